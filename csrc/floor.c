/* What speeds are ratios to: the least that reading hands and writing strengths, or one call from Python, can cost.
   Compiled like everything else here. */
#include "scalareale.h"

#include <string.h>

#if defined(__GNUC__)
#define NOINLINE __attribute__((noinline))
#elif defined(_MSC_VER)
#define NOINLINE __declspec(noinline)
#else
#define NOINLINE
#endif

#define TEXT(number) #number
#define TEXT_OF(number) TEXT(number)

const char *sr_compiler(void)
{
#if defined(__clang__)
    return "clang " __clang_version__;
#elif defined(__GNUC__)
    return "gcc " __VERSION__;
#elif defined(_MSC_VER)
    return "MSVC " TEXT_OF(_MSC_VER);
#else
    return "unknown";
#endif
}

NOINLINE void sr_floor_rows(const uint8_t *hands, size_t n, uint16_t *out)
{
    for (size_t i = 0; i < n; i++, hands += 5)
        out[i] = (uint16_t)(hands[0] + hands[1] + hands[2] + hands[3] + hands[4]);
}

NOINLINE void sr_floor_copy(const uint8_t *hands, size_t n, uint8_t *out)
{
    memcpy(out, hands, 7 * n / 2);
}

NOINLINE int sr_floor_call(const uint8_t *hand)
{
    return hand[0];
}
