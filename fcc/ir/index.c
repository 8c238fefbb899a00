/* index.c - which subscripts lead to an address: how passes transform the parts of sums (ir.h, invariant
 * 12). */
#include "fcc/ir/index.h"

struct ir_part ir_part_times(int64_t times, int64_t per)
{
    if (times == 0)
        return (struct ir_part){.kind = IR_PART_TIMES, .per = 1};
    if (per == 0 || per <= INT32_MIN || per > INT32_MAX)
        return (struct ir_part){.kind = IR_PART_UNKNOWN};
    if (times % per == 0) {
        times /= per;
        per = 1;
    }
    return (struct ir_part){
        .kind = IR_PART_TIMES, .per = (int32_t)(per < 0 ? -per : per), .times = per < 0 ? -times : times};
}

struct ir_part ir_part_opposite(struct ir_part part)
{
    if (part.kind == IR_PART_FOLLOWS)
        part.kind = IR_PART_UNKNOWN;
    part.times = -part.times;
    return part;
}

bool ir_part_code(struct ir_part part, int32_t value, int64_t *code)
{
    const int64_t per = part.times == 0 ? 1 : part.per;
    *code = (int64_t)((uint64_t)(value / per) * (uint64_t)part.times);
    return part.kind == IR_PART_TIMES && value % per == 0;
}

struct ir_index ir_index_of(struct ir_part a, struct ir_part b)
{
    return (struct ir_index){
        .is_known = a.kind != IR_PART_UNKNOWN && b.kind != IR_PART_UNKNOWN, .a = a, .b = b};
}

void ir_index_swap(struct ir_index *index)
{
    const struct ir_part part = index->a;
    index->a = index->b;
    index->b = part;
}

static bool is_same_part(struct ir_part x, struct ir_part y)
{
    return x.kind == y.kind && (x.kind != IR_PART_TIMES || (x.times == y.times && x.per == y.per));
}

bool ir_index_is_same(const struct ir_index *x, const struct ir_index *y)
{
    return x->is_known == y->is_known &&
           (!x->is_known || (is_same_part(x->a, y->a) && is_same_part(x->b, y->b) && x->plus == y->plus));
}

struct ir_index ir_index_within(const struct ir_index *outer, const struct ir_index *sum)
{
    struct ir_index index = *outer;
    if (outer->a.kind == IR_PART_FOLLOWS) {
        index = *sum;
        index.is_known &= outer->is_known;
        index.plus += outer->plus;
    } else {
        index.is_known &= outer->a.times == 0 || outer->a.per == 1;
        index.b = outer->a;
    }
    return index;
}

/* The part of x in x + (b + c), from the parts of (x + b) + c. */
struct ir_index ir_index_of_sum(const struct ir_index *inner, int32_t b, const struct ir_index *outer,
                                int32_t c)
{
    struct ir_index index = ir_index_within(outer, inner);
    int64_t of_b, of_c = 0;
    index.is_known &= ir_part_code(index.b, b, &of_b) && ir_part_code(outer->b, c, &of_c);
    index.b = ir_part_times(0, 1);
    index.plus += of_b + of_c;
    return index;
}

struct ir_index ir_index_instead(const struct ir_instr *instr, struct ir_operand value)
{
    const bool is_sum = instr->op == IR_ADD || instr->op == IR_SUB;
    struct ir_index index = {.a = {.kind = IR_PART_FOLLOWS}};
    int64_t of_a = 0, of_b = 0;
    if (!is_sum || !instr->index.is_known || value.kind == IR_SYMBOL || value.kind == IR_SLOT)
        return index;
    index = instr->index;
    const bool is_constant = value.kind == IR_CONST;
    const bool is_known =
        instr->b.kind == IR_CONST && ir_part_code(index.b, instr->b.value, &of_b) &&
        (!is_constant || (instr->a.kind == IR_CONST && ir_part_code(index.a, instr->a.value, &of_a)));
    if (is_constant)
        index.a = ir_part_times(0, 1);
    if (!is_known)
        index.a.kind = IR_PART_UNKNOWN;
    index.plus += of_a + of_b;
    return index;
}

struct ir_operand ir_operand_instead(struct ir_operand operand, const struct ir_index *index,
                                     struct ir_operand value)
{
    const bool follows = index->a.kind == IR_PART_FOLLOWS && index->plus == 0;
    const bool is_nothing = index->a.kind == IR_PART_TIMES && index->a.times == 0;
    if (operand.has_code) {
        value.has_code = true;
        value.code = operand.code;
    } else if (!follows && value.kind == IR_VREG) {
        value.has_code = true;
        value.code = is_nothing ? index->plus : IR_CODE_UNKNOWN;
    }
    return value;
}

int64_t ir_index_code(const struct ir_index *index, struct ir_operand a, int32_t b)
{
    int64_t of_b;
    const bool is_known =
        index->is_known && ir_part_code(index->b, b, &of_b) &&
        (index->a.kind == IR_PART_FOLLOWS ? a.code != IR_CODE_UNKNOWN : index->a.times == 0);
    if (!is_known)
        return IR_CODE_UNKNOWN;
    return of_b + index->plus + (index->a.kind == IR_PART_FOLLOWS ? a.code : 0);
}

void ir_index_settle(struct ir_index *index, struct ir_part *part, struct ir_operand operand)
{
    if (part->kind != IR_PART_FOLLOWS || (operand.kind == IR_VREG && !operand.has_code))
        return;
    index->is_known &= operand.kind != IR_CONST && operand.code != IR_CODE_UNKNOWN;
    index->plus += index->is_known ? operand.code : 0;
    *part = ir_part_times(0, 1);
}

/* ---- what follows from what */

/* By register, in a function where each is written once. */
struct followers {
    struct ir_instr **definition;
    bool *has_code; /* as far as is known now */
};

static bool argument_has_code(const struct followers *f, struct ir_operand operand)
{
    if (operand.kind != IR_VREG)
        return operand.kind != IR_CONST && operand.code != IR_CODE_UNKNOWN;
    const struct ir_instr *from = f->definition[operand.id];
    if (operand.has_code) /* the register must have no part of its own: the copy may disappear */
        return operand.code == 0 && (from == NULL || (from->op != IR_PHI && from->op != IR_COPY));
    return f->has_code[operand.id];
}

static bool part_has_code(const struct followers *f, struct ir_part part, struct ir_operand operand)
{
    return part.kind != IR_PART_FOLLOWS || (operand.kind == IR_VREG && f->has_code[operand.id]);
}

/* Whether the code of the instruction's result is known. */
static bool makes_code(const struct followers *f, const struct ir_instr *instr)
{
    bool has_code = instr->op == IR_COPY && argument_has_code(f, instr->a);
    if (instr->op == IR_AND ||
        instr->op == IR_ANDN) /* of a PP that takes part; otherwise unknown (fcc/lower/place.c) */
        has_code = (instr->a.kind == IR_VREG && f->has_code[instr->a.id]) ||
                   (instr->op == IR_AND && instr->b.kind == IR_VREG && f->has_code[instr->b.id]);
    if (instr->op == IR_PHI) {
        has_code = true;
        for (uint32_t i = 0; i < instr->arg_count; i++)
            has_code &= argument_has_code(f, instr->args[i]);
    }
    return has_code || (instr->index.is_known && part_has_code(f, instr->index.a, instr->a) &&
                        part_has_code(f, instr->index.b, instr->b));
}

/* A register that has a different code elsewhere has none. */
static void drop_own(void *context, struct ir_operand *operand)
{
    const struct followers *f = context;
    if (operand->kind == IR_VREG && operand->has_code && f->definition[operand->id] != NULL)
        f->definition[operand->id]->index.is_known = false;
}

static bool may_have_code(enum ir_op op)
{
    return op == IR_ADD || op == IR_SUB || op == IR_PHI || op == IR_COPY || op == IR_AND || op == IR_ANDN;
}

void ir_index_check(struct arena *arena, struct ir_function *function)
{
    const uint32_t count = function->vreg_count + 1;
    struct followers f = {.definition = ARENA_ARRAY(arena, struct ir_instr *, count),
                          .has_code = ARENA_ARRAY(arena, bool, count)};
    for (const struct ir_block *block = function->first; block; block = block->next)
        for (struct ir_instr *instr = block->first; instr; instr = instr->next) {
            f.definition[instr->dst] = instr->dst == 0 ? NULL : instr;
            f.has_code[instr->dst] = may_have_code(instr->op);
        }
    for (const struct ir_block *block = function->first; block; block = block->next)
        for (struct ir_instr *instr = block->first; instr; instr = instr->next)
            if (instr->op == IR_PHI || instr->op == IR_COPY)
                ir_each_source(instr, drop_own, &f);
    for (bool changed = true; changed;) {
        changed = false;
        for (const struct ir_block *block = function->first; block; block = block->next)
            for (struct ir_instr *instr = block->first; instr; instr = instr->next)
                if ((f.has_code[instr->dst] || instr->index.is_known) && !makes_code(&f, instr)) {
                    changed |= f.has_code[instr->dst];
                    f.has_code[instr->dst] = false;
                    instr->index.is_known = false;
                }
    }
}
