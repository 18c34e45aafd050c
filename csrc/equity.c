/* The outcome of every deal.

   Nothing is evaluated here: what a player makes of each set of cards that he may draw is in a table. Sets of k cards
   lie there in colexicographic order, in which the set {a < b < c < ...} has the number C(a,1) + C(b,2) + C(c,3) + ...;
   so sets that differ in their lowest card lie together.

   All players but the last are dealt to one after another, each from what the others left: a prefix. The last one's
   hands are then counted as above, equal to or below the best of the prefix; an upset needs a hand of either of its
   ranges, which are few, and only those are settled one by one. */
#include "range.h"

#include <string.h>

enum { SETS = 1024 /* strengths of the last player that are counted at once; the counters have 16 bits */ };

/* C(n, k) for k <= 5 and n <= 54, by [k][n]; made where it is needed: it is small. */
typedef struct {
    uint32_t of[SR_HAND + 1][SR_PACK + 1];
} binomials;

typedef struct {
    uint8_t card[SR_PACK]; /* what the players before left, as numbers of cards of the stub, ascending */
    unsigned cards;
    uint8_t at[SR_HAND]; /* the set that is drawn, as places among them, ascending */
} seat;

typedef struct {
    const sr_table *table;
    const sr_deals *deals;
    uint64_t *counts;
    binomials choose;
    seat seats[SR_SEATS];
    uint16_t strength[SR_SEATS];
    /* Of the prefix: its best hand, and the strengths of the last player that may be in an upset: `odd` of them
       from `first_odd` on. */
    uint16_t best, first_odd, odd;
    uint64_t above, equal, below;
    unsigned n;
    uint16_t made[SETS];
} run;

static void make_binomials(binomials *choose)
{
    memset(choose, 0, sizeof *choose);
    for (unsigned n = 0; n <= SR_PACK; n++)
        choose->of[0][n] = 1;
    for (unsigned k = 1; k <= SR_HAND; k++)
        for (unsigned n = 1; n <= SR_PACK; n++)
            choose->of[k][n] = choose->of[k][n - 1] + choose->of[k - 1][n - 1];
}

/* The first set of k places. */
static void first_set(uint8_t *at, unsigned k)
{
    for (unsigned i = 0; i < k; i++)
        at[i] = (uint8_t)i;
}

/* The next set of k of n places; 0 after the last. */
static int next_set(uint8_t *at, unsigned k, unsigned n)
{
    unsigned i = 0;
    while (i < k && at[i] + 1u == (i + 1 < k ? at[i + 1] : n))
        i++;
    if (i == k)
        return 0;
    at[i]++;
    first_set(at, i);
    return 1;
}

/* Set number `number` of k places, one of those that there are. */
static void set_at(const binomials *choose, uint64_t number, uint8_t *at, unsigned k)
{
    for (unsigned i = k; i > 0; i--) {
        unsigned place = i - 1;
        while (choose->of[i][place + 1] <= number)
            place++;
        at[i - 1] = (uint8_t)place;
        number -= choose->of[i][place];
    }
}

static uint16_t made_of(const run *r, unsigned player)
{
    const seat *s = &r->seats[player];
    uint32_t number = 0;
    for (unsigned i = 0; i < r->deals->draws[player]; i++)
        number += r->choose.of[i + 1][s->card[s->at[i]]];
    return r->deals->made[player][number];
}

/* The player's hand, and what it leaves to the next. */
static void deal_to(run *r, unsigned player)
{
    const seat *s = &r->seats[player];
    seat *next = &r->seats[player + 1];
    const unsigned k = r->deals->draws[player];
    r->strength[player] = made_of(r, player);
    unsigned drawn = 0, left = 0;
    for (unsigned i = 0; i < s->cards; i++)
        if (drawn < k && s->at[drawn] == i)
            drawn++;
        else
            next->card[left++] = s->card[i];
    next->cards = left;
}

/* `deals` deals in which the winners are these. */
static void credit(run *r, uint32_t winners, uint64_t deals)
{
    unsigned many = 0;
    for (uint32_t w = winners; w; w &= w - 1)
        many++;
    for (unsigned player = 0; player < r->deals->players; player++)
        if (winners >> player & 1)
            r->counts[player * SR_SEATS + many - 1] += deals;
}

static uint32_t everybody(const run *r)
{
    return (uint32_t)(((uint64_t)1 << r->deals->players) - 1);
}

static void settle(run *r)
{
    uint16_t above = 0, equal = 0, odd = 0;
    for (unsigned i = 0; i < r->n; i++) {
        const uint16_t s = r->made[i];
        above = (uint16_t)(above + (s > r->best));
        equal = (uint16_t)(equal + (s == r->best));
        odd = (uint16_t)(odd + ((uint16_t)(s - r->first_odd) < r->odd));
    }
    r->above += above;
    r->equal += equal;
    r->below += r->n - above - equal;
    if (odd)
        for (unsigned i = 0; i < r->n; i++) {
            const uint16_t s = r->made[i];
            if ((uint16_t)(s - r->first_odd) >= r->odd)
                continue;
            *(s > r->best ? &r->above : s == r->best ? &r->equal : &r->below) -= 1;
            r->strength[r->deals->players - 1] = s;
            credit(r, sr_showdown_strengths(r->table, r->strength, r->deals->players, everybody(r)), 1);
        }
    r->n = 0;
}

/* Every hand of the last player that has these cards: places below `end`, k of them, `number` so far. */
static void last_hands(run *r, unsigned k, unsigned end, uint32_t number)
{
    const seat *s = &r->seats[r->deals->players - 1];
    const uint16_t *made = r->deals->made[r->deals->players - 1] + number;
    if (k > 1) {
        for (unsigned i = k - 1; i < end; i++)
            last_hands(r, k - 1, i, number + r->choose.of[k][s->card[i]]);
        return;
    }
    if (r->n > (unsigned)SETS - SR_PACK)
        settle(r);
    if (k == 0) {
        r->made[r->n++] = *made;
        return;
    }
    uint16_t *to = r->made + r->n;
    for (unsigned i = 0; i < end; i++)
        to[i] = made[s->card[i]];
    r->n += end;
}

/* All deals with the prefix as it is. */
static void play(run *r)
{
    const unsigned last = (unsigned)r->deals->players - 1;
    uint16_t best = 0, weak = 0;
    for (unsigned player = 0; player < last; player++) {
        const uint16_t s = r->strength[player];
        best = s > best ? s : best;
        weak = sr_within(r->table->upset_winner, s) && s > weak ? s : weak;
    }
    r->best = best;
    r->first_odd = 1;
    r->odd = 0;
    const int strong = sr_within(r->table->upset_loser, best);
    if (weak && strong) {
        /* What is below the stronger one of the upset's winners changes nothing. */
        r->first_odd = weak;
        r->odd = (uint16_t)(r->table->strengths - weak + 1);
    } else if (weak || strong) {
        const sr_range range = weak ? r->table->upset_loser : r->table->upset_winner;
        r->first_odd = range.low;
        r->odd = (uint16_t)(range.high - range.low + 1);
    }
    r->above = r->equal = r->below = 0;
    last_hands(r, r->deals->draws[last], r->seats[last].cards, 0);
    settle(r);

    /* Among themselves the others may be in an upset; above and equal are then 0. */
    const uint32_t others = sr_showdown_strengths(r->table, r->strength, last, everybody(r) >> 1);
    credit(r, (uint32_t)1 << last, r->above);
    credit(r, others | (uint32_t)1 << last, r->equal);
    credit(r, others, r->below);
}

uint64_t sr_made(const sr_table *table, const uint8_t *kept, size_t n_kept, const uint8_t *stub, size_t cards,
                 uint16_t *out)
{
    enum { ROWS = 256 };
    uint8_t hands[(int)ROWS * SR_HAND], at[SR_HAND];
    if (n_kept > SR_HAND || cards > SR_PACK || SR_HAND - n_kept > cards)
        return 0;
    const unsigned k = (unsigned)(SR_HAND - n_kept);
    uint64_t done = 0;
    first_set(at, k);
    for (int more = 1; more;) {
        size_t n = 0;
        for (; more && n < ROWS; n++) {
            uint8_t *hand = hands + SR_HAND * n;
            memcpy(hand, kept, n_kept);
            for (unsigned i = 0; i < k; i++)
                hand[n_kept + i] = stub[at[i]];
            more = next_set(at, k, (unsigned)cards);
        }
        if (sr_evaluate_rows(table, hands, n, out + done) != n)
            return 0;
        done += n;
    }
    return done;
}

uint64_t sr_count_deals(const sr_table *table, const sr_deals *deals, uint64_t start, uint64_t n, uint64_t *counts)
{
    run r;
    uint64_t prefixes = 1, size[SR_SEATS];
    unsigned left = deals->stub;
    const unsigned players = deals->players;
    if (players < 1 || players > SR_SEATS || left > SR_PACK)
        return 0;
    make_binomials(&r.choose);
    for (unsigned player = 0; player < players; player++) {
        const unsigned k = deals->draws[player];
        if (k > SR_HAND || k > left)
            return 0;
        size[player] = r.choose.of[k][left];
        if (player < players - 1 && prefixes > UINT64_MAX / size[player])
            return 0;
        prefixes *= player < players - 1 ? size[player] : 1;
        left -= k;
    }
    if (start >= prefixes)
        return 0;
    n = n < prefixes - start ? n : prefixes - start;

    r.table = table;
    r.deals = deals;
    r.counts = counts;
    r.n = 0;
    r.seats[0].cards = deals->stub;
    for (unsigned i = 0; i < deals->stub; i++)
        r.seats[0].card[i] = (uint8_t)i;
    uint64_t under = prefixes, before = start;
    for (unsigned player = 0; player + 1 < players; player++) {
        under /= size[player];
        set_at(&r.choose, before / under, r.seats[player].at, deals->draws[player]);
        before %= under;
        deal_to(&r, player);
    }
    for (uint64_t done = 0; done < n; done++) {
        play(&r);
        /* The next prefix: the last of its players that has another set takes it, those behind start again. */
        int player = (int)players - 2;
        while (player >= 0 && !next_set(r.seats[player].at, deals->draws[player], r.seats[player].cards))
            player--;
        if (player < 0)
            continue; /* that was the last one */
        for (unsigned p = (unsigned)player; p + 1 < players; p++) {
            if (p > (unsigned)player)
                first_set(r.seats[p].at, deals->draws[p]);
            deal_to(&r, p);
        }
    }
    return n;
}
