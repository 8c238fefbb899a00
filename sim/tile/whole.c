/* whole.c - all PPs of a tile in one strand: the most frequent instructions, with minimum overhead.
 *
 * In a small tile, an instruction costs mainly the tests before it. Most results are known here: there is no
 * mask, no other strand to wait for or to merge with, and the strand's state need not be written after each
 * instruction. Other cases are left to run.c. Calls memory, compute, rows. */
#include "sim/isa/word.h"
#include "sim/tile/next.h"

/* ---- cheap instructions */

/* Whether a register, not R1, is equal in all PPs. */
static inline bool is_same(const struct tile *tile, unsigned number)
{
    return (tile->affine >> number & 1) && tile->stride[number] == 0;
}

/* An operation that sets flags, on registers equal in all PPs: the counter of a loop. */
static inline bool count(struct tile *tile, struct strand *strand, const struct operation *operation)
{
    const struct instruction *i = &operation->i;
    if (!is_same(tile, i->rs) || !is_same(tile, i->rt))
        return false;
    strand->flags = FLAGS_UNIFORM;
    const uint32_t result =
        word_compute(i->opcode, tile->base[i->rs], tile->base[i->rt] + i->constant, &strand->flags_value);
    if (i->target != DECODE_SINK)
        tile_set_numbers(tile, i->target, result, 0);
    return true;
}

/* A comparison without a result register. */
static inline void compare(struct tile *tile, struct strand *strand, const struct operation *operation)
{
    if (!count(tile, strand, operation))
        tile_compare_later(tile, strand, operation);
}

static inline void set(struct tile *tile, struct strand *strand, const struct operation *operation)
{
    tile_release_flags(tile, strand, operation->i.target, operation->flags_live);
    tile_set_numbers(tile, operation->i.target, operation->i.constant, 0);
}

/* ---- memory */

/* Whether a register, not R1, holds addresses that are not two numbers. If its range is known, this has been
 * tested before. */
static inline bool is_scattered(const struct tile *tile, unsigned number)
{
    return !(tile->affine >> number & 1) &&
           ((tile->ranged >> number & 1) || !tile_may_be_affine(tile, tile->row[number]));
}

/* The cells of a register of scattered addresses plus a constant. False: not all are in shared memory, or
 * they wrap around. */
static inline bool find_cells(struct tile *tile, const struct strand *strand, const struct instruction *i,
                              uint32_t *low, uint32_t *high)
{
    const struct memory *memory = &tile->world->machine->memory;
    if (!is_scattered(tile, i->rs))
        return false;
    if (!(tile->ranged >> i->rs & 1))
        tile_row_range(tile, strand, i->rs, 0, low, high);
    *low = tile->low[i->rs] + i->constant;
    *high = tile->high[i->rs] + i->constant;
    return *low >= memory->guard && *high < memory->shared_words && *low <= *high;
}

/* SWIFT_LOAD, from shared memory. */
static inline bool load(struct tile *tile, const struct strand *strand, const struct operation *operation,
                        uint64_t cycle, unsigned slot)
{
    const struct rows *rows = tile->world->rows;
    const struct instruction *i = &operation->i;
    const uint32_t *memory = tile->world->machine->memory.cells, *row = tile->row[i->rs];
    uint32_t low, high;
    if (!find_cells(tile, strand, i, &low, &high))
        return false;
    border_before_load(&tile->effects->border, low, high);
    if (tile_row_has_runs(tile, i->rs))
        rows->load_runs(tile->late[slot], memory, row, i->constant, tile->lanes);
    else
        rows->gather(tile->late[slot], memory, row, i->constant, strand->set, tile->lanes);
    tile_count_loads(tile, cycle, tile->pps);
    return true;
}

/* How an instruction has been executed: */
enum how {
    HOW_AT_ONCE, /* its result, if any, is written */
    HOW_LATE,    /* its result is written after the next one */
    HOW_JUMPS,   /* the strand continues at the instruction's target */
    HOW_PASSED,  /* its request has no effect, and was foreseen */
    HOW_ASKED,   /* it is a request, and the segment is over */
    HOW_NOT_HERE /* not at all: run.c must do it */
};

/* SWIFT_STORE, to shared memory: takes effect at once while all PPs are in lockstep, otherwise it is a
 * request. late_target: the register that a delayed value reaches after it. */
static inline enum how store(struct tile *tile, struct strand *strand, const struct operation *operation,
                             uint64_t cycle, unsigned late_target)
{
    const struct instruction *i = &operation->i;
    const uint32_t pc = (uint32_t)(operation - tile->world->code);
    uint32_t low, high;
    if (!find_cells(tile, strand, i, &low, &high) || low == high)
        return HOW_NOT_HERE;
    const struct request request = {.kind = REQUEST_STORE,
                                    .class = CLASS_SHARED,
                                    .shape = REQUEST_LIST,
                                    .runs = tile_row_has_runs(tile, i->rs),
                                    .pc = pc,
                                    .index = i->constant,
                                    .low = low,
                                    .high = high,
                                    .words = 1,
                                    .step = 1,
                                    .list = tile->row[i->rs],
                                    .datum = tile_operand(tile, i->rd)};
    const bool at_once = strand_stores_in_lockstep(tile, strand, pc, &request);
    if (!at_once && (i->rs == late_target || i->rd == late_target ||
                     strand_store_rule(tile, strand, CLASS_SHARED) != STORE_IS_RPI))
        return HOW_NOT_HERE;
    tile_count_stores(tile, cycle, tile->pps);
    if (at_once) {
        tile_write_cells(tile, strand, &request);
        return HOW_AT_ONCE;
    }
    strand->request = request;
    strand_end_segment(strand, STRAND_REQUEST, STATS_PHASE_store);
    return HOW_ASKED;
}

/* ---- the loop */

/* Updates the strand's state after `done` instructions. */
static inline void settle(struct strand *strand, uint32_t pc, uint32_t done, unsigned late_target,
                          unsigned slot)
{
    strand->pc = pc;
    strand->steps += done;
    strand->cycle += done;
    strand->late_target = (uint8_t)late_target;
    strand->late_slot = (uint8_t)slot;
}

static inline enum how execute(struct tile *tile, struct strand *strand, const struct operation *operation,
                               bool may_wait, uint64_t cycle, unsigned late_target, unsigned slot)
{
    switch ((enum swift)operation->swift) {
    case SWIFT_COMPUTE:
        strand_operate(tile, strand, operation, NULL);
        return HOW_AT_ONCE;
    case SWIFT_LOAD:
        return !may_wait && load(tile, strand, operation, cycle, slot ^ 1u) ? HOW_LATE : HOW_NOT_HERE;
    case SWIFT_STORE:
        return store(tile, strand, operation, cycle, late_target);
    case SWIFT_FOLD:
        return tile_passes_fold(tile, strand) ? HOW_PASSED : HOW_NOT_HERE;
    case SWIFT_COUNT:
        return count(tile, strand, operation) ? HOW_AT_ONCE : HOW_NOT_HERE;
    case SWIFT_COMPARE:
        compare(tile, strand, operation);
        return HOW_AT_ONCE;
    case SWIFT_CONSTANT:
        set(tile, strand, operation);
        return HOW_AT_ONCE;
    case SWIFT_BRANCH:
        if (strand->flags != FLAGS_UNIFORM)
            return HOW_NOT_HERE;
        return word_branches(operation->i.opcode, strand->flags_value) ? HOW_JUMPS : HOW_AT_ONCE;
    case SWIFT_BRANCH_ALWAYS:
        return HOW_JUMPS;
    case SWIFT_NOTHING:
        return HOW_AT_ONCE;
    case SWIFT_NO:
        break;
    }
    return HOW_NOT_HERE;
}

uint32_t strand_run_whole(struct tile *tile, struct strand *strand, uint32_t most)
{
    const struct tile_world *const world = tile->world;
    const struct operation *const code = world->code, *operation = &code[strand->pc];
    const bool may_wait = world->level > 0 && (strand->in_barrier || strand_spins(strand));
    unsigned late = strand->late_target, slot = strand->late_slot;
    uint32_t done = 0;
    if (most == 0 || late == 1)
        return 0;
    do {
        const struct operation *next = operation + 1;
        if (TILE_IS_HOSTILE)
            tile_spoil_scratch(tile);
        const enum how how = execute(tile, strand, operation, may_wait, strand->cycle + done, late, slot);
        if (how == HOW_NOT_HERE)
            break;
        if (late != DECODE_SINK)
            late_land(tile, strand,
                      (struct late){late, slot, strand->late_affine, strand->late_base, strand->late_stride},
                      operation->flags_live);
        late = DECODE_SINK;
        done++;
        if (how == HOW_LATE) {
            late = operation->i.target;
            slot ^= 1u;
            strand->late_affine = false;
        } else if (how == HOW_PASSED) {
            strand->steps = 1 - done; /* 0 before it, when the strand gets all of them */
        } else if (how == HOW_JUMPS) {
            if (operation->i.constant >= world->code_count) {
                settle(strand, operation->i.constant, done, late, slot);
                return done;
            }
            next = &code[operation->i.constant];
        }
        operation = next;
        if (how == HOW_ASKED)
            break;
    } while (done < most);
    settle(strand, (uint32_t)(operation - code), done, late, slot);
    return done;
}
