/* locks.h - locks for asynchronous code. All may be shared variables or parts of shared memory, with all
 * words 0 to begin with: `sh simple_lock lock;` is ready for use, the _init functions are for memory that was
 * used before.
 *
 * A PP that waits spins in a loop that changes nothing. Locking a lock that one holds already waits for ever.
 */
#ifndef FORK_LOCKS_H
#define FORK_LOCKS_H

/* one PP at a time; who comes next is left to chance */
typedef struct {
    int taken;
} simple_lock;
void simple_lock_init(simple_lock *lock);
void simple_lockup(simple_lock *lock);
int simple_try_lock(simple_lock *lock); /* 1: got it, 0: another PP has it */
void simple_unlock(simple_lock *lock);

/* one PP at a time, in the order of their coming (PPs of one cycle: by number) */
typedef struct {
    int next;    /* ticket to be given out */
    int serving; /* ticket whose holder may go on */
} fair_lock;
void fair_lock_init(fair_lock *lock);
void fair_lockup(fair_lock *lock);
void fair_unlock(fair_lock *lock);

/* any number of readers or one writer; new readers wait while a writer waits */
typedef struct {
    int readers; /* in the critical section, or about to see that they may not enter */
    int writers; /* waiting or writing */
    fair_lock turn;
} rw_lock;
enum { RW_READ, RW_WRITE, RW_DELETE };
void rw_lock_init(rw_lock *lock);
void rw_lockup(rw_lock *lock, int mode); /* RW_READ or RW_WRITE */
void rw_unlock(rw_lock *lock, int mode);

/* The same for something that may be deleted. A lockup returns 1: got it, or 0: it is deleted, or being
 * deleted. A PP that has got it with RW_DELETE is alone, and the last one ever: its unlock returns when no PP
 * waits at the lock any more, so that the memory can be given back if no new PP can find it. */
typedef struct {
    rw_lock lock;
    int deleted;
    int visitors; /* PPs between the beginning of a lockup and the end of an unlock */
} rwd_lock;
void rwd_lock_init(rwd_lock *lock);
int rwd_lockup(rwd_lock *lock, int mode);
void rwd_unlock(rwd_lock *lock, int mode);

#endif
