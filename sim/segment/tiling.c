/* tiling.c - the tiles, and which workers have them: one worker while one thread works alone, one per thread
 * of a team.
 *
 * A second worker would cost a single thread a few percent of a short segment. Results do not depend on which
 * worker has a tile. Calls tile and worker. */
#include <stdlib.h>
#include <string.h>

#include "sim/segment/run.h"

uint32_t tiling_first(const struct bsp *bsp, unsigned worker, unsigned workers)
{
    return (uint32_t)((uint64_t)bsp->tile_count * worker / workers);
}

/* Gives all workers the earliest fault, since tiles may move: each knows a fault of its tiles. */
static void share_knowledge(struct bsp *bsp)
{
    const struct fault *fault = lead_earliest_fault(bsp);
    const struct fault earliest = fault != NULL ? *fault : bsp->workers[0].effects.fault;
    for (unsigned i = 0; i < bsp->threads; i++)
        bsp->workers[i].effects.fault = earliest;
}

/* Deals all tiles to the first `workers`. */
static void deal(struct bsp *bsp, unsigned workers)
{
    bsp->active = workers;
    for (unsigned i = 0; i < workers; i++) {
        struct worker *worker = &bsp->workers[i];
        worker->tiles = bsp->tiles + tiling_first(bsp, i, workers);
        worker->tile_count = tiling_first(bsp, i + 1, workers) - tiling_first(bsp, i, workers);
        for (uint32_t t = 0; t < worker->tile_count; t++)
            worker->tiles[t].effects = &worker->effects;
    }
}

bool tiling_create(struct bsp *bsp)
{
    const uint32_t pps = bsp->machine->config.pps, most = 1u << bsp->world.tile_shift;
    const uint32_t lanes = ((pps < most ? pps : most) + ROWS_BLOCK - 1) / ROWS_BLOCK * ROWS_BLOCK;
    bsp->tiles = worker_lines(bsp->tile_count, sizeof *bsp->tiles);
    bsp->world.running = calloc(bsp->tile_count / 64 + 1, sizeof *bsp->world.running);
    if (!bsp->tiles || !bsp->world.running || !tile_rows_create(&bsp->rows, lanes, bsp->tile_count))
        return false;
    for (uint32_t t = 0; t < bsp->tile_count; t++) {
        const uint32_t first = t << bsp->world.tile_shift, rest = pps - first;
        if (!tile_create(&bsp->tiles[t], &bsp->world, &bsp->workers[0].effects, first,
                         rest < most ? rest : most, &bsp->rows, t))
            return false;
    }
    deal(bsp, bsp->meeting != NULL ? bsp->threads : 1);
    return true;
}

void tiling_destroy(struct bsp *bsp)
{
    for (uint32_t t = 0; bsp->tiles && t < bsp->tile_count; t++)
        tile_destroy(&bsp->tiles[t]);
    tile_rows_destroy(&bsp->rows);
    free(bsp->tiles);
    free(bsp->world.running);
}

void tiling_deal(struct bsp *bsp, unsigned workers)
{
    if (bsp->active == workers || bsp->meeting != NULL || !bsp_may_change(bsp, &bsp->course))
        return;
    share_knowledge(bsp);
    deal(bsp, workers);
}

unsigned tiling_deal_alone(struct bsp *bsp)
{
    enum { SEGMENTS = 16 };
    if (bsp->meeting != NULL)
        return 0;
    if (bsp->random == 0) {
        tiling_deal(bsp, 1);
        return bsp->active != 1;
    }
    bsp->random = bsp->random * 1664525u + 1013904223u;
    tiling_deal(bsp, 1 + (bsp->random >> 17) % bsp->threads);
    return 1 + (bsp->random >> 20) % SEGMENTS;
}
