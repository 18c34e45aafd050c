/* Many hands at once: the public functions and, below them, what the kernels share.

   A kernel is one way to do the work on one kind of processor. All kernels give the
   same answer on every input. */
#ifndef SR_BATCH_H
#define SR_BATCH_H

#include "scalareale.h"

/* [cdef] */
/* The strengths of n hands. Hand i is c0[i * stride], ..., c4[i * stride]; rows of
   five bytes (stride 5) and five columns (stride 1) are the fast layouts. Returns n, or
   the index of the first hand that has a repeated card or a code outside the pack; out
   is then unspecified. out may not overlap the cards; it need not be aligned. */
size_t sr_evaluate_batch(const sr_table *table, const uint8_t *c0, const uint8_t *c1, const uint8_t *c2,
                         const uint8_t *c3, const uint8_t *c4, ptrdiff_t stride, size_t n, uint16_t *out);

/* sr_compare_strengths of n pairs. Returns n, or the index of the first pair with a
   strength that no hand has; out is then unspecified. */
size_t sr_compare_batch(const sr_table *table, const uint16_t *a, const uint16_t *b, size_t n, int8_t *out);

/* sr_category of n strengths. Returns n, or the index of the first strength that no
   hand has; out is then unspecified. */
size_t sr_category_batch(const sr_table *table, const uint16_t *strengths, size_t n, uint8_t *out);

/* n showdowns of `seats` hands each (2 to SR_SEATS), row after row: winners gets 1 for
   who shares the pot, else 0. contenders has a byte a hand, 0 for who takes no part and
   whose strength is not read; NULL: everybody takes part. Returns n, or the first row
   without a contender or with a contender's strength that no hand has (0 if seats is
   out of range and n is not 0); winners is then unspecified. */
size_t sr_showdown_batch(const sr_table *table, const uint16_t *strengths, size_t seats, const uint8_t *contenders,
                         size_t n, uint8_t *winners);

/* The name of the kernel in use: "portable", "avx2" or "avx512", at first the fastest
   that this processor and its operating system can run. */
const char *sr_kernel(void);

/* Use another kernel from now on; 1, or 0 if there is no such kernel here. Harmless
   while batches run in other threads: each finishes with the one it began with. */
int sr_use_kernel(const char *name);

/* The kernels that can run here, slowest first; NULL past the last. */
const char *sr_kernel_at(size_t index);
/* [/cdef] */

/* The only place that asks which compiler this is. MSVC, and clang that poses as it,
   get the portable kernel: their functions can't each have a target of their own. */
#if !defined(_MSC_VER) && (defined(__GNUC__) || defined(__clang__)) && defined(__x86_64__) && !defined(SR_PORTABLE_ONLY)
#define SR_X86 1
#define SR_INLINE static inline __attribute__((always_inline))
#define SR_NOINLINE __attribute__((noinline))
#else
#define SR_X86 0
#define SR_INLINE static inline
#define SR_NOINLINE
#endif

#if SR_X86
/* Strengths may be written to any address. */
typedef uint16_t __attribute__((aligned(1), may_alias)) sr_any_u16;
#endif

typedef size_t sr_rows(const sr_table *table, const uint8_t *hands, size_t n, uint16_t *out);

typedef struct {
    const char *name;
    int (*usable)(void);
    sr_rows *rows;
    size_t (*columns)(const sr_table *table, const uint8_t *const column[5], size_t n, uint16_t *out);
    size_t (*compare)(const sr_table *table, const uint16_t *a, const uint16_t *b, size_t n, int8_t *out);
    size_t (*category)(const sr_table *table, const uint16_t *strengths, size_t n, uint8_t *out);
    size_t (*showdown)(const sr_table *table, const uint16_t *strengths, size_t seats, const uint8_t *contenders,
                       size_t n, uint8_t *winners);
} sr_batch_kernel;

extern const sr_batch_kernel sr_portable_kernel;
#if SR_X86
extern const sr_batch_kernel sr_avx2_kernel;
extern const sr_batch_kernel sr_avx512_kernel;

size_t sr_showdown_avx2(const sr_table *table, const uint16_t *strengths, size_t seats, const uint8_t *contenders,
                        size_t n, uint8_t *winners);
size_t sr_showdown_avx512(const sr_table *table, const uint16_t *strengths, size_t seats, const uint8_t *contenders,
                          size_t n, uint8_t *winners);

/* Whether the processor has the instructions and the operating system keeps the
   registers. */
int sr_has_avx2(void);
int sr_has_avx512(void);
#endif

/* The first of the rows from .. to - 1 that is no hand; `to` if all are. */
size_t sr_first_bad(const sr_table *table, const uint8_t *const column[5], ptrdiff_t stride, size_t from, size_t to);

/* Fewer hands than a kernel's block (of at most 64): the fewest hand by hand, else as a
   whole block by the kernel's function for rows. */
size_t sr_evaluate_few(const sr_table *table, const uint8_t *const column[5], ptrdiff_t stride, size_t n,
                       uint16_t *out, sr_rows *rows, size_t block);

#endif
