/* guard.h - what keeps other PPs away from where a PP is in asynchronous code: locks, and having waited for
 * others; for warnings of races.
 *
 * mode.c hands one guard along the statements of a function, in the order of the text, and asks nothing about
 * locks itself. The functions of <locks.h> are known from lock.def; a function that the file defines itself
 * by what its body leaves behind, which is noted in its symbol. What a function is called says nothing.
 */
#ifndef FCC_GUARD_H
#define FCC_GUARD_H

#include "fcc/text/tree.h"

struct guard {
    int locks;         /* that are held here */
    int change;        /* locks taken since the function's beginning, less those given back */
    bool waited;       /* an empty loop has waited for others, */
    bool ends_waiting; /* and nothing has been done since */
};

/* Whether other PPs are kept away. */
bool guard_holds(const struct guard *guard);
/* The PP has called a function; has changed a variable; has gone through a statement at whose beginning it
 * held so many locks, which may have waited for its turn. */
void guard_call(struct guard *guard, const struct expression *call);
void guard_change(struct guard *guard);
void guard_wait(struct guard *guard, const struct statement *s, int locks);
/* The condition of an `if` has been computed: *guard is for its first part, the result for the other, which
 * may have another lock if the condition tried to take one. */
struct guard guard_divide(struct guard *guard, const struct expression *condition);
/* After an `if`: *guard is at the end of its last part, *first at the end of the first one, which is the same
 * if there is no `else`; *decided is what guard_divide returned. */
void guard_meet(struct guard *guard, const struct statement *s, const struct guard *first,
                const struct guard *decided);
/* Locks that a function leaves taken for its caller, 1, or gives back, -1: what was held at its end. */
int guard_left_behind(const struct guard *end);

#endif
