/* propagate.c - constants and copies reach their uses; what they decide is folded; branches that are
 * decided lose the way that is not taken.
 *
 * Walks the blocks in reverse postorder, folding every instruction with what is known of its sources, until
 * nothing changes: that takes as many rounds as loops are nested, plus one.
 * Must have run before: opt_ssa_build. Leaves unreachable blocks in the layout; the next graph_build removes
 * them.
 */
#include "fcc/opt/opt.h"

/* Takes the argument of predecessor `from` out of the PHIs of `block`, which it no longer reaches. */
static void drop_edge(struct opt *opt, const struct ir_block *from, const struct ir_block *block)
{
    struct graph_node *node = &opt->graph->nodes[block->id];
    uint32_t index = graph_predecessor_index(opt->graph, block, from);
    for (struct ir_instr *phi = block->first; phi && phi->op == IR_PHI; phi = phi->next) {
        for (uint32_t i = index; i + 1 < phi->arg_count; i++)
            phi->args[i] = phi->args[i + 1];
        phi->arg_count--;
    }
    for (uint32_t i = index; i + 1 < node->predecessor_count; i++)
        node->predecessors[i] = node->predecessors[i + 1];
    node->predecessor_count--;
}

/* The one operand that a PHI always equals, or IR_NONE. */
static struct ir_operand fold_phi(const struct ir_instr *phi)
{
    struct ir_operand only = ir_none();
    for (uint32_t i = 0; i < phi->arg_count; i++) {
        struct ir_operand argument = phi->args[i];
        if (argument.kind == IR_VREG && argument.id == phi->dst)
            continue;
        if (only.kind != IR_NONE && !ir_same(only, argument))
            return ir_none();
        only = argument;
    }
    return only;
}

/* Finds the blocks that can still be reached, and takes those that no longer can out of the PHIs of the
 * others. */
static void drop_unreachable(struct opt *opt, bool *reachable)
{
    bool *seen = ARENA_ARRAY(opt->arena, bool, opt->function->block_count + 1);
    struct ir_block **stack = ARENA_ARRAY(opt->arena, struct ir_block *, opt->graph->count + 1);
    uint32_t depth = 0;
    stack[depth++] = opt->function->first;
    seen[opt->function->first->id] = true;
    while (depth) {
        const struct ir_block *block = stack[--depth];
        for (unsigned t = 0; t < 2; t++) {
            struct ir_block *target = block->last->target[t];
            if (target && !seen[target->id]) {
                seen[target->id] = true;
                stack[depth++] = target;
            }
        }
    }
    for (uint32_t i = 0; i < opt->graph->count; i++) {
        const struct ir_block *block = opt->graph->order[i];
        if (seen[block->id] || !reachable[block->id])
            continue;
        reachable[block->id] = false;
        for (unsigned t = 0; t < 2; t++) {
            if (block->last->target[t] && seen[block->last->target[t]->id])
                drop_edge(opt, block, block->last->target[t]);
        }
    }
}

struct propagation {
    struct opt *opt;
    struct opt_values values;
    struct opt_definitions definitions;
    bool dropped; /* some branch lost a way in this round */
};

static bool propagate_block(struct propagation *p, struct ir_block *block)
{
    bool changed = false;
    for (struct ir_instr *instr = block->first, *next; instr; instr = next) {
        next = instr->next;
        changed |= opt_resolve_sources(&p->values, instr);
        struct ir_block *dropped = NULL;
        struct ir_operand value = instr->op == IR_PHI ? fold_phi(instr) : opt_fold(instr, &p->definitions);
        if (value.kind != IR_NONE) {
            p->values.value[instr->dst] = value;
            p->definitions.instr[instr->dst] = NULL;
            ir_remove(block, instr);
            changed = true;
        } else if (opt_decide_branch(instr, &dropped)) {
            if (dropped != instr->target[0])
                drop_edge(p->opt, block, dropped);
            p->dropped = true;
            changed = true;
        }
    }
    return changed;
}

void opt_propagate(struct opt *opt)
{
    struct propagation p = {
        .opt = opt, .values = opt_no_values(opt), .definitions = opt_find_definitions(opt)};
    bool *reachable = ARENA_ARRAY(opt->arena, bool, opt->function->block_count + 1);
    for (uint32_t i = 0; i < opt->graph->count; i++)
        reachable[opt->graph->order[i]->id] = true;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < opt->graph->count; i++) {
            struct ir_block *block = opt->graph->order[i];
            if (reachable[block->id])
                changed |= propagate_block(&p, block);
        }
        if (p.dropped)
            drop_unreachable(opt, reachable);
        p.dropped = false;
    }
    opt_apply(opt, &p.values);
}
