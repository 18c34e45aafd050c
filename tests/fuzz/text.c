/* Text: what is read is what a table of all spellings reads, and nothing behind the end is looked at. */
#include "targets.h"

#include <string.h>

enum { MOST = 512 };

static const char *const rank[] = {"2", "3", "4", "5", "6", "7", "8", "9", "10", "T", "t", "J",
                                   "j", "Q", "q", "K", "k", "A", "a"};
static const uint8_t rank_number[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12};
/* Longer spellings before those that they begin with. */
static const char *const suit[] = {
    "c", "C", "\xE2\x99\xA3\xEF\xB8\x8F", "\xE2\x99\xA7\xEF\xB8\x8F", "\xE2\x99\xA3", "\xE2\x99\xA7",
    "d", "D", "\xE2\x99\xA6\xEF\xB8\x8F", "\xE2\x99\xA2\xEF\xB8\x8F", "\xE2\x99\xA6", "\xE2\x99\xA2",
    "h", "H", "\xE2\x99\xA5\xEF\xB8\x8F", "\xE2\x99\xA1\xEF\xB8\x8F", "\xE2\x99\xA5", "\xE2\x99\xA1",
    "s", "S", "\xE2\x99\xA0\xEF\xB8\x8F", "\xE2\x99\xA4\xEF\xB8\x8F", "\xE2\x99\xA0", "\xE2\x99\xA4"};
enum { RANKS = sizeof rank / sizeof *rank, SUITS = sizeof suit / sizeof *suit };

/* What else stands in texts, good and bad; some of it cut inside a character. */
static const char *const other[] = {" ",    ",",      "\t",     "\n",   "\r\n", "\v",       "Jk",       "jK", "JK", "jk",
                                    "\xE2", "\xE2\x99", "\xEF\xB8", "1",    "0",    "\xC2\xA0", "\xE2\x99\xA8", "x",  "\xFF", "j"};
enum { OTHERS = sizeof other / sizeof *other };

static size_t starts(const char *text, size_t left, const char *with)
{
    const size_t length = strlen(with);
    return length <= left && !memcmp(text, with, length) ? length : 0;
}

/* The strength of a text, by trying every spelling. */
static uint16_t wanted(const sr_table *table, const char *text, size_t length)
{
    uint8_t hand[SR_HAND];
    size_t cards = 0, at = 0;
    uint8_t joker = 52;
    while (at < length) {
        size_t used = 0;
        uint8_t card = 0;
        if (memchr(" ,\t\n\v\f\r", text[at], 7)) {
            at++;
            continue;
        }
        for (size_t r = 0; r < RANKS && !used; r++) {
            const size_t of_rank = starts(text + at, length - at, rank[r]);
            for (size_t s = 0; of_rank && s < SUITS && !used; s++) {
                const size_t of_suit = starts(text + at + of_rank, length - at - of_rank, suit[s]);
                used = of_suit ? of_rank + of_suit : 0;
                card = (uint8_t)(4 * rank_number[r] + s / 6);
            }
        }
        for (size_t j = 6; j < 10 && !used; j++)
            if ((used = starts(text + at, length - at, other[j])) != 0)
                card = joker++;
        if (!used || card > 53 || cards == SR_HAND)
            return 0;
        hand[cards++] = card;
        at += used;
    }
    return cards == SR_HAND && is_hand(table, hand) ? sr_evaluate(table, hand) : 0;
}

void fuzz_text(input *in)
{
    const sr_table *table = any_table(in);
    char draft[MOST];
    size_t length = 0;
    if (in_below(in, 4) == 0) {
        while (in->left && length < MOST)
            draft[length++] = (char)in_byte(in);
    } else {
        /* A byte is a card, one more its spelling; or something else. */
        while (in->left && length < MOST - 16) {
            const unsigned card = in_byte(in), how = in_byte(in);
            const char *part[2] = {other[how % OTHERS], ""};
            if (card < 200) {
                const unsigned code = table->first + card % table->cards;
                if (code >= 52) {
                    part[0] = "Jk";
                } else {
                    size_t r = 0;
                    while (rank_number[r] != code >> 2)
                        r++;
                    part[0] = rank[r + how / 6 % (code >> 2 == 8 ? 3 : code >> 2 > 8 ? 2 : 1)];
                    part[1] = suit[6 * (code & 3) + how % 6];
                }
            }
            for (int i = 0; i < 2; i++) {
                memcpy(draft + length, part[i], strlen(part[i]));
                length += strlen(part[i]);
            }
            if (card >= 250 && length)
                length--;
        }
    }
    /* At the end of a block, and at its start. */
    char *end = exactly(length, 7), *start = exactly(length, 0);
    memcpy(end, draft, length);
    memcpy(start, draft, length);
    const uint16_t strength = wanted(table, draft, length);
    EXPECT(sr_evaluate_text(table, end, length) == strength);
    EXPECT(sr_evaluate_text(table, start, length) == strength);
    /* Every beginning is a text of its own. */
    for (size_t cut = length > 24 ? length - 24 : 0; cut < length; cut++) {
        char *begin = exactly(cut, 0);
        memcpy(begin, draft, cut);
        EXPECT(sr_evaluate_text(table, begin, cut) == wanted(table, draft, cut));
    }
}
