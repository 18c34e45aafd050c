/* What becomes of a saved table that was changed. Each of its bytes is changed, one at a time, in every bit and in all;
   it is cut at every length; and it is forged, a byte or a number at a time, with a checksum that is right again.
   The first must be refused or give the right answers. The last may be accepted, but then whatever is asked of it must
   be safe: a sanitizer sees every byte too many, because all memory is of exactly the size that may be used.

   The arguments are a file, how many numbers to forge, and anything more to do nothing but forge. Built and run by
   test_saved.py with scalareale.c. */
#include "scalareale.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HANDS = 70, HEAD = 376 };

static uint64_t state = 88172645463325252u;

static uint64_t random_64(void *unused) /* xorshift: any fixed sequence would do */
{
    (void)unused;
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
}

static uint32_t below(uint32_t limit)
{
    return (uint32_t)(random_64(NULL) >> 32) % limit;
}

static void fail(const char *what, size_t at)
{
    fprintf(stderr, "%s at %lu\n", what, (unsigned long)at);
    exit(1);
}

static void *exactly(size_t size)
{
    void *buffer = malloc(size ? size : 1);
    if (!buffer)
        exit(2);
    return buffer;
}

/* An evaluator of these bytes, which lie in memory of their own, or NULL. */
static sr_evaluator *loaded(const uint8_t *bytes, size_t length)
{
    uint8_t *copy = (uint8_t *)exactly(length);
    memcpy(copy, bytes, length);
    const size_t size = sr_load_sizeof(copy, length);
    sr_evaluator *ev = (sr_evaluator *)exactly(size);
    const int error = sr_load(ev, size, copy, length);
    free(copy);
    if (error == SR_OK)
        return ev;
    if (error > 0 || !strcmp(sr_error_text(error), sr_error_text(99)))
        fail("no error code", length);
    free(ev);
    return NULL;
}

static uint32_t checksum(const uint8_t *bytes, size_t n)
{
    uint32_t crc = 0xFFFFFFFF;
    static uint32_t of[256];
    if (!of[1])
        for (uint32_t byte = 0; byte < 256; byte++) {
            of[byte] = byte;
            for (int bit = 0; bit < 8; bit++)
                of[byte] = of[byte] >> 1 ^ (of[byte] & 1 ? 0xEDB88320 : 0);
        }
    for (size_t i = 0; i < n; i++)
        crc = crc >> 8 ^ of[(crc ^ bytes[i]) & 255];
    return ~crc;
}

static void sign(uint8_t *bytes, size_t length)
{
    const uint32_t crc = checksum(bytes, length - 4);
    for (int i = 0; i < 4; i++)
        bytes[length - 4 + (size_t)i] = (uint8_t)(crc >> 8 * i);
}

static void random_hands(const sr_evaluator *ev, uint8_t *hands, size_t n)
{
    uint8_t pack[SR_PACK];
    sr_bitgen bits = {NULL, random_64, NULL, NULL, NULL};
    sr_deal(&bits, pack, sr_pack(ev, pack), NULL, 1, SR_HAND, n, hands);
}

/* Ask for everything; what is answered does not matter. */
static void exercise(sr_evaluator *ev, int all)
{
    static const char *const kernels[] = {"portable", "avx2", "avx512"}, *const languages[] = {"en", "it", "fr", "ru"};
    uint8_t *hands = (uint8_t *)exactly(HANDS * SR_HAND), *bytes = (uint8_t *)exactly(HANDS);
    uint16_t *out = (uint16_t *)exactly(2 * HANDS);
    int8_t *verdicts = (int8_t *)exactly(HANDS);
    char *text = (char *)exactly(SR_WORDS);
    random_hands(ev, hands, HANDS);
    for (int k = 0; k < 3; k++)
        if (sr_set_kernel(ev, kernels[k]) == SR_OK) {
            if (sr_evaluate_rows(ev, hands, HANDS, out) != HANDS)
                fail("a hand that is none", (size_t)k);
            sr_category_batch(ev, out, HANDS, bytes);
            sr_compare_batch(ev, out, out, HANDS, verdicts);
            sr_showdown_batch(ev, out, 5, NULL, HANDS / 5, bytes);
        }
    for (size_t i = 0; i < HANDS; i++) {
        const uint16_t s = sr_evaluate(ev, hands + SR_HAND * i);
        if (s == 0 || s > sr_strengths(ev) || sr_category(ev, s) < 0 || sr_tier(ev, s) < 0)
            fail("a strength that is none", i);
        if (sr_describe(ev, hands + SR_HAND * i, languages[i % 4], text, SR_WORDS) == SR_TOO_SMALL)
            fail("a long description", i);
    }
    if (all) {
        sr_draw draws[SR_DISCARDS];
        sr_player player[3];
        sr_bitgen bits = {NULL, random_64, NULL, NULL, NULL};
        uint64_t pots[9] = {0}, categories[3 * SR_CATEGORIES] = {0}, counts[3 * SR_SEATS], deals;
        size_t size = sr_draws_sizeof(ev);
        void *work = exactly(size);
        sr_draws(ev, hands, 0, work, size, draws, NULL, NULL);
        free(work);
        sr_simulate(ev, &bits, 3, 200, pots, categories);
        for (int i = 0; i < 3; i++) {
            player[i].n = (uint8_t)(i < 2 ? 4 : 3);
            memcpy(player[i].cards, hands + SR_HAND * i, SR_HAND);
        }
        size = sr_equity_sizeof(ev, player, 3, 0);
        work = exactly(size);
        sr_equity(ev, player, 3, 0, work, size, counts, &deals, NULL, NULL);
        sr_equity_sampled(ev, player, 3, 0, &bits, 200, counts, &deals, NULL, NULL);
        free(work);
    }
    free(hands);
    free(bytes);
    free(out);
    free(verdicts);
    free(text);
}

static void try_forged(uint8_t *bytes, size_t length, unsigned long *accepted)
{
    sign(bytes, length);
    sr_evaluator *ev = loaded(bytes, length);
    if (ev) {
        exercise(ev, ++*accepted % 64 == 0);
        free(ev);
    }
}

/* Change and cut it everywhere. */
static void spoil(const sr_evaluator *right, const uint8_t *good, uint8_t *bytes, size_t length)
{
    for (size_t at = 0; at < length; at++)
        for (int change = 0; change < 9; change++) {
            bytes[at] = (uint8_t)(good[at] ^ (change < 8 ? 1 << change : 255));
            sr_evaluator *ev = loaded(bytes, length);
            if (ev) {
                uint8_t hands[HANDS * SR_HAND];
                random_hands(ev, hands, HANDS);
                for (size_t i = 0; i < HANDS; i++)
                    if (sr_evaluate(ev, hands + SR_HAND * i) != sr_evaluate(right, hands + SR_HAND * i))
                        fail("a changed table gives another answer", at);
                free(ev);
            }
            bytes[at] = good[at];
        }
    for (size_t n = 0; n < length; n++)
        if (loaded(good, n))
            fail("a table without its end is accepted", n);
    bytes[length] = 0;
    if (loaded(bytes, length + 1))
        fail("a table with a byte too many is accepted", length);
}

int main(int argc, char **argv)
{
    static uint8_t good[1 << 20], bytes[1 << 20];
    static const uint32_t edges[] = {0, 1, 0xFF, 0x7FFF, 0x8000, 0xFFFF, 0x10000, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF};
    FILE *file = argc > 1 ? fopen(argv[1], "rb") : NULL;
    const uint32_t numbers = argc > 2 ? (uint32_t)atoi(argv[2]) : 1000;
    unsigned long accepted = 0, forged = 0;
    if (!file)
        return 2;
    const size_t length = fread(good, 1, sizeof good, file);
    fclose(file);
    sr_evaluator *const right = loaded(good, length);
    if (!right)
        fail("the table itself is refused", 0);
    exercise(right, 1);

    memcpy(bytes, good, length);
    if (argc == 3)
        spoil(right, good, bytes, length);
    for (size_t at = 0; at < length - 4; at += at < HEAD ? 1 : 1 + below((uint32_t)length / 256)) {
        bytes[at] = (uint8_t)(good[at] ^ (1 + below(255)));
        forged++;
        try_forged(bytes, length, &accepted);
        bytes[at] = good[at];
    }
    for (uint32_t i = 0; i < numbers; i++) {
        /* Numbers of 32 bits in the head, where they decide most, or anywhere. */
        const size_t at = below(2) ? 8 + 4 * below(28) : 4 * below((uint32_t)(length / 4 - 2));
        const uint32_t number = below(2) ? edges[below(10)] : (uint32_t)random_64(NULL);
        for (size_t j = 0; j < 4; j++)
            bytes[at + j] = (uint8_t)(number >> 8 * j);
        forged++;
        try_forged(bytes, length, &accepted);
        memcpy(bytes + at, good + at, 4);
    }
    free(right);
    printf("%lu bytes, %lu forged, %lu of them accepted\n", (unsigned long)length, forged, accepted);
    return 0;
}
