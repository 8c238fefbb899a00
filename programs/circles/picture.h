/* picture.h - the picture of circles.fork and its oracle: discs drawn from a seed. */
#ifndef CIRCLES_PICTURE_H
#define CIRCLES_PICTURE_H

#ifdef __FORK__
#include "mix.h"
#include <math.h>
#define PICTURE_FUNCTION static
#define PICTURE_SQRT sqrt
#else
#include "programs/mix.h"
#include <math.h>
#define PICTURE_FUNCTION static inline
#define PICTURE_SQRT sqrtf
#endif

/* Radii of discs; the minimum gradient of an edge. */
enum { PICTURE_MOST = 512, PICTURE_LEAST_RADIUS = 8, PICTURE_MOST_RADIUS = 24, PICTURE_EDGE = 160 };

/* What belongs to disc k: centre and radius. Discs lie inside the picture if that is possible. */
PICTURE_FUNCTION int picture_drawn(unsigned seed, int k, int what, int n)
{
    unsigned number = mix2(seed, (unsigned)(4 * k + what));
    int radius = PICTURE_LEAST_RADIUS +
                 (int)(mix2(seed, (unsigned)(4 * k + 2)) % (PICTURE_MOST_RADIUS - PICTURE_LEAST_RADIUS + 1));
    int free = n - 2 * radius - 4 > 1 ? n - 2 * radius - 4 : 1;
    return what == 2 ? radius : radius + 2 + (int)(number % (unsigned)free);
}

/* Grey of a pixel, 0 to 255: later discs cover earlier ones; a pixel at an edge is partly covered. */
PICTURE_FUNCTION int picture_grey(int x, int y, int n, int circles, unsigned seed, int noise)
{
    int k;
    float grey = 20;
    unsigned at = (unsigned)(y * n + x);
    if (mix2(seed + 1, at) % 100 < (unsigned)noise)
        return (int)(mix2(seed + 2, at) % 256);
    for (k = 0; k < circles; k++) {
        int dx = x - picture_drawn(seed, k, 0, n), dy = y - picture_drawn(seed, k, 1, n),
            r = picture_drawn(seed, k, 2, n);
        float cover = (float)r + 0.5f - PICTURE_SQRT((float)(dx * dx + dy * dy));
        cover = cover < 0 ? 0 : cover > 1 ? 1 : cover;
        grey = grey + ((float)(120 + 20 * (k % 7)) - grey) * cover;
    }
    return (int)grey;
}

#endif
