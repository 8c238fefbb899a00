/* inside.h - what the files of the tile share: sets of PPs, registers and flags of a strand, accesses to
 * memory, running and merging. Each file's header says what it does.
 *
 * Private to the folder. */
#ifndef PRAM_TILE_INSIDE_H
#define PRAM_TILE_INSIDE_H

#include <string.h>

#include "sim/tile/tile.h"

/* The bit of strand `number` in its word of a set of strands. */
#define STRAND_BIT(number) ((uint64_t)1 << (number) % 64)

/* Whether a strand is so small that one PP at a time is faster than rows. */
static inline bool are_few(const struct tile *tile, uint32_t count)
{
    return count <= tile->few && count < tile->pps + (tile->pps == 1);
}

static inline bool strand_is_small(const struct tile *tile, const struct strand *strand)
{
    return are_few(tile, strand->count);
}

/* ---- strands (strand.c) */

/* Adds a lane to a set of them: 16 a block, counted from the tile's first lane. */
static inline void set_add(uint16_t *set, uint32_t lane)
{
    set[lane / ROWS_BLOCK] |= (uint16_t)(1u << lane % ROWS_BLOCK);
}

/* Splits the members in `some`, not all of them, from a strand; lanes that are no members are ignored. They
 * form a new strand, otherwise the same; NULL: there are none. */
struct strand *tile_part(struct tile *tile, struct strand *strand, const uint16_t *some);

/* The paper's three barrier repairs; the third one, the early wave delay, is delay_early_wave in hint.c.
 *
 * First repair, barrier reads are RPIs: a PP that waits in a barrier stores nothing, so otherwise its segment
 * would never end. */
static inline bool barrier_read_is_rpi(const struct strand *strand)
{
    return strand->in_barrier;
}

/* Second repair, barrier reads take effect at the beginning of the next segment, never in the phase that
 * carries out stores: all waiting members see the release in one segment. */
static inline bool barrier_read_is_due(const struct strand *strand)
{
    return strand->steps == 0;
}

/* Whether a strand's read must wait for the beginning of the next segment: in barriers, and in polling loops
 * until all PPs have reached its time. */
static inline bool strand_must_wait(const struct tile *tile, const struct strand *strand)
{
    if (tile->world->level == 0)
        return false;
    if (barrier_read_is_rpi(strand))
        return !barrier_read_is_due(strand);
    return strand_spins(strand) && !(strand->may_read && strand->steps == 0);
}

/* The latest of the members' cycle counters. */
uint64_t strand_latest(const struct tile *tile, const struct strand *strand);

/* A new strand of one member, otherwise like another one. Strands do not move. */
struct strand *tile_take_single(struct tile *tile, const struct strand *like, uint32_t lane);

/* Ends a strand's segment. */
void strand_end_segment(struct strand *strand, enum strand_state state, enum stats_part phase);

/* Whether the segment is over for a strand without any request, at the cycle `end` (see tile_run) or because
 * its instructions are used up; then ends it. PPs in a barrier continue after `end`, except at level 0. */
static inline bool strand_is_over(const struct tile *tile, struct strand *strand, uint64_t end)
{
    const bool at_end = strand->cycle >= end, has_steps = strand->steps < strand_budget(tile, strand);
    if (!at_end && has_steps)
        return false;
    if (tile->world->level == 0) {
        if (at_end)
            strand_end_segment(strand, STRAND_WAITING, STATS_PHASE_other);
        return at_end;
    }
    if (has_steps && strand->in_barrier)
        return false;
    strand_end_segment(strand, STRAND_WAITING, STATS_PHASE_budget);
    return true;
}

/* Number of instructions of one cycle that a strand may execute before that test is needed again; it is not
 * over. */
static inline uint32_t strand_steps_left(const struct tile *tile, const struct strand *strand, uint64_t end)
{
    const bool exact = tile->world->level == 0;
    const uint64_t cycles = exact || !strand->in_barrier ? end - strand->cycle : UINT32_MAX;
    const uint32_t steps = exact ? UINT32_MAX : strand_budget(tile, strand) - strand->steps;
    return cycles < steps ? (uint32_t)cycles : steps;
}

/* The members in `some`, perhaps none, do not execute the instruction: they split from the strand, if there
 * are others, and their segment ends with `state`. STRAND_FAULT: tile_effects.fault has the earliest of their
 * faults; they stay until the run has come there (phase/order.c). Returns whether others are left, which
 * continue. */
bool tile_stop(struct tile *tile, struct strand *strand, const uint16_t *some, enum strand_state state);

/* The level rule for a store of the members. */
static inline enum store_rule strand_store_rule(const struct tile *tile, const struct strand *strand,
                                                enum access_class class)
{
    enum { OWN_AREAS = 4 }; /* in lockstep no other PP sees them */
    const unsigned level = tile->in_lockstep && !tile->has_split ? OWN_AREAS : tile->world->level;
    const bool in_async = (strand->modes & SNAPSHOT_IN_ASYNC) != 0 && !strand->in_barrier &&
                          tile->world->machine->config.policy == POLICY_HIGH;
    return level_store_rule(level, class, (strand->modes & SNAPSHOT_HAS_STACK) != 0, in_async);
}

/* ---- counters */

/* Adds a number to a counter, a member of struct tile_ran_cycle: what PPs have done in a cycle. */
#define TILE_COUNT(tile, counter, cycle, number)                                                             \
    do {                                                                                                     \
        const uint64_t counted = (number);                                                                   \
        (tile)->effects->stats.counter += counted;                                                           \
        tile_ran_at(&(tile)->effects->ran, (cycle))->counter += counted;                                     \
    } while (0)

/* `members` members of a strand have executed `steps` instructions of one cycle each, before the cycle `end`.
 */
static inline void strand_count_steps(struct tile *tile, const struct strand *strand, uint32_t members,
                                      uint32_t steps, uint64_t end)
{
    const uint64_t instructions = (uint64_t)steps * members;
    struct tile_ran *const ran = &tile->effects->ran;
    if (steps == 0)
        return;
    tile->effects->stats.instructions += instructions;
    tile_ran_at(ran, end - steps)->instructions += members;
    tile_ran_at(ran, end)->instructions -= members;
    if (strand->in_barrier)
        return;
    tile->effects->stats.work += instructions;
    tile_ran_at(ran, end - steps)->work += members;
    tile_ran_at(ran, end)->work -= members;
}

/* ---- registers and flags of a strand (state.c) */

static inline struct operand uniform(uint32_t value)
{
    return (struct operand){.base = value};
}

/* The value of a register, for the members of a strand: R0 is 0, R1 its pc. */
static inline struct operand tile_fetch(const struct tile *tile, const struct strand *strand, unsigned number)
{
    if (number == 1)
        return uniform(strand->pc);
    return tile->alone != NULL ? uniform(tile->alone[number]) : tile_operand(tile, number);
}

/* The operands of an instruction, for the members of a strand: Rs; Rt or a constant. */
static inline struct operand strand_first_operand(const struct tile *tile, const struct strand *strand,
                                                  const struct operation *operation)
{
    return tile_fetch(tile, strand, operation->i.rs);
}

static inline struct operand strand_second_operand(const struct tile *tile, const struct strand *strand,
                                                   const struct operation *operation)
{
    return operation->i.rt == 0 ? uniform(operation->i.constant) : tile_fetch(tile, strand, operation->i.rt);
}

/* If a register is two numbers, fills its row with them. */
void tile_fill_row(struct tile *tile, unsigned number);

/* Copies the members' words of a row to `kept`, tile.datum or tile.target, where nothing changes them before
 * the phase or the jump. Two numbers stay as they are. */
static inline struct operand tile_keep(struct tile *tile, const struct strand *strand, uint32_t *kept,
                                       struct operand operand)
{
    const uint32_t from = strand_from(strand);
    if (operand.row == NULL)
        return operand;
    tile->world->rows->blend(kept + from, operand.row + from, strand_bits(strand), strand_lanes(strand));
    return (struct operand){.row = kept};
}

/* A register as a row, its own or a scratch row. */
static inline const uint32_t *tile_fetch_row(struct tile *tile, const struct strand *strand, unsigned number,
                                             enum scratch scratch)
{
    if (number == 1)
        return tile_operand_row(tile, strand, uniform(strand->pc), scratch);
    if (tile->affine & ~tile->filled & (uint64_t)1 << number)
        tile_fill_row(tile, number);
    return tile->row[number];
}

/* Evaluates a strand's flags into tile.status. */
void tile_evaluate_flags(struct tile *tile, struct strand *strand);

/* If TILE_IS_HOSTILE: an instruction begins; lazy flags have just been noted; a strand's flags are about to
 * be used, and must refer to the same values as then. */
void tile_spoil_scratch(struct tile *tile);
void tile_note_flags(struct tile *tile, const struct strand *strand);
void tile_need_flags(const struct tile *tile, const struct strand *strand);

/* The flags of a comparison of registers, computed when they are used. */
static inline void tile_compare_later(struct tile *tile, struct strand *strand,
                                      const struct operation *operation)
{
    const struct instruction *i = &operation->i;
    strand->flags = FLAGS_COMPARE;
    strand->flags_a = i->rs;
    strand->flags_b = i->rt != 0 ? i->rt : DECODE_SINK;
    strand->flags_value = i->constant;
    if (TILE_IS_HOSTILE)
        tile_note_flags(tile, strand);
}

/* Before a register changes: evaluates flags that refer to it, if they are `live`. */
static inline void tile_release_flags(struct tile *tile, struct strand *strand, unsigned number, bool live)
{
    if (strand->flags != FLAGS_COMPARE || (strand->flags_a != number && strand->flags_b != number))
        return;
    if (live)
        tile_evaluate_flags(tile, strand);
    else
        strand->flags = FLAGS_ROW; /* with any contents: no instruction reads it */
}

/* Whether the rows of registers, and the numbers in place of rows, are those of the members, all of them. */
static inline bool strand_has_rows(const struct tile *tile, const struct strand *strand)
{
    return strand_is_whole(tile, strand) && tile->alone == NULL;
}

/* Where a kernel may write the new value of a register, followed by tile_written. Never a scratch row except
 * SCRATCH_RESULT. */
static inline uint32_t *tile_target(struct tile *tile, const struct strand *strand, unsigned number)
{
    return strand_has_rows(tile, strand) && number != 1 ? tile->row[number]
                                                        : tile->effects->scratch[SCRATCH_RESULT];
}

static inline void tile_written(struct tile *tile, struct strand *strand, unsigned number)
{
    if (strand_has_rows(tile, strand))
        tile_rows_change(tile, (uint64_t)1 << number);
    else
        tile_write(tile, strand, number, (struct operand){.row = tile->effects->scratch[SCRATCH_RESULT]});
}

/* The same of the flags, which may be in SCRATCH_SUM meanwhile. */
static inline uint32_t *tile_status_target(const struct tile *tile, const struct strand *strand)
{
    return strand_is_whole(tile, strand) ? tile->status : tile->effects->scratch[SCRATCH_SUM];
}

static inline void tile_status_written(const struct tile *tile, struct strand *strand, const uint32_t *status)
{
    const uint32_t from = strand_from(strand);
    if (status != tile->status)
        tile->world->rows->blend(tile->status + from, status + from, strand_bits(strand),
                                 strand_lanes(strand));
    strand->flags = FLAGS_ROW;
}

/* Finds registers that have become evenly spaced again after strands have merged to one of all PPs. */
void tile_find_affine(struct tile *tile, const struct strand *whole);

/* ---- registers of a single PP (state.c) */

/* Takes them out of the rows, if they are there. Returns where they are. */
struct tile_gathered *tile_gather(struct tile *tile, uint32_t lane);

/* Puts them back into the rows, if they are not there. */
void tile_scatter(struct tile *tile, uint32_t lane);

/* Puts those of all members of a strand back into the rows. */
void tile_scatter_all(struct tile *tile, const struct strand *strand);

/* ---- memory (locate.c, memory.c) */

/* Addresses: a word of the operand, plus, if the operand is a row, `more`, the same for all. */
struct address {
    struct operand operand;
    uint32_t more;
    unsigned number; /* the register of the row; 0: none */
};

static inline uint32_t address_word(struct address address, uint32_t lane)
{
    return operand_word(address.operand, lane) + address.more;
}

/* The class of an access by a PP. */
static inline enum access_class tile_class_of(const struct memory_place *place, uint32_t pp)
{
    switch (place->region) {
    case MEMORY_REGION_SHARED:
        return CLASS_SHARED;
    case MEMORY_REGION_STACK:
        return place->owner == pp ? CLASS_STACK : CLASS_FOREIGN;
    case MEMORY_REGION_OWN:
        return place->owner == pp ? CLASS_PRIVATE : CLASS_FOREIGN;
    case MEMORY_REGION_ILLEGAL:
        break;
    }
    return CLASS_ILLEGAL;
}

/* The status word with the modulo bit, as an operand; may be in SCRATCH_RESULT. */
struct operand tile_status_word(struct tile *tile, struct strand *strand);

/* The cells of the members' accesses to `words` words each. Members with an access of another class are split
 * from the strand. Lists may be in SCRATCH_FIRST. */
struct request tile_locate(struct tile *tile, struct strand *strand, struct address address, uint32_t words);

/* Carry out one load, store (of a word, or an image) or multiprefix instruction up to the part that belongs
 * to the synchronisation phase. They may split members from the strand that need other treatment; those have
 * not executed the instruction. Return false if the remaining strand has not executed it either: a fault, or
 * it must wait. */
bool tile_load(struct tile *tile, struct strand *strand, const struct operation *operation);
bool tile_store(struct tile *tile, struct strand *strand, const struct operation *operation);
bool tile_fold(struct tile *tile, struct strand *strand, const struct operation *operation);

/* a + b; may be in SCRATCH_SUM. tile_sum_rows: one of them is a row. */
struct operand tile_sum_rows(struct tile *tile, const struct strand *strand, struct operand a,
                             struct operand b);

static inline struct operand tile_sum(struct tile *tile, const struct strand *strand, struct operand a,
                                      struct operand b)
{
    if (!a.row && !b.row)
        return (struct operand){.base = a.base + b.base, .stride = a.stride + b.stride};
    return tile_sum_rows(tile, strand, a, b);
}

/* ---- running */

/* Executes instructions of a strand until its segment ends (its state says how), until it reaches or passes
 * the pc `meet`, or jumps back: then another PP may be next. Its registers are in rows, or in tile.alone. */
void strand_run(struct tile *tile, struct strand *strand, uint64_t end, uint64_t meet);
#define STRAND_NOWHERE ((uint64_t)UINT32_MAX + 1) /* after every possible pc */

/* Executes at most `most` common instructions of a strand of all PPs, which is in the program or at its end;
 * returns their number. They are not counted yet (whole.c). */
uint32_t strand_run_whole(struct tile *tile, struct strand *strand, uint32_t most);

/* The same for the PP that runs on its own (plain.c). */
uint32_t strand_run_plain(struct tile *tile, struct strand *strand, uint32_t most);

/* Carries out the effect of a hint, in both ways of running, before the hint is executed as an instruction;
 * first counts *steps instructions before it. May end the segment. False: it must wait for the next one. */
bool strand_hint(struct tile *tile, struct strand *strand, uint32_t constant, uint32_t *steps);

/* Frees an empty strand; the second function also drops unused strands at the end of the tile's list. */
void tile_give_strand(struct tile *tile, struct strand *strand);
void tile_drop_free_strands(struct tile *tile);

/* ---- merging (merge.c) */

/* Whether two strands can merge: they are at the same pc, and all their common state is the same. */
bool strand_can_merge(const struct tile *tile, const struct strand *a, const struct strand *b);

/* The members of `from` join `into`; strand_can_merge holds. */
void strand_merge(struct tile *tile, struct strand *into, struct strand *from);

#endif
