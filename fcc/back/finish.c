/* finish.c - ends of blocks become branches.
 *
 * A block whose copies all became unnecessary is empty: jumps to it go to its successor, and the block is
 * removed (`thread-jumps`). In synchronous code all PPs of a group on a path take it together, and the path
 * only loses jumps.
 *
 * A block's conditional branch goes to successor[0]; if that is the next block in layout order the condition
 * is inverted. Float conditions other than == and != cannot be inverted: with a NaN both are false. Must have
 * run before: frame. Runs before: delay_slots_close, emit.
 */
#include "fcc/back/finish.h"

/* The branch that is taken when `op` is not; op itself if there is none. */
static enum machine_op opposite(const struct machine_instr *branch)
{
    static const enum machine_op pairs[][2] = {
        {MACHINE_beq, MACHINE_bne}, {MACHINE_blt, MACHINE_bge}, {MACHINE_ble, MACHINE_bgt},
        {MACHINE_blo, MACHINE_bhs}, {MACHINE_bls, MACHINE_bhi}, {MACHINE_bmi, MACHINE_bpl},
        {MACHINE_bvs, MACHINE_bvc},
    };
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        for (unsigned side = 0; side < 2; side++) {
            if (pairs[i][side] == branch->op && (!branch->is_float || i == 0))
                return pairs[i][1 - side];
        }
    }
    return (enum machine_op)branch->op;
}

static void add_jump(struct machine_function *function, struct machine_block *block,
                     struct machine_block *target)
{
    /* a block with only a jump is an empty loop, or of unknown origin */
    uint32_t line = block->last ? block->last->line : block->line;
    uint32_t file = block->last ? block->last->file : block->file;
    struct machine_instr *jump = machine_append(function, block, MACHINE_bra);
    jump->target = target;
    jump->line = line;
    jump->file = file;
}

static void finish_block(struct machine_function *function, struct machine_block *block)
{
    struct machine_instr *branch = block->last;
    if (block->successor[1]) {
        enum machine_op turned = opposite(branch);
        if (block->successor[1] == block->next)
            return;
        if (block->successor[0] == block->next && turned != (enum machine_op)branch->op) {
            branch->op = (uint16_t)turned;
            branch->target = block->successor[1];
            return;
        }
        add_jump(function, block, block->successor[1]);
    } else if (block->successor[0] && block->successor[0] != block->next) {
        add_jump(function, block, block->successor[0]);
    }
}

static bool is_empty(const struct machine_block *block)
{
    return !block->first && block->successor[0] && !block->successor[1];
}

/* The final target of an edge to `block`. */
static struct machine_block *final_target(struct machine_block *block)
{
    enum { LONGEST_CHAIN = 64 }; /* an endless loop of empty blocks is such a block, too */
    for (int i = 0; i < LONGEST_CHAIN && is_empty(block); i++)
        block = block->successor[0];
    return block;
}

/* Keeps the notes for debuggers of the empty blocks from `empty` up to `end`. */
static void keep_ways(struct machine_function *function, struct machine_ways **ways,
                      const struct machine_block *empty, const struct machine_block *end)
{
    for (; empty != end; empty = empty->successor[0]) {
        *ways = ARENA_NEW(function->arena, struct machine_ways);
        (*ways)->block = empty;
        ways = &(*ways)->next;
    }
}

static void thread_block(struct machine_function *function, struct machine_block *block)
{
    for (unsigned i = 0; i < 2; i++) {
        if (block->successor[i]) {
            struct machine_block *target = final_target(block->successor[i]);
            keep_ways(function, &block->ways[i], block->successor[i], target);
            block->successor[i] = target;
        }
    }
    if (!block->successor[1])
        return;
    if (block->successor[0] == block->successor[1]) { /* either way */
        machine_remove(block, block->last);
        block->successor[1] = NULL;
    } else {
        block->last->target = block->successor[0];
    }
}

/* Redirects all edges to empty blocks, except those of endless loops. */
static void remove_empty(struct machine_function *function)
{
    struct machine_block *kept = function->first;
    if (!kept)
        return;
    for (struct machine_block *block = kept->next; block; block = block->next) {
        if (is_empty(block) && !is_empty(final_target(block)))
            continue;
        kept->next = block;
        kept = block;
    }
    kept->next = NULL;
}

void finish_thread_jumps(struct machine_function *function)
{
    for (struct machine_block *block = function->first; block; block = block->next)
        thread_block(function, block);
    remove_empty(function);
}

void finish_blocks(struct machine_function *function)
{
    for (struct machine_block *block = function->first; block; block = block->next)
        finish_block(function, block);
    for (struct machine_block *block = function->first; block; block = block->next) {
        for (struct machine_instr *instr = block->first; instr; instr = instr->next) {
            if (instr->target)
                instr->target->is_target = true;
        }
    }
}
