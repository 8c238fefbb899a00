/* memory.c - see memory.h. */
#include "sim/real/memory.h"

#include "common/memory.h"

#include <gmp.h>
#include <stdlib.h>

static void *take(size_t size)
{
    void *memory = malloc(size);
    if (memory == NULL)
        memory_is_short();
    return memory;
}

static void *reallocate(void *old, size_t old_size, size_t size)
{
    (void)old_size;
    void *memory = realloc(old, size);
    if (memory == NULL)
        memory_is_short();
    return memory;
}

static void release(void *memory, size_t size)
{
    (void)size;
    free(memory);
}

void real_guard_memory(void)
{
    mp_set_memory_functions(take, reallocate, release); /* MPFR's, too */
}
