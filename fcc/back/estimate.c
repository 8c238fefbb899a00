/* estimate.c - estimates the cycles of a call of a function, from estimated frequencies of its blocks.
 *
 * A loop of r rounds has branches that leave it once in r rounds; every other branch goes either way equally
 * often. A loop with hint_yield makes one round.
 *
 * The estimate is computed for few rounds (loops of many PPs) and for many rounds (loops of few PPs). A
 * saving of the same share counts equally in both. A third estimate has one round for the innermost loops,
 * for runs with as many PPs as elements. Walks the blocks in reverse postorder; an edge back to a loop's
 * first block belongs to its rounds. Must have run before: all steps that make machine code. */
#include "fcc/back/estimate.h"

#include "fcc/ir/runtime.h"

#define FEW_ROUNDS 3.0
#define MANY_ROUNDS 15.0

struct frequencies {
    const struct machine_block **order; /* reverse postorder */
    uint32_t count;
    uint32_t *place;  /* by block id: in `order` */
    double *calls;    /* by block id: estimated executions in a call of the function */
    bool *is_entered; /* by block id: the first block of a loop */
    bool *waits;      /* by block id: it is in a loop that waits for other PPs */
    bool *is_inner;   /* by block id: the enclosing loop has no inner loop */
    double rounds;    /* of other loops, as guessed */
    double inner;     /* rounds of loops without inner loops */
};

/* Depth-first walk from the entry, without recursion, since there may be very many blocks. */
static void find_order(struct arena *arena, const struct machine_function *function, struct frequencies *f)
{
    const uint32_t blocks = function->block_count;
    const struct machine_block **stack = ARENA_ARRAY(arena, const struct machine_block *, blocks + 1);
    uint8_t *tried = ARENA_ARRAY(arena, uint8_t, blocks + 1);
    bool *seen = ARENA_ARRAY(arena, bool, blocks + 1);
    uint32_t depth = 0;
    uint32_t left = blocks;
    stack[depth++] = function->first;
    seen[function->first->id] = true;
    while (depth > 0) {
        const struct machine_block *block = stack[depth - 1];
        if (tried[block->id] == 2) {
            f->order[--left] = block;
            depth--;
            continue;
        }
        const struct machine_block *next = block->successor[tried[block->id]++];
        if (next && !seen[next->id]) {
            seen[next->id] = true;
            stack[depth++] = next;
        }
    }
    f->order += left;
    f->count = blocks - left;
    for (uint32_t i = 0; i < f->count; i++)
        f->place[f->order[i]->id] = i;
}

static bool goes_back(const struct frequencies *f, const struct machine_block *from,
                      const struct machine_block *to)
{
    return f->place[to->id] <= f->place[from->id];
}

/* Change of loop depth on the edge to `next`: a block that only leads into a loop counts as part of the
 * loop. */
static int change_of_depth(const struct machine_block *block, const struct machine_block *next)
{
    if (next->successor[0] && !next->successor[1] && next->successor[0]->loop_depth > next->loop_depth)
        next = next->successor[0];
    return (int)next->loop_depth - (int)block->loop_depth;
}

/* Whether a loop begins with its test, which is executed once more than the rounds. */
static bool tests_first(const struct frequencies *f, const struct machine_block *block)
{
    bool leaves = false;
    for (unsigned s = 0; s < 2; s++) {
        const struct machine_block *next = block->successor[s];
        if (!next || next == block)
            return false;
        leaves |= change_of_depth(block, next) < 0;
    }
    return leaves && f->is_entered[block->id];
}

/* Rounds of the block's loop. Waiting PPs lose cycles anyway; usually there is nothing to wait for. */
static double rounds_of(const struct frequencies *f, const struct machine_block *block)
{
    return f->waits[block->id] ? 1 : f->is_inner[block->id] ? f->inner : f->rounds;
}

/* The probability of a block's i-th successor: an edge into a loop is likely, one out of a loop is not. */
static double chance(const struct frequencies *f, const struct machine_block *block, unsigned i)
{
    const struct machine_block *other = block->successor[1 - i];
    if (!other)
        return 1;
    const int change = change_of_depth(block, block->successor[i]);
    const int other_change = change_of_depth(block, other);
    if (change == other_change)
        return 0.5;
    const bool leaves = change < 0 || other_change < 0;
    const double rounds = rounds_of(f, block);
    const double less = !leaves ? 0 : tests_first(f, block) ? 1 / (rounds + 1) : 1 / rounds;
    return change < other_change ? less : 1 - less;
}

static bool has_hint_to_wait(const struct machine_block *block)
{
    for (const struct machine_instr *instr = block->first; instr; instr = instr->next) {
        if (instr->op == MACHINE_shint && instr->imm == HINT_yield)
            return true;
    }
    return false;
}

static uint32_t find_deepest(const struct frequencies *f)
{
    uint32_t deepest = 0;
    for (uint32_t i = 0; i < f->count; i++)
        deepest = f->order[i]->loop_depth > deepest ? f->order[i]->loop_depth : deepest;
    return deepest;
}

/* A loop waits if one of its own blocks, not one of an inner loop, has the hint. Its own blocks are those of
 * its depth between its first block and the last one that goes back to it. */
static void find_loops(struct arena *arena, struct frequencies *f)
{
    uint32_t *last = ARENA_ARRAY(arena, uint32_t, f->count); /* by position of a loop's first block */
    bool *waits = ARENA_ARRAY(arena, bool, f->count);
    bool *has_inner = ARENA_ARRAY(arena, bool, f->count);
    uint32_t *loop =
        ARENA_ARRAY(arena, uint32_t, f->count); /* by position: that of its loop's first block, + 1 */
    uint32_t *open = ARENA_ARRAY(arena, uint32_t, find_deepest(f) + 1); /* by depth, the same */
    for (uint32_t i = 0; i < f->count; i++) {
        for (unsigned s = 0; s < 2; s++) {
            const struct machine_block *next = f->order[i]->successor[s];
            if (next && goes_back(f, f->order[i], next)) {
                f->is_entered[next->id] = true;
                last[f->place[next->id]] = i;
            }
        }
    }
    for (uint32_t i = 0; i < f->count; i++) {
        const struct machine_block *block = f->order[i];
        if (f->is_entered[block->id]) {
            open[block->loop_depth] = i + 1;
            if (block->loop_depth > 1 && open[block->loop_depth - 1] > 0)
                has_inner[open[block->loop_depth - 1] - 1] = true;
        }
        const uint32_t first = open[block->loop_depth];
        if (first == 0 || last[first - 1] < i)
            continue;
        loop[i] = first;
        waits[first - 1] |= has_hint_to_wait(block);
    }
    for (uint32_t i = 0; i < f->count; i++) {
        f->waits[f->order[i]->id] = loop[i] != 0 && waits[loop[i] - 1];
        f->is_inner[f->order[i]->id] = loop[i] != 0 && !has_inner[loop[i] - 1];
    }
}

static void find_frequencies(struct frequencies *f)
{
    f->calls[f->order[0]->id] = 1;
    for (uint32_t i = 0; i < f->count; i++) {
        const struct machine_block *block = f->order[i];
        if (f->is_entered[block->id])
            f->calls[block->id] *= rounds_of(f, block) + (tests_first(f, block) ? 1 : 0);
        for (unsigned s = 0; s < 2; s++) {
            const struct machine_block *next = block->successor[s];
            if (next && !goes_back(f, block, next))
                f->calls[next->id] += f->calls[block->id] * chance(f, block, s);
        }
    }
}

static double cost(const struct machine_instr *instr)
{
    return instr->op == MACHINE_SET && !machine_fits(instr->imm) ? 2 : 1;
}

/* Cycles of a call if loops make `rounds` rounds, and those without inner loops `inner`. */
static double cycles_for(struct frequencies *f, double rounds, double inner)
{
    double cycles = 0;
    f->rounds = rounds;
    f->inner = inner;
    for (uint32_t i = 0; i < f->count; i++)
        f->calls[f->order[i]->id] = 0;
    find_frequencies(f);
    for (uint32_t i = 0; i < f->count; i++) {
        const struct machine_block *block = f->order[i];
        const struct machine_instr *branch =
            block->successor[1] && block->last ? block->last->previous : NULL;
        const bool has_both = branch && machine_rows[branch->op].ends; /* a branch, then a jump */
        for (const struct machine_instr *instr = block->first; instr; instr = instr->next) {
            const bool is_jump = has_both && instr == block->last;
            cycles += cost(instr) * f->calls[block->id] * (is_jump ? chance(f, block, 1) : 1);
        }
    }
    return cycles;
}

struct estimate estimate_cost(struct arena *arena, const struct machine_function *function)
{
    const uint32_t blocks = function->block_count + 1;
    struct frequencies f = {.order = ARENA_ARRAY(arena, const struct machine_block *, blocks),
                            .place = ARENA_ARRAY(arena, uint32_t, blocks),
                            .calls = ARENA_ARRAY(arena, double, blocks),
                            .is_entered = ARENA_ARRAY(arena, bool, blocks),
                            .waits = ARENA_ARRAY(arena, bool, blocks),
                            .is_inner = ARENA_ARRAY(arena, bool, blocks)};
    find_order(arena, function, &f);
    find_loops(arena, &f);
    return (struct estimate){.cost = cycles_for(&f, FEW_ROUNDS, FEW_ROUNDS) *
                                     cycles_for(&f, MANY_ROUNDS, MANY_ROUNDS),
                             .one_round = cycles_for(&f, MANY_ROUNDS, 1)};
}
