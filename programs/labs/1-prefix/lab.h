/* lab.h - what lab 1 is tried with: a number for each of n PPs, and their sums when prefix() is done. */
#include <fork.h>
#include <io.h>
#include <stdlib.h>

enum { MOST = 4096 };

sh int a[2 * MOST]; /* the second half is 0 */

/* To be written: a[i] becomes a[0] + ... + a[i], for i < #. A PP for each number: PP $ has a[$]. */
sync void prefix(sh int *a);

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : __STARTED_PROCS__;
    start (imin(imin(n, MOST), __STARTED_PROCS__)) {
        a[$] = ($ * 7919 + 13) % 100 - 20;
        prefix(a);
        printf("%d\n", a[$]);
    }
    return 0;
}
