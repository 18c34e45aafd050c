/* What the processor and its operating system can do. */
#include "batch.h"

#if SR_X86

#include <cpuid.h>

/* Leaf 7's bits. */
#define AVX2 (1u << 5)
#define AVX512F (1u << 16)
#define AVX512BW (1u << 30)
#define AVX512VBMI (1u << 1) /* in ecx */

/* The registers that the operating system saves: 2 SSE, 4 AVX, 0xE0 AVX-512. */
static unsigned saved_registers(void)
{
    unsigned a, b, c, d;
    if (!__get_cpuid(1, &a, &b, &c, &d) || !(c & bit_OSXSAVE))
        return 0;
    __asm__ volatile("xgetbv" : "=a"(a), "=d"(d) : "c"(0));
    return a;
}

static int has(unsigned registers, unsigned ebx, unsigned ecx)
{
    unsigned a, b, c, d;
    return (saved_registers() & registers) == registers && __get_cpuid_count(7, 0, &a, &b, &c, &d) &&
           (b & ebx) == ebx && (c & ecx) == ecx;
}

int sr_has_avx2(void)
{
    return has(0x06, AVX2, 0);
}

int sr_has_avx512(void)
{
    return has(0xE6, AVX2 | AVX512F | AVX512BW, AVX512VBMI);
}

#endif
