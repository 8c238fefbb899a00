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

static void *take_again(void *old, size_t old_size, size_t size)
{
    (void)old_size;
    void *memory = realloc(old, size);
    if (memory == NULL)
        memory_is_short();
    return memory;
}

static void give_back(void *memory, size_t size)
{
    (void)size;
    free(memory);
}

void real_guard_memory(void)
{
    mp_set_memory_functions(take, take_again, give_back); /* MPFR's, too */
}
