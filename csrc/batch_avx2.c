/* 32 hands at a time with AVX2; the plan is that of batch_avx512.c. Two groups of 16
   hands go through the two halves of a register, because AVX2 shuffles bytes only
   inside a half. */
#include "batch.h"

#if SR_X86

#define TARGET __attribute__((target("avx2")))
#define SR_STRENGTHS_TARGET TARGET
#include "batch_strengths.h"

#include <immintrin.h>

#define STEP SR_INLINE TARGET

enum { BLOCK = 32 };

/* What a pack needs; constant arguments, so each combination becomes its own loop. */
typedef struct {
    int rows; /* rows of five, else columns */
    int wide; /* z counts */
    int suited;
    int jokers;
} kind;

typedef struct {
    __m256i distance[3], order[5]; /* to split rows */
    __m256i weight_x, weight_y, weight_z; /* by rank; 13: jokers */
    __m256i mask_y, mask_z, flush_y, flush_z;
    __m256i suits; /* jokers: set of suits by suit */
    __m256i value; /* of a suit by 12 + suit */
    __m256i first, cards;
} constants;

/* Byte p of register r of five times 16 bytes is of card (r + p) modulo 5: it is for
   the column 4 p modulo 5 registers on. A bit of that distance as a mask: */
#define BIT(b, p) (4 * (p) % 5 >> (b) & 1 ? -1 : 0)
#define BIT4(b, p) BIT(b, p), BIT(b, p + 1), BIT(b, p + 2), BIT(b, p + 3)
#define BIT16(b) {BIT4(b, 0), BIT4(b, 4), BIT4(b, 8), BIT4(b, 12)}
static const int8_t distance[3][16] = {BIT16(0), BIT16(1), BIT16(2)};

/* Where card c of each of the 16 hands then is in its column. */
#define AT(c, hand) (5 * (hand) + (c)) % 16
#define AT4(c, h) AT(c, h), AT(c, h + 1), AT(c, h + 2), AT(c, h + 3)
#define AT16(c) {AT4(c, 0), AT4(c, 4), AT4(c, 8), AT4(c, 12)}
static const uint8_t order[5][16] = {AT16(0), AT16(1), AT16(2), AT16(3), AT16(4)};

STEP __m256i load(const void *from)
{
    return _mm256_loadu_si256((const __m256i *)from);
}

STEP void store(void *to, __m256i v)
{
    _mm256_storeu_si256((__m256i *)to, v);
}

STEP __m256i both_halves(const void *from)
{
    return _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)from));
}

STEP constants prepare(const sr_table *t)
{
    const sr_hash *h = t->hash;
    uint8_t x[16], y[16], z[16], value[16] = {0};
    for (int i = 0; i < 16; i++) {
        x[i] = (uint8_t)(h->weight[4 * i] & 255);
        y[i] = (uint8_t)(h->weight[4 * i] >> 11 & 255);
        z[i] = (uint8_t)(h->weight[4 * i] >> 22 & 255);
    }
    memcpy(value + 12, t->suit_value, 4);
    constants c;
    for (int i = 0; i < 3; i++)
        c.distance[i] = both_halves(distance[i]);
    for (int i = 0; i < 5; i++)
        c.order[i] = both_halves(order[i]);
    c.weight_x = both_halves(x);
    c.weight_y = both_halves(y);
    c.weight_z = both_halves(z);
    c.value = both_halves(value);
    c.suits = _mm256_set1_epi32(0x08040201);
    c.mask_y = _mm256_set1_epi8((char)(h->mask >> 11 & 255));
    c.mask_z = _mm256_set1_epi8((char)(h->mask >> 22 & 255));
    c.flush_y = _mm256_set1_epi8((char)(h->flush_row & 255));
    c.flush_z = _mm256_set1_epi8((char)(h->flush_row >> 8));
    c.first = _mm256_set1_epi8((char)t->first);
    c.cards = _mm256_set1_epi8((char)t->cards);
    return c;
}

/* Where the hands are between the steps. */
typedef struct {
    uint8_t column[4][5][BLOCK];
    uint16_t row[2][BLOCK];   /* wide */
    uint8_t row_8[2][BLOCK];  /* not wide */
    uint8_t x[2][BLOCK];
    uint32_t slot[2][BLOCK];
} workspace;

/* The unpacks put byte 16 i + j into word 8 i + j, of the second half if j > 7, and a
   word comes from one of 16 slots: even ones from the first eight. The slots are written
   in order, because only stores to one line after another are fast. */
#define BYTE_OF(word) ((word) / 16 * 8 + (word) % 16 / 8 * 16 + (word) % 8)
#define WORD_OF(hand) ((hand) % 16 / 8 * 16 + (hand) / 16 * 8 + (hand) % 8)
#define WORD_OF_SLOT(s) ((s) / 16 * 16 + (s) % 8 * 2 + (s) % 16 / 8)

/* What the slots of a block are looked up with. */
typedef struct {
    const uint32_t *slots;
    const uint16_t *shift;
    workspace *w;
    size_t turn;
    uint16_t *out; /* without suits the slots are the strengths */
} lookup;

STEP size_t slot_of(const lookup *l, kind what, int hand, int word)
{
    const workspace *w = l->w;
    const size_t row = what.wide ? w->row[l->turn % 2][word] : w->row_8[l->turn % 2][hand];
    return (size_t)l->shift[row] + w->x[l->turn % 2][hand];
}

STEP void look_up(const lookup *l, kind what, int s)
{
    if (what.suited) {
        const int hand = BYTE_OF(WORD_OF_SLOT(s));
        uint32_t slot = l->slots[slot_of(l, what, hand, WORD_OF(hand))];
        __asm__("" : "+r"(slot)); /* else these loads become a gather */
        l->w->slot[l->turn % 2][s] = slot;
    } else {
        uint16_t slot = (uint16_t)l->slots[slot_of(l, what, s, WORD_OF(s))];
        __asm__("" : "+r"(slot));
        ((sr_any_u16 *)l->out)[s] = slot;
    }
}

/* Look a quarter of a block up. The quarters stand between pieces of the arithmetic on
   another block: the processor sees only some hundred instructions ahead, and would
   otherwise wait with the loads for the arithmetic, then the other way round. */
STEP void look_up_quarter(const lookup *l, kind what, int quarter)
{
    /* A loop in C would be unrolled too late, or not at all. */
#define LOOK_UP_4(s) look_up(l, what, s), look_up(l, what, (s) + 1), look_up(l, what, (s) + 2), look_up(l, what, (s) + 3)
    const int s = quarter * (BLOCK / 4);
    LOOK_UP_4(s), LOOK_UP_4(s + 4);
}

/* Five cards a hand into five columns. */
STEP void split(const constants *k, const uint8_t *hands, __m256i c[5], __m256i r[5])
{
    for (int i = 0; i < 5; i++)
        r[i] = _mm256_inserti128_si256(_mm256_castsi128_si256(_mm_loadu_si128((const __m128i *)(hands + 16 * i))),
                                       _mm_loadu_si128((const __m128i *)(hands + 80 + 16 * i)), 1);
    __m256i a[5], b[5];
    for (int i = 0; i < 5; i++)
        a[i] = _mm256_blendv_epi8(r[i], r[(i + 1) % 5], k->distance[0]);
    for (int i = 0; i < 5; i++)
        b[i] = _mm256_blendv_epi8(a[i], a[(i + 2) % 5], k->distance[1]);
    for (int i = 0; i < 5; i++)
        c[i] = _mm256_shuffle_epi8(_mm256_blendv_epi8(b[i], b[(i + 4) % 5], k->distance[2]), k->order[i]);
}

/* 255 for a hand of one suit. */
STEP __m256i flushes(const constants *k, const __m256i c[5], kind what)
{
    const __m256i zero = _mm256_setzero_si256();
    if (what.jokers) {
        __m256i all = _mm256_set1_epi8(15);
        for (int i = 0; i < 5; i++) {
            const __m256i suit = _mm256_shuffle_epi8(k->suits, _mm256_and_si256(c[i], _mm256_set1_epi8(3)));
            const __m256i joker = _mm256_cmpgt_epi8(c[i], _mm256_set1_epi8(51));
            all = _mm256_and_si256(all, _mm256_or_si256(suit, joker));
        }
        return _mm256_cmpgt_epi8(all, zero);
    }
    __m256i differ = _mm256_xor_si256(c[0], c[1]);
    for (int i = 2; i < 5; i++)
        differ = _mm256_or_si256(differ, _mm256_xor_si256(c[0], c[i]));
    return _mm256_cmpeq_epi8(_mm256_and_si256(differ, _mm256_set1_epi8(3)), zero);
}

STEP __m256i sum(const __m256i rank[5], __m256i weight)
{
    __m256i s[5];
    for (int i = 0; i < 5; i++)
        s[i] = _mm256_shuffle_epi8(weight, rank[i]);
    s[0] = _mm256_add_epi8(_mm256_add_epi8(s[0], s[1]), _mm256_add_epi8(s[2], s[3]));
    return _mm256_add_epi8(s[0], s[4]);
}

/* No less than `least` only where card i differs from those before it. */
STEP __m256i apart(__m256i least, const __m256i c[5], int i)
{
    for (int j = 0; j < i; j++)
        least = _mm256_min_epu8(least, _mm256_xor_si256(c[i], c[j]));
    return least;
}

/* Nonzero if a hand is none: a zero among these is a card outside or a repeat. */
STEP int is_bad(const constants *k, const __m256i c[5], const __m256i raw[5], const lookup *l, kind what)
{
    __m256i top = _mm256_sub_epi8(raw[0], k->first);
    for (int i = 1; i < 5; i++)
        top = _mm256_max_epu8(top, _mm256_sub_epi8(raw[i], k->first));
    look_up_quarter(l, what, 2);
    __m256i least = apart(apart(_mm256_subs_epu8(k->cards, top), c, 1), c, 2);
    least = apart(least, c, 3);
    least = apart(least, c, 4);
    look_up_quarter(l, what, 3);
    return _mm256_movemask_epi8(_mm256_cmpeq_epi8(least, _mm256_setzero_si256())) != 0;
}

/* Split, check and sum a block; nonzero if it has a bad hand. */
STEP int keys(const constants *k, kind what, const uint8_t *const column[5], size_t start, workspace *w, size_t turn,
              const lookup *l)
{
    __m256i c[5], raw[5], rank[5];
    if (what.rows) {
        split(k, column[0] + 5 * start, c, raw);
    } else {
        for (int i = 0; i < 5; i++)
            raw[i] = c[i] = load(column[i] + start);
    }
    if (what.suited)
        for (int i = 0; i < 5; i++)
            store(w->column[turn % 4][i], c[i]);
    for (int i = 0; i < 5; i++)
        rank[i] = _mm256_and_si256(_mm256_srli_epi16(c[i], 2), _mm256_set1_epi8(15));
    const __m256i flush = flushes(k, c, what);
    look_up_quarter(l, what, 0);
    store(w->x[turn % 2], sum(rank, k->weight_x));
    __m256i y = _mm256_and_si256(sum(rank, k->weight_y), k->mask_y);
    look_up_quarter(l, what, 1);
    if (what.wide) {
        __m256i z = _mm256_and_si256(sum(rank, k->weight_z), k->mask_z);
        z = _mm256_or_si256(z, _mm256_and_si256(flush, k->flush_z));
        store(w->row[turn % 2], _mm256_unpacklo_epi8(y, z));
        store(w->row[turn % 2] + 16, _mm256_unpackhi_epi8(y, z));
    } else {
        store(w->row_8[turn % 2], _mm256_or_si256(y, _mm256_and_si256(flush, k->flush_y)));
    }
    return is_bad(k, c, raw, l, what);
}

/* The values of the suits of those cards that have the rank; 0 for the others: a
   difference below 4 is the suit, and 0x7C more is 12 + suit; others get the top bit. */
STEP __m256i value(const constants *k, const uint8_t *card, __m256i rank)
{
    const __m256i same = _mm256_xor_si256(load(card), rank);
    return _mm256_shuffle_epi8(k->value, _mm256_adds_epu8(same, _mm256_set1_epi8(0x7C)));
}

STEP void strengths(const constants *k, const workspace *w, size_t turn, uint16_t *out)
{
    const uint32_t *slot = w->slot[turn % 2];
    __m256i base[2], high[2];
    for (int i = 0; i < 2; i++) {
        const __m256i even = load(slot + 16 * i), odd = load(slot + 16 * i + 8);
        base[i] = _mm256_blend_epi16(even, _mm256_slli_epi32(odd, 16), 0xAA);
        high[i] = _mm256_blend_epi16(_mm256_srli_epi32(even, 16), odd, 0xAA);
    }
    const __m256i nibble = _mm256_set1_epi16(15), zero = _mm256_setzero_si256();
    const __m256i rank = _mm256_slli_epi16(
        _mm256_packus_epi16(_mm256_and_si256(high[0], nibble), _mm256_and_si256(high[1], nibble)), 2);
    const uint8_t(*const c)[BLOCK] = w->column[(turn + 2) % 4];
    __m256i best = value(k, c[0], rank);
    best = _mm256_max_epu8(best, value(k, c[1], rank));
    best = _mm256_max_epu8(best, value(k, c[2], rank));
    best = _mm256_max_epu8(best, value(k, c[3], rank));
    best = _mm256_max_epu8(best, value(k, c[4], rank));
    const __m256i a = _mm256_add_epi16(
        base[0], _mm256_mullo_epi16(_mm256_srai_epi16(high[0], 4), _mm256_unpacklo_epi8(best, zero)));
    const __m256i b = _mm256_add_epi16(
        base[1], _mm256_mullo_epi16(_mm256_srai_epi16(high[1], 4), _mm256_unpackhi_epi8(best, zero)));
    store(out, _mm256_permute2x128_si256(a, b, 0x20));
    store(out + 16, _mm256_permute2x128_si256(a, b, 0x31));
}

/* Long batches come from memory, faster if asked for some blocks ahead (what lies past
   the end is only asked for, never read). */
STEP void fetch_ahead(kind what, const uint8_t *const column[5], size_t start, const uint16_t *to)
{
    enum { ROWS_AHEAD = 4096, COLUMN_AHEAD = 1024, OUT_AHEAD = 1024 };
    for (uintptr_t i = 0; i < 5; i++) {
        if (!what.rows)
            _mm_prefetch((const char *)((uintptr_t)(column[i] + start) + COLUMN_AHEAD), _MM_HINT_T0);
        else if (i * 64 < 5 * BLOCK)
            _mm_prefetch((const char *)((uintptr_t)(column[0] + 5 * start) + ROWS_AHEAD + 64 * i), _MM_HINT_T0);
    }
    for (uintptr_t i = 0; i < 2 * BLOCK; i += 64)
        _mm_prefetch((const char *)((uintptr_t)to + OUT_AHEAD + i), _MM_HINT_T0);
}

/* n >= 32. The last block, if it is not full, begins earlier and does some hands twice. */
STEP size_t run(const sr_table *t, kind what, const uint8_t *const column[5], size_t n, uint16_t *out)
{
    workspace w;
    const constants k = prepare(t);
    const size_t blocks = (n + BLOCK - 1) / BLOCK, last = n - BLOCK;
    /* The first turns look up and write nonsense, but harmlessly: slots that exist, to
       the first block, which is written last by its own strengths. */
    memset(&w, 0, sizeof w);
    const size_t delay = what.suited ? 2 : 1;
    for (size_t i = 0; i < blocks + delay; i++) {
        const size_t done = i < delay ? 0 : (i - delay) * BLOCK;
        const size_t start = i * BLOCK < last ? i * BLOCK : last;
        uint16_t *to = out + (done < last ? done : last);
        fetch_ahead(what, column, start, to);
        const lookup l = {t->slots, t->hash->shift, &w, i + 1, to};
        const int bad = keys(&k, what, column, start, &w, i, &l);
        if (what.suited)
            strengths(&k, &w, i, to);
        if (bad)
            return sr_first_bad(t, column, what.rows ? 5 : 1, start, start + BLOCK);
    }
    return n;
}

#define INSTANCE(name, ...)                                                                                     \
    static SR_NOINLINE TARGET size_t name(const sr_table *t, const uint8_t *const c[5], size_t n, uint16_t *out) \
    {                                                                                                           \
        const kind what = {__VA_ARGS__};                                                                        \
        return run(t, what, c, n, out);                                                                         \
    }
INSTANCE(columns_narrow, 0, 0, 0, 0)
INSTANCE(columns_narrow_suited, 0, 0, 1, 0)
INSTANCE(columns_wide, 0, 1, 0, 0)
INSTANCE(columns_wide_suited, 0, 1, 1, 0)
INSTANCE(columns_jokers, 0, 1, 0, 1)
INSTANCE(rows_narrow, 1, 0, 0, 0)
INSTANCE(rows_narrow_suited, 1, 0, 1, 0)
INSTANCE(rows_wide, 1, 1, 0, 0)
INSTANCE(rows_wide_suited, 1, 1, 1, 0)
INSTANCE(rows_jokers, 1, 1, 0, 1)

typedef size_t instance(const sr_table *t, const uint8_t *const c[5], size_t n, uint16_t *out);

static instance *choose(const sr_table *t, int rows)
{
    static instance *const all[2][5] = {
        {columns_narrow, columns_narrow_suited, columns_wide, columns_wide_suited, columns_jokers},
        {rows_narrow, rows_narrow_suited, rows_wide, rows_wide_suited, rows_jokers},
    };
    const int jokers = t->first + t->cards > 52, wide = t->hash->flush_row > 255;
    return all[rows][jokers ? 4 : 2 * wide + (t->suited != 0)];
}

static size_t evaluate_rows(const sr_table *t, const uint8_t *hands, size_t n, uint16_t *out)
{
    const uint8_t *const c[5] = {hands, hands + 1, hands + 2, hands + 3, hands + 4};
    return n < BLOCK ? sr_evaluate_few(t, c, 5, n, out, evaluate_rows, BLOCK) : choose(t, 1)(t, c, n, out);
}

static size_t evaluate_columns(const sr_table *t, const uint8_t *const c[5], size_t n, uint16_t *out)
{
    return n < BLOCK ? sr_evaluate_few(t, c, 1, n, out, evaluate_rows, BLOCK) : choose(t, 0)(t, c, n, out);
}

static TARGET size_t compare(const sr_table *t, const uint16_t *a, const uint16_t *b, size_t n, int8_t *out)
{
    return sr_compare_loop(t, a, b, n, out);
}

static TARGET size_t category(const sr_table *t, const uint16_t *s, size_t n, uint8_t *out)
{
    return sr_category_loop(t, s, n, out);
}

const sr_batch_kernel *sr_avx2_kernel(void)
{
    static const sr_batch_kernel kernel = {"avx2", sr_has_avx2, evaluate_rows, evaluate_columns,
                                           compare, category, sr_showdown_avx2};
    return &kernel;
}

#endif
