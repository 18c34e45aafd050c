/* Feeds the C functions what they must survive: random and edge bytes, cut and broken text,
   in buffers of exactly the size that each may read, so that a sanitizer sees every byte too
   many. What can be told without rules is checked as well: who is a hand, and that all ways to
   ask give one answer. Built and run by test_build.py. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "batch.h"

static const uint8_t edge[] = {0, 1, 11, 12, 27, 28, 50, 51, 52, 53, 54, 63, 64, 65, 115, 116, 127, 128, 179, 180, 254, 255};

static uint64_t state = 88172645463325252u;

static uint32_t below(uint32_t limit) /* xorshift: any fixed sequence would do */
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (uint32_t)(state >> 32) % limit;
}

static void fail(const char *what, const char *name, unsigned cards)
{
    fprintf(stderr, "%s: %s with %u cards\n", what, name, cards);
    exit(1);
}

#define CHECK(condition) \
    do { \
        if (!(condition)) \
            fail(#condition, name, table->cards); \
    } while (0)

static void *exactly(size_t size)
{
    void *buffer = malloc(size);
    if (!buffer && size)
        exit(2);
    return buffer;
}

static uint8_t any_card(const sr_table *table)
{
    const uint32_t kind = below(16);
    if (kind == 0)
        return (uint8_t)below(256);
    if (kind == 1)
        return edge[below(sizeof edge)];
    return (uint8_t)(table->first + below(table->cards));
}

static int is_hand(const sr_table *table, const uint8_t *hand)
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

static void single_hands(const sr_table *table, const char *name)
{
    for (int turn = 0; turn < 20000; turn++) {
        uint8_t *a = exactly(SR_HAND), *b = exactly(SR_HAND);
        for (int i = 0; i < SR_HAND; i++) {
            a[i] = any_card(table);
            b[i] = turn % 3 ? any_card(table) : edge[below(sizeof edge)];
        }
        const uint16_t first = sr_evaluate(table, a), second = sr_evaluate(table, b);
        CHECK((first > 0) == is_hand(table, a));
        CHECK(first <= table->strengths);
        CHECK((second > 0) == is_hand(table, b));
        const int verdict = sr_compare(table, a, b);
        CHECK((verdict == SR_NOT_A_HAND) == (!first || !second));
        if (verdict != SR_NOT_A_HAND) {
            CHECK(verdict == sr_compare_strengths(table, first, second));
            CHECK(verdict == -sr_compare(table, b, a));
            CHECK(sr_category(table, first) >= 0);
        }
        free(a);
        free(b);
    }
    /* All hands made of edge bytes alone. */
    for (size_t code = 0; code < sizeof edge * sizeof edge * sizeof edge; code++) {
        uint8_t *hand = exactly(SR_HAND);
        size_t rest = code;
        for (int i = 0; i < SR_HAND; i++) {
            hand[i] = i < 3 ? edge[rest % sizeof edge] : (uint8_t)(table->first + i);
            rest /= sizeof edge;
        }
        CHECK((sr_evaluate(table, hand) > 0) == is_hand(table, hand));
        free(hand);
    }
}

static void strengths(const sr_table *table, const char *name)
{
    for (uint32_t s = 0; s <= 0xFFFF; s++) {
        const int category = sr_category(table, (uint16_t)s), tier = sr_tier(table, (uint16_t)s);
        CHECK((category >= 0) == (s >= 1 && s <= table->strengths));
        CHECK(category < SR_CATEGORIES && tier < SR_TIERS);
        CHECK((tier < 0) == (category < 0));
        CHECK(sr_compare_strengths(table, (uint16_t)s, (uint16_t)s) == 0);
    }
}

static void showdowns(const sr_table *table, const char *name)
{
    for (int turn = 0; turn < 5000; turn++) {
        const size_t n = below(19), stride = SR_HAND + below(3);
        const size_t size = n ? (n - 1) * stride + SR_HAND : 0;
        const uint32_t contenders = below(4) ? (uint32_t)((1u << n) - 1) : below(0xFFFFFFFFu);
        const uint64_t shared = below(4) ? ~(uint64_t)0 : (uint64_t)below(0xFFFFFFFFu) << below(33);
        uint8_t *hands = exactly(size);
        uint16_t *strength = exactly(n * sizeof *strength);
        for (size_t i = 0; i < size; i++)
            hands[i] = turn % 2 ? any_card(table) : (uint8_t)(table->first + below(table->cards));
        for (size_t i = 0; i < n; i++)
            strength[i] = (uint16_t)(below(8) ? 1 + below(table->strengths) : below(0x10000));
        const uint32_t asked = contenders & (uint32_t)((1u << n) - 1);
        const uint32_t by_hand = sr_showdown(table, hands, stride, n, contenders, shared);
        const uint32_t by_strength = sr_showdown_strengths(table, strength, n, contenders);
        CHECK((by_hand & ~asked) == 0 && (by_strength & ~asked) == 0);
        if (n > SR_SEATS)
            CHECK(!by_hand && !by_strength);
        int live = 1;
        for (size_t i = 0; i < n; i++)
            if (asked >> i & 1 && (!strength[i] || strength[i] > table->strengths))
                live = 0;
        CHECK((by_strength != 0) == (live && asked && n <= SR_SEATS));
        free(hands);
        free(strength);
    }
}

/* Pieces of text, good and bad, some of them cut inside a character of several bytes. */
static const char *const piece[] = {
    "Ah", "kd", "QC", "jS", "9h", "8d", "7c", "Ts", "10h", "2c", "Jk", "JK", "A\xE2\x99\xA5", "10\xE2\x99\xA6",
    "K\xE2\x99\xA3\xEF\xB8\x8F", "9\xE2\x99\xA4", " ", ",", "\t", "\n", "\v", "\r", "\xE2", "\xE2\x99", "A\xE2\x99",
    "\xEF\xB8", "1", "10", "A", "J", "j", "1h", "x", "\xFF", "\x80", "\xC2\xA0", "\xE2\x99\xA8", "0"};

/* Lines as sr_parse_hands reads them say what they say as texts of one hand. */
static void lines(const sr_table *table, const char *name, const char *text, size_t length)
{
    const size_t room = below(8);
    uint8_t *hands = exactly(SR_HAND * room);
    size_t at = below(4) ? 0 : below((uint32_t)length + 1), read = 0;
    size_t start = at;
    const size_t found = sr_parse_hands(NULL, text, length, &at, room, hands);
    CHECK(found <= room && at <= length);
    while (start < at) {
        const char *newline = memchr(text + start, '\n', length - start);
        const size_t end = newline ? (size_t)(newline - text) : length;
        size_t word = start;
        while (word < end && (text[word] == ' ' || (text[word] >= '\t' && text[word] <= '\r')))
            word++;
        if (word < end) {
            CHECK(read < found);
            CHECK(sr_evaluate_text(table, text + start, end - start) == sr_evaluate(table, hands + SR_HAND * read));
            read++;
        }
        start = newline ? end + 1 : length;
    }
    CHECK(start == at && read == found);
    if (at < length && found < room) {
        const char *newline = memchr(text + at, '\n', length - at);
        CHECK(sr_evaluate_text(table, text + at, newline ? (size_t)(newline - text) - at : length - at) == 0);
    }
    free(hands);
}

static void texts(const sr_table *table, const char *name)
{
    static const char rank[] = "23456789TJQKA", suit[] = "cdhs";
    for (int turn = 0; turn < 20000; turn++) {
        char draft[256];
        size_t length = 0;
        for (uint32_t left = below(9); left; left--) {
            const uint32_t kind = below(20);
            if (kind == 0) {
                draft[length++] = (char)below(256);
            } else {
                const char *part = piece[below(kind < 12 ? 17 : sizeof piece / sizeof *piece)];
                memcpy(draft + length, part, strlen(part));
                length += strlen(part);
            }
        }
        if (length && below(4) == 0)
            length -= 1 + below((uint32_t)(length < 3 ? length : 3));
        char *text = exactly(length);
        if (length)
            memcpy(text, draft, length);
        CHECK(sr_evaluate_text(table, text, length) <= table->strengths);
        lines(table, name, text, length);
        free(text);
    }
    /* Hands line by line, cut anywhere, perhaps with something else among them. */
    for (int turn = 0; turn < 5000; turn++) {
        char draft[512];
        size_t length = 0;
        for (uint32_t left = below(8); left; left--) {
            for (uint32_t card = 0; card < SR_HAND; card++) {
                const char *part = piece[below(17)];
                memcpy(draft + length, part, strlen(part));
                length += strlen(part);
            }
            if (below(16) == 0)
                length -= 1 + below(3);
            if (below(4) == 0)
                draft[length++] = '\r';
            for (uint32_t newlines = 1 + below(16) / 15; newlines; newlines--)
                draft[length++] = '\n';
        }
        if (length)
            length -= below((uint32_t)length);
        char *text = exactly(length);
        if (length)
            memcpy(text, draft, length);
        lines(table, name, text, length);
        free(text);
    }
    /* The text of a hand is the hand. */
    for (int turn = 0; turn < 5000; turn++) {
        uint8_t hand[SR_HAND];
        char *text = exactly(2 * SR_HAND);
        for (int i = 0; i < SR_HAND; i++) {
            hand[i] = (uint8_t)(table->first + below(52u - table->first));
            text[2 * i] = rank[hand[i] >> 2];
            text[2 * i + 1] = suit[hand[i] & 3];
        }
        CHECK(sr_evaluate_text(table, text, 2 * SR_HAND) == sr_evaluate(table, hand));
        CHECK(sr_evaluate_text(table, text, 2 * SR_HAND - 1) == 0);
        CHECK(sr_evaluate_text(table, text, 2 * SR_HAND - 2) == 0);
        free(text);
    }
    CHECK(sr_evaluate_text(table, NULL, 0) == 0);
    size_t start = 0;
    CHECK(sr_parse_hands(NULL, NULL, 0, &start, 0, NULL) == 0 && start == 0);
}

static void batches(const sr_table *table, const char *name)
{
    for (int turn = 0; turn < 100; turn++) {
        /* Around the sizes of vectors, one layout after another: rows, columns, other strides. */
        const size_t n = below(turn % 4 ? 140 : 700);
        const size_t stride = turn % 3 == 0 ? 5 : turn % 3 == 1 ? 1 : 2 + below(5);
        const int rows = stride == 5;
        const size_t each = n ? (n - 1) * stride + 1 : 0;
        uint8_t *block = exactly(rows ? 5 * n : 1), *column[SR_HAND];
        uint16_t *out = exactly(2 * n), *wanted = exactly(2 * n);
        for (size_t j = 0; j < SR_HAND; j++)
            column[j] = rows ? block + j : exactly(each);
        size_t good = n;
        for (size_t i = n; i-- > 0;) {
            uint8_t hand[SR_HAND];
            do
                for (size_t j = 0; j < SR_HAND; j++)
                    hand[j] = (uint8_t)(table->first + below(table->cards));
            while (!is_hand(table, hand));
            if (turn % 2 && below(2000) < 3)
                hand[below(SR_HAND)] = below(2) ? edge[below(sizeof edge)] : hand[below(SR_HAND)];
            for (size_t j = 0; j < SR_HAND; j++)
                column[j][i * stride] = hand[j];
            wanted[i] = sr_evaluate(table, hand);
            good = wanted[i] ? good : i;
        }
        CHECK(sr_evaluate_batch(table, column[0], column[1], column[2], column[3], column[4], (ptrdiff_t)stride, n, out) == good);
        CHECK(good < n || !n || memcmp(out, wanted, 2 * n) == 0);
        if (good == n) {
            int8_t *verdict = exactly(n);
            uint8_t *category = exactly(n);
            CHECK(sr_compare_batch(table, out, wanted, n, verdict) == n);
            CHECK(sr_category_batch(table, out, n, category) == n);
            for (size_t i = 0; i < n; i++)
                CHECK(verdict[i] == 0 && category[i] == sr_category(table, out[i]));
            for (size_t seats = 2; seats <= SR_SEATS; seats++) {
                const size_t shows = n / seats;
                uint16_t *strength = exactly(2 * shows * seats);
                uint8_t *winner = exactly(shows * seats), *contends = exactly(shows * seats);
                if (shows)
                    memcpy(strength, out, 2 * shows * seats);
                for (size_t i = 0; i < shows * seats; i++)
                    contends[i] = (uint8_t)(i % seats ? below(3) : 255);
                CHECK(sr_showdown_batch(table, strength, seats, contends, shows, winner) == shows);
                for (size_t i = 0; i < shows; i++) {
                    uint32_t asked = 0, won = 0;
                    for (size_t k = 0; k < seats; k++) {
                        asked |= (uint32_t)(contends[i * seats + k] != 0) << k;
                        won |= (uint32_t)(winner[i * seats + k] == 1) << k;
                    }
                    CHECK(won == sr_showdown_strengths(table, strength + i * seats, seats, asked));
                }
                free(strength);
                free(winner);
                free(contends);
            }
            free(verdict);
            free(category);
        }
        for (size_t j = 0; j < SR_HAND && !rows; j++)
            free(column[j]);
        free(block);
        free(out);
        free(wanted);
    }
}

int main(void)
{
    size_t tables = 0;
    for (size_t i = 0; i < 100; i++) {
        const sr_table *table = sr_table_at(i);
        const char *name = sr_table_name(i);
        if (!table != !name || (table && i != tables))
            fail("tables and names differ", name ? name : "?", 0);
        if (!table)
            continue;
        tables++;
        single_hands(table, name);
        strengths(table, name);
        showdowns(table, name);
        texts(table, name);
        for (size_t k = 0; sr_kernel_at(k); k++) {
            CHECK(sr_use_kernel(sr_kernel_at(k)));
            batches(table, name);
        }
    }
    for (unsigned cards = 0; cards < 300; cards++)
        if (!sr_hash_for(cards) != (cards > SR_PACK))
            fail("sr_hash_for", "hash", cards);
    printf("%zu tables\n", tables);
    return tables == 0;
}
