/* predict.c - see predict.h. */
#include "sim/team/predict.h"

enum {
#define TEAM_CONSTANT(name, value, text) name = (value),
#include "sim/team/constant.def"
};

uint64_t predict_least_meeting(unsigned threads)
{
    const unsigned near = threads < MEETING_THREADS ? threads : MEETING_THREADS;
    return MEETING_LEAST + (uint64_t)MEETING_MORE * (near > 2 ? near - 2 : 0);
}

static uint64_t at_most(uint64_t value, uint64_t most)
{
    return value < most ? value : most;
}

/* The additional cost of a segment in a team whose requests one thread carries out alone. */
static uint64_t alone_cost(const struct pace *pace)
{
    return (uint64_t)ALONE_COST * pace->alone / pace->segments;
}

/* The time of the window's shared phases beyond the least time of a phase. */
static uint64_t phase_work(const struct pace *pace)
{
    const uint64_t least = (uint64_t)PHASE_LEAST * pace->segments;
    return pace->sum.phase > least ? pace->sum.phase - least : 0;
}

/* The work of all threads in the window. */
static uint64_t all_work(const struct pace *pace)
{
    return pace->sum.own + pace->sum.others;
}

/* The same for phases. */
static uint64_t all_phase_work(const struct pace *pace)
{
    return phase_work(pace) * (pace->together ? pace_threads(pace) : 1);
}

uint64_t predict_alone_time(const struct pace *pace)
{
    return all_work(pace) + pace->sum.phase + (pace_threads(pace) - 1) * phase_work(pace);
}

uint64_t predict_team_time(const struct pace *pace)
{
    return pace->sum.whole + pace->segments * alone_cost(pace);
}

/* The longest part of the window's work in a team, as uneven as the timed parts. If one of two parts has
 * nearly all work, the work may not be divisible. */
static uint64_t longest_part(const struct pace *pace, const struct pace_team *team)
{
    const uint64_t work = all_work(pace);
    const unsigned parts = pace->parts > 1 ? pace->parts : 2;
    if (work == 0)
        return 0;
    const double uneven = (double)pace->sum.most * parts / (double)work;
    const double share = team->threads > parts && 2 * uneven > parts + 1 ? 1.0 / parts : 1.0 / team->threads;
    return at_most((uint64_t)((double)work * uneven * share), work);
}

uint64_t predict_gain(const struct pace *pace, const struct pace_team *team)
{
    const uint64_t all = all_work(pace), longest = longest_part(pace, team);
    const uint64_t others = all > longest ? all - longest : 0;
    return (others + all_phase_work(pace) * (team->threads - 1) / team->threads) / pace->segments;
}

uint64_t predict_cost(const struct pace *pace, const struct pace_team *team)
{
    return team->meeting + alone_cost(pace);
}

double predict_saves(const struct pace *pace, const struct pace_team *team)
{
    const uint64_t segment = pace->sum.whole / pace->segments, less = predict_gain(pace, team);
    if (less <= predict_cost(pace, team) || segment <= less)
        return 0;
    return (double)(less - predict_cost(pace, team)) / (double)(segment - less + predict_cost(pace, team));
}

int64_t predict_saved(const struct pace *pace, const struct pace_team *team)
{
    return (int64_t)predict_gain(pace, team) - (int64_t)predict_cost(pace, team);
}

unsigned predict_best(const struct pace *pace)
{
    unsigned best = 0;
    for (unsigned k = 1; k < pace->team_count; k++)
        if (predict_saved(pace, &pace->teams[k]) > predict_saved(pace, &pace->teams[best]))
            best = k;
    return best;
}
