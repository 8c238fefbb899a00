/* watch.h - from time to time the parallel engine watches whether a run repeats its state (circle.h).
 *
 * Every thread has a copy of the state of the watch; all copies change alike. While PPs are watched, stores
 * to own areas get phases of their own at every level, and one thread carries out all other requests, so that
 * no change is missed; the first visible change ends the watch. Knows tiles; neither threads nor phases. */
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
    bool disturbed; /* something has happened that cannot be part of a repetition */
};

struct watch watch_create(void);

/* Advances to the next segment. True: a watch has just begun. */
bool watch_next(struct watch *watch, const struct watch_news *news);

/* Whether PPs are watched in the present segment. In the first segment of a watch they are not: thread 0
 * allocates the memory for it. */
bool watch_looks(const struct watch *watch);

/* Before a segment: compares all PPs of tiles that are between two instructions; `seen` is by PP number.
 * Returns how many are not known to go round in a circle. goes_on: the segment continues after own stores. */
uint32_t watch_look(const struct tile *tiles, uint32_t count, struct circle_pp *seen, bool goes_on);

/* Records what stores to own areas change, before they are carried out. */
void watch_own_stores(const struct tile *tiles, uint32_t count, struct circle_pp *seen);

#endif
