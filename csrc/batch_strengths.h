/* What is done with many strengths: comparisons, categories, showdowns. Plain loops
   that compilers turn into vectors; each kernel instantiates them for its processor
   with SR_STRENGTHS_TARGET before this file. */
#ifndef SR_BATCH_STRENGTHS_H
#define SR_BATCH_STRENGTHS_H

#include "batch.h"

#include <string.h>

#ifndef SR_STRENGTHS_TARGET
#define SR_STRENGTHS_TARGET
#endif
#define SR_LOOP SR_INLINE SR_STRENGTHS_TARGET

/* Between two looks at whether something was bad. */
enum { SR_CHUNK = 512 };

/* A range as its first strength and their number: one comparison, also if empty. */
typedef struct {
    uint16_t low, count;
} sr_span;

SR_LOOP sr_span sr_span_of(sr_range r)
{
    const sr_span s = {r.low, (uint16_t)(r.low > r.high ? 0 : r.high - r.low + 1)};
    return s;
}

SR_LOOP uint16_t sr_in(sr_span s, uint16_t strength)
{
    return (uint16_t)(strength - s.low) < s.count;
}

SR_LOOP size_t sr_compare_loop(const sr_table *t, const uint16_t *a, const uint16_t *b, size_t n, int8_t *out)
{
    const sr_span all = {1, t->strengths};
    const sr_span u = sr_span_of(t->upset_winner), v = sr_span_of(t->upset_loser);
    for (size_t done = 0; done < n; done += SR_CHUNK) {
        const size_t end = n - done < SR_CHUNK ? n : done + SR_CHUNK;
        uint16_t good = 1;
        if (u.count == 0 || v.count == 0) {
            for (size_t i = done; i < end; i++) {
                const uint16_t x = a[i], y = b[i];
                good &= sr_in(all, x) & sr_in(all, y);
                out[i] = (int8_t)((x > y) - (x < y));
            }
        } else {
            for (size_t i = done; i < end; i++) {
                const uint16_t x = a[i], y = b[i];
                good &= sr_in(all, x) & sr_in(all, y);
                const int win = sr_in(u, x) & sr_in(v, y), lose = sr_in(v, x) & sr_in(u, y);
                /* an upset turns the comparison round */
                out[i] = (int8_t)((x > y) - (x < y) + 2 * win - 2 * lose);
            }
        }
        if (!good)
            for (size_t i = done; i < end; i++)
                if (!sr_in(all, a[i]) || !sr_in(all, b[i]))
                    return i;
    }
    return n;
}

SR_LOOP size_t sr_category_loop(const sr_table *t, const uint16_t *s, size_t n, uint8_t *out)
{
    sr_span c[SR_CATEGORIES];
    for (int k = 0; k < SR_CATEGORIES; k++)
        c[k] = sr_span_of(t->category[k]);
    for (size_t done = 0; done < n; done += SR_CHUNK) {
        const size_t end = n - done < SR_CHUNK ? n : done + SR_CHUNK;
        uint16_t good = 1;
        for (size_t i = done; i < end; i++) {
            uint16_t found = 0, category = 0;
            for (int k = 0; k < SR_CATEGORIES; k++) {
                const uint16_t is = sr_in(c[k], s[i]);
                found |= is;
                category |= is ? (uint16_t)k : 0;
            }
            good &= found;
            out[i] = (uint8_t)category;
        }
        if (!good)
            for (size_t i = done; i < end; i++)
                if (sr_category(t, s[i]) < 0)
                    return i;
    }
    return n;
}

/* One showdown; 0 if the row is bad. */
static inline SR_UNUSED int sr_showdown_row(const sr_table *t, const uint16_t *s, size_t seats,
                                            const uint8_t *contenders, uint8_t *winners)
{
    uint32_t in = 0;
    for (size_t k = 0; k < seats; k++)
        in |= (uint32_t)(!contenders || contenders[k]) << k;
    const uint32_t won = sr_showdown_strengths(t, s, seats, in);
    for (size_t k = 0; k < seats; k++)
        winners[k] = won >> k & 1;
    return won != 0;
}

/* By blocks, turned so that a seat's hands lie together. */
SR_LOOP size_t sr_showdown_loop(const sr_table *t, const uint16_t *strengths, size_t seats, const uint8_t *contenders,
                                size_t n, uint8_t *winners)
{
    enum { ROWS = 64 };
    const sr_span all = {1, t->strengths};
    const sr_span u = sr_span_of(t->upset_winner), v = sr_span_of(t->upset_loser);
    uint16_t s[SR_SEATS][ROWS];
    uint8_t c[ROWS], w[ROWS];
    size_t done = 0;
    for (; n - done >= ROWS; done += ROWS) {
        const uint16_t *from = strengths + done * seats;
        const uint8_t *in = contenders ? contenders + done * seats : NULL;
        uint8_t *to = winners + done * seats;
        uint16_t best[ROWS] = {0}, weak[ROWS] = {0}, good = 1, upset = 0;
        for (size_t k = 0; k < seats; k++) {
            for (size_t i = 0; i < ROWS; i++)
                s[k][i] = from[i * seats + k];
            if (in) {
                for (size_t i = 0; i < ROWS; i++)
                    c[i] = in[i * seats + k];
                for (size_t i = 0; i < ROWS; i++) {
                    good &= sr_in(all, s[k][i]) | (c[i] == 0);
                    s[k][i] = c[i] ? s[k][i] : 0;
                }
            } else {
                for (size_t i = 0; i < ROWS; i++)
                    good &= sr_in(all, s[k][i]);
            }
            for (size_t i = 0; i < ROWS; i++) {
                best[i] = s[k][i] > best[i] ? s[k][i] : best[i];
                weak[i] |= sr_in(u, s[k][i]);
            }
        }
        for (size_t i = 0; i < ROWS; i++) {
            good &= best[i] != 0;
            upset |= weak[i] & sr_in(v, best[i]);
        }
        if (!good || upset)
            for (size_t i = 0; i < ROWS; i++)
                if (!sr_showdown_row(t, from + i * seats, seats, in ? in + i * seats : NULL, to + i * seats))
                    return done + i;
        if (upset)
            continue;
        for (size_t k = 0; k < seats; k++) {
            for (size_t i = 0; i < ROWS; i++)
                w[i] = s[k][i] == best[i];
            for (size_t i = 0; i < ROWS; i++)
                to[i * seats + k] = w[i];
        }
    }
    for (; done < n; done++)
        if (!sr_showdown_row(t, strengths + done * seats, seats, contenders ? contenders + done * seats : NULL,
                             winners + done * seats))
            break;
    return done;
}

#endif
