/* Some cards at random, within the library.

   A deal is the beginning of a Fisher-Yates shuffle, five cards at a time at most: five places
   among 40, 39, 38, 37 and 36 cards, say, are one number below 40 * 39 * 38 * 37 * 36,
   and one draw of 64 bits gives it without bias (Brackett-Rozinsky and Lemire, "Batched
   ranged random integer generation", 2024): each product of the draw and a count has a
   place above 64 bits and the next draw below; the last such rest is refused where it is
   less than 2^64 modulo the product of the counts, once in a hundred billion draws. A
   generator whose draws are refused SR_DRAWS times in a row is none, but shall not hang. */
#ifndef SR_DEAL_H
#define SR_DEAL_H

#include "scalareale.h"

/* The only place that asks which compiler this is. */
#if defined(__SIZEOF_INT128__)
__extension__ typedef unsigned __int128 sr_wide;
static inline unsigned sr_multiplied(uint64_t *draw, unsigned count)
{
    const sr_wide product = (sr_wide)*draw * count;
    *draw = (uint64_t)product;
    return (unsigned)(product >> 64);
}
#else
static inline unsigned sr_multiplied(uint64_t *draw, unsigned count)
{
    const uint64_t low = (*draw & 0xffffffff) * count;
    const uint64_t high = (*draw >> 32) * count + (low >> 32);
    *draw = high << 32 | (low & 0xffffffff);
    return (unsigned)(high >> 32);
}
#endif

enum { SR_DRAWS = 64 };

/* n cards, 5 at most, off the `left` cards of a pack; the last cards take the places of those that go. */
static inline void sr_deal_cards(sr_bitgen *bits, uint8_t *pack, unsigned left, unsigned n, uint8_t *cards)
{
    uint64_t product = 1;
    unsigned place[SR_HAND];
    for (unsigned i = 0; i < n; i++)
        product *= left - i;
    for (int draws = 0; draws < SR_DRAWS; draws++) {
        uint64_t draw = bits->next_uint64(bits->state);
        for (unsigned i = 0; i < n; i++)
            place[i] = sr_multiplied(&draw, left - i);
        /* Most draws are known to be good without the slow division. */
        if (draw >= product || draw >= (0 - product) % product)
            break;
    }
    for (unsigned i = 0; i < n; i++) {
        cards[i] = pack[place[i]];
        pack[place[i]] = pack[left - 1 - i];
    }
}

#endif
