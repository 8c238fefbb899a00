/* watch.h - from time to time the parallel engine watches a run for a while: does it go round in circles
 * (circle.h)?
 *
 * Every thread has a copy of the state; all copies change alike, for any number of threads. While PPs are
 * watched, stores to own areas get phases of their own at every level, and one thread carries out all other
 * requests, so that each change is seen; the first visible one ends the watch. Knows tiles; neither threads
 * nor phases. */
#ifndef PRAM_WATCH_H
#define PRAM_WATCH_H

#include <stdbool.h>
#include <stdint.h>

#include "sim/tile/tile.h"
#include "sim/machine/follow/circle.h"

struct watch {
    struct circle_clock clock;
    uint64_t total;   /* segments of the run; long ones count more */
    uint64_t begun;   /* segments until PPs were watched */
    uint32_t length;  /* segments since the watch began; 0: there is none */
    uint32_t running; /* PPs when it began */
};

/* The state of a run between two segments; the same for all threads. */
struct watch_news {
    uint32_t running;
    bool was_long;  /* a PP has used up its instructions for a segment */
    bool disturbed; /* something has happened that happens in no circle */
};

struct watch watch_create(void);

/* Advances to the next segment. True: a watch has just begun. */
bool watch_next(struct watch *watch, const struct watch_news *news);

/* Whether PPs are watched in the present segment: not in the first one of a watch, in which thread 0
 * allocates what is known of PPs. */
bool watch_looks(const struct watch *watch);

/* Before a segment: compares all PPs of tiles that are between two instructions; `seen` is by PP number.
 * Returns how many are not known to go round in a circle. goes_on: the segment continues after own stores. */
uint32_t watch_look(const struct tile *tiles, uint32_t count, struct circle_pp *seen, bool goes_on);

/* Records what stores to own areas change, before they are carried out. */
void watch_own_stores(const struct tile *tiles, uint32_t count, struct circle_pp *seen);

#endif
