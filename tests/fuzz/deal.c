/* Dealing by generators that give whatever the fuzzer likes, and every hand in order. */
#include "targets.h"

#include <string.h>

/* Words of the input first; random ones behind them, since a source that only gives what is refused never ends. */
typedef struct {
    input words;
    dice behind;
} source;

static uint64_t next_word(void *state)
{
    source *s = state;
    return s->words.left ? in_number(&s->words, 8) : roll_word(&s->behind);
}

static uint32_t no_word(void *state)
{
    (void)state;
    broken("only draws of 64 bits are taken", __FILE__, __LINE__);
}

static double no_double(void *state)
{
    (void)state;
    broken("only draws of 64 bits are taken", __FILE__, __LINE__);
}

static sr_bitgen bits_of(source *s)
{
    const sr_bitgen bits = {s, next_word, no_word, no_double, next_word};
    return bits;
}

/* Five cards as the stream is promised: long multiplication by 32 bits at a time. */
static void deal_five(source *s, uint8_t *rest, unsigned left, uint8_t *hand)
{
    uint64_t product = 1, draw;
    unsigned place[SR_HAND];
    for (unsigned i = 0; i < SR_HAND; i++)
        product *= left - i;
    /* 2^64 modulo the product */
    const uint64_t least = (UINT64_MAX % product + 1) % product;
    do {
        draw = next_word(s);
        for (unsigned i = 0; i < SR_HAND; i++) {
            const uint64_t low = (draw & 0xFFFFFFFF) * (left - i), high = (draw >> 32) * (left - i) + (low >> 32);
            place[i] = (unsigned)(high >> 32);
            draw = high << 32 | (low & 0xFFFFFFFF);
        }
    } while (draw < least);
    for (unsigned i = 0; i < SR_HAND; i++) {
        hand[i] = rest[place[i]];
        rest[place[i]] = rest[left - i - 1];
    }
}

/* A number of hands: some that are possible, any, and the least whose cards are few again modulo the width of size_t. */
static size_t any_number(input *in, size_t most)
{
    const unsigned kind = in_below(in, 16);
    if (kind > 1)
        return in_below(in, (uint32_t)most + 1);
    return kind ? (size_t)in_number(in, 8) : (SIZE_MAX / SR_HAND + 1) * (1 + in_below(in, SR_HAND)) + in_below(in, 3);
}

void fuzz_deal(input *in)
{
    const size_t cards = in_below(in, 8) ? 5 + in_below(in, 50) : in_below(in, 60);
    const size_t most = cards / SR_HAND;
    const size_t hands = any_number(in, most);
    const size_t n = in_below(in, 40), gap = in_below(in, 4), seats = most + 1;
    const size_t row = SR_HAND * seats + gap;
    dice d = in_dice(in);
    uint8_t *pack = exactly(cards, 0), *seat = exactly(most, 0), *out = exactly(n * row, 3);
    for (size_t i = 0; i < cards; i++)
        pack[i] = (uint8_t)(in_below(in, 8) ? i : in_byte(in));
    for (size_t i = 0; i < most; i++)
        seat[i] = (uint8_t)((i * (1 + roll(&d, 2)) + roll(&d, 2)) % seats); /* now and then one seat twice */
    source s = {*in, d}, again = s;
    sr_bitgen bits = bits_of(&s);
    memset(out, 0xEE, n * row);
    const int fair = cards <= SR_PACK && hands <= most;
    EXPECT(sr_deal(&bits, pack, cards, seat, hands, row, n, out) == (fair ? n : 0));
    uint8_t *wanted = exactly(n * row, 0);
    memset(wanted, 0xEE, n * row);
    for (size_t i = 0; fair && i < n; i++) {
        uint8_t rest[SR_PACK];
        memcpy(rest, pack, cards);
        for (size_t k = 0; k < hands; k++)
            deal_five(&again, rest, (unsigned)(cards - SR_HAND * k), wanted + i * row + SR_HAND * (size_t)seat[k]);
    }
    EXPECT(!memcmp(out, wanted, n * row));
    EXPECT(s.words.left == again.words.left && s.behind.state == again.behind.state);
}

void fuzz_simulate(input *in)
{
    const sr_table *table = any_table(in);
    const size_t most = table->cards / SR_HAND;
    const size_t seats = any_number(in, most);
    const size_t n = in_below(in, 300);
    const int fair = seats >= 2 && seats <= most;
    const size_t counted = fair ? seats : 1;
    uint64_t *pots = exactly(counted * counted * sizeof *pots, 0), *of_sharers = exactly(counted * counted * sizeof *pots, 0);
    uint64_t *categories = exactly(counted * SR_CATEGORIES * sizeof *categories, 0);
    uint64_t *made = exactly(counted * SR_CATEGORIES * sizeof *made, 0);
    dice d = in_dice(in);
    for (size_t i = 0; i < counted * counted; i++)
        pots[i] = of_sharers[i] = i;
    for (size_t i = 0; i < counted * SR_CATEGORIES; i++)
        categories[i] = made[i] = i;
    const unsigned which = in_below(in, 3);
    if (!sr_kernel_at(which) || !sr_use_kernel(sr_kernel_at(which)))
        EXPECT(sr_use_kernel(sr_kernel_at(0)));
    source s = {*in, d}, again = s;
    sr_bitgen bits = bits_of(&s);
    EXPECT(sr_simulate(table, &bits, seats, n, pots, categories) == (fair ? n : 0));
    for (size_t i = 0; fair && i < n; i++) {
        uint8_t rest[SR_PACK], hand[SR_HAND];
        uint16_t strength[SR_SEATS];
        size_t sharers = 0;
        for (unsigned c = 0; c < table->cards; c++)
            rest[c] = (uint8_t)(table->first + c);
        for (size_t k = 0; k < seats; k++) {
            deal_five(&again, rest, (unsigned)(table->cards - SR_HAND * k), hand);
            strength[k] = sr_evaluate(table, hand);
            EXPECT(is_hand(table, hand) && strength[k]);
            made[k * SR_CATEGORIES + (size_t)sr_category(table, strength[k])]++;
        }
        const uint32_t won = winners_of(table, strength, seats, 0xFFFF);
        for (size_t k = 0; k < seats; k++)
            sharers += won >> k & 1;
        for (size_t k = 0; k < seats; k++)
            of_sharers[(sharers - 1) * seats + k] += won >> k & 1;
    }
    EXPECT(!memcmp(pots, of_sharers, counted * counted * sizeof *pots));
    EXPECT(!memcmp(categories, made, counted * SR_CATEGORIES * sizeof *made));
}

void fuzz_all_hands(input *in)
{
    const unsigned cards = in_below(in, 8) ? in_below(in, 56) : (unsigned)in_number(in, 4);
    const unsigned first = in_below(in, 4) ? 52 - (cards < 52 ? cards : 52) : (unsigned)in_number(in, 4);
    const size_t n = in_below(in, 400);
    uint64_t all = cards <= SR_PACK && cards >= SR_HAND && first <= SR_PACK - cards ? 1 : 0;
    for (unsigned i = 0; all && i < SR_HAND; i++)
        all = all * (cards - i) / (i + 1);
    uint64_t start = in_number(in, in_below(in, 4) ? 3 : 8);
    if (all && in_below(in, 4))
        start %= all + 1;
    uint8_t *out = exactly(SR_HAND * n, in_below(in, 8));
    const size_t some = start >= all ? 0 : n < all - start ? n : (size_t)(all - start);
    EXPECT(sr_all_hands(first, cards, start, n, out) == some);
    uint8_t before[SR_HAND] = {0};
    for (size_t i = 0; i < some; i++) {
        uint8_t place[SR_HAND];
        uint64_t number = 0;
        for (unsigned j = 0; j < SR_HAND; j++) {
            place[j] = (uint8_t)(out[SR_HAND * i + j] - (uint8_t)first);
            EXPECT(place[j] < cards && (!j || place[j] > place[j - 1]));
            /* How many hands have the same cards before this one and a lower one here. */
            for (unsigned lower = j ? place[j - 1] + 1u : 0; lower < place[j]; lower++) {
                uint64_t rest = 1;
                for (unsigned k = 0; k < SR_HAND - 1 - j; k++)
                    rest = rest * (cards - 1 - lower - k) / (k + 1);
                number += rest;
            }
        }
        EXPECT(number == start + i);
        EXPECT(!i || memcmp(before, place, sizeof place) < 0);
        memcpy(before, place, sizeof place);
    }
}
