/* pad.h - PRAM algorithms. Synchronous: all PPs of the leaf group call them together and return in the same
 * cycle.
 *
 * Arrays lie in shared memory. Comments give the time for n elements and p PPs. The work, p times the time,
 * is that of the best sequential algorithm, up to a constant, if n / p is the larger term. `memory` is what a
 * function allocates temporarily in the memory of the group, in words. docs/algorithms.md has ideas and
 * sources.
 */
#ifndef FORK_PAD_H
#define FORK_PAD_H

#include <queue.h>

/* Associative operators on words, for pad_prefix and pad_reduce; those with an f see the words as floats. */
straight int pad_add(int a, int b);
straight int pad_mul(int a, int b);
straight int pad_max(int a, int b);
straight int pad_min(int a, int b);
straight int pad_and(int a, int b);
straight int pad_or(int a, int b);
straight int pad_fadd(int a, int b);
straight int pad_fmax(int a, int b);

/* ---- prefixes (basics/) */

/* a[i] = a[0] op .. op a[i]; neutral op x = x. O(n / p + log p); memory: 2 p */
sync void pad_prefix(sh int *a, sh int n, sh straight int (*op)(int a, int b), sh int neutral);
/* a[0] op .. op a[n - 1]. O(n / p + log p); memory: 2 p */
sync sh int pad_reduce(sh const int *a, sh int n, sh straight int (*op)(int a, int b), sh int neutral);
/* a[i] = a[0] + .. + a[i - 1], returns the sum of all; by multiprefix. O(n / p) */
sync sh int pad_prefix_add(sh int *a, sh int n);
/* Copies the a[i] with keep[i] != 0, in order, to `to`; returns their number. O(n / p) */
sync sh int pad_compact(sh const int *a, sh const int *keep, sh int n, sh int *to);

/* a[i] = a[k] op .. op a[i], where the segment of i begins at k: starts[i] is not 0 where one begins (and
 * at 0). O(n / p + log p); memory: 4 p */
sync void pad_segmented_prefix(sh int *a, sh const int *starts, sh int n, sh straight int (*op)(int a, int b),
                               sh int neutral);
/* Copies the a[i] with is_second[i] == 0, in order, then the other ones, in order, to `to`; returns the
 * number of the former. O(n / p) */
sync sh int pad_split(sh const int *a, sh const int *is_second, sh int n, sh int *to);
/* count[k] = how often k is in a, whose elements are in 0 .. classes - 1. O((n + classes) / p) */
sync void pad_histogram(sh const int *a, sh int n, sh int *count, sh int classes);
/* Index of the first maximum of a, n = 1 .. 46340, by comparing all pairs. O(n^2 / p): O(1) with n^2 PPs;
 * memory: n */
sync sh int pad_argmax_pairs(sh const int *a, sh int n);
/* nearest[i] = the last k < i with a[k] < a[i], or -1. O(n / p + log n) for elements in random order, at worst
 * O((n / p) log n); memory: 2 n + 6 p */
sync void pad_nearest_smaller(sh const int *a, sh int n, sh int *nearest);
/* Writes 0 .. n - 1 to `to`, in a random order by rand(). Expected O(n / p + log n); memory: 4 n */
sync void pad_random_permutation(sh int *to, sh int n);

/* ---- lists (list/) */

/* rank[i] = links from element i to the end of its list; next[i] is the next element, i itself at the end.
 * Expected O(n / p + log p) if n >= 8 p, else O((n / p) log n); memory: 3 n + 50 p */
sync void pad_list_rank(sh const int *next, sh int *rank, sh int n);

/* The same by pointer jumping, O((n / p) log n); memory: n + 2 p */
sync void pad_jump_list_rank(sh const int *next, sh int *rank, sh int n);
/* The same by random mates, expected O(n / p + log n log log n); memory: 7 n */
sync void pad_mate_list_rank(sh const int *next, sh int *rank, sh int n);

/* ---- trees (tree/) */

/* For the tree with vertices - 1 undirected edges {from[e], to[e]}: parent[v], for the root itself;
 * depth[v]; preorder[v], the preorder number; size_of[v], the number of vertices in the subtree. Expected
 * O(n / p + log n) plus a sort; memory: 13 n */
sync void pad_euler_tour(sh int vertices, sh const int *from, sh const int *to, sh int root, sh int *parent, sh int *depth,
                         sh int *preorder, sh int *size_of);
/* ancestor[q] = the lowest common ancestor of u[q] and v[q]; parent and preorder as pad_euler_tour makes them.
 * O((n log n + pairs) / p + log n); memory: n log n */
sync void pad_common_ancestors(sh int vertices, sh const int *parent, sh const int *preorder, sh const int *u, sh const int *v,
                               sh int *ancestor, sh int pairs);
/* The value of an expression of n nodes: node v is a leaf with value[v] if left[v] is -1, else PAD_PLUS or
 * PAD_TIMES, op[v], of left[v] and right[v]; modulo 2^32. Expected O(n / p + log n); memory: 14 n */
enum { PAD_PLUS, PAD_TIMES };
sync sh int pad_evaluate(sh int n, sh const int *left, sh const int *right, sh const int *op, sh const int *value,
                         sh int root);

/* ---- sorting, ascending (sort/). Functions that end in _by sort words in an order of the program:
 * before(x, y) returns nonzero if x must stand before y; x and y may be indices of records */

/* Merges two sorted arrays into `to`; of equal elements those of a come first. O(n / p + log n) for n =
 * a_count + b_count */
sync void pad_merge(sh const int *a, sh int a_count, sh const int *b, sh int b_count, sh int *to);
sync void pad_merge_by(sh const int *a, sh int a_count, sh const int *b, sh int b_count, sh int *to,
                       sh int (*before)(int x, int y));
/* Stable. O((n / p) log n + log^2 n); memory: n */
sync void pad_merge_sort(sh int *a, sh int n);
sync void pad_merge_sort_by(sh int *a, sh int n, sh int (*before)(int x, int y));
sync void pad_merge_sort_float(sh float *a, sh int n);
/* Cole's pipelined merge sort, stable. O((n / p + 1) log n): O(log n) with n PPs; memory: 7.5 n, n rounded
 * up to a power of two */
sync void pad_pipelined_sort(sh int *a, sh int n);
/* Batcher's network. O((n / p) log^2 n) */
sync void pad_bitonic_sort(sh int *a, sh int n);
/* By unsigned keys, stable; values, unless NULL, move with them. pad_integer_sort takes keys below 2^bits.
 * Counting by multiprefix, O(n / p); memory: 3 n + 256 + p */
sync void pad_radix_sort(sh unsigned *keys, sh int *values, sh int n);
sync void pad_integer_sort(sh unsigned *keys, sh int *values, sh int n, sh int bits);
/* Not stable. Expected O((n / p) log n + log^2 p), O((n / p) log n + log^3 n) at worst; memory: n + 40 log p a
 * PP */
sync void pad_quick_sort(sh int *a, sh int n);
sync void pad_quick_sort_by(sh int *a, sh int n, sh int (*before)(int x, int y));
sync void pad_quick_sort_float(sh float *a, sh int n);
/* Not stable. Expected O((n / p) log n + log^2 p) for n >= 32 p; else a merge sort; memory: 3 n + 18 p */
sync void pad_sample_sort(sh int *a, sh int n);
/* Copies the distinct elements of a sorted array to `to`; returns their number. O(n / p); memory: n */
sync sh int pad_unique(sh const int *a, sh int n, sh int *to);
/* An integer in the order of the floats, -0 before 0, and the float of such an integer */
straight int pad_float_key(float x);
straight float pad_key_float(int key);

/* ---- numbers (number/) */

/* c = a b; a has rows x inner elements, b inner x columns. O(rows columns inner / p) */
sync void pad_matrix_multiply(sh const float *a, sh const float *b, sh float *c, sh int rows, sh int inner,
                              sh int columns);
/* Discrete Fourier transform of n complex numbers, n a power of two; inverse (with the factor 1 / n) if
 * inverse is not 0. O((n / p) log n); memory: n */
sync void pad_fft(sh float *re, sh float *im, sh int n, sh int inverse);

/* y = A x. Row r of A has the elements first[r] .. first[r + 1] - 1, element e is value[e] in column column[e].
 * O((elements + rows) / p + log rows + log p); memory: 6 p */
sync void pad_sparse_multiply(sh int rows, sh const int *first, sh const int *column, sh const float *value, sh const float *x,
                              sh float *y);
/* Replaces a, n x n, by L (below the diagonal, with diagonal 1) and U of the matrix whose row i is row
 * row[i] of a; returns 0 if a is singular, else 1. O(n^3 / p + n) */
sync sh int pad_lu(sh float *a, sh int n, sh int *row);
/* x = the solution of A x = b, from the result of pad_lu. O(n^2 / p + n) */
sync void pad_lu_solve(sh const float *a, sh int n, sh const int *row, sh const float *b, sh float *x);

/* ---- graphs (graph/): the time depends on the graph */

/* label[v] = smallest vertex of the component of v; edge e joins from[e] and to[e]. Expected O(((n + m) / p +
 * 1) log n); memory: 4 n */
sync void pad_components(sh int vertices, sh const int *from, sh const int *to, sh int edges, sh int *label);
/* The same in lockstep, by hooking and shortcutting. Expected O(((n + m) / p) log^2 n); memory: n */
sync void pad_hook_components(sh int vertices, sh const int *from, sh const int *to, sh int edges, sh int *label);

/* in_forest[e] = 1 for the edges of a spanning forest, else 0; the choice depends on p. Returns their
 * number. Time as pad_components; memory: 4 n */
sync sh int pad_spanning_forest(sh int vertices, sh const int *from, sh const int *to, sh int edges, sh int *in_forest);
/* The same for the forest of minimum weight; of equal edges the one with the larger number. Boruvka, O((n
 * + m) / p log n + log^2 n); memory: 3 n + 2 m + 4 max(n, m) */
sync sh int pad_minimum_forest(sh int vertices, sh const int *from, sh const int *to, sh const int *weight, sh int edges,
                               sh int *in_forest);
/* chosen[v] = 1 for a maximal set of vertices without an edge between them, else 0; returns their number. Luby,
 * expected O((n + m) / p + log n rounds); memory: n + 4 max(n, m) */
sync sh int pad_independent_set(sh int vertices, sh const int *from, sh const int *to, sh int edges, sh int *chosen);
/* in_matching[e] = 1 for a maximal set of edges without common vertices, else 0; returns their number.
 * Expected O((n + m) / p + log n rounds); memory: 2 n + 4 max(n, m) */
sync sh int pad_matching(sh int vertices, sh const int *from, sh const int *to, sh int edges, sh int *in_matching);
/* level[v] = length of the shortest path from source to v, -1 if there is none; parent[v] = the previous
 * vertex on such a path, for source itself. Vertex v has the edges first[v] .. first[v + 1] - 1, edge e
 * leads to neighbour[e]. Returns the number of levels D. O((n + m) / p + D log n); memory: 3 n */
sync sh int pad_breadth_first(sh int vertices, sh const int *first, sh const int *neighbour, sh int source, sh int *level,
                           sh int *parent);
/* reach is a matrix of bits, (n + 31) / 32 words a row, the lowest bit first; it becomes its transitive
 * closure. O((n^3 / p + 1) log n) / 32, for p up to n^3 / 1024; memory: n^2 / 32 */
sync void pad_transitive_closure(sh unsigned *reach, sh int n);
/* distance[i * n + k] = length of the edge from i to k, PAD_NO_PATH, 0 for i = k; becomes that of the
 * shortest path. There must be no cycle of negative length. O(n^3 / p) for p <= n^2, else O(n^3 / p log
 * n); memory: n^2 */
#define PAD_NO_PATH 0x3fffffff
sync void pad_shortest_paths(sh int *distance, sh int n);

/* ---- texts, a character a word (text/) */

/* found[i] = 1 if the pattern of m characters begins in the text at i, else 0; returns the number of
 * matches. Wrong with a probability below n m / 2^60 over the numbers of rand(). O(n / p + log p); memory:
 * max(n, m) + 2 p */
sync sh int pad_match(sh const int *text, sh int n, sh const int *pattern, sh int m, sh int *found);
/* The same by duels (Vishkin), never wrong. O(n / p + log n); memory: 2 n + 2 p */
sync sh int pad_duel_match(sh const int *text, sh int n, sh const int *pattern, sh int m, sh int *found);
/* order = the first positions of the suffixes of the text, in ascending order of the suffixes. O((n / p +
 * log n) log n); memory: 6 n */
sync void pad_suffix_array(sh const int *text, sh int n, sh int *order);
/* The distinct words (letters, digits and characters above 127) in ascending order: first position, length
 * and count of each. Returns their number. O((n / p) log n + log^2 n) comparisons; memory: 6 n */
sync sh int pad_count_words(sh const int *text, sh int n, sh int *begin, sh int *length, sh int *count);

/* ---- skeletons (skeleton/) */

/* to[i] = f(a[i]), f(a[i], b[i]). O(n / p) calls */
sync void pad_map(sh const int *a, sh int *to, sh int n, sh int (*f)(int x));
sync void pad_map2(sh const int *a, sh const int *b, sh int *to, sh int n, sh int (*f)(int x, int y));
/* f(a[0]) op .. op f(a[n - 1]). O(n / p + log p); memory: 3 p */
sync sh int pad_map_reduce(sh const int *a, sh int n, sh int (*f)(int x), sh straight int (*op)(int a, int b), sh int neutral);
/* Solves a problem of `words` words: divide makes two problems of it and returns 1, or returns 0 without
 * dividing; solve is for one PP; combine computes the result of the problem from those of its parts, in
 * place. Groups are halved with each division. Time of one path down the tree; memory: the parts on it */
sync void pad_divide_and_conquer(sh int *problem, sh int words,
                                 sh sync int (*divide)(sh const int *problem, sh int *first, sh int *second),
                                 sh void (*solve)(int *problem),
                                 sh sync void (*combine)(sh int *problem, sh const int *first, sh const int *second));

/* Works on tasks[0] .. tasks[n - 1], words of any meaning, each by one PP, and on those that `work` puts
 * into the pool meanwhile; returns when all are done. Up to `room` new tasks wait in shared memory;
 * pad_pool_put does a task itself if there are more. Time of all tasks / p and of the longest chain of
 * tasks, O(1) more for each; memory: 4 room */
typedef struct pad_pool pad_pool;
struct pad_pool {
    queue waiting;
    int room; /* tasks that may still be put there */
    int open; /* tasks that are not done */
    void (*work)(pad_pool *pool, int task);
};
sync void pad_work(sh const int *tasks, sh int n, sh int room, sh void (*work)(pad_pool *pool, int task));
void pad_pool_put(pad_pool *pool, int task);

/* A priority queue of words in the order of before (as for pad_merge_sort_by), for many words at a time.
 * It has blocks of `width` words, p or a few p, and room for `most`. Insert returns the number of words
 * that fit. Delete moves the first n words to `to`, in order, and returns their number. All memory except
 * 3 width is allocated as long as the group lives. Both take O((width / p + log width) log(most / width))
 * for `width` words; memory: most + 7 width */
typedef struct {
    int width;
    int most;
    int nodes;   /* blocks in the heap */
    int waiting; /* words in the buffer */
    int *buffer; /* sorted: less than a block between calls */
    int *merged; /* scratch */
    int *blocks;
    int (*before)(int x, int y);
} pad_heap;
sync void pad_heap_init(sh pad_heap *heap, sh int width, sh int most, sh int (*before)(int x, int y));
sync sh int pad_heap_insert(sh pad_heap *heap, sh const int *words, sh int n);
sync sh int pad_heap_delete(sh pad_heap *heap, sh int n, sh int *to);
straight int pad_heap_length(const pad_heap *heap);

/* A dictionary from words to words, for many keys at a time, with room for at least `most` distinct keys.
 * Inserting an existing key replaces its value; of equal keys in one call the last one counts. Insert
 * returns the number of keys, the first ones, that are stored: n unless there is no room. find sets
 * found[i] to 1 or 0. find and delete return the number of keys found. 24 most words are allocated as long
 * as the group lives. Expected O(n / p + 1), amortised for inserting; memory: 27 most + n */
typedef struct {
    int claimed; /* PPs that wanted the cell */
    int has_key;
    int key;
    int value;
    int is_there; /* not deleted */
    int last;     /* number of the last of equal keys in a call */
} pad_cell;
typedef struct {
    int size; /* cells, a power of two */
    int used;
    int count; /* keys that are there */
    int most;
    pad_cell *cells;
} pad_dictionary;
sync void pad_dictionary_init(sh pad_dictionary *dictionary, sh int most);
sync sh int pad_dictionary_insert(sh pad_dictionary *dictionary, sh const int *keys, sh const int *values, sh int n);
sync sh int pad_dictionary_find(sh pad_dictionary *dictionary, sh const int *keys, sh int n, sh int *values, sh int *found);
sync sh int pad_dictionary_delete(sh pad_dictionary *dictionary, sh const int *keys, sh int n);

/* ---- geometry (geometry/): the rounds depend on the data. Points with a coordinate or mass that is NaN
 * or infinite are ignored, for every p; if there are any, 4 n more words are allocated, in pad_gravity 6
 * n, in pad_nearest_neighbours (4 + k) n. Squares of distances must be finite: coordinates below 2^62. */

/* Writes the corners of the convex hull, counter-clockwise from the leftmost point, to hull; returns their
 * number, 0 without a finite point. O((n / p) log p + log^2 n loglog n), O(n / p + log^2 n) if there are
 * few corners; memory: 5 n + 12 p; 11 n for n <= 2 p */
sync sh int pad_convex_hull(sh const float *x, sh const float *y, sh int n, sh int *hull);
/* neighbour[i * k] .. neighbour[i * k + k - 1] = the k points nearest to point i, the nearest first, of
 * equally near points the smaller number first; -1 if there are fewer points, and for a point that is not
 * finite. Expected O((n / p) k^2) for evenly spread points, at worst, if nearly all lie in one spot, O(n^2
 * k / p); memory: 4 n */
sync void pad_nearest_neighbours(sh const float *x, sh const float *y, sh int n, sh int k, sh int *neighbour);
/* Writes the numbers of the closest pair of points, the smaller one first, to pair; returns the square of
 * their distance, -1 without two finite points. Expected O(n / p + log p) for evenly spread points, at
 * worst O(n^2 / p); memory: 4 n */
sync sh float pad_closest_pair(sh const float *x, sh const float *y, sh int n, sh int *pair);
/* ax[i], ay[i] = the acceleration of body i by the gravity of all others: the sum of mass[k] d / (|d|^2 +
 * softening^2)^1.5, d being the way from i to k. Bodies in a square whose side is less than theta times
 * its distance count as one; theta 0: none do. NaN for a body that is not finite. Barnes and Hut, expected
 * O((n / p) log n / theta^2) for bodies spread evenly; memory: 8 n */
sync void pad_gravity(sh const float *x, sh const float *y, sh const float *mass, sh int n, sh float theta, sh float softening,
                      sh float *ax, sh float *ay);

#endif
