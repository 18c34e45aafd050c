/* Many hands at once: which kernel does the work, and layouts that no kernel knows. */
#include "batch.h"

#include <string.h>

const sr_batch_kernel *sr_kernel_number(size_t i)
{
#if SR_X86
    if (i == 1)
        return sr_avx2_kernel();
    if (i == 2)
        return sr_avx512_kernel();
#endif
    return i == 0 ? sr_portable_kernel() : NULL;
}

const sr_batch_kernel *sr_fastest_kernel(void)
{
    const sr_batch_kernel *fastest = NULL, *k;
    for (size_t i = 0; (k = sr_kernel_number(i)) != NULL; i++)
        if (k->usable())
            fastest = k;
    return fastest;
}

const sr_batch_kernel *sr_kernel_named(const char *name)
{
    const sr_batch_kernel *k;
    for (size_t i = 0; (k = sr_kernel_number(i)) != NULL; i++)
        if (strcmp(k->name, name) == 0 && k->usable())
            return k;
    return NULL;
}

static void copy_hand(uint8_t hand[SR_HAND], const uint8_t *const column[SR_HAND], ptrdiff_t offset)
{
    for (int i = 0; i < SR_HAND; i++)
        hand[i] = column[i][offset];
}

size_t sr_first_bad(const sr_table *table, const uint8_t *const column[5], ptrdiff_t stride, size_t from, size_t to)
{
    for (; from < to; from++) {
        uint8_t hand[SR_HAND];
        copy_hand(hand, column, (ptrdiff_t)from * stride);
        if (!sr_evaluate(table, hand))
            break;
    }
    return from;
}

size_t sr_evaluate_few(const sr_table *table, const uint8_t *const column[5], ptrdiff_t stride, size_t n,
                       uint16_t *out, sr_rows *rows, size_t block)
{
    enum { FEWEST = 10, MOST = 64 }; /* below that a block takes longer */
    uint8_t hands[(int)SR_HAND * MOST];
    uint16_t strengths[MOST];
    for (size_t i = 0; i < n; i++)
        copy_hand(hands + SR_HAND * i, column, (ptrdiff_t)i * stride);
    size_t good = n;
    if (n < FEWEST) {
        for (size_t i = 0; i < n; i++) {
            strengths[i] = sr_evaluate(table, hands + SR_HAND * i);
            if (!strengths[i])
                return i;
        }
    } else {
        /* Filled up with the first hand: if that is bad, it is still the first. */
        for (size_t i = n; i < block; i++)
            memcpy(hands + SR_HAND * i, hands, SR_HAND);
        good = rows(table, hands, block, strengths);
    }
    memcpy((void *)out, strengths, n * sizeof *out);
    return good < n ? good : n;
}

/* Any stride: copied to rows by blocks that stay in the cache. */
static size_t evaluate_strided(const sr_table *table, const uint8_t *const column[5], ptrdiff_t stride, size_t n,
                               uint16_t *out)
{
    enum { BLOCK = 512 };
    uint8_t copy[(int)SR_HAND * BLOCK];
    sr_rows *const rows = sr_kernel_for(table)->rows;
    const uint8_t *const c0 = column[0], *const c1 = column[1], *const c2 = column[2], *const c3 = column[3],
                         *const c4 = column[4];
    for (size_t done = 0; done < n; done += BLOCK) {
        const size_t m = n - done < BLOCK ? n - done : (size_t)BLOCK;
        for (size_t i = 0; i < m; i++) {
            const ptrdiff_t from = (ptrdiff_t)(done + i) * stride;
            uint8_t *const to = copy + SR_HAND * i;
            to[0] = c0[from], to[1] = c1[from], to[2] = c2[from], to[3] = c3[from], to[4] = c4[from];
        }
        const size_t good = rows(table, copy, m, out + done);
        if (good < m)
            return done + good;
    }
    return n;
}

size_t sr_evaluate_batch(const sr_table *table, const uint8_t *c0, const uint8_t *c1, const uint8_t *c2,
                         const uint8_t *c3, const uint8_t *c4, ptrdiff_t stride, size_t n, uint16_t *out)
{
    const uint8_t *const column[SR_HAND] = {c0, c1, c2, c3, c4};
    if (n == 0)
        return 0;
    if (stride == SR_HAND && c1 == c0 + 1 && c2 == c0 + 2 && c3 == c0 + 3 && c4 == c0 + 4)
        return sr_kernel_for(table)->rows(table, c0, n, out);
    if (stride == 1)
        return sr_kernel_for(table)->columns(table, column, n, out);
    return evaluate_strided(table, column, stride, n, out);
}

size_t sr_compare_batch(const sr_table *table, const uint16_t *a, const uint16_t *b, size_t n, int8_t *out)
{
    return sr_kernel_for(table)->compare(table, a, b, n, out);
}

size_t sr_category_batch(const sr_table *table, const uint16_t *strengths, size_t n, uint8_t *out)
{
    return sr_kernel_for(table)->category(table, strengths, n, out);
}

size_t sr_showdown_batch(const sr_table *table, const uint16_t *strengths, size_t seats, const uint8_t *contenders,
                         size_t n, uint8_t *winners)
{
    if (n == 0 || seats < 2 || seats > SR_SEATS)
        return 0;
    return sr_kernel_for(table)->showdown(table, strengths, seats, contenders, n, winners);
}
