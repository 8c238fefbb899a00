/* lab.h - what lab 4 is tried with: a graph of n nodes and # edges, whose components are found by components(). */
#include <fork.h>
#include <io.h>
#include <stdlib.h>

enum { MOST = 4096 };

sh int from[MOST], to[MOST], label[MOST];

/* To be written: label[i] becomes the least number of a node in the component of node i < n. A PP for each edge, which joins
 * from[$] and to[$]; n <= #. */
sync void components(sh int n, sh int *from, sh int *to, sh int *label);

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : __STARTED_PROCS__, step = argc > 2 ? atoi(argv[2]) : 1;
    start (imin(__STARTED_PROCS__, MOST)) {
        sh int nodes = imin(n, #);
        from[$] = $ % nodes;
        to[$] = ($ + step * ($ / nodes + 1)) % nodes;
        components(nodes, from, to, label);
        if ($ < nodes)
            printf("%d\n", label[$]);
    }
    return 0;
}
