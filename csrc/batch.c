/* Many hands at once: which kernel does the work, and layouts that no kernel knows. */
#include "batch.h"

#include <string.h>

/* Slowest first. */
static const sr_batch_kernel *const kernels[] = {
    &sr_portable_kernel,
#if SR_X86
    &sr_avx2_kernel,
    &sr_avx512_kernel,
#endif
};
enum { KERNELS = sizeof kernels / sizeof *kernels };

/* The only mutable global. Any thread may find the fastest kernel; all find the same. */
#if defined(_MSC_VER)
static const sr_batch_kernel *volatile in_use;
#define GET_KERNEL() in_use
#define SET_KERNEL(kernel) (in_use = (kernel))
#else
static const sr_batch_kernel *in_use;
#define GET_KERNEL() __atomic_load_n(&in_use, __ATOMIC_RELAXED)
#define SET_KERNEL(kernel) __atomic_store_n(&in_use, (kernel), __ATOMIC_RELAXED)
#endif

static const sr_batch_kernel *kernel(void)
{
    const sr_batch_kernel *k = GET_KERNEL();
    if (!k) {
        for (size_t i = 0; i < KERNELS; i++)
            if (kernels[i]->usable())
                k = kernels[i];
        SET_KERNEL(k);
    }
    return k;
}

const char *sr_kernel(void)
{
    return kernel()->name;
}

const char *sr_kernel_at(size_t index)
{
    for (size_t i = 0; i < KERNELS; i++)
        if (kernels[i]->usable() && index-- == 0)
            return kernels[i]->name;
    return NULL;
}

int sr_use_kernel(const char *name)
{
    for (size_t i = 0; i < KERNELS; i++)
        if (kernels[i]->usable() && strcmp(kernels[i]->name, name) == 0) {
            SET_KERNEL(kernels[i]);
            return 1;
        }
    return 0;
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
    uint8_t hands[SR_HAND * MOST];
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
    uint8_t copy[SR_HAND * BLOCK];
    sr_rows *const rows = kernel()->rows;
    const uint8_t *const c0 = column[0], *const c1 = column[1], *const c2 = column[2], *const c3 = column[3],
                         *const c4 = column[4];
    for (size_t done = 0; done < n; done += BLOCK) {
        const size_t m = n - done < BLOCK ? n - done : BLOCK;
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
        return kernel()->rows(table, c0, n, out);
    if (stride == 1)
        return kernel()->columns(table, column, n, out);
    return evaluate_strided(table, column, stride, n, out);
}

size_t sr_compare_batch(const sr_table *table, const uint16_t *a, const uint16_t *b, size_t n, int8_t *out)
{
    return kernel()->compare(table, a, b, n, out);
}

size_t sr_category_batch(const sr_table *table, const uint16_t *strengths, size_t n, uint8_t *out)
{
    return kernel()->category(table, strengths, n, out);
}

size_t sr_showdown_batch(const sr_table *table, const uint16_t *strengths, size_t seats, const uint8_t *contenders,
                         size_t n, uint8_t *winners)
{
    if (n == 0 || seats < 2 || seats > SR_SEATS)
        return 0;
    return kernel()->showdown(table, strengths, seats, contenders, n, winners);
}
