/* Tables that Python saved, for house rules: from any bytes to an evaluator that is safe to use, or to an error.

   All numbers are little-endian, whatever the machine:

       at   0  the magic, 8 bytes
            8  version, 32 bits
           12  length of the whole, 32 bits
           16  lengths of the name and of the rules, 32 bits each
           24  mask, flush_row, n_slots of sr_hash, 32 bits each
           36  strengths, 16 bits
           38  first, cards, suited, flags, 8 bits each
           42  suit_value, 4 bytes; deciding, 10 bytes
           56  ranges of 16 + 16 bits: 10 categories, 4 tiers, the upset's winner and loser
          120  64 weights, 32 bits each
          376  2 * flush_row shifts, 16 bits each
               n_slots slots, 32 bits each
               the name of the ruleset, then its rules in TOML (UTF-8), which are not read here
               CRC-32 of all that goes before, 32 bits

   What is here must be what sr_evaluate, the kernels and the counts of other files rely on: each of them may use as an
   index, unchecked, what is checked below. */
#include "batch.h"
#include "memory.h"

#include <string.h>

enum { VERSION = 1, HEAD = 376, ENDING = 4, MOST_ROWS = 1 << 13, MOST_SLOTS = 0xFFFF + 256 };

/* A first byte that is no text, and the line ends that a transfer as text would change. */
static const uint8_t magic[8] = {0x89, 'S', 'R', 'T', '\r', '\n', 0x1A, '\n'};

static uint16_t get_16(const uint8_t *at)
{
    return (uint16_t)(at[0] | at[1] << 8);
}

static uint32_t get_32(const uint8_t *at)
{
    return get_16(at) | (uint32_t)get_16(at + 2) << 16;
}

/* CRC-32 as in Ethernet and zip, four bits at a time. */
static uint32_t checksum(const uint8_t *bytes, size_t n)
{
    static const uint32_t of[16] = {0x00000000, 0x1DB71064, 0x3B6E20C8, 0x26D930AC, 0x76DC4190, 0x6B6B51F4,
                                    0x4DB26158, 0x5005713C, 0xEDB88320, 0xF00F9344, 0xD6D6A3E8, 0xCB61B38C,
                                    0x9B64C2B0, 0x86D3D2D4, 0xA00AE278, 0xBDBDF21C};
    uint32_t crc = 0xFFFFFFFF;
    for (size_t i = 0; i < n; i++) {
        crc = of[(crc ^ bytes[i]) & 15] ^ crc >> 4;
        crc = of[(crc ^ (uint32_t)bytes[i] >> 4) & 15] ^ crc >> 4;
    }
    return ~crc;
}

/* Where the parts of a saved table are, and of the evaluator that is made from it. */
typedef struct {
    size_t rows, slots, name, shifts_at, slots_at, name_at, end;
    size_t hash_in, slots_in, shifts_in, shifts32_in, name_in, size;
} layout;

static int lay_out(layout *l, const uint8_t *bytes, size_t length)
{
    memset(l, 0, sizeof *l);
    if (length < sizeof magic || memcmp(bytes, magic, sizeof magic) != 0)
        return SR_NO_TABLE;
    if (length < HEAD + ENDING)
        return SR_WRONG_LENGTH;
    if (get_32(bytes + 8) != VERSION)
        return SR_OTHER_VERSION;
    const uint32_t flush_row = get_32(bytes + 28), slots = get_32(bytes + 32), name = get_32(bytes + 16);
    const uint64_t whole = HEAD + (uint64_t)4 * flush_row + (uint64_t)4 * slots + name + get_32(bytes + 20) + ENDING;
    if (get_32(bytes + 12) != length || whole != length)
        return SR_WRONG_LENGTH;
    if (flush_row > MOST_ROWS / 2 || slots < 256 || slots > MOST_SLOTS)
        return SR_WRONG_CONTENT;
    l->rows = 2 * (size_t)flush_row;
    l->slots = slots;
    l->name = name;
    l->shifts_at = HEAD;
    l->slots_at = l->shifts_at + 2 * l->rows;
    l->name_at = l->slots_at + 4 * l->slots;
    l->end = length - ENDING;
    l->hash_in = (sizeof(sr_evaluator) + SR_ALIGNMENT - 1) / SR_ALIGNMENT * SR_ALIGNMENT;
    l->slots_in = l->hash_in + sizeof(sr_hash);
    l->shifts_in = l->slots_in + 4 * l->slots;
    l->shifts32_in = l->shifts_in + 2 * l->rows;
    l->name_in = l->shifts32_in + l->rows;
    l->size = l->name_in + l->name + 1;
    return SR_OK;
}

static int is_low_bits(uint32_t n)
{
    return (n & (n + 1)) == 0;
}

/* Whatever cards are summed, the row is below flush_row and the slot below n_slots; and suits do not matter. */
static int is_hash(const sr_hash *h, size_t rows)
{
    const uint32_t y = h->mask >> 11 & 255, z = h->mask >> 22;
    if (h->mask != (255 | y << 11 | z << 22) || !is_low_bits(y) || !is_low_bits(z) || z > 15)
        return 0;
    if (h->flush_row == 0 || (h->flush_row & (h->flush_row - 1)) != 0 || h->flush_row <= (y | z << 8))
        return 0;
    for (int card = 0; card < 64; card++) {
        const uint32_t w = h->weight[card];
        /* The jokers, 52 and 53, are of one rank, too. */
        if ((w & ~(uint32_t)(255 | 255 << 11 | 15 << 22)) != 0 || w != h->weight[card < 54 ? card / 4 * 4 : card])
            return 0;
    }
    for (size_t row = 0; row < rows; row++)
        if (h->shift[row] + 256u > h->n_slots)
            return 0;
    return 1;
}

static int is_empty(sr_range r)
{
    return r.low > r.high;
}

/* Ranges of strengths that exist, none in two of them; the number of strengths in all. */
static int64_t in_ranges(const sr_range *range, int n, uint16_t strengths)
{
    int64_t sum = 0;
    for (int i = 0; i < n; i++) {
        if (is_empty(range[i]))
            continue;
        if (range[i].low == 0 || range[i].high > strengths)
            return -1;
        for (int j = 0; j < i; j++)
            if (!is_empty(range[j]) && range[i].low <= range[j].high && range[j].low <= range[i].high)
                return -1;
        sum += range[i].high - range[i].low + 1;
    }
    return sum;
}

/* The table but for its slots. Every strength is in just one category. */
static int is_frame(const sr_table *t)
{
    const int jokers = t->cards > 52 ? t->cards - 52 : 0, ranked = t->cards - jokers;
    const sr_range upset[2] = {t->upset_winner, t->upset_loser};
    unsigned values = 0;
    if (ranked < 20 || ranked % 4 != 0 || jokers > 2 || t->first != 52 - ranked || (jokers && t->suited))
        return 0;
    if (t->suited > 1 || t->flags > (SR_LOW | SR_ACE_LOW))
        return 0;
    for (int suit = 0; suit < 4; suit++) {
        if (t->suit_value[suit] > 3)
            return 0;
        values |= 1u << t->suit_value[suit];
    }
    for (int category = 0; category < SR_CATEGORIES; category++)
        if (t->deciding[category] >= SR_SUIT_KINDS)
            return 0;
    if (values != 15 || t->strengths == 0 || in_ranges(t->category, SR_CATEGORIES, t->strengths) != t->strengths)
        return 0;
    if (in_ranges(t->tier, SR_TIERS, t->strengths) < 0 || in_ranges(upset, 2, t->strengths) < 0)
        return 0;
    if (is_empty(upset[0]) || is_empty(upset[1]))
        return is_empty(upset[0]) && is_empty(upset[1]);
    return upset[0].high < upset[1].low;
}

/* Whether the hands of some ranks (13: jokers) have strengths that exist. */
static int are_strengths(const sr_table *t, const int *rank, int flush)
{
    const sr_hash *const h = t->hash;
    uint32_t sum = 0, copies = 0;
    for (int i = 0; i < SR_HAND; i++)
        sum += h->weight[4 * rank[i]];
    sum &= h->mask;
    const uint32_t row = (sum >> 11 & 255) + (sum >> 22 << 8) + (flush ? h->flush_row : 0);
    const uint32_t slot = t->slots[h->shift[row] + (sum & 255)];
    const uint32_t step = (slot >> 20 ^ 0x800u) - 0x800u;
    if (step && !t->suited)
        return 0;
    for (int i = 0; i < SR_HAND; i++)
        copies += (uint32_t)rank[i] == (slot >> 16 & 15);
    /* The best suit of that many cards. */
    for (uint32_t best = copies ? copies - 1 : 0; best <= (copies ? 3u : 0u); best++) {
        const uint16_t strength = (uint16_t)(slot + step * best);
        if (strength == 0 || strength > t->strengths)
            return 0;
    }
    return 1;
}

/* Whether all hands have strengths that exist: `held` ranks are chosen, none below the last one. */
static int are_all_strengths(const sr_table *t, int *rank, int held, int jokers)
{
    if (held == SR_HAND) {
        int distinct = 1;
        for (int i = 1; i < SR_HAND; i++)
            distinct &= rank[i] != rank[i - 1] || rank[i] == 13;
        return are_strengths(t, rank, 0) && (!distinct || are_strengths(t, rank, 1));
    }
    for (int next = held ? rank[held - 1] : t->first / 4; next <= (jokers ? 13 : 12); next++) {
        const int most = next == 13 ? jokers : 4;
        if (held >= most && rank[held - most] == next)
            continue;
        rank[held] = next;
        if (!are_all_strengths(t, rank, held + 1, jokers))
            return 0;
    }
    return 1;
}

size_t sr_load_sizeof(const void *bytes, size_t length)
{
    layout l;
    return lay_out(&l, (const uint8_t *)bytes, length) == SR_OK ? l.size : 0;
}

int sr_load(sr_evaluator *memory, size_t size, const void *bytes, size_t length)
{
    const uint8_t *const from = (const uint8_t *)bytes;
    layout l;
    int error = lay_out(&l, from, length);
    if (error == SR_OK || error == SR_WRONG_CONTENT)
        error = checksum(from, length - ENDING) != get_32(from + length - ENDING) ? SR_WRONG_CHECKSUM : error;
    if (error == SR_OK)
        error = sr_refused_memory(memory, size, l.size);
    if (error)
        return error;

    uint8_t *const to = (uint8_t *)memory;
    sr_hash *const hash = (sr_hash *)(void *)(to + l.hash_in);
    uint32_t *const slots = (uint32_t *)(void *)(to + l.slots_in);
    uint16_t *const shift = (uint16_t *)(void *)(to + l.shifts_in);
    uint8_t *const shift32 = to + l.shifts32_in;
    sr_evaluator t;
    memset(&t, 0, sizeof t);
    t.hash = hash;
    t.slots = slots;
    t.strengths = get_16(from + 36);
    t.first = from[38];
    t.cards = from[39];
    t.suited = from[40];
    t.flags = from[41];
    memcpy(t.suit_value, from + 42, sizeof t.suit_value);
    memcpy(t.deciding, from + 46, sizeof t.deciding);
    for (int i = 0; i < SR_CATEGORIES + SR_TIERS + 2; i++) {
        const sr_range range = {get_16(from + 56 + 4 * i), get_16(from + 58 + 4 * i)};
        if (i < SR_CATEGORIES)
            t.category[i] = range;
        else if (i < SR_CATEGORIES + SR_TIERS)
            t.tier[i - SR_CATEGORIES] = range;
        else if (i == SR_CATEGORIES + SR_TIERS)
            t.upset_winner = range;
        else
            t.upset_loser = range;
    }
    if (!is_frame(&t))
        return SR_WRONG_CONTENT;

    for (int card = 0; card < 64; card++)
        hash->weight[card] = get_32(from + 120 + 4 * card);
    hash->mask = get_32(from + 24);
    hash->flush_row = (uint32_t)(l.rows / 2);
    hash->n_slots = (uint32_t)l.slots;
    hash->n_classes = 0; /* which nothing in C asks for */
    hash->shift = shift;
    int narrow = l.rows == 256 && hash->mask == (255 | 127 << 11);
    for (size_t row = 0; row < l.rows; row++) {
        shift[row] = get_16(from + l.shifts_at + 2 * row);
        shift32[row] = (uint8_t)(shift[row] / 32);
        narrow &= shift[row] % 32 == 0 && shift[row] / 32 < 256;
    }
    hash->shift32 = narrow ? shift32 : NULL;
    if (!is_hash(hash, l.rows))
        return SR_WRONG_CONTENT;

    for (size_t slot = 0; slot < l.slots; slot++)
        slots[slot] = get_32(from + l.slots_at + 4 * slot);
    int rank[SR_HAND];
    if (!are_all_strengths(&t, rank, 0, t.cards > 52 ? t.cards - 52 : 0))
        return SR_WRONG_CONTENT;

    memcpy(to + l.name_in, from + l.name_at, l.name);
    to[l.name_in + l.name] = 0;
    t.ruleset = (const char *)to + l.name_in;
    t.kernel = sr_fastest_kernel();
    *memory = t;
    return SR_OK;
}
