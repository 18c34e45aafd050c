/* Every hand of a pack, a block at a time, and how many there are of each category. */
#include "scalareale.h"

#include <stdio.h>

enum { BLOCK = 4096 };

int main(void)
{
    const sr_table *table = sr_table_at(0);
    static uint8_t hands[BLOCK * SR_HAND], category[BLOCK];
    static uint16_t strength[BLOCK];
    unsigned long count[SR_CATEGORIES] = {0};
    size_t n;

    for (uint64_t start = 0; (n = sr_all_hands(table->first, table->cards, start, BLOCK, hands)) != 0; start += n) {
        const size_t good = sr_evaluate_rows(table, hands, n, strength);
        if (good < n) {
            fprintf(stderr, "row %lu is no hand\n", (unsigned long)(start + good));
            return 1;
        }
        sr_category_batch(table, strength, n, category);
        for (size_t i = 0; i < n; i++)
            count[category[i]]++;
    }
    printf("%s, %u cards:", sr_table_name(0), table->cards);
    for (int i = 0; i < SR_CATEGORIES; i++)
        printf(" %lu", count[i]);
    printf("\n");
    return 0;
}
