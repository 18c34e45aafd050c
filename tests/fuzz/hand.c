/* One hand, or two: any bytes, in any order. */
#include "targets.h"

#include <string.h>

void fuzz_hand(input *in)
{
    const sr_table *table = any_table(in);
    uint8_t *hand[2];
    uint16_t strength[2];
    for (size_t k = 0; k < 2; k++) {
        hand[k] = exactly(SR_HAND, k);
        for (int i = 0; i < SR_HAND; i++) {
            const uint8_t byte = in_byte(in);
            /* Most bytes as cards of the pack, some as they are. */
            hand[k][i] = byte < 200 ? (uint8_t)(table->first + byte % table->cards) : in_byte(in);
        }
        strength[k] = sr_evaluate(table, hand[k]);
        EXPECT((strength[k] > 0) == is_hand(table, hand[k]));
        EXPECT(strength[k] <= table->strengths);

        uint8_t turned[SR_HAND];
        memcpy(turned, hand[k], sizeof turned);
        const unsigned i = in_below(in, SR_HAND), j = in_below(in, SR_HAND);
        const uint8_t card = turned[i];
        turned[i] = turned[j];
        turned[j] = card;
        EXPECT(sr_evaluate(table, turned) == strength[k]);
        if (!table->suited && strength[k]) {
            const uint8_t by = (uint8_t)in_below(in, 4);
            for (int c = 0; c < SR_HAND; c++)
                turned[c] = (uint8_t)(turned[c] < 52 ? turned[c] ^ by : turned[c]);
            EXPECT(sr_evaluate(table, turned) == strength[k]);
        }
        const int category = sr_category(table, strength[k]), tier = sr_tier(table, strength[k]);
        EXPECT((category >= 0) == (strength[k] > 0));
        EXPECT(category < SR_CATEGORIES && tier < SR_TIERS && (tier >= 0) == (category >= 0));
        EXPECT(tier <= 0 || category == 8);
    }
    const int verdict = sr_compare(table, hand[0], hand[1]);
    EXPECT((verdict == SR_NOT_A_HAND) == (!strength[0] || !strength[1]));
    if (verdict != SR_NOT_A_HAND) {
        EXPECT(verdict >= -1 && verdict <= 1 && verdict == -sr_compare(table, hand[1], hand[0]));
        EXPECT(verdict == sr_compare_strengths(table, strength[0], strength[1]));
        EXPECT((verdict == 0) == (strength[0] == strength[1]));
    }

    /* Numbers and names that are nobody's. */
    const uint64_t index = in_number(in, 8);
    EXPECT(!sr_table_at((size_t)index) == !sr_table_name((size_t)index));
    EXPECT(!sr_hash_for((unsigned)index) == ((unsigned)index > SR_PACK));
    if (in_byte(in) < 240)
        return; /* asking for a kernel takes longer than all the rest */
    char name[8] = {0};
    EXPECT(index < 3 || !sr_kernel_at((size_t)index));
    const char *const before = sr_kernel();
    for (size_t i = 0; i + 1 < sizeof name; i++)
        name[i] = (char)in_byte(in);
    EXPECT(sr_use_kernel(name) == !strcmp(sr_kernel(), name));
    EXPECT(sr_use_kernel(before));
}
