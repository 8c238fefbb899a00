/* memory.c - allocation that succeeds or ends the program.
 *
 * May call only the C library.
 */
#include "common/memory.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

_Noreturn void memory_is_short(void)
{
    fputs("error: out of memory\n", stderr);
    exit(MEMORY_EXIT_STATUS);
}

void *memory_take(size_t count, size_t size)
{
    void *memory = calloc(count ? count : 1, size ? size : 1);
    if (memory == NULL)
        memory_is_short();
    return memory;
}

void *memory_grow(void *array, size_t *capacity, size_t wanted, size_t size)
{
    if (wanted <= *capacity)
        return array;
    size_t grown = *capacity < 8 ? 16 : *capacity * 2;
    if (grown < wanted)
        grown = wanted;
    if (grown > SIZE_MAX / size)
        memory_is_short();
    void *moved = realloc(array, grown * size);
    if (moved == NULL)
        memory_is_short();
    *capacity = grown;
    return moved;
}
