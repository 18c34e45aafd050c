/* Saved tables: any bytes are refused, or are an evaluator whose kernels agree and which is safe to ask for anything.
   And descriptions, also in buffers that are too short. */
#include "targets.h"

#include <stdlib.h>
#include <string.h>

enum { HEAD = 376, MOST = 1 << 17, HANDS = 70, LANGUAGES = 4 };

static const char *const languages[] = {"en", "it", "fr", "ru"};

static void put(uint8_t *at, uint32_t number, unsigned bytes)
{
    for (unsigned i = 0; i < bytes; i++)
        at[i] = (uint8_t)(number >> 8 * i);
}

static uint32_t checksum(const uint8_t *bytes, size_t n)
{
    static uint32_t of[256];
    uint32_t crc = 0xFFFFFFFF;
    for (uint32_t byte = 0; byte < 256 && !of[255]; byte++) {
        uint32_t rest = byte;
        for (int bit = 0; bit < 8; bit++)
            rest = rest >> 1 ^ (rest & 1 ? 0xEDB88320 : 0);
        of[byte] = rest;
    }
    for (size_t i = 0; i < n; i++)
        crc = crc >> 8 ^ of[(crc ^ bytes[i]) & 255];
    return ~crc;
}

/* A table as Python saves it, without the text of its rules. */
static size_t saved_now(const sr_table *table, uint8_t *bytes)
{
    const sr_hash *const hash = table->hash;
    const uint32_t rows = 2 * hash->flush_row, name = (uint32_t)strlen(table->ruleset);
    const size_t length = HEAD + 2 * rows + 4 * hash->n_slots + name + 4;
    const uint32_t words[] = {1, (uint32_t)length, name, 0, hash->mask, hash->flush_row, hash->n_slots};
    uint8_t *to = bytes;
    EXPECT(length <= MOST);
    memcpy(to, "\x89SRT\r\n\x1A\n", 8);
    for (unsigned i = 0; i < 7; i++)
        put(to + 8 + 4 * i, words[i], 4);
    put(to + 36, table->strengths, 2);
    to[38] = table->first, to[39] = table->cards, to[40] = table->suited, to[41] = table->flags;
    memcpy(to + 42, table->suit_value, 4);
    memcpy(to + 46, table->deciding, 10);
    for (int i = 0; i < 16; i++) {
        const sr_range range = i < 10    ? table->category[i]
                               : i < 14  ? table->tier[i - 10]
                               : i == 14 ? table->upset_winner
                                         : table->upset_loser;
        put(to + 56 + 4 * i, range.low | (uint32_t)range.high << 16, 4);
    }
    for (unsigned i = 0; i < 64; i++)
        put(to + 120 + 4 * i, hash->weight[i], 4);
    to += HEAD;
    for (uint32_t i = 0; i < rows; i++, to += 2)
        put(to, hash->shift[i], 2);
    for (uint32_t i = 0; i < hash->n_slots; i++, to += 4)
        put(to, table->slots[i], 4);
    memcpy(to, table->ruleset, name);
    put(to + name, checksum(bytes, length - 4), 4);
    return length;
}

/* The same; each table is written once. */
static size_t saved(const sr_table *table, uint8_t *bytes)
{
    static uint8_t kept[64][MOST];
    static size_t length[64];
    size_t which = 0;
    while (sr_table_at(which) != table)
        which++;
    EXPECT(which < 64);
    if (!length[which])
        length[which] = saved_now(table, kept[which]);
    memcpy(bytes, kept[which], length[which]);
    return length[which];
}

static void ask(input *in, sr_evaluator *ev)
{
    uint8_t pack[SR_PACK], category[HANDS], winners[HANDS];
    uint16_t wanted[HANDS];
    int8_t verdict[HANDS];
    char text[SR_WORDS];
    dice d = in_dice(in);
    const unsigned cards = sr_pack(ev, pack);
    uint8_t *hands = exactly(HANDS * SR_HAND, 0);
    EXPECT(cards >= 20 && cards <= SR_PACK);
    for (size_t i = 0; i < HANDS; i++) {
        uint8_t *const hand = hands + SR_HAND * i;
        roll_cards(&d, ev, SR_HAND, hand);
        wanted[i] = sr_evaluate(ev, hand);
        EXPECT(wanted[i] >= 1 && wanted[i] <= sr_strengths(ev));
        EXPECT(sr_category(ev, wanted[i]) >= 0 && sr_tier(ev, wanted[i]) >= 0);
        const int length = sr_describe(ev, hand, languages[i % LANGUAGES], text, sizeof text);
        EXPECT(length > 0 && strlen(text) == (size_t)length);
    }
    static const char *const kernels[] = {"portable", "avx2", "avx512"};
    for (int k = 0; k < 3; k++) {
        uint16_t *out = exactly(2 * HANDS, 0);
        if (sr_set_kernel(ev, kernels[k]) != SR_OK)
            continue;
        EXPECT(sr_evaluate_rows(ev, hands, HANDS, out) == HANDS && !memcmp(out, wanted, sizeof wanted));
        EXPECT(sr_category_batch(ev, out, HANDS, category) == HANDS);
        EXPECT(sr_compare_batch(ev, out, out + 1, HANDS - 1, verdict) == HANDS - 1);
        EXPECT(sr_showdown_batch(ev, out, 5, NULL, HANDS / 5, winners) == HANDS / 5);
        for (size_t i = 0; i < HANDS; i++) {
            EXPECT(category[i] == sr_category(ev, out[i]));
            EXPECT(i + 1 == HANDS || verdict[i] == sr_compare_strengths(ev, out[i], out[i + 1]));
        }
        for (size_t row = 0; row < HANDS / 5; row++) {
            const uint32_t won = sr_showdown_strengths(ev, out + 5 * row, 5, 31);
            EXPECT(won == winners_of(ev, out + 5 * row, 5, 31));
            for (size_t i = 0; i < 5; i++)
                EXPECT(winners[5 * row + i] == (won >> i & 1));
        }
    }
    if (cards <= 24 && in_below(in, 64) == 1) { /* which takes longer than all the rest */
        sr_draw *found = exactly(SR_DISCARDS * sizeof *found, 0);
        void *work = exactly(sr_draws_sizeof(ev), 0);
        EXPECT(sr_draws(ev, hands, 0, work, sr_draws_sizeof(ev), found, NULL, NULL) == SR_OK);
        EXPECT(found[31].total == 1 && found[31].count[sr_category(ev, wanted[0])] == 1);
    }
}

void fuzz_load(input *in)
{
    static const int refusals[] = {SR_NO_TABLE, SR_OTHER_VERSION, SR_WRONG_LENGTH, SR_WRONG_CHECKSUM, SR_WRONG_CONTENT};
    const sr_table *table = in_below(in, 8) ? small_table(in) : any_table(in);
    static uint8_t draft[MOST + 16];
    size_t length = 0;
    const unsigned kind = in_below(in, 8);
    unsigned edits = 0;
    if (kind == 0) {
        while (in->left && length < MOST)
            draft[length++] = in_byte(in);
    } else {
        length = saved(table, draft);
        for (edits = in_below(in, kind == 1 ? 2 : 5); edits; edits--) {
            const unsigned bytes = 1 + in_below(in, 4);
            /* The numbers in the head decide most. */
            const size_t place = in_below(in, 4) ? in_below(in, HEAD) : in_below(in, (uint32_t)length - 4);
            uint8_t before[4];
            memcpy(before, draft + place, 4);
            put(draft + place, (uint32_t)in_number(in, bytes), bytes);
            if (kind == 1)
                EXPECT(edits == 1);
            if (kind == 1 && memcmp(before, draft + place, 4)) {
                /* A checksum notices whatever happens to 32 bits in a row. */
                uint8_t *changed = exactly(length, 0);
                memcpy(changed, draft, length);
                const size_t size = sr_load_sizeof(changed, length);
                EXPECT(sr_load(exactly(size, 0), size, changed, length) < 0);
            }
        }
        if (kind > 5) {
            const size_t other = in_below(in, (uint32_t)length + 8);
            if (other > length)
                memset(draft + length, 0, other - length);
            length = other;
            if (length >= 16 && in_below(in, 2))
                put(draft + 12, (uint32_t)length, 4);
        }
        if (length >= 4 && in_below(in, 8))
            put(draft + length - 4, checksum(draft, length - 4), 4);
    }

    uint8_t *bytes = exactly(length, in_below(in, 4));
    memcpy(bytes, draft, length);
    const size_t size = sr_load_sizeof(bytes, length);
    char *memory = exactly(size, 0);
    const int code = sr_load((sr_evaluator *)(void *)memory, size, bytes, length);
    if (code < 0) {
        int known = 0;
        for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++)
            known |= code == refusals[i];
        EXPECT(known);
        return;
    }
    EXPECT(code == SR_OK && size >= sr_sizeof() && length >= HEAD + 4);
    char *other = exactly(size, 4);
    EXPECT(sr_load((sr_evaluator *)(void *)other, size, bytes, length) == SR_MISALIGNED);
    other = exactly(size - 1, 0);
    EXPECT(sr_load((sr_evaluator *)(void *)other, size - 1, bytes, length) == SR_TOO_SMALL);
    memset(bytes, 0xEE, length); /* which nobody needs any more */
    ask(in, (sr_evaluator *)(void *)memory);
}

void fuzz_describe(input *in)
{
    const sr_table *table = any_table(in);
    dice d = in_dice(in);
    uint8_t *hand = exactly(SR_HAND, in_below(in, 8));
    roll_cards(&d, table, SR_HAND, hand);
    const char *language = languages[in_below(in, LANGUAGES)];
    int known = 1;
    if (in_below(in, 8) == 0) {
        const size_t letters = in_below(in, 8);
        char *name = exactly(letters + 1, 0);
        known = 0;
        for (size_t i = 0; i < letters; i++)
            name[i] = (char)in_byte(in);
        name[letters] = 0;
        for (size_t i = 0; i < LANGUAGES; i++)
            known |= !strcmp(name, languages[i]);
        language = name;
    }
    const size_t size = in_below(in, SR_WORDS + 8);
    while (in->left >= 2) { /* cards of the pack, or any bytes */
        const size_t place = in_below(in, SR_HAND);
        const uint8_t byte = in_byte(in);
        hand[place] = byte < 250 ? (uint8_t)(table->first + byte % table->cards) : in_byte(in);
    }

    char whole[SR_WORDS], *text = exactly(size, 0);
    const int length = sr_describe(table, hand, language, whole, sizeof whole);
    const int code = sr_describe(table, hand, language, text, size);
    if (!known || !is_hand(table, hand)) {
        EXPECT(code == length && code == (known ? SR_NOT_A_HAND : SR_NO_LANGUAGE));
        return;
    }
    EXPECT(length > 0 && strlen(whole) == (size_t)length);
    if (size > (size_t)length)
        EXPECT(code == length && !strcmp(text, whole));
    else
        EXPECT(code == SR_TOO_SMALL && (!size || !text[0]));
    /* The order of the cards does not matter. */
    uint8_t turned[SR_HAND];
    for (int i = 0; i < SR_HAND; i++)
        turned[i] = hand[(i * 2 + 1) % SR_HAND];
    char again[SR_WORDS];
    EXPECT(sr_describe(table, turned, language, again, sizeof again) == length && !strcmp(again, whole));
}
