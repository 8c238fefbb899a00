/* clang-format off */
/* border.h - what other threads may still be writing while this one already runs the next segment.
 *
 * Where each thread of a team carries out its own requests, or thread 0 those of all to one cell, no thread
 * waits for the others after that phase: a thread waits only when it comes near cells that another one may
 * still be writing. One thread's side of the protocol, in its order:
 *
 *     border_open     after its own part of a phase: nothing is safe to read but what the borders below
 *                     leave out
 *     border_spare    for each other writer that it has not waited for: the cells that it writes
 *     border_before   before every look at cells, and before every write: waits if they are not safe.
 *                     border_span: the same for many cells at once, without waiting
 *     border_notice   between tiles: has the last writer finished meanwhile?
 *     border_close    everybody has finished: after a wait, or after a meeting of the team
 *
 * What may not move: no load or store of a cell above its border_before. A writer's last store comes before
 * it says that it has finished (a release, team_finish), and border_close comes after that was seen (an
 * acquire, team_await). Knows cells and whom to ask; neither tiles nor threads.
 */
/* clang-format on */
#ifndef PRAM_BORDER_H
#define PRAM_BORDER_H

#include <stdbool.h>
#include <stdint.h>

/* The others, as the run knows them; `context` is border.context. */
struct border_writers {
    /* waits until those have finished who write to cells low .. high; then only what the others write is not
     * safe */
    void (*await)(void *context, uint32_t low, uint32_t high);
    void (*notice)(void *context); /* the same without waiting, if they have */
    void (*fetch)(void *context);  /* brings nearer what will soon be read of theirs */
};

/* Cells first .. end - 1. */
struct border_span {
    uint32_t first, end;
};

struct border {
    bool is_open;                /* others may still be writing, */
    uint32_t safe_low, safe_end; /* .. but not to cells safe_low .. safe_end - 1, */
    uint32_t beyond;             /* .. nor from this one on */
    unsigned loads_to_fetch;     /* at that many loads from now on it is time to fetch; 0: it is not */
    const struct border_writers *writers;
    void *context;
};

/* Sooner than at the third load of a segment the others have not yet written where they touch: they would
 * have to fetch the lines back. */
enum { BORDER_LOADS_TO_FETCH = 3 };

/* others_write: anybody but this thread does, and may not have finished. */
static inline void border_open(struct border *border, bool others_write)
{
    border->is_open = others_write;
    border->safe_low = 0;
    border->safe_end = UINT32_MAX;
    border->beyond = 0;
}

/* Another one writes cells low .. high; `below`: they lie below all that this thread has written itself. */
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

/* To be called before the cells low .. high are read or written. */
static inline void border_before(const struct border *border, uint32_t low, uint32_t high)
{
    if (border->is_open && (low < border->safe_low || high >= border->safe_end) && low < border->beyond)
        border->writers->await(border->context, low, high);
}

/* Of cells around `near`, those that no other thread writes; the border is open. */
static inline struct border_span border_span(const struct border *border, uint32_t near)
{
    return near >= border->beyond ? (struct border_span){border->beyond, UINT32_MAX}
                                  : (struct border_span){border->safe_low, border->safe_end};
}

/* A load of many cells is about to look at the border. */
static inline void border_count_load(struct border *border)
{
    if (border->loads_to_fetch > 0 && --border->loads_to_fetch == 0)
        border->writers->fetch(border->context);
}

static inline void border_notice(const struct border *border)
{
    if (border->is_open)
        border->writers->notice(border->context);
}

#endif
