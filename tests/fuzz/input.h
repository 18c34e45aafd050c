/* What the fuzzers share: their bytes read as numbers, memory of exact sizes, and what must hold.

   Every target reads its input to the end or stops where it has enough; past the end there are zeros, so that each
   string of bytes is a valid input. */
#ifndef SR_FUZZ_INPUT_H
#define SR_FUZZ_INPUT_H

#include "scalareale.h"

typedef struct {
    const uint8_t *at;
    size_t left;
} input;

uint8_t in_byte(input *in);
uint64_t in_number(input *in, unsigned bytes);
uint32_t in_below(input *in, uint32_t limit); /* takes no more bytes than the limit needs */

/* Random numbers from a seed of the input, for what would need too many bytes of it. */
typedef struct {
    uint64_t state;
} dice;

dice in_dice(input *in);
uint64_t roll_word(dice *d);
uint32_t roll(dice *d, uint32_t limit);

/* A block of so many bytes behind `offset` others, from an aligned start: where the block ends, the memory ends. All
   of them are given back when the input has been tried. */
void *exactly(size_t size, size_t offset);
void release(void);

#define EXPECT(condition) \
    do { \
        if (!(condition)) \
            broken(#condition, __FILE__, __LINE__); \
    } while (0)

_Noreturn void broken(const char *what, const char *file, int line);

/* A compiled-in table; the second kind has few enough hands to go through all of them. */
const sr_table *any_table(input *in);
const sr_table *small_table(input *in);

/* Five codes are a hand: of the pack, and each once. Told without the library. */
int is_hand(const sr_table *table, const uint8_t *hand);

/* Different cards of the pack at random. */
void roll_cards(dice *d, const sr_table *table, size_t n, uint8_t *cards);

/* What a showdown of these strengths must give, told without the library. */
uint32_t winners_of(const sr_table *table, const uint16_t *strength, size_t n, uint32_t contenders);

/* A strength that is likely to be near a border of something. */
uint16_t roll_strength(dice *d, const sr_table *table);

#endif
