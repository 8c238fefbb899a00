/* hoist.c - moves loop-invariant computations before the loop.
 *
 * An instruction whose operands are all set outside the loop moves to the block before it, if it cannot
 * fault: no division by a possible 0. Loads move only if they read a private or constant word at a fixed
 * address that nothing in the loop may write. Outer loops come after inner ones, so an instruction moves out
 * as far as possible. The machine compares unsigned numbers to 0 or 1 in two instructions less than signed
 * ones: if one operand is loop-invariant, the adjustment that makes an unsigned comparison equivalent is
 * computed before the loop. Must have run before: opt_loop_rotate (blocks before loops), opt_ssa_build. */
#include "fcc/opt/opt.h"

struct hoister {
    struct opt *opt;
    struct opt_definitions definitions;
    const struct graph_loop *loop;
    bool invariant; /* the sources looked at so far */
};

static void check_source(void *context, struct ir_operand *operand)
{
    struct hoister *h = context;
    if (operand->kind != IR_VREG)
        return;
    const struct ir_block *block = h->definitions.block[operand->id];
    if (block && graph_in_loop(h->opt->graph, h->loop, block))
        h->invariant = false;
}

/* Whether something in the loop may write the word of a private load: a call, or a store that may touch
 * it. */
static bool is_written(const struct hoister *h, const struct ir_instr *load)
{
    for (uint32_t b = 0; b < h->loop->block_count; b++) {
        for (const struct ir_instr *instr = h->loop->blocks[b]->first; instr; instr = instr->next) {
            if ((ir_ops[instr->op].flags & (IR_WRITES | IR_FENCE)) == 0)
                continue;
            bool elsewhere = instr->op == IR_STORE && !ir_may_meet(instr->alias, load->alias);
            if (!elsewhere)
                return true;
        }
    }
    return false;
}

static bool may_hoist_load(const struct hoister *h, const struct ir_instr *load)
{
    bool fixed = (load->a.kind == IR_SYMBOL || load->a.kind == IR_SLOT) && load->b.kind == IR_CONST;
    if (!fixed || (load->memory & IR_MEM_VOLATILE) != 0)
        return false;
    if ((load->memory & IR_MEM_CONSTANT) != 0)
        return true;
    return (load->memory & IR_MEM_OWN) != 0 && !is_written(h, load);
}

static bool may_hoist(const struct hoister *h, const struct ir_instr *instr)
{
    unsigned flags = ir_ops[instr->op].flags;
    if (instr->op == IR_LOAD)
        return may_hoist_load(h, instr);
    if (instr->op == IR_READ)
        return instr->special == IR_SPECIAL_PN || instr->special == IR_SPECIAL_NP;
    if ((flags & IR_PURE) == 0)
        return false;
    return (flags & IR_TRAPS) == 0 || (instr->b.kind == IR_CONST && instr->b.value != 0);
}

/* ---- comparisons */

static bool is_unchanging(struct hoister *h, struct ir_operand operand)
{
    h->invariant = true;
    check_source(h, &operand);
    return h->invariant;
}

/* The condition on the register and *other for the edge from the block to `next`; false: the register does
 * not decide it. */
static bool find_condition(const struct ir_block *block, const struct ir_block *next, uint32_t reg,
                           enum ir_condition *condition, struct ir_operand *other)
{
    const struct ir_instr *branch = block->last;
    if (branch->op != IR_BRANCH || branch->target[0] == branch->target[1])
        return false;
    const bool is_first = branch->a.kind == IR_VREG && branch->a.id == reg;
    if (!is_first && (branch->b.kind != IR_VREG || branch->b.id != reg))
        return false;
    *condition = is_first ? branch->condition : ir_condition_swap(branch->condition);
    *other = is_first ? branch->b : branch->a;
    return branch->target[0] == next || ir_condition_negate(*condition, condition);
}

/* Whether a loop's counter starts at 0 or more and never decreases: it grows by 1 and stays below a limit, so
 * that it cannot wrap around; or it is nonnegative when the loop continues. */
static bool counts_from_zero(const struct hoister *h, const struct ir_instr *phi)
{
    const struct ir_block *header = h->definitions.block[phi->dst];
    const struct graph_node *node = &h->opt->graph->nodes[header->id];
    if (phi->arg_count != 2 || node->predecessor_count != 2)
        return false;
    const unsigned back = graph_dominates(h->opt->graph, header, node->predecessors[0]) ? 0 : 1;
    const struct ir_operand start = phi->args[1 - back];
    const struct ir_operand next = phi->args[back];
    enum ir_condition condition;
    struct ir_operand other;
    if (start.kind != IR_CONST || start.value < 0 || start.value == INT32_MAX || next.kind != IR_VREG ||
        !find_condition(node->predecessors[back], header, next.id, &condition, &other))
        return false;
    if ((condition == IR_GE || condition == IR_GT) && other.kind == IR_CONST)
        return other.value >= (condition == IR_GE ? 0 : -1);
    const struct ir_instr *step = h->definitions.instr[next.id];
    return condition == IR_LT && step && step->op == IR_ADD && step->a.kind == IR_VREG &&
           step->a.id == phi->dst && step->b.kind == IR_CONST && step->b.value == 1;
}

static bool is_never_negative(const struct hoister *h, struct ir_operand operand)
{
    const struct ir_instr *instr = operand.kind == IR_VREG ? h->definitions.instr[operand.id] : NULL;
    if (!instr)
        return false;
    if (instr->op == IR_PHI)
        return counts_from_zero(h, instr);
    return instr->b.kind == IR_CONST && ((instr->op == IR_AND && instr->b.value >= 0) ||
                                         (instr->op == IR_SHR && instr->b.value > 0 && instr->b.value < 32));
}

/* op(a, b), computed before `place`; NULL: before the loop. */
static struct ir_operand compute(struct hoister *h, struct ir_block *block, struct ir_instr *place,
                                 enum ir_op op, struct ir_operand a, int32_t b)
{
    if (!place) {
        block = h->loop->preheader;
        place = block->last;
    }
    struct ir_instr *instr = ir_insert_before(h->opt->unit, block, place, op);
    instr->dst = ir_add_vreg(h->opt->function);
    instr->a = a;
    instr->b = ir_const(b);
    opt_add_definition(h->opt, &h->definitions, block, instr);
    return ir_vreg(instr->dst);
}

/* x is never negative, y does not change: x < y then equals x < max(y, 0) as an unsigned comparison; and x <=
 * y is x < y + 1, for y >= -1. */
static void compare_with_least(struct hoister *h, struct ir_instr *instr, bool x_is_first)
{
    const bool or_equal = instr->op == IR_SLE;
    struct ir_operand *y = x_is_first ? &instr->b : &instr->a;
    if (or_equal != x_is_first) {
        *y = compute(h, NULL, NULL, IR_MAX, *y, 0);
    } else {
        *y = compute(h, NULL, NULL, IR_MAX, *y, -1);
        *y = compute(h, NULL, NULL, IR_ADD, *y, 1);
    }
    instr->op = x_is_first ? IR_SLTU : IR_SLEU;
}

/* Whether a comparison is only used as a mask: *mask computes it. A mask of x < y is cheaper than 0 or 1, for
 * x <= y it is not. */
static bool is_mask(const struct hoister *h, const struct ir_instr *instr, struct ir_instr **mask)
{
    *mask = NULL;
    for (struct ir_instr *use = instr->next; use && !*mask; use = use->next) {
        if (use->op == IR_SUB && use->a.kind == IR_CONST && use->a.value == 0 && use->b.kind == IR_VREG &&
            use->b.id == instr->dst)
            *mask = use;
    }
    return *mask && h->definitions.uses[instr->dst] == 1;
}

/* A signed comparison with one loop-invariant operand becomes an unsigned one. */
static void compare_unsigned(struct hoister *h, struct ir_block *block, struct ir_instr *instr)
{
    if (instr->a.kind != IR_VREG || instr->b.kind != IR_VREG)
        return;
    const bool first_stays = is_unchanging(h, instr->a);
    if (first_stays == is_unchanging(h, instr->b))
        return;
    struct ir_operand x = first_stays ? instr->b : instr->a;
    struct ir_instr *mask;
    const bool masks = is_mask(h, instr, &mask);
    if (!is_never_negative(h, x)) { /* both are as far from the least number as from 0 before */
        if (masks != (instr->op == IR_SLT))
            return; /* it saves the sum's instruction */
        struct ir_operand *y = first_stays ? &instr->a : &instr->b;
        *y = compute(h, NULL, NULL, IR_ADD, *y, INT32_MIN);
        x = compute(h, block, instr, IR_ADD, x, INT32_MIN);
        *(first_stays ? &instr->b : &instr->a) = x;
        instr->op = instr->op == IR_SLT ? IR_SLTU : IR_SLEU;
        return;
    }
    if (first_stays && masks) { /* y < x is `not x <= y` */
        instr->op = instr->op == IR_SLT ? IR_SLE : IR_SLT;
        instr->b = instr->a;
        instr->a = x;
        struct ir_instr *opposite = ir_insert_before(h->opt->unit, block, mask, IR_SUB);
        opposite->dst = ir_add_vreg(h->opt->function);
        opposite->a = mask->a;
        opposite->b = mask->b;
        opt_add_definition(h->opt, &h->definitions, block, opposite);
        mask->op = IR_XOR;
        mask->a = ir_vreg(opposite->dst);
        mask->b = ir_const(-1);
        ir_note_change(h->opt->function, h->opt->unit->arena, instr->dst);
        compare_with_least(h, instr, true);
        return;
    }
    compare_with_least(h, instr, !first_stays);
}

/* ---- loops */

static void hoist_from(struct hoister *h)
{
    struct graph *graph = h->opt->graph;
    /* in flow order, so that operands have been moved before */
    uint32_t left = h->loop->block_count;
    for (uint32_t i = graph->nodes[h->loop->header->id].order; left > 0 && i < graph->count; i++) {
        struct ir_block *block = graph->order[i];
        if (!graph_in_loop(graph, h->loop, block))
            continue;
        left--;
        for (struct ir_instr *instr = block->first, *next; instr; instr = next) {
            next = instr->next;
            h->invariant = true;
            if (!may_hoist(h, instr))
                continue;
            ir_each_source(instr, check_source, h);
            if (!h->invariant) {
                if (instr->op == IR_SLT || instr->op == IR_SLE)
                    compare_unsigned(h, block, instr);
                continue;
            }
            opt_move_instr(block, instr, h->loop->preheader);
            h->definitions.block[instr->dst] = h->loop->preheader;
        }
    }
}

void opt_hoist(struct opt *opt)
{
    struct hoister h = {.opt = opt, .definitions = opt_find_definitions(opt)};
    for (h.loop = opt->graph->loops; h.loop; h.loop = h.loop->next) {
        if (h.loop->preheader)
            hoist_from(&h);
    }
}
