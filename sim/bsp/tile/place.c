/* place.c - see place.h. Calls only the system.
 */
#include "sim/bsp/tile/place.h"

#include <string.h>
#include <sys/mman.h>

#include "asm/isa.h"

enum { SKEW = 16 };            /* words: rows a power of two apart would share few sets of the cache */
enum { LARGE_PAGE = 2 << 20 }; /* bytes */

/* Marks the registers that a program's instructions or the engine itself may write or read as rows. */
static void find_named(const struct program *program, bool *named)
{
    for (unsigned number = 0; number <= 5; number++) /* host calls leave their results in R3 to R5 */
        named[number] = true;
    for (unsigned number = DECODE_SINK; number < TILE_ROWS; number++)
        named[number] = true;
    for (uint32_t pc = 0; pc < program->count; pc++) {
        const struct instruction *i = &program->code[pc];
        if (i->opcode == DECODE_ILLEGAL)
            continue;
        named[i->rs] = named[i->rt] = named[i->rd] = named[i->target] = named[i->base] = true;
    }
}

bool tile_rows_create(struct tile_rows *rows, const struct program *program, uint32_t lanes, uint32_t tiles)
{
    bool named[TILE_ROWS] = {false};
    size_t seldom = 0;
    *rows = (struct tile_rows){.row_words = lanes + SKEW, .tiles = tiles};
    find_named(program, named);
    for (unsigned number = 0; number < TILE_ROWS; number++)
        if (named[number])
            rows->place[number] = (uint8_t)rows->often++;
    for (unsigned number = 0; number < TILE_ROWS; number++)
        if (!named[number])
            rows->place[number] = (uint8_t)(rows->often + seldom++);
    rows->bytes = (rows->often + seldom) * rows->row_words * sizeof(uint32_t) * tiles;
    rows->memory =
        mmap(NULL, rows->bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (rows->memory == MAP_FAILED) {
        rows->memory = NULL;
        return false;
    }
    const size_t often = rows->often * rows->row_words * sizeof(uint32_t) * tiles;
    if (often >= LARGE_PAGE)
        madvise(rows->memory, often, MADV_HUGEPAGE); /* it is as well without */
    return true;
}

void tile_rows_destroy(struct tile_rows *rows)
{
    if (rows->memory)
        munmap(rows->memory, rows->bytes);
    *rows = (struct tile_rows){.memory = NULL};
}

uint32_t *tile_rows_at(const struct tile_rows *rows, uint32_t tile, unsigned number)
{
    const size_t place = rows->place[number], seldom = TILE_ROWS - rows->often;
    const size_t row = place < rows->often
                           ? tile * rows->often + place
                           : rows->tiles * rows->often + tile * seldom + (place - rows->often);
    return (uint32_t *)rows->memory + row * rows->row_words;
}

uint32_t *tile_row(const struct tile *tile, unsigned number)
{
    switch (number) {
    case TILE_ROW_LATE:
    case TILE_ROW_LATE + 1:
        return tile->late[number - TILE_ROW_LATE];
    case TILE_ROW_STATUS:
        return tile->status;
    case TILE_ROW_INDEX:
        return tile->index;
    case TILE_ROW_DATUM:
        return tile->datum;
    default:
        return tile->row[number];
    }
}

unsigned tile_row_number(const struct tile *tile, const uint32_t *row)
{
    unsigned number = 0;
    while (number < TILE_ROWS && tile_row(tile, number) != row)
        number++;
    return number;
}
