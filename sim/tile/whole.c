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

/* ---- memory */

/* From shared memory, at addresses that are not two numbers. */
static inline bool load(struct tile *tile, const struct strand *strand, const struct operation *operation,
                        uint64_t cycle)
{
    uint32_t *const late = tile->late[strand->late_slot ^ 1u];
    const struct rows *rows = tile->world->rows;
    const struct instruction *i = &operation->i;
    const struct memory *memory = &tile->world->machine->memory;
    const uint32_t *row = tile->row[i->rs];
    uint32_t low, high;
    if (tile->affine >> i->rs & 1)
        return false;
    tile_row_range(tile, strand, i->rs, i->constant, &low, &high);
    if (low < memory->guard || high >= memory->shared_words)
        return false;
    border_before(&tile->effects->border, low, high);
    rows->gather(late, memory->cells, row, i->constant, strand->set, tile->lanes);
    TILE_COUNT(tile, loads, cycle, tile->pps);
    return true;
}

/* How an instruction has been executed: */
enum how {
    HOW_AT_ONCE, /* its result, if any, is written */
    HOW_LATE,    /* its result is written after the next one */
    HOW_JUMPS,   /* the strand continues at the instruction's target */
    HOW_NOT_HERE /* not at all: run.c must do it */
};

/* ---- the loop */

static inline enum how execute(struct tile *tile, struct strand *strand, const struct operation *operation,
                               bool may_wait, uint64_t cycle)
{
    switch ((enum handler)operation->swift) {
    case HANDLE_OPERATE:
        strand_operate(tile, strand, operation, NULL);
        return HOW_AT_ONCE;
    case HANDLE_LOAD:
        return !may_wait && load(tile, strand, operation, cycle) ? HOW_LATE : HOW_NOT_HERE;
    case HANDLE_OPERATE_FLAGS:
        return count(tile, strand, operation) ? HOW_AT_ONCE : HOW_NOT_HERE;
    case HANDLE_COMPARE:
        if (!count(tile, strand, operation))
            tile_compare_later(tile, strand, operation);
        return HOW_AT_ONCE;
    case HANDLE_CONSTANT:
        tile_release_flags(tile, strand, operation->i.target, operation->flags_live);
        tile_set_numbers(tile, operation->i.target, operation->i.constant, 0);
        return HOW_AT_ONCE;
    case HANDLE_BRANCH:
        if (strand->flags != FLAGS_UNIFORM)
            return HOW_NOT_HERE;
        return word_branches(operation->i.opcode, strand->flags_value) ? HOW_JUMPS : HOW_AT_ONCE;
    case HANDLE_BRANCH_ALWAYS:
        return HOW_JUMPS;
    case HANDLE_NOTHING:
        return HOW_AT_ONCE;
    default:
        return HOW_NOT_HERE;
    }
}

uint32_t strand_run_whole(struct tile *tile, struct strand *strand, uint32_t most)
{
    const struct tile_world *const world = tile->world;
    const struct operation *const code = world->code;
    const bool may_wait = world->level > 0 && (strand->in_barrier || strand_spins(strand));
    unsigned late = strand->late_target;
    uint32_t pc = strand->pc, done = 0;
    if (most == 0 || late == 1)
        return 0;
    do {
        const struct operation *const operation = &code[pc];
        if (TILE_IS_HOSTILE)
            tile_spoil_scratch(tile);
        const enum how how = execute(tile, strand, operation, may_wait, strand->cycle + done);
        if (how == HOW_NOT_HERE)
            break;
        if (late != DECODE_SINK)
            late_land(tile, strand, late, tile_late(tile, strand), operation->flags_live);
        late = DECODE_SINK;
        done++;
        pc++;
        if (how == HOW_LATE) {
            late = operation->i.target;
            strand->late_slot ^= 1u;
            strand->late_affine = false;
        } else if (how == HOW_JUMPS) {
            pc = operation->i.constant;
            if (pc >= world->code_count)
                break;
        }
    } while (done < most);
    strand->pc = pc;
    strand->steps += done;
    strand->cycle += done;
    strand->late_target = (uint8_t)late;
    return done;
}
