/* stats.c - sums of counters, and the clock. Knows numbers only. */
#include "stats.h"

#include <time.h>

void stats_add(struct stats *sum, const struct stats *part)
{
    uint64_t cycles = sum->cycles;
#define STATS_COUNTER(name, text) sum->name += part->name;
#include "stats.def"
    sum->cycles = cycles;
    for (int i = 0; i < STATS_PHASES; i++)
        sum->parts[i] += part->parts[i];
}

double stats_clock(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}
