/* Memory of the caller's, within the library. */
#ifndef SR_MEMORY_H
#define SR_MEMORY_H

#include "scalareale.h"

static inline int sr_refused_memory(const void *memory, size_t size, size_t wanted)
{
    if ((uintptr_t)memory % SR_ALIGNMENT != 0)
        return SR_MISALIGNED;
    return size < wanted ? SR_TOO_SMALL : SR_OK;
}

#endif
