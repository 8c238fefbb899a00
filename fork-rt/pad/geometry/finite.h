/* finite.h - points with a coordinate that is no finite number. Not for programs.
 *
 * The algorithms of this folder ignore such points: they compute with copies of the others, and map the
 * numbers back. If there are none, the cost is one test of each point. Synchronous.
 */
#ifndef FORK_PAD_FINITE_H
#define FORK_PAD_FINITE_H

#include "../step.h"

/* Copies of the finite points. */
struct finite {
    float *x, *y, *mass;
    int *number; /* of a copy: number of its point */
    int n;
};

/* 0, or NaN if one of the three is NaN or an infinity. */
static straight float finite_test(float x, float y, float mass)
{
    return 0.0f * x * y * mass;
}

static straight int is_finite(float x, float y, float mass)
{
    return finite_test(x, y, mass) == 0.0f;
}

/* Properties of the points begin to end - 1: 0 if all are finite. */
static float test_block(const float *x, const float *y, const float *mass, int begin, int end)
{
    float sum = 0.0f;
    int i;
    for (i = begin; i < end; i++) {
        sum += finite_test(x[i], y[i], mass[i]);
    }
    return sum;
}

/* Whether all points and their masses are finite; a caller without masses gives x once more. */
static sync sh int are_finite(sh const float *x, sh const float *y, sh const float *mass, sh int n)
{
    sh int odd = 0;
    sh int block = pad_share(n, #);
    int me = $$;
    int own = 0;
    farm own =
        test_block(x, y, mass, pad_share_begin(me, block, n), pad_share_begin(me + 1, block, n)) != 0.0f;
    syncadd(&odd, own);
    return odd == 0;
}

/* Makes copies of the finite points, in order; finite_free releases their memory, 4 n. */
static sync void finite_copy(sh struct finite *finite, sh const float *x, sh const float *y,
                             sh const float *mass, sh int n)
{
    sh int block = pad_share(n, #);
    sh int total = 0;
    int me = $$;
    int begin = pad_share_begin(me, block, n);
    int end = pad_share_begin(me + 1, block, n);
    int count = 0;
    int i;
    finite->x = (float *)shalloc(4 * n);
    finite->y = finite->x + n;
    finite->mass = finite->y + n;
    finite->number = (int *)(finite->mass + n);
    farm for (i = begin; i < end; i++) count += is_finite(x[i], y[i], mass[i]);
    int place = mpadd(&total, count);
    farm for (i = begin; i < end; i++) if (is_finite(x[i], y[i], mass[i]))
    {
        finite->x[place] = x[i];
        finite->y[place] = y[i];
        finite->mass[place] = mass[i];
        finite->number[place] = i;
        place++;
    }
    finite->n = total;
}

static sync void finite_free(sh struct finite *finite)
{
    shallfree(finite->x);
}

/* Replaces the numbers of copies by those of points in a[0] .. a[count - 1]; negative ones stay. */
static sync void lead_back(sh const struct finite *finite, sh int *a, sh int count)
{
    sh int size = #;
    int i;
    int me = $$;
    farm for (i = me; i < count; i += size) if (a[i] >= 0)
    {
        a[i] = finite->number[a[i]];
    }
}

#endif
