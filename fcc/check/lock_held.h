/* lock_held.h - protection of asynchronous code from other PPs, by locks or by waiting; for warnings of data
 * races.
 *
 * mode.c passes one struct lock_held along the statements of a function, in the order of the text. The
 * functions of <locks.h> are known from lock.def. A function defined in the file is described by what its
 * body leaves locked, which is noted in its symbol. Function names are ignored. */
#ifndef FCC_LOCK_HELD_H
#define FCC_LOCK_HELD_H

#include "fcc/text/tree.h"

struct lock_held {
    int locks;         /* locks held here */
    int change;        /* locks taken since the function's beginning, minus those released */
    bool waited;       /* an empty loop has waited for others, */
    bool ends_waiting; /* and no statement has been executed since */
};

/* Whether other PPs are kept out. */
bool lock_is_held(const struct lock_held *held);
/* The PP has called a function; has changed a variable; has executed a statement that began with `locks`
 * locks and may have been a wait. */
void lock_held_call(struct lock_held *held, const struct expression *call);
void lock_held_change(struct lock_held *held);
void lock_held_wait(struct lock_held *held, const struct statement *s, int locks);
/* The condition of an `if` has been computed: *held is for its first part, the result for the other, which
 * holds one lock more or less if the condition tries to take one. */
struct lock_held lock_held_divide(struct lock_held *held, const struct expression *condition);
/* After an `if`: *held is at the end of its last part, *first at the end of the first one, equal if there is
 * no `else`; *decided is the result of lock_held_divide. */
void lock_held_meet(struct lock_held *held, const struct statement *s, const struct lock_held *first,
                    const struct lock_held *decided);
/* Locks that a function leaves taken for its caller, 1, or releases, -1, by the locks held at its end. */
int lock_held_left_behind(const struct lock_held *end);

#endif
