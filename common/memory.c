/* memory.c - allocation that succeeds or ends the program.
 *
 * May call only the C library and common/system.
 */
#include "common/memory.h"
#include "common/plugin.h"
#include "common/system/system.h"

#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

/* For the whole process, like its memory: the code that runs out of memory may be far from the code with
 * unfinished work. */
static struct memory_last_act last_act;
static atomic_flag last_act_has_begun = ATOMIC_FLAG_INIT; /* by one thread; another one waits for the end */

struct memory_last_act memory_when_short(struct memory_last_act act)
{
    const struct memory_last_act old = last_act;
    last_act = act;
    return old;
}

_Noreturn void memory_end(const char *reason)
{
    while (atomic_flag_test_and_set(&last_act_has_begun))
        pause();
    fprintf(stderr, "%s: error: %s\n", system_program_name(), reason);
    if (last_act.end == NULL)
        exit(MEMORY_EXIT_STATUS);
    _exit(last_act.end(last_act.context));
}

_Noreturn void memory_is_short(void)
{
    memory_end("out of memory");
}

PLUGIN_VISIBLE void *memory_take(size_t count, size_t size)
{
    void *memory = calloc(count ? count : 1, size ? size : 1);
    if (memory == NULL)
        memory_is_short();
    return memory;
}

void *memory_try_to_grow(void *array, size_t *capacity, size_t wanted, size_t size)
{
    if (wanted <= *capacity && array != NULL)
        return array;
    size_t grown = *capacity < 8 ? 16 : *capacity * 2;
    if (grown < wanted)
        grown = wanted;
    void *moved = grown > SIZE_MAX / size ? NULL : realloc(array, grown * size);
    if (moved != NULL)
        *capacity = grown;
    return moved;
}

char *memory_text(const char *text, size_t length)
{
    char *copy = strndup(text, length);
    if (copy == NULL)
        memory_is_short();
    return copy;
}

PLUGIN_VISIBLE void *memory_grow(void *array, size_t *capacity, size_t wanted, size_t size)
{
    if (wanted <= *capacity)
        return array;
    void *moved = memory_try_to_grow(array, capacity, wanted, size);
    if (moved == NULL)
        memory_is_short();
    return moved;
}

void *memory_block(struct memory_blocks *blocks, size_t count, size_t size)
{
    void **const grown =
        memory_try_to_grow(blocks->blocks, &blocks->room, blocks->count + 1, sizeof *blocks->blocks);
    void *const block = grown != NULL ? calloc(count ? count : 1, size) : NULL;
    blocks->blocks = grown != NULL ? grown : blocks->blocks;
    if (block == NULL)
        blocks->is_short = true;
    else
        blocks->blocks[blocks->count++] = block;
    return block;
}

void memory_free_blocks(struct memory_blocks *blocks)
{
    for (size_t k = 0; k < blocks->count; k++)
        free(blocks->blocks[k]);
    free(blocks->blocks);
}

uint64_t memory_peak(void)
{
    struct rusage usage;
    return getrusage(RUSAGE_SELF, &usage) == 0 ? (uint64_t)usage.ru_maxrss * 1024 : 0;
}
