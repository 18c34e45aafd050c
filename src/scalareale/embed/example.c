/* Strengths and showdowns of hands that come as lines of text.

       cc -O3 example.c scalareale.c -o example
       ./example classic 32 < hands.txt

   For a line with one hand the answer is its strength; for a line with several hands, up to 16, the places (from 0) of
   those that share the pot; 0 for a line that is neither, which is also named on the standard error. A line such as
   `ruleset standard 52` changes the game and has no answer, nor has a blank line. It begins with what the arguments
   say, or with classic and 40 cards. */
#include "scalareale.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE = 1024 };

static int open_game(sr_evaluator *ev, const char *ruleset, unsigned cards)
{
    const int error = ev ? sr_open(ev, sr_sizeof(), ruleset, cards) : SR_TOO_SMALL;
    if (error < 0)
        fprintf(stderr, "%s, %u cards: %s\n", ruleset, cards, sr_error_text(error));
    return error;
}

/* Read a line without its end, with a 0 behind it; its length is LINE if there is no room for it. 0 at the end. */
static int read_line(char *line, size_t *length)
{
    int c = getchar();
    if (c == EOF)
        return 0;
    for (*length = 0; c != EOF && c != '\n'; c = getchar())
        if (*length < LINE)
            line[(*length)++] = (char)c;
    line[*length < LINE ? *length : LINE - 1] = 0;
    return 1;
}

/* Answer a line: SR_OK or an error code. */
static int answer(const sr_evaluator *ev, const char *line, size_t length)
{
    uint8_t cards[SR_SEATS * SR_HAND];
    const int n = sr_parse_cards(line, length, cards, sizeof cards);
    if (n <= 0)
        return n;
    if (n % SR_HAND != 0)
        return SR_NOT_A_HAND;
    const size_t hands = (size_t)n / SR_HAND;
    const uint32_t everybody = (1u << hands) - 1;
    if (hands == 1) {
        const unsigned strength = sr_evaluate(ev, cards);
        if (strength)
            printf("%u\n", strength);
    } else {
        const uint32_t winners = sr_showdown(ev, cards, SR_HAND, hands, everybody, 0);
        const char *before = "";
        for (size_t i = 0; i < hands; i++)
            if (winners >> i & 1) {
                printf("%s%u", before, (unsigned)i);
                before = " ";
            }
        if (winners)
            printf("\n");
    }
    return sr_why(ev, cards, SR_HAND, hands, everybody, 0);
}

int main(int argc, char **argv)
{
    sr_evaluator *const ev = (sr_evaluator *)malloc(sr_sizeof());
    char line[LINE], ruleset[LINE];
    unsigned cards = argc > 2 ? (unsigned)atoi(argv[2]) : argc > 1 ? 0 : 40;
    size_t length;
    int status = 0, error;

    if (open_game(ev, argc > 1 ? argv[1] : "classic", cards) < 0)
        return 2;
    for (unsigned long number = 1; read_line(line, &length); number++) {
        if (length < LINE && strncmp(line, "ruleset ", 8) == 0 && sscanf(line + 8, "%s %u", ruleset, &cards) == 2) {
            if (open_game(ev, ruleset, cards) < 0)
                return 2;
            continue;
        }
        error = length < LINE ? answer(ev, line, length) : SR_NOT_A_HAND;
        if (error < 0) {
            printf("0\n");
            fprintf(stderr, "line %lu: %s\n", number, sr_error_text(error));
            status = 1;
        }
    }
    free(ev);
    return status;
}
