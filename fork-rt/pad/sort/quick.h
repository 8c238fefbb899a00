/* quick.h - quicksort by groups, once for each order (block.h has the macros). Synchronous. Not for programs.
 *
 * A group divides its part of the array by a pivot in three, then itself by the sizes of the outer parts; a
 * single PP continues alone. The pivot is the median of a sample. After more levels than twice the logarithm,
 * the rest is merge sorted, which bounds the worst case and the memory of the tree of groups.
 */
#include "merge.h"

#define QUICK_SAMPLES 31 /* enough for two nearly equal parts */
#define ALONE_MOST 12    /* parts up to this size are faster by insertion sort */

static int ORDER(median)(int a, int b, int c TAKES)
{
    if (BEFORE(b, a)) {
        int swap = a;
        a = b;
        b = swap;
    }
    return BEFORE(b, c) ? b : BEFORE(a, c) ? c : a;
}

/* One PP alone: sorts a[0..n-1] with at most `levels` nested divisions. */
static void ORDER(quick_sort_alone)(int *a, int *other, int n, int levels TAKES)
{
    while (n > ALONE_MOST) {
        int pivot = ORDER(median)(a[0], a[n / 2], a[n - 1] PASSES);
        int *low = a;
        int *high = a + n - 1;
        if (--levels < 0) {
            ORDER(merge_sort_block)(a, other, n, 0 PASSES);
            return;
        }
        while (low <= high) {
            int x = *low;
            int y = *high;
            while (BEFORE(x, pivot)) {
                x = *++low;
            }
            while (BEFORE(pivot, y)) {
                y = *--high;
            }
            if (low <= high) {
                *low++ = y;
                *high-- = x;
            }
        }
        ORDER(quick_sort_alone)(a, other, high - a + 1, levels PASSES);
        n -= low - a;
        other += low - a;
        a = low;
    }
    ORDER(insertion_sort)(a, a + n PASSES);
}

static void ORDER(copy_share)(const int *from, int *to, int n, int me, int size TAKES)
{
    int block = pad_share(n, size);
    int begin = pad_share_begin(me, block, n);
    memcpy(to + begin, from + begin, pad_share_begin(me + 1, block, n) - begin);
}

/* PP me of `size` tests which of the samples of a is the median, and stores its index in *pivot. */
static void ORDER(find_pivot)(const int *a, int stride, int samples, int me, int size, int *pivot TAKES)
{
    int own, k;
    for (own = me; own < samples; own += size) {
        int key = a[own * stride];
        int rank = 0;
        for (k = 0; k < own; k++) {
            rank += !BEFORE(key, a[k * stride]);
        }
        for (k = own + 1; k < samples; k++) {
            rank += BEFORE(a[k * stride], key);
        }
        if (rank == samples / 2) {
            *pivot = own * stride;
        }
    }
}

/* Moves PP me's elements to `to`: smaller ones than the pivot to its front, larger ones to its end, without
 * the pivot. Equal elements are ordered by their places. */
static void ORDER(distribute)(const int *a, int *to, int n, int me, int size, int pivot_at, int *counts TAKES)
{
    int pivot = a[pivot_at];
    int i;
    for (i = me; i < n; i += size) {
        int element = a[i];
        if (BEFORE(element, pivot) || (i < pivot_at && !BEFORE(pivot, element))) {
            to[mpadd(&counts[0], 1)] = element;
        } else if (i != pivot_at) {
            to[n - 1 - mpadd(&counts[1], 1)] = element;
        }
    }
}

/* Divides a by a pivot; returns the number of smaller elements. The parts are in `to` without the pivot,
 * whose index in a is *pivot_at. */
static sync sh int ORDER(divide)(sh const int *a, sh int *to, sh int n, sh int *pivot_at SH_TAKES)
{
    sh int size = #;
    sh int samples = size < 9 ? 9 : size < QUICK_SAMPLES ? size : QUICK_SAMPLES;
    sh int counts[2] = {0, 0};
    int me = $$;
    samples = n < samples ? n : samples;
    farm ORDER(find_pivot)(a, n / samples, samples, me, size, pivot_at PASSES);
    farm ORDER(distribute)(a, to, n, me, size, *pivot_at, counts PASSES);
    return counts[0];
}

/* Sorts the n elements in `from`; `other` is scratch. The result is in `from` if `stays`, else in `other`. */
static sync void ORDER(quick_sort_group)(sh int *from, sh int *other, sh int n, sh int stays,
                                         sh int levels SH_TAKES)
{
    sh int *result = stays ? from : other;
    sh int pivot_at, smaller, left;
    if (# == 1 || n < 2 || levels == 0) {
        if (# == 1) {
            farm ORDER(quick_sort_alone)(from, other, n, 2 * (highest_bit(n | 1) + 1) PASSES);
        } else {
            ORDER(merge_sort_with)(from, other, n PASSES);
        }
        if (!stays) {
            farm ORDER(copy_share)(from, other, n, $$, #PASSES);
        }
        return;
    }
    smaller = ORDER(divide)(from, other, n, &pivot_at PASSES);
    result[smaller] = from[pivot_at];
    left = (int)((float)# * (float)smaller / (float)(n - 1) + 0.5f);
    left = left < 1 ? 1 : left > # - 1 ? # - 1 : left;
    if (smaller == 0 || smaller == n - 1) {
        sh int begin = smaller == 0;
        ORDER(quick_sort_group)(other + begin, from + begin, n - 1, !stays, levels - 1 PASSES);
        return;
    }
    fork(2; @ = $$ >= left)
    {
        sh int begin = @ == 0 ? 0 : smaller + 1;
        ORDER(quick_sort_group)
        (other + begin, from + begin, @ == 0 ? smaller : n - 1 - smaller, !stays, levels - 1 PASSES);
    }
}
