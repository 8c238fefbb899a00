/* pace.c - see pace.h. Calls the C library's clock. */
#include "sim/team/pace.h"

#include <string.h>
#include <time.h>

#include "common/system/system.h"
#include "sim/machine/machine.h"
#include "sim/team/team.h"

enum {
#define TEAM_CONSTANT(name, value, text) name = (value),
#include "sim/team/constant.def"
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

/* ---- what a team would save */

/* The mean time of a segment in the window. */
static uint64_t segment_time(const struct pace *pace)
{
    return pace->whole / pace->segments;
}

/* The time by which a segment of one thread would be shorter in the team, if its work can be divided. That
 * threads fetch what others have written is not predicted: a trial measures it. */
static uint64_t gain_of(const struct pace *pace, unsigned team)
{
    const uint64_t segment = segment_time(pace), work = segment > SEGMENT_LEAST ? segment - SEGMENT_LEAST : 0;
    return work * (pace->sizes[team] - 1) / pace->sizes[team];
}

/* What the team costs: what a segment takes beyond its longest part, and what one thread does alone. */
static uint64_t cost_of(const struct pace *pace, unsigned team)
{
    const unsigned threads = pace->sizes[team];
    const unsigned near = threads < MEETING_THREADS ? threads : MEETING_THREADS;
    return MEETING_LEAST + (uint64_t)MEETING_MORE * (near > 2 ? near - 2 : 0) +
           (pace->has_units ? MEETING_UNITS : 0) + (uint64_t)ALONE_COST * pace->alone / pace->segments;
}

static int64_t saved_by(const struct pace *pace, unsigned team)
{
    return (int64_t)gain_of(pace, team) - (int64_t)cost_of(pace, team);
}

/* The team that would save most. */
static unsigned best_team(const struct pace *pace)
{
    unsigned best = 0;
    for (unsigned k = 1; k < pace->single; k++)
        if (saved_by(pace, k) > saved_by(pace, best))
            best = k;
    return best;
}

/* ---- beginning, and the share of others */

static unsigned minimum(unsigned one, unsigned other)
{
    return one < other ? one : other;
}

unsigned pace_most(const struct machine *machine, uint32_t parts)
{
    const struct machine_config *config = &machine->config;
    const struct ranks *ranks = machine->ranks;
    const bool keeps_all = PACE_STAYS || PACE_CHANGES_OFTEN || config->tests.deals != 0 || ranks != NULL;
    const unsigned threads = keeps_all ? config->threads : minimum(config->threads, system_count_cores());
    return minimum(minimum(threads * (ranks != NULL ? ranks->size : 1), TEAM_MAX), parts);
}

/* The largest power of two below a number. */
static unsigned power_below(unsigned number)
{
    unsigned power = 1;
    while (2 * power < number)
        power *= 2;
    return power;
}

void pace_start(struct pace *pace, uint64_t now, unsigned threads, unsigned least, bool has_units)
{
    *pace = (struct pace){.started = now,
                          .counted = now,
                          .began = now,
                          .noted = now,
                          .changed = now,
                          .has_units = has_units,
                          .look = 1,
                          .pause = PAUSE_LEAST,
                          .random = 1};
    for (unsigned size = threads; size > 1 && size >= least; size = power_below(size))
        pace->sizes[pace->single++] = size;
    pace->sizes[pace->single] = 1;
    pace->team = pace->next = pace->single;
}

/* Whether other programs leave `more` threads a core each. */
static bool has_room(const struct pace *pace, unsigned more)
{
    return pace->room == NULL || room_has(pace->room, more);
}

/* Whether other programs need the cores of the team. A waiting thread yields its core, but still needs it. */
static bool is_pressed(struct pace *pace)
{
    const bool full = !has_room(pace, 0);
    pace->full = full ? pace->full + 1 : 0;
    return pace->full >= FULL_WINDOWS;
}

/* The time from one timed segment to the next: a part of the time since the last change, so that a late
 * decision loses at most this part. */
static uint64_t gap_time(const struct pace *pace)
{
    const uint64_t part = (pace->noted > pace->changed ? pace->noted - pace->changed : 0) / TIMED_PART;
    return part < TIMED_EVERY ? TIMED_EVERY : part < TIMED_LONG ? part : TIMED_LONG;
}

static unsigned next_random(struct pace *pace)
{
    pace->random = pace->random * 1664525u + 1013904223u;
    return pace->random >> 16;
}

/* A random one of the next segments is timed, because loops of the program have periods. */
unsigned pace_choose(struct pace *pace, uint64_t (*clock)(void))
{
    const unsigned weight = ++pace->passed;
    if (pace->gap == 0 && weight % pace->look == 0 && clock() - pace->noted >= gap_time(pace) * 2 / 3)
        pace->gap = 1 + next_random(pace) % weight;
    if (pace->gap == 0 || --pace->gap != 0)
        return 0;
    pace->passed = 0;
    return weight;
}

/* The next segment is timed from `now` on. */
static void begin_segment(struct pace *pace, uint64_t now)
{
    pace->noted = now;
    pace->left_out = 0;
    pace->passed = pace->gap = 0;
}

void pace_resume(struct pace *pace, uint64_t now)
{
    const uint64_t pause = now - pace->counted;
    pace->started += pause;
    pace->began += pause;
    pace->changed += pause;
    pace->counted = now;
    begin_segment(pace, now);
}

void pace_forget(struct pace *pace)
{
    const struct pace old = *pace;
    const unsigned smallest = old.sizes[old.single > 0 ? old.single - 1 : 0];
    pace_start(pace, old.counted, old.sizes[0], smallest, old.has_units);
    pace->room = old.room;
    pace->diverged = old.diverged;
    memcpy(pace->spent, old.spent, sizeof old.spent);
    memcpy(pace->reasons, old.reasons, sizeof old.reasons);
}

static void begin_window(struct pace *pace, uint64_t now)
{
    pace->began = now;
    pace->samples = 0;
    pace->segments = 0;
    pace->alone = 0;
    pace->whole = 0;
    pace->done_began = pace->done;
}

/* Nanoseconds of an instruction in the window, with the time between segments; 0: not known. */
static double instruction_time(const struct pace *pace, uint64_t now)
{
    const uint64_t done = pace->done - pace->done_began;
    return done == 0 ? 0 : (double)(now - pace->began) / (double)done;
}

/* Whether the best team would save enough time to be worth a trial. Requests that one thread carries out
 * alone take the same time in a team. In a run so long that a trial is a small part of it, any saving is
 * enough, because later segments may be longer. */
static bool is_worth_it(const struct pace *pace, uint64_t now, unsigned best)
{
    const uint64_t less = gain_of(pace, best), more = cost_of(pace, best);
    if (less <= more)
        return false;
    return now - pace->started >= TRIAL_SMALL ||
           (less - more) * pace->segments > (now - pace->began) / WORTH_PART;
}

/* Whether segments are so long that a wrong start of a team costs a small part of one. */
static bool are_long(const struct pace *pace)
{
    return segment_time(pace) >= LONG_SEGMENT;
}

/* ---- trials */

/* Begins the trial of a team, or of one thread: the run will be compared with its speed before. */
static void begin_trial(struct pace *pace, unsigned next, double before)
{
    pace->next = next;
    pace->trial = (struct pace_trial){.is_on = true, .from = pace->team, .before = before};
}

/* The next team to try: the next larger one and the next smaller one in turns; after a smaller one without
 * gain, the one below it. */
static unsigned next_tried(struct pace *pace)
{
    const unsigned more = pace->team > 0 ? pace->sizes[pace->team - 1] - pace_threads(pace) : 0;
    const bool grows = pace->tries_larger && more > 0 && has_room(pace, more);
    pace->tries_larger = !grows;
    if (grows)
        return pace->team - 1;
    const unsigned smaller = pace->team + (pace->skips ? 2 : 1);
    pace->skips = !pace->skips;
    return smaller < pace->single ? smaller : pace->single;
}

/* The time after a change in which no other team is tried. */
static uint64_t probe_rest(const struct pace *pace)
{
    const uint64_t samples = are_long(pace) ? SAMPLES_LONG : SAMPLES;
    const uint64_t trial = WINDOW_PROBE + samples * segment_time(pace);
    if (pace->climbs)
        return CLIMB_PART * trial;
    const uint64_t rest = PAUSE_PART * trial;
    return rest > pace->pause ? rest : pace->pause;
}

/* Tries another number of threads from time to time while a team is at work. */
static void probe(struct pace *pace, uint64_t now)
{
    const uint64_t segment = segment_time(pace);
    const double before = instruction_time(pace, now);
    if (segment > 2 * pace->probed || 2 * segment < pace->probed) /* another part of the program */
        pace->pause = PAUSE_LEAST;
    if (now - pace->changed < probe_rest(pace) || before <= 0)
        return;
    const unsigned tried = next_tried(pace);
    const bool is_known = pace->climbs && tried == pace->single && pace->is_explained;
    pace->climbs = false;
    if (is_known)
        return;
    pace->probed = segment;
    begin_trial(pace, tried, before);
}

/* Whether the run has more threads than before its trial. */
static bool has_grown(const struct pace *pace)
{
    return pace->team < pace->trial.from;
}

/* Undoes a failed trial. If one thread was at work before, the next smaller team is tried first. */
static void undo_trial(struct pace *pace)
{
    pace->next = pace->trial.from == pace->single ? pace->team + 1 : pace->trial.from;
    if (has_grown(pace))
        pace->reasons[pace->next] = STATS_LIMIT_slower;
    if (pace->next == pace->trial.from)
        pace->pause = pace->pause < PAUSE_MOST / PAUSE_GROWS ? PAUSE_GROWS * pace->pause : PAUSE_MOST;
}

/* Judges a trial at the end of its window: it has failed if an instruction takes longer than before or, with
 * more threads, is not faster. If the gain is larger than the threads can explain, the program has changed as
 * well, and one thread will be tried soon. */
static void judge(struct pace *pace, uint64_t now)
{
    const double time = instruction_time(pace, now), before = pace->trial.before;
    if (time > (has_grown(pace) ? before - before / FASTER_PART : before)) {
        undo_trial(pace);
        return;
    }
    pace->is_explained = before <= time * pace_threads(pace);
    pace->trial.is_on = false;
    pace->tries_larger = has_grown(pace);
    pace->climbs = true;
    pace->skips = false;
    pace->pause = PAUSE_LEAST;
    if (!has_grown(pace))
        pace->reasons[pace->team] = STATS_LIMIT_slower;
    if (pace->team == pace->single)
        pace->last = time;
}

/* ---- decisions at the end of a window */

static void decide_in_team(struct pace *pace, uint64_t now)
{
    if (is_pressed(pace)) {
        pace->trial.is_on = false;
        pace->next = pace->team + 1;
        pace->reasons[pace->next] = STATS_LIMIT_busy;
    } else if (pace->trial.is_on) {
        judge(pace, now);
    } else {
        probe(pace, now);
    }
}

/* Begins a team in place of one thread: the best one, or the largest one below for which other programs leave
 * cores, if there is one. */
static void call(struct pace *pace, uint64_t now, unsigned best)
{
    unsigned team = best;
    while (team < pace->single && !has_room(pace, pace->sizes[team] - 1))
        team++;
    pace->reasons[team] = team != best ? STATS_LIMIT_busy : STATS_LIMIT_little;
    if (team < pace->single)
        begin_trial(pace, team, pace->last);
    else
        pace->rests_until = now + ROOM_AGAIN;
}

/* Whether the run is as fast as in the previous window. At its beginning it is slow, because it touches
 * memory for the first time; a team that began then would be compared with this, or be as slow itself. */
static bool is_steady(const struct pace *pace, double before)
{
    return are_long(pace) || (before > 0 && pace->last > before - before / STEADY_PART);
}

static void decide_alone(struct pace *pace, uint64_t now)
{
    const double before = pace->last;
    const unsigned best = best_team(pace);
    pace->last = instruction_time(pace, now);
    if (!is_worth_it(pace, now, best))
        pace->reasons[pace->single] = STATS_LIMIT_little;
    else if (now >= pace->rests_until && is_steady(pace, before))
        call(pace, now, best);
}

/* Changes between teams at random, for tests (PACE_CHANGES_OFTEN). */
static void change_at_random(struct pace *pace)
{
    const bool is_team = pace->team != pace->single;
    if (pace->single == 0 || pace->samples < (is_team ? 3 * SAMPLES : 1))
        return;
    const unsigned random = next_random(pace);
    pace->next = is_team && (random >> 4) % 2 == 0 ? pace->single : random % pace->single;
}

static void add_times(struct pace *pace, uint64_t now, unsigned weight, uint64_t done)
{
    const uint64_t passed = now - pace->noted;
    const uint64_t whole = passed > pace->left_out ? passed - pace->left_out : 0;
    const uint64_t looks = gap_time(pace) / (LOOKS * (whole / weight + 1));
    pace->done = done;
    pace->samples++;
    pace->segments += weight;
    pace->whole += whole;
    pace->look = looks < 1 ? 1 : looks < LOOK_MOST ? (unsigned)looks : LOOK_MOST;
    begin_segment(pace, now);
}

/* The least length of the present window. */
static uint64_t window_length(const struct pace *pace)
{
    if (pace->trial.is_on)
        return pace->trial.from != pace->single ? WINDOW_PROBE : WINDOW_TRIAL;
    return pace->team != pace->single ? WINDOW_TOGETHER : WINDOW_ALONE;
}

/* At the end of a timed segment, if no change is due: decides, if it ends a window. */
static void decide(struct pace *pace, uint64_t now)
{
    if (PACE_CHANGES_OFTEN) {
        change_at_random(pace);
    } else if (PACE_STAYS) {
        pace->next = 0;
    } else if (pace->is_fresh) { /* threads have started, and fetch the tiles from other cores */
        pace->is_fresh = now - pace->changed < FRESH;
        begin_window(pace, now);
    } else if (pace->samples >= (are_long(pace) ? SAMPLES_LONG : SAMPLES) &&
               now - pace->began >= window_length(pace)) {
        if (pace->team != pace->single)
            decide_in_team(pace, now);
        else if (pace->trial.is_on)
            judge(pace, now);
        else
            decide_alone(pace, now);
        begin_window(pace, now);
    }
}

bool pace_note(struct pace *pace, uint64_t now, unsigned weight, uint64_t done)
{
    add_times(pace, now, weight, done);
    if (pace->next == pace->team)
        decide(pace, now);
    return pace->next != pace->team;
}

void pace_alone(struct pace *pace, uint64_t nanoseconds)
{
    pace->alone++;
    pace->left_out += nanoseconds;
}

void pace_diverged(struct pace *pace, uint64_t nanoseconds)
{
    pace->left_out += nanoseconds;
    pace->diverged += nanoseconds;
    pace->counted += nanoseconds;
}

/* The time up to now is that of the team. */
static void count(struct pace *pace, uint64_t now)
{
    pace->spent[pace->team] += now - pace->counted;
    pace->counted = now;
}

void pace_change(struct pace *pace, uint64_t now, bool can_start)
{
    pace->next = can_start ? pace->next : pace->single;
    if (pace->next == pace->team)
        return;
    count(pace, now);
    pace->trial.is_on = pace->trial.is_on && pace->next != pace->trial.from;
    pace->team = pace->next;
    pace->rests_until = now + pace->pause;
    pace->changed = now;
    begin_segment(pace, now);
    pace->full = 0;
    pace->is_fresh = true;
    begin_window(pace, now);
}

unsigned pace_stop(struct pace *pace, uint64_t now, enum stats_reason *reason)
{
    unsigned most = pace->single;
    uint64_t longest = 0;
    count(pace, now);
    for (unsigned k = 0; k <= pace->single; k++) {
        const uint64_t spent = pace->spent[k] + (k == pace->single ? pace->diverged : 0);
        most = spent > longest ? k : most;
        longest = spent > longest ? spent : longest;
    }
    *reason = most == 0                                              ? STATS_LIMIT_asked
              : most == pace->single && 2 * pace->diverged > longest ? STATS_LIMIT_diverged
                                                                     : pace->reasons[most];
    return pace->sizes[most];
}
