/* breach.c - the names of the rows of invariant.def, and the texts of breaches. */
#include "fcc/ir/verify.h"

#include <stdarg.h>

static const struct {
    const char *name;
    const char *sentence;
} invariants[IR_INVARIANT_COUNT] = {
#define IR_INVARIANT(name, sentence) [IR_INVARIANT_##name] = {#name, sentence},
#include "fcc/ir/invariant.def"
};

const char *ir_invariant_name(enum ir_invariant invariant)
{
    return invariants[invariant].name;
}

const char *ir_invariant_sentence(enum ir_invariant invariant)
{
    return invariants[invariant].sentence;
}

/* The number of an instruction in its block, from 1. */
static unsigned number_of(const struct ir_block *block, const struct ir_instr *instr)
{
    unsigned number = 1;
    for (const struct ir_instr *at = block->first; at != NULL && at != instr; at = at->next)
        number++;
    return number;
}

bool ir_breach_here(const struct ir_verifier *v, enum ir_invariant invariant, const char *format, ...)
{
    char what[160];
    char where[200] = "";
    size_t length = 0;
    va_list list;
    va_start(list, format);
    vsnprintf(what, sizeof what, format, list);
    va_end(list);
    if (v->function != NULL)
        length = (size_t)snprintf(where, sizeof where, "function %.80s, ",
                                  v->unit->symbols[v->function->symbol].name);
    if (v->block != NULL)
        length += (size_t)snprintf(where + length, sizeof where - length, "block b%u, ", v->block->id);
    if (v->block != NULL && v->instr != NULL)
        snprintf(where + length, sizeof where - length, "instruction %u (%s), ",
                 number_of(v->block, v->instr), ir_ops[v->instr->op].name);
    v->breach->invariant = invariant;
    snprintf(v->breach->text, sizeof v->breach->text, "%sinvariant %s: %s (%s)", where,
             invariants[invariant].name, what, invariants[invariant].sentence);
    return false;
}
