/* tile.c - creates a tile, with one strand of all its PPs, and destroys it; and the memory for rows. Calls
 * strand. */
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "common/system/system.h"
#include "sim/tile/inside.h"

/* Of a scratch row; not a power of two apart. */
enum { SCRATCH_WORDS = TILE_ROW_WORDS + ROWS_BLOCK };

bool tile_effects_create(struct tile_effects *effects)
{
    *effects = (struct tile_effects){.out_of_memory = false};
    uint32_t *rows = aligned_alloc(ROWS_ALIGNMENT, SCRATCHES * SCRATCH_WORDS * sizeof *rows);
    if (!rows)
        return false;
    memset(rows, 0, SCRATCHES * SCRATCH_WORDS * sizeof *rows);
    for (unsigned k = 0; k < SCRATCHES; k++)
        effects->scratch[k] = rows + (size_t)k * SCRATCH_WORDS;
    return true;
}

void tile_effects_destroy(struct tile_effects *effects)
{
    free(effects->scratch[0]);
    barrier_notes_destroy(&effects->notes);
}

/* ---- counters by cycle (ran.h) */

void tile_ran_begin(struct tile_ran *ran, uint64_t begin, uint64_t end)
{
    if (!ran->notes)
        return;
    /* the last segment may have ended before its last cycle: then this one begins there */
    const uint64_t last = begin - ran->begin;
    memset(ran->cycles, 0, ((last < ran->length ? last : ran->length) + 1) * sizeof *ran->cycles);
    ran->begin = begin;
    ran->length = (uint32_t)(end - begin);
}

void tile_ran_undo(const struct tile_ran *ran, struct stats *stats, uint64_t cycle)
{
    uint64_t instructions = 0, work = 0;
    for (uint32_t k = 0; ran->notes && k < ran->length; k++) {
        const struct tile_ran_cycle *one = &ran->cycles[k];
        instructions += one->instructions;
        work += one->work;
        if (ran->begin + k < cycle)
            continue;
        stats->instructions -= instructions;
        stats->work -= work;
        stats->loads -= one->loads;
        stats->stores -= one->stores;
        stats->multiprefix -= one->multiprefix;
        stats->barrier_wait_cycles -= one->barrier_wait_cycles;
    }
}

/* ---- tiles */

/* Rows pay from fewer members on if they are short, and if segments are: with precision units diverged PPs
 * stay in tiles at level 0, and few segments are longer than two cycles. In hostile builds half of the tiles
 * treat only one PP as few, so that more strands use rows. */
static uint32_t choose_few(const struct tile_world *world, uint32_t pps)
{
    enum { FEW = 16, FEW_IN_SHORT_ROWS = 5, FEW_IN_SHORT_SEGMENTS = 3, SHORT_ROW = 64 };
    if (TILE_IS_HOSTILE)
        return (pps ^ pps >> 3) % 2 != 0 ? 1 : 5; /* of either kind in each range of sizes */
    if (world->level == 0 && world->machine->program.uses_real)
        return pps <= SHORT_ROW ? FEW : FEW_IN_SHORT_SEGMENTS;
    return pps <= SHORT_ROW ? FEW_IN_SHORT_ROWS : FEW;
}

bool tile_create(struct tile *tile, const struct tile_world *world, struct tile_effects *effects,
                 uint32_t first_pp, uint32_t pps, const struct tile_rows *rows, uint32_t number)
{
    *tile = (struct tile){.world = world,
                          .effects = effects,
                          .first_pp = first_pp,
                          .pps = pps,
                          .few = choose_few(world, pps),
                          .held = tile_no_held,
                          .stack_cell = memory_stack_index(&world->machine->memory, first_pp, 0),
                          .private_cell = memory_private_index(&world->machine->memory, first_pp, 0),
                          .exact = world->level == 0};
    tile_set_running(tile, pps);
    tile->lanes = (pps + ROWS_BLOCK - 1) / ROWS_BLOCK * ROWS_BLOCK;
    tile->strands = calloc(pps, sizeof *tile->strands);
    tile->offset = calloc(tile->lanes, sizeof *tile->offset);
    tile->gathered = aligned_alloc(ROWS_ALIGNMENT, pps * sizeof *tile->gathered);
    tile->barrier_since = calloc(tile->lanes, sizeof *tile->barrier_since);
    tile->halted_pc = malloc(tile->lanes * sizeof *tile->halted_pc);
    if (TILE_IS_HOSTILE)
        tile->noted_status = calloc(tile->lanes, sizeof *tile->noted_status);
    if (!tile->strands || !tile->offset || !tile->gathered || !tile->barrier_since || !tile->halted_pc ||
        (TILE_IS_HOSTILE && !tile->noted_status)) {
        tile_destroy(tile);
        return false;
    }
    for (unsigned k = 0; k < TILE_ROWS; k++)
        tile->row[k] = tile_rows_at(rows, number, k);
    tile->affine = ((uint64_t)1 << TILE_REGISTERS) - 1; /* all registers are 0 */
    tile->filled = tile->affine;
    memset(tile->halted_pc, 0xff, tile->lanes * sizeof *tile->halted_pc);

    struct strand *strand = &tile->strands[0];
    tile->strand_end = 1;
    tile->active[0] = tile->ready[0] = 1;
    *strand = (struct strand){.state = STRAND_READY,
                              .flags = FLAGS_UNIFORM,
                              .late_target = DECODE_SINK,
                              .pc = world->machine->program.entry,
                              .end_block = tile->lanes / ROWS_BLOCK};
    for (uint32_t lane = 0; lane < pps; lane++)
        set_add(strand->set, lane);
    strand_recount(tile, strand);
    return true;
}

void tile_destroy(struct tile *tile)
{
    free(tile->strands);
    free(tile->offset);
    free(tile->gathered);
    free(tile->barrier_since);
    free(tile->halted_pc);
    free(tile->noted_status);
    *tile = (struct tile){.world = NULL};
}

/* ---- rows */

enum { SKEW = 16 };            /* words: rows a power of two apart would share few sets of the cache */
enum { LARGE_PAGE = 2 << 20 }; /* bytes */

bool tile_rows_create(struct tile_rows *rows, uint32_t lanes, uint32_t tiles)
{
    *rows = (struct tile_rows){.row_words = lanes + SKEW};
    rows->number_words = tiles * rows->row_words + SKEW;
    rows->bytes = TILE_ROWS * rows->number_words * sizeof(uint32_t);
    rows->memory = system_reserve(rows->bytes);
    if (rows->memory != NULL && rows->bytes >= LARGE_PAGE)
        system_advise_large(rows->memory, rows->bytes);
    return rows->memory != NULL;
}

void tile_rows_destroy(struct tile_rows *rows)
{
    if (rows->memory)
        munmap(rows->memory, rows->bytes);
    *rows = (struct tile_rows){.memory = NULL};
}

uint32_t *tile_rows_at(const struct tile_rows *rows, uint32_t tile, unsigned number)
{
    return (uint32_t *)rows->memory + number * rows->number_words + tile * rows->row_words;
}

unsigned tile_row_number(const struct tile *tile, const uint32_t *row)
{
    unsigned number = 0;
    while (number < TILE_ROWS && tile->row[number] != row)
        number++;
    return number;
}
