/* Evaluators of the compiled-in tables, and what can be asked of any. */
#include "batch.h"
#include "memory.h"

#include <string.h>

/* Checked by the compiler: the header promises it. */
typedef char room_is_enough[sizeof(sr_evaluator) <= SR_ROOM ? 1 : -1];

const char *sr_version(void)
{
    return SR_VERSION;
}

uint32_t sr_abi(void)
{
    return (uint32_t)SR_ABI_MAJOR << 16 | SR_ABI_MINOR;
}

const char *sr_error_text(int code)
{
    switch (code) {
    case SR_OK:
        return "no error";
    case SR_NOT_A_STRENGTH:
        return "no hand has this strength";
    case SR_NOT_A_HAND:
        return "not a hand: a card twice, or one that is not in the pack";
    case SR_NOT_IN_PACK:
        return "a card is not in the pack";
    case SR_CARD_TWICE:
        return "a card is there twice";
    case SR_IN_TWO_HANDS:
        return "a card is in two hands, or held and dead";
    case SR_NOBODY:
        return "nobody takes part";
    case SR_TOO_MANY_HANDS:
        return "more hands than a showdown has";
    case SR_NOT_A_CARD:
        return "text that is no card";
    case SR_TOO_FEW_CARDS:
        return "fewer cards are left than are to come";
    case SR_TOO_MANY_DEALS:
        return "more deals than can be counted";
    case SR_STOPPED:
        return "stopped by the progress function";
    case SR_TOO_SMALL:
        return "the memory is too small";
    case SR_MISALIGNED:
        return "the memory is not aligned to 8 bytes";
    case SR_NO_RULESET:
        return "no ruleset of that name is compiled in";
    case SR_NO_PACK:
        return "the ruleset is not played with that pack";
    case SR_NO_LANGUAGE:
        return "the languages are en, it, fr and ru";
    case SR_NO_KERNEL:
        return "no kernel of that name can run here";
    case SR_NO_TABLE:
        return "not a saved table";
    case SR_OTHER_VERSION:
        return "a saved table of a version that cannot be read";
    case SR_WRONG_LENGTH:
        return "the length of the saved table is wrong";
    case SR_WRONG_CHECKSUM:
        return "the checksum of the saved table is wrong";
    case SR_WRONG_CONTENT:
        return "the content of the saved table is wrong";
    default:
        return "no code of this library";
    }
}

size_t sr_sizeof(void)
{
    return sizeof(sr_evaluator);
}

int sr_open(sr_evaluator *memory, size_t size, const char *ruleset, unsigned cards)
{
    const sr_table *found = NULL, *table;
    unsigned packs = 0;
    for (size_t i = 0; (table = sr_table_at(i)) != NULL; i++)
        if (strcmp(table->ruleset, ruleset) == 0) {
            packs++;
            if (cards == 0 || table->cards == cards)
                found = table;
        }
    if (!packs)
        return SR_NO_RULESET;
    if (!found || (cards == 0 && packs > 1))
        return SR_NO_PACK;
    const int refused = sr_refused_memory(memory, size, sizeof *memory);
    if (refused)
        return refused;
    *memory = *found;
    memory->kernel = sr_fastest_kernel();
    return SR_OK;
}

const char *sr_ruleset_at(size_t index, unsigned *cards)
{
    const sr_table *table = sr_table_at(index);
    if (!table)
        return NULL;
    if (cards)
        *cards = table->cards;
    return table->ruleset;
}

const char *sr_ruleset(const sr_table *table)
{
    return table->ruleset;
}

unsigned sr_pack(const sr_table *table, uint8_t *codes)
{
    for (unsigned i = 0; codes && i < table->cards; i++)
        codes[i] = (uint8_t)(table->first + i);
    return table->cards;
}

unsigned sr_strengths(const sr_table *table)
{
    return table->strengths;
}

int sr_upset(const sr_table *table, sr_range *winner, sr_range *loser)
{
    if (table->upset_winner.low > table->upset_winner.high)
        return 0;
    *winner = table->upset_winner;
    *loser = table->upset_loser;
    return 1;
}

const char *sr_kernel_of(const sr_table *table)
{
    return sr_kernel_for(table)->name;
}

int sr_set_kernel(sr_evaluator *ev, const char *name)
{
    const sr_batch_kernel *kernel = sr_kernel_named(name);
    if (!kernel)
        return SR_NO_KERNEL;
    ev->kernel = kernel;
    return SR_OK;
}
