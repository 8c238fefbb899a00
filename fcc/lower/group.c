/* group.c - groups in synchronous code: splitting, rejoining, leaving early; docs/internals/abi.md,
 * section 7.
 *
 * A level is a group that this function made. PPs that leave it early (break, continue, return under private
 * conditions) note their target. At the end of the innermost construct they rejoin as all PPs do; after every
 * such rejoin, PPs with a note leave the group they are in, level by level, until they reach their target.
 */
#include "fcc/check/walk.h"
#include "fcc/lower/state.h"
#include "fcc/ir/runtime.h"

bool lower_is_steady(const struct statement *s)
{
    return !s->leaves_function && !s->leaves_loop && !s->leaves_round;
}

/* ---- frames for shared objects */

void lower_open_frame(struct lower *l)
{
    struct ir_operand words = ir_const(0);
    struct ir_operand base = lower_runtime(l, RUNTIME__fork_shared_frame, true, 1, &words);
    (void)base;
    l->level->frame = l->block->last;
    l->level->frame_block = l->block;
    l->level->frame_words = 0;
    l->level->size = ir_none();
    l->level->loop_depth = l->loop_depth;
}

struct ir_operand lower_close_frame(struct lower *l)
{
    struct level *level = l->level;
    if (level->frame_words == 0) {
        ir_remove(level->frame_block, level->frame);
        return ir_none();
    }
    level->frame->args[0] = ir_const((int32_t)level->frame_words);
    return ir_vreg(level->frame->dst);
}

void lower_emit_frame_note(struct lower *l, struct level *level, const struct symbol *symbol, bool guarded)
{
    struct ir_shared_object *object = ARENA_NEW(l->ir->arena, struct ir_shared_object);
    *object = (struct ir_shared_object){.next = level->frame->shared_objects,
                                        .name = lower_plain_name(l, symbol->name->text),
                                        .offset = symbol->offset,
                                        .words = type_words(symbol->type),
                                        .guarded = guarded};
    level->frame->shared_objects = object;
}

/* ---- levels */

void lower_enter_base(struct lower *l, struct level *level)
{
    *level = (struct level){.outer = l->level, .is_steady = true};
    l->level = level;
}

void lower_enter_level(struct lower *l, struct level *level)
{
    *level = (struct level){.outer = l->level, .is_group = true, .end = lower_new_block(l)};
    level->parent_gp = lower_read(l, IR_SPECIAL_GP);
    level->parent_ssp = lower_read(l, IR_SPECIAL_SSP);
    l->level = level;
}

/* # is loaded once for all loops of a group that no PP leaves: at the group's beginning, which precedes all
 * of them. */
static struct ir_operand steady_size(struct lower *l, struct level *level)
{
    if (level->size.kind == IR_NONE) {
        struct ir_instr *gp = ir_insert_before(l->ir, level->frame_block, level->frame, IR_READ);
        struct ir_instr *size = ir_insert_before(l->ir, level->frame_block, level->frame, IR_LOAD);
        gp->special = IR_SPECIAL_GP;
        gp->dst = ir_add_vreg(l->function);
        size->a = ir_vreg(gp->dst);
        size->b = ir_const(GROUP_SIZE);
        size->memory = IR_MEM_SHARED;
        size->alias = LOWER_SIZE_ALIAS;
        size->dst = ir_add_vreg(l->function);
        gp->line = size->line = level->frame->line;
        gp->file = size->file = level->frame->file;
        level->size = ir_vreg(size->dst);
    }
    return level->size;
}

struct ir_operand lower_group_size(struct lower *l)
{
    struct level *level = l->level;
    while (level != NULL && level->frame == NULL && level->is_steady) /* asynchronous code inside the group */
        level = level->outer;
    if (level != NULL && level->is_steady && l->loop_depth > level->loop_depth &&
        l->unit->options->hold_shared)
        return steady_size(l, level);
    return lower_load(l, lower_read(l, IR_SPECIAL_GP), GROUP_SIZE, IR_MEM_SHARED, LOWER_SIZE_ALIAS);
}

struct ir_block *lower_leave_block(struct lower *l, struct level *level)
{
    if (level->leave == NULL)
        level->leave = lower_new_block(l);
    return level->leave;
}

static void change_size(struct lower *l, struct ir_operand gp, int32_t by)
{
    struct ir_instr *instr = lower_emit(l, IR_MPADD);
    instr->a = gp;
    instr->b = ir_const(GROUP_SIZE);
    instr->c = ir_const(by);
}

/* The sequence of leaving PPs: group_leave, then -1 to the size, within a few cycles of the branch. */
static void place_leave(struct lower *l, struct level *level)
{
    if (level->leave == NULL)
        return;
    lower_place_block(l, level->leave);
    lower_hint(l, HINT_group_leave);
    change_size(l, lower_read(l, IR_SPECIAL_GP), -1);
    lower_jump(l, level->end);
}

void lower_leave_level(struct lower *l, struct level *level)
{
    lower_jump(l, level->end);
    place_leave(l, level);
    if (level->skip != NULL) {
        lower_place_block(l, level->skip);
        lower_hint(l, HINT_group_leave);
    }
    lower_place_block(l, level->end);
    const struct ir_operand args[] = {level->parent_gp, level->parent_ssp};
    lower_runtime(l, RUNTIME__fork_rejoin, false, 2, args);
    l->level = level->outer;
}

void lower_stay(struct lower *l, bool settle)
{
    change_size(l, l->level->gp.kind != IR_NONE ? l->level->gp : lower_read(l, IR_SPECIAL_GP), 0);
    if (settle)
        lower_runtime(l, RUNTIME__fork_settle, false, 0, NULL);
}

void lower_split_all(struct lower *l, struct level *level)
{
    lower_enter_level(l, level);
    lower_runtime(l, RUNTIME__fork_split_all, false, 0, NULL);
    level->gp = lower_read(l, IR_SPECIAL_GP);
    lower_open_frame(l);
}

/* ---- parts of a group */

void lower_begin_part(struct lower *l, struct level *level, struct ir_operand enters)
{
    struct ir_block *inside = lower_new_block(l);
    lower_enter_level(l, level);
    level->skip = lower_new_block(l);
    lower_branch(l, IR_NE, enters, ir_const(0), inside, level->skip);
    lower_place_block(l, inside);
    lower_runtime(l, RUNTIME__fork_split_part, false, 0, NULL);
    lower_open_frame(l);
}

void lower_end_part(struct lower *l, struct level *level)
{
    lower_close_frame(l);
    lower_leave_level(l, level);
}

struct ir_block *lower_begin_many(struct lower *l, struct level *level, struct ir_operand condition)
{
    struct ir_block *yes = lower_new_block(l);
    struct ir_block *no = lower_new_block(l);
    lower_enter_level(l, level);
    if (condition.kind != IR_VREG)
        condition = lower_unary_op(l, IR_COPY, condition);
    const struct ir_operand args[] = {lower_binary_op(l, IR_XOR, condition, ir_const(1)), ir_const(2)};
    lower_runtime(l, RUNTIME__fork_split_many, false, 2, args);
    lower_branch(l, IR_NE, condition, ir_const(0), yes, no);
    lower_place_block(l, yes);
    lower_open_frame(l);
    return no;
}

void lower_other_part(struct lower *l, struct level *level, struct ir_block *other)
{
    lower_close_frame(l);
    lower_jump(l, level->end);
    place_leave(l, level); /* of the first part only: the second one is another group, though it ends at the
                              same place */
    level->leave = NULL;
    lower_place_block(l, other);
    lower_open_frame(l);
}

void lower_end_many(struct lower *l, struct level *level)
{
    lower_close_frame(l);
    lower_leave_level(l, level);
}

/* ---- leaving early */

static void need_note(struct lower *l)
{
    if (l->note == 0) {
        l->note = ir_add_vreg(l->function);
        struct ir_block *entry = l->function->first;
        struct ir_instr *clear = entry->first != NULL ? ir_insert_before(l->ir, entry, entry->first, IR_COPY)
                                                      : ir_append(l->ir, entry, IR_COPY);
        clear->dst = l->note;
        clear->a = ir_const(0);
        clear->line = l->function->line;
        clear->file = l->function->file;
    }
}

static void leave_note(struct lower *l, enum note note)
{
    need_note(l);
    lower_copy(l, l->note, ir_const((int32_t)note));
}

void lower_clear_note(struct lower *l, int32_t notes)
{
    if (l->note != 0)
        lower_copy(l, l->note, lower_binary_op(l, IR_ANDN, ir_vreg(l->note), ir_const(notes)));
}

/* The target of a jump out with this note, and its level. */
static struct ir_block *leap_target(struct lower *l, enum note note, struct level **level)
{
    if (note == NOTE_RETURN) {
        *level = l->return_level;
        return l->return_block;
    }
    *level = note == NOTE_BREAK ? l->jumps->break_level : l->jumps->continue_level;
    return note == NOTE_BREAK ? l->jumps->break_to : l->jumps->continue_to;
}

void lower_jump_out(struct lower *l, enum note note)
{
    struct level *level;
    struct ir_block *target = leap_target(l, note, &level);
    lower_keep(l, note == NOTE_RETURN ? NULL : l->jumps->in_scope);
    if (note == NOTE_BREAK && l->jumps->inside != 0)
        lower_copy(l, l->jumps->inside, ir_const(0));
    if (level == l->level) {
        lower_jump(l, target);
        return;
    }
    leave_note(l, note);
    lower_jump(l, l->level->end);
}

void lower_check_notes(struct lower *l, const struct statement *s)
{
    bool further = s->leaves_function || s->leaves_loop || s->leaves_round;
    if (!further || l->note == 0 || !l->level->is_group)
        return;
    struct ir_block *stay = lower_new_block(l);
    lower_branch(l, IR_NE, ir_vreg(l->note), ir_const(0), lower_leave_block(l, l->level), stay);
    lower_place_block(l, stay);
    lower_stay(l, true);
}

/* ---- if */

/* If a jump is all that depends on an `if`, the group need not split: the PPs of the jump just leave. */
static struct statement *only_jump(struct statement *s)
{
    while (s != NULL && s->kind == STATEMENT_BLOCK && s->first != NULL && s->first->next == NULL)
        s = s->first;
    if (s == NULL || (s->kind == STATEMENT_BLOCK))
        return NULL;
    bool is_return = s->kind == STATEMENT_RETURN &&
                     (s->condition == NULL ||
                      (!s->condition->has_effect && !type_is_record(s->condition->type) &&
                       !type_is_long_long(s->condition->type) && !lower_expression_sees_size(s->condition)));
    return is_return || s->kind == STATEMENT_BREAK || s->kind == STATEMENT_CONTINUE ? s : NULL;
}

/* Everything is computed before the branch: leaving PPs must be gone within a few cycles. */
static void leave_if(struct lower *l, struct statement *s, struct statement *jump)
{
    int32_t note = jump->kind == STATEMENT_BREAK      ? NOTE_BREAK
                   : jump->kind == STATEMENT_CONTINUE ? NOTE_CONTINUE
                                                      : NOTE_RETURN;
    struct ir_block *stay = lower_new_block(l);
    need_note(l);
    struct ir_operand condition = lower_bool(l, s->condition);
    struct ir_operand mask = lower_binary_op(l, IR_SUB, ir_const(0), condition);
    if (mask.kind == IR_VREG && jump->condition != NULL && jump->condition->type->kind != TYPE_VOID) {
        uint32_t outer = l->predicate;
        l->predicate = mask.id;
        struct ir_operand value = lower_value(l, jump->condition);
        l->predicate = outer;
        lower_copy(l, l->return_value, lower_select(l, mask, value, ir_vreg(l->return_value)));
    }
    if (note == NOTE_BREAK && l->jumps->inside != 0)
        lower_copy(l, l->jumps->inside, lower_binary_op(l, IR_ANDN, ir_vreg(l->jumps->inside), mask));
    lower_copy(l, l->note, lower_binary_op(l, IR_AND, mask, ir_const(note)));
    lower_branch(l, IR_NE, condition, ir_const(0), lower_leave_block(l, l->level), stay);
    lower_place_block(l, stay);
    lower_stay(l, true);
}

void lower_split_if(struct lower *l, struct statement *s)
{
    struct level level;
    struct statement *jump = s->other == NULL ? only_jump(s->first) : NULL;
    if (jump != NULL && l->level->is_group) {
        leave_if(l, s, jump);
        return;
    }
    if (lower_converts(l, s)) {
        lower_converted_if(l, s);
        return;
    }
    struct ir_operand condition = lower_bool(l, s->condition);
    lower_release_temporaries(l);
    if (s->other == NULL) {
        lower_begin_part(l, &level, condition);
        level.is_steady = lower_is_steady(s);
        lower_statement(l, s->first);
        lower_end_part(l, &level);
    } else {
        struct ir_block *other = lower_begin_many(l, &level, condition);
        level.is_steady = lower_is_steady(s);
        lower_statement(l, s->first);
        lower_other_part(l, &level, other);
        lower_statement(l, s->other);
        lower_end_many(l, &level);
    }
    lower_check_notes(l, s);
}

/* ---- which code reads the size */

static enum walk visit_size(const struct expression *e, void *context)
{
    (void)context;
    bool split = (e->kind == EXPRESSION_LOGICAL || e->kind == EXPRESSION_CONDITIONAL) && !e->left->shared &&
                 (e->right->has_effect || (e->third != NULL && e->third->has_effect));
    bool named = e->kind == EXPRESSION_SPECIAL && (e->token == TOKEN_GROUP_SIZE || e->token == TOKEN_RANK);
    return split || named || e->kind == EXPRESSION_CALL ? WALK_FOUND : WALK_ON;
}

static enum walk visit_group(const struct statement *s, void *context)
{
    switch (s->kind) {
    case STATEMENT_IF: /* a converted `if` makes no group, and its statements do not use it */
        if (!s->splits)
            return WALK_ON;
        return lower_converts(context, s) && !lower_expression_sees_size(s->condition) ? WALK_PAST
                                                                                       : WALK_FOUND;
    case STATEMENT_START:
    case STATEMENT_FARM:
    case STATEMENT_SEQ:
    case STATEMENT_FORK:
    case STATEMENT_JOIN:
    case STATEMENT_BARRIER:
        return WALK_FOUND;
    default:
        return s->splits || s->splits_round ? WALK_FOUND : WALK_ON;
    }
}

bool lower_expression_sees_size(const struct expression *e)
{
    const struct walk_visitor visitor = {.expression = visit_size};
    return walk_expression(e, &visitor);
}

bool lower_sees_size(struct lower *l, const struct statement *s)
{
    const struct walk_visitor visitor = {visit_size, visit_group, l};
    return walk_statements(s, &visitor);
}
