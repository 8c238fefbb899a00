/* reassociate.c - rebuilds address sums as base + constant.
 *
 * The address of every access is split into a symbol or slot, products of registers with constants, and a
 * constant. It is rebuilt with the most invariant terms first (those set in the outermost loop) and the
 * constant as the offset of the access. So `a[i-1][j]`, `a[i+1][j]`, `a[i][j-1]`, `a[i][j+1]` share one base,
 * and its part with i is invariant in a loop over j. If no other access has the same sum with another
 * constant, and a term is set outside the loop, the constant is added there: the access can then add two
 * registers by itself (opt_address_modes), or step its pointer. Arithmetic is modulo 2^32 throughout, like
 * the machine's. Must have run before: opt_ssa_build, opt_propagate. Runs before: opt_cse, which merges the
 * equal bases. */
#include "fcc/ir/index.h"

#include "common/bisect.h"
#include "common/compare.h"
#include "fcc/opt/opt.h"

#include <stdlib.h>

enum { MOST_TERMS = 6, DEEPEST = 12, OFFSET_LIMIT = 4000 };

struct term {
    uint32_t reg;
    uint32_t factor;
    int64_t times;  /* factor of its value in the code of the subscripts */
    bool follows;   /* true: its own code is added instead; times is unused */
    uint32_t depth; /* loops around its definition */
    uint32_t order; /* of its definition's block */
};

struct sum {
    struct ir_operand base; /* symbol, slot, or none */
    struct term terms[MOST_TERMS];
    uint32_t count;
    uint32_t constant;
    int64_t code;  /* share of constants in subscripts (ir.h, invariant 12) */
    bool has_code; /* the code of the terms is known */
    bool overflow; /* too many terms */
    bool shares;   /* another access in a loop has the same sum with a different constant */
};

/* The sums of accesses in loops, in order. */
struct accesses {
    struct sum *items;
    uint32_t count;
};

struct rebuilder {
    struct opt *opt;
    struct opt_definitions definitions;
    struct accesses accesses;
    bool *is_rebuilt; /* by register: it masks a distance */
};

/* How an operand is added to a sum. */
struct weight {
    uint32_t factor;
    struct ir_part part; /* to the code of the subscripts */
};

static void add_term(struct rebuilder *r, struct sum *sum, uint32_t reg, struct weight weight)
{
    const int64_t times = weight.part.times;
    const bool follows = weight.part.kind == IR_PART_FOLLOWS;
    sum->has_code &= follows ? weight.factor == 1
                             : weight.part.kind == IR_PART_TIMES && (times == 0 || weight.part.per == 1);
    for (uint32_t i = 0; i < sum->count; i++) {
        if (sum->terms[i].reg == reg) {
            sum->terms[i].factor += weight.factor;
            sum->terms[i].times += times;
            sum->has_code &= !follows && !sum->terms[i].follows;
            return;
        }
    }
    if (sum->count == MOST_TERMS) {
        sum->overflow = true;
        return;
    }
    const struct ir_block *block = reg < r->definitions.count ? r->definitions.block[reg] : NULL;
    struct term *term = &sum->terms[sum->count++];
    *term = (struct term){.reg = reg, .factor = weight.factor, .times = times, .follows = follows};
    if (block) {
        term->depth = block->loop_depth;
        term->order = r->opt->graph->nodes[block->id].order;
    }
}

/* Whether the instruction steps a loop counter, so that a PHI uses its result. Splitting it would keep the
 * old counter live beside the new one. */
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

static void take_apart(struct rebuilder *r, struct sum *sum, struct ir_operand operand, struct weight weight,
                       int depth);

/* Of the operand of a sum, or of its factors, with the part `part`. */
static struct weight part_of(struct weight weight, uint32_t factor, struct ir_part part)
{
    weight.factor *= factor;
    if (weight.part.kind == IR_PART_FOLLOWS)
        weight.part = part;
    else
        weight.part.times = (int64_t)((uint64_t)weight.part.times * (uint64_t)(int32_t)factor);
    return weight;
}

/* Splits a register that is a sum or product; false if it is a term itself. */
static bool take_register_apart(struct rebuilder *r, struct sum *sum, uint32_t reg, struct weight weight,
                                int depth)
{
    const struct ir_part unknown = {.kind = IR_PART_UNKNOWN};
    const struct ir_instr *instr = reg < r->definitions.count ? r->definitions.instr[reg] : NULL;
    if (!instr || depth == 0)
        return false;
    const struct ir_part first = instr->index.is_known ? instr->index.a : unknown;
    const struct ir_part second = instr->index.is_known ? instr->index.b : unknown;
    switch (instr->op) {
    case IR_ADD:
        if (steps_counter(r, instr))
            return false;
        sum->code += weight.part.kind == IR_PART_FOLLOWS ? instr->index.plus : 0;
        take_apart(r, sum, instr->a, part_of(weight, 1, first), depth - 1);
        take_apart(r, sum, instr->b, part_of(weight, 1, second), depth - 1);
        return true;
    case IR_SUB:
        sum->code += weight.part.kind == IR_PART_FOLLOWS ? instr->index.plus : 0;
        take_apart(r, sum, instr->a, part_of(weight, 1, first), depth - 1);
        take_apart(r, sum, instr->b, part_of(weight, UINT32_MAX, second), depth - 1);
        return true;
    case IR_MUL:
        if (instr->b.kind != IR_CONST)
            return false;
        take_apart(r, sum, instr->a, part_of(weight, (uint32_t)instr->b.value, unknown), depth - 1);
        return true;
    case IR_SHL:
        if (instr->b.kind != IR_CONST || (uint32_t)instr->b.value >= 32)
            return false;
        take_apart(r, sum, instr->a, part_of(weight, 1u << instr->b.value, unknown), depth - 1);
        return true;
    default:
        return false;
    }
}

static void take_apart(struct rebuilder *r, struct sum *sum, struct ir_operand operand, struct weight weight,
                       int depth)
{
    int64_t code = 0;
    if (sum->overflow)
        return;
    switch (operand.kind) {
    case IR_NONE:
    case IR_REAL_ZERO:
        break;
    case IR_CONST:
        sum->constant += weight.factor * (uint32_t)operand.value;
        sum->has_code &= ir_part_code(weight.part, operand.value, &code);
        sum->code += code;
        break;
    case IR_SYMBOL:
    case IR_SLOT:
        sum->has_code &= weight.part.kind == IR_PART_TIMES && weight.part.times == 0;
        if (sum->base.kind != IR_NONE || weight.factor != 1) {
            sum->overflow = true;
            break;
        }
        sum->constant += (uint32_t)operand.value;
        sum->base = operand;
        sum->base.value = 0;
        break;
    case IR_VREG:
        if (!take_register_apart(r, sum, operand.id, weight, depth))
            add_term(r, sum, operand.id, weight);
        break;
    }
}

static int compare_terms(const void *left, const void *right)
{
    const struct term *a = left;
    const struct term *b = right;
    const int order = compare_pairs(a->depth, a->order, b->depth, b->order);
    return order != 0 ? order : compare_numbers(a->reg, b->reg);
}

/* A new computation before an access. */
static struct ir_operand compute(struct rebuilder *r, struct ir_block *block, struct ir_instr *place,
                                 enum ir_op op, struct ir_operand a, struct ir_operand b)
{
    struct ir_instr *instr = ir_insert_before(r->opt->unit, block, place, op);
    instr->dst = ir_add_vreg(r->opt->function);
    instr->a = a;
    instr->b = b;
    return ir_vreg(instr->dst);
}

/* How many of the sorted terms, from the first, are set outside the block's loop. */
static uint32_t count_outside(const struct sum *sum, const struct ir_block *block)
{
    uint32_t outside = 0;
    while (outside < sum->count && sum->terms[outside].depth < block->loop_depth)
        outside++;
    return outside;
}

/* Whether the last step of the sum adds a register that changes in the loop: an access does that by
 * itself. */
static bool ends_with_sum(const struct sum *sum, uint32_t outside)
{
    uint32_t last = sum->count;
    while (last > outside && sum->terms[last - 1].factor == 0)
        last--;
    return last > outside && sum->terms[last - 1].factor != UINT32_MAX;
}

/* A subtracted term does not come first if another one can. */
static void put_sum_first(struct sum *sum, uint32_t outside)
{
    const uint32_t end = outside > 0 ? outside : sum->count;
    for (uint32_t i = 0; i < end && sum->terms[0].factor == UINT32_MAX; i++) {
        if (sum->terms[i].factor != UINT32_MAX && sum->terms[i].factor != 0) {
            const struct term first = sum->terms[0];
            sum->terms[0] = sum->terms[i];
            sum->terms[i] = first;
        }
    }
}

/* Whether twice a register comes after the terms that another access has before the register itself: adding
 * the register twice is one instruction less than a product. */
static bool is_sum_again(const struct rebuilder *r, const struct sum *sum, uint32_t place)
{
    enum { MOST_LOOKED_AT = 256 };
    bool found = false;
    if (sum->terms[place].factor != 2 || r->accesses.count > MOST_LOOKED_AT)
        return false;
    for (uint32_t i = 0; i < r->accesses.count && !found; i++) {
        const struct sum *other = &r->accesses.items[i];
        found = other->count > place && ir_same(other->base, sum->base) &&
                other->terms[place].reg == sum->terms[place].reg && other->terms[place].factor == 1;
        for (uint32_t k = 0; k < place && found; k++)
            found =
                other->terms[k].reg == sum->terms[k].reg && other->terms[k].factor == sum->terms[k].factor;
    }
    return found;
}

/* The part of a term's value; of half of it, if it is added twice. */
static struct ir_part part_of_term(const struct term *term, bool subtract, bool is_twice)
{
    const bool is_whole = subtract || is_twice;
    if (term->follows)
        return (struct ir_part){.kind = term->factor == 1 ? IR_PART_FOLLOWS : IR_PART_UNKNOWN};
    if (is_twice && term->times % 2 != 0)
        return (struct ir_part){.kind = IR_PART_UNKNOWN};
    return ir_part_times(is_twice ? term->times / 2 : term->times, is_whole ? 1 : (int32_t)term->factor);
}

/* An address under construction. */
struct partial {
    struct ir_operand address;
    struct ir_part part; /* what it adds to the code */
};

static bool adds_nothing(struct ir_part part)
{
    return part.kind == IR_PART_TIMES && part.times == 0;
}

/* Adds a value to the address, or subtracts it. */
static void add_to(struct rebuilder *r, struct ir_block *block, struct ir_instr *place, const struct sum *sum,
                   struct partial *partial, enum ir_op op, struct partial value)
{
    const struct ir_part follows = {.kind = IR_PART_FOLLOWS};
    struct partial first = *partial, second = value;
    if (first.address.kind != IR_VREG && op == IR_ADD) { /* the canonical form has a constant second */
        first = value;
        second = *partial;
    }
    partial->address = compute(r, block, place, op, first.address, second.address);
    if (sum->has_code && !(adds_nothing(first.part) && adds_nothing(second.part)))
        place->previous->index = ir_index_of(first.part, second.part);
    if (!adds_nothing(first.part) || !adds_nothing(second.part))
        partial->part = follows;
}

/* The sum of `base` and the terms, computed before `place`; `early`: including the constant, which is added
 * to terms set outside the loop if possible. */
static struct partial add_terms(struct rebuilder *r, struct ir_block *block, struct ir_instr *place,
                                struct sum *sum, struct ir_operand base, bool early)
{
    const uint32_t outside = count_outside(sum, block);
    struct partial whole = {base, ir_part_times(0, 1)};
    if (base.kind == IR_NONE)
        put_sum_first(sum, outside);
    for (uint32_t i = 0; i < sum->count; i++) {
        const struct term *term = &sum->terms[i];
        if (early && i == outside && whole.address.kind == IR_VREG) {
            const struct partial constant = {ir_const((int32_t)sum->constant), ir_part_times(0, 1)};
            add_to(r, block, place, sum, &whole, IR_ADD, constant);
            sum->constant = 0;
        }
        struct partial value = {.address = ir_vreg(term->reg)};
        bool subtract = term->factor == UINT32_MAX && whole.address.kind != IR_NONE;
        const bool is_again = whole.address.kind != IR_NONE && is_sum_again(r, sum, i);
        if (term->factor == 0) {
            sum->has_code &= term->times == 0;
            continue;
        }
        value.part = part_of_term(term, subtract, is_again);
        if (is_again)
            add_to(r, block, place, sum, &whole, IR_ADD, value);
        else if (term->factor != 1 && !subtract)
            value.address = compute(r, block, place, IR_MUL, value.address, ir_const((int32_t)term->factor));
        if (whole.address.kind == IR_NONE)
            whole = value;
        else
            add_to(r, block, place, sum, &whole, subtract ? IR_SUB : IR_ADD, value);
    }
    return whole;
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
    const uint32_t outside = count_outside(sum, block);
    const bool early =
        sum->constant != 0 && block->loop_depth > 0 && !sum->shares && ends_with_sum(sum, outside);
    if (early && outside == 0 && address.kind != IR_NONE) {
        address.value = (int32_t)sum->constant;
        sum->constant = 0;
    }
    const struct partial whole = add_terms(r, block, access, sum, address, early && sum->constant != 0);
    access->index = ir_index_of(whole.part, ir_part_times(0, 1));
    access->index.is_known &= sum->has_code;
    access->index.plus = sum->code;
    if (whole.address.kind == IR_NONE) {
        access->a = ir_const((int32_t)sum->constant);
        access->b = ir_const(0);
    } else {
        access->a = whole.address;
        access->b = ir_const((int32_t)sum->constant);
    }
}

/* ---- distances */

/* The sum operand of `x & mask` or `x & ~mask`; NULL: none. */
static struct ir_operand *find_distance(const struct rebuilder *r, struct ir_instr *masks)
{
    struct ir_operand *const operands[] = {&masks->a, &masks->b};
    for (unsigned i = 0; i < (masks->op == IR_AND ? 2u : 1u); i++) {
        const struct ir_instr *sum = operands[i]->kind == IR_VREG && operands[i]->id < r->definitions.count
                                         ? r->definitions.instr[operands[i]->id]
                                         : NULL;
        if (sum && (sum->op == IR_ADD || sum->op == IR_SUB))
            return operands[i];
    }
    return NULL;
}

/* A predicated address is the sum of another address and a masked distance: its loop-invariant terms come
 * first, too. */
static void rebuild_distance(struct rebuilder *r, const struct term *term)
{
    struct ir_instr *masks = term->reg < r->definitions.count ? r->definitions.instr[term->reg] : NULL;
    struct ir_operand *distance =
        masks && (masks->op == IR_AND || masks->op == IR_ANDN) ? find_distance(r, masks) : NULL;
    if (!distance || r->is_rebuilt[term->reg])
        return;
    struct ir_block *block = r->definitions.block[term->reg];
    struct sum sum = {.base = ir_none(), .has_code = true};
    take_apart(r, &sum, *distance, (struct weight){1, {.kind = IR_PART_FOLLOWS}}, DEEPEST);
    qsort(sum.terms, sum.count, sizeof *sum.terms, compare_terms);
    const uint32_t outside = count_outside(&sum, block);
    if (sum.overflow || outside + (sum.base.kind != IR_NONE) < 2 || outside == sum.count)
        return;
    r->is_rebuilt[term->reg] = true;
    if (sum.base.kind != IR_NONE)
        sum.base.value = (int32_t)sum.constant;
    const bool has_constant = sum.base.kind == IR_NONE && sum.constant != 0;
    const struct ir_operand rebuilt = add_terms(r, block, masks, &sum, sum.base, has_constant).address;
    if (rebuilt.kind != IR_VREG || (has_constant && sum.constant != 0))
        return;
    *distance = rebuilt;
    struct ir_index *index = &masks->previous->index;
    index->is_known &= sum.has_code;
    index->plus += sum.code;
}

/* ---- equal sums */

/* By everything except the constant. */
static int compare_sums(const struct sum *a, const struct sum *b)
{
    int order = compare_numbers(a->base.kind, b->base.kind);
    order = order ? order : compare_numbers(a->base.id, b->base.id);
    order = order ? order : compare_numbers(a->count, b->count);
    for (uint32_t i = 0; order == 0 && i < a->count; i++) {
        order = compare_numbers(a->terms[i].reg, b->terms[i].reg);
        order = order ? order : compare_numbers(a->terms[i].factor, b->terms[i].factor);
    }
    return order;
}

static int compare_whole(const void *left, const void *right)
{
    const struct sum *a = left;
    const struct sum *b = right;
    const int order = compare_sums(a, b);
    return order ? order : compare_numbers(a->constant, b->constant);
}

static bool is_access(const struct ir_instr *instr)
{
    const enum ir_shape shape = ir_ops[instr->op].shape;
    return shape == IR_SHAPE_LOAD || shape == IR_SHAPE_STORE || shape == IR_SHAPE_MULTI;
}

static struct sum sum_of(struct rebuilder *r, const struct ir_instr *access)
{
    struct sum sum = {.base = ir_none(), .has_code = access->index.is_known, .code = access->index.plus};
    take_apart(r, &sum, access->a, (struct weight){1, access->index.a}, DEEPEST);
    take_apart(r, &sum, access->b, (struct weight){1, access->index.b}, DEEPEST);
    qsort(sum.terms, sum.count, sizeof *sum.terms, compare_terms);
    return sum;
}

static struct accesses find_accesses(struct rebuilder *r)
{
    struct accesses found = {0};
    for (const struct ir_block *block = r->opt->function->first; block; block = block->next) {
        for (const struct ir_instr *instr = block->first; instr && block->loop_depth > 0; instr = instr->next)
            found.count += is_access(instr);
    }
    found.items = ARENA_ARRAY(r->opt->arena, struct sum, found.count + 1);
    found.count = 0;
    for (const struct ir_block *block = r->opt->function->first; block; block = block->next) {
        for (const struct ir_instr *instr = block->first; instr && block->loop_depth > 0;
             instr = instr->next) {
            if (is_access(instr))
                found.items[found.count++] = sum_of(r, instr);
        }
    }
    qsort(found.items, found.count, sizeof *found.items, compare_whole);
    return found;
}

/* Whether an access in a loop has this sum with another constant. */
static bool is_shared(const struct accesses *accesses, const struct sum *sum)
{
    /* sums like this one with any constant are from `first` to before `end` */
    BISECT(first, accesses->count, i, compare_sums(&accesses->items[i], sum) < 0)
    BISECT(end, accesses->count, i, compare_sums(&accesses->items[i], sum) <= 0)
    return end > first && accesses->items[first].constant != accesses->items[end - 1].constant;
}

void opt_reassociate(struct opt *opt)
{
    struct rebuilder r = {.opt = opt, .definitions = opt_find_definitions(opt)};
    r.accesses = find_accesses(&r);
    r.is_rebuilt = ARENA_ARRAY(opt->arena, bool, r.definitions.count);
    for (struct ir_block *block = opt->function->first; block; block = block->next) {
        for (struct ir_instr *instr = block->first; instr; instr = instr->next) {
            if (!is_access(instr))
                continue;
            struct sum sum = sum_of(&r, instr);
            sum.shares = is_shared(&r.accesses, &sum);
            if (sum.overflow)
                continue;
            for (uint32_t i = 0; i < sum.count; i++)
                rebuild_distance(&r, &sum.terms[i]);
            put_together(&r, block, instr, &sum);
        }
    }
}
