/* Dealing at random, and what becomes of it when many deals are played to the showdown. */
#include "deal.h"

#include <string.h>

enum { PACK_ROOM = 64, BLOCK = 128, MOST_HANDS = SR_PACK / SR_HAND };

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
            sr_deal_cards(bits, rest, (unsigned)(cards - k * SR_HAND), SR_HAND,
                          out + SR_HAND * (seats ? seats[k] : k));
    }
    return n;
}

size_t sr_simulate(const sr_table *table, sr_bitgen *bits, size_t seats, size_t n, uint64_t *pots,
                   uint64_t *categories)
{
    uint8_t hands[BLOCK * MOST_HANDS * SR_HAND], winners[BLOCK * MOST_HANDS], category[BLOCK * MOST_HANDS];
    uint16_t strengths[BLOCK * MOST_HANDS];
    uint8_t pack[SR_PACK];
    if (table->cards > SR_PACK || seats < 2 || seats > table->cards / SR_HAND)
        return 0;
    for (unsigned i = 0; i < table->cards; i++)
        pack[i] = (uint8_t)(table->first + i);

    for (size_t done = 0; done < n;) {
        const size_t rows = n - done < BLOCK ? n - done : (size_t)BLOCK, all = rows * seats;
        sr_deal(bits, pack, table->cards, NULL, seats, seats * SR_HAND, rows, hands);
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
