/* sleep.h - PPs that poll a cell sleep until it changes.
 *
 * A PP that closes a short loop (poll.h) without effects, and for which every instruction of the loop leaves
 * registers and flags as they are, goes round until a cell that it loads there gets another value. It is
 * taken out of its strand and costs nothing meanwhile. Its registers are right at every instruction of the
 * loop; where in the loop it is follows from the time. Knows strands, rows and memory.
 */
#ifndef PRAM_CYCLE_SLEEP_H
#define PRAM_CYCLE_SLEEP_H

#include <stdbool.h>
#include <stdint.h>

#include "poll.h"

struct cycle_state;
struct strand;
struct sleeper;

/* A cell that sleepers poll: one of a list in its bucket. */
struct sleep_watch {
    struct sleeper *sleeper;
    struct sleep_watch *next, **link; /* link: what points to this one */
    uint32_t cell;
};

enum { SLEEP_BUCKETS = 4096 };

struct sleepers {
    struct poll_loops loops;
    struct sleep_watch *buckets[SLEEP_BUCKETS]; /* by a hash of the cell */
    struct sleeper *all;                        /* owned; in any order */
    struct sleeper *free;                       /* owned; those that are not in use */
    uint32_t *cells[POLL_MOST_LOADS]; /* owned; by position in a strand: the cells that its members load */
    uint32_t *trial, *trial_flags;    /* owned; by PP: what an instruction would give */
    uint8_t *stays;                   /* owned; by position: the member may sleep */
    uint32_t count;                   /* PPs asleep */
    bool is_on;
};

/* False if memory is short. */
bool sleep_create(struct cycle_state *state);
void sleep_destroy(struct cycle_state *state);

/* The strand has closed the loop whose last instruction is at `pc`. True: members sleep, the strand is no
 * longer the caller's, and those that do not sleep are placed at the loop's head. */
bool sleep_begin(struct cycle_state *state, struct strand *strand, uint32_t pc);

/* The cycle, whose instructions have been executed, changes a cell: PPs that poll it are awake in the next
 * cycle. */
void sleep_end(struct cycle_state *state, uint32_t cell);

/* The same of all cells. */
void sleep_end_all(struct cycle_state *state);

/* Before a cycle: all are awake. */
void sleep_interrupt(struct cycle_state *state);

/* The PPs asleep and where they are in this cycle, told strand by strand. */
void sleep_show(const struct sleepers *sleepers, uint64_t cycle,
                void (*tell)(void *context, const struct strand *strand, uint32_t pc), void *context);

/* For invariant.c: counts the sleeping PPs in seen[pp]; false: one was there already. */
bool sleep_marks(const struct sleepers *sleepers, uint8_t *seen);

/* Whether the sleeping PPs' registers hold what they would load. */
bool sleep_is_right(const struct cycle_state *state);

static inline unsigned sleep_bucket(uint32_t cell)
{
    return cell * 2654435761u >> 20;
}

/* Whether PPs may poll the cell. */
static inline bool sleep_watches(const struct sleepers *sleepers, uint32_t cell)
{
    return sleepers->buckets[sleep_bucket(cell)] != NULL;
}

#endif
