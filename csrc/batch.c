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

size_t sr_evaluate_each(const sr_table *table, const uint8_t *const column[5], ptrdiff_t stride, size_t n,
                        uint16_t *out)
{
    for (size_t i = 0; i < n; i++) {
        uint8_t hand[SR_HAND];
        copy_hand(hand, column, (ptrdiff_t)i * stride);
        const uint16_t strength = sr_evaluate(table, hand);
        if (!strength)
            return i;
        memcpy((uint8_t *)out + 2 * i, &strength, 2); /* out may be unaligned */
    }
    return n;
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

/* Any stride: copied by blocks that stay in the cache. */
static size_t evaluate_strided(const sr_table *table, const uint8_t *const column[5], ptrdiff_t stride, size_t n,
                               uint16_t *out)
{
    enum { BLOCK = 512 };
    uint8_t copy[SR_HAND][BLOCK];
    const uint8_t *const copies[SR_HAND] = {copy[0], copy[1], copy[2], copy[3], copy[4]};
    const sr_batch_kernel *const k = kernel();
    for (size_t done = 0; done < n; done += BLOCK) {
        const size_t m = n - done < BLOCK ? n - done : BLOCK;
        for (int j = 0; j < SR_HAND; j++) {
            const uint8_t *card = column[j] + (ptrdiff_t)done * stride;
            for (size_t i = 0; i < m; i++)
                copy[j][i] = card[(ptrdiff_t)i * stride];
        }
        const size_t good = k->columns(table, copies, m, out + done);
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
