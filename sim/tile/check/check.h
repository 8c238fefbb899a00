/* check.h - invariants of a tile between two segments; hostile builds check them after every segment and
 * phase.
 *
 * Knows tiles; neither threads nor phases. */
#ifndef PRAM_BSP_CHECK_H
#define PRAM_BSP_CHECK_H

#include "sim/tile/tile.h"

enum invariant {
#define OF_TILE(name, when, text) INVARIANT_##name,
#define OF_STRAND(name, when, text) INVARIANT_##name,
#include "sim/tile/check/invariant.def"
    INVARIANTS
};

/* The text of an invariant. */
const char *invariant_text(enum invariant invariant);

enum check_time { CHECK_AFTER_SEGMENT, CHECK_AFTER_PHASE };

/* The first broken invariant; INVARIANTS: all hold. */
enum invariant tile_check(const struct tile *tile, enum check_time time);

/* Ends the program with a message if one is broken. */
void tile_check_all(const struct tile *tiles, uint32_t count, enum check_time time);

#endif
