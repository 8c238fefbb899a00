/* update.c - microseconds that an update of a mesh takes in plain C with two arrays, as a compiler makes it
 * for this processor: what targets.sh compares a round of the synchronous Laplace solver with. Prints the
 * median of some runs.
 *
 *   update SIDE ROUNDS     a mesh of SIDE x SIDE inner cells
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { RUNS = 9 };

static double seconds(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static void update(float *restrict to, const float *restrict from, size_t side)
{
    const size_t row = side + 2;
    for (size_t i = 1; i <= side; i++)
        for (size_t j = 1; j <= side; j++)
            to[i * row + j] = 0.25f * (from[(i - 1) * row + j] + from[(i + 1) * row + j] +
                                       from[i * row + j - 1] + from[i * row + j + 1]);
}

static int compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

int main(int argc, char **argv)
{
    const size_t side = argc == 3 ? strtoul(argv[1], NULL, 10) : 0;
    const unsigned long rounds = argc == 3 ? strtoul(argv[2], NULL, 10) : 0;
    double times[RUNS];
    if (side == 0 || rounds == 0) {
        fprintf(stderr, "usage: update SIDE ROUNDS\n");
        return 2;
    }
    const size_t cells = (side + 2) * (side + 2);
    float *const both = calloc(2 * cells, sizeof *both);
    if (both == NULL)
        return 3;
    float *from = both, *to = both + cells;
    for (int run = 0; run < RUNS; run++) {
        for (size_t k = 0; k < side * side; k++)
            from[(k / side + 1) * (side + 2) + k % side + 1] = (float)(k % 7);
        for (size_t k = 0; k < side + 2;
             k++) /* a border that is not 0, so that no number becomes too small */
            from[k] = to[k] = 2.0f;
        const double begin = seconds();
        for (unsigned long round = 0; round < rounds; round++) {
            update(to, from, side);
            float *const other = from;
            from = to;
            to = other;
        }
        times[run] = (seconds() - begin) / (double)rounds * 1e6;
    }
    qsort(times, RUNS, sizeof *times, compare);
    printf("%.4f %g\n", times[RUNS / 2],
           (double)from[side + 3]); /* the cell: else nothing need be computed */
    free(both);
    return 0;
}
