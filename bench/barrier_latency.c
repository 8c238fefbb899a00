/* barrier_latency.c [THREADS] - what a team barrier of two threads, or of THREADS, takes (sim/team), each
 * on its core: nanoseconds, the median of windows of 1000 barriers, and the least. To be made by its path and
 * called by hand.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "sim/team/team.h"

enum { WINDOWS = 301, MEETINGS = 1000 };

static double nanoseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return 1e9 * (double)now.tv_sec + (double)now.tv_nsec;
}

static void join_nothing(void *to, const void *more)
{
    (void)to;
    (void)more;
}

static void meet_often(struct team_member *member, void *context)
{
    double *const windows = context;
    struct team_news news;
    for (unsigned w = 0; w < WINDOWS; w++) {
        const double start = nanoseconds();
        for (unsigned k = 0; k < MEETINGS; k++) {
            *(uint32_t *)team_message(member) = k;
            team_exchange(member, join_nothing, &news);
        }
        if (member->index == 0)
            windows[w] = (nanoseconds() - start) / MEETINGS;
    }
}

static int compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

int main(int argc, char **argv)
{
    double windows[WINDOWS];
    const int threads = argc > 1 ? atoi(argv[1]) : 2;
    if (threads < 2 || threads > TEAM_MAX || !team_run((unsigned)threads, meet_often, windows))
        return EXIT_FAILURE;
    qsort(windows, WINDOWS, sizeof windows[0], compare);
    printf("%.1f,%.1f\n", windows[WINDOWS / 2], windows[0]);
    return EXIT_SUCCESS;
}
