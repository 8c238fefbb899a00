/* address.c - sums that are addresses are rebuilt as base + constant.
 *
 * The address of every access is taken apart into a symbol or slot, products of registers with constants, and
 * a constant; and put together again with what changes least in front (what is set in the outermost loop) and
 * the constant as the offset of the access. So `a[i-1][j]`, `a[i+1][j]`, `a[i][j-1]`, `a[i][j+1]` share one
 * base, and its part that belongs to i is the same in every iteration of a loop over j. Arithmetic is modulo
 * 2^32 throughout, as the machine's is. Must have run before: opt_ssa_build, opt_propagate. Runs before:
 * opt_common, which joins the equal bases.
 */
#include "fcc/opt/opt.h"

#include <stdlib.h>

enum { MOST_TERMS = 6, DEEPEST = 12, OFFSET_LIMIT = 4000 };

struct term {
    uint32_t reg;
    uint32_t factor;
    uint32_t depth; /* loops around its definition */
    uint32_t order; /* of its definition's block */
};

struct sum {
    struct ir_operand base; /* symbol, slot, or none */
    struct term terms[MOST_TERMS];
    uint32_t count;
    uint32_t constant;
    bool overflow; /* too many terms */
};

struct rebuilder {
    struct opt *opt;
    struct opt_definitions definitions;
};

static void add_term(struct rebuilder *r, struct sum *sum, uint32_t reg, uint32_t factor)
{
    for (uint32_t i = 0; i < sum->count; i++) {
        if (sum->terms[i].reg == reg) {
            sum->terms[i].factor += factor;
            return;
        }
    }
    if (sum->count == MOST_TERMS) {
        sum->overflow = true;
        return;
    }
    const struct ir_block *block = reg < r->definitions.count ? r->definitions.block[reg] : NULL;
    struct term *term = &sum->terms[sum->count++];
    *term = (struct term){.reg = reg, .factor = factor};
    if (block) {
        term->depth = block->loop_depth;
        term->order = r->opt->graph->nodes[block->id].order;
    }
}

/* Whether the instruction steps a loop counter: a PHI takes its result back. Taking it apart would keep the
 * old counter alive beside the new one. */
static bool steps_counter(const struct rebuilder *r, const struct ir_instr *instr)
{
    if (instr->a.kind != IR_VREG || instr->a.id >= r->definitions.count)
        return false;
    const struct ir_instr *phi = r->definitions.instr[instr->a.id];
    if (!phi || phi->op != IR_PHI)
        return false;
    for (uint32_t i = 0; i < phi->arg_count; i++) {
        if (phi->args[i].kind == IR_VREG && phi->args[i].id == instr->dst)
            return true;
    }
    return false;
}

static void take_apart(struct rebuilder *r, struct sum *sum, struct ir_operand operand, uint32_t factor,
                       int depth);

/* Takes a register apart if it is a sum or product; false if it is a term itself. */
static bool take_register_apart(struct rebuilder *r, struct sum *sum, uint32_t reg, uint32_t factor,
                                int depth)
{
    const struct ir_instr *instr = reg < r->definitions.count ? r->definitions.instr[reg] : NULL;
    if (!instr || depth == 0)
        return false;
    switch (instr->op) {
    case IR_ADD:
        if (steps_counter(r, instr))
            return false;
        take_apart(r, sum, instr->a, factor, depth - 1);
        take_apart(r, sum, instr->b, factor, depth - 1);
        return true;
    case IR_SUB:
        take_apart(r, sum, instr->a, factor, depth - 1);
        take_apart(r, sum, instr->b, 0 - factor, depth - 1);
        return true;
    case IR_MUL:
        if (instr->b.kind != IR_CONST)
            return false;
        take_apart(r, sum, instr->a, factor * (uint32_t)instr->b.value, depth - 1);
        return true;
    case IR_SHL:
        if (instr->b.kind != IR_CONST || (uint32_t)instr->b.value >= 32)
            return false;
        take_apart(r, sum, instr->a, factor << instr->b.value, depth - 1);
        return true;
    default:
        return false;
    }
}

static void take_apart(struct rebuilder *r, struct sum *sum, struct ir_operand operand, uint32_t factor,
                       int depth)
{
    if (sum->overflow)
        return;
    switch (operand.kind) {
    case IR_NONE:
    case IR_REAL_ZERO:
        break;
    case IR_CONST:
        sum->constant += factor * (uint32_t)operand.value;
        break;
    case IR_SYMBOL:
    case IR_SLOT:
        if (sum->base.kind != IR_NONE || factor != 1) {
            sum->overflow = true;
            break;
        }
        sum->constant += (uint32_t)operand.value;
        sum->base = operand;
        sum->base.value = 0;
        break;
    case IR_VREG:
        if (!take_register_apart(r, sum, operand.id, factor, depth))
            add_term(r, sum, operand.id, factor);
        break;
    }
}

static int compare_terms(const void *left, const void *right)
{
    const struct term *a = left;
    const struct term *b = right;
    if (a->depth != b->depth)
        return a->depth < b->depth ? -1 : 1;
    if (a->order != b->order)
        return a->order < b->order ? -1 : 1;
    return a->reg < b->reg ? -1 : a->reg > b->reg;
}

/* A new computation in front of an access. */
static struct ir_operand compute(struct rebuilder *r, struct ir_block *block, struct ir_instr *place,
                                 enum ir_op op, struct ir_operand a, struct ir_operand b)
{
    struct ir_instr *instr = ir_insert_before(r->opt->unit, block, place, op);
    instr->dst = ir_add_vreg(r->opt->function);
    instr->a = a;
    instr->b = b;
    instr->line = place->line;
    instr->file = place->file;
    return ir_vreg(instr->dst);
}

static void put_together(struct rebuilder *r, struct ir_block *block, struct ir_instr *access,
                         struct sum *sum)
{
    struct ir_operand address = sum->base;
    bool in_reach = (int32_t)sum->constant >= -OFFSET_LIMIT && (int32_t)sum->constant <= OFFSET_LIMIT;
    if (address.kind != IR_NONE && (!in_reach || sum->count == 0)) {
        address.value = (int32_t)sum->constant;
        sum->constant = 0;
    }
    qsort(sum->terms, sum->count, sizeof *sum->terms, compare_terms);
    for (uint32_t i = 0; i < sum->count; i++) {
        struct term *term = &sum->terms[i];
        struct ir_operand value = ir_vreg(term->reg);
        bool subtract = term->factor == UINT32_MAX && address.kind != IR_NONE;
        if (term->factor == 0)
            continue;
        if (term->factor != 1 && !subtract)
            value = compute(r, block, access, IR_MUL, value, ir_const((int32_t)term->factor));
        if (address.kind == IR_NONE)
            address = value;
        else if (subtract)
            address = compute(r, block, access, IR_SUB, address, value);
        else if (address.kind == IR_VREG)
            address = compute(r, block, access, IR_ADD, address, value);
        else /* the usual form has what is no register second */
            address = compute(r, block, access, IR_ADD, value, address);
    }
    if (address.kind == IR_NONE) {
        access->a = ir_const((int32_t)sum->constant);
        access->b = ir_const(0);
    } else {
        access->a = address;
        access->b = ir_const((int32_t)sum->constant);
    }
}

void opt_address(struct opt *opt)
{
    struct rebuilder r = {.opt = opt, .definitions = opt_find_definitions(opt)};
    for (struct ir_block *block = opt->function->first; block; block = block->next) {
        for (struct ir_instr *instr = block->first; instr; instr = instr->next) {
            enum ir_shape shape = ir_ops[instr->op].shape;
            if (shape != IR_SHAPE_LOAD && shape != IR_SHAPE_STORE && shape != IR_SHAPE_MULTI)
                continue;
            struct sum sum = {.base = ir_none()};
            take_apart(&r, &sum, instr->a, 1, DEEPEST);
            take_apart(&r, &sum, instr->b, 1, DEEPEST);
            if (!sum.overflow)
                put_together(&r, block, instr, &sum);
        }
    }
}
