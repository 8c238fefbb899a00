/* exchange.c - PPs leave a tile, all at once, and return to it: meanwhile another executor has them
 * (sim/solo/event.h). They leave at level 0, between segments, when all are in one cycle without requests.
 * Calls tile/strand and tile/state. */
#include <string.h>

#include "sim/tile/inside.h"

static void take(const struct tile *tile, const struct strand *strand, uint32_t lane, struct tile_pp *pp)
{
    *pp = (struct tile_pp){.running = strand->state != STRAND_FREE,
                           .in_barrier = strand->in_barrier,
                           .in_async = strand->in_async,
                           .in_sync = strand->in_sync,
                           .has_stack = strand->has_stack,
                           .pc = strand->pc,
                           .status = tile_status(tile, strand, lane),
                           .late_target = strand->late_target,
                           .late_value = tile_late_value(tile, strand, lane),
                           .since = tile->barrier_since[lane],
                           .yielded = strand->yielded};
    if (pp->running)
        pp->busy = (uint32_t)(strand->cycle + strand->busy - tile->end);
    pp->busy_pc = pp->busy != 0 ? strand->busy_pc : 0;
}

enum { FIRST_REGISTER = 2, END_REGISTERS = 32 }; /* R0 and R1 are in no row */

static uint32_t end_of_block(const struct tile *tile, uint32_t first)
{
    return first + ROWS_BLOCK < tile->pps ? first + ROWS_BLOCK : tile->pps;
}

/* Rows are read block by block: a row has a word of each PP, so the state of one PP covers many cache lines.
 */
static void take_registers(const struct tile *tile, struct tile_pp *pps)
{
    for (uint32_t first = 0; first < tile->pps; first += ROWS_BLOCK) {
        const uint32_t end = end_of_block(tile, first);
        for (unsigned r = FIRST_REGISTER; r < END_REGISTERS; r++) {
            const struct operand operand = tile_operand(tile, r);
            for (uint32_t lane = first; lane < end; lane++)
                pps[lane].r[r] = operand_word(operand, lane);
        }
        for (uint32_t rest = tile->is_apart[first / ROWS_BLOCK]; rest != 0; rest &= rest - 1) {
            const uint32_t lane = first + (uint32_t)__builtin_ctz(rest);
            memcpy(&pps[lane].r[FIRST_REGISTER], &tile->apart[lane].reg[FIRST_REGISTER],
                   (END_REGISTERS - FIRST_REGISTER) * sizeof *pps->r);
        }
    }
}

void tile_take_pps(const struct tile *tile, struct tile_pp *pps)
{
    struct strand halted = {.state = STRAND_FREE, .flags = FLAGS_ROW, .late_target = DECODE_SINK};
    for (uint32_t lane = 0; lane < tile->pps; lane++)
        if (tile->halted_pc[lane] != UINT32_MAX) {
            halted.pc = tile->halted_pc[lane];
            take(tile, &halted, lane, &pps[lane]);
        }
    for (uint32_t k = strand_used(tile, 0); k != STRAND_END; k = strand_used(tile, k + 1)) {
        const struct strand *strand = &tile->strands[k];
        for (uint32_t lane = strand_first(strand); lane != STRAND_END; lane = strand_next(strand, lane))
            take(tile, strand, lane, &pps[lane]);
    }
    take_registers(tile, pps);
}

/* ---- returning */

enum { PLACES = 256 };

static bool is_place_of(const struct strand *strand, const struct tile_pp *pp, uint64_t cycle)
{
    return strand->pc == pp->pc && strand->late_target == pp->late_target &&
           strand->in_barrier == pp->in_barrier && strand->in_async == pp->in_async &&
           strand->in_sync == pp->in_sync && strand->has_stack == pp->has_stack &&
           strand->yielded == pp->yielded && strand->cycle == cycle + pp->busy &&
           strand->busy_pc == pp->busy_pc;
}

/* Adds a PP to its strand; lanes come in ascending order. */
static void join(struct tile *tile, const struct tile_pp *pp, uint32_t lane, uint64_t cycle, uint16_t *places)
{
    uint16_t *place = &places[pp->pc % PLACES];
    const uint32_t block = lane / ROWS_BLOCK;
    struct strand *strand = *place != 0 ? &tile->strands[*place - 1] : NULL;
    for (uint32_t k = 0; strand != NULL && !is_place_of(strand, pp, cycle) && k < tile->strand_end; k++)
        strand = tile->strands[k].state != STRAND_FREE ? &tile->strands[k] : strand;
    if (strand == NULL || !is_place_of(strand, pp, cycle)) {
        strand = tile_take_strand(tile);
        *strand = (struct strand){.state = STRAND_WAITING,
                                  .phase = STATS_PHASE_other,
                                  .flags = FLAGS_ROW,
                                  .late_target = (uint8_t)pp->late_target,
                                  .in_barrier = pp->in_barrier,
                                  .in_async = pp->in_async,
                                  .in_sync = pp->in_sync,
                                  .has_stack = pp->has_stack,
                                  .pc = pp->pc,
                                  .first_block = block,
                                  .busy_pc = pp->busy_pc,
                                  .busy_until = pp->busy != 0 ? cycle + pp->busy : 0,
                                  .cycle = cycle + pp->busy,
                                  .yielded = pp->yielded};
        *place = (uint16_t)(strand - tile->strands + 1);
    }
    strand->set[block] |= (uint16_t)(1u << lane % ROWS_BLOCK);
    strand->end_block = block + 1;
    strand->count++;
}

/* Whether a register that was two numbers is unchanged in lanes first .. end - 1. */
static bool is_as_before(const struct tile *tile, unsigned r, const struct tile_pp *pps, uint32_t first,
                         uint32_t end)
{
    uint32_t differ = 0;
    for (uint32_t lane = first; lane < end; lane++)
        differ |= pps[lane].r[r] ^ (tile->base[r] + lane * tile->stride[r]);
    return differ == 0;
}

/* Puts the registers of all PPs, including halted ones, into rows, except for unchanged registers: a program
 * leaves most of them alone. */
static void put_registers(struct tile *tile, const struct tile_pp *pps)
{
    const uint64_t all = (((uint64_t)1 << END_REGISTERS) - 1) & ~(((uint64_t)1 << FIRST_REGISTER) - 1);
    tile_rows_change(tile, all & ~tile->affine);
    for (uint32_t first = 0; first < tile->pps; first += ROWS_BLOCK) {
        const uint32_t end = end_of_block(tile, first);
        for (unsigned r = FIRST_REGISTER; r < END_REGISTERS; r++) {
            if (tile->affine >> r & 1) {
                if (is_as_before(tile, r, pps, first, end))
                    continue;
                tile_fill_row(tile, r);
                tile_rows_change(tile, (uint64_t)1 << r);
            }
            for (uint32_t lane = first; lane < end; lane++)
                tile->row[r][lane] = pps[lane].r[r];
        }
    }
    tile->lost |= all;
    memset(tile->is_apart, 0, sizeof tile->is_apart);
    tile->some_apart = false;
}

void tile_put_pps(struct tile *tile, const struct tile_pp *pps, uint64_t cycle)
{
    uint16_t places[PLACES] = {0};
    for (uint32_t k = 0; k < tile->strand_end; k++)
        if (tile->strands[k].state != STRAND_FREE)
            tile_give_strand(tile, &tile->strands[k]);
    tile->strand_end = 0;
    tile->running = 0;
    put_registers(tile, pps);
    for (uint32_t lane = 0; lane < tile->pps; lane++) {
        const struct tile_pp *pp = &pps[lane];
        tile->status[lane] = pp->status;
        tile->late[0][lane] = pp->late_value;
        tile->barrier_since[lane] = pp->since;
        tile->halted_pc[lane] = pp->running ? UINT32_MAX : pp->pc;
        tile->running += pp->running;
        if (pp->running)
            join(tile, pp, lane, cycle, places);
    }
    tile->end = cycle;
    if (tile->strand_end == 1 && strand_is_whole(tile, &tile->strands[0]))
        tile_find_affine(tile);
}
