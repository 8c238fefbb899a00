/* merge_index.c - indices that are part of an address are kept as that address.
 *
 * A variable may grow in a loop by varying amounts, as the lower end of a binary search does: it is no
 * counter (induction.c). If the loop uses it only in a sum with a loop-invariant, such as the array that it
 * indexes, the sum replaces the variable: it starts as the initial sum and grows by the same amounts, and the
 * variable is recomputed after the loop. The variable is then a family of registers: the PHI of the loop's
 * header, sums of a member and something else, PHIs of members, in the loop or right after it. Must have run
 * before: opt_loop_rotate, opt_ssa_build, opt_reassociate, opt_cse. */
#include "fcc/opt/opt.h"

enum { MOST_MEMBERS = 16, MOST_TARGETS = 4, LONGEST_FUNCTION = 2000 };

struct family {
    struct opt *opt;
    struct opt_definitions *definitions;
    const struct graph_loop *loop;
    struct ir_operand base; /* the loop-invariant that is added to the variable */
    struct ir_instr *members[MOST_MEMBERS];
    uint32_t count;
    struct ir_instr *targets[MOST_TARGETS]; /* sums of a member and the base, which disappear */
    uint32_t target_count;
    bool possible;
};

static bool is_inside(const struct family *f, const struct ir_instr *instr)
{
    const struct ir_block *block = f->definitions->block[instr->dst];
    return block && graph_in_loop(f->opt->graph, f->loop, block);
}

static bool is_unchanging(const struct family *f, struct ir_operand operand)
{
    const struct ir_instr *instr = operand.kind == IR_VREG ? f->definitions->instr[operand.id] : NULL;
    return !instr || !is_inside(f, instr);
}

static bool is_register(struct ir_operand operand, uint32_t reg)
{
    return operand.kind == IR_VREG && operand.id == reg;
}

static bool is_member(const struct family *f, struct ir_operand operand)
{
    for (uint32_t i = 0; i < f->count; i++) {
        if (is_register(operand, f->members[i]->dst))
            return true;
    }
    return false;
}

static void add_member(struct family *f, struct ir_instr *instr)
{
    if (is_member(f, ir_vreg(instr->dst)))
        return;
    if (f->count == MOST_MEMBERS)
        f->possible = false;
    else
        f->members[f->count++] = instr;
}

/* Kinds of instructions that use a member: a sum that disappears, another member, or a use of the member's
 * own value, which the loop must not contain. */
static void classify(struct family *f, const struct ir_block *block, struct ir_instr *instr, uint32_t reg)
{
    const bool is_first = is_register(instr->a, reg);
    const bool in_loop = graph_in_loop(f->opt->graph, f->loop, block);
    if (instr->op == IR_PHI) {
        add_member(f, instr);
    } else if (in_loop && instr->op == IR_ADD && is_first != is_register(instr->b, reg)) {
        if (!ir_same(is_first ? instr->b : instr->a, f->base))
            add_member(f, instr);
        else if (f->target_count < MOST_TARGETS)
            f->targets[f->target_count++] = instr;
        else
            f->possible = false;
    } else if (in_loop && instr->op == IR_SUB && is_first && !is_register(instr->b, reg)) {
        add_member(f, instr);
    } else if (in_loop) {
        f->possible = false;
    }
}

/* Whether the base may be added at the end of the block. */
static bool may_add_base(const struct family *f, const struct ir_block *block)
{
    const struct ir_block *set =
        f->base.kind == IR_VREG ? f->definitions->block[f->base.id] : f->opt->function->first;
    return (!set || graph_dominates(f->opt->graph, set, block)) &&
           !graph_in_loop(f->opt->graph, f->loop, block);
}

/* Whether each argument of a PHI of the family is a member or comes from outside. */
static bool is_whole(const struct family *f, const struct ir_instr *phi)
{
    const struct ir_block *block = f->definitions->block[phi->dst];
    const struct graph_node *node = &f->opt->graph->nodes[block->id];
    for (uint32_t i = 0; i < phi->arg_count; i++) {
        if (!is_member(f, phi->args[i]) && !may_add_base(f, node->predecessors[i]))
            return false;
    }
    return graph_in_loop(f->opt->graph, f->loop, block) || f->loop->parent == node->loop;
}

/* Finds the family of the PHI for a base; false if it cannot be changed. */
static bool find_family(struct family *f, struct ir_instr *phi)
{
    f->count = 0;
    f->target_count = 0;
    f->possible = true;
    add_member(f, phi);
    for (uint32_t i = 0; i < f->count && f->possible; i++) {
        const uint32_t reg = f->members[i]->dst;
        for (struct ir_block *block = f->opt->function->first; block; block = block->next) {
            for (struct ir_instr *instr = block->first; instr; instr = instr->next) {
                if (opt_uses_by(instr, reg) > 0)
                    classify(f, block, instr, reg);
            }
        }
    }
    for (uint32_t i = 0; i < f->count && f->possible; i++) {
        const struct ir_instr *member = f->members[i];
        f->possible =
            member->op == IR_PHI ? is_whole(f, member) : is_member(f, member->a) != is_member(f, member->b);
    }
    return f->possible && f->target_count > 0;
}

/* Whether the sum has uses other than accesses, which would add two registers by themselves. */
static bool is_worth_it(const struct family *f, uint32_t sum)
{
    for (uint32_t b = 0; b < f->loop->block_count; b++) {
        for (struct ir_instr *instr = f->loop->blocks[b]->first; instr; instr = instr->next) {
            if ((instr->op == IR_ADD || instr->op == IR_SUB) && opt_uses_by(instr, sum) > 0)
                return true;
        }
    }
    return false;
}

/* ---- changing it */

static struct ir_operand compute(struct family *f, struct ir_block *block, struct ir_instr *place,
                                 enum ir_op op, struct ir_operand a)
{
    struct ir_instr *instr = ir_insert_before(f->opt->unit, block, place, op);
    instr->dst = ir_add_vreg(f->opt->function);
    instr->a = a;
    instr->b = f->base;
    opt_add_definition(f->opt, f->definitions, block, instr);
    return ir_vreg(instr->dst);
}

/* Adds the base to the values that enter a PHI of the family from outside. */
static void shift_arguments(struct family *f, struct ir_instr *phi)
{
    const struct graph_node *node = &f->opt->graph->nodes[f->definitions->block[phi->dst]->id];
    for (uint32_t i = 0; i < phi->arg_count; i++) {
        struct ir_block *from = node->predecessors[i];
        if (!is_member(f, phi->args[i]))
            phi->args[i] = compute(f, from, from->last, IR_ADD, phi->args[i]);
    }
}

struct replacement {
    uint32_t reg;
    struct ir_operand value;
};

static void replace(void *context, struct ir_operand *operand)
{
    const struct replacement *replacement = context;
    if (is_register(*operand, replacement->reg))
        *operand = replacement->value;
}

/* Uses of a member after the loop subtract the base. */
static void restore_uses(struct family *f, const struct ir_instr *member)
{
    for (struct ir_block *block = f->opt->function->first; block; block = block->next) {
        if (graph_in_loop(f->opt->graph, f->loop, block))
            continue;
        for (struct ir_instr *instr = block->first; instr; instr = instr->next) {
            if (instr->op == IR_PHI || opt_uses_by(instr, member->dst) == 0)
                continue;
            struct replacement replacement = {member->dst, ir_none()};
            replacement.value = compute(f, block, instr, IR_SUB, ir_vreg(member->dst));
            ir_each_source(instr, replace, &replacement);
        }
    }
}

static void change(struct family *f)
{
    for (uint32_t i = 0; i < f->count; i++)
        restore_uses(f, f->members[i]);
    for (uint32_t i = 0; i < f->count; i++) {
        if (f->members[i]->op == IR_PHI)
            shift_arguments(f, f->members[i]);
    }
    for (uint32_t i = 0; i < f->target_count; i++) {
        struct ir_instr *target = f->targets[i];
        const bool is_first = is_member(f, target->a);
        target->op = IR_COPY;
        target->index.is_known = false;
        target->a = is_first ? target->a : target->b;
        target->b = ir_none();
    }
    for (uint32_t i = 0; i < f->count; i++)
        f->members[i]->index.is_known = false;
    for (uint32_t i = 0; i < f->count; i++)
        ir_note_change(f->opt->function, f->opt->unit->arena, f->members[i]->dst);
}

/* A base that is added to the PHI in the loop and pays; IR_NONE: none. */
static struct ir_operand find_base(const struct family *f, const struct ir_instr *phi)
{
    for (uint32_t b = 0; b < f->loop->block_count; b++) {
        for (const struct ir_instr *instr = f->loop->blocks[b]->first; instr; instr = instr->next) {
            const bool is_first = is_register(instr->a, phi->dst);
            if (instr->op != IR_ADD || is_first == is_register(instr->b, phi->dst))
                continue;
            const struct ir_operand other = is_first ? instr->b : instr->a;
            if (other.kind != IR_CONST && is_unchanging(f, other) && is_worth_it(f, instr->dst))
                return other;
        }
    }
    return ir_none();
}

static bool is_too_long(const struct ir_function *function)
{
    uint32_t length = 0;
    for (const struct ir_block *block = function->first; block; block = block->next) {
        for (const struct ir_instr *instr = block->first; instr; instr = instr->next)
            length++;
    }
    return length > LONGEST_FUNCTION;
}

void opt_merge_index(struct opt *opt, struct opt_definitions *definitions)
{
    if (is_too_long(opt->function))
        return;
    for (const struct graph_loop *loop = opt->graph->loops; loop; loop = loop->next) {
        for (struct ir_instr *phi = loop->header->first; loop->preheader && phi->op == IR_PHI;
             phi = phi->next) {
            struct family f = {.opt = opt, .definitions = definitions, .loop = loop};
            f.base = find_base(&f, phi);
            if (f.base.kind != IR_NONE && find_family(&f, phi))
                change(&f);
        }
    }
}
