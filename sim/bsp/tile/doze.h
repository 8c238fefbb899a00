/* doze.h - PPs that go round a loop again and again while nothing changes: see tile_doze in tile.h. */
#ifndef PRAM_TILE_DOZE_H
#define PRAM_TILE_DOZE_H

#include <stdint.h>

/* Of such PPs: */
struct tile_doze {
    uint32_t low, high; /* the cells that they load lie in low .. high, */
    uint32_t period;    /* .. a round has so many cycles, */
    uint32_t loads;     /* .. and loads so many words; */
    uint32_t first;     /* .. the loop begins at this pc */
};

/* Whom a tile may find to doze. */
enum tile_dozers {
    TILE_DOZE_NOBODY,
    TILE_DOZE_IN_BARRIERS, /* those who wait in barriers */
    TILE_DOZE_ALL
};

#endif
