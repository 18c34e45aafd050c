/* scalareale: strengths of five-card hands of Italian poker and its relatives.

   A card is a code 4 * (rank - 2) + suit with suits c, d, h, s = 0..3, so 2c is 0
   and As is 51; jokers are 52 and 53. A hand is five codes in any order. Its
   strength is a number from 1; a greater strength wins, apart from the upset (see
   sr_compare_strengths); 0 is not a hand.

   An evaluator is one ruleset with one pack. It lives in memory that you give, and is
   gone when you free that:

       #include "scalareale.h"
       #include <stdio.h>
       #include <stdlib.h>

       int main(void)
       {
           const uint8_t minimum[] = {50, 22, 26, 30, 34}, maximum[] = {33, 37, 41, 45, 49};
           sr_evaluator *ev = (sr_evaluator *)malloc(sr_sizeof());
           int error = ev ? sr_open(ev, sr_sizeof(), "classic", 32) : SR_TOO_SMALL;
           if (error < 0) {
               fprintf(stderr, "%s\n", sr_error_text(error));
               return 1;
           }
           printf("%u %u %d\n", sr_evaluate(ev, minimum), sr_evaluate(ev, maximum), sr_compare(ev, minimum, maximum));
           free(ev);
           return 0;
       }

   prints 2056 2071 1: the ace to ten of hearts is the weaker straight flush, and wins.

   Nothing here allocates, prints, sets errno or keeps anything outside of the memory it
   is given; nothing is read outside a table or your own arrays, whatever bytes they
   hold. An evaluator is not changed by use, so any number of threads may share one.
   Pointers must be valid and, where nothing else is said, not NULL; arrays of strengths
   are aligned as uint16_t, only the output of sr_evaluate_batch and sr_evaluate_rows
   need not be.

   What fails with one of several reasons returns an int below zero, an error code. What
   is called a million times a second returns what it says below for something that is no
   hand, and sr_why finds the reason. */
#ifndef SCALAREALE_H
#define SCALAREALE_H

#include <stddef.h>
#include <stdint.h>

/* In front of each function: say `static inline` if you include scalareale.c instead of linking
   it, or what exports functions from your library. */
#ifndef SR_API
#define SR_API
#endif
#ifndef SR_INTERNAL
#define SR_INTERNAL
#endif

#define SR_VERSION "0.1.0"

#ifdef __cplusplus
extern "C" {
#endif

/* The part between the two marks is also the declaration that the Python binding reads. */
/* [cdef] */
enum {
    SR_HAND = 5,        /* cards in a hand */
    SR_CATEGORIES = 10, /* high card 0, pair 1 ... straight flush 8, five of a kind 9 */
    SR_TIERS = 4,       /* none 0, minimum 1, medium 2, maximum 3 (of straight flushes) */
    SR_SEATS = 16,      /* hands in one showdown */
    SR_PACK = 54,       /* codes of the greatest pack */
    SR_DISCARDS = 32,   /* of a hand of five */
    SR_ROOM = 256,      /* bytes; sr_sizeof() is no more under this major ABI number */
    SR_ALIGNMENT = 8,   /* of the memory of an evaluator, and of work space */
    SR_WORDS = 160      /* bytes in which any description fits */
};

enum {
    SR_OK = 0,
    SR_NOT_A_STRENGTH = -1,  /* no hand has it */
    SR_NOT_A_HAND = -2,      /* a card twice, or a code outside the pack */
    SR_NOT_IN_PACK = -3,
    SR_CARD_TWICE = -4,      /* in one hand, or among cards that should all differ */
    SR_IN_TWO_HANDS = -5,
    SR_NOBODY = -6,          /* a showdown without a contender */
    SR_TOO_MANY_HANDS = -7,
    SR_NOT_A_CARD = -8,      /* text that is none */
    SR_TOO_FEW_CARDS = -9,   /* fewer are left than are to come */
    SR_TOO_MANY_DEALS = -10, /* to be counted in 64 bits */
    SR_STOPPED = -11,        /* by your own progress function */
    SR_TOO_SMALL = -12,      /* the memory */
    SR_MISALIGNED = -13,     /* the memory */
    SR_NO_RULESET = -14,     /* of that name in this build */
    SR_NO_PACK = -15,        /* of that size under that ruleset */
    SR_NO_LANGUAGE = -16,
    SR_NO_KERNEL = -17,      /* of that name on this machine */
    SR_NO_TABLE = -18,       /* these bytes do not begin as a saved table does */
    SR_OTHER_VERSION = -19,  /* a saved table of a version that this one cannot read */
    SR_WRONG_LENGTH = -20,   /* a saved table with bytes too few or too many */
    SR_WRONG_CHECKSUM = -21, /* a saved table that was changed */
    SR_WRONG_CONTENT = -22   /* a saved table that says what none can */
};

/* The ABI: a program that was compiled for major.minor runs with the same major and any
   minor that is no less. */
enum { SR_ABI_MAJOR = 1, SR_ABI_MINOR = 0 };

typedef struct sr_evaluator sr_evaluator;

/* Closed; low > high is no strength at all. */
typedef struct {
    uint16_t low, high;
} sr_range;

/* -- version and errors -- */

/* SR_VERSION, and SR_ABI_MAJOR << 16 | SR_ABI_MINOR, of what was compiled. */
SR_API const char *sr_version(void);
SR_API uint32_t sr_abi(void);

/* An error code in English; never NULL. */
SR_API const char *sr_error_text(int code);

/* -- evaluators -- */

/* The bytes that sr_open wants. */
SR_API size_t sr_sizeof(void);

/* Make an evaluator in `size` bytes at `memory`: the ruleset by its name ("classic",
   "standard" ...), the pack by its number of cards, 0 where the ruleset has one pack only.
   Returns SR_OK, SR_TOO_SMALL, SR_MISALIGNED, SR_NO_RULESET or SR_NO_PACK. */
SR_API int sr_open(sr_evaluator *memory, size_t size, const char *ruleset, unsigned cards);

/* Make an evaluator from a table that Python's save_table wrote, house rules for example.
   The bytes are copied: they may be anywhere outside of `memory`, and be freed afterwards. The
   evaluator has pointers into its own memory, so it must not be moved or copied. Magic, version,
   length and checksum are verified before anything is used, then all that the table says;
   so whatever the bytes are, this returns an error or makes an evaluator that is safe to
   use. sr_load_sizeof is the size of the memory that it wants; 0 if sr_load would refuse
   the beginning of these bytes. After an error the memory is unspecified. Returns SR_OK,
   SR_TOO_SMALL, SR_MISALIGNED, SR_NO_TABLE, SR_OTHER_VERSION, SR_WRONG_LENGTH,
   SR_WRONG_CHECKSUM or SR_WRONG_CONTENT. */
SR_API size_t sr_load_sizeof(const void *bytes, size_t length);
SR_API int sr_load(sr_evaluator *memory, size_t size, const void *bytes, size_t length);

/* The rulesets of this build with each of their packs, in a fixed order: the name, and
   the number of cards to *cards unless that is NULL. NULL past the last. */
SR_API const char *sr_ruleset_at(size_t index, unsigned *cards);

/* What an evaluator is of: the name of its ruleset, the codes of its pack in ascending
   order (SR_PACK bytes are enough; NULL just counts them), its greatest strength. */
SR_API const char *sr_ruleset(const sr_evaluator *ev);
SR_API unsigned sr_pack(const sr_evaluator *ev, uint8_t *codes);
SR_API unsigned sr_strengths(const sr_evaluator *ev);

/* 1 and its two ranges if hands of `winner` beat hands of `loser` although weaker, else 0. */
SR_API int sr_upset(const sr_evaluator *ev, sr_range *winner, sr_range *loser);

/* The kernel that does the work on many hands: "portable", "avx2" or "avx512", at first
   the fastest that this processor and its operating system can run. All give the same
   answers. sr_set_kernel returns SR_OK or SR_NO_KERNEL; no other thread may use the
   evaluator meanwhile. */
SR_API const char *sr_kernel_of(const sr_evaluator *ev);
SR_API int sr_set_kernel(sr_evaluator *ev, const char *name);

/* -- one hand -- */

/* The strength of five codes; 0 for a repeated card or a code outside the pack. */
SR_API uint16_t sr_evaluate(const sr_evaluator *ev, const uint8_t *hand);

/* The same from text: cards as `Ah`, `10h`, `th`, `A` with a suit's symbol (UTF-8), `Jk`,
   blanks or commas or nothing between them; 0 for anything that is not exactly one hand. */
SR_API uint16_t sr_evaluate_text(const sr_evaluator *ev, const char *text, size_t length);

/* The codes of any number of cards written in that way, repeated ones too; the first `Jk`
   is 52, the second 53. Returns how many, SR_NOT_A_CARD for other text (three jokers, too)
   or SR_TOO_SMALL for more than `room`; what was written to `codes` is then unspecified. */
SR_API int sr_parse_cards(const char *text, size_t length, uint8_t *codes, size_t room);

/* How a notation writes cards: 64 + 4 * (rank - 2) by the letter of a rank, 128 + suit by
   the letter of a suit, 0 for any other byte. That 10 is another T, the symbols of suits and
   `Jk` go without saying. */
typedef struct {
    uint8_t rank[256], suit[256];
} sr_letters;

/* Hands from text, a line each, from text[*at] on, five codes each to `hands`; letters may be
   NULL for the international ones. Blank lines are left out. Returns how many hands were
   read, at most n. *at becomes `length`, or the start of the first line for which there was
   no room or that is not five cards as sr_evaluate_text reads them. Cards may be repeated;
   two jokers of a hand are 52 and 53, a sole one is 52. */
SR_API size_t sr_parse_hands(const sr_letters *letters, const char *text, size_t length, size_t *at, size_t n,
                             uint8_t *hands);

/* Category 0..9 and tier 0..3 of a strength; SR_NOT_A_STRENGTH for one that no hand has.
   The tier is 0 for straight flushes, too, where the rules compare them by suit before rank. */
SR_API int sr_category(const sr_evaluator *ev, uint16_t strength);
SR_API int sr_tier(const sr_evaluator *ev, uint16_t strength);

/* A hand in words, in "en", "it", "fr" or "ru": "minimum straight flush of hearts". UTF-8
   with a 0 behind it, to `size` bytes at `text`. Returns the length without the 0;
   SR_NOT_A_HAND, SR_NO_LANGUAGE, or SR_TOO_SMALL, and the text is then empty. */
SR_API int sr_describe(const sr_evaluator *ev, const uint8_t *hand, const char *language, char *text, size_t size);

/* -- several hands -- */

/* 1 if strength a beats b, -1 if b beats a, 0 for a tie; both from one evaluator. Under an
   upset this is not the order of the numbers: a hand of the one range (the minimum straight
   flushes) beats a stronger one of the other (the maximum ones). */
SR_API int sr_compare_strengths(const sr_evaluator *ev, uint16_t a, uint16_t b);

/* The same for two hands, which may share cards; SR_NOT_A_HAND if either is none. */
SR_API int sr_compare(const sr_evaluator *ev, const uint8_t *a, const uint8_t *b);

/* Who shares one pot: bit i of the result is hand i. `contenders` says in the same
   way who takes part; the strengths of others are not read. n is at most SR_SEATS;
   the result is 0 without contenders or if one's strength is no hand's. Each pot needs a
   showdown of its own: of three that share one in a circle, two do not share another. */
SR_API uint32_t sr_showdown_strengths(const sr_evaluator *ev, const uint16_t *strength, size_t n, uint32_t contenders);

/* The same for n hands that lie `stride` bytes apart, which may not share a card
   unless it is in the set `shared` (bit i: code i). The result is 0 if there is no
   contender, a contender's hand is no hand, or two hold the same card. */
SR_API uint32_t sr_showdown(const sr_evaluator *ev, const uint8_t *hands, size_t stride, size_t n, uint32_t contenders,
                            uint64_t shared);

/* Why sr_showdown gives 0, and with one hand that contends, why sr_evaluate does: the
   first of SR_TOO_MANY_HANDS, SR_NOBODY, and hand by hand SR_NOT_IN_PACK, SR_CARD_TWICE,
   SR_IN_TWO_HANDS. SR_OK if they give something. */
SR_API int sr_why(const sr_evaluator *ev, const uint8_t *hands, size_t stride, size_t n, uint32_t contenders,
                  uint64_t shared);

/* -- many hands -- */

/* The strengths of n hands. Hand i is c0[i * stride], ..., c4[i * stride]; rows of
   five bytes (stride 5) and five columns (stride 1) are the fast layouts. Returns n, or
   the index of the first hand that has a repeated card or a code outside the pack; out
   is then unspecified. out may not overlap the cards; it need not be aligned. */
SR_API size_t sr_evaluate_batch(const sr_evaluator *ev, const uint8_t *c0, const uint8_t *c1, const uint8_t *c2,
                                const uint8_t *c3, const uint8_t *c4, ptrdiff_t stride, size_t n, uint16_t *out);

/* sr_evaluate_batch of n rows of five codes. */
SR_API size_t sr_evaluate_rows(const sr_evaluator *ev, const uint8_t *hands, size_t n, uint16_t *out);

/* The strengths of the best five of `held` cards, 5 to 7, of n hands; card j of hand i is
   cards[i * row + j * column]. Returns n, or the index of the first hand that has a
   repeated card or a code outside the pack (0 if `held` is out of range); out is then
   unspecified. */
SR_API size_t sr_evaluate_best_batch(const sr_evaluator *ev, const uint8_t *cards, ptrdiff_t row, ptrdiff_t column,
                                     size_t held, size_t n, uint16_t *out);

/* sr_compare_strengths of n pairs. Returns n, or the index of the first pair with a
   strength that no hand has; out is then unspecified. */
SR_API size_t sr_compare_batch(const sr_evaluator *ev, const uint16_t *a, const uint16_t *b, size_t n, int8_t *out);

/* sr_category of n strengths. Returns n, or the index of the first strength that no
   hand has; out is then unspecified. */
SR_API size_t sr_category_batch(const sr_evaluator *ev, const uint16_t *strengths, size_t n, uint8_t *out);

/* n showdowns of `seats` hands each (2 to SR_SEATS), row after row: winners gets 1 for
   who shares the pot, else 0. contenders has a byte a hand, 0 for who takes no part and
   whose strength is not read; NULL: everybody takes part. Returns n, or the first row
   without a contender or with a contender's strength that no hand has (0 if seats is
   out of range and n is not 0); winners is then unspecified. */
SR_API size_t sr_showdown_batch(const sr_evaluator *ev, const uint16_t *strengths, size_t seats,
                                const uint8_t *contenders, size_t n, uint8_t *winners);

/* The n hands from number `start` on, of all hands of the pack first .. first + cards - 1:
   five ascending codes each, in lexicographic order. Returns how many there were; 0 for a
   pack with codes from SR_PACK on. */
SR_API size_t sr_all_hands(unsigned first, unsigned cards, uint64_t start, size_t n, uint8_t *out);

/* -- dealing -- */

/* A source of random bits: the struct that numpy calls bitgen_t. Only next_uint64 is
   called, with `state`; the others may be NULL. Two threads must not use one at a time. */
typedef struct {
    void *state;
    uint64_t (*next_uint64)(void *state);
    uint32_t (*next_uint32)(void *state);
    double (*next_double)(void *state);
    uint64_t (*next_raw)(void *state);
} sr_bitgen;

/* n deals from the `cards` cards of `pack`, at most SR_PACK, all of them there again for
   each deal: for k = 0 .. hands - 1 five cards to out[row * deal + 5 * seats[k]] on, all
   the cards of a deal equally likely and independent of other deals; without seats (NULL)
   to out[row * deal + 5 * k] on. A hand takes one draw of 64 bits (two or more once in a
   hundred billion hands). Returns n, or 0 if there are fewer than 5 * hands cards or more
   than SR_PACK. */
SR_API size_t sr_deal(sr_bitgen *bits, const uint8_t *pack, size_t cards, const uint8_t *seats, size_t hands,
                      size_t row, size_t n, uint8_t *out);

/* n deals to `seats` players, 2 or more, from the evaluator's pack, as sr_deal deals the
   pack in ascending order to seats 0, 1 and so on, and a showdown of all in each. Adds 1
   to pots[(k - 1) * seats + seat] for each pot that the seat is one of k winners of, and to
   categories[seat * SR_CATEGORIES + category] for each hand. Returns n; 0, and nothing is
   added, if seats is out of range or the pack too small. */
SR_API size_t sr_simulate(const sr_evaluator *ev, sr_bitgen *bits, size_t seats, size_t n, uint64_t *pots,
                          uint64_t *categories);

/* -- odds: these take their time, and work space of yours -- */

/* Called now and then, some milliseconds apart and at the end, with your own `context`: how
   much is done, and of how much. Anything but 0 stops the work, which returns SR_STOPPED. */
typedef int sr_progress(void *context, uint64_t done, uint64_t total);

/* What one discard leads to: made hands by category, how many are of a better category than the hand held, and the sum
   over the made hands of 2 * weaker + equal hands of the pack. */
typedef struct {
    uint64_t total, count[10], better, standing;
} sr_draw;

/* Every discard of a hand, the new cards from the pack without the hand and the set `dead` (bit i: code i): out[k] of
   the 32 keeps the cards of the set k (bit i: card i of the hand). sr_draws_sizeof is the size of the work space.
   `progress` may be NULL. Returns SR_OK; SR_NOT_A_HAND, SR_IN_TWO_HANDS for a dead card that is held, SR_TOO_SMALL,
   SR_MISALIGNED, SR_STOPPED, and `out` is then unspecified. */
SR_API size_t sr_draws_sizeof(const sr_evaluator *ev);
SR_API int sr_draws(const sr_evaluator *ev, const uint8_t *hand, uint64_t dead, void *work, size_t size, sr_draw *out,
                    sr_progress *progress, void *context);

/* What a player has, cards[0 .. n - 1]; he draws the rest of five. With n = 0 his hand is unknown. */
typedef struct {
    uint8_t n, cards[5];
} sr_player;

/* How often each of `players` players wins: all ways to give everybody the cards that he lacks, from the pack without
   the cards they have and the set `dead`, where discards belong, too. counts gets SR_SEATS numbers a player: number
   k - 1 is the deals of which he is one of k winners. *deals gets how many there were. With `progress` (NULL: none) the
   work can be stopped: the counts are then right for the first *deals deals, which are no fair sample.
   sr_equity_sizeof is the size of the work space, 2 bytes for each set of cards that a player may draw; 0 for what
   sr_equity would refuse. Returns SR_OK; SR_TOO_MANY_HANDS, SR_NOBODY, SR_NOT_A_HAND (n above 5), SR_NOT_IN_PACK,
   SR_CARD_TWICE, SR_IN_TWO_HANDS, SR_TOO_FEW_CARDS, SR_TOO_MANY_DEALS, SR_TOO_SMALL, SR_MISALIGNED, and nothing is written then;
   SR_STOPPED. */
SR_API size_t sr_equity_sizeof(const sr_evaluator *ev, const sr_player *player, size_t players, uint64_t dead);
SR_API int sr_equity(const sr_evaluator *ev, const sr_player *player, size_t players, uint64_t dead, void *work,
                     size_t size, uint64_t *counts, uint64_t *deals, sr_progress *progress, void *context);

/* The same from `samples` deals at random, or those up to where it was stopped; without work space. */
SR_API int sr_equity_sampled(const sr_evaluator *ev, const sr_player *player, size_t players, uint64_t dead,
                             sr_bitgen *bits, uint64_t samples, uint64_t *counts, uint64_t *deals,
                             sr_progress *progress, void *context);

/* [internal] */
/* -- what an evaluator is: not part of the ABI -- */

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

/* How a hand is described: `deciding` has the kind of suit that breaks ties, by category. */
enum {
    SR_NO_SUIT,
    SR_SUIT_OF_TOP,     /* of the first card in deciding order; the flush's */
    SR_SUIT_OF_GROUP,   /* the most frequent, then highest rank */
    SR_SUIT_OF_KICKER,  /* the highest single card */
    SR_SUIT_OF_HIGHEST, /* rank of the hand */
    SR_SUIT_OF_SECOND,  /* highest rank of the hand */
    SR_SUIT_KINDS
};

/* The flags: the lowest hand wins; the ace always counts 1. */
enum { SR_LOW = 1, SR_ACE_LOW = 2 };

/* One ruleset with one pack.

   A slot is base | rank << 16 | step << 20: with v the greatest suit value among
   the cards of that rank (0 for 2s .. 12 for aces), the strength is
   base + step * v, modulo 65536. step is signed and 0 where suits do not count. */
struct sr_evaluator {
    const sr_hash *hash;
    const uint32_t *slots;               /* hash->n_slots of them */
    uint16_t strengths;                  /* the greatest strength */
    uint8_t first, cards;                /* the pack: codes first .. first + cards - 1 */
    uint8_t suited;                      /* 0: every step is 0 */
    uint8_t suit_value[4];               /* by suit c d h s, 0..3 */
    sr_range category[10];               /* strengths of each category */
    sr_range tier[4];                    /* and of each tier of the straight flushes */
    sr_range upset_winner, upset_loser;  /* a strength in the first beats one in the second */
    uint8_t deciding[10], flags;         /* for descriptions */
    const char *ruleset;
    const void *kernel;                  /* NULL: the one that is in use in the whole process */
};
typedef struct sr_evaluator sr_table;

/* The compiled-in tables, in a fixed order; NULL past the last. */
SR_INTERNAL const sr_table *sr_table_at(size_t index);

/* What a player who kept some cards makes of each set of further ones that fills his hand, from a stub of `cards`
   cards: strengths in colexicographic order of the sets. Returns how many; 0 if one of them is no hand, or if the
   stub is too short. */
SR_INTERNAL uint64_t sr_made(const sr_table *table, const uint8_t *kept, size_t n_kept, const uint8_t *stub,
                             size_t cards, uint16_t *out);

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
SR_INTERNAL uint64_t sr_count_deals(const sr_table *table, const sr_deals *deals, uint64_t start, uint64_t n,
                                    uint64_t *counts);
/* [/internal] */

/* [module] */
/* -- only in the compiled module of the Python package, whose evaluators share a kernel -- */

const char *sr_table_name(size_t index); /* the ruleset of sr_table_at(index) */

/* A hash that is perfect for a pack of that many cards (and smaller ones) with its top
   card the ace of spades, or the jokers; NULL for more than SR_PACK. */
const sr_hash *sr_hash_for(unsigned cards);

/* The name of the kernel in use: "portable", "avx2" or "avx512", at first the fastest
   that this processor and its operating system can run. */
const char *sr_kernel(void);

/* Use another kernel from now on; 1, or 0 if there is no such kernel here. Harmless
   while batches run in other threads: each finishes with the one it began with. */
int sr_use_kernel(const char *name);

/* The kernels that can run here, slowest first; NULL past the last. */
const char *sr_kernel_at(size_t index);

/* -- for benchmarks -- */

/* The compiler that made this library, and its version. */
const char *sr_compiler(void);

/* What a batch costs at least: loads five bytes a hand, adds them, stores two; and a copy with as much traffic, of 3.5
   bytes a hand. */
void sr_floor_rows(const uint8_t *hands, size_t n, uint16_t *out);
void sr_floor_copy(const uint8_t *hands, size_t n, uint8_t *out);

/* What a call costs at least: returns the first byte. */
int sr_floor_call(const uint8_t *hand);
/* [/module] */
/* [/cdef] */

#ifdef __cplusplus
}
#endif

#endif
