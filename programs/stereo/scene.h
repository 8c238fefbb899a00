/* scene.h - the scene of stereo.fork and its oracle: a square before a wall that is farther away below, seen
 * by two eyes. */
#ifndef STEREO_SCENE_H
#define STEREO_SCENE_H

#ifdef __FORK__
#include "mix.h"
#define SCENE_FUNCTION static
#else
#include "programs/mix.h"
#define SCENE_FUNCTION static inline
#endif

/* Pixels that windows reach to each side. */
enum { STEREO_MOST = 256, STEREO_DISPARITIES = 16, STEREO_WINDOW = 3 };

/* Grey of a pixel of the left picture: a texture with spots of 2 x 2 pixels and fine grain. */
SCENE_FUNCTION int scene_left(int x, int y, unsigned seed)
{
    return (int)(mix2(seed, (unsigned)(y / 2 * 1024 + x / 2)) % 160) +
           (int)(mix2(seed + 1, (unsigned)(y * 1024 + x)) % 40);
}

/* The disparity: how much further to the left a point of the left picture is in the right one. */
SCENE_FUNCTION int scene_disparity(int x, int y, int n)
{
    int is_square = (x >= n / 3) & (x < 2 * n / 3) & (y >= n / 3) & (y < 2 * n / 3);
    return is_square ? STEREO_DISPARITIES - 4 : (y < n / 2 ? 5 : 3);
}

/* Grey of a pixel of the right picture: the nearest point that the left eye sees there, otherwise a texture
 * of its own, which the left eye does not see. */
SCENE_FUNCTION int scene_right(int x, int y, int n, unsigned seed, int noise, int gain)
{
    unsigned at = (unsigned)(y * 1024 + x);
    int far = y < n / 2 ? 5 : 3;
    int near = STEREO_DISPARITIES - 4;
    int is_near = scene_disparity(x + near, y, n) == near;
    int is_far = scene_disparity(x + far, y, n) == far;
    int grey = is_near  ? scene_left(x + near, y, seed)
               : is_far ? scene_left(x + far, y, seed)
                        : (int)(mix2(seed + 2, at) % 200);
    return grey + (grey * gain) / 100 + (int)(mix2(seed + 3, at) % (unsigned)(2 * noise + 1)) - noise;
}

#endif
