/* propagate.c - propagates constants and copies to their uses, folds the results, and removes the dead path
 * of decided branches: decided by constants, or by an earlier branch on the same condition.
 *
 * Walks the blocks in reverse postorder, folding every instruction with its known operands, until nothing
 * changes: that takes as many rounds as loops are nested, plus one. Must have run before: opt_ssa_build.
 * Leaves unreachable blocks in the layout; the next graph_build removes them. */
#include "fcc/ir/index.h"
#include "fcc/opt/opt.h"

/* Removes the argument of predecessor `from` from the PHIs of `block`, which it no longer reaches. */
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
        if (only.kind != IR_NONE && only.code != argument.code)
            argument.code = IR_CODE_UNKNOWN;
        only = argument;
    }
    return only;
}

/* Finds the reachable blocks, and removes edges from other blocks from their PHIs. */
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
    bool dropped; /* a branch lost a target in this round */
};

/* ---- branches that an earlier one decides */

enum verdict { VERDICT_OPEN, VERDICT_NO, VERDICT_YES };

/* A comparison, as a BRANCH has it. */
struct question {
    enum ir_condition condition;
    struct ir_operand a, b;
};

enum {
    MOST_JOINS = 2,
    MOST_JOINED = 4,
    MOST_STEPS = 16
}; /* maximum distance of the search back: limits the time for large functions */

/* The answer of an edge to a condition: the last branch of its source may have tested the same. */
static enum verdict judge_edge(const struct ir_block *from, const struct ir_block *to,
                               const struct question *question)
{
    const struct ir_instr *branch = from->last;
    enum ir_condition negated;
    bool yes = branch->target[0] == to;
    if (branch->op != IR_BRANCH || branch->target[0] == branch->target[1])
        return VERDICT_OPEN;
    enum ir_condition asked = (enum ir_condition)branch->condition;
    if (ir_same(branch->a, question->b) && ir_same(branch->b, question->a) && !ir_same(branch->a, branch->b))
        asked = ir_condition_swap(asked);
    else if (!ir_same(branch->a, question->a) || !ir_same(branch->b, question->b))
        return VERDICT_OPEN;
    if (asked != question->condition) {
        if (!ir_condition_negate(asked, &negated) || negated != question->condition)
            return VERDICT_OPEN;
        yes = !yes;
    }
    return yes ? VERDICT_YES : VERDICT_NO;
}

/* Whether a block sets an operand by an instruction other than a PHI. */
static bool is_set_in(const struct propagation *p, struct ir_operand operand, const struct ir_block *block)
{
    return operand.kind == IR_VREG && operand.id < p->definitions.count && p->definitions.instr[operand.id] &&
           p->definitions.block[operand.id] == block && p->definitions.instr[operand.id]->op != IR_PHI;
}

/* The value of an operand at the end of a block's i-th predecessor. */
static struct ir_operand before_join(const struct propagation *p, struct ir_operand operand,
                                     const struct ir_block *block, uint32_t i)
{
    if (operand.kind != IR_VREG || operand.id >= p->definitions.count)
        return operand;
    const struct ir_instr *phi = p->definitions.instr[operand.id];
    return phi && phi->op == IR_PHI && p->definitions.block[operand.id] == block ? phi->args[i] : operand;
}

static enum verdict judge(const struct propagation *p, const struct ir_block *block, struct question question,
                          unsigned joins);

/* As above for the edge from a block's i-th predecessor. */
static enum verdict judge_way(const struct propagation *p, const struct ir_block *block, uint32_t i,
                              struct question question, unsigned joins)
{
    const struct ir_block *from = p->opt->graph->nodes[block->id].predecessors[i];
    question.a = before_join(p, question.a, block, i);
    question.b = before_join(p, question.b, block, i);
    if (question.a.kind == IR_CONST && question.b.kind == IR_CONST) {
        struct ir_block *dropped = NULL;
        struct ir_block yes = {0};
        struct ir_instr branch = {.op = IR_BRANCH, .condition = (uint8_t)question.condition, .a = question.a};
        branch.b = question.b;
        branch.target[0] = &yes;
        (void)opt_decide_branch(&branch, &dropped);
        return dropped == &yes ? VERDICT_NO : VERDICT_YES;
    }
    const enum verdict verdict = judge_edge(from, block, &question);
    return verdict != VERDICT_OPEN ? verdict : judge(p, from, question, joins);
}

/* The answer of all paths to the beginning of a block to a condition whose operands are set there or
 * before. */
static enum verdict judge(const struct propagation *p, const struct ir_block *block, struct question question,
                          unsigned joins)
{
    const struct graph_node *node = &p->opt->graph->nodes[block->id];
    for (unsigned steps = 0; node->predecessor_count == 1 && steps < MOST_STEPS; steps++) {
        if (is_set_in(p, question.a, block) || is_set_in(p, question.b, block))
            return VERDICT_OPEN;
        const enum verdict verdict = judge_edge(node->predecessors[0], block, &question);
        if (verdict != VERDICT_OPEN)
            return verdict;
        block = node->predecessors[0];
        node = &p->opt->graph->nodes[block->id];
    }
    if (joins == 0 || node->predecessor_count < 2 || node->predecessor_count > MOST_JOINED ||
        is_set_in(p, question.a, block) || is_set_in(p, question.b, block))
        return VERDICT_OPEN;
    enum verdict all = judge_way(p, block, 0, question, joins - 1);
    for (uint32_t i = 1; i < node->predecessor_count && all != VERDICT_OPEN; i++) {
        if (judge_way(p, block, i, question, joins - 1) != all)
            all = VERDICT_OPEN;
    }
    return all;
}

/* Makes a branch one between constants if an earlier test decides it; the next step removes it. In
 * synchronous code, PPs keep all their tests. */
static void recall_test(const struct propagation *p, const struct ir_block *block, struct ir_instr *branch)
{
    if (branch->op != IR_BRANCH || block->synchronous || p->opt->function->mode == IR_STRAIGHT ||
        is_set_in(p, branch->a, block) || is_set_in(p, branch->b, block))
        return;
    const struct question question = {(enum ir_condition)branch->condition, branch->a, branch->b};
    const enum verdict verdict = judge(p, block, question, MOST_JOINS);
    if (verdict == VERDICT_OPEN)
        return;
    branch->condition = verdict == VERDICT_YES ? IR_EQ : IR_NE;
    branch->a = branch->b = ir_const(0);
}

static bool propagate_block(struct propagation *p, struct ir_block *block)
{
    bool changed = false;
    for (struct ir_instr *instr = block->first, *next; instr; instr = next) {
        next = instr->next;
        changed |= opt_resolve_sources(&p->values, instr);
        recall_test(p, block, instr);
        struct ir_block *dropped = NULL;
        struct ir_operand value = instr->op == IR_PHI ? fold_phi(instr) : opt_fold(instr, &p->definitions);
        if (value.kind != IR_NONE) {
            p->values.index[instr->dst] = ir_index_instead(instr, value);
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
