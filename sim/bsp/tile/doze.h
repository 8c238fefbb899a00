/* doze.h - PPs that go round a loop again and again while nothing changes: see tile_doze in tile.h. */
#ifndef PRAM_TILE_DOZE_H
#define PRAM_TILE_DOZE_H

#include <stdbool.h>
#include <stdint.h>

/* Of such PPs: */
struct tile_doze {
    uint32_t low, high; /* the cells that they load lie in low .. high, */
    uint32_t period;    /* .. a round has so many cycles, */
    uint32_t loads;     /* .. and loads so many words; */
    uint32_t first;     /* .. the loop begins at this pc */
};

/* Of a tile all of whose PPs wait in barriers, at levels 1 to 4 (tile_nap). */
struct tile_nap {
    bool naps;      /* their rounds are counted, not executed; */
    uint32_t waits; /* .. else: they have waited at one place for so many segments in a row, */
    uint32_t due;   /* .. and after so many it is asked whether they may nap: later, if that was in vain, */
    uint32_t rests; /* .. or if what they load changed again soon after this segment of a nap */
};

/* Whom a tile may find to doze. */
enum tile_dozers {
    TILE_DOZE_NOBODY,
    TILE_DOZE_IN_BARRIERS, /* those who wait in barriers */
    TILE_DOZE_ALL
};

#endif
