/* A hand as text, in the international notation. */
#include "scalareale.h"

static int rank_of(unsigned char letter)
{
    switch (letter) {
    case 'T': case 't': return 8;
    case 'J': case 'j': return 9;
    case 'Q': case 'q': return 10;
    case 'K': case 'k': return 11;
    case 'A': case 'a': return 12;
    default: return letter >= '2' && letter <= '9' ? letter - '2' : -1;
    }
}

static int suit_of(unsigned char letter)
{
    switch (letter) {
    case 'c': case 'C': return 0;
    case 'd': case 'D': return 1;
    case 'h': case 'H': return 2;
    case 's': case 'S': return 3;
    default: return -1;
    }
}

/* A card of the `left` bytes at `text`: returns the bytes it takes, 0 if there is none. */
static size_t read_card(const unsigned char *text, size_t left, unsigned jokers, uint8_t *card)
{
    size_t at = 1;
    int rank, suit;
    if (left < 2)
        return 0;
    if ((text[0] | 32) == 'j' && (text[1] | 32) == 'k') {
        *card = (uint8_t)(52 + jokers);
        return jokers < 2 ? 2 : 0;
    }
    rank = rank_of(text[0]);
    if (text[0] == '1' && text[1] == '0') {
        rank = 8;
        at = 2;
    }
    if (rank < 0 || at >= left)
        return 0;
    suit = suit_of(text[at]);
    if (suit >= 0) {
        at++;
    } else if (left - at >= 3 && text[at] == 0xE2 && text[at + 1] == 0x99 && (text[at + 2] & 0xF8) == 0xA0) {
        /* U+2660 to U+2667: spades, hearts, diamonds, clubs, twice; perhaps with U+FE0F. */
        suit = 3 - (text[at + 2] & 3);
        at += 3;
        if (left - at >= 3 && text[at] == 0xEF && text[at + 1] == 0xB8 && text[at + 2] == 0x8F)
            at += 3;
    } else {
        return 0;
    }
    *card = (uint8_t)(rank << 2 | suit);
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
