/* lower.c - the lowering of a whole file: its functions, with their parameters, frames and ends, and which of
 * them are used. */
#include "fcc/lower/lower.h"

#include <string.h>

#include "fcc/lower/state.h"

/* ---- parameters */

static void add_param(struct lower *l, uint32_t vreg)
{
    l->function->params[l->function->param_count++] = vreg;
}

static void receive_long_long(struct lower *l, struct symbol *p)
{
    const struct words words = lower_words_registers(l, p->type);
    const struct place place = lower_symbol_place(l, p);
    add_param(l, words.low.id);
    add_param(l, words.high.id);
    lower_store_words(l, &place, words);
}

/* Moves a parameter from its register to the place that the body uses. */
static void keep_param(struct lower *l, struct symbol *p, uint32_t vreg)
{
    if (type_is_record(p->type) || !p->lives_in_memory) {
        p->vreg = vreg;
    } else {
        struct place place = lower_symbol_place(l, p);
        lower_store_place(l, &place, ir_vreg(vreg));
    }
}

/* A real without a register is passed as the address of its image. */
static void receive_image(struct lower *l, struct symbol *p)
{
    uint32_t address = ir_add_vreg(l->function);
    add_param(l, address);
    keep_param(l, p, lower_load_real(l, ir_vreg(address), 0, 0, 0).id);
}

/* main gets no arguments: it fetches them, so that programs without them do not pay. */
static void lower_main_params(struct lower *l)
{
    static const char *const sources[] = {"__fork_argument_count", "__fork_arguments"};
    struct symbol *p = l->symbol->parameters;
    for (size_t i = 0; p != NULL && i < sizeof sources / sizeof *sources; i++, p = p->next_parameter) {
        struct ir_instr *call = lower_emit(l, IR_CALL);
        call->a = ir_symbol_address(lower_external(l, sources[i], true), 0);
        call->dst = ir_add_vreg(l->function);
        keep_param(l, p, call->dst);
    }
}

/* The registers of parameters; shared ones are already in the frame. */
static void lower_params(struct lower *l)
{
    if (lex_same(l->symbol->name, "main")) {
        lower_main_params(l);
        return;
    }
    uint32_t count = 2;
    uint32_t reals = 0;
    for (const struct symbol *p = l->symbol->parameters; p != NULL; p = p->next_parameter)
        count += 2; /* of long long */
    l->function->params = ARENA_ARRAY(l->ir->arena, uint32_t, count);
    if (lower_returns_in_memory(l->symbol->type->base)) {
        l->result_address = ir_add_vreg(l->function);
        add_param(l, l->result_address);
    }
    for (struct symbol *p = l->symbol->parameters; p != NULL; p = p->next_parameter) {
        if (p->shared) {
            p->region = l->level->frame->dst;
            p->offset = l->level->frame_words;
            lower_add_words(l, &l->level->frame_words, type_words(p->type));
            if (p->name != NULL)
                lower_emit_frame_note(l, l->level, p, false);
            if (lower_holds(l, p))
                lower_hold_parameter(l, p);
            continue;
        }
        if (type_is_real(p->type) && ++reals > LOWER_REAL_ARGUMENTS) {
            receive_image(l, p);
            continue;
        }
        if (type_is_long_long(p->type)) {
            receive_long_long(l, p);
            continue;
        }
        uint32_t vreg = lower_vreg_of(l, p->type).id;
        add_param(l, vreg);
        keep_param(l, p, vreg);
    }
    if (l->symbol->type->variadic) {
        l->variable_args = ir_add_vreg(l->function);
        add_param(l, l->variable_args);
    }
}

/* ---- blocks that are never reached */

struct walk {
    bool *reached; /* by block id */
    struct ir_block **stack;
    uint32_t depth;
};

static void reach(struct walk *walk, struct ir_block *block)
{
    if (block != NULL && !walk->reached[block->id]) {
        walk->reached[block->id] = true;
        walk->stack[walk->depth++] = block;
    }
}

static void drop_unreachable(struct lower *l)
{
    struct ir_function *function = l->function;
    struct walk walk = {ARENA_ARRAY(unit_nodes(l->unit), bool, function->block_count),
                        ARENA_ARRAY(unit_nodes(l->unit), struct ir_block *, function->block_count), 0};
    reach(&walk, function->first);
    while (walk.depth > 0) {
        const struct ir_block *block = walk.stack[--walk.depth];
        reach(&walk, block->last->target[0]);
        reach(&walk, block->last->target[1]);
    }
    struct ir_block *last = function->first;
    for (struct ir_block *block = function->first->next; block != NULL; block = block->next) {
        if (walk.reached[block->id]) {
            last->next = block;
            last = block;
        }
    }
    last->next = NULL;
    function->last = last;
}

/* ---- functions */

static void lower_end(struct lower *l, struct level *base, struct level *group)
{
    bool is_void = l->symbol->type->base->kind == TYPE_VOID;
    bool synchronous = l->mode == MODE_SYNC;
    lower_at(l, l->symbol->body->end);
    if (l->symbol->returns_early)
        lower_end_part(l, group);
    else
        lower_place_block(l, l->return_block);
    lower_keep(l, NULL);
    if (synchronous) {
        struct ir_operand frame = lower_close_frame(l);
        if (frame.kind != IR_NONE)
            lower_write(l, IR_SPECIAL_SSP, frame);
    }
    l->level = base->outer;
    struct ir_instr *end = lower_emit(l, IR_RETURN);
    if (!is_void || l->result_address != 0)
        end->a = ir_vreg(l->result_address != 0 ? l->result_address : l->return_value);
}

static void begin_function(struct lower *l, struct symbol *symbol)
{
    const struct symbol *unit_symbol = symbol;
    uint32_t column;
    uint32_t index = lower_symbol(l, symbol);
    l->ir->symbols[index].section = IR_SECTION_TEXT;
    l->symbol = symbol;
    l->function = ir_add_function(l->ir, index, (enum ir_mode)unit_symbol->type->mode);
    l->function->is_inline = symbol->is_inline;
    l->mode = symbol->type->mode;
    l->block = NULL;
    l->loop_depth = 0;
    l->predicate = 0;
    l->converts = false;
    l->whole_size = ir_none();
    l->whole_rank = ir_none();
    l->level = NULL;
    l->jumps = NULL;
    l->temporaries = NULL;
    l->private_words = 0;
    l->note = 0;
    l->result_address = 0;
    l->safe_slot = 0;
    l->safe_real = 0;
    l->variable_args = 0;
    l->stack_end = 0;
    l->scope = NULL;
    l->outer_scope = NULL;
    l->block_depth = 0;
    l->told = NULL;
    l->in_scope = NULL;
    l->keeps = 0;
    l->has_labels = false;
    l->function->entry = describe_function(l->describer, symbol);
    lower_at(l, symbol->pos);
    l->in_body = false;
    const char *file = source_where_exactly(&l->unit->source, symbol->pos, &l->function->line, &column);
    l->function->file = ir_add_entry_place(l->ir, file, column);
}

/* Data of arrays of variable size has a value wherever a goto leads. */
static void lower_sizes(struct lower *l, const struct symbol *function)
{
    for (struct symbol *size = function->sizes; size != NULL; size = size->next_parameter)
        lower_copy(l, lower_symbol_place(l, size).vreg, ir_const(0));
    if (function->sizes != NULL)
        l->stack_end = lower_read(l, IR_SPECIAL_SP).id;
}

void lower_function(struct lower *l, struct symbol *symbol)
{
    struct level base;
    struct level group;
    begin_function(l, symbol);
    lower_place_block(l, lower_new_block(l));
    lower_enter_base(l, &base);
    if (l->mode == MODE_SYNC)
        lower_open_frame(l);
    lower_params(l);
    for (const struct symbol *p = symbol->parameters; p != NULL; p = p->next_parameter)
        lower_tell_of_variable(l, p);
    l->return_value = lower_vreg_of(l, symbol->type->base).id;
    lower_copy(l, l->return_value, lower_zero(symbol->type->base));
    if (symbol->returns_early) {
        lower_split_all(l, &group);
        l->return_level = &group;
        l->return_block = group.end;
    } else {
        l->return_level = &base;
        l->return_block = lower_new_block(l);
    }
    lower_sizes(l, symbol);
    /* the entry has no predecessors, however the body begins */
    lower_place_block(l, lower_new_block(l));
    l->in_body = true;
    l->line = 0;
    lower_statement(l, symbol->body);
    lower_end(l, &base, &group);
    drop_unreachable(l);
    lower_define_values(l);
    lower_place_variables(l);
    l->return_level = NULL;
    symbol->needs_no_rank = l->mode == MODE_ASYNC && !lower_wants_rank(symbol->body, symbol);
}

/* ---- the end of a file: functions are lowered as they are parsed, before it is known whether a static one
 * is called. Those that nothing calls are dropped, with their strings. */

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

static void keep_used(struct lower *l)
{
    const bool *reached = ir_find_reached(unit_nodes(l->unit), l->ir);
    for (uint32_t i = 0; i < l->ir->symbol_count; i++)
        l->ir->symbols[i].used = reached[i];
    keep_data(l->ir);
    keep_functions(l);
}

struct lower *lower_new(struct unit *unit, const char *file)
{
    struct lower *l = ARENA_NEW(unit->arena, struct lower);
    l->unit = unit;
    l->ir = ir_unit_new(unit->arena);
    l->ir->real_words = unit->real->length;
    l->aliases = LOWER_FIRST_ALIAS - 1;
    l->ir->debug = dwarf_unit_new(unit->arena, file);
    l->describer = describe_new(unit, l->ir->debug);
    return l;
}

struct ir_unit *lower_finish(struct lower *l)
{
    l->ir->uses_reals = l->unit->uses_real;
    lower_data(l);
    lower_real_table(l);
    keep_used(l);
    describe_typedefs(l->describer);
    return l->ir;
}
