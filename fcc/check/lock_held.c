/* lock_held.c - see lock_held.h. */
#include "fcc/check/lock_held.h"

#include <string.h>

#include "fcc/check/check.h"

enum { READ_MODE = 0 }; /* RW_READ of locks.h */

struct lock_row {
    const char *name;
    int change;
    unsigned mode_argument;
    bool tries;
};

static const struct lock_row rows[] = {
#define LOCK(function, change, mode, tries) {#function, change, mode, tries},
#include "fcc/check/lock.def"
};

static bool only_reads(const struct expression *call, unsigned mode_argument)
{
    const struct expression *argument = call->arguments;
    for (unsigned number = 1; number < mode_argument && argument != NULL; number++)
        argument = argument->next;
    return mode_argument != 0 && argument != NULL && argument->kind == EXPRESSION_CONSTANT &&
           argument->value == READ_MODE;
}

/* The function called by its name, or NULL. */
static const struct symbol *callee(const struct expression *call)
{
    const struct expression *pointer = call->left;
    bool named = pointer->kind == EXPRESSION_ADDRESS && pointer->left->kind == EXPRESSION_FUNCTION;
    return named ? pointer->left->symbol : NULL;
}

static const struct lock_row *row_of(const struct symbol *function)
{
    if (function->body != NULL || function->storage == STORAGE_STATIC)
        return NULL;
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (strcmp(function->name->text, rows[i].name) == 0)
            return &rows[i];
    }
    return NULL;
}

/* Change of the PP's locks by a call: 1: one more, -1: one less. */
static int lock_change(const struct expression *call)
{
    const struct symbol *function = callee(call);
    if (function == NULL)
        return 0;
    const struct lock_row *row = row_of(function);
    if (row != NULL)
        return only_reads(call, row->mode_argument) ? 0 : row->change;
    return function->lock_change;
}

/* Whether a condition tries to take a lock: 1: true if the PP has got it; -1: false if the PP has got it; 0:
 * it does not try. */
static int lock_try(const struct expression *condition)
{
    while (condition->kind == EXPRESSION_CONVERT)
        condition = condition->left;
    if (condition->kind == EXPRESSION_NOT)
        return -lock_try(condition->left);
    const struct symbol *function = condition->kind == EXPRESSION_CALL ? callee(condition) : NULL;
    const struct lock_row *row = function != NULL ? row_of(function) : NULL;
    return row != NULL && row->tries && lock_change(condition) > 0 ? 1 : 0;
}

/* ---- what is held */

bool lock_is_held(const struct lock_held *held)
{
    return held->locks > 0 || held->waited;
}

void lock_held_call(struct lock_held *held, const struct expression *call)
{
    int change = lock_change(call);
    held->locks += change > 0 || held->locks > 0 ? change : 0;
    held->change += change;
    held->ends_waiting = false;
}

void lock_held_change(struct lock_held *held)
{
    held->ends_waiting = false;
}

void lock_held_wait(struct lock_held *held, const struct statement *s, int locks)
{
    if (check_waits(s) && held->locks == locks) { /* a PP that waited for a lock has it */
        held->waited = true;
        held->ends_waiting = true;
    }
}

struct lock_held lock_held_divide(struct lock_held *held, const struct expression *condition)
{
    struct lock_held other = *held;
    int tries = check_failed(condition) ? 0 : lock_try(condition);
    if (tries != 0) {
        struct lock_held *without = tries > 0 ? &other : held;
        without->locks -= without->locks > 0;
        without->change--;
    }
    return other;
}

void lock_held_meet(struct lock_held *held, const struct statement *s, const struct lock_held *first,
                    const struct lock_held *decided)
{
    bool first_goes_on = !check_ends_in_jump(s->first);
    if (s->other == NULL)
        *held = first_goes_on ? *first : *decided;
    else if (check_ends_in_jump(s->other) || (first_goes_on && first->locks < held->locks))
        *held = *first; /* what is held after both */
}

int lock_held_left_behind(const struct lock_held *end)
{
    int change = end->change + end->ends_waiting; /* a PP that ends waiting for its turn takes a lock */
    return change > 0 ? 1 : change < 0 ? -1 : 0;
}
