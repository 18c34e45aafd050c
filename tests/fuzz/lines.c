/* Many hands as text: what is read is what a plain reader of lines reads, in any notation, and nothing is written
   behind the room there is. And cards as text. */
#include "targets.h"

#include <string.h>

enum { MOST = 512, BAD = 6 };

static const char ranks[] = "23456789TJQKA", suits[] = "cdhs";
static const char *const other[] = {"\n",   "\n",       " ",        ",",  "\r\n", "\t\v\f",   "10",  "1", "0",
                                    "Jk",   "jK",       "jk",       "j",  "x",    "\xE2\x99", "\xFF", "",  "\n\n",
                                    "\xC2\xA0", "\xE2\x99\xA8", "\xEF\xB8\x8F"};
static const char *const symbol[] = {"\xE2\x99\xA3", "\xE2\x99\xA6", "\xE2\x99\xA5", "\xE2\x99\xA0",
                                     "\xE2\x99\xA7", "\xE2\x99\xA2", "\xE2\x99\xA1", "\xE2\x99\xA4"};
enum { OTHERS = sizeof other / sizeof *other };

static int is_blank(char byte)
{
    return memchr(" ,\t\n\v\f\r", byte, 7) != NULL;
}

/* A letter for a rank below 13, or else for a suit; a blank is none. */
static void add(sr_letters *letters, unsigned rank, unsigned suit, unsigned char letter)
{
    if (is_blank((char)letter))
        return;
    if (rank < 13)
        letters->rank[letter] = (uint8_t)(64 + 4 * rank);
    else
        letters->suit[letter] = (uint8_t)(128 + suit);
}

static void as_everywhere(sr_letters *letters)
{
    memset(letters, 0, sizeof *letters);
    for (unsigned i = 0; i < 17; i++)
        for (unsigned small = 0; small < 2; small++) {
            const unsigned letter = (unsigned char)(i < 13 ? ranks[i] : suits[i - 13]);
            add(letters, i, i - 13, (unsigned char)(letter < 'A' ? letter : (letter & 0xDF) | small << 5));
        }
}

static size_t starts(const char *text, size_t left, const char *with)
{
    const size_t length = strlen(with);
    return length <= left && !memcmp(text, with, length) ? length : 0;
}

/* The card at the start of a text: how many bytes it takes, 0 if there is none. */
static size_t card_at(const sr_letters *letters, const char *text, size_t left, unsigned jokers, uint8_t *card)
{
    const uint8_t *const rank = letters->rank, *const suit = letters->suit;
    const unsigned char first = (unsigned char)text[0], second = (unsigned char)(left > 1 ? text[1] : 0);
    size_t of_rank = 0, at = 1;
    if (left > 1 && rank[first] && suit[second]) {
        *card = (uint8_t)(rank[first] - 64 + suit[second] - 128);
        return 2;
    }
    if (starts(text, left, "Jk") || starts(text, left, "jk") || starts(text, left, "jK") || starts(text, left, "JK")) {
        *card = (uint8_t)(52 + jokers);
        return jokers < 2 ? 2 : 0;
    }
    of_rank = rank[first];
    if (starts(text, left, "10")) {
        of_rank = rank['T'];
        at = 2;
    }
    if (!of_rank || at >= left)
        return 0;
    if (suit[(unsigned char)text[at]]) {
        *card = (uint8_t)(of_rank - 64 + suit[(unsigned char)text[at]] - 128);
        return at + 1;
    }
    for (unsigned s = 0; s < 8; s++)
        if (starts(text + at, left - at, symbol[s])) {
            *card = (uint8_t)(of_rank - 64 + s % 4);
            at += 3;
            return at + starts(text + at, left - at, "\xEF\xB8\x8F");
        }
    return 0;
}

/* The cards of a text that holds nothing else, at most `most`: how many, or -1; *commas: whether there are any. */
static int cards_of(const sr_letters *letters, const char *text, size_t length, unsigned most, uint8_t *cards,
                    int *commas)
{
    unsigned found = 0, jokers = 0;
    *commas = 0;
    for (size_t at = 0; at < length;) {
        uint8_t card = 0;
        if (is_blank(text[at])) {
            *commas |= text[at++] == ',';
            continue;
        }
        const size_t taken = card_at(letters, text + at, length - at, jokers, &card);
        if (!taken || found == most)
            return -1;
        jokers += card >= 52;
        cards[found++] = card;
        at += taken;
    }
    return (int)found;
}

static size_t draft_of(input *in, const sr_letters *letters, char *draft)
{
    size_t length = 0;
    unsigned char letter[256], suit[256];
    unsigned n_letters = 0, n_suits = 0;
    for (unsigned i = 0; i < 256; i++) {
        if (letters->rank[i])
            letter[n_letters++] = (unsigned char)i;
        if (letters->suit[i])
            suit[n_suits++] = (unsigned char)i;
    }
    if (in_below(in, 4) == 0) {
        while (in->left && length < MOST)
            draft[length++] = (char)in_byte(in);
        return length;
    }
    for (unsigned cards = 0; in->left && length < MOST - 16;) {
        const unsigned what = in_byte(in);
        if (what < 192 && n_letters && n_suits) { /* mostly five in a line */
            const unsigned of_suit = in_byte(in);
            draft[length++] = (char)letter[what % n_letters];
            draft[length] = (char)suit[of_suit % n_suits];
            if (of_suit >= 224)
                memcpy(draft + length, symbol[of_suit % 8], 3);
            length += of_suit < 224 ? 1 : 3;
            if (++cards % SR_HAND == 0)
                draft[length++] = '\n';
        } else {
            const char *const part = other[what % OTHERS];
            memcpy(draft + length, part, strlen(part));
            length += strlen(part);
        }
    }
    return length;
}

static void check_cards(input *in, const char *text, size_t length)
{
    sr_letters letters;
    uint8_t wanted[MOST];
    int commas;
    const size_t room = in_below(in, 64);
    uint8_t *codes = exactly(room, 0);
    as_everywhere(&letters);
    const int n = cards_of(&letters, text, length, MOST, wanted, &commas);
    const int found = sr_parse_cards(text, length, codes, room);
    if (found >= 0)
        EXPECT(found == n && (size_t)n <= room && !memcmp(codes, wanted, (size_t)n));
    else if (n >= 0)
        EXPECT(found == SR_TOO_SMALL && (size_t)n > room);
    else /* whichever comes first */
        EXPECT(found == SR_NOT_A_CARD || found == SR_TOO_SMALL);
}

void fuzz_lines(input *in)
{
    const unsigned notation = in_below(in, 4);
    sr_letters *letters = exactly(sizeof *letters, 0);
    as_everywhere(letters);
    if (notation > 1) { /* some letters of its own, or nothing else */
        if (notation == 3)
            memset(letters, 0, sizeof *letters);
        for (unsigned more = in_below(in, 32); more; more--) {
            const unsigned what = in_byte(in);
            add(letters, what % 17, what % 17 % 4, in_byte(in));
        }
    }
    const size_t from = in_below(in, 8) ? 0 : in_below(in, 64), room = in_below(in, 40);
    input again = *in;
    char draft[MOST];
    const size_t length = draft_of(in, letters, draft);
    char *text = exactly(length, 0);
    memcpy(text, draft, length);

    uint8_t *hands = exactly(room * SR_HAND, 0), wanted[MOST][SR_HAND];
    memset(hands, 0xEE, room * SR_HAND);
    size_t at = from < length ? from : length, expected = at, n = 0;
    while (expected < length) {
        const char *end = memchr(text + expected, '\n', length - expected);
        const size_t line = end ? (size_t)(end - text) - expected : length - expected;
        int commas;
        uint8_t hand[BAD];
        const int cards = cards_of(letters, text + expected, line, SR_HAND, hand, &commas);
        const int blank = cards == 0 && !commas;
        if (!blank && (cards != SR_HAND || n == room))
            break;
        if (!blank)
            memcpy(wanted[n++], hand, SR_HAND);
        expected += line + (end != NULL);
    }
    EXPECT(sr_parse_hands(notation ? letters : NULL, text, length, &at, room, hands) == n);
    EXPECT(at == expected);
    EXPECT(!memcmp(hands, wanted, n * SR_HAND));
    for (size_t i = n * SR_HAND; i < room * SR_HAND; i++)
        EXPECT(hands[i] == 0xEE);
    check_cards(&again, text, length);
}
