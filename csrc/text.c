/* A hand as text, in the international notation. */
#include "scalareale.h"

/* Ranks and suits by letter, one more than their numbers; 0 for other bytes. */
static const uint8_t rank_of[256] = {
    ['2'] = 1,  ['3'] = 2,  ['4'] = 3,  ['5'] = 4,  ['6'] = 5,  ['7'] = 6,  ['8'] = 7,  ['9'] = 8,  ['T'] = 9,
    ['J'] = 10, ['Q'] = 11, ['K'] = 12, ['A'] = 13, ['t'] = 9,  ['j'] = 10, ['q'] = 11, ['k'] = 12, ['a'] = 13,
};
static const uint8_t suit_of[256] = {
    ['c'] = 1, ['d'] = 2, ['h'] = 3, ['s'] = 4, ['C'] = 1, ['D'] = 2, ['H'] = 3, ['S'] = 4,
};

/* A card of the `left` bytes at `text`: returns the bytes it takes, 0 if there is none. */
static size_t read_card(const unsigned char *text, size_t left, unsigned jokers, uint8_t *card)
{
    size_t at = 1;
    unsigned rank, suit;
    if (left < 2)
        return 0;
    rank = rank_of[text[0]];
    suit = suit_of[text[1]];
    if (rank && suit) {
        *card = (uint8_t)(4 * (rank - 1) + (suit - 1));
        return 2;
    }
    if ((text[0] | 32) == 'j' && (text[1] | 32) == 'k') {
        *card = (uint8_t)(52 + jokers);
        return jokers < 2 ? 2 : 0;
    }
    if (text[0] == '1' && text[1] == '0') {
        rank = rank_of['T'];
        at = 2;
    }
    if (!rank || at >= left)
        return 0;
    suit = suit_of[text[at]];
    if (suit) {
        at++;
    } else if (left - at >= 3 && text[at] == 0xE2 && text[at + 1] == 0x99 && (text[at + 2] & 0xF8) == 0xA0) {
        /* U+2660 to U+2667: spades, hearts, diamonds, clubs, twice; perhaps with U+FE0F. */
        suit = 4 - (text[at + 2] & 3u);
        at += 3;
        if (left - at >= 3 && text[at] == 0xEF && text[at + 1] == 0xB8 && text[at + 2] == 0x8F)
            at += 3;
    } else {
        return 0;
    }
    *card = (uint8_t)(4 * (rank - 1) + (suit - 1));
    return at;
}

uint16_t sr_evaluate_text(const sr_table *table, const char *text, size_t length)
{
    const unsigned char *bytes = (const unsigned char *)text;
    uint8_t hand[SR_HAND];
    size_t cards = 0, at = 0;
    unsigned jokers = 0;
    while (at < length) {
        size_t taken;
        if (bytes[at] == ' ' || bytes[at] == ',' || (bytes[at] >= '\t' && bytes[at] <= '\r')) {
            at++;
            continue;
        }
        if (cards == SR_HAND)
            return 0;
        taken = read_card(bytes + at, length - at, jokers, &hand[cards]);
        if (!taken)
            return 0;
        jokers += hand[cards] >= 52;
        cards++;
        at += taken;
    }
    return cards == SR_HAND ? sr_evaluate(table, hand) : 0;
}
