/* pace.c - see pace.h. Calls the C library's clock. */
#include "sim/bsp/team/pace.h"

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
    SAMPLES_LONG = 2,          /* .. of long segments */
    LONG_SEGMENT = 1000000,    /* ns */
    WINDOW_TRIAL = 500000,     /* ns: about what it costs to start a team and to send it home */
    WINDOW_TOGETHER = 5000000, /* ns: longer than most interruptions by other programs */
    BAD_WINDOWS = 2,
    WORTH_PART = 8,        /* of all time, which a team is to save at least, .. */
    TRIAL_SMALL = 8000000, /* ns: .. but in runs of which a trial is a 16th */
    GOOD_WINDOWS = 2,    /* for in the first one of a run much is done for the first time; one is enough .. */
    WARM = 2000000,      /* ns: .. if it took so long, */
    CLEAR = 8,           /* .. or if a team saves so many times what it costs */
    ALONE_COST = 500,    /* ns: a second meeting, and what one thread has to fetch from others */
    PHASE_LEAST = 150,   /* ns: of a phase in which no PP asks for anything */
    MEETING_LEAST = 400, /* ns: a line from core to core and back */
    MEETING_UNITS = 1000, /* ns: a number of the precision unit takes several lines */
    MEETING_MOST = 2000,
    PAUSE_LEAST = 10000000, /* ns: far more than starting threads and moving tiles between cores takes */
    PAUSE_MOST = 2000000000,
    STALL_LEAST = 500000,   /* ns: longer than an interrupt, shorter than a time slice */
    STALL_SEGMENTS = 4,     /* longer than a share that is larger than the others */
    STALL_PART = 20,        /* of all time, at most, may be lost by teams that stall, .. */
    STALL_FREE = 4000000,   /* ns: .. and a time slice of another program: a new thread often waits for one */
    SHARE_KNOWN = 2000000,  /* ns: so long one thread works alone before its share of a core tells, */
    SHARE_WAITS = 20000000, /* .. and so long where the user has asked for little */
    ROOM_AGAIN =
        5000000,         /* ns: so often one thread looks for a free core; a time slice of Linux is shorter */
    FULL_WINDOWS = 2,    /* a program that wants a core for a moment is no reason to part */
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

uint64_t pace_work_cost(void)
{
    uint64_t least = UINT64_MAX;
    for (unsigned k = 0; k < 5; k++) {
        const uint64_t start = pace_work_clock(), cost = pace_work_clock() - start;
        least = cost < least ? cost : least;
    }
    return least;
}

void pace_start(struct pace *pace, uint64_t now, unsigned threads, bool has_units)
{
    *pace = (struct pace){.threads = threads,
                          .started = now,
                          .began = now,
                          .meeting = has_units ? MEETING_UNITS : MEETING_LEAST,
                          .pause = PAUSE_LEAST,
                          .random = 1};
}

void pace_narrow(struct pace *pace, unsigned dearer)
{
    pace->dearer = dearer;
}

void pace_watch_share(struct pace *pace, uint64_t now, uint64_t (*core_clock)(void), bool waits)
{
    pace->core_clock = core_clock;
    pace->core_began = core_clock();
    pace->alone_began = now;
    pace->waits = waits;
}

void pace_watch_room(struct pace *pace, bool (*has_room)(const void *context, unsigned more),
                     const void *context)
{
    pace->has_room = has_room;
    pace->context = context;
}

/* Whether the team's threads would share cores with other programs, as one thread sees it. */
static bool has_no_room(const struct pace *pace)
{
    return pace->has_room != NULL && !pace->has_room(pace->context, pace->threads - 1);
}

/* .. and as the team does. A thread that waits yields its core, but wants it. */
static bool is_pressed(struct pace *pace)
{
    const bool full = pace->has_room != NULL && !pace->has_room(pace->context, 0);
    pace->full = full ? pace->full + 1 : 0;
    return pace->full >= FULL_WINDOWS;
}

/* Whether this thread has lost its core for a tenth of the time: then others would, too. */
static bool has_lost_its_core(const struct pace *pace, uint64_t now)
{
    if (pace->core_clock == NULL)
        return false;
    const uint64_t passed = now - pace->alone_began;
    if (passed < (pace->waits ? SHARE_WAITS : SHARE_KNOWN))
        return pace->waits;
    return pace->core_clock() - pace->core_began < passed - passed / 10;
}

/* Whether others want the cores. It is no news sooner than ROOM_AGAIN; and what was timed while they did, by
 * the clock that runs on for all, tells nothing of a team: the window after that one does. */
static bool finds_others(struct pace *pace, uint64_t now)
{
    const bool knew = pace->crowded != 0;
    if (knew && now - pace->crowded < ROOM_AGAIN)
        return true;
    const bool finds = has_lost_its_core(pace, now) || has_no_room(pace);
    pace->crowded = finds ? now : 0;
    return finds || knew;
}

bool pace_is_crowded(const struct pace *pace)
{
    return pace->crowded != 0;
}

/* At random, between half and one and a half of what is wanted: loops of the program have periods. As long as
 * nothing is known of the program's segments, none is left out. One thread that works for many asks for the
 * time of each. */
static unsigned next_gap(struct pace *pace)
{
    if (pace->segment == 0)
        return 0;
    const unsigned shares = pace->together || pace->threads < 2 ? 2 : pace->threads;
    const uint64_t wanted = (uint64_t)TIMED_EVERY * shares / 2 / (pace->segment + 1);
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
    pace->segments = 0;
    pace->alone = 0;
    pace->sum = (struct pace_times){0};
}

/* What the team costs a segment beyond its longest part. */
static uint64_t meeting_cost(const struct pace *pace)
{
    const uint64_t cost =
        pace->sum.whole > pace->sum.most ? (pace->sum.whole - pace->sum.most) / pace->segments : 0;
    return cost < MEETING_LEAST ? MEETING_LEAST : cost > MEETING_MOST ? MEETING_MOST : cost;
}

/* What phases that one thread carries out alone cost a segment more in a team. */
static uint64_t alone_cost(const struct pace *pace)
{
    return (uint64_t)ALONE_COST * pace->alone / pace->segments;
}

/* What phases of the window that all carry out together take beyond what they take at least. */
static uint64_t phase_work(const struct pace *pace)
{
    const uint64_t least = (uint64_t)PHASE_LEAST * pace->segments;
    return pace->sum.phase > least ? pace->sum.phase - least : 0;
}

/* A sixteenth less than all work at least, in a trial an eighth; there also not much more than the segments
 * before, for working in a team makes the work itself longer: what one has written another one has to fetch.
 */
static bool team_hinders(struct pace *pace)
{
    const uint64_t all =
        pace->sum.own + pace->sum.others + pace->sum.phase + (pace->threads - 1) * phase_work(pace);
    const uint64_t alone = all * 100 / (100 + pace->dearer);
    const uint64_t whole = pace->sum.whole + pace->segments * alone_cost(pace);
    pace->saves = whole > 0 && alone > whole ? (double)(alone - whole) / (double)whole : 0;
    const bool longer = pace->before != 0 && whole > pace->segments * (pace->before + pace->before / 4);
    const bool bad = pace->trial ? whole > alone - alone / 8 || longer : whole > alone - alone / 16;
    pace->bad = bad ? pace->bad + 1 : 0;
    if (pace->bad < (pace->trial ? 1 : BAD_WINDOWS))
        return false;
    pace->meeting = meeting_cost(pace);
    return true;
}

/* What a segment's work would be shorter by in a team, and what the team would cost it. */
static uint64_t gain(const struct pace *pace)
{
    const uint64_t others = pace->sum.own + pace->sum.others - pace->sum.most;
    return (others + phase_work(pace) * (pace->threads - 1) / pace->threads) / pace->segments;
}

static uint64_t cost(const struct pace *pace)
{
    return pace->meeting + alone_cost(pace);
}

/* The part of its own time that a team would save, by what is known of one thread's segments. */
static double saves(const struct pace *pace)
{
    const uint64_t segment = pace->sum.whole / pace->segments;
    if (gain(pace) <= cost(pace) || segment <= gain(pace))
        return 0;
    return (double)(gain(pace) - cost(pace)) / (double)(segment - gain(pace) + cost(pace));
}

/* Whether a team would save enough of all time: less is not worth the time that a trial takes. What one
 * thread carries out alone stays as long as it is. In a run so long that a trial is a small part of it, a
 * quarter more than a segment's meeting costs is enough: sometimes the segments to come are longer. */
static bool is_worth_it(const struct pace *pace, uint64_t now)
{
    if (gain(pace) <= cost(pace) + cost(pace) / 4)
        return false;
    return now - pace->started >= TRIAL_SMALL ||
           (gain(pace) - cost(pace)) * pace->segments > (now - pace->began) / WORTH_PART;
}

/* Segments so long that a wrong start of a team costs little of one. */
static bool are_long(const struct pace *pace)
{
    return !pace->together && pace->sum.whole / pace->segments >= LONG_SEGMENT;
}

/* At the end of a window: whether it is time for a change. */
static bool decide(struct pace *pace, uint64_t now)
{
    if (pace->together) {
        const bool hinders = team_hinders(pace);
        return is_pressed(pace) || hinders;
    }
    const bool may = pace->changed == 0 || now - pace->changed >= pace->pause;
    const bool is_clear = are_long(pace) || now - pace->began >= WARM || gain(pace) > CLEAR * cost(pace);
    pace->good = is_worth_it(pace, now) ? pace->good + 1 : 0;
    const uint64_t segment = pace->sum.whole / pace->segments;
    pace->saves = saves(pace);
    pace->before = segment > pace->last ? segment : pace->last;
    pace->last = segment;
    return may && pace->good >= (is_clear ? 1 : GOOD_WINDOWS) && !finds_others(pace, now);
}

bool pace_note(struct pace *pace, uint64_t now, unsigned weight, const struct pace_times *times)
{
    pace->commit += 1e-9 * (double)times->phase * weight;
    pace->wait += 1e-9 * (double)times->wait * weight;
    pace->segment = times->whole;
    pace->samples++;
    pace->segments += weight;
    pace->sum.own += weight * times->own;
    pace->sum.others += weight * times->others;
    pace->sum.most += weight * times->most;
    pace->sum.whole += weight * times->whole;
    pace->sum.phase += weight * times->phase;
    if (CHANGES_OFTEN)
        return pace->samples >= (pace->together ? 3 * SAMPLES : 1);
    const uint64_t window = !pace->together ? WINDOW_ALONE : pace->trial ? WINDOW_TRIAL : WINDOW_TOGETHER;
    if (pace->samples < (are_long(pace) ? SAMPLES_LONG : SAMPLES) || now - pace->began < window)
        return false;
    const bool change = decide(pace, now);
    pace->trial = false;
    begin_window(pace, now);
    return change;
}

bool pace_stall(struct pace *pace, uint64_t now, uint64_t nanoseconds)
{
    if (!pace->together || nanoseconds < STALL_LEAST || nanoseconds < STALL_SEGMENTS * pace->segment)
        return false;
    const uint64_t passed = now - pace->since;
    const uint64_t worked = passed > nanoseconds ? passed - nanoseconds : 0;
    const uint64_t saved = (uint64_t)(pace->saves * (double)worked), owed = pace->debt + nanoseconds;
    pace->since = now;
    pace->debt = owed > saved ? owed - saved : 0;
    pace->stalled = pace->debt > STALL_FREE + (now - pace->started) / STALL_PART;
    return pace->stalled;
}

void pace_alone(struct pace *pace, uint64_t nanoseconds)
{
    pace->commit += 1e-9 * (double)nanoseconds;
    pace->alone++;
}

/* How long no team is tried again after one has parted: after stalls until what they have cost is a small
 * part of all time; else the longer, the more often one was no use. */
static uint64_t next_pause(const struct pace *pace, uint64_t now)
{
    const uint64_t until = pace->started + STALL_PART * pace->debt;
    if (pace->stalled)
        return until > now + PAUSE_LEAST ? until - now : PAUSE_LEAST;
    if (now - pace->changed > LASTING)
        return PAUSE_LEAST;
    return pace->pause < PAUSE_MOST / 2 ? 2 * pace->pause : PAUSE_MOST;
}

void pace_change(struct pace *pace, uint64_t now, bool together)
{
    if (!together) {
        pace->debt += pace->stalled ? now - pace->since : 0; /* sending it home waits for the others, too */
        pace->pause = next_pause(pace, now);
        if (pace->core_clock != NULL)
            pace_watch_share(pace, now, pace->core_clock, pace->waits);
    }
    pace->stalled = false;
    pace->since = now;
    pace->together = together;
    pace->changed = now;
    pace->bad = 0;
    pace->good = 0;
    pace->full = 0;
    pace->trial = together;
    begin_window(pace, now);
}
