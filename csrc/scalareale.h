/* scalareale: strengths of five-card hands of Italian poker and its relatives.

   A card is a code 4 * (rank - 2) + suit with suits c, d, h, s = 0..3, so 2c is 0
   and As is 51; jokers are 52 and 53. A hand is five codes in any order. Its
   strength is a number from 1; a greater strength wins, apart from the upset (see
   sr_compare_strengths); 0 is not a hand.

   This library knows no rules: a table says everything. It allocates nothing,
   reads nothing outside a table or the caller's own arrays whatever bytes it is
   given, and all its functions may be called from any thread. Arrays of strengths are
   aligned as uint16_t; only the output of sr_evaluate_batch and sr_evaluate_rows need
   not be. */
#ifndef SCALAREALE_H
#define SCALAREALE_H

#include <stddef.h>
#include <stdint.h>

/* The part between the two marks is also the declaration that the Python binding reads. */
/* [cdef] */
enum {
    SR_HAND = 5,        /* cards in a hand */
    SR_CATEGORIES = 10, /* high card 0, pair 1 ... straight flush 8, five of a kind 9 */
    SR_TIERS = 4,       /* none 0, minimum 1, medium 2, maximum 3 (of straight flushes) */
    SR_SEATS = 16,      /* hands in one showdown */
    SR_PACK = 54,       /* codes of the greatest pack */
    SR_NOT_A_HAND = -2  /* instead of a comparison */
};

/* The perfect hash of a pack, the same for all of its rulesets.

   Each card adds its weight, so the order of the cards does not matter. The sum
   has three parts that never carry into each other (they are taken modulo 256, a
   power of two up to 256 and a power of two up to 16), which name the multiset of
   ranks:

       sum  = (weight[a] + ... + weight[e]) & mask
       x    = sum & 255
       row  = (sum >> 11 & 255) | (sum >> 22) << 8, + flush_row if all suits are the same
       slot = shift[row] + x                                                          */
typedef struct {
    uint32_t weight[64];     /* by card code: x | y << 11 | z << 22; codes of no card: 0 */
    uint32_t mask;
    uint32_t flush_row;      /* half of the number of rows, a power of two */
    uint32_t n_slots;        /* greatest shift + 256 */
    uint32_t n_classes;      /* hands that differ otherwise than by suit: what the slots hold */
    const uint16_t *shift;   /* 2 * flush_row of them */
    const uint8_t *shift32;  /* shift[i] / 32 where 256 rows and multiples of 32 do, else NULL */
} sr_hash;

/* Ranges of strength, closed; low > high is no strength at all. */
typedef struct {
    uint16_t low, high;
} sr_range;

/* One ruleset with one pack.

   A slot is base | rank << 16 | step << 20: with v the greatest suit value among
   the cards of that rank (0 for 2s .. 12 for aces), the strength is
   base + step * v, modulo 65536. step is signed and 0 where suits do not count. */
typedef struct {
    const sr_hash *hash;
    const uint32_t *slots;               /* hash->n_slots of them */
    uint16_t strengths;                  /* the greatest strength */
    uint8_t first, cards;                /* the pack: codes first .. first + cards - 1 */
    uint8_t suited;                      /* 0: every step is 0 */
    uint8_t suit_value[4];               /* by suit c d h s, 0..3 */
    sr_range category[10];               /* strengths of each category */
    sr_range tier[4];                    /* and of each tier of the straight flushes */
    sr_range upset_winner, upset_loser;  /* a strength in the first beats one in the second */
} sr_table;

/* The compiled-in tables, in a fixed order; NULL past the last. */
const sr_table *sr_table_at(size_t index);
const char *sr_table_name(size_t index); /* its ruleset */

/* A hash that is perfect for a pack of that many cards (and smaller ones) with its top
   card the ace of spades, or the jokers; NULL for more than SR_PACK. */
const sr_hash *sr_hash_for(unsigned cards);

/* The strength of five codes; 0 for a repeated card or a code outside the pack. */
uint16_t sr_evaluate(const sr_table *table, const uint8_t *hand);

/* The same from text: cards as `Ah`, `10h`, `th`, `A♥` (UTF-8), `Jk`, blanks or
   commas or nothing between them; 0 for anything that is not exactly one hand. */
uint16_t sr_evaluate_text(const sr_table *table, const char *text, size_t length);

/* How a notation writes cards: 64 + 4 * (rank - 2) by the letter of a rank, 128 + suit by the letter of a suit, 0 for
   any other byte. That 10 is another T, the symbols of suits and `Jk` go without saying. */
typedef struct {
    uint8_t rank[256], suit[256];
} sr_letters;

/* Hands from text, a line each, from text[*at] on; letters may be NULL for the international ones. Blank lines are left
   out. Returns how many hands were read, at most n. *at becomes `length`, or the start of the first line for which there
   was no room or that is not five cards as sr_evaluate_text reads them. Cards may be repeated; two jokers of a hand are
   52 and 53, a sole one is 52. */
size_t sr_parse_hands(const sr_letters *letters, const char *text, size_t length, size_t *at, size_t n, uint8_t *hands);

/* 1 if strength a beats b, -1 if b beats a, 0 for a tie; both from one table. */
int sr_compare_strengths(const sr_table *table, uint16_t a, uint16_t b);

/* The same for two hands, which may share cards; SR_NOT_A_HAND if either is none. */
int sr_compare(const sr_table *table, const uint8_t *a, const uint8_t *b);

/* Who shares one pot: bit i of the result is hand i. `contenders` says in the same
   way who takes part; the strengths of others are not read. n is at most SR_SEATS;
   the result is 0 without contenders or if one's strength is no hand's. */
uint32_t sr_showdown_strengths(const sr_table *table, const uint16_t *strength, size_t n, uint32_t contenders);

/* The same for n hands that lie `stride` bytes apart, which may not share a card
   unless it is in the set `shared` (bit i: code i). The result is 0 if there is no
   contender, a contender's hand is no hand, or two hold the same card. */
uint32_t sr_showdown(const sr_table *table, const uint8_t *hands, size_t stride, size_t n, uint32_t contenders,
                     uint64_t shared);

/* Category 0..9 and tier 0..3 of a strength; -1 for a strength that no hand has. The tier
   is 0 for straight flushes, too, where the rules compare them by suit before rank. */
int sr_category(const sr_table *table, uint16_t strength);
int sr_tier(const sr_table *table, uint16_t strength);

/* The strengths of n hands. Hand i is c0[i * stride], ..., c4[i * stride]; rows of
   five bytes (stride 5) and five columns (stride 1) are the fast layouts. Returns n, or
   the index of the first hand that has a repeated card or a code outside the pack; out
   is then unspecified. out may not overlap the cards; it need not be aligned. */
size_t sr_evaluate_batch(const sr_table *table, const uint8_t *c0, const uint8_t *c1, const uint8_t *c2,
                         const uint8_t *c3, const uint8_t *c4, ptrdiff_t stride, size_t n, uint16_t *out);

/* sr_compare_strengths of n pairs. Returns n, or the index of the first pair with a
   strength that no hand has; out is then unspecified. */
size_t sr_compare_batch(const sr_table *table, const uint16_t *a, const uint16_t *b, size_t n, int8_t *out);

/* sr_category of n strengths. Returns n, or the index of the first strength that no
   hand has; out is then unspecified. */
size_t sr_category_batch(const sr_table *table, const uint16_t *strengths, size_t n, uint8_t *out);

/* n showdowns of `seats` hands each (2 to SR_SEATS), row after row: winners gets 1 for
   who shares the pot, else 0. contenders has a byte a hand, 0 for who takes no part and
   whose strength is not read; NULL: everybody takes part. Returns n, or the first row
   without a contender or with a contender's strength that no hand has (0 if seats is
   out of range and n is not 0); winners is then unspecified. */
size_t sr_showdown_batch(const sr_table *table, const uint16_t *strengths, size_t seats, const uint8_t *contenders,
                         size_t n, uint8_t *winners);

/* The name of the kernel in use: "portable", "avx2" or "avx512", at first the fastest
   that this processor and its operating system can run. */
const char *sr_kernel(void);

/* Use another kernel from now on; 1, or 0 if there is no such kernel here. Harmless
   while batches run in other threads: each finishes with the one it began with. */
int sr_use_kernel(const char *name);

/* The kernels that can run here, slowest first; NULL past the last. */
const char *sr_kernel_at(size_t index);

/* sr_evaluate_batch of n rows of five codes. */
size_t sr_evaluate_rows(const sr_table *table, const uint8_t *hands, size_t n, uint16_t *out);

/* The strengths of the best five of `held` cards, 5 to 7, of n hands; card j of hand i is
   cards[i * row + j * column]. Returns n, or the index of the first hand that has a
   repeated card or a code outside the pack (0 if `held` is out of range); out is then
   unspecified. */
size_t sr_evaluate_best_batch(const sr_table *table, const uint8_t *cards, ptrdiff_t row, ptrdiff_t column, size_t held,
                              size_t n, uint16_t *out);

/* The n hands from number `start` on, of all hands of the pack first .. first + cards - 1:
   five ascending codes each, in lexicographic order. Returns how many there were. */
size_t sr_all_hands(unsigned first, unsigned cards, uint64_t start, size_t n, uint8_t *out);

/* A source of random bits: the struct that numpy calls bitgen_t. Whoever passes one
   holds its lock. */
typedef struct {
    void *state;
    uint64_t (*next_uint64)(void *state);
    uint32_t (*next_uint32)(void *state);
    double (*next_double)(void *state);
    uint64_t (*next_raw)(void *state);
} sr_bitgen;

/* n deals from the `cards` cards of `pack`, at most SR_PACK, all of them there again for
   each deal: for k = 0 .. hands - 1 five cards to out[row * deal + 5 * seats[k]] on, all
   the cards of a deal equally likely and independent of other deals. A hand takes one
   draw of 64 bits (two or more once in a hundred billion hands). Returns n, or 0 if there
   are fewer than 5 * hands cards or more than SR_PACK. */
size_t sr_deal(sr_bitgen *bits, const uint8_t *pack, size_t cards, const uint8_t *seats, size_t hands, size_t row,
               size_t n, uint8_t *out);

/* n deals to `seats` players, 2 or more, from the table's pack, as sr_deal deals the
   pack in ascending order to seats 0, 1 and so on, and a showdown of all in each. Adds 1
   to pots[(k - 1) * seats + seat] for each pot that the seat is one of k winners of, and to
   categories[seat * SR_CATEGORIES + category] for each hand. Returns n; 0, and nothing is
   added, if seats is out of range or the pack too small; less than n if the table refuses
   a hand of its own pack, which none that is compiled in does. */
size_t sr_simulate(const sr_table *table, sr_bitgen *bits, size_t seats, size_t n, uint64_t *pots,
                   uint64_t *categories);

/* What one discard leads to: made hands by category, how many are of a better category than the hand held, and the sum
   over the made hands of 2 * weaker + equal hands of the pack. */
typedef struct {
    uint64_t total, count[10], better, standing;
} sr_draw;

enum { SR_DISCARDS = 32 /* of a hand of five */ };

/* Every discard of a hand, the new cards from the pack without the hand and the set `dead` (bit i: code i): out[k] of
   the 32 keeps the cards of the set k (bit i: card i of the hand). `tally` is work space, 33 * (table->strengths + 1)
   numbers. Returns 1, or 0 if the hand is none or holds a dead card. */
int sr_draws(const sr_table *table, const uint8_t *hand, uint64_t dead, uint32_t *tally, sr_draw *out);

/* What a player who kept some cards makes of each set of further ones that fills his hand, from a stub of `cards`
   cards: strengths in colexicographic order of the sets. Returns how many; 0 if one of them is no hand, or if the
   stub is too short. */
uint64_t sr_made(const sr_table *table, const uint8_t *kept, size_t n_kept, const uint8_t *stub, size_t cards,
                 uint16_t *out);

/* Deals from one stub: who draws how many, and his strengths as sr_made gives them. */
typedef struct {
    uint32_t players, stub; /* 1 to SR_SEATS, cards in the stub */
    uint8_t draws[16];
    const uint16_t *made[16];
} sr_deals;

/* The outcome of the deals with prefix number start .. start + n - 1. A prefix is what all players but the last draw;
   each stands for all the sets that the last may draw then. counts has SR_SEATS numbers a player: to number k - 1 are
   added the deals of which he is one of k winners. Returns how many prefixes there were, at most n; 0 also for draws
   that cannot be. */
uint64_t sr_equity(const sr_table *table, const sr_deals *deals, uint64_t start, uint64_t n, uint64_t *counts);

/* -- for benchmarks -- */

/* The compiler that made this library, and its version. */
const char *sr_compiler(void);

/* What a batch costs at least: loads five bytes a hand, adds them, stores two; and a copy with as much traffic, of 3.5
   bytes a hand. */
void sr_floor_rows(const uint8_t *hands, size_t n, uint16_t *out);
void sr_floor_copy(const uint8_t *hands, size_t n, uint8_t *out);

/* What a call costs at least: returns the first byte. */
int sr_floor_call(const uint8_t *hand);
/* [/cdef] */

#endif
