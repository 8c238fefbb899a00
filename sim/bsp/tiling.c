/* tiling.c - how wide the tiles are: one thread alone executes wide ones, a team narrow ones where there
 * would be fewer wide ones than threads.
 *
 * What is done once a tile costs one thread more the narrower tiles are, and a wide one keeps a single thread
 * busy. So PPs change tiles when a team comes and when it goes (tile_move_pps). Results do not depend on
 * tiles, and where memory lies does not change: its rows are as long as wide tiles. Calls tile, worker,
 * phase.
 */
#include <stdlib.h>
#include <string.h>

#include "sim/bsp/check/check.h"
#include "sim/bsp/run.h"

#ifdef PRAM_HOSTILE
enum { CHANGES_OFTEN = true };
#else
enum { CHANGES_OFTEN = false };
#endif

static uint32_t count_of(const struct bsp *bsp, unsigned shift)
{
    return (bsp->machine->config.pps + (1u << shift) - 1) >> shift;
}

void tiling_choose(struct bsp *bsp)
{
    const struct machine *machine = bsp->machine;
    const unsigned most = machine->memory.lane_shift;
    const uint32_t narrow = machine_narrow_tile(machine);
    unsigned shift = most;
    if (narrow != 0 && count_of(bsp, most) > 1)
        while (shift > 0 && 1u << shift > narrow)
            shift--;
    bsp->tilings[TILING_WIDE].shift = most;
    bsp->tilings[TILING_NARROW].shift = shift;
    bsp->world.tile_shift = shift;
    bsp->tile_count = bsp->tilings[TILING_NARROW].count = count_of(bsp, shift);
    bsp->tilings[TILING_WIDE].count = count_of(bsp, most);
    bsp->turns_often = CHANGES_OFTEN || machine->config.retile != 0;
    bsp->random = machine->config.retile;
}

/* The first tile of a worker of `count`. */
static uint32_t first_of(const struct tiling *tiling, unsigned worker, unsigned count)
{
    return (uint32_t)((uint64_t)tiling->count * worker / count);
}

/* Narrow ones lie apart by workers, for these may run on several nodes of the host. */
static bool make_narrow(struct bsp *bsp)
{
    struct tiling *narrow = &bsp->tilings[TILING_NARROW];
    narrow->tiles = worker_lines(narrow->count, sizeof *narrow->tiles);
    for (unsigned i = 0; i < narrow->active; i++)
        if (!narrow->tiles ||
            !worker_make_tiles(&bsp->workers[i], &bsp->world, narrow->tiles, narrow->shift,
                               first_of(narrow, i, narrow->active), first_of(narrow, i + 1, narrow->active)))
            return false;
    return true;
}

/* Wide ones are for one thread, and one worker: a second one would cost a few percent of a short segment. */
static bool make_wide(struct bsp *bsp)
{
    struct tiling *wide = &bsp->tilings[TILING_WIDE];
    const uint32_t pps = bsp->machine->config.pps, most = 1u << wide->shift;
    const uint32_t lanes = (most + ROWS_BLOCK - 1) / ROWS_BLOCK * ROWS_BLOCK;
    wide->tiles = worker_lines(wide->count, sizeof *wide->tiles);
    if (!wide->tiles || !tile_rows_create(&wide->rows, &bsp->machine->program, lanes, wide->count))
        return false;
    for (uint32_t t = 0; t < wide->count; t++) {
        const uint32_t first = t << wide->shift, rest = pps - first;
        if (!tile_create(&wide->tiles[t], &bsp->world, &bsp->workers[0].effects, first,
                         rest < most ? rest : most, &wide->rows, t))
            return false;
    }
    return true;
}

static void destroy(struct tiling *tiling)
{
    for (uint32_t t = 0; tiling->tiles && t < tiling->count; t++)
        tile_destroy(&tiling->tiles[t]);
    tile_rows_destroy(&tiling->rows);
    free(tiling->tiles);
    tiling->tiles = NULL;
}

void tiling_destroy(struct bsp *bsp)
{
    for (unsigned k = 0; k < TILINGS; k++)
        destroy(&bsp->tilings[k]);
}

/* What workers know that may have no tiles from now on, or other ones. */
static void share_knowledge(struct bsp *bsp)
{
    const struct fault *fault = lead_earliest_fault(bsp);
    const struct fault earliest = fault != NULL ? *fault : bsp->workers[0].effects.fault;
    for (unsigned i = 0; i < bsp->threads; i++)
        bsp->workers[i].effects.fault = earliest;
}

/* Other ones than it had are not where its thread is, as far as is known (worker_settle). */
static void give_tiles(struct worker *worker, const struct tiling *tiling, unsigned number)
{
    const uint32_t begin = first_of(tiling, number, tiling->active);
    const uint32_t count = first_of(tiling, number + 1, tiling->active) - begin;
    if (worker->tiles != tiling->tiles + begin || worker->tile_count != count)
        worker->node = NODES_MOST;
    worker->tiles = tiling->tiles + begin;
    worker->tile_count = count;
    for (uint32_t t = 0; t < worker->tile_count; t++)
        worker->tiles[t].effects = &worker->effects;
}

/* From now on these tiles have the PPs. */
static void choose(struct bsp *bsp, enum tiling_kind kind)
{
    const struct tiling *to = &bsp->tilings[kind];
    bsp->instructions = lead_instructions(bsp);
    bsp->own_instructions = bsp->workers[bsp->first].effects.stats.instructions;
    for (unsigned i = 0; i < to->active; i++)
        give_tiles(&bsp->workers[i], to, i);
    bsp->tiling = kind;
    bsp->tiles = to->tiles;
    bsp->tile_count = to->count;
    bsp->active = to->active;
    bsp->world.tile_shift = to->shift;
}

bool tiling_create(struct bsp *bsp)
{
    struct tiling *narrow = &bsp->tilings[TILING_NARROW], *wide = &bsp->tilings[TILING_WIDE];
    const bool changes = narrow->shift != wide->shift;
    narrow->active = bsp->threads;
    wide->active = 1;
    const bool is_made = changes ? make_wide(bsp) : make_narrow(bsp);
    if (is_made)
        choose(bsp, changes ? TILING_WIDE : TILING_NARROW);
    return is_made;
}

unsigned tiling_cost(const struct bsp *bsp)
{
    enum { HALVED = 20 };
    return HALVED * (bsp->tilings[TILING_WIDE].shift - bsp->tilings[TILING_NARROW].shift);
}

/* Each narrow tile is a part of a wide one. */
static void move_pps(const struct bsp *bsp, enum tiling_kind kind)
{
    const struct tiling *narrow = &bsp->tilings[TILING_NARROW], *wide = &bsp->tilings[TILING_WIDE];
    const struct tiling *to = &bsp->tilings[kind];
    for (uint32_t t = 0; t < to->count; t++)
        tile_empty(&to->tiles[t]);
    for (uint32_t t = 0; t < narrow->count; t++) {
        struct tile *part = &narrow->tiles[t], *whole = &wide->tiles[part->first_pp >> wide->shift];
        const uint32_t lane = part->first_pp - whole->first_pp;
        if (kind == TILING_NARROW)
            tile_move_pps(whole, lane, part, 0, part->pps);
        else
            tile_move_pps(part, 0, whole, lane, part->pps);
    }
    commit_hold_again(to->tiles, to->count);
    if (CHANGES_OFTEN && bsp->rounds != 0) /* before the first segment strands are ready */
        tile_check_all(to->tiles, to->count, CHECK_AFTER_PHASE);
}

/* Brings PPs to the tiles of a kind, if they may go there now, and there is memory for them. */
static void use(struct bsp *bsp, enum tiling_kind kind)
{
    if (bsp->tiling == kind || !tiling_may_change(bsp))
        return;
    if (bsp->tilings[kind].tiles == NULL && !make_narrow(bsp)) {
        destroy(&bsp->tilings[kind]);
        for (unsigned i = 0; i < bsp->threads; i++)
            tile_rows_destroy(&bsp->workers[i].rows);
        return;
    }
    share_knowledge(bsp);
    move_pps(bsp, kind);
    choose(bsp, kind);
    bsp->course.passes = false; /* wide tiles may have several strands, each with a request */
    if (listens(bsp->show))     /* what it knows of those who doze was of the other tiles */
        show_awake(bsp->show);
}

/* Shares the tiles that have the PPs out to so many workers, if that may be now. */
static void share_out(struct bsp *bsp, unsigned workers)
{
    struct tiling *tiling = &bsp->tilings[bsp->tiling];
    if (tiling->active == workers || !course_may_turn(&bsp->course) || bsp->meeting != NULL)
        return;
    tiling->active = workers;
    share_knowledge(bsp);
    choose(bsp, bsp->tiling);
}

unsigned tiling_small_team(const struct bsp *bsp)
{
    const uint32_t tiles = bsp->tilings[tiling_changes(bsp) ? TILING_WIDE : TILING_NARROW].count;
    const unsigned threads = tiles < TEAM_NEAR ? (unsigned)tiles : TEAM_NEAR;
    return bsp->meeting == NULL && threads > 1 && threads < bsp->threads ? threads : 0;
}

bool tiling_suits_team(struct bsp *bsp, unsigned threads)
{
    const bool is_small = threads < bsp->threads;
    const bool has_wide = tiling_changes(bsp);
    if (bsp->meeting != NULL)
        return true;
    use(bsp, has_wide && is_small ? TILING_WIDE : TILING_NARROW);
    if (bsp->tiling == TILING_NARROW || is_small)
        share_out(bsp, bsp->tiling == TILING_NARROW && has_wide ? bsp->threads : threads);
    return bsp->active > 1;
}

/* Alone: in tests some share the tiles all the same. */
static unsigned workers_of_one_thread(struct bsp *bsp)
{
    const unsigned small = tiling_small_team(bsp);
    return bsp->turns_often && small != 0 && bsp->random >> 17 & 1u ? small : 1;
}

unsigned tiling_next(struct bsp *bsp)
{
    enum { SEGMENTS = 16 };
    const bool changes = tiling_changes(bsp);
    if (bsp->meeting != NULL || bsp->breaks)
        return 0;
    bsp->random = bsp->random * 1664525u + 1013904223u;
    if (changes)
        use(bsp, bsp->turns_often && bsp->random >> 16 & 1u ? TILING_NARROW : TILING_WIDE);
    const unsigned workers = workers_of_one_thread(bsp);
    if (!changes || bsp->tiling == TILING_WIDE)
        share_out(bsp, workers);
    if (bsp->turns_often && changes)
        return 1 + (bsp->random >> 20) % SEGMENTS;
    return bsp->active != workers;
}
