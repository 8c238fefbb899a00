/* ir_edit.c - editing functions for several passes: copies and moves of instructions, definitions of
 * registers, replacements.
 *
 * Calls the intermediate representation only; knows no pass. */
#include <string.h>

#include "fcc/ir/index.h"
#include "fcc/opt/opt.h"

struct ir_instr *opt_copy_instr(struct opt *opt, struct ir_block *block, const struct ir_instr *instr)
{
    struct ir_instr *copy = ir_append(opt->unit, block, instr->op);
    struct ir_instr *previous = copy->previous;
    *copy = *instr;
    copy->previous = previous;
    copy->next = NULL;
    if (instr->arg_count) {
        copy->args = ARENA_ARRAY(opt->unit->arena, struct ir_operand, instr->arg_count);
        memcpy(copy->args, instr->args, instr->arg_count * sizeof *copy->args);
    }
    return copy;
}

void opt_move_instr(struct ir_block *from, struct ir_instr *instr, struct ir_block *to)
{
    opt_move_before(from, instr, to, to->last);
}

void opt_move_before(struct ir_block *from, struct ir_instr *instr, struct ir_block *to,
                     struct ir_instr *place)
{
    ir_remove(from, instr);
    instr->names = place->names; /* variables have their values of that place */
    instr->next = place;
    instr->previous = place->previous;
    if (place->previous)
        place->previous->next = instr;
    else
        to->first = instr;
    place->previous = instr;
}

/* Counts the operands that name a register. */
struct use_count {
    uint32_t reg;
    uint32_t count;
};

static void count_uses_of(void *context, struct ir_operand *operand)
{
    struct use_count *count = context;
    count->count += operand->kind == IR_VREG && operand->id == count->reg;
}

uint32_t opt_uses_by(struct ir_instr *instr, uint32_t reg)
{
    struct use_count count = {.reg = reg};
    ir_each_source(instr, count_uses_of, &count);
    return count.count;
}

uint32_t opt_uses_in(const struct ir_block *block, uint32_t reg)
{
    uint32_t uses = 0;
    for (struct ir_instr *instr = block->first; instr; instr = instr->next)
        uses += opt_uses_by(instr, reg);
    return uses;
}

static void count_use(void *context, struct ir_operand *operand)
{
    struct opt_definitions *definitions = context;
    if (operand->kind == IR_VREG)
        definitions->uses[operand->id]++;
}

/* Makes room for all present registers. */
static void grow_definitions(struct opt *opt, struct opt_definitions *definitions)
{
    uint32_t count = opt->function->vreg_count + 1;
    if (count > definitions->capacity) {
        struct opt_definitions old = *definitions;
        definitions->capacity = count + count / 2 + 64;
        definitions->instr = ARENA_ARRAY(opt->arena, struct ir_instr *, definitions->capacity);
        definitions->block = ARENA_ARRAY(opt->arena, struct ir_block *, definitions->capacity);
        definitions->uses = ARENA_ARRAY(opt->arena, uint32_t, definitions->capacity);
        if (old.count) {
            memcpy(definitions->instr, old.instr, old.count * sizeof *old.instr);
            memcpy(definitions->block, old.block, old.count * sizeof *old.block);
            memcpy(definitions->uses, old.uses, old.count * sizeof *old.uses);
        }
    }
    definitions->count = count;
}

void opt_add_definition(struct opt *opt, struct opt_definitions *definitions, struct ir_block *block,
                        struct ir_instr *instr)
{
    grow_definitions(opt, definitions);
    ir_each_source(instr, count_use, definitions);
    if (instr->dst) {
        definitions->instr[instr->dst] = instr;
        definitions->block[instr->dst] = block;
    }
}

struct opt_definitions opt_find_definitions(struct opt *opt)
{
    struct opt_definitions definitions = {0};
    for (struct ir_block *block = opt->function->first; block; block = block->next) {
        for (struct ir_instr *instr = block->first; instr; instr = instr->next)
            opt_add_definition(opt, &definitions, block, instr);
    }
    return definitions;
}

struct opt_values opt_no_values(struct opt *opt)
{
    struct opt_values values = {.count = opt->function->vreg_count + 1};
    values.value = ARENA_ARRAY(opt->arena, struct ir_operand, values.count);
    values.index = ARENA_ARRAY(opt->arena, struct ir_index, values.count);
    return values;
}

static struct ir_operand resolve(const struct opt_values *values, struct ir_operand operand)
{
    while (operand.kind == IR_VREG && operand.id < values->count && values->value[operand.id].kind != IR_NONE)
        operand = ir_operand_instead(operand, &values->index[operand.id], values->value[operand.id]);
    return operand;
}

/* The part of a replaced operand becomes that of its replacement. */
static void resolve_part(const struct opt_values *values, struct ir_operand operand, struct ir_index *index,
                         struct ir_part *part)
{
    while (operand.kind == IR_VREG && operand.id < values->count &&
           values->value[operand.id].kind != IR_NONE) {
        ir_index_settle(index, part, operand);
        if (part->kind == IR_PART_FOLLOWS) {
            *part = values->index[operand.id].a;
            index->plus += values->index[operand.id].plus;
        }
        operand = values->value[operand.id];
    }
    ir_index_settle(index, part, operand);
}

static void resolve_index(const struct opt_values *values, struct ir_instr *instr)
{
    struct ir_index *index = &instr->index;
    if (!index->is_known)
        return;
    resolve_part(values, instr->a, index, &index->a);
    resolve_part(values, instr->b, index, &index->b);
    index->is_known &= index->a.kind != IR_PART_UNKNOWN && index->b.kind != IR_PART_UNKNOWN;
}

struct resolution {
    const struct opt_values *values;
    bool changed;
};

static void resolve_source(void *context, struct ir_operand *operand)
{
    struct resolution *resolution = context;
    struct ir_operand resolved = resolve(resolution->values, *operand);
    resolution->changed |= !ir_same(resolved, *operand);
    *operand = resolved;
}

bool opt_resolve_sources(const struct opt_values *values, struct ir_instr *instr)
{
    struct resolution resolution = {.values = values};
    resolve_index(values, instr);
    ir_each_source(instr, resolve_source, &resolution);
    return resolution.changed;
}

void opt_apply(struct opt *opt, const struct opt_values *values)
{
    for (uint32_t reg = 1; reg < values->count; reg++) {
        if (values->value[reg].kind != IR_NONE)
            ir_note_instead(opt->function, opt->unit->arena, reg, values->value[reg]);
    }
    for (struct ir_block *block = opt->function->first; block; block = block->next) {
        for (struct ir_instr *instr = block->first; instr; instr = instr->next)
            opt_resolve_sources(values, instr);
    }
}
