/* sleep.h - PPs that poll a cell sleep until it changes.
 *
 * A PP closes a short, straight loop without effects that others could see. If every instruction of the loop
 * leaves its registers and flags unchanged, the PP repeats the loop until a cell that it loads there changes.
 * It is removed from its strand and costs nothing meanwhile. Its registers are valid at every instruction of
 * the loop; its position in the loop follows from the time. Knows strands, rows and memory.
 */
#ifndef PRAM_CYCLE_SLEEP_H
#define PRAM_CYCLE_SLEEP_H

#include <stdbool.h>
#include <stdint.h>

#include "strand.h"

struct cycle_state;
struct sleeper;

/* A loop in which a PP may wait for a cell to change, as the program has it: the instructions
 * head .. head + length - 1, the last one a branch to `head`. */
struct poll_loop {
    uint32_t head, length; /* length 0: no loop */
    uint32_t loads;        /* number of loads */
    uint32_t failures;     /* consecutive failed attempts to sleep in it */
    uint32_t skips;        /* number of attempts that are skipped now */
};

/* The loop that the branch at `pc` closes; NULL: none. loops: by pc; NULL if there are none. */
static inline struct poll_loop *poll_at(struct poll_loop *loops, uint32_t pc)
{
    return loops != NULL && loops[pc].length != 0 ? &loops[pc] : NULL;
}

/* The same if an attempt to sleep there is not skipped. */
static inline struct poll_loop *poll_tried(struct poll_loop *loops, uint32_t pc)
{
    struct poll_loop *const loop = poll_at(loops, pc);
    if (loop == NULL || loop->skips == 0)
        return loop;
    loop->skips--;
    return NULL;
}

/* A cell that sleepers poll, in the list of its bucket. */
struct sleep_watch {
    struct sleeper *sleeper;
    struct sleep_watch *next, **link; /* link: the pointer to this one */
    uint32_t cell;
};

struct sleepers {
    struct poll_loop *loops;                       /* by pc of the closing branch; NULL: no PP sleeps */
    struct sleep_watch *buckets[1 << SLEEP_SHIFT]; /* by a hash of the cell */
    struct sleeper *all;                           /* owned; in any order */
    uint32_t *cells[POLL_MOST_LOADS]; /* by position in a strand: the cells that the member loads */
    uint32_t *trial, *trial_flags;    /* by PP: the result of an instruction */
    uint8_t *stays;                   /* by position: the member may sleep */
    uint32_t count;                   /* PPs asleep */
};

void sleep_create(struct cycle_state *state);
void sleep_destroy(struct cycle_state *state);

/* The strand has closed the loop whose last instruction is at `pc`. True: members sleep; the strand now
 * belongs to the callee, and members that stay awake are placed at the loop's head. */
bool sleep_begin(struct cycle_state *state, struct strand *strand, uint32_t pc);

/* The cycle changes a cell; its instructions have been executed: PPs that poll the cell are awake in the next
 * cycle. */
void sleep_end(struct cycle_state *state, uint32_t cell);

/* As above for all cells. */
void sleep_end_all(struct cycle_state *state);

/* Before a cycle: wakes all. */
void sleep_interrupt(struct cycle_state *state);

/* For invariant.c: whether it holds for the strands of all sleeping PPs. */
typedef bool strand_holds(const struct cycle_state *state, const struct strand *strand, void *context);
bool sleep_holds(const struct cycle_state *state, strand_holds *holds, void *context);

/* Whether the sleeping PPs' registers hold the values that they would load. */
bool sleep_is_right(const struct cycle_state *state);

static inline unsigned sleep_bucket(uint32_t cell)
{
    return cell * 2654435761u >> (32 - SLEEP_SHIFT);
}

/* Whether PPs may poll the cell. */
static inline bool sleep_watches(const struct sleepers *sleepers, uint32_t cell)
{
    return sleepers->buckets[sleep_bucket(cell)] != NULL;
}

#endif
