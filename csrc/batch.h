/* Many hands at once: what the kernels share.

   A kernel is one way to do the work on one kind of processor. All kernels give the
   same answer on every input. */
#ifndef SR_BATCH_H
#define SR_BATCH_H

#include "scalareale.h"

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
