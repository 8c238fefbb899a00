/* The mesh of the three Laplace solvers of the benchmarks; -DK=... -DSQRT_P=... -DROWS=... -DN=... */
#ifndef K
#define K 100
#endif
#ifndef SQRT_P
#define SQRT_P 64
#endif
#ifndef N
#define N (SQRT_P + 2)
#endif
#ifndef ROWS
#define ROWS N
#endif

sh float src[ROWS][N];
