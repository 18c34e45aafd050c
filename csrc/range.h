/* Ranges of strength, within the library. */
#ifndef SR_RANGE_H
#define SR_RANGE_H

#include "scalareale.h"

static inline int sr_within(sr_range range, uint16_t strength)
{
    return range.low <= strength && strength <= range.high;
}

#endif
