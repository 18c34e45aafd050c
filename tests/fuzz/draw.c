/* Draws: the totals that combinatorics asks for, and the hands themselves where they are few. */
#include "targets.h"

#include <string.h>

static uint64_t ways(unsigned n, unsigned k)
{
    uint64_t found = 1;
    for (unsigned i = 0; i < k; i++)
        found = found * (n - i) / (i + 1);
    return k > n ? 0 : found;
}

/* How many hands of the pack have each strength, counted once a table. */
static const uint32_t *tally_of(const sr_table *table)
{
    static uint32_t tally[64][9000];
    static const sr_table *known[64];
    size_t which = 0;
    while (sr_table_at(which) != table)
        which++;
    EXPECT(which < 64 && table->strengths < 9000);
    if (known[which])
        return tally[which];
    known[which] = table;
    uint8_t hands[512 * SR_HAND];
    size_t n;
    for (uint64_t at = 0; (n = sr_all_hands(table->first, table->cards, at, 512, hands)) != 0; at += n)
        for (size_t i = 0; i < n; i++)
            tally[which][sr_evaluate(table, hands + SR_HAND * i)]++;
    return tally[which];
}

/* What the draw of two cards or fewer makes, one hand after another. */
static void by_hand(const sr_table *table, const uint8_t *hand, uint64_t gone, unsigned kept, const sr_draw *found)
{
    uint8_t made[SR_HAND];
    size_t k = 0;
    sr_draw wanted = {0};
    const uint32_t *tally = tally_of(table);
    const int category = sr_category(table, sr_evaluate(table, hand));
    for (int i = 0; i < SR_HAND; i++)
        if (kept >> i & 1)
            made[k++] = hand[i];
    const unsigned missing = (unsigned)(SR_HAND - k), end = table->first + table->cards;
    for (unsigned a = missing > 0 ? table->first : end - 1u; a < end; a++)
        for (unsigned b = missing > 1 ? a + 1 : end - 1u; b < end; b++) {
            if ((missing > 0 && gone >> a & 1) || (missing > 1 && gone >> b & 1))
                continue;
            if (missing > 0)
                made[k] = (uint8_t)a;
            if (missing > 1)
                made[k + 1] = (uint8_t)b;
            const uint16_t strength = sr_evaluate(table, made);
            EXPECT(strength);
            uint64_t weaker = 0;
            for (unsigned s = 1; s < strength; s++)
                weaker += tally[s];
            wanted.total++;
            wanted.count[sr_category(table, strength)]++;
            wanted.better += strength > table->category[category].high;
            wanted.standing += 2 * weaker + tally[strength];
        }
    EXPECT(!memcmp(&wanted, found, sizeof wanted));
}

void fuzz_draws(input *in)
{
    const sr_table *table = small_table(in);
    uint8_t *hand = exactly(SR_HAND, in_below(in, 8));
    const unsigned kind = in_below(in, 4);
    uint64_t dead = kind ? in_number(in, 8) : 0;
    dice d = in_dice(in);
    roll_cards(&d, table, SR_HAND, hand);
    if (kind == 1)
        dead &= roll_word(&d) & roll_word(&d); /* few cards */
    if (kind < 3)
        for (int i = 0; i < SR_HAND; i++)
            dead &= ~((uint64_t)1 << hand[i]);
    while (in->left >= 2) {
        const size_t place = in_below(in, SR_HAND);
        hand[place] = in_byte(in);
    }
    const size_t size = sr_draws_sizeof(table);
    void *work = exactly(size, 0);
    sr_draw *found = exactly(SR_DISCARDS * sizeof *found, 0);
    int fair = is_hand(table, hand);
    uint64_t held = 0;
    for (int i = 0; fair && i < SR_HAND; i++) {
        held |= (uint64_t)1 << hand[i];
        fair = !(dead >> hand[i] & 1);
    }
    const int code = sr_draws(table, hand, dead, work, size, found, NULL, NULL);
    EXPECT(code == (fair ? SR_OK : is_hand(table, hand) ? SR_IN_TWO_HANDS : SR_NOT_A_HAND));
    if (!fair)
        return;
    unsigned stub = 0;
    uint64_t every = 0, without_dead = 0;
    for (unsigned card = table->first; card < (unsigned)table->first + table->cards; card++)
        stub += !((held | dead) >> card & 1);
    const unsigned small = 1u << in_below(in, 5); /* one discard is checked by its hands */
    for (unsigned kept = 0; kept < SR_DISCARDS; kept++) {
        unsigned drawn = 5;
        uint64_t counted = 0;
        for (unsigned k = kept; k; k &= k - 1)
            drawn--;
        EXPECT(found[kept].total == ways(stub, drawn));
        for (int c = 0; c < SR_CATEGORIES; c++)
            counted += found[kept].count[c];
        EXPECT(counted == found[kept].total && found[kept].better <= counted);
        EXPECT(found[kept].standing <= found[kept].total * 2 * ways(table->cards, 5));
        every += found[kept].total;
        if (kept == 31 || kept == (31 & ~small) || kept == (31 & ~small & ~(small << 1 | small >> 4)))
            by_hand(table, hand, held | dead, kept, &found[kept]);
    }
    for (unsigned k = 0; k <= 5; k++)
        without_dead += ways(5, k) * ways(stub, 5 - k);
    EXPECT(every == without_dead);
}
