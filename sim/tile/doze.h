/* doze.h - PPs that go round a polling loop while nothing changes: see tile_doze in tile.h. */
#ifndef PRAM_TILE_DOZE_H
#define PRAM_TILE_DOZE_H

#include <stdbool.h>
#include <stdint.h>

/* About such PPs: */
struct tile_doze {
    uint32_t low, high; /* the cells that they load lie in low .. high */
    uint32_t period;    /* cycles of a round */
    uint32_t loads;     /* words loaded in a round */
    uint32_t first;     /* pc where the loop begins */
};

/* A tile all of whose PPs wait in barriers, at levels 1 to 4 (tile_nap). */
struct tile_nap {
    bool naps;      /* the rounds of the PPs are counted, not executed */
    uint32_t waits; /* otherwise: number of segments in a row in which the PPs have waited at one place */
    uint32_t due;   /* number of such segments after which a nap is tried; doubled at each attempt */
    uint32_t rests; /* number of rounds of this nap; a long nap makes the next one due early again */
};

#endif
