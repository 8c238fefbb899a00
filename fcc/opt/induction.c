/* induction.c - strength reduction: addresses that grow in a loop are kept by addition.
 *
 * A counter is a PHI of the loop's header that every iteration increases by a loop-invariant. An address that
 * is the sum of a multiple of the counter and of loop-invariants becomes a register of its own, started
 * before the loop and stepped at its end: where the address took more than one instruction (the address
 * starts at the first load's offset, so that this load can do the step, peephole.c), and where the counter
 * then only serves the loop's test (find_test and ends_last say when the test can be made on the address). A
 * counter that only the test needs counts the remaining rounds down to 0 if its range is known (finish.c).
 * The start address of an inner loop is treated alike in the outer loop. Runs after opt_loop_rotate,
 * opt_ssa_build, opt_reassociate, opt_cse, opt_hoist. */
#include "fcc/ir/factor.h"
#include "fcc/ir/index.h"
#include "fcc/opt/opt.h"

#include <stdlib.h>

enum { MOST_ADDRESSES = 8, DEEPEST = 8, LARGEST_FACTOR = 4096, OFFSET_LIMIT = 4000, FEW_ROUNDS = 3 };

struct counter {
    struct ir_instr *phi;
    struct ir_instr *step; /* phi + amount */
    struct ir_operand start;
    struct ir_operand amount;
};

/* An address register of the loop that follows the counter: factor * counter + a loop-invariant. */
struct follower {
    uint32_t reg; /* the old computation's result */
    struct ir_factor factor;
    uint32_t length; /* instructions of the loop that compute it */
    int32_t offset;  /* its start is later by this offset, and the accesses have that much smaller offsets */
    int64_t plus;    /* the same offset in the code of subscripts */
    bool is_settled; /* the offset is 0 */
    bool has_offset; /* an access through it has a code */
    bool is_in_every_round; /* an access through it is executed in every round */
    bool chosen;
    struct ir_instr *phi;
    struct ir_instr *step;
};

struct reducer {
    struct opt *opt;
    struct opt_definitions definitions;
    const struct graph_loop *loop;
    struct ir_block *latch; /* the loop's only end */
    uint32_t front;         /* index of the preheader among the header's predecessors */
    struct counter counter;
    struct follower followers[MOST_ADDRESSES];
    uint32_t count;
    bool takes_step; /* registers that follow the counter's next value, too */
};

/* ---- what changes in the loop */

static bool is_inside(const struct reducer *r, uint32_t reg)
{
    const struct ir_block *block = reg < r->definitions.count ? r->definitions.block[reg] : NULL;
    return block && graph_in_loop(r->opt->graph, r->loop, block);
}

static bool is_unchanging(const struct reducer *r, struct ir_operand operand)
{
    return operand.kind != IR_VREG || !is_inside(r, operand.id);
}

/* The instruction in the loop that computes a register, if it can be part of a linear address; else NULL. */
static struct ir_instr *linear_instr(const struct reducer *r, struct ir_operand operand)
{
    if (operand.kind != IR_VREG || !is_inside(r, operand.id))
        return NULL;
    struct ir_instr *instr = r->definitions.instr[operand.id];
    bool linear = instr->op == IR_ADD || instr->op == IR_SUB || instr->op == IR_MUL;
    return linear ? instr : NULL;
}

/* Analyses an operand as factor * counter + loop-invariant; false if it is not. Adds the number of its
 * instructions to *length. */
static bool follow(const struct reducer *r, struct ir_operand operand, struct ir_factor *factor,
                   uint32_t *length, int depth)
{
    *factor = (struct ir_factor){.unchanging = ir_none()};
    if (is_unchanging(r, operand))
        return true;
    if (operand.id == r->counter.phi->dst) {
        factor->constant = 1;
        return true;
    }
    const struct ir_instr *instr = linear_instr(r, operand);
    struct ir_factor a;
    struct ir_factor b;
    if (!instr || (instr == r->counter.step && !r->takes_step) || depth == 0 ||
        !follow(r, instr->a, &a, length, depth - 1) || !follow(r, instr->b, &b, length, depth - 1))
        return false;
    ++*length;
    if (instr->op != IR_MUL)
        return ir_factor_add(a, b, instr->op == IR_SUB, factor);
    if (is_unchanging(r, instr->b))
        return ir_factor_multiply(a, instr->b, factor);
    return is_unchanging(r, instr->a) && ir_factor_multiply(b, instr->a, factor);
}

/* ---- new computations */

static struct ir_operand add_computation(struct reducer *r, struct ir_block *block, enum ir_op op,
                                         struct ir_operand a, struct ir_operand b)
{
    struct ir_instr *instr = ir_insert_before(r->opt->unit, block, block->last, op);
    instr->dst = ir_add_vreg(r->opt->function);
    instr->a = a;
    instr->b = b;
    opt_add_definition(r->opt, &r->definitions, block, instr);
    return ir_vreg(instr->dst);
}

/* An operand of some instruction becomes another one. */
static void change_operand(struct reducer *r, struct ir_operand *operand, struct ir_operand now)
{
    if (operand->kind == IR_VREG)
        r->definitions.uses[operand->id]--;
    if (now.kind == IR_VREG)
        r->definitions.uses[now.id]++;
    *operand = now;
}

/* Computes, before the loop, the operand's value for the counter `value`. */
static struct ir_operand evaluate_at(struct reducer *r, struct ir_operand operand, struct ir_operand value)
{
    if (is_unchanging(r, operand))
        return operand;
    if (operand.id == r->counter.phi->dst)
        return value;
    const struct ir_instr *instr = r->definitions.instr[operand.id];
    struct ir_operand a = evaluate_at(r, instr->a, value);
    struct ir_operand b = evaluate_at(r, instr->b, value);
    const struct ir_operand result = add_computation(r, r->loop->preheader, instr->op, a, b);
    r->definitions.instr[result.id]->index = instr->index;
    return result;
}

/* ---- finding */

static bool find_counter(struct reducer *r, struct ir_instr *phi)
{
    uint32_t end = 1 - r->front;
    if (phi->arg_count != 2 || phi->args[end].kind != IR_VREG || !is_inside(r, phi->args[end].id))
        return false;
    struct ir_instr *step = r->definitions.instr[phi->args[end].id];
    if (step->op != IR_ADD || step->a.kind != IR_VREG || step->a.id != phi->dst || !is_unchanging(r, step->b))
        return false;
    r->counter = (struct counter){.phi = phi, .step = step, .start = phi->args[r->front], .amount = step->b};
    return true;
}

/* The index of the follower that is in the register; r->count: there is none. */
static uint32_t find_follower(const struct reducer *r, uint32_t reg)
{
    uint32_t i = 0;
    while (i < r->count && r->followers[i].reg != reg)
        i++;
    return i;
}

/* The first load through a stepped address shall have no offset, so that it can do the step. If an access
 * already has none, or would be out of reach, nothing changes. */
static void note_offset(struct follower *f, const struct ir_instr *access, bool is_first)
{
    const int32_t offset = access->b.kind == IR_CONST ? access->b.value : 0;
    if (is_first && access->op == IR_LOAD && abs(offset) <= OFFSET_LIMIT) {
        f->offset = offset;
        f->plus = access->index.is_known ? access->index.plus : 0;
    }
    f->has_offset |= offset != 0;
    const int64_t distance = (int64_t)offset - f->offset;
    if (f->offset == 0 || offset == 0 || distance < -OFFSET_LIMIT || distance > OFFSET_LIMIT)
        f->is_settled = true;
    if (f->is_settled)
        f->offset = 0;
}

/* Collects the loop's addresses that follow the counter. */
static void find_followers(struct reducer *r)
{
    r->count = 0;
    for (uint32_t b = 0; b < r->loop->block_count; b++) {
        for (const struct ir_instr *instr = r->loop->blocks[b]->first; instr; instr = instr->next) {
            enum ir_shape shape = ir_ops[instr->op].shape;
            bool access = shape == IR_SHAPE_LOAD || shape == IR_SHAPE_STORE || shape == IR_SHAPE_MULTI;
            if (!access || !linear_instr(r, instr->a))
                continue;
            struct follower f = {.reg = instr->a.id};
            if (!follow(r, instr->a, &f.factor, &f.length, DEEPEST) || f.factor.constant == 0)
                continue;
            const uint32_t known = find_follower(r, f.reg);
            if (known == MOST_ADDRESSES)
                continue;
            const bool is_first = known == r->count;
            if (is_first)
                r->followers[r->count++] = f;
            note_offset(&r->followers[known], instr, is_first);
            r->followers[known].is_in_every_round |=
                graph_dominates(r->opt->graph, r->loop->blocks[b], r->latch);
        }
    }
}

/* ---- is the counter needed for anything else? */

/* Uses of the counter's PHI that disappear with the followers: in their computations, if nothing else uses
 * these. Walks down each follower; a computation counts once. */
static uint32_t vanishing_uses(const struct reducer *r, struct ir_operand operand,
                               const uint32_t *visited_uses, uint32_t *seen, uint32_t *seen_count)
{
    struct ir_instr *instr = linear_instr(r, operand);
    if (!instr || instr == r->counter.step)
        return 0;
    for (uint32_t i = 0; i < *seen_count; i++) {
        if (seen[i] == instr->dst)
            return 0;
    }
    if (*seen_count == MOST_ADDRESSES * DEEPEST)
        return 0;
    if (find_follower(r, instr->dst) == r->count && visited_uses[instr->dst] != 1)
        return 0; /* it has other uses: it stays */
    seen[(*seen_count)++] = instr->dst;
    return opt_uses_by(instr, r->counter.phi->dst) +
           vanishing_uses(r, instr->a, visited_uses, seen, seen_count) +
           vanishing_uses(r, instr->b, visited_uses, seen, seen_count);
}

/* Uses of a follower other than as an address: then its computation stays. */
static bool is_only_address(const struct reducer *r, uint32_t reg)
{
    uint32_t as_address = 0;
    for (uint32_t b = 0; b < r->loop->block_count; b++) {
        for (const struct ir_instr *instr = r->loop->blocks[b]->first; instr; instr = instr->next) {
            enum ir_shape shape = ir_ops[instr->op].shape;
            bool access = shape == IR_SHAPE_LOAD || shape == IR_SHAPE_STORE || shape == IR_SHAPE_MULTI;
            as_address += access && instr->a.kind == IR_VREG && instr->a.id == reg;
        }
    }
    return as_address == r->definitions.uses[reg];
}

/* Whether the counter is certainly on the near side of its limit at the loop's entry. */
static bool is_guarded(const struct reducer *r, enum ir_condition condition, struct ir_operand limit)
{
    struct ir_operand start = r->counter.start;
    if (condition == IR_NE)
        return true;
    if (start.kind == IR_CONST && limit.kind == IR_CONST)
        return condition == IR_LT ? start.value < limit.value : start.value > limit.value;
    const struct graph_node *front = &r->opt->graph->nodes[r->loop->preheader->id];
    if (front->predecessor_count != 1)
        return false;
    const struct ir_instr *guard = front->predecessors[0]->last;
    if (guard->op != IR_BRANCH || guard->target[0] == guard->target[1])
        return false;
    enum ir_condition held = guard->condition;
    if (guard->target[1] == r->loop->preheader && !ir_condition_negate(held, &held))
        return false;
    if (ir_same(guard->a, start) && ir_same(guard->b, limit))
        return held == condition;
    return ir_same(guard->b, start) && ir_same(guard->a, limit) && ir_condition_swap(held) == condition;
}

/* Finds the loop's test `step condition limit` that goes back to the header; false if it has another form or
 * does not fit the counter's direction. */
static bool find_test(const struct reducer *r, struct ir_operand *limit)
{
    const struct ir_instr *test = r->latch->last;
    if (test->op != IR_BRANCH || r->counter.amount.kind != IR_CONST)
        return false;
    enum ir_condition condition = test->condition;
    struct ir_operand a = test->a;
    *limit = test->b;
    if (a.kind != IR_VREG || a.id != r->counter.step->dst) {
        a = test->b;
        *limit = test->a;
        condition = ir_condition_swap(condition);
    }
    if (a.kind != IR_VREG || a.id != r->counter.step->dst || !is_unchanging(r, *limit))
        return false;
    if (test->target[0] != r->loop->header && !ir_condition_negate(condition, &condition))
        return false;
    bool up = r->counter.amount.value == 1 && (condition == IR_LT || condition == IR_NE);
    bool down = r->counter.amount.value == -1 && (condition == IR_GT || condition == IR_NE);
    return (up || down) && is_guarded(r, condition, *limit);
}

/* Whether the follower has its end value after the last round, and after no round before. Addresses are sums
 * modulo 2^32: if 2^k divides the factor, they repeat after 2^(32-k) rounds. Fewer rounds are certain if
 * start and limit are constants. So they are if each round accesses the address: as many rounds as that would
 * touch every 2^k-th address that there is, and there are LARGEST_FACTOR illegal ones in a row
 * (docs/machine.md, data memory). */
static bool ends_last(const struct reducer *r, const struct follower *f, struct ir_operand limit)
{
    const uint32_t factor = f->factor.constant;
    if (f->factor.unchanging.kind != IR_NONE || (factor > LARGEST_FACTOR && 0 - factor > LARGEST_FACTOR))
        return false;
    const struct ir_operand start = r->counter.start;
    uint32_t before_last = UINT32_MAX; /* rounds */
    if (start.kind == IR_CONST && limit.kind == IR_CONST)
        before_last = ((uint32_t)limit.value - (uint32_t)start.value) * (uint32_t)r->counter.amount.value - 1;
    return f->is_in_every_round || (uint64_t)before_last * (factor & (0 - factor)) <= UINT32_MAX;
}

/* The follower that can replace the counter in the loop's test; -1: none, or the counter has other uses. */
static int find_replacement(const struct reducer *r, struct ir_operand *limit)
{
    uint32_t seen[MOST_ADDRESSES * DEEPEST];
    uint32_t seen_count = 0;
    uint32_t vanishing = 0;
    int found = -1;
    if (!find_test(r, limit) || r->definitions.uses[r->counter.step->dst] != 2)
        return -1; /* the step is wanted by the PHI and the test alone */
    for (uint32_t i = 0; i < r->count; i++) {
        if (!is_only_address(r, r->followers[i].reg))
            return -1;
        vanishing += vanishing_uses(r, ir_vreg(r->followers[i].reg), r->definitions.uses, seen, &seen_count);
        if (found < 0 && ends_last(r, &r->followers[i], *limit))
            found = (int)i;
    }
    /* the one use left is the step itself */
    return r->definitions.uses[r->counter.phi->dst] == vanishing + 1 ? found : -1;
}

/* ---- the code of subscripts (ir.h, invariant 12) */

/* How often the counter is in the code of a register, or (part) in what a sum adds for one; false if
 * unknown. */
static bool code_follows(const struct reducer *r, struct ir_operand operand, struct ir_part part,
                         int64_t *times, int depth)
{
    struct ir_factor factor;
    uint32_t length = 0;
    *times = 0;
    if (part.kind == IR_PART_TIMES) {
        if (part.times == 0)
            return true;
        if (!follow(r, operand, &factor, &length, DEEPEST) || factor.unchanging.kind != IR_NONE)
            return false;
        *times = (int64_t)((uint64_t)((int32_t)factor.constant / part.per) * (uint64_t)part.times);
        return (int32_t)factor.constant % part.per == 0;
    }
    const struct ir_instr *instr = linear_instr(r, operand);
    int64_t of_b;
    if (is_unchanging(r, operand))
        return true;
    if (!instr || !instr->index.is_known || depth == 0 ||
        !code_follows(r, instr->a, instr->index.a, times, depth - 1) ||
        !code_follows(r, instr->b, instr->index.b, &of_b, depth - 1))
        return false;
    *times += of_b;
    return true;
}

/* The index of a follower's step by an amount. */
static struct ir_index index_of_step(const struct reducer *r, const struct follower *f)
{
    const struct ir_part follows = {.kind = IR_PART_FOLLOWS};
    int64_t times;
    if (f->factor.unchanging.kind != IR_NONE || f->factor.alone != 0 ||
        !code_follows(r, ir_vreg(f->reg), follows, &times, DEEPEST))
        return (struct ir_index){.is_known = false};
    return ir_index_of(follows, ir_part_times(times, (int32_t)f->factor.constant));
}

/* ---- changing the loop */

/* amount * number, of the counter's amount. */
static struct ir_operand multiply_amount(struct reducer *r, uint32_t number)
{
    const struct ir_operand amount = r->counter.amount;
    if (amount.kind == IR_CONST)
        return ir_const((int32_t)(number * (uint32_t)amount.value));
    return number == 1 ? amount
                       : add_computation(r, r->loop->preheader, IR_MUL, amount, ir_const((int32_t)number));
}

/* Adds the offset to the start of the stepped address, and to its subscript code. */
static struct ir_operand add_offset(struct reducer *r, struct ir_operand start, const struct follower *f)
{
    const struct ir_operand sum = add_computation(r, r->loop->preheader, IR_ADD, start, ir_const(f->offset));
    struct ir_index *index = &r->definitions.instr[sum.id]->index;
    *index = ir_index_of((struct ir_part){.kind = IR_PART_FOLLOWS}, ir_part_times(0, 1));
    index->plus = f->plus;
    return sum;
}

static void make_follower(struct reducer *r, struct follower *f)
{
    const struct ir_index index = index_of_step(r, f);
    struct ir_operand start = evaluate_at(r, ir_vreg(f->reg), r->counter.start);
    struct ir_block *front = r->loop->preheader;
    if (f->offset != 0)
        start = add_offset(r, start, f);
    struct ir_operand amount = multiply_amount(r, f->factor.constant);
    if (f->factor.unchanging.kind != IR_NONE)
        amount = add_computation(r, front, IR_MUL, f->factor.unchanging, amount);
    if (f->factor.alone != 0)
        amount = add_computation(r, front, IR_ADD, amount, multiply_amount(r, f->factor.alone));
    struct ir_block *header = r->loop->header;
    f->phi = ir_insert_before(r->opt->unit, header, header->first, IR_PHI);
    f->phi->dst = ir_add_vreg(r->opt->function);
    f->phi->args = ARENA_ARRAY(r->opt->unit->arena, struct ir_operand, 2);
    f->phi->arg_count = 2;
    struct ir_operand next = add_computation(r, r->latch, IR_ADD, ir_vreg(f->phi->dst), amount);
    f->step = r->latch->last->previous;
    f->step->index = index;
    f->phi->args[r->front] = start;
    f->phi->args[1 - r->front] = next;
    opt_add_definition(r->opt, &r->definitions, header, f->phi);
    f->chosen = true;
}

static void replace_test(struct reducer *r, const struct follower *f, struct ir_operand limit)
{
    struct ir_operand end = evaluate_at(r, ir_vreg(f->reg), limit);
    if (f->offset != 0)
        end = add_computation(r, r->loop->preheader, IR_ADD, end, ir_const(f->offset));
    struct ir_instr *test = r->latch->last;
    test->condition = test->target[0] == r->loop->header ? IR_NE : IR_EQ;
    change_operand(r, &test->a, ir_vreg(f->step->dst));
    change_operand(r, &test->b, end);
}

/* Deletes computations without uses. */
static void drop_unused(struct reducer *r, struct ir_operand operand)
{
    struct ir_instr *instr = linear_instr(r, operand);
    if (!instr || r->definitions.uses[instr->dst] != 0)
        return;
    const struct ir_operand sources[] = {instr->a, instr->b};
    struct ir_block *block = r->definitions.block[instr->dst];
    change_operand(r, &instr->a, ir_none());
    change_operand(r, &instr->b, ir_none());
    ir_remove(block, instr);
    r->definitions.block[instr->dst] = NULL; /* so that it counts as loop-invariant if it occurs again */
    drop_unused(r, sources[0]);
    drop_unused(r, sources[1]);
}

/* Replaces followers where they are addresses; other uses keep the old computation. */
static void use_followers(struct reducer *r)
{
    for (uint32_t b = 0; b < r->loop->block_count; b++) {
        for (struct ir_instr *instr = r->loop->blocks[b]->first; instr; instr = instr->next) {
            enum ir_shape shape = ir_ops[instr->op].shape;
            bool access = shape == IR_SHAPE_LOAD || shape == IR_SHAPE_STORE || shape == IR_SHAPE_MULTI;
            for (uint32_t i = 0; access && i < r->count; i++) {
                const struct follower *f = &r->followers[i];
                if (f->chosen && instr->a.kind == IR_VREG && instr->a.id == f->reg) {
                    change_operand(r, &instr->a, ir_vreg(f->phi->dst));
                    instr->b.value -= f->offset;
                    instr->index.plus -= f->offset != 0 ? f->plus : 0;
                    instr->index.is_known &= f->offset == 0 || instr->index.a.kind == IR_PART_FOLLOWS;
                }
            }
        }
    }
    for (uint32_t i = 0; i < r->count; i++)
        drop_unused(r, ir_vreg(r->followers[i].reg));
}

/* ---- where the addresses of inner loops start */

/* Number of instructions that disappear with the operand: those without other uses. */
static uint32_t count_dropped(const struct reducer *r, struct ir_operand operand)
{
    const struct ir_instr *instr = linear_instr(r, operand);
    if (!instr || r->definitions.uses[instr->dst] != 1)
        return 0;
    return 1 + count_dropped(r, instr->a) + count_dropped(r, instr->b);
}

/* The start of an address that an inner loop keeps by addition may grow in this loop in the same way, if its
 * computation costs more than a step and a copy for the inner loop to change. */
static void follow_start(struct reducer *r, struct ir_operand *start)
{
    enum { STEP_AND_COPY = 2 };
    struct follower f = {0};
    if (count_dropped(r, *start) <= STEP_AND_COPY)
        return;
    r->takes_step = true;
    f.reg = start->id;
    const bool follows = follow(r, *start, &f.factor, &f.length, DEEPEST) && f.factor.constant != 0;
    if (follows)
        make_follower(r, &f);
    r->takes_step = false;
    if (!follows)
        return;
    change_operand(r, start, ir_vreg(f.phi->dst));
    drop_unused(r, ir_vreg(f.reg));
}

static void follow_starts(struct reducer *r)
{
    const struct graph *graph = r->opt->graph;
    for (const struct graph_loop *inner = graph->loops; inner; inner = inner->next) {
        const struct graph_node *header = &graph->nodes[inner->header->id];
        if (inner->parent != r->loop || !inner->preheader || header->predecessor_count != 2)
            continue;
        const uint32_t front = header->predecessors[0] == inner->preheader ? 0 : 1;
        for (struct ir_instr *phi = inner->header->first; phi->op == IR_PHI; phi = phi->next) {
            if (!ir_is_real(r->opt->function, phi->dst))
                follow_start(r, &phi->args[front]);
        }
    }
}

/* A counter that only the test uses counts the remaining rounds. */
static void count_down(struct reducer *r)
{
    struct ir_operand limit;
    struct ir_instr *phi = r->counter.phi;
    struct ir_instr *test = r->latch->last;
    if (!find_test(r, &limit) || r->definitions.uses[r->counter.step->dst] != 2 ||
        r->definitions.uses[phi->dst] != 1)
        return;
    const bool up = r->counter.amount.value == 1;
    struct ir_operand first = up ? limit : r->counter.start;
    struct ir_operand last = up ? r->counter.start : limit;
    if (first.kind == IR_CONST && last.kind == IR_CONST)
        first = ir_const((int32_t)((uint32_t)first.value - (uint32_t)last.value));
    else if (last.kind != IR_CONST || last.value != 0)
        first = add_computation(r, r->loop->preheader, IR_SUB, first, last);
    test->condition = test->target[0] == r->loop->header ? IR_NE : IR_EQ;
    ir_note_change(r->opt->function, r->opt->unit->arena, phi->dst);
    ir_note_change(r->opt->function, r->opt->unit->arena, r->counter.step->dst);
    change_operand(r, &phi->args[r->front], first);
    change_operand(r, &r->counter.step->b, ir_const(-1));
    change_operand(r, &test->a, ir_vreg(r->counter.step->dst));
    change_operand(r, &test->b, ir_const(0));
}

/* Whether a follower pays although the counter stays: the cost before the loop must be recovered after a few
 * rounds. For an inner loop, the computation of the step belongs to the outermost one. An access adds two
 * registers by itself (address_modes.c), and absorbs the step if it is in the loop's only block. */
static bool pays(const struct reducer *r, const struct follower *f)
{
    const struct ir_instr *sum = r->definitions.instr[f->reg];
    const bool is_free = sum->op == IR_ADD && sum->b.kind == IR_VREG && !f->has_offset;
    const bool steps_alone = r->loop->header != r->latch;
    const int32_t saved = (int32_t)f->length - is_free - steps_alone;
    int32_t front = r->counter.start.kind == IR_CONST ? 1 : (int32_t)f->length;
    if (r->loop->depth == 1 && r->counter.amount.kind != IR_CONST && !opt_may_be_copied(r->opt->function))
        front += (f->factor.unchanging.kind != IR_NONE) + (f->factor.constant != 1);
    return saved * FEW_ROUNDS > front;
}

static void reduce_counter(struct reducer *r)
{
    struct ir_operand limit;
    find_followers(r);
    const int replacement = r->count > 0 ? find_replacement(r, &limit) : -1;
    for (uint32_t i = 0; i < r->count; i++) {
        if (replacement >= 0 || pays(r, &r->followers[i]))
            make_follower(r, &r->followers[i]);
    }
    if (replacement >= 0)
        replace_test(r, &r->followers[replacement], limit);
    use_followers(r);
    if (replacement < 0)
        follow_starts(r);
    if (r->count == 0)
        count_down(r);
}

static void reduce_loop(struct reducer *r)
{
    const struct graph_node *header = &r->opt->graph->nodes[r->loop->header->id];
    if (!r->loop->preheader || header->predecessor_count != 2)
        return;
    r->front = header->predecessors[0] == r->loop->preheader ? 0 : 1;
    r->latch = header->predecessors[1 - r->front];
    for (struct ir_instr *phi = r->loop->header->first, *next; phi->op == IR_PHI; phi = next) {
        next = phi->next;
        if (find_counter(r, phi))
            reduce_counter(r);
    }
}

void opt_induction(struct opt *opt)
{
    struct reducer r = {.opt = opt, .definitions = opt_find_definitions(opt)};
    for (r.loop = opt->graph->loops; r.loop; r.loop = r.loop->next)
        reduce_loop(&r);
    opt_merge_index(opt, &r.definitions);
}
