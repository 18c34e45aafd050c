/* Dealing at random, and what becomes of it when many deals are played to the showdown.

   A deal is the beginning of a Fisher-Yates shuffle, five cards at a time: five places
   among 40, 39, 38, 37 and 36 cards, say, are one number below 40 * 39 * 38 * 37 * 36,
   and one draw of 64 bits gives it without bias (Brackett-Rozinsky and Lemire, "Batched
   ranged random integer generation", 2024): each product of the draw and a count has a
   place above 64 bits and the next draw below; the last such rest is refused where it is
   less than 2^64 modulo the product of the counts, once in a hundred billion draws. */
#include "scalareale.h"

#include <string.h>

/* The only place that asks which compiler this is. */
#if defined(__SIZEOF_INT128__)
__extension__ typedef unsigned __int128 wide;
static inline unsigned multiplied(uint64_t *draw, unsigned count)
{
    const wide product = (wide)*draw * count;
    *draw = (uint64_t)product;
    return (unsigned)(product >> 64);
}
#else
static inline unsigned multiplied(uint64_t *draw, unsigned count)
{
    const uint64_t low = (*draw & 0xffffffff) * count;
    const uint64_t high = (*draw >> 32) * count + (low >> 32);
    *draw = high << 32 | (low & 0xffffffff);
    return (unsigned)(high >> 32);
}
#endif

enum { PACK_ROOM = 64, BLOCK = 128, MOST_HANDS = SR_PACK / SR_HAND };

/* Five cards off the `left` cards of a pack; the last cards take the places of those that go. */
static inline void deal_hand(sr_bitgen *bits, uint8_t *pack, unsigned left, uint8_t *hand)
{
    const uint64_t product = (uint64_t)left * (left - 1) * (left - 2) * (left - 3) * (left - 4);
    unsigned place[SR_HAND];
    for (;;) {
        uint64_t draw = bits->next_uint64(bits->state);
        for (unsigned i = 0; i < SR_HAND; i++)
            place[i] = multiplied(&draw, left - i);
        /* Most draws are known to be good without the slow division. */
        if (draw >= product || draw >= (0 - product) % product)
            break;
    }
    for (unsigned i = 0; i < SR_HAND; i++) {
        hand[i] = pack[place[i]];
        pack[place[i]] = pack[left - 1 - i];
    }
}

size_t sr_deal(sr_bitgen *bits, const uint8_t *pack, size_t cards, const uint8_t *seats, size_t hands, size_t row,
               size_t n, uint8_t *out)
{
    uint8_t whole[PACK_ROOM] = {0};
    if (cards > SR_PACK || hands > cards / SR_HAND)
        return 0;
    memcpy(whole, pack, cards);
    for (size_t i = 0; i < n; i++, out += row) {
        uint8_t rest[PACK_ROOM];
        memcpy(rest, whole, sizeof rest);
        for (size_t k = 0; k < hands; k++)
            deal_hand(bits, rest, (unsigned)(cards - k * SR_HAND), out + (size_t)SR_HAND * seats[k]);
    }
    return n;
}

size_t sr_simulate(const sr_table *table, sr_bitgen *bits, size_t seats, size_t n, uint64_t *pots,
                   uint64_t *categories)
{
    uint8_t hands[BLOCK * MOST_HANDS * SR_HAND], winners[BLOCK * MOST_HANDS], category[BLOCK * MOST_HANDS];
    uint16_t strengths[BLOCK * MOST_HANDS];
    uint8_t pack[SR_PACK], order[MOST_HANDS];
    if (table->cards > SR_PACK || seats < 2 || seats > table->cards / SR_HAND)
        return 0;
    for (unsigned i = 0; i < table->cards; i++)
        pack[i] = (uint8_t)(table->first + i);
    for (unsigned i = 0; i < seats; i++)
        order[i] = (uint8_t)i;

    for (size_t done = 0; done < n;) {
        const size_t rows = n - done < BLOCK ? n - done : BLOCK, all = rows * seats;
        sr_deal(bits, pack, table->cards, order, seats, seats * SR_HAND, rows, hands);
        if (sr_evaluate_rows(table, hands, all, strengths) < all ||
            sr_category_batch(table, strengths, all, category) < all ||
            sr_showdown_batch(table, strengths, seats, NULL, rows, winners) < rows)
            return done;
        const uint8_t *win = winners, *made = category;
        for (size_t i = 0; i < rows; i++, win += seats, made += seats) {
            size_t sharers = 0;
            for (size_t seat = 0; seat < seats; seat++)
                sharers += win[seat];
            uint64_t *const of_sharers = pots + (sharers - 1) * seats;
            for (size_t seat = 0; seat < seats; seat++) {
                of_sharers[seat] += win[seat];
                categories[seat * SR_CATEGORIES + made[seat]]++;
            }
        }
        done += rows;
    }
    return n;
}
