/* Every hand of a pack, in order. */
#include "choose.h"

size_t sr_all_hands(unsigned first, unsigned cards, uint64_t start, size_t n, uint8_t *out)
{
    unsigned place[SR_HAND];
    const uint64_t all = cards <= SR_PACK && first <= SR_PACK - cards ? sr_choose(cards, SR_HAND) : 0;
    if (start >= all)
        return 0;
    if (n > all - start)
        n = (size_t)(all - start);

    /* The first hand: each card is the lowest that leaves enough hands before `start`. */
    uint64_t before = start;
    unsigned card = 0;
    for (unsigned i = 0; i < SR_HAND; i++, card++) {
        uint64_t under;
        while (before >= (under = sr_choose(cards - 1 - card, SR_HAND - 1 - i))) {
            before -= under;
            card++;
        }
        place[i] = card;
    }
    for (size_t row = 0; row < n; row++, out += SR_HAND) {
        for (int i = 0; i < SR_HAND; i++)
            out[i] = (uint8_t)(first + place[i]);
        /* The next hand: the last card that can go up does, those behind it follow at once. */
        int at = SR_HAND - 1;
        while (at > 0 && place[at] == cards - (unsigned)(SR_HAND - at))
            at--;
        place[at]++;
        for (at++; at < SR_HAND; at++)
            place[at] = place[at - 1] + 1;
    }
    return n;
}
