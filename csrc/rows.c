/* Rows of five cards, and the best five in rows of six or seven. */
#include "batch.h"

enum { BLOCK = 256, MOST = 7 };

size_t sr_evaluate_rows(const sr_table *table, const uint8_t *hands, size_t n, uint16_t *out)
{
    return sr_evaluate_batch(table, hands, hands + 1, hands + 2, hands + 3, hands + 4, SR_HAND, n, out);
}

size_t sr_evaluate_best_batch(const sr_table *table, const uint8_t *cards, ptrdiff_t row, ptrdiff_t column, size_t held,
                              size_t n, uint16_t *out)
{
    uint8_t block[MOST][BLOCK];
    uint16_t strength[BLOCK];
    if (held < SR_HAND || held > MOST)
        return 0;
    for (size_t start = 0; start < n; start += BLOCK) {
        const size_t rows = n - start < BLOCK ? n - start : (size_t)BLOCK;
        size_t good = rows;
        for (size_t i = 0; i < rows; i++)
            for (size_t j = 0; j < held; j++)
                block[j][i] = cards[(ptrdiff_t)(start + i) * row + (ptrdiff_t)j * column];
        for (size_t i = 0; i < rows; i++)
            out[start + i] = 0;
        /* Five of the cards are all but one or two; any two cards meet in one of the hands, so every repetition is
           seen, and the fewest good rows that any of the hands finds are the good rows. */
        for (size_t a = 0; a < held; a++)
            for (size_t b = held == 7 ? a + 1 : a; b < (held == 7 ? held : a + 1); b++) {
                const uint8_t *kept[SR_HAND];
                size_t k = 0, found;
                for (size_t j = 0; j < held && k < SR_HAND; j++)
                    if (held == 5 || (j != a && j != b))
                        kept[k++] = block[j];
                found = sr_evaluate_batch(table, kept[0], kept[1], kept[2], kept[3], kept[4], 1, rows, strength);
                good = found < good ? found : good;
                if (good == rows)
                    for (size_t i = 0; i < rows; i++)
                        out[start + i] = strength[i] > out[start + i] ? strength[i] : out[start + i];
            }
        if (good < rows)
            return start + good;
    }
    return n;
}
