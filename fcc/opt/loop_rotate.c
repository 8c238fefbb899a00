/* loop_rotate.c - gives loops the form that later passes need: the test at the end, a block before the loop.
 *
 * Rotation: if the loop's end jumps back to a header that tests whether to continue, the test is copied to
 * the end. The header then only guards the first iteration, and each iteration has one branch. The header
 * moves before the loop in the layout, so that control falls into it, and from the loop's end into the code
 * after the loop. Only short tests are copied, without calls, stores or other instructions that must not be
 * duplicated. Every iteration executes the same instructions as before, except for the jump, so synchronous
 * code stays synchronous.
 *
 * A loop that only loads and steps one variable, as `while (x[i] < pivot) i++`, is not rotated: the step
 * moves before the test, into the slot of the load, and is undone where the loop is left.
 *
 * Paths past inner loops: if a round of a loop may bypass its inner loops, as in quicksort, the path past the
 * first of them to the end of the round gets blocks of its own. No other path joins it, so values loaded and
 * conditions tested on it stay known. Asynchronous code only (ir.h, invariant 5).
 *
 * Works on code that is not in SSA form. Must have run before: opt_layout.
 */
#include "fcc/opt/opt.h"

enum { LONGEST_TEST = 16, MOST_COPIES = 2 };

static bool may_copy(const struct ir_block *header)
{
    int length = 0;
    for (const struct ir_instr *instr = header->first; instr; instr = instr->next) {
        if ((ir_ops[instr->op].flags & (IR_FENCE | IR_WRITES)) != 0 || ++length > LONGEST_TEST)
            return false;
    }
    return header->last->op == IR_BRANCH;
}

/* Whether exactly one of the header's targets leaves the loop. */
static bool is_exit_test(const struct graph *graph, const struct graph_loop *loop)
{
    const struct ir_instr *branch = loop->header->last;
    return graph_in_loop(graph, loop, branch->target[0]) != graph_in_loop(graph, loop, branch->target[1]);
}

/* The positions of the blocks in the layout. */
struct places {
    uint32_t *order;            /* by block id: its first position */
    struct ir_block **previous; /* by block id */
};

static struct places find_places(struct opt *opt)
{
    struct places places = {.order = ARENA_ARRAY(opt->arena, uint32_t, opt->function->block_count + 1),
                            .previous =
                                ARENA_ARRAY(opt->arena, struct ir_block *, opt->function->block_count + 1)};
    uint32_t count = 0;
    for (struct ir_block *block = opt->function->first; block; block = block->next) {
        places.order[block->id] = count++;
        if (block->next)
            places.previous[block->next->id] = block;
    }
    return places;
}

/* Moves the header, now a guard, before the loop's first other block, if it is after it. */
static void move_guard(struct opt *opt, const struct graph_loop *loop, struct places *places)
{
    struct ir_block *guard = loop->header;
    struct ir_block *first = guard;
    for (uint32_t b = 0; b < loop->block_count; b++) {
        if (places->order[loop->blocks[b]->id] < places->order[first->id])
            first = loop->blocks[b];
    }
    struct ir_block *before = places->previous[first->id];
    if (first == guard || !before || before == guard)
        return;
    struct ir_block **previous = places->previous;
    previous[guard->id]->next = guard->next;
    if (guard->next)
        previous[guard->next->id] = previous[guard->id];
    else
        opt->function->last = previous[guard->id];
    before->next = guard;
    previous[guard->id] = before;
    guard->next = first;
    previous[first->id] = guard;
}

/* Gives loop ends with other successors a block of their own on the way back: the test is copied there. */
static bool split_ends(struct opt *opt, const struct graph_loop *loop)
{
    bool splits = false;
    struct graph *graph = opt->graph;
    struct ir_block *header = loop->header;
    const struct graph_node *node = &graph->nodes[header->id];
    if (header->synchronous || !may_copy(header) || !is_exit_test(graph, loop))
        return false;
    for (uint32_t p = 0; p < node->predecessor_count; p++) {
        struct ir_block *end = node->predecessors[p];
        if (end == header || end->last->op != IR_BRANCH || !graph_dominates(graph, header, end))
            continue;
        struct ir_block *back = ir_new_block(opt->unit, opt->function);
        back->synchronous = header->synchronous;
        struct ir_instr *jump = ir_append(opt->unit, back, IR_JUMP);
        jump->target[0] = header;
        jump->line = end->last->line;
        jump->file = end->last->file;
        end->last->target[end->last->target[0] == header ? 0 : 1] = back;
        back->next = end->next;
        end->next = back;
        if (opt->function->last == end)
            opt->function->last = back;
        splits = true;
    }
    return splits;
}

static void turn_round(struct opt *opt, const struct graph_loop *loop, struct places *places)
{
    struct graph *graph = opt->graph;
    struct ir_block *header = loop->header;
    const struct graph_node *node = &graph->nodes[header->id];
    uint32_t ends = 0;
    if (!may_copy(header) || !is_exit_test(graph, loop))
        return;
    for (uint32_t p = 0; p < node->predecessor_count; p++) {
        const struct ir_block *end = node->predecessors[p];
        if (!graph_dominates(graph, header, end))
            continue;
        ends++;
        if (end == header || end->last->op != IR_JUMP || end->synchronous != header->synchronous)
            return;
    }
    if (ends > MOST_COPIES)
        return;
    for (uint32_t p = 0; p < node->predecessor_count; p++) {
        struct ir_block *end = node->predecessors[p];
        if (!graph_dominates(graph, header, end))
            continue;
        ir_remove(end, end->last);
        for (const struct ir_instr *instr = header->first; instr; instr = instr->next)
            opt_copy_instr(opt, end, instr);
    }
    move_guard(opt, loop, places);
}

/* ---- loops that only step */

enum { LONGEST_BODY = 4 };

/* The value of a register at the end of a body: that of another one at its beginning, plus a constant. */
struct stepped {
    uint32_t reg;
    uint32_t root;
    uint32_t amount;
};

/* The effect of the body if it only adds constants: its instructions' results, in order; false if it does
 * more. */
static bool follow_steps(const struct ir_block *body, struct stepped *steps, uint32_t *count)
{
    *count = 0;
    for (const struct ir_instr *instr = body->first; instr != body->last; instr = instr->next) {
        const bool adds = instr->op == IR_ADD && instr->b.kind == IR_CONST;
        if ((!adds && instr->op != IR_COPY) || instr->a.kind != IR_VREG || *count == LONGEST_BODY)
            return false;
        struct stepped step = {instr->dst, instr->a.id, adds ? (uint32_t)instr->b.value : 0};
        for (uint32_t i = 0; i < *count; i++) {
            if (steps[i].reg == instr->dst)
                return false;
            if (steps[i].reg == instr->a.id) {
                step.root = steps[i].root;
                step.amount += steps[i].amount;
            }
        }
        steps[(*count)++] = step;
    }
    return true;
}

/* The only variable that the body steps, if nothing else that it computes is used elsewhere; 0: none. `uses`:
 * by register, in the function. */
static uint32_t find_stepped(const uint32_t *uses, const struct ir_block *body, uint32_t *amount)
{
    struct stepped steps[LONGEST_BODY];
    uint32_t count;
    uint32_t found = 0;
    if (!follow_steps(body, steps, &count))
        return 0;
    for (uint32_t i = 0; i < count; i++) {
        if (steps[i].reg == steps[i].root && !found) {
            found = steps[i].reg;
            *amount = steps[i].amount;
        } else if (uses[steps[i].reg] != opt_uses_in(body, steps[i].reg)) {
            return 0;
        }
    }
    return found;
}

/* Whether the branch waits for a load of its block. */
static bool waits_for_load(const struct ir_block *block)
{
    const struct ir_instr *before = block->last->previous;
    const struct ir_operand *a = &block->last->a;
    const struct ir_operand *b = &block->last->b;
    return before && before->op == IR_LOAD && before->words == 0 &&
           ((a->kind == IR_VREG && a->id == before->dst) || (b->kind == IR_VREG && b->id == before->dst));
}

/* Where the step is before its test, debuggers do not know the variable. */
static void hide_variable(struct opt *opt, struct ir_instr *instr, uint32_t variable)
{
    struct ir_names *names = ARENA_NEW(opt->unit->arena, struct ir_names);
    *names = (struct ir_names){.outer = instr->names, .reg = variable, .name = 0};
    instr->names = names;
}

/* Moves the step of such a loop before its test. That saves a cycle a round and costs one if the loop is left
 * at once, as inner loops often are, for example those of quicksort. */
static bool step_early(struct opt *opt, const uint32_t *uses, const struct graph_loop *loop)
{
    struct ir_block *header = loop->header;
    struct ir_instr *branch = header->last;
    uint32_t amount = 0;
    if (loop->parent || loop->block_count != 2 || !may_copy(header) || !is_exit_test(opt->graph, loop) ||
        !waits_for_load(header))
        return false;
    const unsigned stays = graph_in_loop(opt->graph, loop, branch->target[0]) ? 0 : 1;
    struct ir_block *body = branch->target[stays];
    const uint32_t variable =
        body == header || body->last->op != IR_JUMP || body->synchronous != header->synchronous
            ? 0
            : find_stepped(uses, body, &amount);
    if (variable == 0 || opt_uses_by(branch, variable) > 0)
        return false;
    struct ir_block *back = ir_new_block(opt->unit, opt->function);
    back->synchronous = header->synchronous;
    struct ir_instr *undo = ir_append(opt->unit, back, IR_ADD);
    undo->dst = variable;
    undo->a = ir_vreg(variable);
    undo->b = ir_const((int32_t)(0 - amount));
    struct ir_instr *jump = ir_append(opt->unit, back, IR_JUMP);
    jump->target[0] = branch->target[1 - stays];
    undo->line = jump->line = branch->line;
    undo->file = jump->file = branch->file;
    branch->target[1 - stays] = back;
    back->next = header->next;
    header->next = back;
    if (opt->function->last == header)
        opt->function->last = back;
    while (body->first != body->last)
        opt_move_before(body, body->first, header, branch);
    hide_variable(opt, branch, variable);
    hide_variable(opt, undo, variable);
    return true;
}

static bool step_all_early(struct opt *opt)
{
    const struct opt_definitions definitions = opt_find_definitions(opt);
    bool changed = false;
    for (const struct graph_loop *loop = opt->graph->loops; loop; loop = loop->next)
        changed |= step_early(opt, definitions.uses, loop);
    return changed;
}

/* ---- blocks in front */

/* previous: by block id, the block before it in the layout. */
static void put_in_front(struct opt *opt, const struct graph_loop *loop, struct ir_block **previous)
{
    struct graph *graph = opt->graph;
    struct ir_block *header = loop->header;
    const struct graph_node *node = &graph->nodes[header->id];
    struct ir_block *front = ir_new_block(opt->unit, opt->function);
    front->synchronous = header->synchronous;
    struct ir_instr *jump = ir_append(opt->unit, front, IR_JUMP);
    jump->target[0] = header;
    jump->line = header->first->line;
    jump->file = header->first->file;
    for (uint32_t p = 0; p < node->predecessor_count; p++) {
        struct ir_block *before = node->predecessors[p];
        for (unsigned t = 0; t < 2 && !graph_dominates(graph, header, before); t++) {
            if (before->last->target[t] == header)
                before->last->target[t] = front;
        }
    }
    previous[header->id]->next = front;
    previous[header->id] = front;
    front->next = header;
}

/* ---- ways past inner loops */

enum { LONGEST_WAY = 24, MOST_ON_WAY = 8 };

/* The blocks of a path, in order; the last one leads to the loop's header. */
struct way {
    struct ir_block *blocks[MOST_ON_WAY];
    uint32_t count;
};

/* The inner loop right after a block; NULL: none. */
static const struct graph_loop *loop_after(const struct graph *graph, const struct graph_loop *outer,
                                           const struct ir_block *block)
{
    const struct ir_block *header = block->last->op == IR_JUMP ? block->last->target[0] : NULL;
    const struct graph_loop *loop = header ? graph->nodes[header->id].loop : NULL;
    return loop && loop->parent == outer && loop->preheader == block ? loop : NULL;
}

/* The target of a block past an inner loop; NULL: none. */
static struct ir_block *find_past(const struct graph *graph, const struct graph_loop *outer,
                                  const struct ir_block *guard)
{
    for (unsigned t = 0; t < 2 && guard->last->op == IR_BRANCH; t++) {
        if (loop_after(graph, outer, guard->last->target[t]))
            return guard->last->target[1 - t];
    }
    return NULL;
}

/* The next block of the path: past inner loops, else the only target, or the first one without other
 * predecessors. */
static struct ir_block *find_next(const struct graph *graph, const struct graph_loop *outer,
                                  const struct ir_block *block)
{
    struct ir_block *const *target = block->last->target;
    struct ir_block *past = find_past(graph, outer, block);
    if (past || block->last->op != IR_BRANCH)
        return past ? past : target[0];
    for (unsigned t = 0; t < 2; t++) {
        if (graph->nodes[target[t]->id].predecessor_count == 1)
            return target[t];
    }
    return NULL;
}

/* Number of instructions of a block; LONGEST_WAY + 1: it must not be copied. */
static uint32_t copied_length(const struct ir_block *block)
{
    uint32_t length = 0;
    for (const struct ir_instr *instr = block->first; instr; instr = instr->next) {
        if ((ir_ops[instr->op].flags & IR_FENCE) != 0 || instr->op == IR_RETURN || block->synchronous)
            return LONGEST_WAY + 1;
        length++;
    }
    return length;
}

/* The path from a block to the end of the loop's round; false if there is no short one. */
static bool find_way(const struct graph *graph, const struct graph_loop *outer, struct ir_block *from,
                     struct way *way)
{
    uint32_t length = 0;
    way->count = 0;
    for (struct ir_block *block = from; block; block = find_next(graph, outer, block)) {
        const bool leaves = block == outer->header || graph->nodes[block->id].loop != outer;
        length += copied_length(block);
        if (leaves || length > LONGEST_WAY || way->count == MOST_ON_WAY)
            return false;
        way->blocks[way->count++] = block;
        if (block->last->target[0] == outer->header || block->last->target[1] == outer->header)
            return true;
    }
    return false;
}

/* Copies the path's blocks and redirects the edge from the guard to the first copy. */
static void copy_way(struct opt *opt, struct ir_block *guard, const struct way *way)
{
    struct ir_block *last = guard;
    for (uint32_t i = 0; i < way->count; i++) {
        const struct ir_block *block = way->blocks[i];
        struct ir_block *copy = ir_new_block(opt->unit, opt->function);
        for (const struct ir_instr *instr = block->first; instr; instr = instr->next)
            opt_copy_instr(opt, copy, instr);
        for (unsigned t = 0; t < 2; t++) {
            if (last->last->target[t] == block)
                last->last->target[t] = copy;
        }
        copy->next = last->next;
        last->next = copy;
        if (opt->function->last == last)
            opt->function->last = copy;
        last = copy;
    }
}

/* Makes the path past the first inner loop of a loop that can bypass it. */
static bool open_way(struct opt *opt, const struct graph_loop *outer)
{
    const struct graph *graph = opt->graph;
    for (uint32_t i = graph->nodes[outer->header->id].order; i < graph->count; i++) {
        struct ir_block *guard = graph->order[i];
        if (graph->nodes[guard->id].loop != outer || !find_past(graph, outer, guard))
            continue;
        struct way way;
        if (guard->synchronous || !find_way(graph, outer, find_past(graph, outer, guard), &way) ||
            graph->nodes[way.blocks[0]->id].predecessor_count == 1)
            return false;
        copy_way(opt, guard, &way);
        return true;
    }
    return false;
}

/* Applies one of the steps below to all loops, inner ones first; rebuilds the graph if one changed blocks. */
static void for_all_loops(struct opt *opt, bool (*change)(struct opt *opt, const struct graph_loop *loop))
{
    bool changed = false;
    for (const struct graph_loop *loop = opt->graph->loops; loop; loop = loop->next)
        changed |= change(opt, loop);
    if (changed)
        opt->graph = graph_build(opt->arena, opt->function);
}

void opt_loop_rotate(struct opt *opt)
{
    if (!opt->graph->loops)
        return;
    if (step_all_early(opt)) {
        opt_layout(opt); /* their bodies are empty now */
        opt->graph = graph_build(opt->arena, opt->function);
    }
    for_all_loops(opt, split_ends);
    struct places places = find_places(opt);
    for (const struct graph_loop *loop = opt->graph->loops; loop; loop = loop->next)
        turn_round(opt, loop, &places);
    opt->graph = graph_build(opt->arena, opt->function);
    places = find_places(opt);
    for (const struct graph_loop *loop = opt->graph->loops; loop; loop = loop->next) {
        if (!loop->preheader)
            put_in_front(opt, loop, places.previous);
    }
    opt->graph = graph_build(opt->arena, opt->function);
    for_all_loops(opt, open_way);
}
