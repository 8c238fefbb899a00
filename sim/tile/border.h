/* border.h - the cells that other threads may still be writing while this one already runs the next segment.
 *
 * If each thread of a team carries out its own requests, or thread 0 those of all to one cell, a thread waits
 * for another one only before it accesses cells near those that the other one may still be writing. No load
 * or store of a cell may move before its border_before. A writer's last store comes before the report that it
 * has finished (a release, team_finish), and border_close comes after that report was read (an acquire,
 * team_await). Knows cells and the function to call; neither tiles nor threads. */
#ifndef PRAM_BORDER_H
#define PRAM_BORDER_H

#include <stdbool.h>
#include <stdint.h>

struct border {
    bool is_open;                /* others may still be writing */
    uint32_t safe_low, safe_end; /* but not to cells safe_low .. safe_end - 1 */
    uint32_t beyond;             /* nor from this one on */
    /* waits until the writers of cells low .. high have finished; afterwards only what the others write is
     * unsafe */
    void (*await)(void *context, uint32_t low, uint32_t high);
    void *context;
};

/* After this thread's part of a phase. others_write: another thread writes, and may not have finished. */
static inline void border_open(struct border *border, bool others_write)
{
    border->is_open = others_write;
    border->safe_low = 0;
    border->safe_end = UINT32_MAX;
    border->beyond = 0;
}

/* For each other writer that this thread has not waited for: it writes cells low .. high. `below`: they are
 * below all cells that this thread has written. */
static inline void border_spare(struct border *border, uint32_t low, uint32_t high, bool below)
{
    if (below)
        border->safe_low = high + 1 > border->safe_low ? high + 1 : border->safe_low;
    else
        border->safe_end = low < border->safe_end ? low : border->safe_end;
    border->beyond = high + 1 > border->beyond ? high + 1 : border->beyond;
}

/* All have finished: after a wait, or after a team barrier. */
static inline void border_close(struct border *border)
{
    border->is_open = false;
}

/* Before the cells low .. high are read or written: waits if they are not safe. */
static inline void border_before(const struct border *border, uint32_t low, uint32_t high)
{
    if (border->is_open && (low < border->safe_low || high >= border->safe_end) && low < border->beyond)
        border->await(border->context, low, high);
}

#endif
