/* Who takes the pot: a hand a line of standard input, as text. */
#include "scalareale.h"

#include <stdio.h>
#include <string.h>

static const sr_table *table_of(const char *ruleset, unsigned cards)
{
    for (size_t i = 0; sr_table_at(i); i++)
        if (sr_table_at(i)->cards == cards && strcmp(sr_table_name(i), ruleset) == 0)
            return sr_table_at(i);
    return NULL;
}

int main(void)
{
    const sr_table *table = table_of("classic", 32);
    uint16_t strength[SR_SEATS];
    char line[200];
    size_t seats = 0;

    if (!table)
        return 1;
    while (seats < SR_SEATS && fgets(line, sizeof line, stdin)) {
        strength[seats] = sr_evaluate_text(table, line, strlen(line));
        if (!strength[seats]) {
            fprintf(stderr, "no hand of this pack: %s", line);
            return 1;
        }
        seats++;
    }
    const uint32_t everybody = (1u << seats) - 1;
    const uint32_t winners = sr_showdown_strengths(table, strength, seats, everybody);
    for (size_t i = 0; i < seats; i++)
        printf("%5u  category %d  tier %d%s\n", strength[i], sr_category(table, strength[i]),
               sr_tier(table, strength[i]), winners >> i & 1 ? "  wins" : "");
    return 0;
}
