/* code.c - see code.h. Calls the operating system.
 *
 * What is placed at a time begins on a page of its own, so no page that may be executed is written again.
 */
#include "sim/bsp/native/code.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* Of addresses; what is not used takes no memory. */
#define CODE_BYTES ((size_t)16 << 20)

static bool reserve(struct native_code *code)
{
    if (code->memory != NULL)
        return true;
    void *memory = mmap(NULL, CODE_BYTES, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    code->memory = memory != MAP_FAILED ? memory : NULL;
    return memory != MAP_FAILED;
}

const uint8_t *native_code_place(struct native_code *code, const void *image, size_t size)
{
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    if (size == 0 || size > CODE_BYTES - code->used || !reserve(code))
        return NULL;
    uint8_t *place = code->memory + code->used;
    const size_t whole = (size + page - 1) / page * page;
    if (mprotect(place, whole, PROT_READ | PROT_WRITE) != 0)
        return NULL;
    memcpy(place, image, size);
    if (mprotect(place, whole, PROT_READ | PROT_EXEC) != 0)
        return NULL;
    __builtin___clear_cache((char *)place, (char *)place + size);
    code->used += whole;
    return place;
}

void native_code_enter(struct native_block *block, const uint8_t *image)
{
    const uint8_t *begin = image + block->entry;
    block->image = image;
    memcpy(&block->code, &begin, sizeof block->code); /* POSIX has functions lie where bytes do */
}

bool native_code_place_block(struct native_code *code, struct native_block *block)
{
    const uint8_t *image = native_code_place(code, block->image, block->bytes);
    if (image != NULL)
        native_code_enter(block, image);
    return image != NULL;
}

void native_code_destroy(struct native_code *code)
{
    if (code->memory != NULL)
        munmap(code->memory, CODE_BYTES);
    *code = (struct native_code){.memory = NULL};
}
