/* locks.h - locks for asynchronous code. All may be shared variables or parts of shared memory, with all
 * words 0 to begin with: `sh simple_lock lock;` is ready for use, the _init functions are for memory that was
 * used before.
 *
 * A waiting PP spins without changing memory. Locking a lock twice waits forever. If a run stops early,
 * pramsim prints which PP holds a lock and which PPs wait for it; the holder records itself in words of the
 * lock.
 */
#ifndef FORK_LOCKS_H
#define FORK_LOCKS_H

/* The record of a lock about its holder or writer, for the simulator. */
struct lock_record {
    int turns;      /* how often the lock has changed hands */
    unsigned since; /* cycle in which its holder took it */
    unsigned owner; /* the PP */
    unsigned place; /* return address of its call */
};

/* One PP at a time. Not fair: waiting PPs try again and again, and one of them succeeds. A PP may release
 * and take the lock any number of times while another PP waits. */
typedef struct simple_lock {
    int taken;
    struct lock_record record;
} simple_lock;
void simple_lock_init(simple_lock *lock);
void simple_lockup(simple_lock *lock);
int simple_try_lock(simple_lock *lock); /* 1: the PP has the lock; 0: another PP has it */
void simple_unlock(simple_lock *lock);

/* One PP at a time. Fair: in the order of arrival (PPs of one cycle: by number). */
typedef struct fair_lock {
    int next;                  /* next ticket */
    struct lock_record record; /* its turns: the ticket whose holder may enter */
} fair_lock;
void fair_lock_init(fair_lock *lock);
void fair_lockup(fair_lock *lock);
void fair_unlock(fair_lock *lock);

/* Any number of readers or one writer. Fair among writers, in the order of arrival. New readers wait while
 * a writer waits, so readers may wait as long as writers keep coming. */
typedef struct rw_lock {
    int readers; /* in the critical section, or about to find out that they may not enter */
    int writers; /* waiting or writing */
    fair_lock turn;
} rw_lock;
enum { RW_READ, RW_WRITE, RW_DELETE };
void rw_lock_init(rw_lock *lock);
void rw_lockup(rw_lock *lock, int mode); /* RW_READ or RW_WRITE */
void rw_unlock(rw_lock *lock, int mode);

/* The same for an object that may be deleted. A lockup returns 1 if it got the lock, and 0 if the object
 * is deleted or being deleted. A PP with RW_DELETE is alone, and the last one: its unlock returns when no
 * PP waits at the lock any more, so that the memory can be freed if no new PP can find it. */
typedef struct rwd_lock {
    rw_lock lock;
    int deleted;
    int visitors; /* PPs between the beginning of a lockup and the end of an unlock */
} rwd_lock;
void rwd_lock_init(rwd_lock *lock);
int rwd_lockup(rwd_lock *lock, int mode);
void rwd_unlock(rwd_lock *lock, int mode);

#endif
