/* stripes.h - weighted stripes: cuts rows with weights into stripes of consecutive rows that weigh about the
 * same. For programs that share rows of a sparse matrix or a mesh among PPs. Knows weights, not what they
 * stand for.
 */
#ifndef PROGRAMS_STRIPES_H
#define PROGRAMS_STRIPES_H

#include <fork.h>

enum { MOST_STRIPES = 32768 };

/* What stripe k of `stripes` may begin at: k / stripes of the weight `total`, rounded down, without overflow.
 */
straight int stripe_share(int total, int k, int stripes)
{
    return total / stripes * k + total % stripes * k / stripes;
}

/* border[k], k = 0..stripes, becomes the first row of stripe k: the most rows before it that weigh no more
 * than k / stripes of all together. weight[i] >= 0, their sum below 2^31; 1 <= stripes <= MOST_STRIPES.
 * `first` is scratch for n + 1 words: the weight of the rows before each. Exclusive reads and writes, except
 * for one multiprefix addition. Time O((n + stripes) / # + the longest run of borders in one row), work O(n +
 * stripes + #). */
sync void cut_stripes(sh int *weight, sh int n, sh int *first, sh int stripes, sh int *border)
{
    sh int total, block;
    int i, k, begin, end, sum = 0;
    total = 0;
    block = (n + # - 1) / #;
    begin = imin($ * block, n);
    end = imin(begin + block, n);
    farm for (i = begin; i < end; i++) sum += weight[i];
    sum =
        mpadd(&total,
              sum); /* the weight before the own block: PPs have their blocks in the order of their numbers */
    farm
    {
        for (k = $; k <= stripes; k += #)
            border[k] = k == 0 ? 0 : n; /* rows at the end may weigh nothing */
        for (i = begin; i < end; i++) {
            first[i] = sum;
            sum += weight[i];
        }
        if ($ == 0)
            first[n] = total;
    }
    farm
    { /* border k lies in the row whose weight takes the sum beyond its share */
        int low = 1, high = stripes, share;
        while (begin < end && low < high) { /* the first border that is not before the own block */
            int middle = (low + high) / 2;
            if (stripe_share(total, middle, stripes) < first[begin])
                low = middle + 1;
            else
                high = middle;
        }
        k = low;
        share = stripe_share(total, k, stripes);
        for (i = begin; i < end; i++) {
            int after = first[i] + weight[i];
            for (; k < stripes && share < after; share = stripe_share(total, k, stripes)) {
                border[k] = i;
                k++;
            }
        }
    }
}

#endif
