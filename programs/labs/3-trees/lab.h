/* lab.h - what lab 3 is tried with: a tree of n nodes, whose depths are found by depths(). */
#include <fork.h>
#include <io.h>
#include <stdlib.h>

enum { MOST = 4096 };

sh int parent[MOST], depth[MOST];

/* To be written: depth[i] becomes the number of edges from node i to the root, which is its own parent. A PP for each node;
 * parent[] may be changed. */
sync void depths(sh int *parent, sh int *depth);

/* Parents have smaller numbers. Shape 0 is a path, 1 a binary tree, others are somewhere between. */
static int parent_of(int node, int shape)
{
    if (node == 0)
        return 0;
    if (shape == 0)
        return node - 1;
    if (shape == 1)
        return (node - 1) / 2;
    return node - 1 - node * 7919 % imin(node, shape);
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : __STARTED_PROCS__, shape = argc > 2 ? atoi(argv[2]) : 0;
    start (imin(imin(n, MOST), __STARTED_PROCS__)) {
        farm parent[$] = parent_of($, shape);
        depths(parent, depth);
        printf("%d\n", depth[$]);
    }
    return 0;
}
