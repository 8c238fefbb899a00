/* clang-format off */
/* border.h - the cells that other threads may still be writing while this one already runs the next segment.
 *
 * If each thread of a team carries out its own requests, or thread 0 those of all to one cell, no thread
 * waits for the others after the phase: a thread waits only when it accesses cells near those that another
 * one may still be writing. One thread's side of the protocol, in its order:
 *
 *     border_open     after its own part of a phase: only what the borders below
 *                     spare may be read
 *     border_spare    for each other writer that it has not waited for: the cells
 *                     that this one writes
 *     border_before   before every read and write of cells: waits if they are not
 *                     safe
 *     border_close    all have finished: after a wait, or after a team barrier
 *
 * No load or store of a cell may move before its border_before. A writer's last store comes before the report
 * that it has finished (a release, team_finish), and border_close comes after that report was read (an
 * acquire, team_await). Knows cells and the functions to call; neither tiles nor threads. */
/* clang-format on */
#ifndef PRAM_BORDER_H
#define PRAM_BORDER_H

#include <stdbool.h>
#include <stdint.h>

struct border {
    bool is_open;                /* others may still be writing */
    uint32_t safe_low, safe_end; /* but not to cells safe_low .. safe_end - 1 */
    uint32_t beyond;             /* nor from this one on */
    unsigned loads_to_fetch;     /* number of loads until it is time to fetch; 0: never */
    /* waits until the writers of cells low .. high have finished; afterwards only what the others write is
     * unsafe */
    void (*await)(void *context, uint32_t low, uint32_t high);
    void (*fetch)(void *context); /* prefetches what will soon be read of theirs */
    void *context;
};

/* Before the third load of a segment the others have not yet written where shares touch: they would have to
 * fetch the lines back. */
enum { BORDER_LOADS_TO_FETCH = 3 };

/* others_write: another thread writes, and may not have finished. */
static inline void border_open(struct border *border, bool others_write)
{
    border->is_open = others_write;
    border->safe_low = 0;
    border->safe_end = UINT32_MAX;
    border->beyond = 0;
}

/* Another thread writes cells low .. high; `below`: they are below all cells that this thread has written. */
static inline void border_spare(struct border *border, uint32_t low, uint32_t high, bool below)
{
    if (below)
        border->safe_low = high + 1 > border->safe_low ? high + 1 : border->safe_low;
    else
        border->safe_end = low < border->safe_end ? low : border->safe_end;
    border->beyond = high + 1 > border->beyond ? high + 1 : border->beyond;
}

static inline void border_close(struct border *border)
{
    border->is_open = false;
}

/* Called before the cells low .. high are read or written. */
static inline void border_before(const struct border *border, uint32_t low, uint32_t high)
{
    if (border->is_open && (low < border->safe_low || high >= border->safe_end) && low < border->beyond)
        border->await(border->context, low, high);
}

/* The same before a load; the other threads' cells are fetched in time. */
static inline void border_before_load(struct border *border, uint32_t low, uint32_t high)
{
    if (border->is_open && border->loads_to_fetch > 0 && --border->loads_to_fetch == 0)
        border->fetch(border->context);
    border_before(border, low, high);
}

#endif
