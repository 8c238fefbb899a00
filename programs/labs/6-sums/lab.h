/* lab.h - what lab 6 is tried with: n numbers of very different sizes, and their sum. */
#include <fork.h>
#include <io.h>
#include <stdlib.h>

enum { MOST = 4096 };

sh float a[MOST];

/* To be written: the sum of # numbers, as near to the exact one as floats allow. A PP for each number; a[] may be changed.
 * All PPs return the same. */
sync float sum(sh float *a);

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : __STARTED_PROCS__;
    start (imin(imin(n, MOST), __STARTED_PROCS__)) {
        float result;
        a[$] = 1.0f / (float)($ * $ + 1);
        result = sum(a);
        seq printf("%.9g\n", result);
    }
    return 0;
}
