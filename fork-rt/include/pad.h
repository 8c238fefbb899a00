/* pad.h - PRAM algorithms. Synchronous: all PPs of the leaf group call them together, in any number, and
 * leave in the same cycle.
 *
 * Arrays lie in shared memory. Time depends on n and the size of the group, not on what is in the arrays, but
 * where the comment says so. What they need beside the arrays they take from the group heap and give back:
 * `memory`, in words, for a group of p PPs.
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

/* ---- prefixes (pad_prefix.fork) */

/* a[i] = a[0] op .. op a[i]; neutral op x = x. O(n / p + log p); memory: p */
sync void pad_prefix(sh int *a, sh int n, sh straight int (*op)(int a, int b), sh int neutral);
/* a[0] op .. op a[n - 1]. O(n / p + log p); memory: p */
sync sh int pad_reduce(sh const int *a, sh int n, sh straight int (*op)(int a, int b), sh int neutral);
/* a[i] = a[0] + .. + a[i - 1], returns the sum of all; by multiprefix. O(n / p) */
sync sh int pad_prefix_add(sh int *a, sh int n);
/* Those a[i] whose keep[i] is not 0, in order, to `to`; returns how many. O(n / p) */
sync sh int pad_compact(sh const int *a, sh const int *keep, sh int n, sh int *to);

/* ---- lists (pad_list.fork) */

/* rank[i] = links from element i to the end of its list; next[i] is the next element, i itself at the end.
 * Pointer jumping, O((n / p) log n); memory: 3 n */
sync void pad_list_rank(sh const int *next, sh int *rank, sh int n);

/* ---- sorting, ascending (pad_merge.fork, pad_bitonic.fork, pad_radix.fork, pad_quick.fork) */

/* Two sorted arrays into `to`; equal elements of a come first. O((n / p) log n) for n = a_count + b_count */
sync void pad_merge(sh const int *a, sh int a_count, sh const int *b, sh int b_count, sh int *to);
/* Stable. O((n / p) log^2 n); memory: n */
sync void pad_merge_sort(sh int *a, sh int n);
/* Batcher's network. O((n / p) log^2 n) */
sync void pad_bitonic_sort(sh int *a, sh int n);
/* By unsigned keys, stable; values, unless NULL, move along. Counting by multiprefix, O(n / p); memory: 3 n +
 * 256 */
sync void pad_radix_sort(sh unsigned *keys, sh int *values, sh int n);
/* Arbitrary CRCW quicksort: expected O((n / p) log n), the rounds depend on the data; memory: 6 n */
sync void pad_quick_sort(sh int *a, sh int n);

/* ---- numbers (pad_matrix.fork, pad_fft.fork) */

/* c = a b; a has rows x inner elements, b inner x columns. O(rows columns inner / p) */
sync void pad_matrix_multiply(sh const float *a, sh const float *b, sh float *c, sh int rows, sh int inner,
                              sh int columns);
/* Discrete Fourier transform of n complex numbers, n a power of two; inverse (with the factor 1 / n) if
 * inverse is not 0. O((n / p) log n); memory: n */
sync void pad_fft(sh float *re, sh float *im, sh int n, sh int inverse);

/* ---- graphs and geometry (pad_components.fork, pad_hull.fork): the rounds depend on the data */

/* label[v] = smallest vertex of the component of v; edge e joins from[e] and to[e]. Expected O((n + m) / p
 * log^2 n) */
sync void pad_components(sh int vertices, sh const int *from, sh const int *to, sh int edges, sh int *label);
/* Corners of the convex hull, counter-clockwise from the leftmost point, to hull; returns how many.
 * Quickhull, expected O((n / p) log n); memory: 11 n */
sync sh int pad_convex_hull(sh const float *x, sh const float *y, sh int n, sh int *hull);

#endif
