/* hint.c - effects of hints on a strand: barriers, asynchronous regions, polling loops.
 *
 * Calls barrier, state. */
#include "sim/tile/inside.h"
#include "sim/machine/shint.h"

/* The group pointer: one for all members, unless they belong to several groups. */
static struct operand group_pointer(const struct tile *tile, const struct strand *strand)
{
    const struct operand group = tile_fetch(tile, strand, MACHINE_GP);
    const uint32_t word = operand_word(group, strand_first(strand));
    return group.row && strand_is_row_of(tile, strand, group.row, word) ? uniform(word) : group;
}

/* Notes that the members enter a barrier now. */
static void note_entry(struct tile *tile, const struct strand *strand)
{
    const uint32_t from = strand_from(strand);
    if (!strand->cycles_differ)
        tile->world->rows->shift(tile->barrier_since + from, false, strand->cycle, strand_bits(strand),
                                 strand_lanes(strand));
    else
        for (uint32_t lane = strand_first(strand); lane != STRAND_END; lane = strand_next(strand, lane))
            tile->barrier_since[lane] = tile_cycle(tile, strand, lane);
}

/* The sum of the members' cycles in the barrier. */
static uint64_t waited(const struct tile *tile, const struct strand *strand)
{
    const uint64_t offsets = strand->cycles_differ ? UINT64_MAX : 0;
    uint64_t cycles = strand->count * strand->cycle;
    for (uint32_t block = strand->first_block; block < strand->end_block; block++) {
        const uint64_t *since = tile->barrier_since + block * ROWS_BLOCK;
        const uint64_t *offset = tile->offset + block * ROWS_BLOCK;
        const uint32_t set = strand->set[block];
        for (unsigned i = 0; i < ROWS_BLOCK; i++)
            cycles += ((offset[i] & offsets) - since[i]) & (0 - (uint64_t)(set >> i & 1));
    }
    return cycles;
}

static void note(struct tile *tile, struct barrier_note new)
{
    if (!barrier_note(&tile->effects->notes, new))
        tile->effects->out_of_memory = true;
}

static void enter_barrier(struct tile *tile, struct strand *strand)
{
    const struct operand group = group_pointer(tile, strand);
    const bool together = is_uniform(group);
    const uint64_t latest = strand_latest(tile, strand);
    if (!strand->in_barrier)
        note_entry(tile, strand);
    strand->in_barrier = true;
    strand->yielded = 0; /* its wait is over: after the barrier, a read must not cost it a segment that it
                            does not cost the other members */
    for (uint32_t lane = strand_first(strand); tile->world->level > 0 && lane != STRAND_END;
         lane = together ? STRAND_END : strand_next(strand, lane))
        note(tile, (struct barrier_note){.group = operand_word(group, lane),
                                         .entering = together ? strand->count : 1,
                                         .latest = together ? latest : tile_cycle(tile, strand, lane)});
}

/* All members of a group leave in one cycle: the time reference of the group, the latest entry, becomes the
 * clock of each (the paper's runtime estimation, exact here). */
static void leave_barrier(struct tile *tile, struct strand *strand)
{
    const struct operand group = group_pointer(tile, strand);
    const bool was_inside = strand->in_barrier;
    uint64_t latest;
    strand->in_barrier = false;
    if (!was_inside)
        return;
    if (tile->world->level > 0 && is_uniform(group)) {
        if (barrier_latest(tile->world->barriers, group.base, &latest)) {
            strand->cycle = latest + BARRIER_LENGTH;
            strand->cycles_differ = false;
        }
        note(tile, (struct barrier_note){.group = group.base, .leaving = strand->count});
    } else if (tile->world->level > 0) {
        for (uint32_t lane = strand_first(strand); lane != STRAND_END; lane = strand_next(strand, lane)) {
            uint64_t cycle = tile_cycle(tile, strand, lane);
            if (barrier_latest(tile->world->barriers, operand_word(group, lane), &latest))
                cycle = latest + BARRIER_LENGTH;
            tile->offset[lane] = cycle - strand->cycle; /* may be negative: correct modulo 2^64 */
            note(tile, (struct barrier_note){.group = operand_word(group, lane), .leaving = 1});
        }
        strand->cycles_differ = true;
        strand->cycle_is_low = true;
        strand_settle_cycle(tile, strand);
    }
    TILE_COUNT(tile, barrier_wait_cycles, strand->cycle, waited(tile, strand));
}

/* Members that would leave a barrier only when time is up (tile.end) stay in it: whether all do. In the first
 * segment after a snapshot was restored all stay: it may have been taken when one wave was past its last read
 * or store and the other was not. At level 0 that takes a few cycles; here the waves would leave in separate
 * segments. */
static bool stays(struct tile *tile, struct strand *strand, uint32_t constant)
{
    if (tile->world->level == 0 || !strand->in_barrier || shint_number(constant) != SHINT_barrier_leave)
        return false;
    if (tile->loaded) { /* the early wave may be before its hint, which costs it this segment, too */
        strand_end_segment(strand, STRAND_WAITING, STATS_PHASE_barrier);
        return true;
    }
    if (tile->end == UINT64_MAX)
        return false;
    const struct operand group = group_pointer(tile, strand);
    uint16_t late[TILE_BLOCKS] = {0};
    for (uint32_t lane = strand_first(strand); lane != STRAND_END; lane = strand_next(strand, lane)) {
        uint64_t latest;
        if (barrier_latest(tile->world->barriers, operand_word(group, lane), &latest) &&
            latest + BARRIER_LENGTH >= tile->end)
            set_add(late, lane);
    }
    return !tile_stop(tile, strand, late, STRAND_STAYING);
}

/* The paper's shint. SHINT_barrier_early_wave is its third barrier repair, the early wave delay: PPs that
 * have waited are one synchronisation phase ahead of the PPs that release them, and the hint costs them one
 * more phase. The other two repairs are barrier_read_is_rpi and barrier_read_is_due (inside.h). */
bool strand_hint(struct tile *tile, struct strand *strand, uint32_t constant, uint32_t *steps)
{
    strand_count_steps(tile, strand, strand->count, *steps, strand->cycle);
    *steps = 0;
    if (stays(tile, strand, constant))
        return false;
    switch (shint_number(constant)) {
    case SHINT_barrier_enter:
        enter_barrier(tile, strand);
        break;
    case SHINT_barrier_leave:
        leave_barrier(tile, strand);
        break;
    case SHINT_barrier_early_wave:
        if (tile->world->level > 0)
            strand_end_segment(strand, STRAND_WAITING, STATS_PHASE_barrier);
        break;
    case SHINT_yield: /* its next read ends the segment */
        strand->yielded = strand->cycle + 1;
        break;
    default:
        strand->modes = (uint8_t)snapshot_modes_after(strand->modes, shint_number(constant));
        break;
    }
    if (tile->in_lockstep && strand->in_barrier)
        tile->end = strand->cycle + 1;
    return true;
}
