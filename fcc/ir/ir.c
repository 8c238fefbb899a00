/* ir.c - building and changing the intermediate representation; see ir.h. */
#include "fcc/ir/ir.h"

#include "common/hash.h"

#include <string.h>

const struct ir_op_row ir_ops[IR_OP_COUNT] = {
#define IR_OP(name, shape, flags, text) {#name, IR_SHAPE_##shape, flags},
#include "fcc/ir/ir.def"
};

struct ir_unit *ir_unit_new(struct arena *arena)
{
    struct ir_unit *unit = ARENA_NEW(arena, struct ir_unit);
    unit->arena = unit->file_arena = arena;
    return unit;
}

static bool is_same_file(const struct ir_file *a, const struct ir_file *b)
{
    if ((a->copied_from == NULL) != (b->copied_from == NULL) || a->column != b->column ||
        a->scope != b->scope || a->inlined != b->inlined || a->is_entry != b->is_entry ||
        strcmp(a->name, b->name) != 0)
        return false;
    return a->copied_from == NULL || strcmp(a->copied_from, b->copied_from) == 0;
}

/* The slot of that file, or the free slot for it; the table has 2 * file_capacity slots. */
static uint32_t *find_file_slot(const struct ir_unit *unit, const struct ir_file *file)
{
    uint32_t hash = hash_text(file->name, strlen(file->name));
    if (file->copied_from != NULL)
        hash = 31 * hash + hash_text(file->copied_from, strlen(file->copied_from));
    hash = (hash ^ file->column) * 16777619u;
    hash = (hash ^ (uint32_t)((uintptr_t)file->scope >> 4)) * 16777619u;
    hash = (hash ^ (uint32_t)((uintptr_t)file->inlined >> 4)) * 16777619u;
    uint32_t mask = 2 * unit->file_capacity - 1;
    for (uint32_t slot = (hash ^ hash >> 16) & mask;; slot = (slot + 1) & mask) {
        uint32_t *found = &unit->file_slots[slot];
        if (*found == 0 || is_same_file(&unit->files[*found - 1], file))
            return found;
    }
}

static uint32_t add_file(struct ir_unit *unit, struct ir_file file)
{
    uint32_t before = unit->file_capacity;
    unit->files = arena_grow(unit->file_arena, unit->files, unit->file_count, &unit->file_capacity,
                             sizeof *unit->files);
    if (unit->file_capacity != before) {
        unit->file_slots = ARENA_ARRAY(unit->file_arena, uint32_t, 2 * unit->file_capacity);
        for (uint32_t i = 0; i < unit->file_count; i++)
            *find_file_slot(unit, &unit->files[i]) = i + 1;
    }
    uint32_t *slot = find_file_slot(unit, &file);
    if (*slot == 0) {
        unit->files[unit->file_count++] = file;
        *slot = unit->file_count;
    }
    return *slot - 1;
}

uint32_t ir_add_file(struct ir_unit *unit, const char *name)
{
    return add_file(unit, (struct ir_file){.name = name});
}

uint32_t ir_add_copied_file(struct ir_unit *unit, uint32_t file, const char *function,
                            struct ir_inlined *inlined)
{
    struct ir_file copy = unit->files[file];
    if (copy.copied_from != NULL && inlined == NULL)
        return file;
    if (copy.copied_from == NULL)
        copy.copied_from = function;
    copy.inlined = inlined;
    return add_file(unit, copy);
}

uint32_t ir_add_place(struct ir_unit *unit, const char *name, uint32_t column,
                      const struct dwarf_entry *scope)
{
    return add_file(unit, (struct ir_file){.name = name, .column = column, .scope = scope});
}

uint32_t ir_add_entry_place(struct ir_unit *unit, const char *name, uint32_t column)
{
    return add_file(unit, (struct ir_file){.name = name, .column = column, .is_entry = true});
}

/* The record of a register, with room made for it. */
static struct ir_fate *find_fate(struct ir_function *function, struct arena *arena, uint32_t reg)
{
    if (reg >= function->fate_count) {
        const uint32_t count = function->vreg_count + function->vreg_count / 2 + 1;
        struct ir_fate *fates = ARENA_ARRAY(arena, struct ir_fate, count);
        if (function->fate_count > 0)
            memcpy(fates, function->fates, function->fate_count * sizeof *fates);
        function->fates = fates;
        function->fate_count = count;
    }
    return &function->fates[reg];
}

void ir_note_change(struct ir_function *function, struct arena *arena, uint32_t reg)
{
    find_fate(function, arena, reg)->is_changed = true;
}

void ir_note_instead(struct ir_function *function, struct arena *arena, uint32_t reg,
                     struct ir_operand instead)
{
    find_fate(function, arena, reg)->instead = instead;
}

uint32_t ir_add_symbol(struct ir_unit *unit, const char *name, enum ir_section section)
{
    unit->symbols = arena_grow(unit->arena, unit->symbols, unit->symbol_count, &unit->symbol_capacity,
                               sizeof *unit->symbols);
    unit->symbols[unit->symbol_count] = (struct ir_symbol){.name = name, .section = section};
    return unit->symbol_count++;
}

struct ir_function *ir_add_function(struct ir_unit *unit, uint32_t symbol, enum ir_mode mode)
{
    struct ir_function *function = ARENA_NEW(unit->arena, struct ir_function);
    function->symbol = symbol;
    function->mode = mode;
    if (symbol < unit->symbol_count)
        unit->symbols[symbol].definition = function;
    if (unit->last_function != NULL)
        unit->last_function->next = function;
    else
        unit->functions = function;
    unit->last_function = function;
    return function;
}

struct ir_data *ir_add_data(struct ir_unit *unit, uint32_t symbol)
{
    struct ir_data *data = ARENA_NEW(unit->arena, struct ir_data);
    data->symbol = symbol;
    if (unit->last_data != NULL)
        unit->last_data->next = data;
    else
        unit->data = data;
    unit->last_data = data;
    return data;
}

uint32_t ir_add_slot(struct ir_unit *unit, struct ir_function *function, const char *name, uint32_t words)
{
    function->slots = arena_grow(unit->arena, function->slots, function->slot_count, &function->slot_capacity,
                                 sizeof *function->slots);
    function->slots[function->slot_count] = (struct ir_slot){.name = name, .words = words};
    return function->slot_count++;
}

uint32_t ir_add_vreg(struct ir_function *function)
{
    return ++function->vreg_count;
}

uint32_t ir_add_real(struct ir_unit *unit, struct ir_function *function)
{
    uint32_t vreg = ir_add_vreg(function);
    if (vreg >= function->real_capacity) {
        uint32_t capacity = 2 * vreg + 64;
        bool *reals = ARENA_ARRAY(unit->arena, bool, capacity);
        if (function->real_capacity != 0)
            memcpy(reals, function->reals, function->real_capacity * sizeof *reals);
        function->reals = reals;
        function->real_capacity = capacity;
    }
    function->reals[vreg] = true;
    return vreg;
}

uint32_t ir_add_vreg_like(struct ir_unit *unit, struct ir_function *function, uint32_t vreg)
{
    return ir_is_real(function, vreg) ? ir_add_real(unit, function) : ir_add_vreg(function);
}

bool ir_is_real(const struct ir_function *function, uint32_t vreg)
{
    return vreg < function->real_capacity && function->reals[vreg];
}

bool ir_operand_is_real(const struct ir_function *function, struct ir_operand operand)
{
    return operand.kind == IR_REAL_ZERO || (operand.kind == IR_VREG && ir_is_real(function, operand.id));
}

struct ir_block *ir_new_block(struct ir_unit *unit, struct ir_function *function)
{
    struct ir_block *block = ARENA_NEW(unit->arena, struct ir_block);
    block->id = function->block_count++;
    return block;
}

void ir_place_block(struct ir_function *function, struct ir_block *block)
{
    if (function->last != NULL)
        function->last->next = block;
    else
        function->first = block;
    function->last = block;
}

struct ir_instr *ir_append(struct ir_unit *unit, struct ir_block *block, enum ir_op op)
{
    struct ir_instr *instr = ARENA_NEW(unit->arena, struct ir_instr);
    instr->op = op;
    instr->previous = block->last;
    if (block->last != NULL)
        block->last->next = instr;
    else
        block->first = instr;
    block->last = instr;
    return instr;
}

struct ir_instr *ir_insert_before(struct ir_unit *unit, struct ir_block *block, struct ir_instr *place,
                                  enum ir_op op)
{
    struct ir_instr *instr = ARENA_NEW(unit->arena, struct ir_instr);
    instr->op = op;
    instr->line = place->line;
    instr->file = place->file;
    instr->names = place->names;
    instr->next = place;
    instr->previous = place->previous;
    if (place->previous != NULL)
        place->previous->next = instr;
    else
        block->first = instr;
    place->previous = instr;
    return instr;
}

void ir_remove(struct ir_block *block, struct ir_instr *instr)
{
    if (instr->previous != NULL)
        instr->previous->next = instr->next;
    else
        block->first = instr->next;
    if (instr->next != NULL)
        instr->next->previous = instr->previous;
    else
        block->last = instr->previous;
    instr->previous = NULL;
    instr->next = NULL;
}

struct ir_operand ir_none(void)
{
    return (struct ir_operand){.kind = IR_NONE};
}

struct ir_operand ir_vreg(uint32_t vreg)
{
    return (struct ir_operand){.kind = IR_VREG, .id = vreg};
}

struct ir_operand ir_const(int32_t value)
{
    return (struct ir_operand){.kind = IR_CONST, .value = value};
}

struct ir_operand ir_symbol_address(uint32_t symbol, int32_t offset)
{
    return (struct ir_operand){.kind = IR_SYMBOL, .id = symbol, .value = offset};
}

struct ir_operand ir_slot_address(uint32_t slot, int32_t offset)
{
    return (struct ir_operand){.kind = IR_SLOT, .id = slot, .value = offset};
}

struct ir_operand ir_real_zero(void)
{
    return (struct ir_operand){.kind = IR_REAL_ZERO};
}

struct ir_operand ir_zero_like(const struct ir_function *function, uint32_t vreg)
{
    return ir_is_real(function, vreg) ? ir_real_zero() : ir_const(0);
}

bool ir_same(struct ir_operand left, struct ir_operand right)
{
    return left.kind == right.kind && left.id == right.id && left.value == right.value;
}

void ir_each_source(struct ir_instr *instr, void (*visit)(void *context, struct ir_operand *operand),
                    void *context)
{
    struct ir_operand *fixed[] = {&instr->a, &instr->b, &instr->c};
    for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++) {
        if (fixed[i]->kind != IR_NONE)
            visit(context, fixed[i]);
    }
    for (uint32_t i = 0; i < instr->arg_count; i++)
        visit(context, &instr->args[i]);
}

static const struct {
    const char *name;
    enum ir_condition negated; /* itself: none */
    enum ir_condition swapped;
} conditions[IR_CONDITION_COUNT] = {
#define IR_CONDITION(name, text, negated, swapped, comparison, branch) {text, IR_##negated, IR_##swapped},
#include "fcc/ir/instruction.def"
};

bool ir_condition_negate(enum ir_condition condition, enum ir_condition *negated)
{
    *negated = conditions[condition].negated;
    return *negated != condition;
}

enum ir_condition ir_condition_swap(enum ir_condition condition)
{
    return conditions[condition].swapped;
}

const char *ir_condition_name(enum ir_condition condition)
{
    return conditions[condition].name;
}
