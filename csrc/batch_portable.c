/* 64 hands at a time in C11. The steps without tables are loops over a block that
   compilers turn into vectors of whatever the processor has (SSE2, NEON); splitting,
   summing and looking up go hand by hand. */
#include "batch_strengths.h"

enum { BLOCK = 64 };

static uint8_t greater(uint8_t a, uint8_t b)
{
    return a > b ? a : b;
}

static uint8_t lesser(uint8_t a, uint8_t b)
{
    return a < b ? a : b;
}

static int outside(const sr_table *t, const uint8_t *cards, size_t n)
{
    uint8_t top = 0;
    for (size_t i = 0; i < n; i++)
        top = greater(top, (uint8_t)(cards[i] - t->first));
    return top >= t->cards;
}

#define XOR(i, j) (uint8_t)(c##i[k] ^ c##j[k])

/* 1 if a card is repeated; flush becomes 1 for a hand of one suit. */
SR_INLINE int repeats(const uint8_t *c0, const uint8_t *c1, const uint8_t *c2, const uint8_t *c3, const uint8_t *c4,
                      uint8_t *SR_RESTRICT flush)
{
    uint8_t least = 255;
    for (int k = 0; k < BLOCK; k++) {
        const uint8_t d1 = XOR(0, 1), d2 = XOR(0, 2), d3 = XOR(0, 3), d4 = XOR(0, 4);
        flush[k] = ((d1 | d2 | d3 | d4) & 3) == 0;
        const uint8_t a = lesser(lesser(d1, d2), lesser(d3, d4));
        const uint8_t b = lesser(lesser(XOR(1, 2), XOR(1, 3)), lesser(XOR(1, 4), XOR(2, 3)));
        least = lesser(least, lesser(lesser(a, b), lesser(XOR(2, 4), XOR(3, 4))));
    }
    return least == 0;
}

/* The set of suits of a card, 15 for a joker. */
static uint8_t suits_of(uint8_t card)
{
    return (uint8_t)(((card & 1 ? 0xA : 0x5) & (card & 2 ? 0xC : 0x3)) | (card > 51 ? 15 : 0));
}

static void flushes_with_jokers(uint8_t c[5][BLOCK], uint8_t *SR_RESTRICT flush)
{
    for (int k = 0; k < BLOCK; k++)
        flush[k] = (suits_of(c[0][k]) & suits_of(c[1][k]) & suits_of(c[2][k]) & suits_of(c[3][k]) &
                    suits_of(c[4][k])) != 0;
}

/* By the rank that each hand's slot names: the greatest value of a suit of that rank. */
static void best_suits(const sr_table *t, uint8_t c[5][BLOCK], const uint8_t *SR_RESTRICT rank,
                       uint8_t *SR_RESTRICT best)
{
    for (int suit = 0; suit < 4; suit++) {
        const uint8_t value = t->suit_value[suit];
        for (int k = 0; k < BLOCK; k++) {
            const uint8_t card = (uint8_t)(rank[k] | suit);
            const uint8_t a = lesser((uint8_t)(c[0][k] ^ card), (uint8_t)(c[1][k] ^ card));
            const uint8_t b = lesser((uint8_t)(c[2][k] ^ card), (uint8_t)(c[3][k] ^ card));
            const uint8_t none = lesser(lesser(a, b), (uint8_t)(c[4][k] ^ card));
            /* "none ? 0 : value" would not be vectorised */
            best[k] = greater(best[k], value & (uint8_t)(lesser(none, 1) - 1));
        }
    }
}

/* The strengths of 64 hands; 0 if one is none. */
SR_INLINE int block(const sr_table *t, const uint8_t *const column[5], int rows, uint16_t *out)
{
    const sr_hash *const h = t->hash;
    uint8_t c[5][BLOCK], flush[BLOCK], x[BLOCK];
    uint16_t row[BLOCK], result[BLOCK];
    uint32_t sum[BLOCK];
    for (int j = 0; j < (rows ? 1 : 5); j++)
        if (outside(t, column[j], rows ? (size_t)SR_HAND * BLOCK : (size_t)BLOCK))
            return 0;
    const int stride = rows ? SR_HAND : 1;
    const uint8_t *const p0 = column[0], *const p1 = column[1], *const p2 = column[2], *const p3 = column[3],
                         *const p4 = column[4];
    const uint32_t *const weight = h->weight;
    for (int k = 0; k < BLOCK; k++) {
        const uint8_t a = p0[stride * k], b = p1[stride * k], d = p2[stride * k], e = p3[stride * k], f = p4[stride * k];
        sum[k] = weight[a] + weight[b] + weight[d] + weight[e] + weight[f];
        c[0][k] = a, c[1][k] = b, c[2][k] = d, c[3][k] = e, c[4][k] = f;
    }
    if (repeats(c[0], c[1], c[2], c[3], c[4], flush))
        return 0;
    if (t->first + t->cards > 52)
        flushes_with_jokers(c, flush);
    const uint32_t mask = h->mask, flush_row = h->flush_row;
    for (int k = 0; k < BLOCK; k++) {
        const uint32_t s = sum[k] & mask;
        x[k] = (uint8_t)s;
        row[k] = (uint16_t)((s >> 11 & 255) + (s >> 22 << 8) + (flush[k] ? flush_row : 0));
    }
    if (t->suited) {
        uint32_t slot[BLOCK];
        uint8_t rank[BLOCK], best[BLOCK] = {0};
        for (int k = 0; k < BLOCK; k++)
            slot[k] = t->slots[h->shift[row[k]] + x[k]];
        for (int k = 0; k < BLOCK; k++)
            rank[k] = (uint8_t)(slot[k] >> 14 & 60);
        best_suits(t, c, rank, best);
        /* Negative steps are kept modulo 4096, so they are made negative modulo 65536. */
        for (int k = 0; k < BLOCK; k++) {
            const uint16_t step = (uint16_t)((slot[k] >> 20 ^ 0x800) - 0x800);
            result[k] = (uint16_t)(slot[k] + (uint32_t)step * best[k]);
        }
    } else {
        for (int k = 0; k < BLOCK; k++)
            result[k] = (uint16_t)t->slots[h->shift[row[k]] + x[k]];
    }
    memcpy((void *)out, result, sizeof result);
    return 1;
}

static size_t evaluate_rows(const sr_table *t, const uint8_t *hands, size_t n, uint16_t *out);

SR_INLINE size_t run(const sr_table *t, const uint8_t *const column[5], int rows, size_t n, uint16_t *out)
{
    const ptrdiff_t stride = rows ? SR_HAND : 1;
    size_t done = 0;
    for (; n - done >= BLOCK; done += BLOCK) {
        const uint8_t *c[5];
        for (int j = 0; j < 5; j++)
            c[j] = column[j] + (ptrdiff_t)done * stride;
        if (!block(t, c, rows, out + done))
            return sr_first_bad(t, column, stride, done, done + BLOCK);
    }
    const uint8_t *c[5];
    for (int j = 0; j < 5; j++)
        c[j] = column[j] + (ptrdiff_t)done * stride;
    return done + sr_evaluate_few(t, c, stride, n - done, out + done, evaluate_rows, BLOCK);
}

static size_t evaluate_rows(const sr_table *t, const uint8_t *hands, size_t n, uint16_t *out)
{
    const uint8_t *const c[5] = {hands, hands + 1, hands + 2, hands + 3, hands + 4};
    return run(t, c, 1, n, out);
}

static size_t evaluate_columns(const sr_table *t, const uint8_t *const c[5], size_t n, uint16_t *out)
{
    return run(t, c, 0, n, out);
}

static size_t compare(const sr_table *t, const uint16_t *a, const uint16_t *b, size_t n, int8_t *out)
{
    return sr_compare_loop(t, a, b, n, out);
}

static size_t category(const sr_table *t, const uint16_t *s, size_t n, uint8_t *out)
{
    return sr_category_loop(t, s, n, out);
}

static size_t showdown(const sr_table *t, const uint16_t *s, size_t seats, const uint8_t *contenders, size_t n,
                       uint8_t *winners)
{
    return sr_showdown_loop(t, s, seats, contenders, n, winners);
}

static int usable(void)
{
    return 1;
}

const sr_batch_kernel *sr_portable_kernel(void)
{
    static const sr_batch_kernel kernel = {"portable", usable, evaluate_rows, evaluate_columns,
                                           compare, category, showdown};
    return &kernel;
}
