/* sides.h - convex hull of few points a PP: quickhull, all sides at the same time. Synchronous; the number of
 * rounds depends on the points; the caller sets a limit.
 *
 * A side is a directed line from corner to corner with the hull to its left; points to its right are still
 * outside. In a round combining writes find the farthest outside point of each side, which is a corner; the
 * side becomes two; points that are outside of neither are done with.
 */
#ifndef FORK_PAD_SIDES_H
#define FORK_PAD_SIDES_H

#include "../step.h"

enum { INSIDE = -1, NO_POINT = -1, TOO_MANY_ROUNDS = -1 };

struct sides {
    const float *x, *y;
    int *side;  /* of point i, INSIDE */
    int *first; /* of side s: its corners */
    int *last;
    int *next;     /* the next side; itself: it is the last one */
    int *farthest; /* distance, as the bits of a nonnegative float, which are ordered as integers */
    int *along;    /* for equal distances, the place along the side */
    int *corner;   /* the farthest point */
    int sides;
};

/* An integer in the order of the floats. */
static straight int order(float x)
{
    int bits = (int)__float_bits(x + 0.0f);
    return bits ^ ((bits >> 31) & 0x7fffffff);
}

/* Twice the area between side and point: positive outside. */
static straight float distance(const struct sides *hull, int side, int point)
{
    const float *x = hull->x;
    const float *y = hull->y;
    int a = hull->first[side];
    int b = hull->last[side];
    return (x[point] - x[a]) * (y[b] - y[a]) - (x[b] - x[a]) * (y[point] - y[a]);
}

static straight float progress(const struct sides *hull, int side, int point)
{
    int a = hull->first[side];
    int b = hull->last[side];
    return (hull->x[point] - hull->x[a]) * (hull->x[b] - hull->x[a]) +
           (hull->y[point] - hull->y[a]) * (hull->y[b] - hull->y[a]);
}

/* The point that is extreme from left to right (sign 1: rightmost) and, among those, from bottom to top. */
static sync sh int extreme(sh const float *x, sh const float *y, sh int n, sh float sign)
{
    sh int best_x = -0x7fffffff - 1;
    sh int best_y = -0x7fffffff - 1;
    sh int found = NO_POINT;
    sh int base;
    int me = $$;
    sh int nowhere;
    EACH(base, n)
    {
        syncmax(&best_x, order(sign * x[__min(base + me, n - 1)]));
    }
    EACH(base, n)
    {
        int i = __min(base + me, n - 1);
        int is_best = order(sign * x[i]) == best_x;
        syncmax(is_best ? &best_y : &nowhere, order(sign * y[i]));
    }
    EACH(base, n)
    {
        int i = __min(base + me, n - 1);
        int is_best = (order(sign * x[i]) == best_x) & (order(sign * y[i]) == best_y);
        syncmax(is_best ? &found : &nowhere, i);
    }
    return found;
}

static sync void make_side(sh struct sides *hull, sh int side, sh int first, sh int last, sh int next)
{
    hull->first[side] = first;
    hull->last[side] = last;
    hull->next[side] = next;
}

/* Finds the new corner of each side with points outside. */
static sync void find_corners(sh struct sides *hull, sh int n)
{
    sh int base;
    int me = $$;
    sh int nowhere;
    EACH(base, hull->sides)
    {
        int s = __min(base + me, hull->sides - 1);
        hull->farthest[s] = 0;
        hull->along[s] = -0x7fffffff - 1;
        hull->corner[s] = NO_POINT;
    }
    EACH(base, n)
    {
        int i = __min(base + me, n - 1);
        int s = hull->side[i];
        int side = __max(s, 0);
        int far = (int)__float_bits(distance(hull, side, i));
        syncmax(s != INSIDE ? &hull->farthest[side] : &nowhere, far);
    }
    EACH(base, n)
    {
        int i = __min(base + me, n - 1);
        int s = hull->side[i];
        int side = __max(s, 0);
        int far = (int)__float_bits(distance(hull, side, i));
        int best = (s != INSIDE) & (far == hull->farthest[side]);
        syncmax(best ? &hull->along[side] : &nowhere, order(progress(hull, side, i)));
    }
    EACH(base, n)
    {
        int i = __min(base + me, n - 1);
        int s = hull->side[i];
        int side = __max(s, 0);
        int far = (int)__float_bits(distance(hull, side, i));
        int along = order(progress(hull, side, i));
        int best = (s != INSIDE) & (far == hull->farthest[side]) & (along == hull->along[side]);
        syncmax(best ? &hull->corner[side] : &nowhere, i);
    }
}

/* Each side with a corner becomes two; the second one follows it in the list. */
static sync void split_sides(sh struct sides *hull)
{
    sh int sides = hull->sides;
    sh int base;
    int me = $$;
    sh int nowhere;
    EACH(base, sides)
    {
        int s = __min(base + me, sides - 1);
        int corner = hull->corner[s];
        int splits = (base + me < sides) & (corner != NO_POINT);
        int new = mpadd(&hull->sides, splits);
        int last = hull->last[s];
        int next = hull->next[s];
        STORE_IF(splits, hull->first[new], corner);
        STORE_IF(splits, hull->last[new], last);
        STORE_IF(splits, hull->next[new], next == s ? new : next);
        STORE_IF(splits, hull->last[s], corner);
        STORE_IF(splits, hull->next[s], new);
    }
}

/* Assigns points to the side that they are outside of: their own side, or its new second half. Returns the
 * number of points outside. */
static sync sh int assign(sh struct sides *hull, sh int n)
{
    sh int outside = 0;
    sh int base;
    int me = $$;
    EACH(base, n)
    {
        int i = __min(base + me, n - 1);
        int s = hull->side[i];
        int side = __max(s, 0);
        int second = hull->next[side];
        float to_first = distance(hull, side, i);
        float to_second = distance(hull, second, i);
        int new = to_first > 0.0f ? side : to_second > 0.0f ? second : INSIDE;
        new = s == INSIDE ? INSIDE : new;
        hull->side[i] = new;
        syncadd(&outside, (base + me < n) & (new != INSIDE));
    }
    return outside;
}

/* Corners in the order of the list of sides, which begins with side 0. */
static sync void list_corners(sh struct sides *hull, sh int *corners)
{
    sh int *rank = shalloc(hull->sides);
    sh int base;
    int me = $$;
    pad_list_rank(hull->next, rank, hull->sides);
    EACH(base, hull->sides)
    {
        int s = __min(base + me, hull->sides - 1);
        corners[hull->sides - 1 - rank[s]] = hull->first[s];
    }
    shallfree(rank);
}

/* The number of corners, or TOO_MANY_ROUNDS. */
static sync sh int find_hull_by_sides(sh const float *x, sh const float *y, sh int n, sh int *corners,
                                      sh int rounds)
{
    sh struct sides hull;
    sh int leftmost, rightmost, base, outside;
    int me = $$;
    leftmost = extreme(x, y, n, -1.0f);
    rightmost = extreme(x, y, n, 1.0f);
    corners[0] = leftmost;
    if (x[leftmost] == x[rightmost] && y[leftmost] == y[rightmost]) {
        return 1;
    }
    hull.x = x;
    hull.y = y;
    hull.side = shalloc(n);
    hull.first = shalloc(n + 2);
    hull.last = shalloc(n + 2);
    hull.next = shalloc(n + 2);
    hull.farthest = shalloc(n + 2);
    hull.along = shalloc(n + 2);
    hull.corner = shalloc(n + 2);
    hull.sides = 2;
    make_side(&hull, 0, leftmost, rightmost, 1);
    make_side(&hull, 1, rightmost, leftmost, 1);
    EACH(base, n)
    {
        hull.side[__min(base + me, n - 1)] = 0;
    }
    outside = assign(&hull, n);
    for (; outside > 0 && rounds > 0; rounds--) {
        find_corners(&hull, n);
        split_sides(&hull);
        outside = assign(&hull, n);
    }
    if (outside == 0) {
        list_corners(&hull, corners);
    }
    shallfree(hull.side);
    return outside == 0 ? hull.sides : TOO_MANY_ROUNDS;
}

#endif
