/* Equity: what is refused, and every deal one by one where they are few. */
#include "targets.h"

#include <string.h>

enum { MOST_DEALS = 3000 };

typedef struct {
    const sr_table *table;
    const sr_player *player;
    size_t players;
    uint64_t counts[SR_SEATS * SR_SEATS], deals;
    uint16_t strength[SR_SEATS];
} play;

static uint64_t ways(unsigned n, unsigned k)
{
    uint64_t found = 1;
    for (unsigned i = 0; i < k; i++)
        found = found * (n - i) / (i + 1);
    return k > n ? 0 : found;
}

static void deal(play *p, size_t who, uint8_t *hand, unsigned has, unsigned from, uint64_t gone)
{
    if (who == p->players) {
        const uint32_t won = winners_of(p->table, p->strength, p->players, 0xFFFF >> (16 - p->players));
        unsigned many = 0;
        for (size_t i = 0; i < p->players; i++)
            many += won >> i & 1;
        for (size_t i = 0; i < p->players; i++)
            p->counts[i * SR_SEATS + many - 1] += won >> i & 1;
        p->deals++;
        return;
    }
    if (has == SR_HAND) {
        uint8_t next[SR_HAND] = {0};
        p->strength[who] = sr_evaluate(p->table, hand);
        if (who + 1 < p->players)
            memcpy(next, p->player[who + 1].cards, SR_HAND);
        deal(p, who + 1, next, who + 1 < p->players ? p->player[who + 1].n : 0, 0, gone);
        return;
    }
    for (unsigned i = from; i < p->table->cards; i++) {
        const unsigned card = p->table->first + i;
        if (gone >> card & 1)
            continue;
        hand[has] = (uint8_t)card;
        deal(p, who, hand, has + 1, i + 1, gone | (uint64_t)1 << card);
    }
}

typedef struct {
    unsigned calls, stop_at;
    uint64_t done;
} watch;

static int told(void *context, uint64_t done, uint64_t total)
{
    watch *w = context;
    EXPECT(done > w->done && done <= total);
    w->done = done;
    return ++w->calls == w->stop_at;
}

static uint64_t next_word(void *state)
{
    return roll_word(state);
}

/* Pots of so many deals, each shared by all its winners; 720720 is the least number that 1 to 16 divide. */
static void expect_pots(const uint64_t *counts, size_t players, uint64_t deals)
{
    uint64_t pots = 0;
    for (size_t i = 0; i < players * SR_SEATS; i++)
        pots += counts[i] * (720720 / (i % SR_SEATS + 1));
    EXPECT(pots == deals * 720720);
}

void fuzz_odds(input *in)
{
    const sr_table *table = any_table(in);
    const size_t players = in_below(in, 8) ? 1 + in_below(in, 4) : in_below(in, 19);
    sr_player *player = exactly(players * sizeof *player, 0);
    uint64_t dead = in_below(in, 2) ? in_number(in, 8) : 0, held = 0, total = 1;
    dice d = in_dice(in);
    uint8_t cards[SR_PACK];
    roll_cards(&d, table, table->cards, cards);
    if (in_below(in, 4))
        dead &= roll_word(&d) & roll_word(&d);
    int fair = players > 0 && players <= SR_SEATS;
    unsigned needed = 0, left = 0;
    for (size_t i = 0, next = 0; i < players; i++) {
        const unsigned n = in_below(in, 16);
        player[i].n = (uint8_t)(n < 6 ? n : n == 15 ? 6 + in_below(in, 250) : 5 - n % 2);
        for (unsigned j = 0; j < SR_HAND; j++) {
            uint8_t card = next < table->cards ? cards[next] : 0;
            next += j < player[i].n;
            if (in->left && in_below(in, 64) == 0)
                card = in_byte(in);
            else if (j < player[i].n && card < 64)
                dead &= ~((uint64_t)(in_below(in, 128) != 0) << card);
            player[i].cards[j] = card;
        }
    }
    for (size_t i = 0; fair && i < players; i++) {
        fair = player[i].n <= SR_HAND;
        for (unsigned j = 0; fair && j < player[i].n; j++) {
            const unsigned card = player[i].cards[j];
            fair = card >= table->first && card < (unsigned)table->first + table->cards && !((held | dead) >> card & 1);
            held |= fair ? (uint64_t)1 << card : 0;
        }
        needed += fair ? (unsigned)SR_HAND - player[i].n : 0;
    }
    for (unsigned card = table->first; card < (unsigned)table->first + table->cards; card++)
        left += !((held | dead) >> card & 1);
    fair = fair && needed <= left;

    uint64_t *counts = exactly(players * SR_SEATS * sizeof *counts, 0), deals = 99;
    memset(counts, 0, players * SR_SEATS * sizeof *counts);
    sr_bitgen bits = {&d, next_word, NULL, NULL, NULL};
    const uint64_t samples = in_below(in, 300);
    const int sampled = sr_equity_sampled(table, player, players, dead, &bits, samples, counts, &deals, NULL, NULL);
    EXPECT(fair ? sampled == SR_OK && deals == samples : sampled < 0 && deals == 99);
    expect_pots(counts, players, fair ? samples : 0);

    const size_t size = sr_equity_sizeof(table, player, players, dead);
    EXPECT(fair || !size);
    if (!fair) {
        EXPECT(sr_equity(table, player, players, dead, exactly(0, 0), 0, counts, &deals, NULL, NULL) == sampled);
        EXPECT(deals == 99);
        return;
    }
    for (size_t i = 0; i < players && total <= MOST_DEALS; i++) {
        total *= ways(left, (unsigned)SR_HAND - player[i].n);
        left -= (unsigned)SR_HAND - player[i].n;
    }
    if (total > MOST_DEALS)
        return;
    void *work = exactly(size, 0);
    watch w = {0, in_below(in, 3), 0};
    play p = {table, player, players, {0}, 0, {0}};
    uint8_t hand[SR_HAND];
    const int code = sr_equity(table, player, players, dead, work, size, counts, &deals, told, &w);
    EXPECT(code == (w.stop_at == 1 ? SR_STOPPED : SR_OK));
    memcpy(hand, player[0].cards, SR_HAND);
    deal(&p, 0, hand, player[0].n, 0, held | dead);
    EXPECT(p.deals == total && deals == total && w.done == total);
    EXPECT(!memcmp(counts, p.counts, players * SR_SEATS * sizeof *counts));
    EXPECT(sr_equity(table, player, players, dead, work, size - 1, counts, &deals, NULL, NULL) == SR_TOO_SMALL);
}
