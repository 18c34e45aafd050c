/* Every hand of every compiled-in table by every kernel that can run here, against the scalar functions; a digest of
   the strengths of each table is printed, so that machines can be compared. For cross-compilers and emulators, where
   Python is not at hand. Exit code 1 and a message if anything differs. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "batch.h"

enum { BLOCK = 997, SEATS = 6 }; /* no multiple of any kernel's block, so that there are tails */

static uint64_t seed = 1;

static uint32_t next_random(void)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(seed >> 33);
}

static void fail(const char *what, const char *ruleset, unsigned cards, size_t at)
{
    printf("%s: %s differs, %s with %u cards, at %lu\n", sr_kernel(), what, ruleset, cards, (unsigned long)at);
    exit(1);
}

/* Hands are what their text says; a joker's says which it is in the hand, not which of the pack. */
static void check_text(uint8_t hands[][SR_HAND], size_t n, const char *name, unsigned cards)
{
    static char text[BLOCK * (2 * SR_HAND + 1)];
    static uint8_t read[BLOCK][SR_HAND];
    size_t length = 0, at = 0;
    for (size_t i = 0; i < n; i++) {
        for (int j = 0; j < SR_HAND; j++) {
            const uint8_t card = hands[i][j];
            text[length++] = card < 52 ? "23456789TJQKA"[card >> 2] : 'J';
            text[length++] = card < 52 ? "cdhs"[card & 3] : 'k';
        }
        text[length++] = '\n';
    }
    if (sr_parse_hands(NULL, text, length, &at, n, read[0]) != n || at != length)
        fail("a count of lines", name, cards, at);
    for (size_t i = 0; i < n; i++)
        for (int j = 0; j < SR_HAND; j++)
            if (read[i][j] != hands[i][j] && (read[i][j] < 52 || hands[i][j] < 52))
                fail("a card read", name, cards, i);
}

static void check_hands(const sr_table *table, const char *name)
{
    static uint8_t hands[BLOCK][SR_HAND], columns[SR_HAND][BLOCK];
    static uint16_t by_rows[BLOCK], by_columns[BLOCK];
    uint64_t digest = 14695981039346656037u, start = 0;
    size_t n;
    while ((n = sr_all_hands(table->first, table->cards, start, BLOCK, hands[0])) > 0) {
        for (size_t i = 0; i < n; i++) {
            const size_t j = next_random() % SR_HAND;
            const uint8_t card = hands[i][0];
            hands[i][0] = hands[i][j];
            hands[i][j] = card;
            for (int k = 0; k < SR_HAND; k++)
                columns[k][i] = hands[i][k];
        }
        if (sr_evaluate_rows(table, hands[0], n, by_rows) != n)
            fail("rows", name, table->cards, (size_t)start);
        if (sr_evaluate_batch(table, columns[0], columns[1], columns[2], columns[3], columns[4], 1, n, by_columns) != n)
            fail("columns", name, table->cards, (size_t)start);
        for (size_t i = 0; i < n; i++) {
            const uint16_t strength = sr_evaluate(table, hands[i]);
            if (!strength || strength != by_rows[i] || strength != by_columns[i])
                fail("a strength", name, table->cards, (size_t)start + i);
            digest = (digest ^ strength) * 1099511628211u;
        }
        check_text(hands, n, name, table->cards);
        /* A bad card anywhere must be found where it is. */
        const size_t bad = next_random() % n;
        hands[bad][next_random() % SR_HAND] = (uint8_t)(next_random() & 1 ? 255 : table->first + table->cards);
        if (sr_evaluate_rows(table, hands[0], n, by_rows) != bad)
            fail("the first bad row", name, table->cards, (size_t)start + bad);
        start += n;
    }
    printf("%-18s %2u %016llx\n", name, table->cards, (unsigned long long)digest);
}

static void check_strengths(const sr_table *table, const char *name)
{
    static uint16_t a[BLOCK * SEATS], b[BLOCK * SEATS];
    static int8_t verdict[BLOCK * SEATS];
    static uint8_t category[BLOCK * SEATS], in[BLOCK * SEATS], winners[BLOCK * SEATS];
    const size_t n = sizeof a / sizeof *a;
    for (size_t i = 0; i < n; i++) {
        /* Half of them near the top, where the straight flushes are. */
        const uint32_t span = next_random() & 1 ? table->strengths : table->strengths < 40 ? table->strengths : 40;
        a[i] = (uint16_t)(table->strengths - next_random() % span);
        b[i] = (uint16_t)(table->strengths - next_random() % span);
        in[i] = i % SEATS == 0 || next_random() % 4 > 0;
    }
    if (sr_compare_batch(table, a, b, n, verdict) != n || sr_category_batch(table, a, n, category) != n ||
        sr_showdown_batch(table, a, SEATS, in, BLOCK, winners) != BLOCK)
        fail("a count", name, table->cards, 0);
    for (size_t i = 0; i < n; i++) {
        if (verdict[i] != sr_compare_strengths(table, a[i], b[i]))
            fail("a comparison", name, table->cards, i);
        if (category[i] != sr_category(table, a[i]))
            fail("a category", name, table->cards, i);
    }
    for (size_t row = 0; row < BLOCK; row++) {
        uint32_t who = 0, expected;
        for (unsigned seat = 0; seat < SEATS; seat++)
            who |= (uint32_t)in[row * SEATS + seat] << seat;
        expected = sr_showdown_strengths(table, a + row * SEATS, SEATS, who);
        for (unsigned seat = 0; seat < SEATS; seat++)
            if (winners[row * SEATS + seat] != (expected >> seat & 1))
                fail("a showdown", name, table->cards, row);
    }
}

int main(void)
{
    const char *kernel;
    printf("chosen: %s\n", sr_kernel());
    for (size_t k = 0; (kernel = sr_kernel_at(k)) != NULL; k++) {
        const sr_table *table;
        sr_use_kernel(kernel);
        printf("kernel %s\n", kernel);
        for (size_t i = 0; (table = sr_table_at(i)) != NULL; i++) {
            check_hands(table, sr_table_name(i));
            check_strengths(table, sr_table_name(i));
        }
    }
    return 0;
}
