/* lookout.c - when accesses are examined, and what is reported at the end: see lookout.h.
 *
 * A look is a time in which all accesses are examined, as far as the budget lasts. It has one of two causes.
 * A turn comes by the clock. A place that no PP of the tile has visited before begins a look if there is
 * none, or prolongs it, and has all other places examined once more, because the second place of a pair may
 * be an old one. Such a look begins within a segment: other strands may have been ordered in it unseen, so
 * they count as ordered. */
#include <stdlib.h>
#include <string.h>

#include "sim/tile/inside.h"
#include "sim/tile/lookout/sight.h"
#include "sim/machine/listens.h"

/* The budget. In accesses per PP: of the first turn, at least TURN_LEAST in all, and a part of that in later
 * turns. A new place adds accesses by all PPs, for a number of cycles; the rest of earlier places' budget
 * counts up to a limit. When the budget is spent, the look continues until a little more is spent, per PP and
 * at least. */
enum { TURN = 10, TURN_LEAST = 5 << 10, LATER_PART = 4, NEW_VISITS = 2, NEW_CYCLES = 512, NEW_MOST = 2 };
enum { NEW_GRACE = 1, NEW_GRACE_LEAST = 256 };

/* Maximum cycles of the first turn, and the part of them of a later one; the cycles after which a turn
 * without findings ends, with a longer pause. Pauses, per examined access in instructions of a PP, and per
 * cycle in cycles. */
enum {
    CYCLES_MOST = 4096,
    CYCLES_IDLE = 512,
    IDLE_PAUSE = 16,
    ACCESS_PAUSE = 1 << 14,
    CYCLE_PAUSE = 1 << 8,
    PPS_LEAST = 256
};

/* Looks that begin within the same period of this length examine the same part of all cells. */
enum { PART_CYCLES = 4096 };

/* Room of the table, in cells per examined PP, and at least. Maximum number of tiles that examine all in
 * turns, and that examine new places. */
enum { CELLS_SHARE = 2, CELLS_LEAST = 512, TILES_MOST = 2, TILES_NEW = 16 };

/* ---- when */

void lookout_prepare(struct tile *tile)
{
    const struct machine *machine = tile->world->machine;
    const uint32_t number = tile->first_pp / TILE_LANES_MAX;
    const bool is_looked_at = tile->world->judged != NULL && tile->pps > 1 && !listens(machine->observers) &&
                              machine->ranks == NULL;
    tile->look_next = is_looked_at && number < TILES_MOST ? 0 : UINT64_MAX;
    tile->wanted = is_looked_at && number < TILES_NEW ? tile->world->judged : tile->world->nothing;
}

static struct lookout *create(const struct tile *tile)
{
    const uint32_t wanted = (tile->lanes > PARTS_PPS ? tile->lanes / PARTS : tile->lanes) * CELLS_SHARE;
    struct lookout *lookout = calloc(1, sizeof *lookout);
    if (lookout == NULL)
        return NULL;
    lookout->shift = (uint32_t)__builtin_clz((wanted > CELLS_LEAST ? wanted : CELLS_LEAST) - 1);
    lookout->seen = calloc((size_t)1 << (32 - lookout->shift), sizeof *lookout->seen);
    lookout->looked = calloc(4 * (size_t)tile->lanes, sizeof *lookout->looked);
    lookout->visits = calloc((size_t)tile->world->code_count + 1, sizeof *lookout->visits);
    lookout->wanted = calloc((size_t)tile->world->code_count + 1, 1);
    lookout->cells = aligned_alloc(ROWS_ALIGNMENT, 2 * TILE_ROW_WORDS * sizeof *lookout->cells);
    if (lookout->seen == NULL || lookout->looked == NULL || lookout->visits == NULL ||
        lookout->wanted == NULL || lookout->cells == NULL) {
        lookout_destroy(lookout);
        return NULL;
    }
    lookout->parts = lookout->cells + TILE_ROW_WORDS;
    lookout->ordered = lookout->looked + tile->lanes;
    lookout->out[0] = lookout->ordered + tile->lanes;
    lookout->out[1] = lookout->out[0] + tile->lanes;
    /* at first all places that may race are new */
    memcpy(lookout->wanted, tile->world->judged, tile->world->code_count);
    return lookout;
}

void lookout_destroy(struct lookout *lookout)
{
    if (lookout == NULL)
        return;
    free(lookout->seen);
    free(lookout->looked);
    free(lookout->visits);
    free(lookout->wanted);
    free(lookout->cells);
    free(lookout);
}

/* Whether there are two PPs that may race. */
static bool pays(const struct tile *tile)
{
    uint32_t members = 0;
    for (uint32_t k = strand_awake(tile, 0); k != STRAND_END && members < 2; k = strand_awake(tile, k + 1)) {
        const struct strand *strand = &tile->strands[k];
        members += strand->in_barrier ? 0 : strand->count;
    }
    return members >= 2;
}

void lookout_learn_locks(const struct tile *tile, struct lookout *lookout)
{
    lookout->locks = (struct tile_folded){.end = 0};
    lookout->lock_count = 0;
    for (unsigned k = 0; k < TILE_FOLDS; k++)
        if (tile->folded[k].end != 0) {
            tile_folded_unite(&lookout->locks, &tile->folded[k]);
            lookout->lock[lookout->lock_count++] = tile->folded[k];
        }
}

static void begin_turn(const struct tile *tile, struct lookout *lookout)
{
    const uint64_t share = (uint64_t)tile->lanes * TURN, first = share > TURN_LEAST ? share : TURN_LEAST;
    const unsigned part = lookout->turn == 0 ? 1 : LATER_PART;
    lookout->turn_cost = lookout->cost;
    lookout->turn_end = lookout->cost + first / part * LOOKED_COST;
    lookout->cycles_most = CYCLES_MOST / part;
    lookout->cycles = 0;
    lookout->sees = false;
    for (uint32_t pc = 0; lookout->turn != 0 && pc < tile->world->code_count; pc++)
        lookout->visits[pc].times = lookout->visits[pc].singly = 0;
    lookout->turn++;
}

/* Begins a look in that cycle. False: memory is short. */
static bool open(struct tile *tile, uint64_t cycle)
{
    struct lookout *lookout = tile->lookout;
    if (lookout == NULL)
        tile->lookout = lookout = create(tile);
    tile->looks_out = lookout != NULL;
    tile->wanted = lookout != NULL ? tile->world->everything : tile->world->nothing;
    if (lookout == NULL) {
        tile->look_next = UINT64_MAX;
        return false;
    }
    lookout->opened = lookout->segment = lookout->turn_opened = cycle;
    lookout->look++;
    lookout->holds = false;
    lookout->part = (uint32_t)(cycle / PART_CYCLES);
    lookout_learn_locks(tile, lookout);
    memset(lookout->looked, 0, 4 * (size_t)tile->lanes * sizeof *lookout->looked);
    return true;
}

static void close(struct tile *tile)
{
    tile->looks_out = false;
    tile->wanted = tile->lookout->wanted;
}

void lookout_end(struct tile *tile)
{
    if (!tile->looks_out)
        return;
    tile->lookout->cycles += tile->end - tile->lookout->turn_opened;
    tile->lookout->new_end = 0;
    close(tile);
}

void lookout_stop(struct tile *tile)
{
    lookout_end(tile);
    tile->wanted = tile->world->nothing;
    tile->look_next = UINT64_MAX;
}

static void end_turn(struct tile *tile)
{
    struct lookout *lookout = tile->lookout;
    const uint64_t cost = lookout->cost - lookout->turn_cost;
    const uint64_t cycles = lookout->cycles + tile->end - lookout->turn_opened;
    const uint32_t running = tile->running > PPS_LEAST ? tile->running : PPS_LEAST;
    const uint64_t by_cost = cost / LOOKED_COST * ACCESS_PAUSE / running;
    const uint64_t by_cycles = cycles * CYCLE_PAUSE * (lookout->sees ? 1 : IDLE_PAUSE);
    tile->look_next = tile->end + (by_cost > by_cycles ? by_cost : by_cycles);
    lookout->turn_end = 0;
}

static bool is_turn_over(const struct tile *tile)
{
    const struct lookout *lookout = tile->lookout;
    const uint64_t cycles = lookout->cycles + tile->end - lookout->turn_opened;
    return lookout->cost >= lookout->turn_end || cycles > lookout->cycles_most ||
           (!lookout->sees && cycles > CYCLES_IDLE);
}

/* The look continues for a while when the budget is spent: it still knows what PPs have done at new places.
 */
static bool looks_for_new(const struct tile *tile)
{
    const struct lookout *lookout = tile->lookout;
    return tile->end < lookout->new_end &&
           lookout->cost < lookout->new_cost_end + tile->lanes * NEW_GRACE + NEW_GRACE_LEAST;
}

void lookout_choose(struct tile *tile)
{
    const bool is_time = tile->end >= tile->look_next;
    struct lookout *lookout = tile->lookout;
    if (!tile->looks_out) {
        if (!pays(tile) || !open(tile, tile->end))
            return;
        lookout = tile->lookout;
    }
    lookout->segment = tile->end;
    if (lookout->turn_end != 0 && is_turn_over(tile)) {
        end_turn(tile);
    } else if (lookout->turn_end == 0 && is_time) {
        begin_turn(tile, lookout);
        lookout->turn_opened = tile->end;
    }
    if (lookout->turn_end == 0 && !looks_for_new(tile))
        close(tile);
}

/* Records that PPs reach a place that no PP of the tile has visited. */
static void note_new(struct tile *tile, const struct strand *strand, uint32_t pc)
{
    struct lookout *lookout = tile->lookout;
    const uint32_t looked = tile->lanes > PARTS_PPS ? tile->lanes / PARTS : tile->lanes;
    const uint64_t share = (uint64_t)looked * NEW_VISITS * LOOKED_COST;
    const uint64_t rest = lookout->new_cost_end > lookout->cost ? lookout->new_cost_end - lookout->cost : 0;
    const uint64_t most = (NEW_MOST - 1) * share;
    lookout->wanted[pc] = 0;
    lookout->news++;
    lookout->new_cost_end = lookout->cost + (rest < most ? rest : most) + share;
    lookout->new_end = strand->cycle + NEW_CYCLES;
}

/* Begins a look within a segment. PPs of other strands may have been ordered unseen. */
static bool open_for_new(struct tile *tile, const struct strand *strand)
{
    if (!pays(tile) || !open(tile, strand->cycle))
        return false;
    uint32_t *const looked = tile->lookout->looked;
    for (uint32_t lane = 0; !strand_is_whole(tile, strand) && lane < tile->pps; lane++)
        looked[lane] = !strand_has(strand, lane);
    return true;
}

bool lookout_begins_to_see(struct tile *tile, const struct strand *strand, uint32_t pc)
{
    if (!tile->looks_out && !open_for_new(tile, strand))
        return false;
    const bool may_race = strand->in_async && !strand->in_barrier;
    if (may_race && tile->lookout->wanted[pc] != 0)
        note_new(tile, strand, pc);
    return strand->cycle >= tile->lookout->opened; /* not if the look began later in the same segment */
}

/* ---- reporting */

bool lookout_has_found(const struct tile *tile)
{
    return tile->lookout != NULL && tile->lookout->found_count != 0;
}

void lookout_tell(struct tile *tile, const uint32_t *places, uint64_t fails_in)
{
    struct lookout *lookout = tile->lookout;
    for (uint32_t k = 0; k < lookout->found_count; k++) {
        const struct found *found = &lookout->found[k];
        const bool is_cut = found->segment == lookout->segment && fails_in != UINT64_MAX;
        const uint64_t some = found->access.cycle < fails_in; /* of the last segment: at least that one */
        const uint64_t times = !is_cut ? found->times : found->before > some ? found->before : some;
        if (times != 0)
            (void)noticed_add(tile->world->machine, places, found->kind, found->cell, found->access,
                              found->other, times);
    }
    lookout->found_count = 0;
}
