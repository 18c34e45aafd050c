/* Comparisons, categories and showdowns: of strengths one by one, many at once, and of hands. */
#include "targets.h"

#include <string.h>

enum { MOST = 1600 };

static uint16_t *roll_strengths(input *in, dice *d, const sr_table *table, size_t n)
{
    uint16_t *strength = exactly(2 * n, 2 * (size_t)in_below(in, 32));
    for (size_t i = 0; i < n; i++)
        strength[i] = roll_strength(d, table);
    for (unsigned patches = in_below(in, 4); n && patches; patches--) {
        const size_t place = in_below(in, MOST) % n;
        strength[place] = (uint16_t)in_number(in, 2);
    }
    return strength;
}

static int any_strength(const sr_table *table, uint16_t strength)
{
    return strength >= 1 && strength <= table->strengths;
}

void fuzz_strengths(input *in)
{
    const sr_table *table = any_table(in);
    const size_t n = in_below(in, MOST);
    dice d = in_dice(in);
    const uint16_t *a = roll_strengths(in, &d, table, n), *b = roll_strengths(in, &d, table, n);
    size_t good = n, good_a = n;
    for (size_t i = n; i-- > 0;) {
        good = any_strength(table, a[i]) && any_strength(table, b[i]) ? good : i;
        good_a = any_strength(table, a[i]) ? good_a : i;
        const int verdict = sr_compare_strengths(table, a[i], b[i]);
        EXPECT(verdict == -sr_compare_strengths(table, b[i], a[i]) && verdict >= -1 && verdict <= 1);
        EXPECT((verdict == 0) == (a[i] == b[i]));
        EXPECT((sr_category(table, a[i]) >= 0) == any_strength(table, a[i]));
        if (good == i || !any_strength(table, a[i]) || !any_strength(table, b[i]))
            continue;
        const uint16_t both[2] = {a[i], b[i]};
        EXPECT(sr_showdown_strengths(table, both, 2, 3) == (verdict > 0 ? 1 : verdict < 0 ? 2 : 3));
    }
    for (size_t k = 0; sr_kernel_at(k); k++) {
        EXPECT(sr_use_kernel(sr_kernel_at(k)));
        int8_t *verdict = exactly(n, in_below(in, 64));
        EXPECT(sr_compare_batch(table, a, b, n, verdict) == good);
        for (size_t i = 0; good == n && i < n; i++)
            EXPECT(verdict[i] == sr_compare_strengths(table, a[i], b[i]));
        uint8_t *category = exactly(n, in_below(in, 64));
        EXPECT(sr_category_batch(table, a, n, category) == good_a);
        for (size_t i = 0; good_a == n && i < n; i++)
            EXPECT(category[i] == sr_category(table, a[i]));
    }
}

/* What must hold of one pot whatever the rules. */
static uint32_t pot(const sr_table *table, const uint16_t *strength, size_t n, uint32_t contenders)
{
    const uint32_t asked = n < 32 ? contenders & (((uint32_t)1 << n) - 1) : contenders;
    const uint32_t won = sr_showdown_strengths(table, strength, n, contenders);
    EXPECT(won == winners_of(table, strength, n, contenders));
    EXPECT(!(won & ~asked));
    if (!won || n > SR_SEATS)
        return won;
    /* Who does not share is beaten by somebody who does; who shares alone or in a tie is beaten by nobody. */
    int circle = 0;
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++)
            circle |= won >> i & 1 && won >> j & 1 && strength[i] != strength[j];
    for (size_t i = 0; i < n; i++) {
        int beaten = 0;
        for (size_t j = 0; j < n; j++)
            beaten |= won >> j & 1 && sr_compare_strengths(table, strength[j], strength[i]) > 0;
        if (asked >> i & 1)
            EXPECT(circle ? beaten : beaten == !(won >> i & 1));
    }
    /* The order of the seats means nothing. */
    uint16_t turned[SR_SEATS];
    uint32_t turned_in = 0, turned_won = 0;
    for (size_t i = 0; i < n; i++) {
        turned[(i + 1) % n] = strength[i];
        turned_in |= (asked >> i & 1) << (i + 1) % n;
        turned_won |= (won >> i & 1) << (i + 1) % n;
    }
    EXPECT(sr_showdown_strengths(table, turned, n, turned_in) == turned_won);
    return won;
}

void fuzz_pots(input *in)
{
    const sr_table *table = any_table(in);
    const size_t seats = in_below(in, 19), n = in_below(in, 160), all = seats * n;
    const unsigned in_pot = in_below(in, 4);
    dice d = in_dice(in);
    const uint16_t *strength = roll_strengths(in, &d, table, all);
    uint8_t *contends = in_pot ? exactly(all, in_below(in, 64)) : NULL;
    for (size_t i = 0; contends && i < all; i++)
        contends[i] = (uint8_t)(roll(&d, 4) < in_pot ? 1 + roll(&d, 255) : 0);
    size_t good = seats >= 2 && seats <= SR_SEATS ? n : 0;
    for (size_t row = 0; row < n && row <= good && seats <= SR_SEATS; row++) {
        uint32_t asked = 0;
        for (size_t k = 0; k < seats; k++)
            asked |= (uint32_t)(!contends || contends[row * seats + k]) << k;
        if (!pot(table, strength + row * seats, seats, asked) && row < good)
            good = row;
    }
    for (size_t k = 0; sr_kernel_at(k); k++) {
        EXPECT(sr_use_kernel(sr_kernel_at(k)));
        uint8_t *winners = exactly(all, in_below(in, 64));
        EXPECT(sr_showdown_batch(table, strength, seats, contends, n, winners) == good);
        for (size_t row = 0; good == n && row < n; row++) {
            uint32_t asked = 0;
            for (size_t s = 0; s < seats; s++)
                asked |= (uint32_t)(!contends || contends[row * seats + s]) << s;
            const uint32_t won = sr_showdown_strengths(table, strength + row * seats, seats, asked);
            for (size_t s = 0; s < seats; s++)
                EXPECT(winners[row * seats + s] == (won >> s & 1));
        }
    }
}

void fuzz_showdown(input *in)
{
    const sr_table *table = any_table(in);
    const size_t n = in_below(in, 20), stride = in_below(in, 4) ? SR_HAND + in_below(in, 3) : in_below(in, 5);
    const uint32_t contenders = in_below(in, 3) ? 0xFFFFFFFF : (uint32_t)in_number(in, 4);
    uint64_t shared = in_below(in, 2) ? 0 : in_number(in, 8);
    dice d = in_dice(in);
    const size_t size = n ? (n - 1) * stride + SR_HAND : 0;
    uint8_t *hands = exactly(size, in_below(in, 8));
    /* Hands of one deal for as long as the pack lasts, then any. */
    uint8_t pack[SR_PACK];
    roll_cards(&d, table, table->cards, pack);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < SR_HAND; j++)
            hands[i * stride + j] = pack[(i * SR_HAND + j) % table->cards];
    if (in_below(in, 4) == 0)
        shared = ~(uint64_t)0;
    while (size && in->left >= 2) {
        const size_t place = in_byte(in) % size;
        const uint8_t byte = in_byte(in);
        hands[place] = byte < 200 ? (uint8_t)(table->first + byte % table->cards) : byte;
    }
    int fair = n <= SR_SEATS;
    uint16_t strength[20] = {0};
    for (size_t i = 0; i < n; i++) {
        if (!(contenders >> i & 1))
            continue;
        fair = fair && is_hand(table, hands + i * stride);
        strength[i] = sr_evaluate(table, hands + i * stride);
        for (size_t j = 0; fair && j < i; j++)
            for (int c = 0; c < SR_HAND * SR_HAND; c++) {
                const uint8_t mine = hands[i * stride + (size_t)c / SR_HAND], other = hands[j * stride + (size_t)c % SR_HAND];
                if (contenders >> j & 1 && mine == other && !(shared >> mine & 1))
                    fair = 0;
            }
    }
    const uint32_t won = sr_showdown(table, hands, stride, n, contenders, shared);
    EXPECT(won == (fair ? pot(table, strength, n, contenders) : 0));
}
