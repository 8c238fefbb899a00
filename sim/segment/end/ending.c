/* ending.c - see ending.h. Calls tile to inspect PPs, machine for the messages. */
#include "sim/segment/end/ending.h"

#include "sim/machine/deadlock.h"
#include "sim/isa/system.h"

/* ---- whether all wait for ever */

/* A condition on a running PP, in the cycle of a test. */
typedef bool condition(const struct tile *tile, const struct strand *strand, uint32_t lane, uint64_t cycle);

/* Whether a condition holds for all PPs in barriers, or for all PPs outside; otherwise *first is a PP for
 * which it does not. */
static bool holds_for(const struct tile *tiles, uint32_t tile_count, condition *holds, uint64_t cycle,
                      bool in_barrier, uint32_t *first)
{
    for (const struct tile *tile = tiles; tile < tiles + tile_count; tile++)
        for (uint32_t k = strand_used(tile, 0); k != STRAND_END; k = strand_used(tile, k + 1)) {
            const struct strand *strand = &tile->strands[k];
            uint32_t lane = strand->in_barrier == in_barrier ? strand_first(strand) : STRAND_END;
            for (; lane != STRAND_END; lane = strand_next(strand, lane))
                if (!holds(tile, strand, lane, cycle)) {
                    *first = tile->first_pp + lane;
                    return false;
                }
        }
    return true;
}

/* Whether a condition holds for all PPs. *first: a PP for which it did not hold last time; UINT32_MAX: none
 * is known. PPs in barriers come last, because it mostly holds for them. */
static bool holds_for_all(const struct tile *tiles, uint32_t tile_count, condition *holds, uint64_t cycle,
                          uint32_t *first)
{
    const uint32_t t = (*first - tiles[0].first_pp) >> tiles[0].world->tile_shift;
    const uint32_t lane = t < tile_count ? *first - tiles[t].first_pp : 0;
    const struct strand *known = t < tile_count ? tile_strand_of(&tiles[t], lane) : NULL;
    return (known == NULL || holds(&tiles[t], known, lane, cycle)) &&
           holds_for(tiles, tile_count, holds, cycle, false, first) &&
           holds_for(tiles, tile_count, holds, cycle, true, first);
}

static bool has_waited(const struct tile *tile, const struct strand *strand, uint32_t lane, uint64_t cycle)
{
    return strand->in_barrier && deadlock_has_waited(tile->barrier_since[lane], cycle);
}

bool ending_have_waited(const struct tile *tiles, uint32_t tile_count)
{
    uint32_t none = UINT32_MAX;
    return holds_for_all(tiles, tile_count, has_waited, tiles[0].end, &none);
}

static bool waits_for_ever(const struct tile *tile, const struct strand *strand, uint32_t lane,
                           uint64_t cycle)
{
    (void)cycle;
    if (!strand->in_barrier || strand->state != STRAND_WAITING || strand->busy != 0)
        return false;
    const struct follow follow = tile_follow(tile, strand, lane);
    return follow_repeats(tile->world->machine, &follow, NULL, true, FOLLOW_MOST);
}

bool ending_wait_for_ever(const struct tile *tiles, uint32_t tile_count)
{
    uint32_t none = UINT32_MAX;
    if (tiles[0].world->level == 0 && !ending_have_waited(tiles, tile_count))
        return false;
    border_before(&tiles[0].effects->border, 0, UINT32_MAX);
    return holds_for_all(tiles, tile_count, waits_for_ever, tiles[0].end, &none);
}

/* Whether the PP's request has no effect that others could see; its result goes to *follow. */
static bool is_invisible(const struct tile *tile, const struct strand *strand, uint32_t lane,
                         struct follow *follow)
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
    follow->late_value = word;
    return system_folded(request->fold, word, datum) == word;
}

static bool goes_round(const struct tile *tile, const struct strand *strand, uint32_t lane, uint64_t cycle)
{
    struct follow follow = tile_follow(tile, strand, lane);
    struct follow_cells cells = {.count = 0};
    if (strand->in_barrier && tile->barrier_since[lane] >= cycle) /* at levels 1 to 5 */
        return false;
    return strand->busy == 0 && is_invisible(tile, strand, lane, &follow) &&
           circle_holds(tile->world->machine, &follow, &cells, strand->in_barrier, cycle);
}

bool ending_go_round(const struct tile *tiles, uint32_t tile_count, uint64_t cycle, uint32_t *first)
{
    border_before(&tiles[0].effects->border, 0, UINT32_MAX);
    return holds_for_all(tiles, tile_count, goes_round, cycle, first);
}

uint64_t ending_deadlock_cycle(const struct tile *tiles, uint32_t tile_count, uint64_t halted)
{
    uint64_t noticed = halted / DEADLOCK_EVERY * DEADLOCK_EVERY + DEADLOCK_EVERY;
    for (uint32_t t = 0; t < tile_count; t++)
        for (uint32_t k = strand_used(&tiles[t], 0); k != STRAND_END; k = strand_used(&tiles[t], k + 1)) {
            const struct strand *strand = &tiles[t].strands[k];
            for (uint32_t lane = strand_first(strand); lane != STRAND_END; lane = strand_next(strand, lane)) {
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
            struct follow_cells cells = {.count = 0};
            if (differ && is_invisible(tile, strand, lane, &at))
                follow_to(machine, &at, &cells, strand->in_barrier, cycle);
            const struct deadlock_pp waiting = {.at = caller_registers(at.pp, at.reg[1], at.reg),
                                                .gp = at.reg[MACHINE_GP],
                                                .in_barrier = strand->in_barrier,
                                                .since = tile->barrier_since[lane]};
            deadlock_add(&report, machine, &waiting);
        }
    }
    deadlock_end(&report, machine, running, cycle);
}
