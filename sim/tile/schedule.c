/* schedule.c - the order in which the strands of a tile run through a segment.
 *
 * Within a segment no PP sees another one, so every order of strands gives the same result. The strand at the
 * lowest pc runs first, and stops where another one is: so the two ways of an `if` merge after it, and PPs
 * that leave a loop wait after it until the last one is out. PPs that have diverged from all others run one
 * at a time. Calls merge, run, state, strand. */
#include "sim/tile/inside.h"

enum { PLACES = 256 };

/* The hash of a strand's pc and mode, for merging. */
static uint32_t place_of(const struct strand *strand)
{
    return (strand->pc + 83u * strand->modes) % PLACES;
}

void tile_begin(struct tile *tile, bool only_paused)
{
    uint16_t place[PLACES]; /* a strand there, + 1; valid only for occupied places */
    uint16_t total[PLACES]; /* number of PPs there */
    const uint32_t first = strand_active(tile, 0);
    const bool several = first != STRAND_END && strand_active(tile, first + 1) != STRAND_END;
    if (several) {
        for (uint32_t k = first; k != STRAND_END; k = strand_active(tile, k + 1))
            place[place_of(&tile->strands[k])] = total[place_of(&tile->strands[k])] = 0;
        for (uint32_t k = first; k != STRAND_END; k = strand_active(tile, k + 1))
            total[place_of(&tile->strands[k])] += (uint16_t)tile->strands[k].count;
    }
    for (uint32_t k = first; k != STRAND_END; k = strand_active(tile, k + 1)) {
        struct strand *strand = &tile->strands[k];
        if (only_paused && strand->state != STRAND_PAUSED)
            continue;
        strand->state = STRAND_READY;
        tile->ready[k / 64] |= STRAND_BIT(k);
        strand->cycle += strand->busy;
        strand->busy = 0;
        strand->steps = only_paused ? strand->steps : 0;
        const uint32_t slot = place_of(strand);
        if (!several || are_few(tile, total[slot])) /* too few to run together */
            continue;
        if (place[slot] != 0 && strand_can_merge(tile, &tile->strands[place[slot] - 1], strand))
            strand_merge(tile, &tile->strands[place[slot] - 1], strand);
        else
            place[slot] = (uint16_t)(k + 1);
    }
    tile_drop_free_strands(tile);
}

/* The first ready strand from `number` on; STRAND_END if there is none. */
static uint32_t ready_strand(struct tile *tile, uint32_t number)
{
    while (number < tile->strand_end) {
        number = strand_in_set(tile->ready, (tile->strand_end + 63) / 64, number);
        if (number == STRAND_END || tile->strands[number].state == STRAND_READY)
            return number;
        tile->ready[number / 64] &= ~STRAND_BIT(number);
    }
    return STRAND_END;
}

/* The ready strand at the lowest pc, merged with all others that can join; *meet_pc gets the lowest pc of the
 * rest. */
static struct strand *next_strand(struct tile *tile, uint64_t *meet_pc)
{
    struct strand *next = NULL;
    *meet_pc = STRAND_NOWHERE;
    for (uint32_t k = ready_strand(tile, 0); k != STRAND_END; k = ready_strand(tile, k + 1)) {
        struct strand *strand = &tile->strands[k];
        if (next == NULL || strand->pc < next->pc) {
            *meet_pc = next ? next->pc : STRAND_NOWHERE;
            next = strand;
        } else if (strand->pc == next->pc && strand_can_merge(tile, next, strand)) {
            strand_merge(tile, next, strand);
        } else if (strand->pc > next->pc && strand->pc < *meet_pc) {
            *meet_pc = strand->pc;
        }
    }
    return next;
}

/* ---- PPs that have diverged from the others of their tile
 *
 * Such a PP is a strand like others, except that its registers are outside the rows (tile.alone), its flags
 * and delayed value are single words, and common instructions are executed by the plain loop (plain.c). */

/* Runs a strand of one PP to the end of its segment; frees it if the PP has halted. */
static void run_one(struct tile *tile, struct strand *strand, uint64_t end)
{
    const uint32_t lane = strand_first(strand);
    strand->flags_value = tile_status(tile, strand, lane);
    strand->flags = FLAGS_UNIFORM;
    strand->late_base = operand_word(tile_late(tile, strand), lane);
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

/* Runs all members of a strand one by one, each to the end of its segment; each becomes a strand of its own.
 */
static void run_each(struct tile *tile, struct strand *strand, uint64_t end)
{
    const struct strand all = *strand;
    tile_give_strand(tile, strand);
    for (uint32_t lane = strand_first(&all); lane != STRAND_END; lane = strand_next(&all, lane))
        run_one(tile, tile_take_single(tile, &all, lane), end);
    tile_drop_free_strands(tile);
}

/* ---- all strands */

static void run_strand(struct tile *tile, struct strand *strand, uint64_t end, uint64_t meet_pc)
{
    if (strand_is_small(tile, strand))
        run_each(tile, strand, end);
    else {
        tile_scatter_all(tile, strand);
        strand_run(tile, strand, end, meet_pc);
    }
}

/* Whether any PP may reach the cycle `end` in this segment: there each stops by its own clock. */
static bool end_is_near(const struct tile *tile, uint64_t end)
{
    if (end == UINT64_MAX)
        return false;
    for (uint32_t k = strand_active(tile, 0); k != STRAND_END; k = strand_active(tile, k + 1)) {
        const struct strand *strand = &tile->strands[k];
        if (strand_latest(tile, strand) + strand_budget(tile, strand) >= end)
            return true;
    }
    return false;
}

/* Runs all ready strands, in any order; members that must stop in different cycles one by one. */
static void run_ready(struct tile *tile, uint64_t end)
{
    const uint32_t strands = tile->strand_end; /* strands that are split off below have run */
    uint64_t meet_pc;
    for (uint32_t k = ready_strand(tile, 0); k < strands; k = ready_strand(tile, k + 1))
        if (strand_is_small(tile, &tile->strands[k]) || (tile->exact && tile->strands[k].cycles_differ)) {
            tile->ready[k / 64] &= ~STRAND_BIT(k);
            run_each(tile, &tile->strands[k], end);
        }
    for (struct strand *strand; (strand = next_strand(tile, &meet_pc)) != NULL;)
        run_strand(tile, strand, tile->end, meet_pc);
}

/* The ready strands are the PPs in lockstep. */
static void run_in_lockstep(struct tile *tile)
{
    const uint32_t first = ready_strand(tile, 0);
    for (uint32_t k = ready_strand(tile, first + 1); k != STRAND_END; k = ready_strand(tile, k + 1))
        strand_merge(tile, &tile->strands[first], &tile->strands[k]);
    run_strand(tile, &tile->strands[first], tile->end, STRAND_NOWHERE);
    const bool in_lockstep = tile->in_lockstep;
    tile->in_lockstep = false;
    run_ready(tile, tile->end);
    tile->in_lockstep = in_lockstep;
}

void tile_run(struct tile *tile, uint64_t end)
{
    tile->end = end;
    if (tile->world->level > 0)
        tile->exact = end_is_near(tile, end);
    if (tile->in_lockstep)
        run_in_lockstep(tile);
    else
        run_ready(tile, end);
}

bool tile_is_in_lockstep(const struct tile *tile)
{
    const struct strand *some = NULL;
    for (uint32_t k = strand_active(tile, 0); k != STRAND_END; k = strand_active(tile, k + 1)) {
        const struct strand *strand = &tile->strands[k];
        if (strand->in_barrier || (some != NULL && !strand_can_merge(tile, some, strand)))
            return false;
        some = strand;
    }
    return some != NULL && !are_few(tile, tile->running);
}

unsigned tile_quiet(const struct tile *tile)
{
    unsigned quiet = UINT8_MAX;
    for (uint32_t k = strand_used(tile, 0); k != STRAND_END; k = strand_used(tile, k + 1)) {
        const struct strand *strand = &tile->strands[k];
        const unsigned then = strand->late_target != 1 ? tile_operation(tile->world, strand->pc)->quiet : 0;
        const uint64_t own = strand->cycle + strand->busy - tile->end + then;
        quiet = own < quiet ? (unsigned)own : quiet;
    }
    return quiet;
}
