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
