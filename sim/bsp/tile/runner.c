/* runner.c - the table of entries (runner.h), and its first customer at rows: straight runs.
 *
 * A straight run is a sequence of instructions that only compute a register, not R1, from registers and
 * constants (operation.straight): nothing has to be looked at between them. Calls run (operate), rows.
 */
#include "sim/bsp/tile/runner.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/bsp/rows/word.h"
#include "sim/bsp/tile/next.h"

#define BIT(number) ((uint64_t)1 << (number))

/* ---- computing */

/* The result of an operation that is two numbers, as its operands are: computed once for all PPs where the
 * operands are equal in all (the paper's future work: operations with equal results). */
static bool operate_affine(enum rows_operation kernel, struct operand a, struct operand b,
                           struct operand *result)
{
    uint32_t flags;
    *result = (struct operand){.row = NULL};
    switch ((int)kernel) {
    case ROWS_add:
        result->base = a.base + b.base;
        result->stride = a.stride + b.stride;
        return true;
    case ROWS_sub:
        result->base = a.base - b.base;
        result->stride = a.stride - b.stride;
        return true;
    case ROWS_mul:
        if (a.stride != 0 && b.stride != 0)
            return false;
        result->base = a.base * b.base;
        result->stride = a.stride * b.base + b.stride * a.base;
        return true;
    case ROWS_lsl:
        if (b.stride != 0)
            return false;
        result->base = b.base < 32 ? a.base << b.base : 0;
        result->stride = b.base < 32 ? a.stride << b.base : 0;
        return true;
    default:
        if (a.stride != 0 || b.stride != 0)
            return false;
        result->base = scalar_operate(kernel, a.base, b.base, 0, &flags);
        return true;
    }
}

void strand_operate(struct tile *tile, struct strand *strand, const struct operation *operation,
                    struct next *next)
{
    const struct rows *rows = tile->world->rows;
    const unsigned target = operation->i.target;
    const enum rows_operation kernel = operation->kernel;
    struct operand result;
    if (target == DECODE_SINK)
        return;
    const struct operand a = strand_first_operand(tile, strand, operation);
    const struct operand b = strand_second_operand(tile, strand, operation);
    tile_release_flags(tile, strand, target, operation->flags_live);
    if (!a.row && !b.row && operate_affine(kernel, a, b, &result)) {
        if (target == 1)
            next_jump(tile, strand, result, next);
        else
            tile_write(tile, strand, target, result);
        return;
    }
    const uint32_t from = strand_from(strand), lanes = strand_lanes(strand);
    uint32_t *out = tile_target(tile, strand, target);
    /* what is not uniform is a register: it keeps the row that is made of its two numbers */
    const uint32_t *p =
        is_uniform(a) ? NULL : tile_fetch_row(tile, strand, operation->i.rs, SCRATCH_FIRST) + from;
    const uint32_t *q =
        is_uniform(b) ? NULL : tile_fetch_row(tile, strand, operation->i.rt, SCRATCH_SECOND) + from;
    if (!q)
        rows->operate_constant[kernel](out + from, p, b.base, lanes);
    else if (!p)
        rows->operate_reversed[kernel](out + from, a.base, q, lanes);
    else
        rows->operate[kernel](out + from, p, q, lanes);
    if (target == 1)
        next_jump(tile, strand, (struct operand){.row = out}, next);
    else
        tile_written(tile, strand, target);
}

/* The registers that an instruction computes from; R0 as the second one is a constant. */
static inline uint64_t sources_of(const struct instruction *i)
{
    return BIT(i->rs) | (i->rt != 0 ? BIT(i->rt) : 0);
}

/* What `strand_operate` does for all PPs of a tile, less what instructions of straight code cannot need. */
static inline void compute(struct tile *tile, struct strand *strand, const struct operation *operation)
{
    const struct rows *rows = tile->world->rows;
    const struct instruction *i = &operation->i;
    if (tile->affine & sources_of(i)) {
        struct next next;
        strand_operate(tile, strand, operation, &next);
        return;
    }
    if (i->rt == 0)
        rows->operate_constant[operation->kernel](tile->row[i->target], tile->row[i->rs], i->constant,
                                                  tile->lanes);
    else
        rows->operate[operation->kernel](tile->row[i->target], tile->row[i->rs], tile->row[i->rt],
                                         tile->lanes);
    tile_rows_change(tile, BIT(i->target));
}

void strand_compute(struct tile *tile, struct strand *strand, const struct operation *operation)
{
    struct next next;
    if (!strand_is_whole(tile, strand)) {
        strand_operate(tile, strand, operation, &next);
        return;
    }
    tile_release_flags(tile, strand, operation->i.target, operation->flags_live);
    compute(tile, strand, operation);
}

/* ---- straight runs */

struct straight {
    struct rows_entry entry; /* reads: before the run itself writes them */
    const struct operation *first;
    uint32_t count;
};

static struct stretch run_straight(const struct rows_entry *entry, struct tile *tile, struct strand *strand,
                                   uint32_t most)
{
    const struct straight *straight = (const struct straight *)entry;
    const uint32_t count = straight->count < most ? straight->count : most;
    const struct operation *operation = straight->first;
    for (const struct operation *end = operation + count; operation < end; operation++)
        compute(tile, strand, operation);
    return (struct stretch){.pc = strand->pc + count, .steps = count};
}

static struct straight straight_from(const struct operation *first)
{
    struct straight straight = {.entry = {.run = run_straight}, .first = first, .count = first->straight};
    for (const struct operation *operation = first; operation < first + first->straight; operation++) {
        straight.entry.reads |= sources_of(&operation->i) & ~straight.entry.writes;
        straight.entry.writes |= BIT(operation->i.target);
    }
    return straight;
}

/* Runs of one instruction are as fast interpreted. */
static bool begins_straight(const struct operation *operation)
{
    return operation->straight >= 2;
}

/* ---- the table */

bool runners_create(struct runners *runners, const struct operation *code, uint32_t count, bool is_counted)
{
    uint32_t number = 0;
    for (uint32_t pc = 0; pc < count; pc++)
        number += begins_straight(&code[pc]);
    *runners = (struct runners){.count = count,
                                .rows = calloc((size_t)count + 1, sizeof *runners->rows),
                                .lane = calloc((size_t)count + 1, sizeof *runners->lane),
                                .straight = calloc((size_t)number + 1, sizeof *runners->straight)};
    if (!runners->rows || !runners->lane || !runners->straight) {
        runners_destroy(runners);
        return false;
    }
    struct straight *straight = runners->straight;
    for (uint32_t pc = 0; pc < count; pc++) {
        if (code[pc].plain != DECODE_ILLEGAL)
            runners_offer_lane(runners, pc, is_counted ? &plain_counted_entry : &plain_entry);
        if (!begins_straight(&code[pc]))
            continue;
        *straight = straight_from(&code[pc]);
        runners_offer_rows(runners, pc, &straight++->entry);
    }
    return true;
}

void runners_destroy(struct runners *runners)
{
    free((void *)runners->rows);
    free((void *)runners->lane);
    free(runners->straight);
    *runners = (struct runners){.count = 0};
}

/* ---- the contract, in hostile builds */

#ifdef PRAM_HOSTILE

#define KEPT(condition)                                                                                      \
    do                                                                                                       \
        if (!(condition)) {                                                                                  \
            fprintf(stderr, "an entry at pc %u breaks the contract of runner.h: %s\n", pc, #condition);      \
            abort();                                                                                         \
        }                                                                                                    \
    while (0)

/* A number that is most likely another one if register `number` changes in any PP. */
static uint64_t hash_register(const struct tile *tile, unsigned number)
{
    const struct operand operand = tile_operand(tile, number);
    uint64_t hash = 0;
    for (uint32_t lane = 0; lane < tile->pps; lane++)
        hash = (hash ^ operand_word(operand, lane)) * 0x9e3779b97f4a7c15u;
    return hash;
}

/* Whether what an entry may not change of a strand is the same: all but flags. */
static bool is_same_strand(const struct strand *a, const struct strand *b)
{
    return a->state == b->state && a->phase == b->phase && a->pc == b->pc && a->steps == b->steps &&
           a->cycle == b->cycle && a->cycles_differ == b->cycles_differ && a->count == b->count &&
           a->in_barrier == b->in_barrier && a->in_async == b->in_async && a->in_sync == b->in_sync &&
           a->has_stack == b->has_stack && a->yielded == b->yielded && a->busy == b->busy &&
           b->late_target == DECODE_SINK;
}

struct stretch rows_enter(const struct rows_entry *entry, struct tile *tile, struct strand *strand,
                          uint32_t most)
{
    const uint32_t pc = strand->pc;
    const struct strand before = *strand;
    const struct fault fault = tile->effects->fault;
    const uint32_t strand_end = tile->strand_end;
    uint64_t hashes[DECODE_SINK];
    for (unsigned r = 2; r < DECODE_SINK; r++)
        hashes[r] = hash_register(tile, r);
    KEPT(strand_is_whole(tile, strand) && strand->late_target == DECODE_SINK && !tile->parted && most > 0);
    const struct stretch stretch = entry->run(entry, tile, strand, most);
    KEPT(stretch.steps <= most && (stretch.steps > 0 || stretch.pc == pc));
    KEPT(is_same_strand(&before, strand) && !tile->parted && tile->strand_end == strand_end);
    KEPT(tile->effects->fault.code == fault.code && tile->effects->fault.cycle == fault.cycle);
    for (unsigned r = 2; r < DECODE_SINK; r++)
        KEPT((entry->writes & BIT(r)) || hash_register(tile, r) == hashes[r]);
    return stretch;
}

struct stretch lane_enter(const struct lane_entry *entry, struct lane_frame *frame, uint32_t most)
{
    const uint32_t pc = frame->reg[1];
    const struct lane_frame before = *frame;
    uint32_t reg[DECODE_SINK];
    memcpy(reg, frame->reg, sizeof reg);
    KEPT(most > 0);
    const struct stretch stretch = entry->run(entry, frame, most);
    KEPT(stretch.steps <= most && (stretch.steps > 0 || stretch.pc == pc));
    KEPT(frame->reg == before.reg && frame->cycle == before.cycle && frame->late_target <= DECODE_SINK);
    KEPT(stretch.steps > 0 || (frame->loaded == before.loaded && frame->stored == before.stored));
    for (unsigned r = 2; r < DECODE_SINK; r++)
        KEPT((entry->writes & BIT(r)) || r == before.late_target || frame->reg[r] == reg[r]);
    return stretch;
}

#endif
