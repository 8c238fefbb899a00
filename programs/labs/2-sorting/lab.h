/* lab.h - what lab 2 is tried with: a number for each of n PPs, sorted by sort(). */
#include <fork.h>
#include <io.h>
#include <stdlib.h>

enum { MOST = 4096 };

sh int a[MOST];

/* To be written: a[0] <= a[1] <= ... for # numbers, a power of two. A PP for each number. */
sync void sort(sh int *a);

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : __STARTED_PROCS__, seed = argc > 2 ? atoi(argv[2]) : 1;
    start (imin(imin(n, MOST), __STARTED_PROCS__)) {
        a[$] = ($ * 40503 + seed * 12829) % 65536 - 30000;
        sort(a);
        printf("%d\n", a[$]);
    }
    return 0;
}
