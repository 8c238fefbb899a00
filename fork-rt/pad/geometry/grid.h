/* grid.h - points in the plane, in order of the square cells that they lie in. Not for programs.
 *
 * The smallest square that holds all points has side x side cells of one size. first[c] .. first[c + 1] - 1
 * are the places in `point` of the points of cell c = row * side + column; within a cell they stand in the
 * order of their numbers, whatever the number of PPs. Synchronous except for grid_column, grid_row. Memory:
 * side^2 + 2 n + 1.
 */
#ifndef FORK_PAD_GRID_H
#define FORK_PAD_GRID_H

#include "../step.h"

struct grid {
    const float *x, *y;
    int n;
    int side;
    float left, bottom;
    float size;  /* of a cell; 0: all points are one */
    float scale; /* 1 / size, or 0 */
    int *first;
    int *point;
};

static straight int grid_index(const struct grid *grid, float distance)
{
    return __min(__max((int)(distance * grid->scale), 0), grid->side - 1);
}

static straight int grid_column(const struct grid *grid, float x)
{
    return grid_index(grid, x - grid->left);
}

static straight int grid_row(const struct grid *grid, float y)
{
    return grid_index(grid, y - grid->bottom);
}

/* The minimum and maximum of a PP's block, as integers in the order of the floats. */
static void find_range(const float *a, int begin, int end, int *least, int *largest)
{
    int i;
    for (i = begin; i < end; i++) {
        int key = pad_float_key(a[i]);
        *least = __min(*least, key);
        *largest = __max(*largest, key);
    }
}

static sync void grid_find_bounds(sh struct grid *grid)
{
    sh int n = grid->n;
    sh int block = pad_share(n, #);
    sh int high_x = -0x7fffffff - 1;
    sh int high_y = -0x7fffffff - 1;
    sh int low_x = -0x7fffffff - 1; /* of ~key, because there is no syncmin */
    sh int low_y = -0x7fffffff - 1;
    int me = $$;
    int begin = pad_share_begin(me, block, n);
    int end = pad_share_begin(me + 1, block, n);
    int least_x = 0x7fffffff;
    int least_y = 0x7fffffff;
    int largest_x = -0x7fffffff - 1;
    int largest_y = -0x7fffffff - 1;
    farm
    {
        find_range(grid->x, begin, end, &least_x, &largest_x);
        find_range(grid->y, begin, end, &least_y, &largest_y);
    }
    syncmax(&high_x, largest_x);
    syncmax(&high_y, largest_y);
    syncmax(&low_x, ~least_x);
    syncmax(&low_y, ~least_y);
    seq
    {
        float width, height, extent;
        grid->left = pad_key_float(~low_x);
        grid->bottom = pad_key_float(~low_y);
        width = pad_key_float(high_x) - grid->left;
        height = pad_key_float(high_y) - grid->bottom;
        extent = width > height ? width : height;
        grid->size = extent / (float)grid->side;
        grid->scale = grid->size > 0.0f ? 1.0f / grid->size : 0.0f;
    }
}

/* Makes the grid of n >= 1 points; grid_free releases its memory. */
static sync void grid_make(sh struct grid *grid, sh const float *x, sh const float *y, sh int n, sh int side)
{
    sh int cells = side * side;
    sh int *first = shalloc(cells + 1);
    sh int *point = shalloc(n);
    sh int *place = shalloc(n);
    sh int base, nowhere;
    int me = $$;
    grid->x = x;
    grid->y = y;
    grid->n = n;
    grid->side = side;
    grid->first = first;
    grid->point = point;
    grid_find_bounds(grid);
    EACH(base, cells + 1)
    {
        STORE_IF(base + me <= cells, first[base + me], 0);
    }
    EACH(base, n) /* requests to one cell are served by the numbers of the PPs */
    {
        int i = __min(base + me, n - 1);
        int cell = grid_row(grid, y[i]) * side + grid_column(grid, x[i]);
        int before = mpadd(base + me < n ? &first[cell] : &nowhere, 1);
        STORE_IF(base + me < n, place[i], before);
    }
    pad_prefix_add(first, cells + 1);
    EACH(base, n)
    {
        int i = __min(base + me, n - 1);
        int cell = grid_row(grid, y[i]) * side + grid_column(grid, x[i]);
        int to = first[cell] + place[i];
        STORE_IF(base + me < n, point[to], i);
    }
    shallfree(place);
}

static sync void grid_free(sh struct grid *grid)
{
    shallfree(grid->first);
}

/* A power of two whose square is between n / 4 and n. */
static straight int grid_side(int n)
{
    return 1 << __min((highest_bit(__max(n / 2, 1)) + 1) / 2, 10);
}

#endif
