/* readers_writers.h - locks that let in any number of readers or one writer, after J. Mellor-Crummey and M.
 * Scott, Scalable Reader-Writer Synchronization for Shared-Memory Multiprocessors (1991), with multiprefix
 * instead of their swaps. Asynchronous. A lock with all its words 0 is open. Waiting PPs change nothing;
 * looks have a hint_yield() before them.
 */
#ifndef PROGRAMS_READERS_WRITERS_H
#define PROGRAMS_READERS_WRITERS_H

#include <fork.h>

/* ---- preference: writers come first. Two ticket counters for them, and the number of readers that are
 * inside. */

typedef struct {
    volatile int wanted;  /* tickets that writers have drawn */
    volatile int done;    /* writers that have left */
    volatile int readers; /* inside, or about to find that they may not */
} preference_lock;

static void preference_read(preference_lock *lock)
{
    for (;;) {
        int wanted;
        do { /* done never passes wanted: if it is what wanted was just before, no writer was there at that
                moment */
            hint_yield();
            wanted = lock->wanted;
            hint_yield();
        } while (lock->done != wanted);
        mpadd((int *)&lock->readers, 1);
        hint_yield();
        if (lock->wanted == wanted)
            return;
        mpadd((int *)&lock->readers, -1); /* a writer has come in between */
    }
}

static void preference_read_end(preference_lock *lock)
{
    syncadd((int *)&lock->readers, -1);
}

static void preference_write(preference_lock *lock)
{
    int ticket = mpadd((int *)&lock->wanted, 1);
    do
        hint_yield();
    while (lock->done != ticket);
    do
        hint_yield();
    while (lock->readers != 0);
}

static void preference_write_end(preference_lock *lock)
{
    syncadd((int *)&lock->done, 1);
}

/* ---- fair: all in the order of their coming, readers next to each other together. Two words count requests
 * and completions: readers in bits 0 to 15, writers from bit 17 on; both wrap around. Bit 16 is in between,
 * so that the readers' carry does not look like a writer; the reader that sets it takes it back. */

typedef struct {
    volatile int requests, completions;
} fair_rw_lock;

enum { FAIR_CARRY = 0x10000, FAIR_WRITER = 0x20000 };

static int fair_count(volatile int *counter)
{
    int old = mpadd((int *)counter, 1);
    if ((old & 0xffff) == 0xffff)
        syncadd((int *)counter, -FAIR_CARRY);
    return old;
}

static void fair_read(fair_rw_lock *lock)
{
    unsigned ticket = fair_count(&lock->requests);
    do
        hint_yield();
    while (((unsigned)lock->completions ^ ticket) >> 17 != 0);
}

static void fair_read_end(fair_rw_lock *lock)
{
    fair_count(&lock->completions);
}

static void fair_write(fair_rw_lock *lock)
{
    int ticket = mpadd((int *)&lock->requests, FAIR_WRITER);
    do
        hint_yield();
    while (((lock->completions ^ ticket) & ~FAIR_CARRY) != 0);
}

static void fair_write_end(fair_rw_lock *lock)
{
    syncadd((int *)&lock->completions, FAIR_WRITER);
}

/* ---- queue: the same order, but every PP waits at a cell of its own. A token goes from place to place: a PP
 * that has it may go in unless there are readers before a writer. Readers hand it on at once, writers when
 * they leave. */

enum { QUEUE_PLACES = 4096, QUEUE_WRITER = 1 << 20 };

typedef struct {
    int tail;                         /* places that were given */
    int active;                       /* readers inside, and QUEUE_WRITER while a writer has the token */
    volatile int writer;              /* the place of that writer */
    volatile int token[QUEUE_PLACES]; /* of place i: i + 1 when it has the token */
    volatile int empty[QUEUE_PLACES]; /* and i + 1 when the readers before it have left */
} queue_rw_lock;

static int queue_wait(queue_rw_lock *lock)
{
    int place = mpadd(&lock->tail, 1);
    if (place == 0)
        return 0;
    do
        hint_yield();
    while (lock->token[place % QUEUE_PLACES] != place + 1);
    return place;
}

static void queue_hand_on(queue_rw_lock *lock, int place)
{
    lock->token[(place + 1) % QUEUE_PLACES] = place + 2;
}

static void queue_read(queue_rw_lock *lock)
{
    int place = queue_wait(lock);
    syncadd(&lock->active, 1);
    queue_hand_on(lock, place);
}

static void queue_read_end(queue_rw_lock *lock)
{
    if (mpadd(&lock->active, -1) == QUEUE_WRITER + 1) /* the last one before a writer */
        lock->empty[lock->writer % QUEUE_PLACES] = lock->writer + 1;
}

static int queue_write(queue_rw_lock *lock)
{
    int place = queue_wait(lock);
    lock->writer = place;
    if (mpadd(&lock->active, QUEUE_WRITER) != 0)
        do
            hint_yield();
        while (lock->empty[place % QUEUE_PLACES] != place + 1);
    return place;
}

/* `place` is what queue_write returned. */
static void queue_write_end(queue_rw_lock *lock, int place)
{
    syncadd(&lock->active, -QUEUE_WRITER);
    queue_hand_on(lock, place);
}

#endif
