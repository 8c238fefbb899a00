/* variable.c - local variables for debuggers: their description, where they are, and up to where they keep
 * their values.
 *
 * With front_options.keep a variable is read by a KEEP (ir.h, invariant 13) wherever its scope ends: at the
 * end of its block, where a jump leaves it, and at the end of each round of a loop that nothing else leaves.
 * Another KEEP stands before each assignment. One that a path reaches before the variable has a value is
 * removed by lower_define_values.
 */
#include "fcc/check/walk.h"
#include "fcc/lower/state.h"

void lower_tell_of_variable(struct lower *l, const struct symbol *symbol)
{
    if (symbol->name == NULL || symbol->is_literal || symbol->is_static || symbol->name->text[0] == '.')
        return;
    if (l->scope == l->outer_scope && l->block_depth > 1 && !symbol->is_parameter)
        l->pos_scope = l->scope =
            describe_block(l->describer, l->outer_scope != NULL ? l->outer_scope : l->function->entry);
    const bool is_outermost = symbol->is_parameter || l->block_depth <= 1;
    struct told_variable *told = ARENA_NEW(unit_nodes(l->unit), struct told_variable);
    *told = (struct told_variable){
        l->told, l->in_scope, symbol,
        describe_variable(l->describer, is_outermost ? l->function->entry : l->scope, symbol)};
    l->told = told;
    l->in_scope = told;
}

/* Where the variable is; an id of 0: nowhere, because nothing has used it yet. */
static struct ir_variable place_of(const struct symbol *symbol)
{
    if (symbol->shared && !symbol->is_held)
        return (struct ir_variable){.kind = IR_VARIABLE_AT, .id = symbol->region, .offset = symbol->offset};
    if (symbol->is_parameter && type_is_record(symbol->type))
        return (struct ir_variable){.kind = IR_VARIABLE_AT, .id = symbol->vreg};
    if (symbol->lives_in_memory && !symbol->shared)
        return (struct ir_variable){.kind = IR_VARIABLE_SLOT, .id = symbol->slot - 1};
    return (struct ir_variable){.kind = IR_VARIABLE_REGISTER, .id = symbol->vreg};
}

void lower_place_variables(struct lower *l)
{
    for (const struct told_variable *told = l->told; told != NULL; told = told->next) {
        struct ir_variable variable = place_of(told->symbol);
        if (variable.kind == IR_VARIABLE_SLOT ? told->symbol->slot == 0 : variable.id == 0)
            continue; /* nothing uses it */
        variable.entry = told->entry;
        struct ir_variable *kept = ARENA_NEW(l->ir->arena, struct ir_variable);
        *kept = variable;
        kept->next = l->function->variables;
        l->function->variables = kept;
    }
    l->told = NULL;
    l->in_scope = NULL;
}

/* ---- up to where they keep their values */

/* The register that a debugger needs for the variable; 0: none. */
static uint32_t register_of(const struct symbol *symbol)
{
    const struct ir_variable variable = place_of(symbol);
    return variable.kind == IR_VARIABLE_SLOT ? 0 : variable.id;
}

static void keep(struct lower *l, uint32_t vreg)
{
    enum { MOST = 20000 }; /* in a function: then the compiler stays fast */
    if (vreg == 0 || l->block == NULL || l->keeps == MOST)
        return;
    l->keeps++;
    lower_emit(l, IR_KEEP)->a = ir_vreg(vreg);
}

void lower_keep(struct lower *l, const struct told_variable *outer)
{
    uint32_t last = 0; /* shared variables of a group have one register */
    if (!l->unit->options->keep)
        return;
    for (const struct told_variable *told = l->in_scope; told != outer; told = told->outer) {
        const uint32_t vreg = register_of(told->symbol);
        if (vreg != last)
            keep(l, vreg);
        last = vreg;
    }
}

static enum walk visit_call(const struct expression *e, void *context)
{
    (void)context;
    return e->kind == EXPRESSION_CALL ? WALK_FOUND : WALK_ON;
}

bool lower_keeps_over(const struct lower *l, const struct expression *value)
{
    const struct walk_visitor visitor = {.expression = visit_call};
    return l->unit->options->keep && walk_expression(value, &visitor);
}

void lower_keep_old(struct lower *l, const struct expression *left)
{
    const bool is_variable = left->kind == EXPRESSION_OBJECT && left->symbol->name != NULL;
    if (!l->unit->options->keep || !is_variable)
        return;
    const struct symbol *symbol = left->symbol;
    if (!symbol->is_static && !symbol->lives_in_memory && (!symbol->shared || symbol->is_held))
        keep(l, symbol->vreg);
}
