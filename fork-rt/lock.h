/* lock.h - how locks and queues record which PP holds them and which PPs wait, for the simulator
 * (asm/tables/lock.def). A PP writes to a lock's record only while it holds the lock, and to its own private
 * words.
 */
#ifndef FORK_LOCK_H
#define FORK_LOCK_H

#include <fork.h>
#include <locks.h>

enum {
#define LOCK_KIND(number, NAME, name, words, record) KIND_##NAME = 16 * number,
#define LOCK_MODE(number, NAME, text) MODE_##NAME = number,
#include "../asm/tables/lock.def"
};

struct lock_wait {
    const void *lock;
    int how;
    unsigned since;
    int turns;
    int ticket;
};

struct lock_try {
    const void *lock;
    unsigned since;
    int turns;
};

struct lock_read {
    const void *lock;
    unsigned since;
    unsigned place;
};

extern struct lock_wait __fork_lock_wait;

static inline void begin_wait(const void *lock, int how, int turns)
{
    __fork_lock_wait.how = how;
    __fork_lock_wait.turns = turns;
    __fork_lock_wait.since = getct();
    __fork_lock_wait.lock = lock;
}

static inline void end_wait(void)
{
    __fork_lock_wait.lock = 0;
}

#endif
