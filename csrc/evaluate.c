/* One hand: from five codes to its strength, and from its strength to its category. */
#include "range.h"

uint16_t sr_evaluate(const sr_table *table, const uint8_t *hand)
{
    const sr_hash *hash = table->hash;
    uint32_t sum = 0;
    unsigned strangers = 0, suits = 15;
    uint64_t set = 0, total = 0;

    for (int i = 0; i < SR_HAND; i++) {
        const unsigned card = hand[i];
        const uint64_t bit = (uint64_t)1 << (card & 63);
        strangers |= (unsigned)((uint8_t)(card - table->first) >= table->cards);
        set |= bit;
        total += bit;
        sum += hash->weight[card & 63];
        /* Jokers, the codes from 52, have every suit. */
        suits &= card < 52 ? 1u << (card & 3) : 15u;
    }
    /* The sum of the bits is their union just if no card is repeated. */
    if (strangers || set != total)
        return 0;

    sum &= hash->mask;
    const uint32_t row = (sum >> 11 & 255) + (sum >> 22 << 8) + (suits ? hash->flush_row : 0);
    const uint32_t slot = table->slots[hash->shift[row] + (sum & 255)];
    unsigned best = 0;
    for (int i = 0; i < SR_HAND; i++) {
        /* Which cards have the rank is a coin's toss, so there is no branch on it. */
        const unsigned of_rank = hand[i] >> 2 == (slot >> 16 & 15);
        const unsigned value = table->suit_value[hand[i] & 3] & (0u - of_rank);
        best = value > best ? value : best;
    }
    /* Negative steps are kept modulo 4096, so they are made negative modulo 65536. */
    const uint32_t step = (slot >> 20 ^ 0x800u) - 0x800u;
    return (uint16_t)(slot + step * best);
}

int sr_category(const sr_table *table, uint16_t strength)
{
    for (int i = 0; i < SR_CATEGORIES; i++)
        if (sr_within(table->category[i], strength))
            return i;
    return -1;
}

int sr_tier(const sr_table *table, uint16_t strength)
{
    if (sr_category(table, strength) < 0)
        return -1;
    for (int i = 1; i < SR_TIERS; i++)
        if (sr_within(table->tier[i], strength))
            return i;
    return 0;
}
