/* merge.h - merging and merge sort, once for each order (block.h has the macros; SH_TAKES declares the shared
 * parameter). Synchronous. Not for programs.
 *
 * The merged row is divided into equal shares, one a PP; a binary search finds where a share begins in both
 * rows (Deo and Sarkar's merge path), and each PP merges its own. Merge sort begins with a block a PP. With
 * one element a PP, an element's place is its own number plus its rank in the other row.
 */
#include "block.h"

/* PP me's share of merging the rows of `width` elements, each `blocks` shares of `block` elements, in pairs.
 */
static void ORDER(merge_share)(const int *from, int *to, int n, int me, int block, int blocks TAKES)
{
    int width = block * blocks;
    int begin = pad_share_begin(me, block, n);
    int end = pad_share_begin(me + 1, block, n);
    int pair = (me & -2 * blocks) * block;
    if (begin < end) {
        const int *a = from + pair;
        const int *b = from + __min(pair + width, n);
        const int *b_end = from + __min(pair + 2 * width, n);
        int split = ORDER(merge_split)(a, b - a, b, b_end - b, begin - pair PASSES);
        ORDER(merge_block)(a + split, b, b + (begin - pair - split), b_end, to + begin, to + end PASSES);
    }
}

/* As above for one element a PP: its rank is its place. */
static void ORDER(place_element)(const int *from, int *to, int n, int me, int width TAKES)
{
    int own = me & -width;
    int other = own ^ width;
    if (me < n) {
        int key = from[me];
        int count = __max(__min(n - other, width), 0);
        int ahead = ORDER(rank)(from + other, count, key, other < own PASSES);
        to[me - own + __min(own, other) + ahead] = key;
    }
}

/* Sorts a; `other` has room for as many elements. */
static sync void ORDER(merge_sort_with)(sh int *a, sh int *other, sh int n SH_TAKES)
{
    sh int size = #;
    sh int block = n <= size ? 1 : pad_share(n, size);
    sh int rounds = n > block ? ceil_log2((n + block - 1) / block) : 0;
    sh int *from = rounds & 1 ? other : a;
    sh int *to = rounds & 1 ? a : other;
    sh int *swap;
    sh int round;
    int me = $$;
    farm
    {
        int begin = pad_share_begin(me, block, n);
        ORDER(merge_sort_block)
        (a + begin, other + begin, pad_share_begin(me + 1, block, n) - begin, rounds & 1 PASSES);
    }
    for (round = 0; round < rounds; round++) {
        if (block == 1) {
            farm ORDER(place_element)(from, to, n, me, 1 << round PASSES);
        } else {
            farm ORDER(merge_share)(from, to, n, me, block, 1 << round PASSES);
        }
        swap = from;
        from = to;
        to = swap;
    }
}

static sync void ORDER(merge)(sh const int *a, sh int a_count, sh const int *b, sh int b_count,
                              sh int *to SH_TAKES)
{
    sh int n = a_count + b_count;
    sh int block = pad_share(n, #);
    int me = $$;
    farm
    {
        int begin = pad_share_begin(me, block, n);
        int end = pad_share_begin(me + 1, block, n);
        if (begin < end) {
            int split = ORDER(merge_split)(a, a_count, b, b_count, begin PASSES);
            ORDER(merge_block)
            (a + split, a + a_count, b + (begin - split), b + b_count, to + begin, to + end PASSES);
        }
    }
}
