/* dead.c - deletes unused instructions.
 *
 * Marks instructions with an effect and, transitively, those that they use; deletes the others. An unused
 * division (with its fault), load that is not volatile, or READ is deleted. Must have run before:
 * opt_ssa_build. */
#include "fcc/opt/opt.h"

struct marker {
    const struct opt_definitions *definitions;
    bool *used; /* by register */
    uint32_t *stack;
    uint32_t depth;
};

static bool has_effect(const struct ir_instr *instr)
{
    if ((ir_ops[instr->op].flags & (IR_WRITES | IR_FENCE | IR_ENDS)) != 0)
        return true;
    return instr->op == IR_KEEP || (instr->memory & IR_MEM_VOLATILE) != 0;
}

static void mark_source(void *context, struct ir_operand *operand)
{
    struct marker *marker = context;
    if (operand->kind != IR_VREG || marker->used[operand->id])
        return;
    marker->used[operand->id] = true;
    marker->stack[marker->depth++] = operand->id;
}

void opt_dead(struct opt *opt)
{
    struct opt_definitions definitions = opt_find_definitions(opt);
    struct marker marker = {.definitions = &definitions,
                            .used = ARENA_ARRAY(opt->arena, bool, definitions.count),
                            .stack = ARENA_ARRAY(opt->arena, uint32_t, definitions.count)};
    for (struct ir_block *block = opt->function->first; block; block = block->next) {
        for (struct ir_instr *instr = block->first; instr; instr = instr->next) {
            if (has_effect(instr))
                ir_each_source(instr, mark_source, &marker);
        }
    }
    while (marker.depth) {
        struct ir_instr *instr = definitions.instr[marker.stack[--marker.depth]];
        if (instr)
            ir_each_source(instr, mark_source, &marker);
    }
    for (struct ir_block *block = opt->function->first; block; block = block->next) {
        for (struct ir_instr *instr = block->first, *next; instr; instr = next) {
            next = instr->next;
            if (!has_effect(instr) && !marker.used[instr->dst])
                ir_remove(block, instr);
        }
    }
}
