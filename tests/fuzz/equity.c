/* Hands that can be made, and deals: numbers that add up, and each deal played where they are few. */
#include "targets.h"

#include <string.h>

static uint64_t ways(unsigned n, unsigned k)
{
    uint64_t found = 1;
    for (unsigned i = 0; i < k; i++)
        found = found * (n - i) / (i + 1);
    return k > n ? 0 : found;
}

static uint64_t number_of(const uint8_t *places, unsigned k)
{
    uint64_t number = 0;
    for (unsigned i = 0; i < k; i++)
        number += ways(places[i], i + 1);
    return number;
}

/* The set of k places with that number. */
static void set_of(uint64_t number, uint8_t *places, unsigned k)
{
    for (unsigned i = k; i > 0; i--) {
        uint8_t place = (uint8_t)(i - 1);
        while (ways(place + 1u, i) <= number)
            place++;
        number -= ways(place, i);
        places[i - 1] = place;
    }
}

/* The next ascending set of k places below n, in any order of the sets; 0 after the last. */
static int next(uint8_t *places, unsigned k, unsigned n)
{
    for (unsigned i = k; i-- > 0;)
        if (places[i] + k - i < n) {
            places[i]++;
            for (unsigned j = i + 1; j < k; j++)
                places[j] = (uint8_t)(places[j - 1] + 1);
            return 1;
        }
    return 0;
}

static void fuzz_made(input *in, const sr_table *table, dice *d)
{
    const size_t n_kept = in_below(in, 7);
    const unsigned cards = in_below(in, 60), drawn = n_kept < SR_HAND ? (unsigned)(SR_HAND - n_kept) : 0;
    const unsigned cut = cards > 20 && n_kept < 3 ? 20 : cards; /* else they are too many to try */
    uint8_t *kept = exactly(n_kept, 0), *stub = exactly(cut, 0), pack[64];
    roll_cards(d, table, table->cards, pack);
    memset(pack + table->cards, 255, sizeof pack - table->cards);
    memcpy(kept, pack, n_kept);
    for (unsigned i = 0; i < cut; i++)
        stub[i] = pack[(n_kept + i) % sizeof pack];
    if (cut && in_below(in, 4) == 0)
        stub[in_below(in, cut)] = in_byte(in);
    if (n_kept && in_below(in, 8) == 0)
        kept[in_below(in, (uint32_t)n_kept)] = in_byte(in);
    const uint64_t n = n_kept <= SR_HAND && cut <= SR_PACK ? ways(cut, drawn) : 0;
    uint16_t *out = exactly(2 * n, 0);
    const uint64_t found = sr_made(table, kept, n_kept, stub, cut, out);
    uint64_t good = n;
    uint8_t at[SR_HAND] = {0, 1, 2, 3, 4};
    for (int more = n > 0; more; more = next(at, drawn, cut)) {
        uint8_t hand[SR_HAND];
        memcpy(hand, kept, n_kept);
        for (unsigned i = 0; i < drawn; i++)
            hand[n_kept + i] = stub[at[i]];
        const uint16_t strength = sr_evaluate(table, hand);
        if (!strength)
            good = 0;
        EXPECT(!found || out[number_of(at, drawn)] == strength);
    }
    EXPECT(found == good);
}

/* Every deal one by one, for the prefixes start .. start + n - 1. */
typedef struct {
    const sr_table *table;
    const sr_deals *deals;
    uint64_t from, to, prefix, counts[SR_SEATS * SR_SEATS];
    uint16_t strength[SR_SEATS];
} play;

static void deal(play *p, unsigned player, const uint8_t *left, unsigned cards)
{
    const unsigned players = p->deals->players, k = p->deals->draws[player], last = player + 1 == players;
    const uint64_t sets = ways(cards, k);
    for (uint64_t number = 0; number < sets; number++) {
        /* Prefixes are numbered in the order of the sets' numbers, the first player's first. */
        uint8_t at[SR_HAND], card[SR_HAND], rest[SR_PACK];
        set_of(number, at, k);
        unsigned drawn = 0, n = 0;
        for (unsigned i = 0; i < cards; i++)
            if (drawn < k && at[drawn] == i)
                card[drawn++] = left[i];
            else
                rest[n++] = left[i];
        p->strength[player] = p->deals->made[player][number_of(card, k)];
        if (!last) {
            if (player + 2 == players && p->prefix >= p->to)
                return;
            deal(p, player + 1, rest, n);
            if (player + 2 == players)
                p->prefix++;
        } else if (p->prefix >= p->from && p->prefix < p->to) {
            const uint32_t won = winners_of(p->table, p->strength, players, 0xFFFF >> (16 - players));
            unsigned many = 0;
            for (unsigned i = 0; i < players; i++)
                many += won >> i & 1;
            for (unsigned i = 0; i < players; i++)
                if (won >> i & 1)
                    p->counts[i * SR_SEATS + many - 1]++;
        }
    }
}

static void fuzz_deals(input *in, const sr_table *table, dice *d)
{
    sr_deals deals = {in_below(in, 8) ? 1 + in_below(in, 5) : in_below(in, 19), in_below(in, 8) ? 2 + in_below(in, 13) : in_below(in, 60), {0}, {NULL}};
    uint64_t most = 4000, prefixes = 1, outcomes = 1;
    unsigned left = deals.stub;
    int fair = deals.players >= 1 && deals.players <= SR_SEATS && deals.stub <= SR_PACK;
    uint16_t *made[SR_HAND + 2] = {NULL};
    for (unsigned i = 0; i < 16; i++) {
        unsigned k = in_below(in, 16);
        k = k < 6 ? k : k == 15 ? 6 : k % 3;
        if (i < deals.players && fair) {
            if (k <= SR_HAND && k <= left && ways(left, k) > most)
                k = left ? 1 : 0; /* too many deals to play */
            if (k <= SR_HAND && k <= left && ways(left, k) > most)
                k = 0;
            if (k > SR_HAND || k > left) {
                fair = 0;
            } else {
                most /= ways(left, k);
                outcomes *= ways(left, k);
                prefixes *= i + 1 < deals.players ? ways(left, k) : 1;
                left -= k;
            }
        }
        deals.draws[i] = (uint8_t)k;
        /* Any strengths will do: nothing is evaluated. Players who draw as many share a table now and then. */
        if (i < deals.players && k <= SR_HAND && fair && (!made[k] || in_below(in, 2))) {
            const size_t n = (size_t)ways(deals.stub, k);
            made[k] = exactly(2 * n, 2 * (size_t)in_below(in, 4));
            for (size_t s = 0; s < n; s++)
                made[k][s] = roll_strength(d, table);
        }
        deals.made[i] = k <= SR_HAND ? made[k] : NULL;
    }
    const uint64_t start = in_below(in, 4) ? in_below(in, 60000) % (prefixes + 1) : in_number(in, 8);
    const uint64_t n = in_below(in, 4) ? in_below(in, 60000) % (prefixes + 2) : in_number(in, 8);
    uint64_t *counts = exactly(deals.players * SR_SEATS * sizeof *counts, 0);
    for (unsigned i = 0; i < deals.players * SR_SEATS; i++)
        counts[i] = i;
    const uint64_t some = !fair || start >= prefixes ? 0 : n < prefixes - start ? n : prefixes - start;
    EXPECT(sr_count_deals(table, &deals, start, n, counts) == some);
    for (unsigned i = 0; i < deals.players * SR_SEATS; i++)
        counts[i] -= i; /* added to */
    play p = {table, &deals, start, start + some, 0, {0}, {0}};
    uint8_t stub[SR_PACK];
    for (unsigned i = 0; i < SR_PACK; i++)
        stub[i] = (uint8_t)i;
    if (some)
        deal(&p, 0, stub, deals.stub);
    EXPECT(fair ? !memcmp(counts, p.counts, deals.players * SR_SEATS * sizeof *counts) : 1);
    for (unsigned i = 0; !some && i < deals.players * SR_SEATS; i++)
        EXPECT(!counts[i]);
    uint64_t pots = 0;
    for (unsigned i = 0; i < deals.players; i++)
        for (unsigned k = 0; k < SR_SEATS; k++)
            pots += counts[i * SR_SEATS + k] * (720720 / (k + 1)); /* the least number that 1 to 16 divide */
    EXPECT(pots == (fair ? some * (outcomes / prefixes) : 0) * 720720);
}

void fuzz_equity(input *in)
{
    const sr_table *table = any_table(in);
    dice d = in_dice(in);
    if (in_below(in, 3) == 0)
        fuzz_made(in, table, &d);
    else
        fuzz_deals(in, table, &d);
}
