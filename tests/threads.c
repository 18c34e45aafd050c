/* Threads that share tables and inputs and do everything that is done many at a time, while another one exchanges the
   kernel under their hands: for the thread sanitizer, and to see that the answers stay the same. Built and run by
   test_threads.py; exit code 1 and a message if an answer differs. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "scalareale.h"

enum { WORKERS = 4, TURNS = 40, HANDS = 517, HELD = 7, SEATS = 4, SHOWDOWNS = HANDS / SEATS };

/* Of one table: what is read by all threads, and what each of them must find. */
typedef struct {
    const sr_table *table;
    uint8_t rows[HANDS][SR_HAND], columns[SR_HAND][HANDS], sevens[HANDS][HELD];
    uint16_t strength[HANDS], best[HANDS];
    int8_t verdict[HANDS];
    uint8_t category[HANDS], winners[SHOWDOWNS * SEATS];
} work;

static work all[8];
static size_t n_tables;
static atomic_int ready, working = WORKERS;

static uint64_t next(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

static uint64_t next_word(void *state)
{
    return next(state);
}

static void fail(const char *what)
{
    fprintf(stderr, "with the kernel %s at the end: %s\n", sr_kernel(), what);
    exit(1);
}

#define CHECK(condition) \
    do { \
        if (!(condition)) \
            fail(#condition); \
    } while (0)

/* By the functions for one hand, before there are threads: they leave the kernel to be chosen by whoever is first. */
static void prepare(work *w, const sr_table *table)
{
    uint64_t state = 88172645463325252u + table->cards;
    w->table = table;
    for (size_t i = 0; i < HANDS; i++) {
        uint64_t taken = 0;
        for (size_t j = 0; j < HELD;) {
            const unsigned card = table->first + (unsigned)(next(&state) % table->cards);
            if (taken >> card & 1)
                continue;
            taken |= (uint64_t)1 << card;
            w->sevens[i][j++] = (uint8_t)card;
        }
        memcpy(w->rows[i], w->sevens[i], SR_HAND);
        for (size_t j = 0; j < SR_HAND; j++)
            w->columns[j][i] = w->rows[i][j];
        w->strength[i] = sr_evaluate(table, w->rows[i]);
        for (size_t a = 0; a < HELD; a++)
            for (size_t b = a + 1; b < HELD; b++) {
                uint8_t five[SR_HAND];
                size_t k = 0;
                for (size_t j = 0; j < HELD; j++)
                    if (j != a && j != b)
                        five[k++] = w->sevens[i][j];
                const uint16_t strength = sr_evaluate(table, five);
                w->best[i] = strength > w->best[i] ? strength : w->best[i];
            }
        w->category[i] = (uint8_t)sr_category(table, w->strength[i]);
    }
    for (size_t i = 0; i < HANDS; i++)
        w->verdict[i] = (int8_t)sr_compare_strengths(table, w->strength[i], w->best[i]);
    for (size_t i = 0; i < SHOWDOWNS; i++) {
        const uint32_t won = sr_showdown_strengths(table, w->strength + i * SEATS, SEATS, (1u << SEATS) - 1);
        for (size_t k = 0; k < SEATS; k++)
            w->winners[i * SEATS + k] = won >> k & 1;
    }
}

static void evaluate(const work *w)
{
    uint16_t out[HANDS];
    int8_t verdict[HANDS];
    uint8_t bytes[HANDS];
    const uint8_t(*const c)[HANDS] = w->columns;
    const uint8_t *const r = w->rows[0];
    CHECK(sr_evaluate_rows(w->table, r, HANDS, out) == HANDS && !memcmp(out, w->strength, sizeof out));
    CHECK(sr_evaluate_batch(w->table, c[0], c[1], c[2], c[3], c[4], 1, HANDS, out) == HANDS);
    CHECK(!memcmp(out, w->strength, sizeof out));
    CHECK(sr_evaluate_batch(w->table, r + 4, r + 3, r + 2, r + 1, r, SR_HAND, HANDS, out) == HANDS);
    CHECK(!memcmp(out, w->strength, sizeof out));
    CHECK(sr_evaluate_best_batch(w->table, w->sevens[0], HELD, 1, HELD, HANDS, out) == HANDS);
    CHECK(!memcmp(out, w->best, sizeof out));
    CHECK(sr_compare_batch(w->table, w->strength, w->best, HANDS, verdict) == HANDS);
    CHECK(!memcmp(verdict, w->verdict, sizeof verdict));
    CHECK(sr_category_batch(w->table, w->strength, HANDS, bytes) == HANDS);
    CHECK(!memcmp(bytes, w->category, sizeof bytes));
    CHECK(sr_showdown_batch(w->table, w->strength, SEATS, NULL, SHOWDOWNS, bytes) == SHOWDOWNS);
    CHECK(!memcmp(bytes, w->winners, sizeof w->winners));
}

static void play(const work *w, uint64_t *state)
{
    uint64_t pots[SEATS * SEATS] = {0}, categories[SEATS * SR_CATEGORIES] = {0}, hands = 0;
    sr_bitgen bits = {state, next_word, NULL, NULL, NULL};
    CHECK(sr_simulate(w->table, &bits, SEATS, 200, pots, categories) == 200);
    for (size_t i = 0; i < SEATS * SR_CATEGORIES; i++)
        hands += categories[i];
    CHECK(hands == SEATS * 200);
}

static void *worker(void *number)
{
    uint64_t state = 1 + (uint64_t)(uintptr_t)number;
    atomic_fetch_add(&ready, 1);
    while (atomic_load(&ready) < WORKERS)
        ; /* so that all of them come first to the kernel */
    for (size_t turn = 0; turn < TURNS; turn++) {
        const work *w = &all[next(&state) % n_tables];
        evaluate(w);
        play(w, &state);
    }
    atomic_fetch_sub(&working, 1);
    return NULL;
}

static void *exchanger(void *turns)
{
    while (atomic_load(&ready) < WORKERS)
        ;
    for (size_t i = 0; atomic_load(&working); i++) {
        const char *name = sr_kernel_at(i % 3);
        if (name && (!sr_use_kernel(name) || !sr_kernel()))
            fail("a kernel that runs here can be used");
        ++*(size_t *)turns;
    }
    return NULL;
}

int main(void)
{
    static const unsigned cards[] = {24, 32, 40, 36, 52, 53, 54};
    const sr_table *table;
    for (size_t i = 0; (table = sr_table_at(i)) != NULL && n_tables < sizeof cards / sizeof *cards; i++)
        if (table->cards == cards[n_tables]) {
            prepare(&all[n_tables], table);
            n_tables++;
        }
    pthread_t thread[WORKERS + 1];
    size_t exchanges = 0;
    for (size_t i = 0; i < WORKERS; i++)
        if (pthread_create(&thread[i], NULL, worker, (void *)i))
            return 2;
    if (pthread_create(&thread[WORKERS], NULL, exchanger, &exchanges))
        return 2;
    for (size_t i = 0; i <= WORKERS; i++)
        pthread_join(thread[i], NULL);
    printf("%zu tables, kernels%s exchanged\n", n_tables, exchanges ? "" : " never");
    return n_tables < 5;
}
