/* copy.c - copies a function, for trials of passes. Calls ir.h only. */
#include "fcc/ir/ir.h"

#include <string.h>

/* A copy of an array in the unit's arena. */
static void *copy_array(struct ir_unit *unit, const void *array, size_t count, size_t size)
{
    void *copy = arena_alloc(unit->arena, count * size + 1);
    if (count)
        memcpy(copy, array, count * size);
    return copy;
}

static void copy_instr(struct ir_unit *unit, struct ir_block *block, const struct ir_instr *instr,
                       struct ir_block *const *blocks)
{
    struct ir_instr *copy = ir_append(unit, block, instr->op);
    struct ir_instr *previous = copy->previous;
    *copy = *instr;
    copy->previous = previous;
    copy->next = NULL;
    if (instr->arg_count)
        copy->args = copy_array(unit, instr->args, instr->arg_count, sizeof *instr->args);
    for (unsigned t = 0; t < 2; t++) {
        if (instr->target[t])
            copy->target[t] = blocks[instr->target[t]->id];
    }
}

struct ir_function *ir_copy_function(struct ir_unit *unit, const struct ir_function *function)
{
    struct ir_function *copy = ARENA_NEW(unit->arena, struct ir_function);
    struct ir_block **blocks = ARENA_ARRAY(unit->arena, struct ir_block *, function->block_count + 1);
    *copy = *function;
    copy->next = NULL;
    copy->fates = NULL; /* debuggers are not told of trials */
    copy->fate_count = 0;
    copy->entry = NULL;
    copy->variables = NULL;
    copy->first = NULL;
    copy->last = NULL;
    copy->params = copy_array(unit, function->params, function->param_count, sizeof *function->params);
    copy->reals = copy_array(unit, function->reals, function->real_capacity, sizeof *function->reals);
    copy->slots = copy_array(unit, function->slots, function->slot_count, sizeof *function->slots);
    copy->slot_capacity = function->slot_count;
    for (const struct ir_block *block = function->first; block; block = block->next) {
        struct ir_block *twin = ARENA_NEW(unit->arena, struct ir_block);
        twin->id = block->id;
        twin->loop_depth = block->loop_depth;
        twin->synchronous = block->synchronous;
        blocks[block->id] = twin;
        ir_place_block(copy, twin);
    }
    for (const struct ir_block *block = function->first; block; block = block->next) {
        for (const struct ir_instr *instr = block->first; instr; instr = instr->next)
            copy_instr(unit, blocks[block->id], instr, blocks);
    }
    return copy;
}
