/* pace.c - see pace.h. Calls the C library's clock. */
#include "pace.h"

#include <time.h>

#if defined PRAM_HOSTILE || defined __SANITIZE_THREAD__
enum { CHANGES_OFTEN = 1 }; /* so that tests see teams and changes whatever the segments take */
#else
enum { CHANGES_OFTEN = 0 };
#endif

enum {
    TIMED_EVERY = 50000,       /* ns: reading the clock some times takes half a percent of that */
    GAP_MOST = 400,            /* segments */
    SAMPLES = 8,               /* a window has at least so many, */
    WINDOW_ALONE = 200000,     /* .. and ns: sooner no thread is started */
    SAMPLES_LONG = 2,          /* of segments so long that a wrong start of a team costs little of one */
    LONG_SEGMENT = 1000000,    /* ns */
    WINDOW_TOGETHER = 5000000, /* ns: longer than most interruptions by other programs */
    BAD_WINDOWS = 2,
    MEETING_LEAST = 400, /* ns: a line from core to core and back */
    MEETING_MOST = 2000,
    PAUSE_LEAST = 20000000, /* ns: far more than starting threads and moving tiles between cores takes */
    PAUSE_MOST = 2000000000,
    LASTING = 1000000000 /* ns: a team that worked so long was no mistake */
};

static uint64_t read_clock(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

uint64_t pace_clock(void)
{
    return read_clock(CLOCK_MONOTONIC);
}

uint64_t pace_work_clock(void)
{
    return read_clock(CLOCK_THREAD_CPUTIME_ID);
}

void pace_start(struct pace *pace, uint64_t now)
{
    *pace = (struct pace){.began = now, .meeting = MEETING_LEAST, .pause = PAUSE_LEAST, .random = 1};
}

/* At random, between half and one and a half of what is wanted: loops of the program have periods. As long as
 * nothing is known of the program's segments, none is left out. */
static unsigned next_gap(struct pace *pace)
{
    if (pace->segment == 0)
        return 0;
    const uint64_t wanted = TIMED_EVERY / (pace->segment + 1);
    const uint64_t gap = wanted < GAP_MOST ? wanted : GAP_MOST;
    pace->random = pace->random * 1664525u + 1013904223u;
    return (unsigned)(gap / 2 + (gap * (pace->random >> 16) >> 16));
}

unsigned pace_choose(struct pace *pace)
{
    const unsigned weight = ++pace->passed;
    if (pace->gap > 0) {
        pace->gap--;
        return 0;
    }
    pace->passed = 0;
    pace->gap = next_gap(pace);
    return weight;
}

static void begin_window(struct pace *pace, uint64_t now)
{
    pace->began = now;
    pace->samples = 0;
    pace->sum = (struct pace_times){0};
}

/* What the team costs a segment beyond its longest part. */
static uint64_t meeting_cost(const struct pace *pace)
{
    const uint64_t cost =
        pace->sum.whole > pace->sum.most ? (pace->sum.whole - pace->sum.most) / pace->samples : 0;
    return cost < MEETING_LEAST ? MEETING_LEAST : cost > MEETING_MOST ? MEETING_MOST : cost;
}

/* A sixteenth less than all work at least: working in a team makes the work itself longer, for what one has
 * written another one has to fetch. */
static bool team_hinders(struct pace *pace)
{
    const uint64_t alone = pace->sum.own + pace->sum.others;
    const bool bad = pace->sum.whole > alone - alone / 16;
    pace->bad = bad ? pace->bad + 1 : 0;
    if (pace->bad < BAD_WINDOWS)
        return false;
    pace->meeting = meeting_cost(pace);
    return true;
}

/* A quarter more than a meeting: a team that brings nothing only keeps cores from others. */
static bool team_would_pay(const struct pace *pace)
{
    const uint64_t gain = (pace->sum.own + pace->sum.others - pace->sum.most) / pace->samples;
    return gain > pace->meeting + pace->meeting / 4;
}

bool pace_note(struct pace *pace, uint64_t now, unsigned weight, const struct pace_times *times,
               uint64_t commit)
{
    pace->commit += 1e-9 * (double)commit * weight;
    pace->wait += 1e-9 * (double)times->wait * weight;
    pace->segment = times->whole;
    pace->samples++;
    pace->sum.own += times->own;
    pace->sum.others += times->others;
    pace->sum.most += times->most;
    pace->sum.wait += times->wait;
    pace->sum.whole += times->whole;
    if (CHANGES_OFTEN)
        return pace->samples >= (pace->together ? 3 * SAMPLES : 1);
    const unsigned enough =
        !pace->together && pace->sum.whole / pace->samples >= LONG_SEGMENT ? SAMPLES_LONG : SAMPLES;
    if (pace->samples < enough || now - pace->began < (pace->together ? WINDOW_TOGETHER : WINDOW_ALONE))
        return false;
    bool change = false;
    if (pace->together)
        change = team_hinders(pace);
    else if (pace->changed == 0 || now - pace->changed >= pace->pause)
        change = team_would_pay(pace);
    begin_window(pace, now);
    return change;
}

void pace_alone(struct pace *pace, uint64_t nanoseconds)
{
    pace->commit += 1e-9 * (double)nanoseconds;
}

void pace_change(struct pace *pace, uint64_t now, bool together)
{
    if (!together) {
        const bool lasted = now - pace->changed > LASTING;
        pace->pause = lasted ? PAUSE_LEAST : pace->pause < PAUSE_MOST / 2 ? 2 * pace->pause : PAUSE_MOST;
    }
    pace->together = together;
    pace->changed = now;
    pace->bad = 0;
    begin_window(pace, now);
}
