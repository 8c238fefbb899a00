/* reach.c - symbols of a unit that are reachable from what other files may name. */
#include "fcc/ir/ir.h"

struct reach {
    const struct ir_unit *unit;
    struct ir_data **data; /* by symbol; NULL: it is none */
    bool *reached;         /* by symbol */
    uint32_t *stack;       /* symbols whose references are not followed yet */
    uint32_t depth;
};

static void reach_symbol(struct reach *r, uint32_t symbol)
{
    if (!r->reached[symbol]) {
        r->reached[symbol] = true;
        r->stack[r->depth++] = symbol;
    }
}

static void reach_operand(void *context, struct ir_operand *operand)
{
    if (operand->kind == IR_SYMBOL)
        reach_symbol(context, operand->id);
}

static void reach_parts(struct reach *r, uint32_t symbol)
{
    const struct ir_function *function = r->unit->symbols[symbol].definition;
    const struct ir_data *data = r->data[symbol];
    for (const struct ir_block *block = function != NULL ? function->first : NULL; block != NULL;
         block = block->next) {
        for (struct ir_instr *instr = block->first; instr != NULL; instr = instr->next)
            ir_each_source(instr, reach_operand, r);
    }
    for (uint32_t i = 0; data != NULL && data->words != NULL && i < r->unit->symbols[symbol].words; i++) {
        if (data->words[i].symbol != 0)
            reach_symbol(r, data->words[i].symbol - 1);
    }
}

bool *ir_find_reached(struct arena *arena, const struct ir_unit *unit)
{
    struct reach r = {.unit = unit,
                      .data = ARENA_ARRAY(arena, struct ir_data *, unit->symbol_count + 1),
                      .reached = ARENA_ARRAY(arena, bool, unit->symbol_count + 1),
                      .stack = ARENA_ARRAY(arena, uint32_t, unit->symbol_count + 1)};
    for (struct ir_data *data = unit->data; data != NULL; data = data->next) {
        r.data[data->symbol] = data;
        if (!unit->symbols[data->symbol].literal)
            reach_symbol(&r, data->symbol);
    }
    for (struct ir_function *function = unit->functions; function != NULL; function = function->next) {
        if (unit->symbols[function->symbol].global)
            reach_symbol(&r, function->symbol);
    }
    while (r.depth > 0)
        reach_parts(&r, r.stack[--r.depth]);
    return r.reached;
}
