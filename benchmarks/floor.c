/* What the figures are ratios to: the least that reading hands and writing
   strengths, or one call from Python, can cost. Compiled with -O3 and without
   -march, as the package is; see floor.py. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#if defined(__GNUC__)
#define NOINLINE __attribute__((noinline))
#else
#define NOINLINE __declspec(noinline)
#endif

NOINLINE void floor_rows(const uint8_t *h, size_t n, uint16_t *o)
{
    for (size_t i = 0; i < n; i++, h += 5)
        o[i] = (uint16_t)(h[0] + h[1] + h[2] + h[3] + h[4]);
}

/* A hand is five bytes in and two bytes out: as much traffic as a copy of 3.5 bytes. */
NOINLINE void floor_copy(const uint8_t *h, size_t n, uint8_t *o)
{
    memcpy(o, h, 7 * n / 2);
}

NOINLINE int floor_call(const uint8_t *hand)
{
    return hand[0];
}
