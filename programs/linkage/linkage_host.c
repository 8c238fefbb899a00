/* linkage_host.c - the oracle of linkage.fork, by the definition: in each step all pairs of clusters are
 * compared by all pairs of their members.
 *
 *     linkage_host [n [seed [spread [output]]]]
 *
 * Prints what the program prints except for the cycles, and whether the last four clusters are the clouds.
 */
#include "programs/linkage/points.h"
#include "programs/oracle.h"

#include <stdio.h>
#include <stdlib.h>

/* Points and the cluster of each, named by its least point. */
struct points {
    int n, spread;
    unsigned seed;
    int *cluster;
};

/* The distance of the farthest members of two clusters. */
static int farthest(const struct points *points, int a, int b)
{
    int most = 0;

    for (int i = a; i < points->n; i++)
        for (int j = b; points->cluster[i] == a && j < points->n; j++)
            if (points->cluster[j] == b) {
                const int distance = points_distance(i, j, points->seed, points->spread);

                most = distance > most ? distance : most;
            }
    return most;
}

/* The two nearest clusters, the first by name. */
static void find_pair(const struct points *points, int *merge)
{
    merge[2] = -1;
    for (int a = 0; a < points->n; a++)
        for (int b = a + 1; points->cluster[a] == a && b < points->n; b++)
            if (points->cluster[b] == b) {
                const int distance = farthest(points, a, b);

                if (merge[2] < 0 || distance < merge[2]) {
                    merge[0] = a;
                    merge[1] = b;
                    merge[2] = distance;
                }
            }
}

int main(int argc, char **argv)
{
    const struct oracle oracle = {"linkage_host", argc, argv};
    const int n = oracle_number(&oracle, 1, "n", 64, 2, LINKAGE_MOST);
    const unsigned seed = (unsigned)oracle_number(&oracle, 2, "seed", 1, 0, 0x7fffffff);
    const int spread = oracle_number(&oracle, 3, "spread", 30, 1, 1000);
    int *memory = oracle_memory(&oracle, 4 * (size_t)n, sizeof *memory);
    struct points points = {n, spread, seed, memory};
    int *merges = memory + n;
    int right = 1;

    for (int i = 0; i < n; i++)
        points.cluster[i] = i;
    for (int k = 0; k < n - 1; k++) {
        find_pair(&points, merges + 3 * (ptrdiff_t)k);
        for (int i = 0; i < n; i++)
            if (points.cluster[i] == merges[3 * k + 1])
                points.cluster[i] = merges[3 * k];
        if (k == n - 1 - LINKAGE_CENTRES)
            for (int i = 0; i < n; i++)
                right = right && points.cluster[i] == i % LINKAGE_CENTRES;
    }
    if (argc > 4)
        oracle_write(&oracle, argv[4], &(struct oracle_part){merges, 3 * (size_t)(n - 1)}, 1);
    printf("%d points: first merge %d, last %d\n", n, merges[2], merges[3 * n - 4]);
    if (n >= LINKAGE_CENTRES)
        printf("the last %d clusters are %s\n", LINKAGE_CENTRES, right ? "the clouds" : "others");
    free(memory);
    return 0;
}
