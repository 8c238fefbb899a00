/* doze.h - PPs that go round a polling loop while nothing changes: see tile_doze in tile.h. */
#ifndef PRAM_TILE_DOZE_H
#define PRAM_TILE_DOZE_H

#include <stdint.h>

/* About such PPs: */
struct tile_doze {
    uint32_t low, high; /* the cells that they load lie in low .. high */
    uint32_t period;    /* cycles of a round */
    uint32_t loads;     /* words loaded in a round */
    uint32_t first;     /* pc where the loop begins */
};

/* Which PPs a tile may put to sleep. */
enum tile_dozers {
    TILE_DOZE_NOBODY,
    TILE_DOZE_IN_BARRIERS, /* those that wait in barriers */
    TILE_DOZE_ALL
};

#endif
