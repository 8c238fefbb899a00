/* loop.c - loops, with the test at the end: one branch a round.
 *
 * In synchronous code a loop with a private condition or a private break is a group of its own, whose size is
 * the number of PPs still in it; a private continue makes a group for every round.
 */
#include "fcc/lower/state.h"

/* What is built of a loop. */
struct loop {
    struct statement *statement;
    struct ir_block *body;
    struct ir_block *step; /* where continue goes */
    struct ir_block *test;
    struct ir_block *end; /* where break goes */
    struct level group;   /* if it has one */
    bool settles;         /* the body reads the size of the group */
};

/* The body, in a group of its own for this round if PPs may end their round early. */
static void lower_round(struct lower *l, struct loop *loop)
{
    struct statement *s = loop->statement;
    struct level round;
    struct jumps jumps = {l->jumps, loop->end, loop->step, l->level, l->level, 0, l->in_scope};
    l->jumps = &jumps;
    if (s->splits_round) {
        lower_split_all(l, &round);
        jumps.continue_to = round.end;
        jumps.continue_level = &round;
        lower_statement(l, s->first);
        lower_end_part(l, &round);
        lower_clear_note(l, NOTE_CONTINUE);
        /* notes of the body for targets beyond the round continue here */
        struct statement beyond = *s->first;
        beyond.leaves_round = false;
        lower_check_notes(l, &beyond);
    } else {
        lower_statement(l, s->first);
    }
    l->jumps = jumps.outer;
    lower_place_block(l, loop->step);
    if (s->step != NULL) {
        lower_at(l, s->step->pos);
        lower_effect(l, s->step);
        lower_release_temporaries(l);
    }
}

/* Whether the members of the group may have different results of the test. */
static bool test_parts(const struct lower *l, const struct statement *s)
{
    return l->mode == MODE_SYNC && s->condition != NULL && !s->condition->shared;
}

static void lower_test(struct lower *l, struct loop *loop)
{
    struct statement *s = loop->statement;
    lower_at(l, s->condition != NULL ? s->condition->pos : s->pos);
    if (s->condition == NULL || s->condition->kind == EXPRESSION_CONSTANT)
        lower_keep(l, NULL); /* no code after an endless loop reads the variables */
    if (s->condition == NULL) {
        lower_jump(l, loop->body);
    } else if (!test_parts(l, s)) {
        lower_condition(l, s->condition, loop->body, loop->end);
    } else {
        bool plain = s->condition->kind != EXPRESSION_LOGICAL && !s->condition->has_effect;
        struct ir_block *leave = lower_leave_block(l, l->level);
        if (plain) { /* one comparison: its value as a number is not needed */
            lower_condition(l, s->condition, loop->body, leave);
        } else {
            struct ir_operand condition = lower_bool(l, s->condition);
            lower_branch(l, IR_NE, condition, ir_const(0), loop->body, leave);
        }
    }
    lower_release_temporaries(l);
}

static bool loop_sees_size(struct lower *l, const struct statement *s)
{
    return s->splits_round || lower_expression_sees_size(s->condition) ||
           lower_expression_sees_size(s->step) || lower_sees_size(l, s->first);
}

static void lower_rounds(struct lower *l, struct loop *loop)
{
    struct statement *s = loop->statement;
    struct ir_block *first = s->kind == STATEMENT_DO ? loop->body : loop->test;
    if (s->kind == STATEMENT_DO && test_parts(l, s))
        first = lower_new_block(l); /* no PP has left yet: the first round begins after the count */
    lower_jump(l, first);
    l->loop_depth++;
    lower_place_block(l, loop->body);
    if (test_parts(l, s)) {
        lower_stay(l, loop->settles);
        if (first != loop->test)
            lower_place_block(l, first);
    }
    lower_round(l, loop);
    lower_place_block(l, loop->test);
    lower_test(l, loop);
    l->loop_depth--;
}

void lower_loop(struct lower *l, struct statement *s)
{
    struct loop loop = {.statement = s, .settles = loop_sees_size(l, s)};
    if (s->initial != NULL) {
        lower_at(l, s->initial->pos);
        lower_effect(l, s->initial);
        lower_release_temporaries(l);
    }
    lower_at(l, s->pos);
    loop.body = lower_new_block(l);
    loop.step = lower_new_block(l);
    loop.test = lower_new_block(l);
    if (s->splits && l->mode == MODE_SYNC) {
        lower_split_all(l, &loop.group);
        loop.end = loop.group.end;
        lower_rounds(l, &loop);
        lower_at(l, s->pos);
        lower_end_part(l, &loop.group);
        lower_clear_note(l, NOTE_BREAK | NOTE_CONTINUE);
        /* leaves_loop of a loop is about the enclosing loop, which cannot be left here: only returns continue
         */
        struct statement beyond = *s;
        beyond.leaves_loop = false;
        beyond.leaves_round = false;
        lower_check_notes(l, &beyond);
    } else {
        loop.end = lower_new_block(l);
        lower_rounds(l, &loop);
        lower_place_block(l, loop.end);
    }
}
