/* exchange.c - PPs leave a tile, all at once, and return to it: meanwhile another executor has them
 * (sim/solo/event.h). They leave at level 0, between segments, when all are in one cycle without requests.
 * Calls tile/strand, tile/merge and tile/state. */
#include <string.h>

#include "sim/tile/inside.h"

enum { FIRST_REGISTER = 2, END_REGISTERS = 32 }; /* R0 and R1 are in no row */

static uint32_t end_of_block(const struct tile *tile, uint32_t first)
{
    return first + ROWS_BLOCK < tile->pps ? first + ROWS_BLOCK : tile->pps;
}

static void take(const struct tile *tile, const struct strand *strand, uint32_t lane, struct snapshot_pp *pp)
{
    const bool runs = strand->state != STRAND_FREE;
    const uint32_t wait = runs ? (uint32_t)(strand->cycle + strand->busy - tile->end) : 0;
    *pp = (struct snapshot_pp){
        .r = {[1] = wait != 0 ? strand->busy_pc : strand->pc},
        .flags = {tile_status(tile, strand, lane)},
        .late_target = {strand->late_target},
        .late_value = {strand->late_target != DECODE_SINK ? operand_word(tile_late(tile, strand), lane) : 0},
        .wait = {wait},
        .wait_pc = {wait != 0 ? strand->pc : 0},
        .modes = {runs ? snapshot_modes(strand->modes, strand->in_barrier) : SNAPSHOT_HALTED},
        .barrier_since = {strand->in_barrier ? tile->barrier_since[lane] : 0},
        .yielded = {strand->yielded}};
}

/* By block: a row has a word of each PP, so the state of one PP covers many cache lines. */
static void take_registers(const struct tile *tile, struct snapshot_pp *pps)
{
    for (uint32_t first = 0; first < tile->pps; first += ROWS_BLOCK) {
        const uint32_t end = end_of_block(tile, first);
        for (unsigned r = FIRST_REGISTER; r < END_REGISTERS; r++) {
            const struct operand operand = tile_operand(tile, r);
            for (uint32_t lane = first; lane < end; lane++)
                pps[lane].r[r] = operand_word(operand, lane);
        }
        for (uint32_t rest = tile->is_gathered[first / ROWS_BLOCK]; rest != 0; rest &= rest - 1) {
            const uint32_t lane = first + (uint32_t)__builtin_ctz(rest);
            memcpy(&pps[lane].r[FIRST_REGISTER], &tile->gathered[lane].reg[FIRST_REGISTER],
                   (END_REGISTERS - FIRST_REGISTER) * sizeof *pps->r);
        }
    }
}

void tile_take_pps(const struct tile *tile, struct snapshot_pp *pps)
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

/* The last `yield` of a PP, for the order of time at levels 1 to 5. The exact engine does not need it and
 * does not keep it: the event core ignores such hints, and sleeping PPs skip them. So a PP that may be in a
 * polling loop counts as if it had yielded in the cycle before. If it is in none, it only reads in the order
 * of time for a while. In synchronous regions, that would separate group members, of which only some come to
 * a read in that time; so it is not done there. */
static uint64_t yielded_of(const struct tile *tile, const struct snapshot_pp *pp, uint64_t cycle)
{
    const bool is_free = (pp->modes[0] & (SNAPSHOT_IN_SYNC | SNAPSHOT_IN_BARRIER)) == 0;
    return tile->world->level > 0 && is_free ? cycle : pp->yielded[0];
}

/* Gives a PP a strand, which joins the last one at its place if it can; tile_begin merges the others. */
static void put(struct tile *tile, const struct snapshot_pp *pp, uint32_t lane, uint64_t cycle,
                uint16_t *places)
{
    const uint32_t wait = pp->wait[0], modes = pp->modes[0];
    const struct strand like = {.state = STRAND_WAITING,
                                .phase = STATS_PHASE_other,
                                .flags = FLAGS_ROW,
                                .late_target = (uint8_t)pp->late_target[0],
                                .in_barrier = (modes & SNAPSHOT_IN_BARRIER) != 0,
                                .modes = modes & SNAPSHOT_LASTING,
                                .pc = wait != 0 ? pp->wait_pc[0] : pp->r[1],
                                .busy_pc = wait != 0 ? pp->r[1] : 0,
                                .busy_until = wait != 0 ? cycle + wait : 0,
                                .cycle = cycle + wait,
                                .yielded = yielded_of(tile, pp, cycle)};
    struct strand *const strand = tile_take_single(tile, &like, lane);
    uint16_t *const place = &places[pp->r[1] % PLACES];
    if (*place != 0 && strand_can_merge(tile, &tile->strands[*place - 1], strand))
        strand_merge(tile, &tile->strands[*place - 1], strand);
    else
        *place = (uint16_t)(strand - tile->strands + 1);
}

/* Whether a register that was two numbers is unchanged in lanes first .. end - 1. */
static bool is_as_before(const struct tile *tile, unsigned r, const struct snapshot_pp *pps, uint32_t first,
                         uint32_t end)
{
    uint32_t differ = 0;
    for (uint32_t lane = first; lane < end; lane++)
        differ |= pps[lane].r[r] ^ (tile->base[r] + lane * tile->stride[r]);
    return differ == 0;
}

/* Puts the registers of all PPs, including halted ones, into rows, except for unchanged registers: a program
 * leaves most of them alone. */
static void put_registers(struct tile *tile, const struct snapshot_pp *pps)
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
    memset(tile->is_gathered, 0, sizeof tile->is_gathered);
    tile->some_gathered = false;
}

void tile_put_pps(struct tile *tile, const struct snapshot_pp *pps, uint64_t cycle)
{
    uint16_t places[PLACES] = {0};
    for (uint32_t k = 0; k < tile->strand_end; k++)
        if (tile->strands[k].state != STRAND_FREE)
            tile_give_strand(tile, &tile->strands[k]);
    tile->strand_end = 0;
    tile->end = cycle;
    uint32_t running = 0;
    put_registers(tile, pps);
    for (uint32_t lane = 0; lane < tile->pps; lane++) {
        const struct snapshot_pp *pp = &pps[lane];
        const bool runs = (pp->modes[0] & SNAPSHOT_HALTED) == 0;
        tile->status[lane] = pp->flags[0];
        tile->late[0][lane] = pp->late_value[0];
        tile->barrier_since[lane] = pp->barrier_since[0];
        tile->halted_pc[lane] = runs ? UINT32_MAX : pp->r[1];
        running += runs;
        if (runs)
            put(tile, pp, lane, cycle, places);
    }
    tile_set_running(tile, running);
}
