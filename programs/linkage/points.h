/* points.h - the points of linkage.fork and its oracle: clouds around a few centres. */
#ifndef LINKAGE_POINTS_H
#define LINKAGE_POINTS_H

#ifdef __FORK__
#include "mix.h"
#define POINTS_FUNCTION straight
#else
#include "programs/mix.h"
#define POINTS_FUNCTION static inline
#endif

enum { LINKAGE_MOST = 512, LINKAGE_CENTRES = 4 };

/* A coordinate (0 or 1) of a point: point i belongs to cloud i modulo their number, at the corners of a
 * square. */
POINTS_FUNCTION int points_place(int i, int which, unsigned seed, int spread)
{
    int cloud = i % LINKAGE_CENTRES;
    int centre = which == 0 ? cloud % 2 * 1000 : cloud / 2 * 1000;
    return centre + (int)(mix2(seed, (unsigned)(2 * i + which)) % (unsigned)(2 * spread + 1)) - spread;
}

/* The square of their distance. */
POINTS_FUNCTION int points_distance(int i, int j, unsigned seed, int spread)
{
    int dx = points_place(i, 0, seed, spread) - points_place(j, 0, seed, spread);
    int dy = points_place(i, 1, seed, spread) - points_place(j, 1, seed, spread);
    return dx * dx + dy * dy;
}

#endif
