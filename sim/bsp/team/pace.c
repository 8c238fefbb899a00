/* pace.c - see pace.h. Calls the C library's clock. */
#include "sim/bsp/team/pace.h"

#include <time.h>

#if defined PRAM_HOSTILE || defined __SANITIZE_THREAD__
enum { CHANGES_OFTEN = 1 }; /* so that tests see teams and changes whatever the segments take */
#else
enum { CHANGES_OFTEN = 0 };
#endif

enum {
#define TEAM_CONSTANT(name, value, text) name = (value),
#include "sim/bsp/team/constant.def"
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

static uint64_t least_meeting(unsigned threads)
{
    const unsigned near = threads < MEETING_THREADS ? threads : MEETING_THREADS;
    return MEETING_LEAST + (uint64_t)MEETING_MORE * (near > 2 ? near - 2 : 0);
}

void pace_start(struct pace *pace, uint64_t now, unsigned threads, bool has_units)
{
    const uint64_t meeting = least_meeting(threads) + (has_units ? MEETING_UNITS : 0);
    *pace = (struct pace){.teams = {{.threads = threads, .meeting = meeting}},
                          .team_count = 1,
                          .started = now,
                          .began = now,
                          .noted = now,
                          .look = LOOK_LEAST,
                          .pause = PAUSE_LEAST,
                          .random = 1};
}

void pace_offer(struct pace *pace, unsigned threads)
{
    const struct pace_team *first = &pace->teams[0];
    const uint64_t units = first->meeting - least_meeting(first->threads);
    pace->teams[pace->team_count++] =
        (struct pace_team){.threads = threads, .meeting = least_meeting(threads) + units};
}

void pace_begin(struct pace *pace, unsigned threads)
{
    for (unsigned k = 0; k < pace->team_count; k++)
        if (pace->teams[k].threads == threads)
            pace->team = k;
}

static const struct pace_team *present(const struct pace *pace)
{
    return &pace->teams[pace->team];
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

/* Whether other programs leave a core each to so many more threads. */
static bool has_room(const struct pace *pace, unsigned more)
{
    return pace->has_room == NULL || pace->has_room(pace->context, more);
}

/* .. and as the team does. A thread that waits yields its core, but wants it. */
static bool is_pressed(struct pace *pace)
{
    const bool full = !has_room(pace, 0);
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
    const bool finds = has_lost_its_core(pace, now) || !has_room(pace, pace_threads(pace) - 1);
    pace->crowded = finds ? now : 0;
    return finds || knew;
}

bool pace_is_crowded(const struct pace *pace)
{
    return pace->crowded != 0;
}

/* What the segments of a gap take together. One thread that works for many asks for the time of each. */
static uint64_t gap_time(const struct pace *pace)
{
    const unsigned shares = pace->together || pace->parts < 2 ? 2 : pace->parts;
    return (uint64_t)TIMED_EVERY * shares / 2;
}

/* At random, between half and one and a half of what is wanted: loops of the program have periods. As long as
 * nothing is known of the program's segments, none is left out. */
static unsigned next_gap(struct pace *pace)
{
    if (pace->segment == 0)
        return 0;
    const uint64_t each = pace->mean > 0 ? pace->mean : pace->segment;
    const uint64_t wanted = gap_time(pace) / (each + 1);
    const uint64_t gap = wanted < GAP_MOST ? wanted : GAP_MOST;
    pace->random = pace->random * 1664525u + 1013904223u;
    return (unsigned)(gap / 2 + (gap * (pace->random >> 16) >> 16));
}

/* No more than what leaves none out: what goes by between segments, in which PPs go their own ways, may take
 * much longer than any of them. */
static uint64_t mean_of(const struct pace *pace, uint64_t passed, unsigned segments)
{
    const uint64_t most = 2 * gap_time(pace), mean = passed / segments;
    return mean < most ? mean : most;
}

/* So many segments since the last one that was timed have taken so much longer than was expected. */
static bool is_overdue(struct pace *pace, uint64_t now)
{
    const uint64_t passed = now - pace->noted;
    if (passed < OVERDUE * gap_time(pace))
        return false;
    pace->mean = mean_of(pace, passed, pace->passed);
    return true;
}

unsigned pace_choose(struct pace *pace, uint64_t (*clock)(void))
{
    const unsigned weight = ++pace->passed;
    if (pace->gap > 0 && (weight % pace->look != 0 || !is_overdue(pace, clock()))) {
        pace->gap--;
        return 0;
    }
    pace->passed = 0;
    pace->gap = next_gap(pace);
    pace->look = pace->gap / LOOKS > LOOK_LEAST ? pace->gap / LOOKS : LOOK_LEAST;
    return weight;
}

/* A timed segment stands for all since the one before, of which the mean tells. It is kept where timed ones
 * alone were found to tell too little. */
static void note_mean(struct pace *pace, uint64_t now, unsigned weight)
{
    const uint64_t each = mean_of(pace, now - pace->noted, weight), share = weight < RECENT ? weight : RECENT;
    if (pace->mean > 0)
        pace->mean = (pace->mean * (RECENT - share) + each * share) / RECENT;
    pace->noted = now;
}

static void begin_window(struct pace *pace, uint64_t now)
{
    pace->began = now;
    pace->samples = 0;
    pace->segments = 0;
    pace->alone = 0;
    pace->sum = (struct pace_times){0};
}

static uint64_t at_most(uint64_t value, uint64_t most)
{
    return value < most ? value : most;
}

/* What the team costs a segment beyond its longest part. */
static uint64_t meeting_cost(const struct pace *pace)
{
    const uint64_t cost =
        pace->sum.whole > pace->sum.most ? (pace->sum.whole - pace->sum.most) / pace->segments : 0;
    const uint64_t least = least_meeting(pace_threads(pace));
    return cost < least ? least : at_most(cost, MEETING_TIMES * least);
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

/* All that has been worked in the window, as one thread would have. */
static uint64_t all_work(const struct pace *pace)
{
    return pace->sum.own + pace->sum.others;
}

/* The same of phases. */
static uint64_t all_phase_work(const struct pace *pace)
{
    return phase_work(pace) * (pace->together ? pace_threads(pace) : 1);
}

/* What the segments of a team's window would have taken one thread. */
static uint64_t alone_time(const struct pace *pace)
{
    return all_work(pace) + pace->sum.phase + (pace_threads(pace) - 1) * phase_work(pace);
}

/* A sixteenth less than all work at least, in a trial an eighth; there also not much more than the segments
 * before, for working in a team makes the work itself longer: what one has written another one has to fetch.
 * Segments differ, so if they are only longer the trial goes on for another window.
 */
static bool team_hinders(struct pace *pace)
{
    const uint64_t alone = alone_time(pace);
    const uint64_t whole = pace->sum.whole + pace->segments * alone_cost(pace);
    pace->saves = whole > 0 && alone > whole ? (double)(alone - whole) / (double)whole : 0;
    const bool longer =
        pace->trial && pace->before != 0 && whole > pace->segments * (pace->before + pace->before / 4);
    const bool loses = whole > alone - alone / (pace->trial ? 8 : 16);
    pace->bad = loses || longer ? pace->bad + 1 : 0;
    const bool at_once = pace->trial && loses;
    pace->trial = longer;
    if (pace->bad < (at_once ? 1 : BAD_WINDOWS))
        return false;
    pace->teams[pace->team].meeting = meeting_cost(pace);
    return true;
}

/* The longest part of the window's work in a team: as uneven as the parts in which it was timed. Where one of
 * two has nearly all of it nobody knows whether it can be shared. */
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

/* What a segment's work would be shorter by in a team than in one thread, and what the team would cost it. */
static uint64_t gain(const struct pace *pace, const struct pace_team *team)
{
    const uint64_t all = all_work(pace), longest = longest_part(pace, team);
    const uint64_t others = all > longest ? all - longest : 0;
    return (others + all_phase_work(pace) * (team->threads - 1) / team->threads) / pace->segments;
}

static uint64_t cost(const struct pace *pace, const struct pace_team *team)
{
    return team->meeting + alone_cost(pace);
}

/* The part of its own time that a team would save, by what is known of one thread's segments. */
static double saves(const struct pace *pace)
{
    const struct pace_team *team = present(pace);
    const uint64_t segment = pace->sum.whole / pace->segments, less = gain(pace, team);
    if (less <= cost(pace, team) || segment <= less)
        return 0;
    return (double)(less - cost(pace, team)) / (double)(segment - less + cost(pace, team));
}

static int64_t saved(const struct pace *pace, const struct pace_team *team)
{
    return (int64_t)gain(pace, team) - (int64_t)cost(pace, team);
}

/* The team that would save most. */
static unsigned best_team(const struct pace *pace)
{
    unsigned best = 0;
    for (unsigned k = 1; k < pace->team_count; k++)
        if (saved(pace, &pace->teams[k]) > saved(pace, &pace->teams[best]))
            best = k;
    return best;
}

/* The one of these for whose threads there is room; if there is for none, the best one. */
static unsigned best_with_room(const struct pace *pace)
{
    const unsigned best = best_team(pace);
    for (unsigned k = 0; k < pace->team_count && !has_room(pace, pace->teams[best].threads - 1); k++)
        if (saved(pace, &pace->teams[k]) > 0 && has_room(pace, pace->teams[k].threads - 1))
            return k;
    return best;
}

/* Whether a team would save enough of all time: less is not worth the time that a trial takes. What one
 * thread carries out alone stays as long as it is. In a run so long that a trial is a small part of it, a
 * quarter more than a segment's meeting costs is enough: sometimes the segments to come are longer. */
static bool is_worth_it(const struct pace *pace, uint64_t now)
{
    const uint64_t less = gain(pace, present(pace)), more = cost(pace, present(pace));
    if (less <= more + more / 4)
        return false;
    return now - pace->started >= TRIAL_SMALL ||
           (less - more) * pace->segments > (now - pace->began) / WORTH_PART;
}

/* Whether a segment would take a fifth less in the other team. */
static bool would_gain_by_regrouping(const struct pace *pace, unsigned other)
{
    const struct pace_team *team = &pace->teams[other];
    const uint64_t alone = alone_time(pace) / pace->segments;
    const uint64_t less = gain(pace, team), whole = pace->sum.whole / pace->segments;
    const uint64_t wanted = alone + team->meeting > less ? alone + team->meeting - less : 0;
    return wanted < whole - whole / 5;
}

/* The team at work is to part for another one. */
static bool regroups(struct pace *pace, uint64_t now)
{
    const unsigned other = best_team(pace);
    const unsigned threads = pace->teams[other].threads;
    if (other == pace->team || now - pace->changed < pace->pause || !would_gain_by_regrouping(pace, other) ||
        (threads > pace_threads(pace) && !has_room(pace, threads - pace_threads(pace))))
        return false;
    pace->teams[pace->team].meeting = meeting_cost(pace);
    pace->team = other;
    pace->regroups = true;
    return true;
}

/* Segments so long that a wrong start of a team costs little of one. */
static bool are_long(const struct pace *pace)
{
    return !pace->together && pace->sum.whole / pace->segments >= LONG_SEGMENT;
}

/* A team whose cores others want parts, for the smaller one if there is one. */
static void shrink(struct pace *pace)
{
    for (unsigned k = 0; k < pace->team_count; k++)
        if (pace->teams[k].threads < pace_threads(pace)) {
            pace->team = k;
            pace->regroups = true;
        }
}

/* At the end of a window: whether it is time for a change. */
static bool decide(struct pace *pace, uint64_t now)
{
    if (pace->together) {
        const bool hinders = team_hinders(pace), is_pressing = is_pressed(pace);
        if (is_pressing && !hinders)
            shrink(pace);
        return is_pressing || hinders || regroups(pace, now);
    }
    pace->team = best_team(pace);
    const bool may = pace->changed == 0 || now - pace->changed >= pace->pause;
    const bool is_clear = are_long(pace) || now - pace->began >= WARM ||
                          gain(pace, present(pace)) > CLEAR * cost(pace, present(pace));
    pace->good = is_worth_it(pace, now) ? pace->good + 1 : 0;
    const uint64_t segment = pace->sum.whole / pace->segments;
    pace->saves = saves(pace);
    pace->before = segment > pace->last ? segment : pace->last;
    pace->last = segment;
    if (!may || pace->good < (is_clear ? 1 : GOOD_WINDOWS))
        return false;
    pace->team = best_with_room(pace);
    return !finds_others(pace, now);
}

/* For tests. */
static bool changes_at_random(struct pace *pace)
{
    if (pace->samples < (pace->together ? 3 * SAMPLES : 1))
        return false;
    pace->random = pace->random * 1664525u + 1013904223u;
    pace->team = (pace->random >> 16) % pace->team_count;
    pace->regroups = pace->together && (pace->random >> 20) % 2 != 0;
    return true;
}

bool pace_note(struct pace *pace, uint64_t now, unsigned weight, const struct pace_times *times)
{
    pace->commit += 1e-9 * (double)times->phase * weight;
    pace->wait += 1e-9 * (double)times->wait * weight;
    pace->segment = times->whole;
    note_mean(pace, now, weight);
    pace->samples++;
    pace->segments += weight;
    pace->sum.own += weight * times->own;
    pace->sum.others += weight * times->others;
    pace->sum.most += weight * times->most;
    pace->sum.whole += weight * times->whole;
    pace->sum.phase += weight * times->phase;
    pace->parts = times->parts;
    if (CHANGES_OFTEN)
        return changes_at_random(pace);
    const uint64_t window = !pace->together ? WINDOW_ALONE : pace->trial ? WINDOW_TRIAL : WINDOW_TOGETHER;
    if (pace->samples < (are_long(pace) ? SAMPLES_LONG : SAMPLES) || now - pace->began < window)
        return false;
    const bool change = decide(pace, now);
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
    if (pace->stalled)
        shrink(pace);
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
    if (pace->regroups && pace->stalled) {
        pace->pause = next_pause(pace, now);
        pace->debt = 0; /* the smaller team's own */
    }
    if (!together) {
        pace->debt += pace->stalled ? now - pace->since : 0; /* sending it home waits for the others, too */
        pace->pause = next_pause(pace, now);
        if (pace->core_clock != NULL)
            pace_watch_share(pace, now, pace->core_clock, pace->waits);
    }
    pace->stalled = pace->regroups = false;
    pace->since = now;
    pace->together = together;
    pace->changed = now;
    pace->bad = 0;
    pace->good = 0;
    pace->full = 0;
    pace->trial = together;
    begin_window(pace, now);
}
