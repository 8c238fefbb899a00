/* index.c - which subscripts lead to an address: what passes do with the parts of sums (ir.h, invariant 12).
 */
#include "fcc/ir/index.h"

struct ir_part ir_part_times(int64_t times, int64_t per)
{
    if (times == 0)
        return (struct ir_part){.kind = IR_PART_TIMES, .per = 1};
    if (per == 0 || per < INT32_MIN || per > INT32_MAX)
        return (struct ir_part){.kind = IR_PART_UNKNOWN};
    const bool divides = times % per == 0;
    return (struct ir_part){
        .kind = IR_PART_TIMES, .per = divides ? 1 : (int32_t)per, .times = divides ? times / per : times};
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
    *code = value / per * part.times;
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

/* The part of x in x + (b + c), of the parts of (x + b) + c. */
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

struct ir_part ir_part_instead(const struct ir_instr *instr, struct ir_operand value)
{
    const bool is_sum = instr->op == IR_ADD || instr->op == IR_SUB;
    const struct ir_index *index = &instr->index;
    int64_t of_a, of_b;
    if (!is_sum || !index->is_known)
        return (struct ir_part){.kind = IR_PART_FOLLOWS};
    if (value.kind == IR_SYMBOL ||
        value.kind == IR_SLOT) /* a subscript that is a constant: fcc tells of these */
        return ir_part_times(0, 1);
    if (!ir_part_code(index->b, instr->b.value, &of_b) || instr->b.kind != IR_CONST)
        return (struct ir_part){.kind = IR_PART_UNKNOWN};
    of_b += index->plus;
    if (value.kind != IR_CONST)
        return of_b == 0 ? index->a : (struct ir_part){.kind = IR_PART_UNKNOWN};
    if (instr->a.kind != IR_CONST || !ir_part_code(index->a, instr->a.value, &of_a))
        return (struct ir_part){.kind = IR_PART_UNKNOWN};
    return ir_part_times(of_a + of_b, value.value);
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
    if (part->kind != IR_PART_FOLLOWS || operand.kind == IR_VREG)
        return;
    const bool is_address = operand.kind == IR_SYMBOL || operand.kind == IR_SLOT;
    index->is_known &= is_address && operand.code != IR_CODE_UNKNOWN;
    index->plus += index->is_known ? operand.code : 0;
    *part = ir_part_times(0, 1);
}
