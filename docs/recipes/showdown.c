/* Who takes the pot: a hand a line of standard input, as text. */
#include "scalareale.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
    sr_evaluator *const ev = (sr_evaluator *)malloc(sr_sizeof());
    const int error = ev ? sr_open(ev, sr_sizeof(), "classic", 32) : SR_TOO_SMALL;
    uint16_t strength[SR_SEATS];
    char line[200];
    size_t seats = 0;

    if (error < 0) {
        fprintf(stderr, "%s\n", sr_error_text(error));
        return 1;
    }
    while (seats < SR_SEATS && fgets(line, sizeof line, stdin)) {
        strength[seats] = sr_evaluate_text(ev, line, strlen(line));
        if (!strength[seats]) {
            fprintf(stderr, "no hand of this pack: %s", line);
            return 1;
        }
        seats++;
    }
    const uint32_t everybody = (1u << seats) - 1;
    const uint32_t winners = sr_showdown_strengths(ev, strength, seats, everybody);
    for (size_t i = 0; i < seats; i++)
        printf("%5u  category %d  tier %d%s\n", strength[i], sr_category(ev, strength[i]), sr_tier(ev, strength[i]),
               winners >> i & 1 ? "  wins" : "");
    free(ev);
    return 0;
}
