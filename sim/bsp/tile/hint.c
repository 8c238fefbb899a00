/* hint.c - effects of hints on a strand: barriers, asynchronous regions, polling loops.
 *
 * Calls barrier, tile_state. */
#include "sim/bsp/tile/inside.h"
#include "sim/machine/caller.h"
#include "sim/machine/shint.h"

/* The group pointer: one for all members, unless they belong to several groups. */
static struct operand group_pointer(const struct tile *tile, const struct strand *strand)
{
    if (strand->count == 1) /* it may run on its own */
        return uniform(tile_register(tile, strand, MACHINE_GP, strand_first(strand)));
    const struct operand group = tile_fetch(tile, strand, MACHINE_GP);
    const uint32_t word = operand_word(group, strand_first(strand));
    return group.row && strand_is_row_of(tile, strand, group.row, word) ? uniform(word) : group;
}

/* Notes that the members enter a barrier now, unless they are in one; returns the latest of their cycles. */
static uint64_t note_entry(struct tile *tile, const struct strand *strand)
{
    uint64_t latest = strand->cycle;
    for (uint32_t block = strand->first_block; block < strand->end_block; block++) {
        uint64_t *since = tile->barrier_since + block * ROWS_BLOCK;
        if (strand->set[block] == 0xffff && !strand->cycles_differ) {
            for (unsigned i = 0; !strand->in_barrier && i < ROWS_BLOCK; i++)
                since[i] = strand->cycle;
            continue;
        }
        for (uint32_t rest = strand->set[block]; rest; rest &= rest - 1) {
            const uint32_t i = (uint32_t)__builtin_ctz(rest);
            const uint64_t cycle = tile_cycle(tile, strand, block * ROWS_BLOCK + i);
            since[i] = strand->in_barrier ? since[i] : cycle;
            latest = cycle > latest ? cycle : latest;
        }
    }
    return latest;
}

/* The sum of the members' cycles in the barrier. */
static uint64_t waited(const struct tile *tile, const struct strand *strand)
{
    uint64_t cycles = strand->count * strand->cycle;
    for (uint32_t block = strand->first_block; block < strand->end_block; block++) {
        const uint64_t *since = tile->barrier_since + block * ROWS_BLOCK;
        const uint64_t *offset = tile->offset + block * ROWS_BLOCK;
        if (strand->set[block] == 0xffff) {
            uint64_t sum = 0;
            for (unsigned i = 0; i < ROWS_BLOCK; i++)
                sum += since[i];
            for (unsigned i = 0; strand->cycles_differ && i < ROWS_BLOCK; i++)
                sum -= offset[i];
            cycles -= sum;
            continue;
        }
        for (uint32_t rest = strand->set[block]; rest; rest &= rest - 1) {
            const uint32_t i = (uint32_t)__builtin_ctz(rest);
            cycles += (strand->cycles_differ ? offset[i] : 0) - since[i];
        }
    }
    return cycles;
}

static void enter_barrier(struct tile *tile, struct strand *strand)
{
    const struct operand group = group_pointer(tile, strand);
    const bool together = is_uniform(group);
    const uint64_t latest = note_entry(tile, strand);
    strand->in_barrier = true;
    strand->yielded = 0; /* its wait is over: after the barrier, a read must not cost it a segment that it
                            does not cost the other members */
    for (uint32_t lane = strand_first(strand); !together && tile->world->level > 0 && lane != STRAND_END;
         lane = strand_next(strand, lane))
        if (!barrier_note_enter(&tile->effects->notes, operand_word(group, lane), 1,
                                tile_cycle(tile, strand, lane)))
            tile->effects->out_of_memory = true;
    if (together && tile->world->level > 0 &&
        !barrier_note_enter(&tile->effects->notes, group.base, strand->count, latest))
        tile->effects->out_of_memory = true;
}

/* For a profile: how long each member has waited, and where it called the barrier. */
static void count_waits(struct tile *tile, const struct strand *strand)
{
    struct counts *counts = tile->effects->counts;
    struct region_marks *marks = tile->effects->marks;
    for (uint32_t lane = strand_first(strand); lane != STRAND_END; lane = strand_next(strand, lane)) {
        const uint64_t cycles = tile_cycle(tile, strand, lane) - tile->barrier_since[lane];
        const uint32_t back = tile_register(tile, strand, MACHINE_RA, lane);
        struct tile_ran_one *const ran = tile_ran_note(&tile->effects->ran, RAN_WAITED);
        if (ran != NULL) {
            ran->cycle = tile_cycle(tile, strand, lane);
            ran->cycles = cycles;
            ran->pc = back;
            ran->count = tile->first_pp + lane;
        }
        if (listens(counts))
            counts_wait(counts, back, cycles);
        marks->waited_by[tile->first_pp + lane] += cycles;
    }
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
        if (!barrier_note_leave(&tile->effects->notes, group.base, strand->count))
            tile->effects->out_of_memory = true;
    } else if (tile->world->level > 0) {
        uint64_t last = 0;
        for (uint32_t lane = strand_first(strand); lane != STRAND_END; lane = strand_next(strand, lane)) {
            uint64_t cycle = tile_cycle(tile, strand, lane);
            if (barrier_latest(tile->world->barriers, operand_word(group, lane), &latest))
                cycle = latest + BARRIER_LENGTH;
            tile->offset[lane] = cycle - strand->cycle; /* may be negative: correct modulo 2^64 */
            last = cycle > last ? cycle : last;
            if (!barrier_note_leave(&tile->effects->notes, operand_word(group, lane), 1))
                tile->effects->out_of_memory = true;
        }
        strand->cycles_differ = true;
        strand->spread = last - strand->cycle;
        strand->cycle_is_low = true;
        strand_settle_cycle(tile, strand);
    }
    const uint64_t cycles = waited(tile, strand);
    struct tile_ran_one *const ran = tile_ran_note(&tile->effects->ran, RAN_WAIT);
    if (ran != NULL) {
        ran->cycle = strand->cycle;
        ran->cycles = cycles;
    }
    tile->effects->stats.barrier_wait_cycles += cycles;
    if (listens(tile->effects->marks))
        count_waits(tile, strand);
}

/* For a profile: a mark of trace.h. */
static void count_mark(struct tile *tile, const struct strand *strand, uint32_t constant)
{
    struct region_marks *marks = tile->effects->marks;
    uint64_t cycles = 0, waits = 0;
    if (!listens(marks))
        return;
    for (uint32_t lane = strand_first(strand); lane != STRAND_END; lane = strand_next(strand, lane)) {
        cycles += tile_cycle(tile, strand, lane);
        waits += marks->waited_by[tile->first_pp + lane];
    }
    struct tile_ran_one *const ran = tile_ran_note(&tile->effects->ran, RAN_MARK);
    if (ran != NULL) {
        ran->cycle = strand->cycle;
        ran->cycles = cycles;
        ran->waited = waits;
        ran->pc = constant;
        ran->count = strand->count;
    }
    marks_count(marks, shint_argument(constant), shint_number(constant) == SHINT_region_enter, strand->count,
                cycles, waits);
}

bool strand_stays(struct tile *tile, struct strand *strand, uint32_t constant)
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
    struct some_members late = {.any = false};
    for (uint32_t lane = strand_first(strand); lane != STRAND_END; lane = strand_next(strand, lane)) {
        uint64_t latest;
        if (barrier_latest(tile->world->barriers, operand_word(group, lane), &latest) &&
            latest + BARRIER_LENGTH >= tile->end)
            some_members_add(&late, lane);
    }
    return !tile_stop_some(tile, strand, &late, STRAND_WAITING);
}

/* The paper's third barrier repair, the early wave delay: PPs that have waited are one synchronisation phase
 * ahead of the PPs that release them, and this hint costs them one more phase. The other two repairs are
 * barrier_read_is_rpi and barrier_read_is_due (inside.h). */
static void delay_early_wave(const struct tile *tile, struct strand *strand)
{
    if (tile->world->level > 0)
        strand_end_segment(strand, STRAND_WAITING, STATS_PHASE_barrier);
}

/* ---- for --trace */

/* The properties that differ between members at one instruction. */
struct circumstances {
    uint64_t cycle;
    uint32_t group, back;
};

static struct circumstances circumstances_of(const struct tile *tile, const struct strand *strand,
                                             uint32_t lane)
{
    return (struct circumstances){.cycle = tile_cycle(tile, strand, lane),
                                  .group = tile_register(tile, strand, MACHINE_GP, lane),
                                  .back = tile_register(tile, strand, MACHINE_RA, lane)};
}

/* The pc of the user's call that led a member there. */
static uint32_t place_of(const struct tile *tile, const struct strand *strand, uint32_t lane)
{
    const struct caller_registers at = {.pp = tile->first_pp + lane,
                                        .pc = strand->pc,
                                        .a1 = tile_register(tile, strand, MACHINE_A1, lane),
                                        .sp = tile_register(tile, strand, MACHINE_SP, lane),
                                        .fp = tile_register(tile, strand, MACHINE_FP, lane),
                                        .ra = tile_register(tile, strand, MACHINE_RA, lane)};
    return caller_find(tile->world->machine, &at).pc;
}

void strand_note(struct tile *tile, const struct strand *strand, enum journal_kind kind, uint32_t constant)
{
    uint32_t pps[TILE_LANES_MAX];
    uint16_t left[TILE_BLOCKS] = {0};
    for (uint32_t lane = strand_first(strand); lane != STRAND_END; lane = strand_next(strand, lane))
        left[lane / ROWS_BLOCK] |= (uint16_t)(1u << lane % ROWS_BLOCK);
    for (uint32_t first = strand_first(strand); first != STRAND_END; first = strand_next(strand, first)) {
        if (!(left[first / ROWS_BLOCK] >> first % ROWS_BLOCK & 1u))
            continue;
        const struct circumstances own = circumstances_of(tile, strand, first);
        uint32_t count = 0;
        for (uint32_t lane = first; lane != STRAND_END; lane = strand_next(strand, lane)) {
            const struct circumstances other = circumstances_of(tile, strand, lane);
            if (other.cycle != own.cycle || other.group != own.group || other.back != own.back ||
                !(left[lane / ROWS_BLOCK] >> lane % ROWS_BLOCK & 1u))
                continue;
            left[lane / ROWS_BLOCK] &= (uint16_t) ~(1u << lane % ROWS_BLOCK);
            pps[count++] = tile->first_pp + lane;
        }
        const struct journal_entry entry = {.cycle = own.cycle,
                                            .pc = strand->pc,
                                            .place = place_of(tile, strand, first),
                                            .group = own.group,
                                            .hint = constant,
                                            .kind = (uint8_t)kind};
        journal_note(tile->effects->journal, &entry, pps, count);
    }
}

/* Carries out a hint of the program, the paper's shint. */
static void carry_out(struct tile *tile, struct strand *strand, uint32_t constant)
{
    switch (shint_number(constant)) {
    case SHINT_barrier_enter:
        enter_barrier(tile, strand);
        break;
    case SHINT_barrier_leave:
        leave_barrier(tile, strand);
        break;
    case SHINT_barrier_early_wave:
        delay_early_wave(tile, strand);
        break;
    case SHINT_async_enter:
        strand->in_async = true;
        strand->in_sync = false;
        break;
    case SHINT_async_leave:
        strand->in_async = false;
        strand->in_sync = true;
        break;
    case SHINT_stack_base:
        strand->has_stack = true;
        break;
    case SHINT_yield: /* its next read ends the segment */
        strand->yielded = strand->cycle + 1;
        break;
    case SHINT_region_enter:
    case SHINT_region_leave:
        count_mark(tile, strand, constant);
        break;
    default: /* groups do not affect execution */
        break;
    }
}

void strand_hint(struct tile *tile, struct strand *strand, uint32_t constant)
{
    carry_out(tile, strand, constant);
    if (listens(tile->effects->journal) && journal_hears(tile->effects->journal, constant))
        strand_note(tile, strand, JOURNAL_HINT, constant);
}
