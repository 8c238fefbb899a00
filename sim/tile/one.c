/* one.c - runs the PPs of a strand to the end of their segment, one at a time: for PPs that have diverged
 * from the others of their tile.
 *
 * Such a PP is a strand like others, except that its registers are outside the rows (tile.alone), its flags
 * and delayed value are single words, and common instructions are executed by the plain loop (plain.c). Calls
 * run, state, strand. */
#include "sim/tile/inside.h"

/* Runs a strand of one PP to the end of its segment; frees it if the PP has halted. */
static void run_one(struct tile *tile, struct strand *strand, uint64_t end)
{
    const uint32_t lane = strand_first(strand);
    strand->flags_value = tile_status(tile, strand, lane);
    strand->flags = FLAGS_UNIFORM;
    strand->late_base = tile_late_value(tile, strand, lane);
    strand->late_stride = 0;
    strand->late_affine = true;
    strand_move_cycle(strand, tile_cycle(tile, strand, lane));
    strand->cycles_differ = false;
    tile->alone = tile_gather(tile, lane)->reg;
    tile->alone[0] = 0;
    strand_run(tile, strand, end, STRAND_NOWHERE);
    tile->alone = NULL;
    if (strand->state == STRAND_REQUEST && strand->request.kind == REQUEST_HOST)
        tile_scatter(tile, lane); /* the host reads and writes words in the rows */
}

void strand_run_each(struct tile *tile, struct strand *strand, uint64_t end)
{
    const struct strand all = *strand;
    tile_give_strand(tile, strand);
    for (uint32_t lane = strand_first(&all); lane != STRAND_END; lane = strand_next(&all, lane))
        run_one(tile, tile_take_single(tile, &all, lane), end);
    tile_drop_free_strands(tile);
}
