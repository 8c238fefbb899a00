/* ending.c - see ending.h. Calls tile to inspect PPs, machine for the tests and messages. */
#include "sim/segment/end/ending.h"

#include <string.h>

#include "sim/isa/system.h"
#include "sim/machine/follow/follow.h"

/* Whether the PP's request has no effect that others could see; *result gets its result. */
static bool is_invisible(const struct tile *tile, const struct strand *strand, uint32_t lane,
                         uint32_t *result)
{
    const struct request *request = &strand->request;
    if (strand->state != STRAND_REQUEST)
        return strand->state != STRAND_FAULT;
    if (request->is_image || (request->kind != REQUEST_STORE && request->kind != REQUEST_FOLD))
        return false;
    const uint32_t cell = request_cell(request, lane), datum = operand_word(request->datum, lane);
    const uint32_t word = tile->world->machine->memory.cells[cell];
    if (request->kind == REQUEST_STORE)
        return datum == word;
    *result = word;
    return system_folded(request->fold, word, datum) == word;
}

/* Of `tiles`. */
static void view_pp(const void *tiles, uint32_t pp, struct pp_view *view)
{
    const struct tile *tile = tiles;
    tile += (pp - tile->first_pp) >> tile->world->tile_shift;
    const uint32_t lane = pp - tile->first_pp;
    const struct strand *strand = tile_strand_of(tile, lane);
    tile_view(tile, lane, strand != NULL ? tile_cycle(tile, strand, lane) : 0, view);
    if (strand != NULL && !is_invisible(tile, strand, lane, &view->late_value))
        view->is_busy = true;
}

struct deadlock_run ending_run(const struct tile *tiles, uint32_t tile_count, uint64_t cycle)
{
    const uint32_t first = tile_running(tiles, tile_count, 0), end = tile_running_before(tiles, tile_count);
    border_before(&tiles[0].effects->border, 0, UINT32_MAX);
    return (struct deadlock_run){.machine = tiles[0].world->machine,
                                 .view = view_pp,
                                 .state = tiles,
                                 .cycle = cycle,
                                 .first = end != 0 ? tiles[first].first_pp : 0,
                                 .end = end != 0 ? tiles[end - 1].first_pp + tiles[end - 1].pps : 0};
}

uint64_t ending_deadlock_cycle(const struct tile *tiles, uint32_t tile_count, uint64_t halted)
{
    uint64_t noticed = halted / DEADLOCK_EVERY * DEADLOCK_EVERY + DEADLOCK_EVERY;
    for (const struct tile *tile = tiles; tile < tiles + tile_count; tile++)
        for (uint32_t lane = 0; lane < tile->pps; lane++) {
            const uint64_t one = deadlock_cycle(tile->barrier_since[lane]);
            if (tile_strand_of(tile, lane) != NULL && one > noticed)
                noticed = one;
        }
    return noticed;
}

/* PPs as they are in the cycle of the report. */
static void view_then(const void *state, uint32_t pp, struct pp_view *view)
{
    const struct deadlock_run *run = state;
    run->view(run->state, pp, view);
    if (!view->running || view->is_busy)
        return;
    const struct tile *tile = run->state;
    tile += pp >> tile->world->tile_shift;
    struct follow at = follow_view(view, pp);
    at.cycle = tile_cycle(tile, tile_strand_of(tile, pp - tile->first_pp), pp - tile->first_pp);
    follow_to(run->machine, &at, view->in_barrier, run->cycle);
    memcpy(view->r, at.reg, sizeof view->r);
    view->pc = at.reg[1];
}

void ending_deadlock(const struct tile *tiles, uint32_t tile_count, uint64_t cycle)
{
    const struct deadlock_run now = ending_run(tiles, tile_count, cycle);
    struct deadlock_run then = now; /* of all PPs, because it counts those that have ended */
    then.first = 0;
    then.end = now.machine->config.pps;
    then.view = view_then;
    then.state = &now;
    deadlock_end(&then);
}
