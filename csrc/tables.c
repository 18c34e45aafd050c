/* The compiled-in tables: what tools/build_tables.py wrote, and the way to it. */
#include "scalareale.h"

#include "tables_data.h"

enum { N_TABLES = sizeof tables / sizeof tables[0] };

const sr_table *sr_table_at(size_t index)
{
    return index < N_TABLES ? &tables[index] : NULL;
}

#if !defined(SR_ONE_FILE)
enum { N_HASHES = sizeof hashes / sizeof hashes[0] };

const char *sr_table_name(size_t index)
{
    return index < N_TABLES ? tables[index].ruleset : NULL;
}

const sr_hash *sr_hash_for(unsigned cards)
{
    /* The packs ascend, and the hash of a pack is one for every smaller pack too. */
    for (size_t i = 0; i < N_HASHES; i++)
        if (cards <= hashed_cards[i])
            return hashes[i];
    return NULL;
}
#endif
