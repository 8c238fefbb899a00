/* gps.h - graphs, and the numbering of their vertices by N. Gibbs, W. Poole, P. Stockmeyer (An Algorithm for
 * Reducing the Bandwidth and Profile of a Sparse Matrix, 1976): neighbours get numbers that lie near each
 * other, so that cutting in the middle cuts few edges. For bisection_host; knows nothing of the simulator. */
#ifndef PROGRAMS_GPS_H
#define PROGRAMS_GPS_H

#include "programs/oracle.h"

/* A graph; both directions of each edge are there. */
struct graph {
    int n, entries;
    int *first, *neighbour, *load; /* neighbour[first[v]] to neighbour[first[v + 1] - 1] are those of v */
};

/* The vertices in the order of their numbers; owned by the caller. */
int *gps_order(const struct oracle *oracle, const struct graph *graph);

#endif
