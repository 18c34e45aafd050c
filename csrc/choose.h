/* Ways to choose, within the library. */
#ifndef SR_CHOOSE_H
#define SR_CHOOSE_H

#include "scalareale.h"

/* The sets of k of n things, k at most 5 or n at most SR_PACK. */
static inline uint64_t sr_choose(unsigned n, unsigned k)
{
    uint64_t ways = 1;
    for (unsigned i = 0; i < k; i++)
        ways = ways * (n - i) / (i + 1);
    return k > n ? 0 : ways;
}

#endif
