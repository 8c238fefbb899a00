/* opt.c - the order of the passes, and the small things that several of them share.
 *
 * In a hostile build every pass is followed by ir_verify.
 */
#include "fcc/opt.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct pass {
    const char *name;
    void (*run)(struct opt *opt);
    bool needs_graph; /* analyse the flow graph before it */
};

static const struct pass passes[] = {
    {"layout", opt_layout, true},        {"shape", opt_shape, true},
    {"ssa_build", opt_ssa_build, true},  {"propagate", opt_propagate, true},
    {"address", opt_address, true},      {"common", opt_common, false},
    {"hoist", opt_hoist, false},         {"dead", opt_dead, false},
    {"induction", opt_induction, false}, {"propagate", opt_propagate, true},
    {"common", opt_common, true},        {"dead", opt_dead, false},
    {"constants", opt_constants, true},  {"ssa_leave", opt_ssa_leave, true},
    {"layout", opt_layout, true},
};

static void verify_after(const struct opt *opt, const struct pass *pass)
{
#ifdef PRAM_HOSTILE
    char text[256];
    if (!ir_verify(opt->unit, text, sizeof text)) {
        fprintf(stderr, "fcc: internal error: after %s: %s\n", pass->name, text);
        ir_print_function(stderr, opt->unit, opt->function);
        abort();
    }
#else
    (void)opt;
    (void)pass;
#endif
}

void opt_function(struct arena *scratch, struct ir_unit *unit, struct ir_function *function)
{
    struct opt opt = {.arena = scratch, .unit = unit, .function = function};
    for (size_t i = 0; i < sizeof passes / sizeof *passes; i++) {
        if (passes[i].needs_graph)
            opt.graph = graph_build(scratch, function);
        passes[i].run(&opt);
        verify_after(&opt, &passes[i]);
    }
}

struct ir_instr *opt_copy_instr(struct opt *opt, struct ir_block *block, struct ir_instr *place,
                                const struct ir_instr *instr)
{
    struct ir_instr *copy =
        place ? ir_insert_before(opt->unit, block, place, instr->op) : ir_append(opt->unit, block, instr->op);
    struct ir_instr *previous = copy->previous;
    struct ir_instr *next = copy->next;
    *copy = *instr;
    copy->previous = previous;
    copy->next = next;
    if (instr->arg_count) {
        copy->args = ARENA_ARRAY(opt->unit->arena, struct ir_operand, instr->arg_count);
        memcpy(copy->args, instr->args, instr->arg_count * sizeof *copy->args);
    }
    return copy;
}

void opt_move_instr(struct ir_block *from, struct ir_instr *instr, struct ir_block *to)
{
    struct ir_instr *place = to->last;
    ir_remove(from, instr);
    instr->next = place;
    instr->previous = place->previous;
    if (place->previous)
        place->previous->next = instr;
    else
        to->first = instr;
    place->previous = instr;
}

static void count_use(void *context, struct ir_operand *operand)
{
    struct opt_definitions *definitions = context;
    if (operand->kind == IR_VREG)
        definitions->uses[operand->id]++;
}

void opt_refresh_definitions(struct opt *opt, struct opt_definitions *definitions)
{
    definitions->count = opt->function->vreg_count + 1;
    if (definitions->count > definitions->capacity) {
        definitions->capacity = definitions->count + definitions->count / 2 + 64;
        definitions->instr = ARENA_ARRAY(opt->arena, struct ir_instr *, definitions->capacity);
        definitions->block = ARENA_ARRAY(opt->arena, struct ir_block *, definitions->capacity);
        definitions->uses = ARENA_ARRAY(opt->arena, uint32_t, definitions->capacity);
    }
    memset(definitions->instr, 0, definitions->count * sizeof *definitions->instr);
    memset(definitions->block, 0, definitions->count * sizeof *definitions->block);
    memset(definitions->uses, 0, definitions->count * sizeof *definitions->uses);
    for (struct ir_block *block = opt->function->first; block; block = block->next) {
        for (struct ir_instr *instr = block->first; instr; instr = instr->next) {
            ir_each_source(instr, count_use, definitions);
            definitions->instr[instr->dst] = instr;
            definitions->block[instr->dst] = block;
        }
    }
    definitions->instr[0] = NULL;
    definitions->block[0] = NULL;
}

struct opt_definitions opt_find_definitions(struct opt *opt)
{
    struct opt_definitions definitions = {0};
    opt_refresh_definitions(opt, &definitions);
    return definitions;
}

struct opt_values opt_no_values(struct opt *opt)
{
    struct opt_values values = {.count = opt->function->vreg_count + 1};
    values.value = ARENA_ARRAY(opt->arena, struct ir_operand, values.count);
    return values;
}

struct ir_operand opt_resolve(const struct opt_values *values, struct ir_operand operand)
{
    while (operand.kind == IR_VREG && operand.id < values->count && values->value[operand.id].kind != IR_NONE)
        operand = values->value[operand.id];
    return operand;
}

struct resolution {
    const struct opt_values *values;
    bool changed;
};

static void resolve_source(void *context, struct ir_operand *operand)
{
    struct resolution *resolution = context;
    struct ir_operand resolved = opt_resolve(resolution->values, *operand);
    resolution->changed |= !ir_same(resolved, *operand);
    *operand = resolved;
}

bool opt_resolve_sources(const struct opt_values *values, struct ir_instr *instr)
{
    struct resolution resolution = {.values = values};
    ir_each_source(instr, resolve_source, &resolution);
    return resolution.changed;
}

void opt_apply(struct opt *opt, const struct opt_values *values)
{
    for (struct ir_block *block = opt->function->first; block; block = block->next) {
        for (struct ir_instr *instr = block->first; instr; instr = instr->next)
            opt_resolve_sources(values, instr);
    }
}
