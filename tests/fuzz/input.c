/* See input.h. */
#include "input.h"

#include <stdio.h>
#include <stdlib.h>

uint8_t in_byte(input *in)
{
    if (!in->left)
        return 0;
    in->left--;
    return *in->at++;
}

uint64_t in_number(input *in, unsigned bytes)
{
    uint64_t number = 0;
    while (bytes--)
        number = number << 8 | in_byte(in);
    return number;
}

uint32_t in_below(input *in, uint32_t limit)
{
    return (uint32_t)(in_number(in, limit <= 256 ? 1 : limit <= 65536 ? 2 : 4) % limit);
}

dice in_dice(input *in)
{
    const dice d = {in_number(in, 2)};
    return d;
}

uint64_t roll_word(dice *d)
{
    uint64_t x = d->state += 0x9E3779B97F4A7C15u; /* SplitMix64: any good sequence would do */
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9u;
    x = (x ^ x >> 27) * 0x94D049BB133111EBu;
    return x ^ x >> 31;
}

uint32_t roll(dice *d, uint32_t limit)
{
    return (uint32_t)((roll_word(d) >> 32) * limit >> 32);
}

enum { MOST_BLOCKS = 256 };
static void *blocks[MOST_BLOCKS];
static size_t n_blocks;

void *exactly(size_t size, size_t offset)
{
    char *block = malloc(size + offset);
    if (n_blocks == MOST_BLOCKS || (!block && size + offset))
        broken("there is memory enough", __FILE__, __LINE__);
    blocks[n_blocks++] = block;
    /* Of no bytes at all a sanitizer allows one: so the end of a block, where the next byte is none. */
    if (size + offset == 0) {
        block = malloc(8);
        if (!block || n_blocks == MOST_BLOCKS)
            broken("there is memory enough", __FILE__, __LINE__);
        blocks[n_blocks++] = block;
        return block + 8;
    }
    return block + offset;
}

void release(void)
{
    while (n_blocks)
        free(blocks[--n_blocks]);
}

_Noreturn void broken(const char *what, const char *file, int line)
{
    fprintf(stderr, "%s:%d: not so, with the kernel %s: %s\n", file, line, sr_kernel(), what);
    abort();
}

const sr_table *any_table(input *in)
{
    static uint32_t tables;
    while (sr_table_at(tables))
        tables++;
    return sr_table_at(in_below(in, tables));
}

const sr_table *small_table(input *in)
{
    const sr_table *table = any_table(in);
    const unsigned most = in_below(in, 16) ? 28 : 32;
    for (size_t i = 0; table->cards > most; i++)
        table = sr_table_at(i);
    return table;
}

int is_hand(const sr_table *table, const uint8_t *hand)
{
    for (int i = 0; i < SR_HAND; i++) {
        if (hand[i] < table->first || hand[i] >= table->first + table->cards)
            return 0;
        for (int j = 0; j < i; j++)
            if (hand[i] == hand[j])
                return 0;
    }
    return 1;
}

void roll_cards(dice *d, const sr_table *table, size_t n, uint8_t *cards)
{
    uint64_t taken = 0;
    for (size_t i = 0; i < n;) {
        const uint32_t card = table->first + roll(d, table->cards);
        if (taken >> card & 1)
            continue;
        taken |= (uint64_t)1 << card;
        cards[i++] = (uint8_t)card;
    }
}

static int within(sr_range range, uint32_t strength)
{
    return strength >= range.low && strength <= range.high;
}

uint32_t winners_of(const sr_table *table, const uint16_t *strength, size_t n, uint32_t contenders)
{
    uint32_t top = 0, favoured = 0, between = 0, winners = 0;
    if (n > SR_SEATS)
        return 0;
    for (size_t i = 0; i < n; i++) {
        if (!(contenders >> i & 1))
            continue;
        if (strength[i] < 1 || strength[i] > table->strengths)
            return 0;
        if (strength[i] > top)
            top = strength[i];
        if (within(table->upset_winner, strength[i]) && strength[i] > favoured)
            favoured = strength[i];
    }
    const int upset = favoured && within(table->upset_loser, top);
    for (size_t i = 0; i < n; i++)
        if ((contenders >> i & 1) && strength[i] > favoured && !within(table->upset_loser, strength[i]) &&
            strength[i] > between)
            between = strength[i];
    for (size_t i = 0; i < n; i++) {
        const uint32_t s = strength[i];
        const int wins = !upset ? s == top : !between ? s == favoured : s == top || s == favoured || s == between;
        winners |= (uint32_t)((contenders >> i & 1) && wins) << i;
    }
    return winners;
}

uint16_t roll_strength(dice *d, const sr_table *table)
{
    const sr_range range[] = {table->upset_winner, table->upset_loser, table->category[roll(d, SR_CATEGORIES)],
                              {1, table->strengths}};
    const uint32_t kind = roll(d, 8);
    if (kind < 4 && range[kind].low <= range[kind].high) {
        const uint32_t edge = roll(d, 2) ? range[kind].high - roll(d, 3) : range[kind].low + roll(d, 3);
        if (edge >= 1 && edge <= table->strengths)
            return (uint16_t)edge;
    }
    return (uint16_t)(1 + roll(d, table->strengths));
}
