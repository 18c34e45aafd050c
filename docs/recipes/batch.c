/* Every hand of a pack, a block at a time, and how many there are of each category. */
#include "scalareale.h"

#include <stdio.h>
#include <stdlib.h>

enum { BLOCK = 4096 };

int main(void)
{
    sr_evaluator *const ev = (sr_evaluator *)malloc(sr_sizeof());
    static uint8_t hands[BLOCK * SR_HAND], category[BLOCK], pack[SR_PACK];
    static uint16_t strength[BLOCK];
    unsigned long count[SR_CATEGORIES] = {0};
    size_t n;

    if (!ev || sr_open(ev, sr_sizeof(), "classic", 24) < 0)
        return 1;
    const unsigned cards = sr_pack(ev, pack);
    for (uint64_t start = 0; (n = sr_all_hands(pack[0], cards, start, BLOCK, hands)) != 0; start += n) {
        const size_t good = sr_evaluate_rows(ev, hands, n, strength);
        if (good < n) {
            fprintf(stderr, "row %lu is no hand\n", (unsigned long)(start + good));
            return 1;
        }
        sr_category_batch(ev, strength, n, category);
        for (size_t i = 0; i < n; i++)
            count[category[i]]++;
    }
    printf("%s, %u cards:", sr_ruleset(ev), cards);
    for (int i = 0; i < SR_CATEGORIES; i++)
        printf(" %lu", count[i]);
    printf("\n");
    free(ev);
    return 0;
}
