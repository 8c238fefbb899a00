/* breach.c - the rows of invariant.def: names, stages, and texts of breaches. */
#include "fcc/back/verify/verify.h"

#include <stdarg.h>
#include <stdio.h>

static const struct {
    const char *name;
    enum machine_stage from, to;
    const char *sentence;
} invariants[MACHINE_INVARIANT_COUNT] = {
#define MACHINE_INVARIANT(name, from, to, sentence)                                                          \
    [MACHINE_INVARIANT_##name] = {#name, MACHINE_##from, MACHINE_##to, sentence},
#include "fcc/back/verify/invariant.def"
};

const char *machine_invariant_name(enum machine_invariant invariant)
{
    return invariants[invariant].name;
}

bool machine_invariant_holds(const struct machine_verifier *v, enum machine_invariant invariant)
{
    return v->stage >= invariants[invariant].from && v->stage <= invariants[invariant].to;
}

/* The number of an instruction in its block, from 1. */
static unsigned number_of(const struct machine_block *block, const struct machine_instr *instr)
{
    unsigned number = 1;
    for (const struct machine_instr *at = block->first; at && at != instr; at = at->next)
        number++;
    return number;
}

bool machine_breach_here(const struct machine_verifier *v, enum machine_invariant invariant,
                         const char *format, ...)
{
    char what[160];
    char place[80] = "";
    size_t length = 0;
    va_list list;
    va_start(list, format);
    vsnprintf(what, sizeof what, format, list);
    va_end(list);
    if (v->block)
        length = (size_t)snprintf(place, sizeof place, "block %u, ", v->block->id);
    if (v->block && v->instr)
        snprintf(place + length, sizeof place - length, "instruction %u (%s), ",
                 number_of(v->block, v->instr), machine_rows[v->instr->op].mnemonic);
    v->breach->invariant = invariant;
    snprintf(v->breach->text, sizeof v->breach->text, "function %.80s, %sinvariant %s: %s (%s)",
             v->function->name, place, invariants[invariant].name, what, invariants[invariant].sentence);
    return false;
}
