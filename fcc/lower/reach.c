/* reach.c - at the end of a file: which functions and string literals are wanted, and in which order they
 * stand.
 *
 * Functions are lowered as they are parsed, before it is known whether a static one will be called. Those
 * that nothing reaches are dropped here, together with the strings of theirs.
 */
#include "fcc/lower/state.h"

struct reach {
    struct ir_unit *ir;
    struct ir_function **functions; /* by symbol; NULL: it is none */
    struct ir_data **data;          /* the same */
    bool *reached;                  /* by symbol */
    uint32_t *stack;                /* symbols whose parts are not looked at yet */
    uint32_t depth;
};

static void reach_symbol(struct reach *r, uint32_t symbol)
{
    if (!r->reached[symbol]) {
        r->reached[symbol] = true;
        r->stack[r->depth++] = symbol;
    }
}

static void reach_operand(struct reach *r, const struct ir_operand *operand)
{
    if (operand->kind == IR_SYMBOL) {
        reach_symbol(r, operand->id);
    }
}

static void reach_function(struct reach *r, const struct ir_function *function)
{
    for (const struct ir_block *block = function->first; block != NULL; block = block->next) {
        for (const struct ir_instr *instr = block->first; instr != NULL; instr = instr->next) {
            reach_operand(r, &instr->a);
            reach_operand(r, &instr->b);
            reach_operand(r, &instr->c);
            for (uint32_t i = 0; i < instr->arg_count; i++) {
                reach_operand(r, &instr->args[i]);
            }
        }
    }
}

static void reach_all(struct reach *r)
{
    while (r->depth > 0) {
        const uint32_t symbol = r->stack[--r->depth];
        const struct ir_data *data = r->data[symbol];
        if (r->functions[symbol] != NULL) {
            reach_function(r, r->functions[symbol]);
        }
        for (uint32_t i = 0; data != NULL && data->words != NULL && i < r->ir->symbols[symbol].words; i++) {
            if (data->words[i].symbol != 0) {
                reach_symbol(r, data->words[i].symbol - 1);
            }
        }
    }
}

/* Objects of the source stand before the string literals, and all are wanted. */
static void keep_data(struct reach *r)
{
    struct ir_data *strings = NULL;
    struct ir_data **last_string = &strings;
    struct ir_data **last = &r->ir->data;
    r->ir->last_data = NULL;
    for (struct ir_data *data = r->ir->data, *next; data != NULL; data = next) {
        next = data->next;
        data->next = NULL;
        if (!r->reached[data->symbol]) {
            continue;
        }
        if (r->ir->symbols[data->symbol].literal) {
            *last_string = data;
            last_string = &data->next;
        } else {
            *last = data;
            last = &data->next;
            r->ir->last_data = data;
        }
    }
    *last = strings;
    for (struct ir_data *data = strings; data != NULL; data = data->next) {
        r->ir->last_data = data;
    }
}

/* Functions stand in the order in which the source first uses or defines them. */
static void keep_functions(struct lower *l, struct reach *r)
{
    struct ir_function **last = &r->ir->functions;
    r->ir->last_function = NULL;
    for (const struct symbol *symbol = l->unit->symbols; symbol != NULL; symbol = symbol->next_in_unit) {
        struct ir_function *function = symbol->ir_symbol != 0 ? r->functions[symbol->ir_symbol - 1] : NULL;
        if (function != NULL && r->reached[symbol->ir_symbol - 1]) {
            *last = function;
            last = &function->next;
            r->ir->last_function = function;
        }
    }
    *last = NULL;
}

void lower_reach(struct lower *l)
{
    struct ir_unit *ir = l->ir;
    struct arena *arena = unit_nodes(l->unit);
    struct reach r = {.ir = ir,
                      .functions = ARENA_ARRAY(arena, struct ir_function *, ir->symbol_count + 1),
                      .data = ARENA_ARRAY(arena, struct ir_data *, ir->symbol_count + 1),
                      .reached = ARENA_ARRAY(arena, bool, ir->symbol_count + 1),
                      .stack = ARENA_ARRAY(arena, uint32_t, ir->symbol_count + 1)};
    for (struct ir_data *data = ir->data; data != NULL; data = data->next) {
        r.data[data->symbol] = data;
        if (!ir->symbols[data->symbol].literal) {
            reach_symbol(&r, data->symbol);
        }
    }
    for (struct ir_function *function = ir->functions; function != NULL; function = function->next) {
        r.functions[function->symbol] = function;
        if (ir->symbols[function->symbol].global) {
            reach_symbol(&r, function->symbol);
        }
    }
    reach_all(&r);
    for (uint32_t i = 0; i < ir->symbol_count; i++) {
        ir->symbols[i].used = r.reached[i];
    }
    keep_data(&r);
    keep_functions(l, &r);
}
