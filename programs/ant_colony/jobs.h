/* jobs.h - the jobs of ant_colony.fork and its oracle, and the urgency that both use. */
#ifndef ANT_COLONY_JOBS_H
#define ANT_COLONY_JOBS_H

#ifdef __FORK__
#include "mix.h"
#define JOBS_FUNCTION static
#else
#include "programs/mix.h"
#define JOBS_FUNCTION static inline
#endif

/* Percent of choices that take the best job; a trail at the beginning. */
enum { JOBS_MOST = 100, JOBS_GREEDY = 80, JOBS_TRAIL = 1024 };

JOBS_FUNCTION int jobs_time(unsigned seed, int job)
{
    return 1 + (int)(mix2(seed, (unsigned)(3 * job)) % 100);
}

JOBS_FUNCTION int jobs_weight(unsigned seed, int job)
{
    return 1 + (int)(mix2(seed, (unsigned)(3 * job + 1)) % 10);
}

/* `all` is the sum of all times. */
JOBS_FUNCTION int jobs_due(unsigned seed, int job, int all, int tightness, int range)
{
    int least = all * (200 - 2 * tightness - range) / 200;
    int wide = all * range / 100;
    int due = least + (int)(mix2(seed, (unsigned)(3 * job + 2)) % (unsigned)(wide + 1));
    return due > 0 ? due : 0;
}

/* Large for a heavy job that is short or late: 1024 w / max(p, d - now), at least 1 (the modified due date,
 * with weights). */
JOBS_FUNCTION int jobs_urgency(int time, int weight, int due, int now)
{
    int slack = due - now > time ? due - now : time;
    int urgency = 1024 * weight / slack;
    return urgency > 0 ? urgency : 1;
}

#endif
