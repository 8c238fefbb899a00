/* containers.h - what is measured of the heap, the dictionary and the pool of tasks of pad.h: n words go through each.
 * Included by measure.fork.
 */
static int is_before(int p, int q)
{
    return p < q;
}

/* n words into a heap of blocks as wide as the group, and out again, a block at a time */
static sync void through_heap(sh int *words, sh int n)
{
    sh pad_heap heap;
    sh int width = #;
    sh int at;
    pad_heap_init(&heap, width, n, is_before);
    for (at = 0; at < n; at += width) {
        nothing = pad_heap_insert(&heap, words + at, imin(width, n - at));
    }
    for (at = 0; at < n; at += width) {
        nothing = pad_heap_delete(&heap, width, words + at);
    }
    shallfree(heap.buffer);
}

/* n keys into a dictionary; every one is looked up */
static sync void through_dictionary(sh const int *keys, sh int *found, sh int *values, sh int n)
{
    sh pad_dictionary dictionary;
    pad_dictionary_init(&dictionary, n);
    nothing = pad_dictionary_insert(&dictionary, keys, keys, n);
    nothing = pad_dictionary_find(&dictionary, keys, n, values, found);
    shallfree(dictionary.cells);
}

/* a task adds 1 to what it stands for, and makes the two below it in a tree of `tree_size` */
sh int tree_size;

static void grow(pad_pool *pool, int task)
{
    c[task] = 1;
    if (2 * task + 1 < tree_size) {
        pad_pool_put(pool, 2 * task + 1);
    }
    if (2 * task + 2 < tree_size) {
        pad_pool_put(pool, 2 * task + 2);
    }
}

static sync void grow_tree(sh int n)
{
    sh int first = 0;
    tree_size = n;
    pad_work(&first, 1, n, grow);
}

/* The largest sum of neighbouring words of a, by dividing the row of words in the middle: where a part begins and ends, the sum of
 * all of it, the largest ones that begin where it begins, end where it ends, or are anywhere in it. */
enum { PART_BEGIN, PART_END, PART_ALL, PART_FIRST, PART_LAST, PART_BEST, PART_WORDS };

static sync int halve(sh const int *part, sh int *first, sh int *second)
{
    sh int begin = part[PART_BEGIN];
    sh int end = part[PART_END];
    if (end - begin < 2) {
        return 0;
    }
    first[PART_BEGIN] = begin;
    first[PART_END] = second[PART_BEGIN] = begin + (end - begin) / 2;
    second[PART_END] = end;
    return 1;
}

static void find_best(int *part)
{
    int all = 0, least = 0, first = 0, last = 0, best = 0, i;
    for (i = part[PART_BEGIN]; i < part[PART_END]; i++) {
        all += a[i];
        first = __max(first, all);
        least = __min(least, all);
        last = all - least;
        best = __max(best, last);
    }
    part[PART_ALL] = all;
    part[PART_FIRST] = first;
    part[PART_LAST] = last;
    part[PART_BEST] = best;
}

static sync void join_parts(sh int *part, sh const int *first, sh const int *second)
{
    part[PART_ALL] = first[PART_ALL] + second[PART_ALL];
    part[PART_FIRST] = __max(first[PART_FIRST], first[PART_ALL] + second[PART_FIRST]);
    part[PART_LAST] = __max(second[PART_LAST], second[PART_ALL] + first[PART_LAST]);
    part[PART_BEST] = __max(__max(first[PART_BEST], second[PART_BEST]), first[PART_LAST] + second[PART_FIRST]);
}

static sync void divide_row(sh int n)
{
    sh int part[PART_WORDS];
    part[PART_BEGIN] = 0;
    part[PART_END] = n;
    pad_divide_and_conquer(part, PART_WORDS, halve, find_best, join_parts);
    nothing = part[PART_BEST];
}
