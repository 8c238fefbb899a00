/* drop_unreachable.c - at the end of a file: keeps the functions and string literals that are used, and
 * orders them.
 *
 * Functions are lowered as they are parsed, before it is known whether a static one is called. Unreachable
 * ones are dropped here, with their strings. */
#include "fcc/lower/state.h"

/* Objects of the source come before the string literals, and all are kept. */
static void keep_data(struct ir_unit *ir)
{
    struct ir_data *strings = NULL;
    struct ir_data **last_string = &strings;
    struct ir_data **last = &ir->data;
    ir->last_data = NULL;
    for (struct ir_data *data = ir->data, *next; data != NULL; data = next) {
        next = data->next;
        data->next = NULL;
        if (!ir->symbols[data->symbol].used)
            continue;
        if (ir->symbols[data->symbol].literal) {
            *last_string = data;
            last_string = &data->next;
        } else {
            *last = data;
            last = &data->next;
            ir->last_data = data;
        }
    }
    *last = strings;
    for (struct ir_data *data = strings; data != NULL; data = data->next)
        ir->last_data = data;
}

/* Functions are in the order of their first use or definition in the source. */
static void keep_functions(struct lower *l)
{
    struct ir_unit *ir = l->ir;
    struct ir_function **last = &ir->functions;
    ir->last_function = NULL;
    for (const struct symbol *symbol = l->unit->symbols; symbol != NULL; symbol = symbol->next_in_unit) {
        struct ir_function *function =
            symbol->ir_symbol != 0 ? ir->symbols[symbol->ir_symbol - 1].definition : NULL;
        if (function != NULL && ir->symbols[function->symbol].used) {
            *last = function;
            last = &function->next;
            ir->last_function = function;
        }
    }
    *last = NULL;
}

void lower_drop_unreachable(struct lower *l)
{
    const bool *reached = ir_find_reached(unit_nodes(l->unit), l->ir);
    for (uint32_t i = 0; i < l->ir->symbol_count; i++)
        l->ir->symbols[i].used = reached[i];
    keep_data(l->ir);
    keep_functions(l);
}
