/* Many hands: every kernel gives what sr_evaluate gives for each, whatever the layout. */
#include "targets.h"

#include <string.h>

enum { MOST = 1400 };

/* Where in memory something with these steps and counts is: the least and the greatest offset. */
typedef struct {
    ptrdiff_t least, greatest;
} extent;

static void reach(extent *e, ptrdiff_t step, size_t n)
{
    const ptrdiff_t far = step * (ptrdiff_t)(n ? n - 1 : 0);
    if (far < 0)
        e->least += far;
    else
        e->greatest += far;
}

static void same_by_all_kernels(const sr_table *table, const uint8_t *const c[5], ptrdiff_t stride, size_t n,
                                size_t offset)
{
    static uint16_t wanted[MOST], found[MOST];
    size_t good = n;
    for (size_t i = n; i-- > 0;) {
        uint8_t hand[SR_HAND];
        for (int j = 0; j < SR_HAND; j++)
            hand[j] = c[j][(ptrdiff_t)i * stride];
        wanted[i] = sr_evaluate(table, hand);
        good = wanted[i] ? good : i;
    }
    for (size_t k = 0; sr_kernel_at(k); k++) {
        EXPECT(sr_use_kernel(sr_kernel_at(k)));
        char *out = exactly(2 * n, offset);
        EXPECT(sr_evaluate_batch(table, c[0], c[1], c[2], c[3], c[4], stride, n, (void *)out) == good);
        if (good < n)
            continue;
        memcpy(found, out, 2 * n);
        EXPECT(!memcmp(found, wanted, 2 * n));
    }
}

void fuzz_rows(input *in)
{
    static const int8_t common[] = {5, 1, 5, 1, -5, -1, 0, 2, 6, -7, 16, 127};
    enum { COMMON = sizeof common };
    const sr_table *table = any_table(in);
    const size_t n = in_below(in, MOST + 1), offset = in_below(in, 131);
    const unsigned kind = in_below(in, COMMON + 4), apart = in_below(in, 3);
    const ptrdiff_t stride = kind < COMMON ? common[kind] : (int8_t)in_byte(in);
    dice d = in_dice(in);
    uint8_t *column[SR_HAND];
    if (apart || stride == 1 || stride == -1) {
        /* Columns that have memory of their own. */
        extent e = {0, 0};
        reach(&e, stride, n);
        for (int j = 0; j < SR_HAND; j++)
            column[j] = (uint8_t *)exactly(n ? (size_t)(e.greatest - e.least) + 1 : 0, in_below(in, 64)) - e.least;
    } else {
        /* One block: rows, perhaps with the cards of each in another order, or columns that overlap. */
        ptrdiff_t at[SR_HAND];
        extent e = {0, 0};
        const unsigned order = in_below(in, 4);
        for (int j = 0; j < SR_HAND; j++) {
            at[j] = order < 2 ? j : order == 2 ? 4 - j : (ptrdiff_t)in_below(in, 64);
            e.greatest = at[j] > e.greatest ? at[j] : e.greatest;
        }
        reach(&e, stride, n);
        uint8_t *block = exactly(n ? (size_t)(e.greatest - e.least) + 1 : 0, in_below(in, 64));
        if (n)
            memset(block, table->first, (size_t)(e.greatest - e.least) + 1);
        for (int j = 0; j < SR_HAND; j++)
            column[j] = block + at[j] - e.least;
    }
    for (size_t i = 0; i < n; i++) {
        uint8_t hand[SR_HAND];
        roll_cards(&d, table, SR_HAND, hand);
        for (int j = 0; j < SR_HAND; j++)
            column[j][(ptrdiff_t)i * stride] = hand[j];
    }
    while (n && in->left >= 3) {
        const size_t place = in_below(in, MOST + 1), card = in_byte(in);
        column[place % SR_HAND][(ptrdiff_t)(place % n) * stride] = (uint8_t)card;
    }
    const uint8_t *const c[5] = {column[0], column[1], column[2], column[3], column[4]};
    same_by_all_kernels(table, c, stride, n, offset);
}

/* The best five by trying all; 0 for a repeated card or one that is not of the pack. */
static uint16_t best_of(const sr_table *table, const uint8_t *cards, size_t held)
{
    uint16_t best = 0;
    for (unsigned set = 0; set < 1u << held; set++) {
        uint8_t hand[7];
        size_t k = 0;
        for (size_t j = 0; j < held; j++)
            if (set >> j & 1)
                hand[k++] = cards[j];
        if (k != SR_HAND)
            continue;
        const uint16_t strength = sr_evaluate(table, hand);
        if (!strength)
            return 0; /* every two of the cards meet in one of the hands */
        best = strength > best ? strength : best;
    }
    return best;
}

void fuzz_best(input *in)
{
    static const int8_t common[][2] = {{7, 1}, {1, 7}, {-7, 1}, {7, -1}, {0, 1}, {1, 0}, {6, 1}, {16, 2}};
    enum { COMMON = sizeof common / sizeof *common };
    const sr_table *table = any_table(in);
    const unsigned some = in_below(in, 32), kind = in_below(in, COMMON + 3);
    const size_t held = some < 8 ? 6 : some < 20 ? 7 : some < 24 ? 5 : in_below(in, 10), n = in_below(in, 600);
    ptrdiff_t row = kind < COMMON ? common[kind][0] : (int8_t)in_byte(in);
    const ptrdiff_t column = kind < COMMON ? common[kind][1] : (int8_t)in_byte(in);
    if (kind == 1)
        row = (ptrdiff_t)n;
    dice d = in_dice(in);
    extent e = {0, 0};
    reach(&e, row, n);
    reach(&e, column, held);
    const size_t size = n && held ? (size_t)(e.greatest - e.least) + 1 : 0;
    uint8_t *const cards = (uint8_t *)exactly(size, in_below(in, 64)) - e.least;
    for (size_t i = 0; i < n; i++) {
        uint8_t hand[10];
        roll_cards(&d, table, held, hand);
        for (size_t j = 0; j < held; j++)
            cards[(ptrdiff_t)i * row + (ptrdiff_t)j * column] = hand[j];
    }
    while (size && in->left >= 3) {
        const size_t place = in_below(in, 600), card = in_byte(in);
        cards[(ptrdiff_t)(place % n) * row + (ptrdiff_t)(place % held) * column] = (uint8_t)card;
    }
    static uint16_t wanted[600];
    size_t good = n;
    const int possible = held >= SR_HAND && held <= 7;
    for (size_t i = n; possible && i-- > 0;) {
        uint8_t hand[7];
        for (size_t j = 0; j < held; j++)
            hand[j] = cards[(ptrdiff_t)i * row + (ptrdiff_t)j * column];
        wanted[i] = best_of(table, hand, held);
        good = wanted[i] ? good : i;
    }
    for (size_t k = 0; sr_kernel_at(k); k++) {
        EXPECT(sr_use_kernel(sr_kernel_at(k)));
        uint16_t *out = exactly(2 * n, 2 * (size_t)(d.state % 8));
        EXPECT(sr_evaluate_best_batch(table, cards, row, column, held, n, out) == (possible ? good : 0));
        EXPECT(!possible || good < n || !memcmp(out, wanted, 2 * n));
    }
}
