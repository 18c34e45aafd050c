/* Who wins: two hands, or all the hands of a pot.

   A greater strength wins, but for the upset: a hand of the range upset_winner beats one of
   upset_loser, although it is weaker. So two hands always have a winner, while three (one of
   each range, and one between) can beat one another in a circle; then all three share. */
#include "held.h"
#include "range.h"

static int beats_by_upset(const sr_table *table, uint16_t a, uint16_t b)
{
    return sr_within(table->upset_winner, a) && sr_within(table->upset_loser, b);
}

int sr_compare_strengths(const sr_table *table, uint16_t a, uint16_t b)
{
    if (beats_by_upset(table, a, b))
        return 1;
    if (beats_by_upset(table, b, a))
        return -1;
    return (a > b) - (a < b);
}

int sr_compare(const sr_table *table, const uint8_t *a, const uint8_t *b)
{
    const uint16_t first = sr_evaluate(table, a), second = sr_evaluate(table, b);
    if (!first || !second)
        return SR_NOT_A_HAND;
    return sr_compare_strengths(table, first, second);
}

uint32_t sr_showdown_strengths(const sr_table *table, const uint16_t *strength, size_t n, uint32_t contenders)
{
    /* The strongest hand, the strongest that an upset can favour, and the strongest between. */
    uint16_t best = 0, weak = 0, middle = 0;
    if (n > SR_SEATS)
        return 0;
    for (size_t i = 0; i < n; i++)
        if (contenders >> i & 1) {
            const uint16_t s = strength[i];
            if (!s || s > table->strengths)
                return 0;
            best = s > best ? s : best;
            if (sr_within(table->upset_winner, s) && s > weak)
                weak = s;
        }
    if (!weak || !sr_within(table->upset_loser, best)) {
        weak = middle = best;
    } else {
        for (size_t i = 0; i < n; i++)
            if ((contenders >> i & 1) && strength[i] > weak && !sr_within(table->upset_loser, strength[i]) &&
                strength[i] > middle)
                middle = strength[i];
        if (!middle)
            best = middle = weak;
    }
    uint32_t winners = 0;
    for (size_t i = 0; i < n; i++)
        if ((contenders >> i & 1) && (strength[i] == best || strength[i] == middle || strength[i] == weak))
            winners |= 1u << i;
    return winners;
}

uint32_t sr_showdown(const sr_table *table, const uint8_t *hands, size_t stride, size_t n, uint32_t contenders,
                     uint64_t shared)
{
    uint16_t strength[SR_SEATS] = {0};
    uint64_t held = 0;
    if (n > SR_SEATS)
        return 0;
    for (size_t i = 0; i < n; i++)
        if (contenders >> i & 1) {
            const uint8_t *hand = hands + i * stride;
            uint64_t own = 0;
            strength[i] = sr_evaluate(table, hand);
            if (!strength[i])
                return 0;
            for (int j = 0; j < SR_HAND; j++)
                own |= (uint64_t)1 << hand[j];
            if (own & held & ~shared)
                return 0;
            held |= own;
        }
    return sr_showdown_strengths(table, strength, n, contenders);
}

int sr_why(const sr_table *table, const uint8_t *hands, size_t stride, size_t n, uint32_t contenders, uint64_t shared)
{
    uint64_t held = 0;
    int live = 0;
    if (n > SR_SEATS)
        return SR_TOO_MANY_HANDS;
    for (size_t i = 0; i < n; i++)
        live |= (int)(contenders >> i & 1);
    if (!live)
        return SR_NOBODY;
    for (size_t i = 0; i < n; i++) {
        uint64_t own;
        if (!(contenders >> i & 1))
            continue;
        const int error = sr_set_of(table, hands + i * stride, SR_HAND, &own);
        if (error)
            return error;
        if (own & held & ~shared)
            return SR_IN_TWO_HANDS;
        held |= own;
    }
    return SR_OK;
}
