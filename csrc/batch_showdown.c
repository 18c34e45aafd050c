/* Many showdowns with vectors: a register holds some whole rows, one hand a lane. The
   greatest of each row spreads to all its lanes by rotations inside the row, by 1, then
   2, 4, 8 (the last may overlap: a maximum does not mind), and who has it wins. The
   upset is so rare that a group of rows with both of its sides goes row by row. */
#include "batch.h"

#if SR_X86

#define SR_STRENGTHS_TARGET __attribute__((target("avx2")))
#include "batch_strengths.h"

#include <immintrin.h>

#define AVX2 __attribute__((target("avx2")))
#define AVX512 __attribute__((target("avx512f,avx512bw")))

/* The distances of the rotations; their number is returned. */
static int rotations(size_t seats, size_t distance[4])
{
    int steps = 0;
    for (size_t width = 1; width < seats; width *= 2)
        distance[steps++] = width < seats - width ? width : seats - width;
    return steps;
}

/* Where lane i of a row-wise rotation comes from. */
static size_t rotated(size_t lane, size_t seats, size_t distance)
{
    return lane / seats * seats + (lane % seats + distance) % seats;
}

/* Rows from .. to - 1 one by one; the first bad one or `to`. */
static size_t row_by_row(const sr_table *t, const uint16_t *s, size_t seats, const uint8_t *contenders, size_t from,
                         size_t to, uint8_t *winners)
{
    for (; from < to; from++)
        if (!sr_showdown_row(t, s + from * seats, seats, contenders ? contenders + from * seats : NULL,
                             winners + from * seats))
            break;
    return from;
}

SR_INLINE AVX512 size_t showdown_512(const sr_table *t, const uint16_t *s, size_t seats, const uint8_t *contenders,
                                     size_t n, uint8_t *winners, const int steps, const size_t *distance)
{
    const sr_span u = sr_span_of(t->upset_winner), v = sr_span_of(t->upset_loser);
    const __m512i u_low = _mm512_set1_epi16((short)u.low), u_count = _mm512_set1_epi16((short)u.count);
    const __m512i v_low = _mm512_set1_epi16((short)v.low), v_count = _mm512_set1_epi16((short)v.count);
    const __m512i one = _mm512_set1_epi16(1), top = _mm512_set1_epi16((short)t->strengths);
    uint16_t from[4][32];
    __m512i rotation[4];
    for (int k = 0; k < steps; k++) {
        for (size_t i = 0; i < 32; i++)
            from[k][i] = (uint16_t)rotated(i, seats, distance[k]);
        rotation[k] = _mm512_loadu_si512(from[k]);
    }
    const size_t group = 32 / seats;
    __mmask32 lanes = 0xFFFFFFFF >> (32 - group * seats);
    for (size_t i = 0; i < n; i += group) {
        const size_t rows = n - i < group ? n - i : group;
        if (rows < group)
            lanes = 0xFFFFFFFF >> (32 - rows * seats);
        __mmask32 in = lanes;
        if (contenders) {
            const __m512i c = _mm512_maskz_loadu_epi8(lanes, contenders + i * seats);
            in = (__mmask32)_mm512_test_epi8_mask(c, c);
        }
        const __m512i hand = _mm512_maskz_loadu_epi16(in, s + i * seats);
        __m512i best = hand;
        for (int k = 0; k < steps; k++)
            best = _mm512_max_epu16(best, _mm512_permutexvar_epi16(rotation[k], best));
        const __mmask32 bad = _mm512_mask_cmpge_epu16_mask(in, _mm512_sub_epi16(hand, one), top) |
                              _mm512_mask_testn_epi16_mask(lanes, best, best);
        const __mmask32 weak = _mm512_mask_cmplt_epu16_mask(in, _mm512_sub_epi16(hand, u_low), u_count);
        const __mmask32 strong = _mm512_mask_cmplt_epu16_mask(lanes, _mm512_sub_epi16(best, v_low), v_count);
        if (bad || (weak && strong)) {
            const size_t good = row_by_row(t, s, seats, contenders, i, i + rows, winners);
            if (good < i + rows)
                return good;
            continue;
        }
        const __mmask32 won = _mm512_mask_cmpeq_epu16_mask(in, hand, best);
        _mm512_mask_storeu_epi8(winners + i * seats, lanes, _mm512_maskz_set1_epi8(won, 1));
    }
    return n;
}

AVX512 size_t sr_showdown_avx512(const sr_table *t, const uint16_t *s, size_t seats, const uint8_t *contenders,
                                 size_t n, uint8_t *winners)
{
    size_t d[4];
    switch (rotations(seats, d)) {
    case 1:
        return showdown_512(t, s, seats, contenders, n, winners, 1, d);
    case 2:
        return showdown_512(t, s, seats, contenders, n, winners, 2, d);
    case 3:
        return showdown_512(t, s, seats, contenders, n, winners, 3, d);
    default:
        return showdown_512(t, s, seats, contenders, n, winners, 4, d);
    }
}

/* Eight lanes; what lies behind the rows in them is read, but counts for nothing, and
   is written, but again by its own rows: so the last rows go one by one. */
SR_INLINE AVX2 size_t showdown_128(const sr_table *t, const uint16_t *s, size_t seats, const uint8_t *contenders,
                                   size_t n, uint8_t *winners, const int steps, const size_t *distance)
{
    const sr_span u = sr_span_of(t->upset_winner), v = sr_span_of(t->upset_loser);
    const int upset = u.count && v.count;
    const __m128i u_low = _mm_set1_epi16((short)u.low), u_last = _mm_set1_epi16((short)(u.count - 1));
    const __m128i v_low = _mm_set1_epi16((short)v.low), v_last = _mm_set1_epi16((short)(v.count - 1));
    const __m128i one = _mm_set1_epi16(1), last = _mm_set1_epi16((short)(t->strengths - 1)), zero = _mm_setzero_si128();
    const size_t group = 8 / seats;
    uint16_t lane[8];
    __m128i rotation[3], lanes;
    for (size_t i = 0; i < 8; i++)
        lane[i] = i < group * seats ? 0xFFFF : 0;
    lanes = _mm_loadu_si128((const __m128i *)lane);
    for (int k = 0; k < steps; k++) {
        for (size_t i = 0; i < 8; i++) {
            const size_t from = rotated(i, seats, distance[k]);
            lane[i] = (uint16_t)(lane[i] ? (2 * from + 1) << 8 | 2 * from : 0);
        }
        rotation[k] = _mm_loadu_si128((const __m128i *)lane);
        for (size_t i = 0; i < 8; i++)
            lane[i] = i < group * seats ? 0xFFFF : 0;
    }
    size_t i = 0;
    for (; (n - i) * seats >= 8; i += group) {
        __m128i in = lanes;
        if (contenders) {
            const __m128i c = _mm_cvtepu8_epi16(_mm_loadl_epi64((const __m128i *)(contenders + i * seats)));
            in = _mm_andnot_si128(_mm_cmpeq_epi16(c, zero), lanes);
        }
        const __m128i hand = _mm_and_si128(_mm_loadu_si128((const __m128i *)(s + i * seats)), in);
        __m128i best = hand;
        for (int k = 0; k < steps; k++)
            best = _mm_max_epu16(best, _mm_shuffle_epi8(best, rotation[k]));
        /* a contender's strength less 1 is at most `last`, and the best of a row is not 0 */
        const __m128i less = _mm_sub_epi16(hand, one);
        const __m128i good = _mm_cmpeq_epi16(_mm_min_epu16(less, last), less);
        __m128i slow = _mm_or_si128(_mm_andnot_si128(good, in), _mm_and_si128(_mm_cmpeq_epi16(best, zero), lanes));
        if (upset) {
            const __m128i a = _mm_sub_epi16(hand, u_low), b = _mm_sub_epi16(best, v_low);
            const __m128i weak = _mm_and_si128(_mm_cmpeq_epi16(_mm_min_epu16(a, u_last), a), in);
            const __m128i strong = _mm_and_si128(_mm_cmpeq_epi16(_mm_min_epu16(b, v_last), b), lanes);
            if (!_mm_testz_si128(weak, weak))
                slow = _mm_or_si128(slow, strong);
        }
        if (!_mm_testz_si128(slow, slow)) {
            const size_t end = row_by_row(t, s, seats, contenders, i, i + group, winners);
            if (end < i + group)
                return end;
            continue;
        }
        const __m128i won = _mm_and_si128(_mm_and_si128(_mm_cmpeq_epi16(hand, best), in), one);
        _mm_storel_epi64((__m128i *)(winners + i * seats), _mm_packus_epi16(won, won));
    }
    return row_by_row(t, s, seats, contenders, i, n, winners);
}

AVX2 size_t sr_showdown_avx2(const sr_table *t, const uint16_t *s, size_t seats, const uint8_t *contenders, size_t n,
                             uint8_t *winners)
{
    size_t d[4];
    if (seats > 8)
        return sr_showdown_loop(t, s, seats, contenders, n, winners);
    switch (rotations(seats, d)) {
    case 1:
        return showdown_128(t, s, seats, contenders, n, winners, 1, d);
    case 2:
        return showdown_128(t, s, seats, contenders, n, winners, 2, d);
    default:
        return showdown_128(t, s, seats, contenders, n, winners, 3, d);
    }
}

#endif
