/* statement.c - C's statements, except for loops and switch. */
#include "fcc/lower/state.h"

/* The words of a shared variable in the frame of its group; predicated ones get a guard before and after. */
static void place_shared(struct lower *l, struct level *level, struct symbol *symbol)
{
    const uint32_t words = type_words(symbol->type);
    const uint32_t predicate = words > 1;
    symbol->offset = level->frame_words + predicate;
    lower_add_words(l, &level->frame_words, words + 2 * predicate);
    lower_emit_frame_note(l, level, symbol, predicate != 0);
}

static void declare_shared(struct lower *l, struct symbol *symbol)
{
    struct level *level = l->level;
    symbol->is_held = lower_holds(l, symbol);
    if (symbol->is_held) {
        symbol->vreg = lower_vreg_of(l, symbol->type).id;
        lower_copy(l, symbol->vreg, lower_zero(symbol->type));
        if (!symbol->written_privately)
            return;
    }
    while (level->frame == NULL)
        level = level->outer;
    symbol->region = level->frame->dst;
    place_shared(l, level, symbol);
}

/* Every register is written before it is read: a variable without a value has 0. */
static void begin_register(struct lower *l, struct symbol *symbol)
{
    const struct place place = lower_symbol_place(l, symbol);
    if (symbol->shared || type_is_real(symbol->type)) {
        lower_copy(l, place.vreg, lower_zero(symbol->type));
        return;
    }
    struct ir_instr *begin = lower_emit(l, IR_UNWRITTEN);
    struct ir_unwritten *unwritten = ARENA_NEW(l->ir->arena, struct ir_unwritten);
    *unwritten = (struct ir_unwritten){lower_plain_name(l, symbol->name->text), l->line};
    begin->dst = place.vreg;
    begin->unwritten = unwritten;
}

void lower_clear(struct lower *l, struct symbol *symbol)
{
    struct place place = lower_symbol_place(l, symbol);
    lower_clear_words(l, &place, type_words(symbol->type));
}

/* Each statement releases its temporaries; those of the enclosing expression are protected meanwhile. */
void lower_body(struct lower *l, struct statement *body)
{
    struct temporary *outer = l->temporaries;
    struct temporary **end = &l->temporaries;
    l->temporaries = NULL;
    for (struct statement *s = body; s != NULL; s = s->next)
        lower_statement(l, s);
    while (*end != NULL)
        end = &(*end)->next;
    *end = outer;
}

static void lower_declare(struct lower *l, struct statement *s)
{
    struct symbol *symbol = s->symbol;
    symbol->predicate = l->predicate;
    lower_tell_of_variable(l, symbol);
    if (symbol->shared)
        declare_shared(l, symbol);
    if (s->clear)
        lower_clear(l, symbol);
    for (const struct expression *value = s->values; value != NULL; value = value->next) {
        lower_at(l, value->pos);
        lower_effect(l, value);
        lower_release_temporaries(l);
    }
    if (s->values == NULL && !symbol->lives_in_memory)
        begin_register(l, symbol);
}

static void lower_if(struct lower *l, struct statement *s)
{
    struct ir_block *yes = lower_new_block(l);
    struct ir_block *end = lower_new_block(l);
    struct ir_block *no = s->other != NULL ? lower_new_block(l) : end;
    lower_condition(l, s->condition, yes, no);
    lower_release_temporaries(l);
    lower_place_block(l, yes);
    lower_statement(l, s->first);
    if (s->other != NULL) {
        lower_jump(l, end);
        lower_place_block(l, no);
        lower_statement(l, s->other);
    }
    lower_place_block(l, end);
}

static void lower_return(struct lower *l, struct statement *s)
{
    const struct expression *e = s->condition;
    if (e != NULL && type_is_record(e->type)) {
        struct place from = lower_record(l, e);
        struct place to = lower_memory_place(ir_vreg(l->result_address));
        lower_copy_words(l, &to, &from, type_words(e->type));
    } else if (e != NULL && type_is_long_long(e->type)) {
        const struct words value = lower_words(l, e);
        const struct place to = lower_memory_place(ir_vreg(l->result_address));
        lower_store_words(l, &to, value);
    } else if (e != NULL && e->type->kind == TYPE_VOID) {
        lower_effect(l, e);
    } else if (e != NULL) {
        lower_assign(l, l->return_value, lower_value(l, e));
    }
    lower_at(l, s->pos);
    lower_jump_out(l, NOTE_RETURN);
}

static void lower_labelled(struct lower *l, struct statement *s, struct ir_block *block)
{
    l->has_labels = true;
    lower_place_block(l, block);
    lower_statement(l, s->first);
}

struct ir_block *lower_label_block(struct lower *l, struct label *label)
{
    if (label->block == NULL)
        label->block = lower_new_block(l);
    return label->block;
}

static void lower_goto(struct lower *l, struct statement *s)
{
    lower_keep(l, NULL);
    if (s->label == NULL)
        lower_computed_goto(l, s);
    else
        lower_jump(l, lower_label_block(l, s->label));
}

static void lower_statements(struct lower *l, struct statement *s)
{
    for (; s != NULL; s = s->next)
        lower_statement(l, s);
}

static void lower_block(struct lower *l, struct statement *s)
{
    struct dwarf_entry *const outer = l->outer_scope;
    struct dwarf_entry *const scope = l->scope;
    struct told_variable *const in_scope = l->in_scope;
    l->outer_scope = scope;
    l->block_depth++;
    lower_statements(l, s->first);
    l->block_depth--;
    lower_keep(l, in_scope);
    if (l->block_depth > 0) /* variables of the function keep their values to its end */
        l->in_scope = in_scope;
    l->outer_scope = outer;
    l->scope = scope;
}

void lower_statement(struct lower *l, struct statement *s)
{
    lower_at(l, s->pos);
    switch (s->kind) {
    case STATEMENT_EMPTY:
        break;
    case STATEMENT_EXPRESSION:
        lower_effect(l, s->condition);
        break;
    case STATEMENT_BLOCK:
        lower_block(l, s);
        break;
    case STATEMENT_DECLARE:
        lower_declare(l, s);
        break;
    case STATEMENT_IF:
        if (l->mode == MODE_SYNC && l->predicate != 0)
            lower_converted_if(l, s);
        else if (s->splits && l->mode == MODE_SYNC)
            lower_split_if(l, s);
        else
            lower_if(l, s);
        break;
    case STATEMENT_WHILE:
    case STATEMENT_DO:
    case STATEMENT_FOR:
        lower_loop(l, s);
        break;
    case STATEMENT_SWITCH:
        lower_switch(l, s);
        break;
    case STATEMENT_CASE:
    case STATEMENT_DEFAULT:
        lower_labelled(l, s, s->block);
        break;
    case STATEMENT_LABEL:
        lower_labelled(l, s, lower_label_block(l, s->label));
        break;
    case STATEMENT_GOTO:
        lower_goto(l, s);
        break;
    case STATEMENT_BREAK:
        lower_jump_out(l, NOTE_BREAK);
        break;
    case STATEMENT_CONTINUE:
        lower_jump_out(l, NOTE_CONTINUE);
        break;
    case STATEMENT_RETURN:
        lower_return(l, s);
        break;
    case STATEMENT_START:
    case STATEMENT_FARM:
    case STATEMENT_SEQ:
    case STATEMENT_FORK:
    case STATEMENT_JOIN:
    case STATEMENT_BARRIER:
        lower_construct(l, s);
        break;
    }
    lower_release_temporaries(l);
}
