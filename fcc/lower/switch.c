/* switch.c - switch: comparisons by bisection; in synchronous code with a private value one subgroup for each
 * case. */
#include <stdlib.h>

#include "fcc/lower/state.h"

static int compare_words(const void *left, const void *right)
{
    int32_t l = (int32_t)((const struct case_block *)left)->statement->value;
    int32_t r = (int32_t)((const struct case_block *)right)->statement->value;
    return l < r ? -1 : l > r;
}

static int compare_long_longs(const void *left, const void *right)
{
    int64_t l = (int64_t)((const struct case_block *)left)->statement->value;
    int64_t r = (int64_t)((const struct case_block *)right)->statement->value;
    return l < r ? -1 : l > r;
}

static struct case_block *collect(struct lower *l, const struct statement *s, uint32_t *count)
{
    *count = 0;
    for (const struct statement *c = s->other; c != NULL; c = c->other)
        ++*count;
    struct case_block *cases = ARENA_ARRAY(unit_nodes(l->unit), struct case_block, *count + 1);
    uint32_t i = 0;
    for (struct statement *c = s->other; c != NULL; c = c->other) {
        cases[i++] = (struct case_block){c, lower_new_block(l)};
        c->block = cases[i - 1].block;
    }
    qsort(cases, *count, sizeof *cases,
          type_is_long_long(s->condition->type) ? compare_long_longs : compare_words);
    return cases;
}

enum { FEW_CASES = 4 };

/* Branches on a comparison of the value with that of a case, EQUAL or LESS, both signed. */
static void compare(struct lower *l, enum binary_op operation, struct words value, const struct statement *s,
                    struct ir_block *yes, struct ir_block *no)
{
    const struct words constant = {ir_const((int32_t)s->value), ir_const((int32_t)(s->value >> 32))};
    if (value.high.kind == IR_NONE) {
        lower_branch(l, operation == BINARY_LESS ? IR_LT : IR_EQ, value.low, constant.low, yes, no);
        return;
    }
    const struct ir_operand truth =
        lower_compare_words(l, operation, &type_basic[TYPE_LONG_LONG], value, constant);
    lower_branch(l, IR_NE, truth, ir_const(0), yes, no);
}

/* Goes to the case for the value among cases[from..to), else to `none`. */
static void choose(struct lower *l, struct words value, const struct case_block *cases, uint32_t from,
                   uint32_t to, struct ir_block *none)
{
    if (to - from <= FEW_CASES) {
        for (uint32_t i = from; i < to; i++) {
            struct ir_block *next = lower_new_block(l);
            compare(l, BINARY_EQUAL, value, cases[i].statement, cases[i].block, next);
            lower_place_block(l, next);
        }
        lower_jump(l, none);
        return;
    }
    uint32_t middle = from + (to - from) / 2;
    struct ir_block *low = lower_new_block(l);
    struct ir_block *high = lower_new_block(l);
    compare(l, BINARY_LESS, value, cases[middle].statement, low, high);
    lower_place_block(l, low);
    choose(l, value, cases, from, middle, none);
    lower_place_block(l, high);
    choose(l, value, cases, middle, to, none);
}

void lower_computed_goto(struct lower *l, struct statement *s)
{
    const struct words value = {lower_value(l, s->condition), ir_none()};
    const uint32_t count = l->unit->label_addresses;
    struct case_block *cases = ARENA_ARRAY(unit_nodes(l->unit), struct case_block, count + 1);
    lower_release_temporaries(l);
    for (struct label *label = l->unit->labels; label != NULL; label = label->next) {
        if (label->address != 0) {
            struct statement *number = ARENA_NEW(unit_nodes(l->unit), struct statement);
            number->value = label->address;
            cases[label->address - 1] = (struct case_block){number, lower_label_block(l, label)};
        }
    }
    if (count == 0)
        lower_jump(l, l->return_block); /* no label: control never comes here */
    else
        choose(l, value, cases, 0, count - 1, cases[count - 1].block);
}

static void lower_uniform_switch(struct lower *l, struct statement *s)
{
    uint32_t count;
    struct words value = lower_words(l, s->condition);
    lower_release_temporaries(l);
    struct case_block *cases = collect(l, s, &count);
    struct ir_block *end = lower_new_block(l);
    struct ir_block *none = end;
    if (s->default_case != NULL) {
        none = lower_new_block(l);
        s->default_case->block = none;
    }
    if (value.low.kind == IR_VREG)
        value.low = lower_unary_op(l, IR_COPY, value.low); /* a case may change the variable */
    choose(l, value, cases, 0, count, none);
    struct jumps jumps = {
        .outer = l->jumps, .break_to = end, .break_level = l->level, .in_scope = l->in_scope};
    if (l->jumps != NULL) {
        jumps.continue_to = l->jumps->continue_to;
        jumps.continue_level = l->jumps->continue_level;
    }
    l->jumps = &jumps;
    lower_statement(l, s->first);
    l->jumps = jumps.outer;
    lower_place_block(l, end);
}

/* ---- private values in synchronous code */

/* Whether a label is on this statement of the switch's block. */
static bool is_labelled(const struct statement *s)
{
    return s->kind == STATEMENT_CASE || s->kind == STATEMENT_DEFAULT;
}

/* 0 or 1: whether the value is, with EQUAL, or is not, with NOT_EQUAL, that of the case. */
static struct ir_operand test(struct lower *l, enum binary_op operation, struct words value,
                              const struct statement *s)
{
    const struct words constant = {ir_const((int32_t)s->value), ir_const((int32_t)(s->value >> 32))};
    if (value.high.kind != IR_NONE)
        return lower_compare_words(l, operation, &type_basic[TYPE_LONG_LONG], value, constant);
    return lower_binary_op(l, operation == BINARY_EQUAL ? IR_SEQ : IR_SNE, value.low, constant.low);
}

/* 1 for PPs whose value is one of the cases on this statement. */
static struct ir_operand matches(struct lower *l, struct words value, const struct statement *s,
                                 struct ir_operand no_case)
{
    struct ir_operand truth = ir_const(0);
    for (; is_labelled(s); s = s->first) {
        struct ir_operand one = s->kind == STATEMENT_DEFAULT ? no_case : test(l, BINARY_EQUAL, value, s);
        truth = truth.kind == IR_CONST ? one : lower_binary_op(l, IR_OR, truth, one);
    }
    return truth;
}

/* The statements from one label to the next run in one subgroup: PPs that matched, and PPs that fell
 * through. */
static void lower_segment(struct lower *l, struct statement *first, uint32_t inside)
{
    struct level level;
    struct jumps jumps = {
        .outer = l->jumps, .break_level = &level, .inside = inside, .in_scope = l->in_scope};
    struct statement all = {.kind = STATEMENT_BLOCK};
    lower_begin_part(l, &level, lower_unary_op(l, IR_COPY, ir_vreg(inside)));
    jumps.break_to = level.end;
    if (l->jumps != NULL) {
        jumps.continue_to = l->jumps->continue_to;
        jumps.continue_level = l->jumps->continue_level;
    }
    l->jumps = &jumps;
    for (struct statement *part = first; part != NULL && (part == first || !is_labelled(part));
         part = part->next) {
        struct statement *bare = part;
        while (is_labelled(bare))
            bare = bare->first;
        lower_statement(l, bare);
        all.leaves_function |= part->leaves_function;
        all.leaves_round |= part->leaves_round;
    }
    l->jumps = jumps.outer;
    lower_end_part(l, &level);
    lower_clear_note(l, NOTE_BREAK);
    lower_check_notes(l, &all);
}

static void lower_private_switch(struct lower *l, struct statement *s)
{
    struct words value = lower_words(l, s->condition);
    value.low = lower_unary_op(l, IR_COPY, value.low);
    struct ir_operand inside = lower_vreg(l);
    struct ir_operand no_case = lower_vreg(l);
    lower_release_temporaries(l);
    lower_copy(l, inside.id, ir_const(0));
    lower_copy(l, no_case.id, ir_const(1));
    for (const struct statement *c = s->other; c != NULL; c = c->other) {
        struct ir_operand other = test(l, BINARY_NOT_EQUAL, value, c);
        lower_copy(l, no_case.id, lower_binary_op(l, IR_AND, no_case, other));
    }
    for (struct statement *part = s->first->first; part != NULL; part = part->next) {
        if (!is_labelled(part))
            continue;
        /* PPs that have broken out are no longer inside: see lower_jump_out */
        lower_copy(l, inside.id, lower_binary_op(l, IR_OR, inside, matches(l, value, part, no_case)));
        lower_segment(l, part, inside.id);
    }
}

void lower_switch(struct lower *l, struct statement *s)
{
    if (s->splits && l->mode == MODE_SYNC)
        lower_private_switch(l, s);
    else
        lower_uniform_switch(l, s);
}
