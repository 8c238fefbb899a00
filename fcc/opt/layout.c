/* layout.c - simplifies the flow graph: jumps to jumps, blocks that only jump, chains of blocks.
 *
 * The front end and opt_loop_rotate choose the layout order, in which the most frequent path falls through.
 * Two blocks are joined only if both are synchronous or both are not. Nothing is duplicated: paths of
 * synchronous code only lose jumps, which all members of a group take together. Works on code that is not in
 * SSA form.
 */
#include "fcc/opt/opt.h"

/* A BRANCH with equal targets becomes a JUMP. */
static void merge_targets(struct ir_block *block)
{
    struct ir_instr *last = block->last;
    if (last->op != IR_BRANCH || last->target[0] != last->target[1])
        return;
    last->op = IR_JUMP;
    last->target[1] = NULL;
    last->a = ir_none();
    last->b = ir_none();
}

/* Final target of a jump to `block`: past blocks that only jump. */
static struct ir_block *final_target(struct ir_block *block)
{
    enum { LONGEST_CHAIN = 64 }; /* an endless loop of jumps is such a block, too */
    for (int i = 0; i < LONGEST_CHAIN && block->first->op == IR_JUMP; i++)
        block = block->first->target[0];
    return block;
}

static void thread_jumps(struct ir_function *function)
{
    for (struct ir_block *block = function->first; block; block = block->next) {
        for (unsigned t = 0; t < 2; t++) {
            if (block->last->target[t])
                block->last->target[t] = final_target(block->last->target[t]);
        }
        merge_targets(block);
    }
}

/* Appends the only successor of a block to it, if it has no other predecessor. */
static bool absorb_successor(struct opt *opt, const uint32_t *predecessors, struct ir_block *block)
{
    struct ir_block *next = block->last->op == IR_JUMP ? block->last->target[0] : NULL;
    if (!next || next == block || next == opt->function->first || predecessors[next->id] != 1 ||
        next->synchronous != block->synchronous)
        return false;
    ir_remove(block, block->last);
    if (block->last) {
        block->last->next = next->first;
        next->first->previous = block->last;
    } else {
        block->first = next->first;
    }
    block->last = next->last;
    next->first = NULL;
    next->last = NULL;
    return true;
}

/* Removes the appended blocks from the layout. */
static void remove_empty(struct ir_function *function)
{
    struct ir_block **link = &function->first;
    for (struct ir_block *block = function->first; block; block = block->next) {
        if (!block->first)
            continue;
        *link = block;
        link = &block->next;
        function->last = block;
    }
    *link = NULL;
}

static void join_chains(struct opt *opt)
{
    struct ir_function *function = opt->function;
    uint32_t *predecessors = ARENA_ARRAY(opt->arena, uint32_t, function->block_count + 1);
    for (const struct ir_block *block = function->first; block; block = block->next) {
        for (unsigned t = 0; t < 2; t++) {
            if (block->last->target[t])
                predecessors[block->last->target[t]->id]++;
        }
    }
    for (struct ir_block *block = function->first; block; block = block->next) {
        while (block->first && absorb_successor(opt, predecessors, block))
            continue;
    }
    remove_empty(function);
}

void opt_layout(struct opt *opt)
{
    thread_jumps(opt->function);
    opt->graph = graph_build(opt->arena, opt->function); /* removes unreachable blocks */
    join_chains(opt);
    opt->graph = graph_build(opt->arena, opt->function);
}
