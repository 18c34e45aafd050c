/* The cards that are held as a set, within the library: bit i is code i. */
#ifndef SR_HELD_H
#define SR_HELD_H

#include "scalareale.h"

/* The set of n cards to *own: SR_OK, or the reason why they are none, of the first card that has one. */
static inline int sr_set_of(const sr_table *table, const uint8_t *cards, unsigned n, uint64_t *own)
{
    *own = 0;
    for (unsigned i = 0; i < n; i++) {
        if ((uint8_t)(cards[i] - table->first) >= table->cards)
            return SR_NOT_IN_PACK;
        if (*own >> cards[i] & 1)
            return SR_CARD_TWICE;
        *own |= (uint64_t)1 << cards[i];
    }
    return SR_OK;
}

#endif
