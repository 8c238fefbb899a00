/* ending.c - see ending.h. Calls tile to inspect PPs, machine for the messages. */
#include "sim/segment/end/ending.h"

#include "sim/machine/deadlock.h"
#include "sim/machine/follow/circle.h"
#include "sim/tile/rows/multiprefix.h"

/* A PP and its strand. */
struct first {
    const struct strand *found;
    uint32_t pp;
};

static void note_first(struct first *first, const struct tile *tile, const struct strand *strand)
{
    const uint32_t pp = tile->first_pp + strand_first(strand);
    if (!first->found || pp < first->pp)
        *first = (struct first){.found = strand, .pp = pp};
}

void ending_runaway(struct machine *machine, const struct tile *tiles, uint32_t tile_count)
{
    struct first awake = {.found = NULL}, asleep = {.found = NULL};
    for (uint32_t t = 0; t < tile_count; t++)
        for (uint32_t k = 0; k < tiles[t].strand_end; k++)
            if (tiles[t].strands[k].state != STRAND_FREE)
                note_first(tiles[t].strands[k].in_barrier ? &asleep : &awake, &tiles[t],
                           &tiles[t].strands[k]);
    /* not the PP that waits, but the one that it waits for */
    const struct first *named = awake.found ? &awake : &asleep;
    if (!named->found)
        return; /* no PP runs */
    fault_runaway(&machine->fault, machine, named->pp,
                  strand_place(named->found, machine->config.max_cycles));
    machine->end = END_FAULT;
}

/* ---- whether all wait for ever */

bool ending_have_waited(const struct tile *tiles, uint32_t tile_count)
{
    for (uint32_t t = 0; t < tile_count; t++)
        for (uint32_t k = strand_used(&tiles[t], 0); k != STRAND_END; k = strand_used(&tiles[t], k + 1)) {
            const struct strand *strand = &tiles[t].strands[k];
            if (!strand->in_barrier)
                return false;
            for (uint32_t lane = strand_first(strand); lane != STRAND_END; lane = strand_next(strand, lane))
                if (!deadlock_has_waited(tiles[t].barrier_since[lane], tiles[t].end))
                    return false;
        }
    return true;
}

static bool waits_for_ever(const struct tile *tile, const struct strand *strand)
{
    if (!strand->in_barrier || strand->state != STRAND_WAITING || strand->busy != 0)
        return false;
    for (uint32_t lane = strand_first(strand); lane != STRAND_END; lane = strand_next(strand, lane)) {
        const struct follow follow = tile_follow(tile, strand, lane);
        if (!follow_finds_circle(tile->world->machine, &follow))
            return false;
    }
    return true;
}

bool ending_wait_for_ever(const struct tile *tiles, uint32_t tile_count)
{
    if (tiles[0].world->level == 0 && !ending_have_waited(tiles, tile_count))
        return false;
    border_before(&tiles[0].effects->border, 0, UINT32_MAX);
    for (uint32_t t = 0; t < tile_count; t++)
        for (uint32_t k = 0; k < tiles[t].strand_end; k++)
            if (tiles[t].strands[k].state != STRAND_FREE && !waits_for_ever(&tiles[t], &tiles[t].strands[k]))
                return false;
    return true;
}

/* Whether the PP's request has no effect that others could see; its result goes to *follow. */
static bool is_invisible(const struct tile *tile, const struct strand *strand, uint32_t lane,
                         struct follow *follow, struct follow_cells *cells)
{
    const struct request *request = &strand->request;
    if (strand->state != STRAND_REQUEST)
        return strand->state != STRAND_FAULT;
    if (request->is_image || (request->kind != REQUEST_STORE && request->kind != REQUEST_FOLD))
        return false;
    const uint32_t cell = request_cell(request, lane), datum = operand_word(request->datum, lane);
    const uint32_t word = tile->world->machine->memory.cells[cell];
    if (request->kind == REQUEST_STORE)
        return datum == word || (request->own && follow_set_cell(cells, cell, datum));
    follow->late_value = word;
    return multiprefix_combine(request->fold, word, datum) == word;
}

static bool goes_round(const struct tile *tile, uint32_t lane, uint64_t cycle)
{
    const struct strand *strand = tile_strand_of(tile, lane);
    struct follow_cells cells = {.count = 0};
    if (strand == NULL)
        return true;
    struct follow follow = tile_follow(tile, strand, lane);
    return strand->busy == 0 && is_invisible(tile, strand, lane, &follow, &cells) &&
           circle_holds(tile->world->machine, &follow, &cells, strand->in_barrier, cycle);
}

bool ending_go_round(const struct tile *tiles, uint32_t tile_count, uint64_t cycle, uint32_t *first)
{
    border_before(&tiles[0].effects->border, 0, UINT32_MAX);
    const uint32_t found = *first - tiles[0].first_pp, shift = tiles[0].world->tile_shift;
    if (found >> shift < tile_count &&
        !goes_round(&tiles[found >> shift], found & ((1u << shift) - 1), cycle))
        return false;
    for (uint32_t t = 0; t < tile_count; t++)
        for (uint32_t lane = 0; lane < tiles[t].pps; lane++)
            if (!goes_round(&tiles[t], lane, cycle)) {
                *first = tiles[t].first_pp + lane;
                return false;
            }
    return true;
}

uint64_t ending_deadlock_cycle(const struct tile *tiles, uint32_t tile_count, uint64_t halted)
{
    uint64_t noticed = halted / DEADLOCK_EVERY * DEADLOCK_EVERY + DEADLOCK_EVERY;
    for (uint32_t t = 0; t < tile_count; t++)
        for (uint32_t k = 0; k < tiles[t].strand_end; k++) {
            const struct strand *strand = &tiles[t].strands[k];
            for (uint32_t lane = strand->state != STRAND_FREE ? strand_first(strand) : STRAND_END;
                 lane != STRAND_END; lane = strand_next(strand, lane)) {
                const uint64_t one = deadlock_cycle(tiles[t].barrier_since[lane]);
                noticed = one > noticed ? one : noticed;
            }
        }
    return noticed;
}

void ending_deadlock(struct machine *machine, const struct tile *tiles, uint32_t tile_count, uint64_t cycle,
                     bool differ)
{
    struct deadlock report = {.places = 0};
    uint32_t running = 0;
    for (uint32_t t = 0; t < tile_count; t++) {
        const struct tile *tile = &tiles[t];
        running += tile->running;
        for (uint32_t lane = 0; lane < tile->pps; lane++) {
            const struct strand *strand = tile_strand_of(tile, lane);
            if (!strand)
                continue;
            struct follow at = tile_follow(tile, strand, lane);
            if (differ)
                follow_to(machine, &at, strand->in_barrier, cycle);
            const struct deadlock_pp waiting = {.at = caller_registers(at.pp, at.reg[1], at.reg),
                                                .gp = at.reg[MACHINE_GP],
                                                .in_barrier = strand->in_barrier,
                                                .since = tile->barrier_since[lane]};
            deadlock_add(&report, machine, &waiting);
        }
    }
    deadlock_end(&report, machine, running, cycle);
}
