/* What each player's part of the pot is: every deal of the cards to come, or some of them at random. */
#include "choose.h"
#include "deal.h"
#include "held.h"
#include "memory.h"

#include <string.h>

enum {
    SLICE = 1 << 21,   /* deals from one call of the progress function to the next: some milliseconds */
    SAMPLES = 1 << 16, /* the same of samples */
    BLOCK = 128,
    MOST_DRAWING = SR_PACK / SR_HAND + 1
};

typedef struct {
    uint8_t stub[SR_PACK];
    unsigned cards, needed; /* of the stub; that are drawn from it */
    /* The players by how many cards they have, the fewest last: the last one's hands are counted fastest, so it is
       the one who draws most. */
    size_t order[SR_SEATS];
    uint64_t each; /* deals of a prefix: what the last player can draw */
    uint64_t prefixes;
    size_t made[SR_SEATS]; /* in work space: strengths of the player in that place */
    size_t size;           /* of the work space */
} plan;

/* Who holds what, and what is left; the cards of a player are in the pack, and in nobody else's hand. */
static int deal_out(plan *p, const sr_table *table, const sr_player *player, size_t players, uint64_t dead)
{
    uint64_t held = 0;
    if (players == 0)
        return SR_NOBODY;
    if (players > SR_SEATS)
        return SR_TOO_MANY_HANDS;
    p->cards = p->needed = 0;
    for (size_t i = 0; i < players; i++) {
        uint64_t own;
        if (player[i].n > SR_HAND)
            return SR_NOT_A_HAND;
        const int error = sr_set_of(table, player[i].cards, player[i].n, &own);
        if (error)
            return error;
        if (own & (held | dead))
            return SR_IN_TWO_HANDS;
        held |= own;
        p->needed += (unsigned)SR_HAND - player[i].n;
    }
    for (unsigned i = 0; i < table->cards; i++)
        if (!((held | dead) >> (table->first + i) & 1))
            p->stub[p->cards++] = (uint8_t)(table->first + i);
    return p->needed > p->cards ? SR_TOO_FEW_CARDS : SR_OK;
}

static int count_ways(plan *p, const sr_player *player, size_t players)
{
    size_t place = 0, unknown = 0;
    unsigned left = p->cards;
    for (unsigned has = SR_HAND + 1; has-- > 0;)
        for (size_t i = 0; i < players; i++)
            if (player[i].n == has)
                p->order[place++] = i;
    p->size = 0;
    p->prefixes = p->each = 1;
    for (place = 0; place < players; place++) {
        const unsigned draws = (unsigned)SR_HAND - player[p->order[place]].n;
        const uint64_t sets = sr_choose(p->cards, draws);
        if (p->each > UINT64_MAX / p->prefixes)
            return SR_TOO_MANY_DEALS;
        p->prefixes *= p->each;
        p->each = sr_choose(left, draws);
        left -= draws;
        /* What unknown hands can become is the same for all of them. */
        if (draws == SR_HAND && unknown) {
            p->made[place] = p->made[unknown - 1];
            continue;
        }
        unknown = draws == SR_HAND ? place + 1 : 0;
        p->made[place] = p->size;
        p->size += (size_t)(sets * sizeof(uint16_t) + SR_ALIGNMENT - 1) / SR_ALIGNMENT * SR_ALIGNMENT;
    }
    return p->each > UINT64_MAX / p->prefixes ? SR_TOO_MANY_DEALS : SR_OK;
}

size_t sr_equity_sizeof(const sr_table *table, const sr_player *player, size_t players, uint64_t dead)
{
    plan p;
    if (deal_out(&p, table, player, players, dead) != SR_OK || count_ways(&p, player, players) != SR_OK)
        return 0;
    return p.size;
}

int sr_equity(const sr_table *table, const sr_player *player, size_t players, uint64_t dead, void *work, size_t size,
              uint64_t *counts, uint64_t *deals, sr_progress *progress, void *context)
{
    plan p;
    int error = deal_out(&p, table, player, players, dead);
    if (error == SR_OK)
        error = count_ways(&p, player, players);
    if (error == SR_OK)
        error = sr_refused_memory(work, size, p.size);
    if (error)
        return error;

    sr_deals all;
    memset(&all, 0, sizeof all);
    all.players = (uint32_t)players;
    all.stub = p.cards;
    for (size_t place = 0; place < players; place++) {
        const sr_player *const one = &player[p.order[place]];
        uint16_t *const made = (uint16_t *)(void *)((uint8_t *)work + p.made[place]);
        all.draws[place] = (uint8_t)(SR_HAND - one->n);
        all.made[place] = made;
        if (place == 0 || p.made[place] != p.made[place - 1])
            sr_made(table, one->cards, one->n, p.stub, p.cards, made);
    }
    uint64_t found[SR_SEATS * SR_SEATS] = {0}, done = 0;
    const uint64_t step = p.each < SLICE ? SLICE / p.each : 1;
    while (done < p.prefixes && error == SR_OK) {
        done += sr_count_deals(table, &all, done, step, found);
        if (progress && progress(context, done * p.each, p.prefixes * p.each))
            error = SR_STOPPED;
    }
    for (size_t place = 0; place < players; place++)
        memcpy(counts + p.order[place] * SR_SEATS, found + place * SR_SEATS, SR_SEATS * sizeof *counts);
    *deals = done * p.each;
    return error;
}

/* n hands of each player, at most BLOCK: what he has, and further cards off the stub. */
static void draw(const plan *p, const sr_player *player, size_t players, sr_bitgen *bits, size_t n, uint8_t *hands)
{
    for (size_t deal = 0; deal < n; deal++) {
        uint8_t stub[SR_PACK], drawn[SR_PACK + SR_HAND];
        memcpy(stub, p->stub, sizeof stub);
        for (unsigned done = 0; done < p->needed; done += SR_HAND) {
            const unsigned more = p->needed - done < SR_HAND ? p->needed - done : (unsigned)SR_HAND;
            sr_deal_cards(bits, stub, p->cards - done, more, drawn + done);
        }
        const uint8_t *next = drawn;
        for (size_t i = 0; i < players; i++, hands += SR_HAND) {
            const size_t has = player[i].n;
            memcpy(hands, player[i].cards, has);
            memcpy(hands + has, next, SR_HAND - has);
            next += SR_HAND - has;
        }
    }
}

int sr_equity_sampled(const sr_table *table, const sr_player *player, size_t players, uint64_t dead, sr_bitgen *bits,
                      uint64_t samples, uint64_t *counts, uint64_t *deals, sr_progress *progress, void *context)
{
    uint8_t hands[BLOCK * MOST_DRAWING * SR_HAND], winners[BLOCK * MOST_DRAWING];
    uint16_t strength[BLOCK * MOST_DRAWING];
    plan p;
    int error = deal_out(&p, table, player, players, dead);
    if (error)
        return error;
    memset(counts, 0, players * SR_SEATS * sizeof *counts);
    *deals = 0;
    while (*deals < samples && error == SR_OK) {
        const size_t n = samples - *deals < BLOCK ? (size_t)(samples - *deals) : (size_t)BLOCK;
        draw(&p, player, players, bits, n, hands);
        memset(winners, 1, sizeof winners);
        if (sr_evaluate_rows(table, hands, n * players, strength) != n * players ||
            (players > 1 && sr_showdown_batch(table, strength, players, NULL, n, winners) != n))
            return SR_NOT_A_HAND; /* which no table allows */
        for (size_t deal = 0; deal < n; deal++) {
            const uint8_t *const won = winners + deal * players;
            size_t many = 0;
            for (size_t i = 0; i < players; i++)
                many += won[i];
            for (size_t i = 0; i < players; i++)
                counts[i * SR_SEATS + many - 1] += won[i];
        }
        *deals += n;
        if (progress && (*deals % SAMPLES == 0 || *deals == samples) && progress(context, *deals, samples))
            error = SR_STOPPED;
    }
    return error;
}
