/* lock.c - which calls take a lock and which give one back; for mode.c.
 *
 * The functions of <locks.h> are known from lock.def; a function that the file defines itself by what its
 * body leaves behind (mode.c notes that in its symbol). What a function is called says nothing.
 */
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
    for (unsigned number = 1; number < mode_argument && argument != NULL; number++) {
        argument = argument->next;
    }
    return mode_argument != 0 && argument != NULL && argument->kind == EXPRESSION_CONSTANT &&
           argument->value == READ_MODE;
}

/* The function that is called by its name, or NULL. */
static const struct symbol *callee(const struct expression *call)
{
    const struct expression *pointer = call->left;
    bool named = pointer->kind == EXPRESSION_ADDRESS && pointer->left->kind == EXPRESSION_FUNCTION;
    return named ? pointer->left->symbol : NULL;
}

static const struct lock_row *row_of(const struct symbol *function)
{
    if (function->body != NULL || function->storage == STORAGE_STATIC) {
        return NULL;
    }
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (strcmp(function->name->text, rows[i].name) == 0) {
            return &rows[i];
        }
    }
    return NULL;
}

int check_lock_change(const struct expression *call)
{
    const struct symbol *function = callee(call);
    if (function == NULL) {
        return 0;
    }
    const struct lock_row *row = row_of(function);
    if (row != NULL) {
        return only_reads(call, row->mode_argument) ? 0 : row->change;
    }
    return function->lock_change;
}

int check_lock_try(const struct expression *condition)
{
    while (condition->kind == EXPRESSION_CONVERT) {
        condition = condition->left;
    }
    if (condition->kind == EXPRESSION_NOT) {
        return -check_lock_try(condition->left);
    }
    const struct symbol *function = condition->kind == EXPRESSION_CALL ? callee(condition) : NULL;
    const struct lock_row *row = function != NULL ? row_of(function) : NULL;
    return row != NULL && row->tries && check_lock_change(condition) > 0 ? 1 : 0;
}
