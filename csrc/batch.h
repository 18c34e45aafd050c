/* Many hands at once: what the kernels share.

   A kernel is one way to do the work on one kind of processor. All kernels give the
   same answer on every input. */
#ifndef SR_BATCH_H
#define SR_BATCH_H

#include "scalareale.h"

/* The only place that asks which compiler this is. MSVC, and clang that poses as it,
   get the portable kernel: their functions can't each have a target of their own. So does
   GCC for Windows, which does not align its stack for vectors of 32 bytes (its bug 54412). */
#if defined(SR_PORTABLE_ONLY) || defined(_MSC_VER) || !defined(__x86_64__)
#define SR_X86 0
#elif defined(__clang__)
#define SR_X86 1
#elif defined(__GNUC__) && !defined(_WIN32) && !defined(__CYGWIN__)
#define SR_X86 1
#else
#define SR_X86 0
#endif

/* Not every file that has the loops of batch_strengths.h uses all of them. */
#if defined(_MSC_VER) || !(defined(__GNUC__) || defined(__clang__))
#define SR_UNUSED
#else
#define SR_UNUSED __attribute__((unused))
#endif

#if SR_X86
#define SR_INLINE static inline __attribute__((always_inline)) SR_UNUSED
#define SR_NOINLINE __attribute__((noinline))
#else
#define SR_INLINE static inline SR_UNUSED
#define SR_NOINLINE
#endif

/* What C calls restrict and C++ has no word for. */
#if defined(_MSC_VER) || defined(__GNUC__) || defined(__clang__)
#define SR_RESTRICT __restrict
#else
#define SR_RESTRICT
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

SR_INTERNAL const sr_batch_kernel *sr_portable_kernel(void);
#if SR_X86
SR_INTERNAL const sr_batch_kernel *sr_avx2_kernel(void);
SR_INTERNAL const sr_batch_kernel *sr_avx512_kernel(void);

SR_INTERNAL size_t sr_showdown_avx2(const sr_table *table, const uint16_t *strengths, size_t seats,
                                    const uint8_t *contenders, size_t n, uint8_t *winners);
SR_INTERNAL size_t sr_showdown_avx512(const sr_table *table, const uint16_t *strengths, size_t seats,
                                      const uint8_t *contenders, size_t n, uint8_t *winners);

/* Whether the processor has the instructions and the operating system keeps the
   registers. */
SR_INTERNAL int sr_has_avx2(void);
SR_INTERNAL int sr_has_avx512(void);
#endif

/* The kernels that are compiled in, slowest first; NULL past the last. */
SR_INTERNAL const sr_batch_kernel *sr_kernel_number(size_t i);

/* Of those that can run here the fastest, and the one of that name or NULL. */
SR_INTERNAL const sr_batch_kernel *sr_fastest_kernel(void);
SR_INTERNAL const sr_batch_kernel *sr_kernel_named(const char *name);

/* The one that does the work on a table. In one file there are evaluators only, which have their own. */
#if defined(SR_ONE_FILE)
static inline const sr_batch_kernel *sr_kernel_for(const sr_table *table)
{
    return (const sr_batch_kernel *)table->kernel;
}
#else
const sr_batch_kernel *sr_kernel_for(const sr_table *table);
#endif

/* The first of the rows from .. to - 1 that is no hand; `to` if all are. */
SR_INTERNAL size_t sr_first_bad(const sr_table *table, const uint8_t *const column[5], ptrdiff_t stride, size_t from,
                                size_t to);

/* Fewer hands than a kernel's block (of at most 64): the fewest hand by hand, else as a
   whole block by the kernel's function for rows. */
SR_INTERNAL size_t sr_evaluate_few(const sr_table *table, const uint8_t *const column[5], ptrdiff_t stride, size_t n,
                                   uint16_t *out, sr_rows *rows, size_t block);

#endif
