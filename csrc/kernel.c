/* The kernel that all tables of the Python module share, and what it can do without evaluators. */
#include "batch.h"

/* The only mutable global. Any thread may find the fastest kernel; all find the same. */
#if defined(_MSC_VER)
static const sr_batch_kernel *volatile in_use;
#define GET_KERNEL() in_use
#define SET_KERNEL(kernel) (in_use = (kernel))
#else
static const sr_batch_kernel *in_use;
#define GET_KERNEL() __atomic_load_n(&in_use, __ATOMIC_RELAXED)
#define SET_KERNEL(kernel) __atomic_store_n(&in_use, (kernel), __ATOMIC_RELAXED)
#endif

static const sr_batch_kernel *shared(void)
{
    const sr_batch_kernel *k = GET_KERNEL();
    if (!k) {
        k = sr_fastest_kernel();
        SET_KERNEL(k);
    }
    return k;
}

const sr_batch_kernel *sr_kernel_for(const sr_table *table)
{
    return table->kernel ? table->kernel : shared();
}

const char *sr_kernel(void)
{
    return shared()->name;
}

const char *sr_kernel_at(size_t index)
{
    const sr_batch_kernel *k;
    for (size_t i = 0; (k = sr_kernel_number(i)) != NULL; i++)
        if (k->usable() && index-- == 0)
            return k->name;
    return NULL;
}

int sr_use_kernel(const char *name)
{
    const sr_batch_kernel *k = sr_kernel_named(name);
    if (k)
        SET_KERNEL(k);
    return k != NULL;
}
