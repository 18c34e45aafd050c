/* What every discard of a hand leads to.

   After a discard the new cards come from the pack without the hand, so the hand that is made has exactly the kept
   cards in common with the one that was held. Therefore each hand of the pack belongs to one discard, and all
   discards together need each hand once. */
#include "choose.h"
#include "memory.h"

#include <string.h>

enum {
    BLOCK = 512,
    TOLD = 1 << 11, /* blocks from one call of the progress function to the next: some milliseconds */
    DEAD = SR_DISCARDS, /* where hands with a dead card are counted; they are hands of the pack all the same */
    WAYS = SR_DISCARDS + 1
};

/* The discard a hand belongs to, as the set of cards that are kept (bit i: card i of the hand held). */
static unsigned way(const uint8_t *bits, const uint8_t *hand)
{
    const unsigned kept = (unsigned)(bits[hand[0]] | bits[hand[1]] | bits[hand[2]] | bits[hand[3]] | bits[hand[4]]);
    return kept < DEAD ? kept : (unsigned)DEAD;
}

/* Count each strength under each discard. */
static int count(const sr_table *table, const uint8_t *bits, uint32_t *tally, sr_progress *progress, void *context)
{
    const size_t row = (size_t)table->strengths + 1;
    const uint64_t all = sr_choose(table->cards, SR_HAND);
    uint8_t hands[(int)BLOCK * SR_HAND];
    uint16_t strength[BLOCK];
    size_t n;
    for (uint64_t start = 0; (n = sr_all_hands(table->first, table->cards, start, BLOCK, hands)) != 0; start += n) {
        if (sr_evaluate_rows(table, hands, n, strength) != n)
            return SR_NOT_A_HAND; /* which no table allows */
        for (size_t i = 0; i < n; i++)
            tally[way(bits, hands + SR_HAND * i) * row + strength[i]]++;
        if (progress && (start / BLOCK % TOLD == TOLD - 1 || start + n == all) && progress(context, start + n, all))
            return SR_STOPPED;
    }
    return SR_OK;
}

size_t sr_draws_sizeof(const sr_table *table)
{
    return WAYS * ((size_t)table->strengths + 1) * sizeof(uint32_t);
}

int sr_draws(const sr_table *table, const uint8_t *hand, uint64_t dead, void *work, size_t size, sr_draw *out,
             sr_progress *progress, void *context)
{
    const size_t row = (size_t)table->strengths + 1;
    const uint16_t held = sr_evaluate(table, hand);
    uint32_t *const tally = (uint32_t *)work;
    uint8_t bits[64] = {0};
    if (!held)
        return SR_NOT_A_HAND;
    const int refused = sr_refused_memory(work, size, sr_draws_sizeof(table));
    if (refused)
        return refused;
    for (unsigned card = 0; card < 64; card++)
        bits[card] = (uint8_t)(dead >> card & 1 ? DEAD : 0);
    for (int i = 0; i < SR_HAND; i++) {
        if (bits[hand[i]])
            return SR_IN_TWO_HANDS;
        bits[hand[i]] = (uint8_t)(1u << i);
    }
    memset(tally, 0, sr_draws_sizeof(table));
    memset(out, 0, SR_DISCARDS * sizeof *out);
    const int error = count(table, bits, tally, progress, context);
    if (error < 0)
        return error;

    int category = sr_category(table, held);
    const uint16_t best_of_held = table->category[category].high;
    uint64_t weaker = 0;
    for (size_t s = 1; s < row; s++) {
        uint32_t here[WAYS];
        uint64_t equal = 0;
        for (int w = 0; w < WAYS; w++)
            equal += here[w] = tally[(size_t)w * row + s];
        category = sr_category(table, (uint16_t)s);
        if (category < 0)
            continue;
        for (int w = 0; w < SR_DISCARDS; w++) {
            out[w].total += here[w];
            out[w].count[category] += here[w];
            out[w].better += s > best_of_held ? here[w] : 0;
            out[w].standing += here[w] * (2 * weaker + equal);
        }
        weaker += equal;
    }
    return SR_OK;
}
