/* order.c - what a step of the back end must keep of the function before it: the order of accesses to memory
 * and, of select, the control flow.
 *
 * Both are rules of synchronous code (ir.h, invariant 5): all PPs of a group execute the same instructions in
 * the same cycles, and a load sees what the others store in the same object. Independent of depend.c.
 */
#include "fcc/back/verify/verify.h"

#include <stdio.h>
#include <stdlib.h>

#include "common/message.h"
#include "fcc/ir/ir.h"

/* ---- the order of accesses */

/* An access, or an instruction that no access crosses, and its number in the order of before, from 1. */
struct ordered {
    const struct machine_instr *instr;
    uint32_t number;
};

struct machine_order {
    struct ordered *list; /* by address of the instruction */
    uint32_t count;
};

static bool is_fence(const struct machine_instr *instr)
{
    return machine_rows[instr->op].fence || instr->op == MACHINE_getct;
}

static bool is_access(const struct machine_instr *instr)
{
    const struct machine_row *row = &machine_rows[instr->op];
    return row->memory_read || row->memory_write;
}

static int compare(const void *a, const void *b)
{
    const struct machine_instr *one = ((const struct ordered *)a)->instr;
    const struct machine_instr *other = ((const struct ordered *)b)->instr;
    return one < other ? -1 : one > other;
}

struct machine_order *machine_keep_order(struct arena *arena, const struct machine_function *function)
{
    struct machine_order *order = ARENA_NEW(arena, struct machine_order);
    uint32_t count = 0;
    for (const struct machine_block *block = function->first; block; block = block->next) {
        for (const struct machine_instr *instr = block->first; instr; instr = instr->next)
            count += is_access(instr) || is_fence(instr);
    }
    order->list = ARENA_ARRAY(arena, struct ordered, count + 1);
    for (const struct machine_block *block = function->first; block; block = block->next) {
        for (const struct machine_instr *instr = block->first; instr; instr = instr->next) {
            if (is_access(instr) || is_fence(instr)) {
                order->list[order->count] = (struct ordered){instr, order->count + 1};
                order->count++;
            }
        }
    }
    qsort(order->list, count, sizeof *order->list, compare);
    return order;
}

/* The highest numbers, of those that have come in a block, of accesses with one alias. */
struct class
{
    uint32_t alias;
    uint32_t load, store;
};

struct ordering {
    struct machine_verifier v;
    struct arena arena;
    const struct machine_order *order;
    struct class *classes;
    uint32_t class_count, class_room;
    uint32_t highest, fence; /* of all, of fences */
};

static struct class *class_of(struct ordering *o, uint32_t alias)
{
    for (uint32_t i = 0; i < o->class_count; i++) {
        if (o->classes[i].alias == alias)
            return &o->classes[i];
    }
    o->classes = arena_grow(&o->arena, o->classes, o->class_count, &o->class_room, sizeof *o->classes);
    o->classes[o->class_count] = (struct class){.alias = alias};
    return &o->classes[o->class_count++];
}

/* An access to an object comes behind all that it may meet and that came before, if one of both stores. */
static bool check_object(struct ordering *o, const struct machine_instr *instr, uint32_t number)
{
    const bool stores = machine_rows[instr->op].memory_write;
    for (uint32_t i = 0; i < o->class_count; i++) {
        const struct class *class = &o->classes[i];
        if (ir_may_meet(class->alias, instr->memory.alias) &&
            (class->store > number || (stores && class->load > number)))
            return machine_breach_here(&o->v, MACHINE_INVARIANT_ordered,
                                       "another access to the object has gone before it");
    }
    struct class *own = class_of(o, instr->memory.alias);
    uint32_t *highest = stores ? &own->store : &own->load;
    *highest = number > *highest ? number : *highest;
    return true;
}

static bool check_instr(struct ordering *o)
{
    const struct machine_instr *instr = o->v.instr;
    const struct ordered key = {.instr = instr};
    const struct ordered *found =
        o->order->count ? bsearch(&key, o->order->list, o->order->count, sizeof key, compare) : NULL;
    if (!found)
        return true; /* a new one: a spill, the frame, what values.c checks */
    if (found->number < o->fence || (is_fence(instr) && found->number < o->highest))
        return machine_breach_here(&o->v, MACHINE_INVARIANT_ordered, "it has crossed %s",
                                   is_fence(instr) ? "an access" : "an instruction that no access crosses");
    o->highest = found->number > o->highest ? found->number : o->highest;
    o->fence = is_fence(instr) ? found->number : o->fence;
    /* words of the frame are no object that other PPs see */
    return !is_access(instr) || instr->rs == REGISTER_fp || check_object(o, instr, found->number);
}

bool machine_verify_order(const struct machine_order *order, const struct machine_function *function,
                          enum machine_stage stage, struct machine_breach *breach)
{
    struct ordering o = {.v = {.function = function, .stage = stage, .breach = breach}, .order = order};
    bool good = true;
    breach->invariant = MACHINE_INVARIANT_none;
    for (o.v.block = function->first; o.v.block && good; o.v.block = o.v.block->next) {
        o.class_count = o.highest = o.fence = 0;
        for (o.v.instr = o.v.block->first; o.v.instr && good; o.v.instr = o.v.instr->next)
            good = check_instr(&o);
    }
    arena_release(&o.arena);
    return good;
}

/* ---- control flow */

bool machine_verify_control(const struct ir_function *source, const struct machine_function *function,
                            struct machine_breach *breach)
{
    struct machine_verifier v = {.function = function, .stage = MACHINE_VIRTUAL, .breach = breach};
    struct arena arena = {0};
    uint32_t *number = ARENA_ARRAY(&arena, uint32_t, source->block_count + 1), count = 0;
    const struct ir_block *block = source->first;
    bool good = true;
    breach->invariant = MACHINE_INVARIANT_none;
    for (const struct ir_block *one = source->first; one; one = one->next)
        number[one->id] = count++;
    for (v.block = function->first; v.block && block && good; v.block = v.block->next, block = block->next) {
        if (v.block->synchronous != block->synchronous)
            good = machine_breach_here(&v, MACHINE_INVARIANT_control, "its mode is another one");
        for (unsigned i = 0; i < 2 && good; i++) {
            const struct machine_block *to = v.block->successor[i];
            const struct ir_block *target = block->last->target[i];
            if (!to != !target || (to && to->id != number[target->id]))
                good = machine_breach_here(&v, MACHINE_INVARIANT_control, "successor %u is another one", i);
        }
    }
    if (good && (v.block || block))
        good = machine_breach_here(&v, MACHINE_INVARIANT_control, "there are more or fewer blocks");
    arena_release(&arena);
    return good;
}

void machine_verify_step(const struct machine_order *order, const struct ir_function *source,
                         const struct machine_function *function, enum machine_stage stage, const char *step)
{
    struct machine_breach breach;
    if (order ? machine_verify_order(order, function, stage, &breach)
              : machine_verify_control(source, function, &breach))
        return;
    message_line(stderr, "fcc: internal error after step %s: %s; please report it", step, breach.text);
    abort();
}
