/* lock_held.h - what keeps other PPs away from where a PP is in asynchronous code: locks, and having waited
 * for others; for warnings of races.
 *
 * mode.c hands one struct lock_held along the statements of a function, in the order of the text, and asks
 * nothing about locks itself. The functions of <locks.h> are known from lock.def; a function that the file
 * defines itself by what its body leaves behind, which is noted in its symbol. What a function is called says
 * nothing.
 */
#ifndef FCC_LOCK_HELD_H
#define FCC_LOCK_HELD_H

#include "fcc/text/tree.h"

struct lock_held {
    int locks;         /* that are held here */
    int change;        /* locks taken since the function's beginning, less those given back */
    bool waited;       /* an empty loop has waited for others, */
    bool ends_waiting; /* and nothing has been done since */
};

/* Whether other PPs are kept away. */
bool lock_is_held(const struct lock_held *held);
/* The PP has called a function; has changed a variable; has executed a statement, which may have been a wait
 * and at whose beginning it held `locks` locks. */
void lock_held_call(struct lock_held *held, const struct expression *call);
void lock_held_change(struct lock_held *held);
void lock_held_wait(struct lock_held *held, const struct statement *s, int locks);
/* The condition of an `if` has been computed: *held is for its first part, the result for the other, which
 * may have another lock if the condition tried to take one. */
struct lock_held lock_held_divide(struct lock_held *held, const struct expression *condition);
/* After an `if`: *held is at the end of its last part, *first at the end of the first one, which is the same
 * if there is no `else`; *decided is what lock_held_divide returned. */
void lock_held_meet(struct lock_held *held, const struct statement *s, const struct lock_held *first,
                    const struct lock_held *decided);
/* Locks that a function leaves taken for its caller, 1, or gives back, -1: what was held at its end. */
int lock_held_left_behind(const struct lock_held *end);

#endif
