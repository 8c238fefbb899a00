/* pad.h - PRAM algorithms. Synchronous: all PPs of the leaf group call them together, in any number, and
 * leave in the same cycle.
 *
 * Arrays lie in shared memory. Each function has its time for n elements and a group of p PPs; its work, p times
 * the time, is that of the best sequential algorithm, up to a constant, as long as n / p is the larger term.
 * What it needs beside the arrays it takes from the group heap and gives back: `memory`, in words. The idea of
 * each, and where it comes from: docs/algorithms.md.
 */
#ifndef FORK_PAD_H
#define FORK_PAD_H

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
/* Those a[i] whose keep[i] is not 0, in order, to `to`; returns how many. O(n / p) */
sync sh int pad_compact(sh const int *a, sh const int *keep, sh int n, sh int *to);

/* ---- lists (list/) */

/* rank[i] = links from element i to the end of its list; next[i] is the next element, i itself at the end.
 * Expected O(n / p + log p) if n >= 20 p, else O((n / p) log n); memory: 3 n + 10 p */
sync void pad_list_rank(sh const int *next, sh int *rank, sh int n);

/* ---- sorting, ascending (sort/). Those that end in _by sort words in an order that the program says:
 * before(x, y) is not 0 if x must stand before y, and may look up whatever x and y are numbers of */

/* Two sorted arrays into `to`; equal elements of a come first. O(n / p + log n) for n = a_count + b_count */
sync void pad_merge(sh const int *a, sh int a_count, sh const int *b, sh int b_count, sh int *to);
sync void pad_merge_by(sh const int *a, sh int a_count, sh const int *b, sh int b_count, sh int *to,
                       sh int (*before)(int x, int y));
/* Stable. O((n / p) log n + log^2 n); memory: n */
sync void pad_merge_sort(sh int *a, sh int n);
sync void pad_merge_sort_by(sh int *a, sh int n, sh int (*before)(int x, int y));
sync void pad_merge_sort_float(sh float *a, sh int n);
/* Batcher's network. O((n / p) log^2 n) */
sync void pad_bitonic_sort(sh int *a, sh int n);
/* By unsigned keys, stable; values, unless NULL, move along. Counting by multiprefix, O(n / p); memory: 3 n +
 * 256. The keys of the second one are below 2^bits */
sync void pad_radix_sort(sh unsigned *keys, sh int *values, sh int n);
sync void pad_integer_sort(sh unsigned *keys, sh int *values, sh int n, sh int bits);
/* Not stable. Expected O((n / p) log n + log^2 p), O((n / p) log n + log^3 n) at worst; memory: n + 40 log p a
 * PP */
sync void pad_quick_sort(sh int *a, sh int n);
sync void pad_quick_sort_by(sh int *a, sh int n, sh int (*before)(int x, int y));
sync void pad_quick_sort_float(sh float *a, sh int n);
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

/* ---- graphs (graph/): the time depends on the graph */

/* label[v] = smallest vertex of the component of v; edge e joins from[e] and to[e]. Expected O(((n + m) / p +
 * 1) log n); memory: 4 n */
sync void pad_components(sh int vertices, sh const int *from, sh const int *to, sh int edges, sh int *label);
/* The same in lockstep, by hooking and shortcutting. Expected O(((n + m) / p) log^2 n); memory: n */
sync void pad_hook_components(sh int vertices, sh const int *from, sh const int *to, sh int edges, sh int *label);

/* ---- geometry (geometry/): the rounds depend on the data */

/* Corners of the convex hull, counter-clockwise from the leftmost point, to hull; returns how many.
 * Quickhull, expected O((n / p) log n); memory: 11 n */
sync sh int pad_convex_hull(sh const float *x, sh const float *y, sh int n, sh int *hull);

#endif
