/* A hand in words. The words and the wording are data of the Python package, which tools/build_tables.py writes as C;
   so are the tests: what is said here must be what Python says. */
#include "scalareale.h"

#include <string.h>

/* In a wording, % and a letter stand for a part of the description. */
typedef struct {
    const char *language;
    const char *one[13], *many[13], *of[13], *to[13], *with[13]; /* forms of the ranks, from the two */
    const char *suit[4], *hand_of[4], *card_of[4];
    const char *category[10], *tier[3], *wording[10];
    const char *with_tier, *low, *wheel;
} words;

#include "words_data.h"

enum { ACE = 14, STRAIGHT = 4, STRAIGHT_FLUSH = 8, FIVE_OF_A_KIND = 9, NO_TIER = 0, MINIMUM, MEDIUM, MAXIMUM };

typedef struct {
    const words *says;
    const char *name;   /* of the category */
    const char *tier;   /* or NULL */
    int rank[SR_HAND];  /* that decide, in order */
    int ranks;
    int suit;           /* or -1 */
    char *text;
    size_t size, length; /* the length goes on growing when the text is full */
} description;

static void put(description *d, const char *text)
{
    for (; *text; text++, d->length++)
        if (d->length < d->size)
            d->text[d->length] = *text;
}

static void put_ranks(description *d, int from)
{
    for (int i = from; i < d->ranks; i++) {
        if (i > from)
            put(d, " ");
        put(d, d->says->one[d->rank[i] - 2]);
    }
}

static void put_wording(description *d, const char *wording)
{
    const words *const w = d->says;
    const int first = d->rank[0] - 2, second = d->rank[d->ranks > 1] - 2;
    for (; *wording; wording++) {
        const char plain[2] = {*wording, 0};
        if (*wording != '%') {
            put(d, plain);
            continue;
        }
        switch (*++wording) {
        case 'N':
            put(d, d->name);
            break;
        case 'T':
            put(d, d->tier);
            break;
        case 'n':
            if (d->tier)
                put_wording(d, w->with_tier);
            else
                put(d, d->name);
            break;
        case '1':
            put(d, w->one[first]);
            break;
        case '2':
            put(d, w->one[second]);
            break;
        case 'm':
            put(d, w->many[first]);
            break;
        case 'M':
            put(d, w->many[second]);
            break;
        case 'o':
            put(d, w->of[first]);
            break;
        case 't':
            put(d, w->to[first]);
            break;
        case 'w':
            put(d, w->with[second]);
            break;
        case 'a':
            put_ranks(d, 0);
            break;
        case 'r':
            put_ranks(d, 1);
            break;
        case 'R':
            put_ranks(d, 2);
            break;
        case 'h':
            put(d, d->suit < 0 ? "" : w->hand_of[d->suit]);
            break;
        case 'c':
            put(d, d->suit < 0 ? "" : w->card_of[d->suit]);
            break;
        default: /* 's' */
            if (d->suit >= 0) {
                put(d, " (");
                put(d, w->suit[d->suit]);
                put(d, ")");
            }
        }
    }
}

static int count_of(const int *rank, int which)
{
    int count = 0;
    for (int i = 0; i < SR_HAND; i++)
        count += rank[i] == which;
    return count;
}

/* The ranks that the cards stand for: jokers, those of the greatest cards that make the hand's strength. Natural cards
   come first. */
static void stand_for(const sr_table *table, const uint8_t *hand, uint16_t strength, int category, int *rank)
{
    int natural = 0, jokers = 0;
    uint8_t made[SR_HAND], taken[SR_PACK] = {0};
    for (int i = 0; i < SR_HAND; i++) {
        rank[i] = hand[i] / 4 + 2;
        if (hand[i] < 52) {
            made[natural++] = hand[i];
            taken[hand[i]] = 1;
        } else {
            jokers++;
        }
    }
    if (!jokers)
        return;
    const int other = jokers == 2 ? 3 : 4; /* the places of the jokers, of one joker the same twice */
    for (int a = 51; a >= 0; a--)
        for (int b = jokers == 2 ? a - 1 : a; b >= (jokers == 2 ? 0 : a); b--) {
            if (taken[a] || taken[b])
                continue;
            made[other] = (uint8_t)a;
            made[4] = (uint8_t)b;
            if (category == FIVE_OF_A_KIND)
                made[other] = made[4] = made[0];
            else if (sr_evaluate(table, made) != strength)
                continue;
            for (int i = 0; i < SR_HAND; i++)
                if (hand[i] >= 52)
                    rank[i] = made[hand[i] == 53 || jokers == 1 ? 4 : 3] / 4 + 2;
            return;
        }
    for (int i = 0; i < SR_HAND; i++) /* a table that somebody forged: no cards make the hand */
        if (hand[i] >= 52)
            rank[i] = ACE;
}

/* The cards and their ranks by how often the rank occurs, then by rank. */
static void in_deciding_order(uint8_t *card, int *rank, int ace_low)
{
    int place[SR_HAND];
    for (int i = 0; i < SR_HAND; i++) {
        const int value = ace_low && rank[i] == ACE ? 1 : rank[i];
        place[i] = count_of(rank, rank[i]) * 16 + value;
    }
    for (int i = 1; i < SR_HAND; i++)
        for (int j = i; j > 0 && place[j] > place[j - 1]; j--) {
            const int p = place[j], r = rank[j];
            const uint8_t c = card[j];
            place[j] = place[j - 1], rank[j] = rank[j - 1], card[j] = card[j - 1];
            place[j - 1] = p, rank[j - 1] = r, card[j - 1] = c;
        }
}

/* The suit that breaks ties, where a single card has it, or -1. `group` has the ranks in order, each once; `low` says
   that an ace counts 1. */
static int deciding_suit(unsigned kind, const uint8_t *card, const int *rank, const int *group, int groups, int low)
{
    int wanted = rank[0];
    switch (kind) {
    case SR_NO_SUIT:
        return -1;
    case SR_SUIT_OF_TOP:
    case SR_SUIT_OF_GROUP:
        break;
    case SR_SUIT_OF_KICKER:
        for (int i = groups - 1; i >= 0; i--)
            if (count_of(rank, group[i]) == 1)
                wanted = group[i];
        break;
    default: {
        int highest = -1, second = -1;
        for (int i = 0; i < groups; i++) {
            const int value = low && group[i] == ACE ? 1 : group[i];
            if (value > highest) {
                second = highest;
                highest = value;
            } else if (value > second) {
                second = value;
            }
        }
        wanted = kind == SR_SUIT_OF_HIGHEST ? highest : second;
        wanted = wanted == 1 ? ACE : wanted;
    }
    }
    for (int i = 0; i < SR_HAND; i++)
        if (rank[i] == wanted)
            return count_of(rank, wanted) == 1 ? card[i] & 3 : -1;
    return -1;
}

int sr_describe(const sr_table *table, const uint8_t *hand, const char *language, char *text, size_t size)
{
    const words *says = NULL;
    const int ace_low = (table->flags & SR_ACE_LOW) != 0, low = (table->flags & SR_LOW) != 0;
    const uint16_t strength = sr_evaluate(table, hand);
    const int category = sr_category(table, strength);
    if (size)
        text[0] = 0;
    for (size_t i = 0; i < sizeof languages / sizeof *languages; i++)
        if (strcmp(languages[i].language, language) == 0)
            says = &languages[i];
    if (!says)
        return SR_NO_LANGUAGE;
    if (!strength || category < 0)
        return SR_NOT_A_HAND;

    uint8_t card[SR_HAND];
    int rank[SR_HAND], group[SR_HAND], groups = 0;
    memcpy(card, hand, sizeof card);
    stand_for(table, card, strength, category, rank);
    const int sequence = category == STRAIGHT || category == STRAIGHT_FLUSH;
    const int one = ace_low || (sequence && count_of(rank, ACE) && !count_of(rank, ACE - 1)); /* what an ace counts */
    in_deciding_order(card, rank, one);
    for (int i = 0; i < SR_HAND; i++)
        if (i == 0 || rank[i] != rank[i - 1])
            group[groups++] = rank[i];

    int tier = NO_TIER;
    if (category == STRAIGHT_FLUSH)
        tier = rank[SR_HAND - 1] == ACE ? MINIMUM : rank[0] == ACE ? MAXIMUM : MEDIUM;
    description d;
    d.says = says;
    d.name = says->category[category];
    d.tier = tier ? says->tier[tier - 1] : NULL;
    d.ranks = sequence ? 1 : groups;
    memcpy(d.rank, group, sizeof d.rank);
    d.suit = deciding_suit(table->deciding[category], card, rank, group, groups, one);
    d.text = text;
    d.size = size;
    d.length = 0;
    const int lowest_wins = low && category == 0;
    put_wording(&d, lowest_wins ? says->low : tier == MINIMUM || tier == MAXIMUM ? "%n%h" : says->wording[category]);
    if (lowest_wins && ace_low && groups == SR_HAND && group[0] == 5 && group[4] == ACE) {
        put(&d, " (");
        put(&d, says->wheel);
        put(&d, ")");
    }
    if (d.length >= size) {
        if (size)
            text[0] = 0;
        return SR_TOO_SMALL;
    }
    text[d.length] = 0;
    return (int)d.length;
}
