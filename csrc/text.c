/* Cards as text: one hand, or many, a line each. */
#include "scalareale.h"

#include <limits.h>

/* What a letter adds to a card; both together have both bits. Any other byte adds nothing. */
enum { RANK = 64, SUIT = 128, CARD = RANK | SUIT, CODE = 63 };

enum { NO_HAND = SR_HAND + 1 }; /* instead of a number of cards */

/* By ASCII code, in order because C++ has no designators; the rows of capitals and those of small letters are alike. */
#define NO_16 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
#define DIGITS \
    0, 0, RANK, RANK + 4, RANK + 8, RANK + 12, RANK + 16, RANK + 20, RANK + 24, RANK + 28, 0, 0, 0, 0, 0, 0
#define RANK_LETTERS \
    0, RANK + 48, 0, 0, 0, 0, 0, 0, 0, 0, RANK + 36, RANK + 44, 0, 0, 0, 0, \
    0, RANK + 40, 0, 0, RANK + 32, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
#define SUIT_LETTERS \
    0, 0, 0, SUIT, SUIT + 1, 0, 0, 0, SUIT + 2, 0, 0, 0, 0, 0, 0, 0, \
    0, 0, 0, SUIT + 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
static const sr_letters international = {
    {NO_16, NO_16, NO_16, DIGITS, RANK_LETTERS, RANK_LETTERS},
    {NO_16, NO_16, NO_16, NO_16, SUIT_LETTERS, SUIT_LETTERS},
};

/* A card of more than two bytes, or a joker, at the start of the `left` bytes at `text`: returns the bytes it takes,
   0 if there is none. Jokers are numbered as they come. */
static size_t read_long_card(const sr_letters *letters, const unsigned char *text, size_t left, unsigned *jokers,
                             uint8_t *card)
{
    size_t at = 1;
    unsigned rank, suit;
    if (left < 2)
        return 0;
    if ((text[0] | 32) == 'j' && (text[1] | 32) == 'k') {
        if (*jokers == 2)
            return 0;
        *card = (uint8_t)(52 + (*jokers)++);
        return 2;
    }
    rank = letters->rank[text[0]];
    if (text[0] == '1' && text[1] == '0') {
        rank = letters->rank[(unsigned char)'T'];
        at = 2;
    }
    if (!rank || at >= left)
        return 0;
    suit = letters->suit[text[at]];
    if (suit) {
        at++;
    } else if (left - at >= 3 && text[at] == 0xE2 && text[at + 1] == 0x99 && (text[at + 2] & 0xF8) == 0xA0) {
        /* U+2660 to U+2667: spades, hearts, diamonds, clubs, twice; perhaps with U+FE0F. */
        suit = 3 - (text[at + 2] & 3u);
        at += 3;
        if (left - at >= 3 && text[at] == 0xEF && text[at + 1] == 0xB8 && text[at + 2] == 0x8F)
            at += 3;
    } else {
        return 0;
    }
    *card = (uint8_t)((rank + suit) & CODE);
    return at;
}

/* The card that two bytes are, with both bits of CARD set; else less. */
static inline uint8_t short_card(const sr_letters *letters, const unsigned char *text, size_t left)
{
    return (uint8_t)(left > 1 ? letters->rank[text[0]] | letters->suit[text[1]] : 0);
}

static int is_blank(unsigned char byte)
{
    return byte == ' ' || byte == ',' || (byte >= '\t' && byte <= '\r');
}

/* The cards from *at on, up to the end of the text or, if `lines`, of the line: how many, or NO_HAND for more than a
   hand has and for anything else. *at is then where that was found. */
static inline unsigned read_hand(const sr_letters *letters, const unsigned char *text, size_t length, int lines,
                                 size_t *at, uint8_t *hand)
{
    size_t i = *at;
    unsigned cards = 0, jokers = 0;
    while (i < length) {
        const unsigned char byte = text[i];
        size_t taken = 2;
        if (is_blank(byte)) {
            if (lines && byte == '\n')
                break;
            i++;
            continue;
        }
        uint8_t card = short_card(letters, text + i, length - i);
        if (card < CARD)
            taken = read_long_card(letters, text + i, length - i, &jokers, &card);
        if (cards == SR_HAND || !taken) {
            cards = NO_HAND;
            break;
        }
        hand[cards++] = card & CODE;
        i += taken;
    }
    *at = i;
    return cards;
}

uint16_t sr_evaluate_text(const sr_table *table, const char *text, size_t length)
{
    uint8_t hand[SR_HAND];
    size_t at = 0;
    if (read_hand(&international, (const unsigned char *)text, length, 0, &at, hand) != SR_HAND)
        return 0;
    return sr_evaluate(table, hand);
}

size_t sr_parse_hands(const sr_letters *letters, const char *text, size_t length, size_t *at, size_t n, uint8_t *hands)
{
    const unsigned char *bytes = (const unsigned char *)text;
    size_t i = *at, found = 0;
    if (!letters)
        letters = &international;
    while (i < length) {
        const size_t start = i;
        uint8_t hand[SR_HAND];
        unsigned cards = read_hand(letters, bytes, length, 1, &i, hand);
        for (size_t j = start; !cards && j < i; j++)
            if (bytes[j] == ',') /* no cards, but no blank line either */
                cards = NO_HAND;
        if (cards && (cards != SR_HAND || found == n)) {
            i = start;
            break;
        }
        if (cards) {
            for (int j = 0; j < SR_HAND; j++)
                hands[SR_HAND * found + (size_t)j] = hand[j];
            found++;
        }
        if (i < length)
            i++;
    }
    *at = i;
    return found;
}

int sr_parse_cards(const char *text, size_t length, uint8_t *codes, size_t room)
{
    const unsigned char *bytes = (const unsigned char *)text;
    size_t cards = 0, taken;
    unsigned jokers = 0;
    for (size_t at = 0; at < length; at += taken) {
        taken = 1;
        if (is_blank(bytes[at]))
            continue;
        uint8_t card = short_card(&international, bytes + at, length - at);
        taken = card < CARD ? read_long_card(&international, bytes + at, length - at, &jokers, &card) : 2;
        if (!taken)
            return SR_NOT_A_CARD;
        if (cards == room || cards == INT_MAX)
            return SR_TOO_SMALL;
        codes[cards++] = card & CODE;
    }
    return (int)cards;
}
