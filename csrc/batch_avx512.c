/* 64 hands at a time with AVX-512 (F, BW, VBMI).

   One turn of the loop works on three blocks: it splits, checks and sums block i
   (vectors), looks up block i - 1 (plain loads, one hand after another) and turns the
   slots of block i - 2 into strengths (vectors), so that loads and arithmetic share
   the core. KERNELS.md has the alternatives that were measured. */
#include "batch.h"

#if SR_X86

#define TARGET __attribute__((target("avx512f,avx512bw,avx512vbmi")))
#define SR_STRENGTHS_TARGET TARGET
#include "batch_strengths.h"

#include <immintrin.h>

#define STEP SR_INLINE TARGET

enum { BLOCK = 64 };

/* Hands in an output that is long; the fuzzers say fewer. */
#ifndef SR_LONG
#define SR_LONG (1 << 20)
#endif

/* What a pack needs; constant arguments, so each combination becomes its own loop. */
typedef struct {
    int rows;   /* rows of five, else columns */
    int narrow; /* 256 rows of shift32 */
    int suited;
    int jokers;
    int stream; /* suited: strengths are written past the caches, to whole lines */
} kind;

typedef struct {
    __m512i order[5];                      /* of the bytes of a split column */
    __m512i weight_x, weight_y, weight_z;  /* by card code */
    __m512i mask_y, mask_z, flush_y, flush_z;
    __m512i shift[4];                      /* narrow: by 64s */
    __m512i suits;                         /* jokers: set of suits by card code */
    __m512i value;                         /* of a suit by card ^ rank << 2: suit if < 4 */
    __m512i first, cards;
} constants;


/* A register of bytes of rows: byte p of register r is of card (p - r) modulo 5. */
#define P_1_3 0xA5294A5294A5294Au /* p modulo 5 is 1 or 3, ... */
#define P_2_3 0xC6318C6318C6318Cu
#define P_4 0x0842108421084210u

/* Where card c of each hand is in its column, in an order (first eight of each
   16 bytes: the first 32 hands) that the unpacks below turn into the hands' own. */
#define AT(c, hand) (uint8_t)((5 * (hand) + (c)) & 63)
#define AT8(c, h) AT(c, h), AT(c, h + 1), AT(c, h + 2), AT(c, h + 3), AT(c, h + 4), AT(c, h + 5), AT(c, h + 6), AT(c, h + 7)
#define AT64(c) \
    {AT8(c, 0), AT8(c, 32), AT8(c, 8), AT8(c, 40), AT8(c, 16), AT8(c, 48), AT8(c, 24), AT8(c, 56)}
static const uint8_t order[5][64] = {AT64(0), AT64(1), AT64(2), AT64(3), AT64(4)};

STEP __m512i load(const void *from)
{
    return _mm512_loadu_si512(from);
}

STEP void store(void *to, __m512i v)
{
    _mm512_storeu_si512(to, v);
}

/* Masked by all ones, because the plain intrinsics begin with a vector that is not initialised, of which g++ warns.
   The instructions are the same. */
STEP __m512i permute(__m512i order_of, __m512i bytes)
{
    return _mm512_maskz_permutexvar_epi8(~(__mmask64)0, order_of, bytes);
}

STEP __m512i left(__m512i v, unsigned bits)
{
    return _mm512_maskz_slli_epi32(0xFFFF, v, bits);
}

STEP __m512i right(__m512i v, unsigned bits)
{
    return _mm512_maskz_srli_epi32(0xFFFF, v, bits);
}

STEP __m128i low_bytes(__m512i v)
{
    return _mm512_maskz_cvtepi32_epi8(0xFFFF, v);
}

STEP void put(kind what, uint16_t *to, __m512i v)
{
    if (what.stream)
        _mm512_stream_si512((__m512i *)to, v);
    else
        store(to, v);
}

STEP __m512i either(__mmask64 second, __m512i a, __m512i b)
{
    return _mm512_mask_blend_epi8(second, a, b);
}

STEP constants prepare(const sr_table *t, kind k)
{
    const sr_hash *h = t->hash;
    uint8_t x[64], y[64], z[64];
    constants c;
    for (int i = 0; i < 5; i++)
        c.order[i] = load(order[i]);
    const __m512i low = _mm512_set1_epi32(255);
    __m512i w[4];
    for (int i = 0; i < 4; i++)
        w[i] = load(h->weight + 16 * i);
    for (int i = 0; i < 4; i++) {
        _mm_storeu_si128((__m128i *)(x + 16 * i), low_bytes(_mm512_and_si512(w[i], low)));
        _mm_storeu_si128((__m128i *)(y + 16 * i), low_bytes(right(w[i], 11)));
        _mm_storeu_si128((__m128i *)(z + 16 * i), low_bytes(right(w[i], 22)));
    }
    c.weight_x = load(x);
    c.weight_y = load(y);
    c.weight_z = load(z);
    c.mask_y = _mm512_set1_epi8((char)(h->mask >> 11 & 255));
    c.mask_z = _mm512_set1_epi8((char)(h->mask >> 22 & 255));
    c.flush_y = _mm512_set1_epi8((char)(h->flush_row & 255));
    c.flush_z = _mm512_set1_epi8((char)(h->flush_row >> 8));
    if (k.narrow)
        for (int i = 0; i < 4; i++)
            c.shift[i] = load(h->shift32 + 64 * i);
    c.suits = _mm512_mask_set1_epi8(_mm512_set1_epi32(0x08040201), (__mmask64)0xFFF << 52, 15);
    int32_t value;
    memcpy(&value, t->suit_value, sizeof value);
    c.value = _mm512_zextsi128_si512(_mm_cvtsi32_si128(value));
    c.first = _mm512_set1_epi8((char)t->first);
    c.cards = _mm512_set1_epi8((char)t->cards);
    return c;
}

/* Where the hands are between the steps. */
typedef struct {
    uint8_t column[4][5][BLOCK];
    uint16_t row[2][BLOCK]; /* narrow: the slot's number */
    uint8_t x[2][BLOCK];
    uint32_t slot[2][BLOCK];
} workspace;

/* The unpacks put byte 16 i + j into word 8 i + j, of the second half if j > 7, and a
   word comes from one of 32 slots: even ones from the first 16. The slots are written
   in order, because only stores to one line after another are fast. */
#define BYTE_OF(word) ((word) / 32 * 8 + (word) % 32 / 8 * 16 + (word) % 8)
#define WORD_OF_SLOT(s) ((s) / 32 * 32 + (s) % 16 * 2 + (s) % 32 / 16)

/* What the slots of a block are looked up with. */
typedef struct {
    const uint32_t *slots;
    const uint16_t *shift;
    workspace *w;
    size_t turn;
    uint16_t *out; /* without suits the slots are the strengths */
} lookup;

STEP size_t slot_of(const lookup *l, kind what, int word)
{
    const workspace *w = l->w;
    const size_t row = w->row[l->turn % 2][word];
    return what.narrow ? row : (size_t)l->shift[row] + w->x[l->turn % 2][BYTE_OF(word)];
}

STEP void look_up(const lookup *l, kind what, int s)
{
    if (what.suited) {
        uint32_t slot = l->slots[slot_of(l, what, WORD_OF_SLOT(s))];
        __asm__("" : "+r"(slot)); /* else these loads become a gather */
        l->w->slot[l->turn % 2][s] = slot;
    } else {
        uint16_t slot = (uint16_t)l->slots[slot_of(l, what, s)];
        __asm__("" : "+r"(slot));
        ((sr_any_u16 *)l->out)[what.rows ? s : BYTE_OF(s)] = slot;
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
    LOOK_UP_4(s), LOOK_UP_4(s + 4), LOOK_UP_4(s + 8), LOOK_UP_4(s + 12);
}

/* Five cards a hand into five columns. Every byte of the five registers is used once:
   first each is brought into its column by blends alone, a rotation of the five
   registers by the position modulo 5 in three steps, then each column into order. */
STEP void split(const constants *k, const uint8_t *hands, __m512i c[5], __m512i r[5])
{
    __m512i a[5], b[5];
    for (int i = 0; i < 5; i++)
        r[i] = load(hands + 64 * i);
    for (int i = 0; i < 5; i++)
        a[i] = either(P_1_3, r[i], r[(i + 1) % 5]);
    for (int i = 0; i < 5; i++)
        b[i] = either(P_2_3, a[i], a[(i + 2) % 5]);
    for (int i = 0; i < 5; i++)
        c[i] = permute(k->order[i], either(P_4, b[(5 - i) % 5], b[(9 - i) % 5]));
}

STEP __mmask64 flushes(const constants *k, const __m512i c[5], kind what)
{
    if (what.jokers) {
        __m512i s[5];
        for (int i = 0; i < 5; i++)
            s[i] = permute(c[i], k->suits);
        __m512i all = _mm512_ternarylogic_epi64(s[0], s[1], s[2], 0x80);
        all = _mm512_ternarylogic_epi64(all, s[3], s[4], 0x80);
        return _mm512_test_epi8_mask(all, all);
    }
    /* 0x7E: not all three are equal */
    __m512i differ = _mm512_or_si512(_mm512_ternarylogic_epi64(c[0], c[1], c[2], 0x7E),
                                     _mm512_ternarylogic_epi64(c[0], c[3], c[4], 0x7E));
    return _mm512_testn_epi8_mask(differ, _mm512_set1_epi8(3));
}

STEP __m512i sum(const __m512i c[5], __m512i weight)
{
    __m512i s[5];
    for (int i = 0; i < 5; i++)
        s[i] = permute(c[i], weight);
    s[0] = _mm512_add_epi8(_mm512_add_epi8(s[0], s[1]), _mm512_add_epi8(s[2], s[3]));
    return _mm512_add_epi8(s[0], s[4]);
}

/* No less than `least` only where card i differs from those before it. */
STEP __m512i apart(__m512i least, const __m512i c[5], int i)
{
    for (int j = 0; j < i; j++)
        least = _mm512_min_epu8(least, _mm512_xor_si512(c[i], c[j]));
    return least;
}

/* Nonzero if a hand is none: a zero among these is a card outside or a repeat. */
STEP int is_bad(const constants *k, const __m512i c[5], const __m512i raw[5], const lookup *l, kind what)
{
    __m512i top = _mm512_sub_epi8(raw[0], k->first);
    for (int i = 1; i < 5; i++)
        top = _mm512_max_epu8(top, _mm512_sub_epi8(raw[i], k->first));
    look_up_quarter(l, what, 2);
    __m512i least = apart(apart(_mm512_subs_epu8(k->cards, top), c, 1), c, 2);
    least = apart(least, c, 3);
    least = apart(least, c, 4);
    look_up_quarter(l, what, 3);
    return _mm512_testn_epi8_mask(least, least) != 0;
}

/* Split, check and sum a block; nonzero if it has a bad hand. */
STEP int keys(const constants *k, kind what, const uint8_t *const column[5], size_t start, workspace *w, size_t turn,
              const lookup *l)
{
    __m512i c[5], raw[5];
    if (what.rows) {
        split(k, column[0] + 5 * start, c, raw);
    } else {
        for (int i = 0; i < 5; i++)
            raw[i] = c[i] = load(column[i] + start);
    }
    if (what.suited)
        for (int i = 0; i < 5; i++)
            store(w->column[turn % 4][i], c[i]);
    const __mmask64 flush = flushes(k, c, what);
    look_up_quarter(l, what, 0);
    const __m512i x = sum(c, k->weight_x);
    const __m512i y = sum(c, k->weight_y);
    look_up_quarter(l, what, 1);
    uint16_t *row = w->row[turn % 2];
    if (what.narrow) {
        const __mmask64 upper = _mm512_test_epi8_mask(y, _mm512_set1_epi8(64));
        __m512i d = permute(y, k->shift[0]), f = permute(y, k->shift[2]);
        d = _mm512_mask_permutexvar_epi8(d, upper, y, k->shift[1]);
        f = _mm512_mask_permutexvar_epi8(f, upper, y, k->shift[3]);
        d = either(flush, d, f);
        const __m512i by = _mm512_set1_epi16(0x2001);
        store(row, _mm512_maddubs_epi16(_mm512_unpacklo_epi8(x, d), by));
        store(row + 32, _mm512_maddubs_epi16(_mm512_unpackhi_epi8(x, d), by));
    } else {
        __m512i z = _mm512_and_si512(sum(c, k->weight_z), k->mask_z);
        z = _mm512_mask_add_epi8(z, flush, z, k->flush_z);
        __m512i low = _mm512_and_si512(y, k->mask_y);
        low = _mm512_mask_add_epi8(low, flush, low, k->flush_y);
        store(row, _mm512_unpacklo_epi8(low, z));
        store(row + 32, _mm512_unpackhi_epi8(low, z));
        store(w->x[turn % 2], x);
    }
    return is_bad(k, c, raw, l, what);
}

/* The values of the suits of those cards that have the rank; 0 for the others. */
STEP __m512i value(const constants *k, const uint8_t *card, __m512i rank)
{
    return permute(_mm512_xor_si512(load(card), rank), k->value);
}

STEP void strengths(const constants *k, kind what, const workspace *w, size_t turn, uint16_t *out)
{
    const uint32_t *slot = w->slot[turn % 2];
    __m512i base[2], high[2];
    for (int i = 0; i < 2; i++) {
        const __m512i even = load(slot + 32 * i), odd = load(slot + 32 * i + 16);
        base[i] = _mm512_mask_blend_epi16(0xAAAAAAAA, even, left(odd, 16));
        high[i] = _mm512_mask_blend_epi16(0xAAAAAAAA, right(even, 16), odd);
    }
    const __m512i nibble = _mm512_set1_epi16(15), zero = _mm512_setzero_si512();
    const __m512i rank = _mm512_slli_epi16(
        _mm512_packus_epi16(_mm512_and_si512(high[0], nibble), _mm512_and_si512(high[1], nibble)), 2);
    const uint8_t(*const c)[BLOCK] = w->column[(turn + 2) % 4];
    __m512i best = value(k, c[0], rank);
    best = _mm512_max_epu8(best, value(k, c[1], rank));
    best = _mm512_max_epu8(best, value(k, c[2], rank));
    best = _mm512_max_epu8(best, value(k, c[3], rank));
    best = _mm512_max_epu8(best, value(k, c[4], rank));
    const __m512i a = _mm512_add_epi16(
        base[0], _mm512_mullo_epi16(_mm512_srai_epi16(high[0], 4), _mm512_unpacklo_epi8(best, zero)));
    const __m512i b = _mm512_add_epi16(
        base[1], _mm512_mullo_epi16(_mm512_srai_epi16(high[1], 4), _mm512_unpackhi_epi8(best, zero)));
    if (what.rows) {
        put(what, out, a);
        put(what, out + 32, b);
    } else {
        put(what, out, _mm512_permutex2var_epi64(a, _mm512_setr_epi64(0, 1, 8, 9, 2, 3, 10, 11), b));
        put(what, out + 32, _mm512_permutex2var_epi64(a, _mm512_setr_epi64(4, 5, 12, 13, 6, 7, 14, 15), b));
    }
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
    for (uintptr_t i = 0; i < 2 * BLOCK && !what.stream; i += 64)
        _mm_prefetch((const char *)((uintptr_t)to + OUT_AHEAD + i), _MM_HINT_T0);
}

/* n >= 64; to stream, a multiple of 64, and out aligned to 64. The last block, if it is not full, begins earlier and does some hands twice. */
STEP size_t run(const sr_table *t, kind what, const uint8_t *const column[5], size_t n, uint16_t *out)
{
    workspace w;
    const constants k = prepare(t, what);
    const size_t blocks = (n + BLOCK - 1) / BLOCK, last = n - BLOCK;
    /* The first turns look up and write nonsense, but harmlessly: slots that exist, to
       the first block, which is written last by its own strengths. */
    memset(&w.row, 0, sizeof w.row);
    memset(&w.x, 0, sizeof w.x);
    memset(&w.slot, 0, sizeof w.slot);
    memset(&w.column, 0, sizeof w.column);
    const size_t delay = what.suited ? 2 : 1;
    for (size_t i = 0; i < blocks + delay; i++) {
        const size_t done = i < delay ? 0 : (i - delay) * BLOCK;
        const size_t start = i * BLOCK < last ? i * BLOCK : last;
        uint16_t *to = out + (done < last ? done : last);
        fetch_ahead(what, column, start, to);
        const lookup l = {t->slots, t->hash->shift, &w, i + 1, to};
        const int bad = keys(&k, what, column, start, &w, i, &l);
        if (what.suited)
            strengths(&k, what, &w, i, to);
        if (bad)
            return sr_first_bad(t, column, what.rows ? 5 : 1, start, start + BLOCK);
    }
    if (what.stream)
        _mm_sfence();
    return n;
}

#define INSTANCE(name, ...)                                                                                     \
    static SR_NOINLINE TARGET size_t name(const sr_table *t, const uint8_t *const c[5], size_t n, uint16_t *out) \
    {                                                                                                           \
        const kind what = {__VA_ARGS__};                                                                        \
        return run(t, what, c, n, out);                                                                         \
    }
INSTANCE(columns_wide, 0, 0, 0, 0, 0)
INSTANCE(columns_jokers, 0, 0, 0, 1, 0)
INSTANCE(columns_wide_suited, 0, 0, 1, 0, 0)
INSTANCE(columns_narrow, 0, 1, 0, 0, 0)
INSTANCE(columns_narrow_suited, 0, 1, 1, 0, 0)
INSTANCE(rows_wide, 1, 0, 0, 0, 0)
INSTANCE(rows_jokers, 1, 0, 0, 1, 0)
INSTANCE(rows_wide_suited, 1, 0, 1, 0, 0)
INSTANCE(rows_narrow, 1, 1, 0, 0, 0)
INSTANCE(rows_narrow_suited, 1, 1, 1, 0, 0)

typedef size_t instance(const sr_table *t, const uint8_t *const c[5], size_t n, uint16_t *out);

INSTANCE(columns_wide_streamed, 0, 0, 1, 0, 1)
INSTANCE(columns_narrow_streamed, 0, 1, 1, 0, 1)
INSTANCE(rows_wide_streamed, 1, 0, 1, 0, 1)
INSTANCE(rows_narrow_streamed, 1, 1, 1, 0, 1)

static instance *choose(const sr_table *t, int rows, int stream)
{
    static instance *const all[2][5] = {
        {columns_wide, columns_wide_suited, columns_narrow, columns_narrow_suited, columns_jokers},
        {rows_wide, rows_wide_suited, rows_narrow, rows_narrow_suited, rows_jokers},
    };
    static instance *const streamed[2][2] = {
        {columns_wide_streamed, columns_narrow_streamed},
        {rows_wide_streamed, rows_narrow_streamed},
    };
    const int jokers = t->first + t->cards > 52, narrow = t->hash->shift32 != NULL;
    return stream ? streamed[rows][narrow] : all[rows][jokers ? 4 : 2 * narrow + (t->suited != 0)];
}

static size_t evaluate_rows(const sr_table *t, const uint8_t *hands, size_t n, uint16_t *out);

/* Any length, rows or columns. A long output would only push other things out of the caches, and would be read
   from memory to be overwritten; so it is written past them, a line at a time, but for what is before the first
   whole line and behind the last. */
static size_t evaluate(const sr_table *t, const uint8_t *const c[5], size_t n, uint16_t *out, int rows)
{
    const size_t stride = rows ? SR_HAND : 1;
    if (n < BLOCK)
        return sr_evaluate_few(t, c, (ptrdiff_t)stride, n, out, evaluate_rows, BLOCK);
    if (n < SR_LONG || !t->suited || (uintptr_t)out % 2 != 0)
        return choose(t, rows, 0)(t, c, n, out);
    const size_t head = (0 - (uintptr_t)out) % 64 / 2, body = (n - head) / BLOCK * BLOCK;
    const size_t end[3] = {head, head + body, n};
    for (size_t part = 0, from = 0; part < 3; from = end[part++]) {
        const uint8_t *some[5];
        const size_t m = end[part] - from;
        for (size_t i = 0; i < 5; i++)
            some[i] = c[i] + from * stride;
        const size_t good = part == 1 ? choose(t, rows, 1)(t, some, m, out + from)
                                      : sr_evaluate_few(t, some, (ptrdiff_t)stride, m, out + from, evaluate_rows, BLOCK);
        if (good < m)
            return from + good;
    }
    return n;
}

static size_t evaluate_rows(const sr_table *t, const uint8_t *hands, size_t n, uint16_t *out)
{
    const uint8_t *const c[5] = {hands, hands + 1, hands + 2, hands + 3, hands + 4};
    return evaluate(t, c, n, out, 1);
}

static size_t evaluate_columns(const sr_table *t, const uint8_t *const c[5], size_t n, uint16_t *out)
{
    return evaluate(t, c, n, out, 0);
}

static TARGET size_t compare(const sr_table *t, const uint16_t *a, const uint16_t *b, size_t n, int8_t *out)
{
    return sr_compare_loop(t, a, b, n, out);
}

static TARGET size_t category(const sr_table *t, const uint16_t *s, size_t n, uint8_t *out)
{
    return sr_category_loop(t, s, n, out);
}

const sr_batch_kernel *sr_avx512_kernel(void)
{
    static const sr_batch_kernel kernel = {"avx512", sr_has_avx512, evaluate_rows, evaluate_columns,
                                           compare, category, sr_showdown_avx512};
    return &kernel;
}

#endif
