/* emit.c - putting instructions into blocks and blocks into the function; local variables for debuggers. */
#include <string.h>

#include "fcc/check/walk.h"
#include "fcc/ir/define.h"
#include "fcc/lower/state.h"

void lower_at(struct lower *l, source_pos pos)
{
    l->pos = pos;
    l->pos_scope = l->scope;
}

static void find_line(struct lower *l)
{
    uint32_t column;
    if (!l->in_body) {
        l->file = l->function->file;
        l->line = l->function->line;
        return;
    }
    if (l->placed_pos == l->pos && l->placed_scope == l->pos_scope && l->line != 0)
        return;
    const char *file = source_where_exactly(&l->unit->source, l->pos, &l->line, &column);
    l->file = ir_add_place(l->ir, file, column, l->pos_scope);
    l->placed_pos = l->pos;
    l->placed_scope = l->pos_scope;
}

struct ir_block *lower_new_block(struct lower *l)
{
    return ir_new_block(l->ir, l->function);
}

static void begin_block(struct lower *l, struct ir_block *block)
{
    block->synchronous = l->mode != MODE_ASYNC;
    block->loop_depth = l->loop_depth;
    ir_place_block(l->function, block);
    l->block = block;
}

struct ir_instr *lower_emit(struct lower *l, enum ir_op op)
{
    if (l->block == NULL)
        begin_block(l, lower_new_block(l)); /* it is never reached; lower.c drops such blocks at the end */
    struct ir_instr *instr = ir_append(l->ir, l->block, op);
    find_line(l);
    instr->file = l->file;
    instr->line = l->line;
    if ((ir_ops[op].flags & IR_ENDS) != 0)
        l->block = NULL;
    return instr;
}

struct ir_operand lower_vreg(struct lower *l)
{
    return ir_vreg(ir_add_vreg(l->function));
}

struct ir_operand lower_vreg_of(struct lower *l, const struct type *type)
{
    return type_is_real(type) ? ir_vreg(ir_add_real(l->ir, l->function)) : lower_vreg(l);
}

struct ir_operand lower_zero(const struct type *type)
{
    return type_is_real(type) ? ir_real_zero() : ir_const(0);
}

bool lower_is_real(const struct lower *l, struct ir_operand value)
{
    return ir_operand_is_real(l->function, value);
}

/* A register for the result of an operation: a float operation on reals gives a real. */
static uint32_t result_of(struct lower *l, enum ir_op op, struct ir_operand a)
{
    bool comparison = op >= IR_SEQ && op <= IR_FSLE;
    bool keeps_class = !comparison && op != IR_RTOI && op != IR_RTOF;
    bool is_real = op == IR_ITOR || op == IR_FTOR || (keeps_class && lower_is_real(l, a));
    return is_real ? ir_add_real(l->ir, l->function) : ir_add_vreg(l->function);
}

struct ir_operand lower_unary_op(struct lower *l, enum ir_op op, struct ir_operand a)
{
    return lower_binary_op(l, op, a, ir_none());
}

struct ir_operand lower_binary_op(struct lower *l, enum ir_op op, struct ir_operand a, struct ir_operand b)
{
    struct ir_instr *instr = lower_emit(l, op);
    instr->a = a;
    instr->b = b;
    instr->dst = result_of(l, op, a);
    return ir_vreg(instr->dst);
}

struct ir_operand lower_fma(struct lower *l, struct ir_operand a, struct ir_operand b, struct ir_operand c)
{
    struct ir_instr *instr = lower_emit(l, IR_FMA);
    instr->a = a;
    instr->b = b;
    instr->c = c;
    instr->dst = ir_add_real(l->ir, l->function);
    return ir_vreg(instr->dst);
}

void lower_copy(struct lower *l, uint32_t vreg, struct ir_operand value)
{
    struct ir_instr *instr = lower_emit(l, IR_COPY);
    instr->dst = vreg;
    instr->a = value;
}

void lower_assign(struct lower *l, uint32_t vreg, struct ir_operand value)
{
    const struct ir_instr *last = l->block != NULL ? l->block->last : NULL;
    const bool is_computed = last != NULL && value.kind == IR_VREG && last->dst == value.id;
    struct ir_instr *instr = lower_emit(l, l->unit->options->keep ? IR_ASSIGN : IR_COPY);
    instr->dst = vreg;
    instr->a = value;
    instr->is_alone = l->unit->options->keep && !is_computed;
}

struct ir_operand lower_read(struct lower *l, enum ir_special special)
{
    struct ir_instr *instr = lower_emit(l, IR_READ);
    instr->special = special;
    instr->dst = ir_add_vreg(l->function);
    return ir_vreg(instr->dst);
}

void lower_write(struct lower *l, enum ir_special special, struct ir_operand value)
{
    struct ir_instr *instr = lower_emit(l, IR_WRITE);
    instr->special = special;
    instr->a = value;
}

void lower_hint(struct lower *l, int32_t number)
{
    lower_emit(l, IR_SHINT)->a = ir_const(number);
}

struct ir_operand lower_load(struct lower *l, struct ir_operand base, int32_t offset, uint8_t memory,
                             uint32_t alias)
{
    struct ir_instr *instr = lower_emit(l, IR_LOAD);
    instr->a = base;
    instr->b = ir_const(offset);
    instr->memory = memory;
    instr->alias = alias;
    instr->dst = ir_add_vreg(l->function);
    return ir_vreg(instr->dst);
}

struct ir_operand lower_load_real(struct lower *l, struct ir_operand base, int32_t offset, uint8_t memory,
                                  uint32_t alias)
{
    struct ir_instr *instr = lower_emit(l, IR_LOAD);
    instr->a = base;
    instr->b = ir_const(offset);
    instr->memory = memory;
    instr->alias = alias;
    instr->words = (uint16_t)l->ir->real_words;
    instr->dst = ir_add_real(l->ir, l->function);
    return ir_vreg(instr->dst);
}

void lower_store(struct lower *l, struct ir_operand base, int32_t offset, uint8_t memory, uint32_t alias,
                 struct ir_operand value)
{
    struct ir_instr *instr = lower_emit(l, IR_STORE);
    instr->a = base;
    instr->b = ir_const(offset);
    instr->c = value;
    instr->memory = memory;
    instr->alias = alias;
    instr->words = lower_is_real(l, value) ? (uint16_t)l->ir->real_words : 0;
}

/* Registers that all routines of the runtime clobber (docs/internals/abi.md, section 5): a0 a1 t0 t1 t2
 * ra. */
#define RUNTIME_LOST (1u << 3 | 1u << 4 | 1u << 9 | 1u << 10 | 1u << 11 | 1u << 31)

enum runtime_change { RUNTIME_NONE = 0, RUNTIME_SSP = 1 << 30, RUNTIME_GROUP = 1 << 29 | 1 << 30 };
enum runtime_own { RUNTIME_WRITES = false, RUNTIME_KEEPS = true };

static const struct {
    const char *name;
    uint32_t changes;
    bool keeps_own;
} routines[] = {
#define RUNTIME(name, changes, own) [RUNTIME##name] = {#name, RUNTIME_##changes, RUNTIME_##own},
#include "fcc/ir/runtime.def"
};

struct ir_operand lower_runtime(struct lower *l, enum runtime routine, bool has_result, uint32_t count,
                                const struct ir_operand *args)
{
    struct ir_instr *instr = lower_emit(l, IR_CALL);
    instr->a = ir_symbol_address(lower_external(l, routines[routine].name, true), 0);
    instr->call_clobbers = RUNTIME_LOST | routines[routine].changes;
    instr->keeps_own = routines[routine].keeps_own;
    instr->arg_count = count;
    if (count > 0) {
        instr->args = ARENA_ARRAY(l->ir->arena, struct ir_operand, count);
        memcpy(instr->args, args, count * sizeof *args);
    }
    if (!has_result)
        return ir_none();
    instr->dst = ir_add_vreg(l->function);
    return ir_vreg(instr->dst);
}

void lower_place_block(struct lower *l, struct ir_block *block)
{
    if (l->block != NULL)
        lower_jump(l, block);
    begin_block(l, block);
}

void lower_jump(struct lower *l, struct ir_block *target)
{
    if (l->block != NULL) /* code after a jump is unreachable */
        lower_emit(l, IR_JUMP)->target[0] = target;
}

void lower_branch(struct lower *l, enum ir_condition condition, struct ir_operand a, struct ir_operand b,
                  struct ir_block *yes, struct ir_block *no)
{
    struct ir_instr *instr = lower_emit(l, IR_BRANCH);
    instr->condition = condition;
    instr->a = a;
    instr->b = b;
    instr->target[0] = yes;
    instr->target[1] = no;
}

void lower_add_words(struct lower *l, uint32_t *frame_words, uint32_t words)
{
    if (words > TYPE_MOST_WORDS - *frame_words)
        source_fatal(&l->unit->source, l->symbol->pos,
                     "the local variables of '%s' take more than %u words: make large ones static, or take "
                     "memory from "
                     "malloc or shalloc",
                     l->symbol->name->text, TYPE_MOST_WORDS);
    *frame_words += words;
}

uint32_t lower_temporary(struct lower *l, uint32_t words)
{
    for (struct temporary *t = l->temporaries; t != NULL; t = t->next) {
        if (!t->busy && t->words == words) {
            t->busy = true;
            return t->slot;
        }
    }
    struct temporary *t = ARENA_NEW(unit_nodes(l->unit), struct temporary);
    lower_add_words(l, &l->private_words, words);
    t->slot = ir_add_slot(l->ir, l->function, NULL, words);
    t->words = words;
    t->busy = true;
    t->next = l->temporaries;
    l->temporaries = t;
    return t->slot;
}

void lower_release_temporaries(struct lower *l)
{
    for (struct temporary *t = l->temporaries; t != NULL; t = t->next)
        t->busy = false;
}

/* ---- local variables for debuggers
 *
 * With front_options.keep a KEEP (ir.h, invariant 13) reads a variable where its scope ends: at the end of
 * its block, where a jump leaves it, and at the end of each round of an endless loop. Another KEEP comes
 * before each assignment. ir_define_values removes a KEEP that a path reaches before the variable has a
 * value. */

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

/* Where the variable is; id 0: it has no place, because nothing has used it yet. */
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
            continue; /* unused */
        variable.entry = told->entry;
        struct ir_variable *kept = ARENA_NEW(l->ir->arena, struct ir_variable);
        *kept = variable;
        kept->next = l->function->variables;
        l->function->variables = kept;
    }
    l->told = NULL;
    l->in_scope = NULL;
}

/* ---- KEEPs */

/* The register that a debugger needs for the variable; 0: none. */
static uint32_t register_of(const struct symbol *symbol)
{
    const struct ir_variable variable = place_of(symbol);
    return variable.kind == IR_VARIABLE_SLOT ? 0 : variable.id;
}

static void keep(struct lower *l, uint32_t vreg)
{
    enum { MOST = 20000 }; /* in a function, so that the compiler stays fast */
    if (vreg == 0 || l->block == NULL || l->keeps == MOST)
        return;
    l->keeps++;
    lower_emit(l, IR_KEEP)->a = ir_vreg(vreg);
}

void lower_keep(struct lower *l, const struct told_variable *outer)
{
    uint32_t last = 0; /* shared variables of a group have the same register */
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

/* ---- variables whose declarations a jump skips */

static const char *name_of(void *context, uint32_t vreg)
{
    const struct lower *l = context;
    const struct told_variable *told = l->told;
    while (told != NULL && told->symbol->vreg != vreg)
        told = told->next;
    return told != NULL ? lower_plain_name(l, told->symbol->name->text) : NULL;
}

void lower_define_values(struct lower *l)
{
    if (l->has_labels || l->unit->options->keep)
        ir_define_values(unit_nodes(l->unit), l->ir, l->function, name_of, l);
}
