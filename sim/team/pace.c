/* pace.c - see pace.h. Calls the C library's clock. */
#include "sim/team/pace.h"

#include <time.h>

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

/* The least time of a team barrier. */
static uint64_t least_meeting(unsigned threads)
{
    const unsigned near = threads < MEETING_THREADS ? threads : MEETING_THREADS;
    return MEETING_LEAST + (uint64_t)MEETING_MORE * (near > 2 ? near - 2 : 0);
}

/* The time by which a segment of one thread would be shorter in the team, if its work can be divided; what
 * the team costs. That threads fetch what others have written is not predicted: a trial measures it. */
static uint64_t gain_of(const struct pace *pace, const struct pace_team *team)
{
    const uint64_t work = pace->work > SEGMENT_LEAST ? pace->work - SEGMENT_LEAST : 0;
    return work * (team->threads - 1) / team->threads;
}

static uint64_t cost_of(const struct pace *pace, const struct pace_team *team)
{
    return team->meeting + (uint64_t)ALONE_COST * pace->alone / pace->segments;
}

static int64_t saved_by(const struct pace *pace, const struct pace_team *team)
{
    return (int64_t)gain_of(pace, team) - (int64_t)cost_of(pace, team);
}

/* The team that would save most. */
static unsigned best_team(const struct pace *pace)
{
    unsigned best = 0;
    for (unsigned k = 1; k < pace->team_count; k++)
        if (saved_by(pace, &pace->teams[k]) > saved_by(pace, &pace->teams[best]))
            best = k;
    return best;
}

/* ---- beginning, and the share of others */

/* The largest power of two below a number; 1 for 1. */
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
                          .began = now,
                          .noted = now,
                          .changed = now,
                          .look = 1,
                          .probe_pause = PAUSE_LEAST,
                          .random = 1};
    unsigned size = threads;
    do {
        pace->teams[pace->team_count++] = (struct pace_team){
            .threads = size, .meeting = least_meeting(size) + (has_units ? MEETING_UNITS : 0)};
        size = power_below(size);
    } while (size >= least && pace->team_count < PACE_TEAMS);
}

void pace_begin(struct pace *pace, unsigned threads)
{
    for (unsigned k = 0; k < pace->team_count; k++)
        if (pace->teams[k].threads == threads)
            pace->team = pace->at_work = k;
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

/* Whether other programs need the cores, tested at most once in ROOM_AGAIN. The times of a window in which
 * they did say nothing about a team, so the next window decides. */
static bool finds_others(struct pace *pace, uint64_t now)
{
    const bool knew = pace->crowded != 0;
    if (knew && now - pace->crowded < ROOM_AGAIN)
        return true;
    const bool finds = !has_room(pace, pace_threads(pace) - 1);
    pace->crowded = finds ? now : 0;
    return finds || knew;
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

void pace_leave_out(struct pace *pace, uint64_t nanoseconds)
{
    pace->left_out += nanoseconds;
}

void pace_resume(struct pace *pace, uint64_t now)
{
    pace->noted = now;
    pace->left_out = 0;
    pace->passed = pace->gap = 0;
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

/* The best team for whose threads there are cores; if there is none, the best team. */
static unsigned best_with_room(const struct pace *pace)
{
    const unsigned best = best_team(pace);
    for (unsigned k = 0; k < pace->team_count && !has_room(pace, pace->teams[best].threads - 1); k++)
        if (saved_by(pace, &pace->teams[k]) > 0 && has_room(pace, pace->teams[k].threads - 1))
            return k;
    return best;
}

/* Whether a team would save enough time to be worth a trial. Requests that one thread carries out alone take
 * the same time in a team. In a run so long that a trial is a small part of it, a quarter more than the cost
 * of a segment's team barrier is enough, because later segments may be longer. */
static bool is_worth_it(const struct pace *pace, uint64_t now)
{
    const struct pace_team *team = &pace->teams[pace->team];
    const uint64_t less = gain_of(pace, team), more = cost_of(pace, team);
    if (less <= more + more / 4)
        return false;
    return now - pace->started >= TRIAL_SMALL ||
           (less - more) * pace->segments > (now - pace->began) / WORTH_PART;
}

/* Whether segments are so long that a wrong start of a team costs a small part of one. */
static bool are_long(const struct pace *pace)
{
    return pace->whole / pace->segments >= LONG_SEGMENT;
}

/* Sets the next change: to this team, or to one thread (team_count and more). */
static bool change_to(struct pace *pace, unsigned team)
{
    const bool is_team = team < pace->team_count;
    pace->regroups = pace->together && is_team;
    pace->team = is_team ? team : pace->team;
    return true;
}

/* A team of half as many threads, or none if there is no such team. */
static bool shrink(struct pace *pace)
{
    return change_to(pace, pace->team + 1);
}

/* Whether a team of half as many threads is predicted to save time. */
static bool smaller_pays(const struct pace *pace)
{
    return pace->team + 1 < pace->team_count && saved_by(pace, &pace->teams[pace->team + 1]) > 0;
}

/* The pause after another trial without gain. */
static uint64_t longer(uint64_t pause)
{
    return pause < PAUSE_MOST / PAUSE_GROWS ? PAUSE_GROWS * pause : PAUSE_MOST;
}

/* The time in which no team is tried after one has ended: it grows with the number of teams without gain. */
static uint64_t next_pause(const struct pace *pace, uint64_t now)
{
    return pace->pause != 0 && now - pace->changed <= LASTING ? longer(pace->pause) : PAUSE_LEAST;
}

/* ---- trials */

/* Begins a trial: from now on the run is compared with its speed before. */
static void begin_trial(struct pace *pace, double before)
{
    pace->trial =
        (struct pace_trial){.is_on = true, .from_team = pace->together, .team = pace->team, .before = before};
}

/* The next team to try: the next larger one and the next smaller one in turns; after a smaller one without
 * gain, the one below it. team_count: one thread. */
static unsigned next_tried(struct pace *pace)
{
    const unsigned more = pace->team > 0 ? pace->teams[pace->team - 1].threads - pace_threads(pace) : 0;
    const bool grows = pace->tries_larger && more > 0 && has_room(pace, more);
    pace->tries_larger = !grows;
    if (grows)
        return pace->team - 1;
    const unsigned smaller = pace->team + (pace->skips ? 2 : 1);
    pace->skips = !pace->skips;
    return smaller < pace->team_count ? smaller : pace->team_count;
}

/* The time after a change in which no other team is tried. */
static uint64_t probe_rest(const struct pace *pace)
{
    const uint64_t segment = pace->whole / pace->segments;
    const uint64_t samples = are_long(pace) ? SAMPLES_LONG : SAMPLES;
    const uint64_t trial = WINDOW_PROBE + samples * segment;
    if (pace->climbs)
        return CLIMB_PART * trial;
    const uint64_t rest = PAUSE_PART * trial;
    return rest > pace->probe_pause ? rest : pace->probe_pause;
}

/* Tries another number of threads from time to time while a team is at work. */
static bool probe(struct pace *pace, uint64_t now)
{
    const uint64_t segment = pace->whole / pace->segments;
    const double before = instruction_time(pace, now);
    if (segment > 2 * pace->probed || 2 * segment < pace->probed) /* another part of the program */
        pace->probe_pause = PAUSE_LEAST;
    if (now - pace->changed < probe_rest(pace) || before <= 0)
        return false;
    const unsigned tried = next_tried(pace);
    const bool is_known = pace->climbs && tried == pace->team_count && pace->is_explained;
    pace->climbs = false;
    if (is_known)
        return false;
    pace->probed = segment;
    begin_trial(pace, before);
    return change_to(pace, tried);
}

/* Whether the run has more threads than before its trial. */
static bool has_grown(const struct pace *pace)
{
    return pace->together && (!pace->trial.from_team || pace->team < pace->trial.team);
}

/* Whether an instruction takes longer than before the trial or, with more threads, is not faster. False: no,
 * or not known. */
static bool is_slower(const struct pace *pace, uint64_t now)
{
    const double time = instruction_time(pace, now), before = pace->trial.before;
    return time > 0 && time > (has_grown(pace) ? before - before / FASTER_PART : before);
}

/* After a team has failed its trial: from now on its barriers are taken to cost what it was predicted to
 * save, up to a limit. So teams are tried again only where segments are longer. */
static void learn_cost(struct pace *pace)
{
    struct pace_team *team = &pace->teams[pace->team];
    const uint64_t most = MEETING_TIMES * least_meeting(team->threads);
    const uint64_t cost = pace->trial.gain < most ? pace->trial.gain : most;
    team->meeting = cost > team->meeting ? cost : team->meeting;
}

/* Undoes a failed trial. If one thread was at work before, the next smaller team is tried first. */
static bool undo_trial(struct pace *pace, uint64_t now)
{
    const struct pace_trial *trial = &pace->trial;
    if (has_grown(pace))
        pace->reason = STATS_LIMIT_slower;
    if (!trial->from_team) {
        learn_cost(pace);
        const bool change = change_to(pace, pace->team + (smaller_pays(pace) ? 1 : PACE_TEAMS));
        pace->returns = !pace->regroups;
        return change;
    }
    pace->probe_pause = longer(pace->probe_pause);
    pace->returns = true;
    if (pace->together)
        return change_to(pace, trial->team);
    pace->team = trial->team;
    if (!finds_others(pace, now))
        return true;
    pace->reason = STATS_LIMIT_busy;
    pace->trial.is_on = pace->returns = false;
    return false;
}

/* Judges a trial at the end of its window. If the gain is larger than the threads can explain, the program
 * has changed as well, and one thread will be tried soon. */
static bool judge(struct pace *pace, uint64_t now)
{
    const double time = instruction_time(pace, now), before = pace->trial.before;
    if (is_slower(pace, now))
        return undo_trial(pace, now);
    pace->is_explained = before <= time * pace_threads(pace);
    pace->trial.is_on = false;
    pace->tries_larger = has_grown(pace);
    pace->climbs = true;
    pace->skips = false;
    pace->probe_pause = PAUSE_LEAST;
    if (pace->trial.from_team)
        pace->reason = !has_grown(pace)  ? STATS_LIMIT_slower
                       : pace->team == 0 ? STATS_LIMIT_asked
                                         : pace->reason;
    if (!pace->together)
        pace->last = time;
    return false;
}

/* ---- decisions at the end of a window */

static bool decide_in_team(struct pace *pace, uint64_t now)
{
    if (is_pressed(pace)) {
        pace->reason = STATS_LIMIT_busy;
        pace->trial.is_on = false;
        return shrink(pace);
    }
    return pace->trial.is_on ? judge(pace, now) : probe(pace, now);
}

/* Begins a team in place of one thread. False: other programs need the cores. */
static bool call(struct pace *pace, uint64_t now)
{
    const unsigned best = pace->team;
    pace->team = best_with_room(pace);
    const bool is_crowded = finds_others(pace, now);
    pace->reason = is_crowded || pace->team != best ? STATS_LIMIT_busy
                   : best == 0                      ? STATS_LIMIT_asked
                                                    : STATS_LIMIT_little;
    if (!is_crowded)
        begin_trial(pace, pace->last);
    pace->trial.gain = gain_of(pace, &pace->teams[pace->team]);
    return !is_crowded;
}

/* Whether the run is as fast as in the previous window. At its beginning it is slow, because it touches
 * memory for the first time; a team that began then would be compared with this, or be as slow itself. */
static bool is_steady(const struct pace *pace, double before)
{
    return are_long(pace) || (before > 0 && pace->last > before - before / STEADY_PART);
}

static bool decide_alone(struct pace *pace, uint64_t now)
{
    const double before = pace->last;
    if (pace->trial.is_on)
        return judge(pace, now);
    pace->work = pace->whole / pace->segments;
    pace->team = best_team(pace);
    pace->last = instruction_time(pace, now);
    if (!is_worth_it(pace, now)) {
        pace->reason = STATS_LIMIT_little;
        return false;
    }
    return now - pace->changed >= pace->pause && is_steady(pace, before) && call(pace, now);
}

/* Changes between teams at random, for tests (PACE_CHANGES_OFTEN). */
static bool changes_at_random(struct pace *pace)
{
    if (pace->samples < (pace->together ? 3 * SAMPLES : 1))
        return false;
    const unsigned random = next_random(pace);
    pace->team = random % pace->team_count;
    pace->regroups = pace->together && (random >> 4) % 2 != 0;
    return true;
}

static void add_times(struct pace *pace, uint64_t now, unsigned weight, const struct pace_times *times)
{
    const uint64_t passed = now - pace->noted;
    const uint64_t whole = passed > pace->left_out ? passed - pace->left_out : 0;
    const uint64_t looks = gap_time(pace) / (LOOKS * (whole / weight + 1));
    pace->commit += 1e-9 * (double)times->phase * weight;
    pace->wait += 1e-9 * (double)times->wait * weight;
    pace->done = times->done;
    pace->samples++;
    pace->segments += weight;
    pace->whole += whole;
    pace->look = looks < 1 ? 1 : looks < LOOK_MOST ? (unsigned)looks : LOOK_MOST;
    pace_resume(pace, now);
}

/* The least length of the present window. */
static uint64_t window_length(const struct pace *pace)
{
    if (pace->trial.is_on)
        return pace->trial.from_team ? WINDOW_PROBE : WINDOW_TRIAL;
    return pace->together ? WINDOW_TOGETHER : WINDOW_ALONE;
}

bool pace_note(struct pace *pace, uint64_t now, unsigned weight, const struct pace_times *times)
{
    add_times(pace, now, weight, times);
    if (PACE_CHANGES_OFTEN)
        return changes_at_random(pace);
    if (PACE_STAYS)
        return !pace->together;
    if (pace->is_fresh) { /* threads have started, and fetch the tiles from other cores */
        pace->is_fresh = now - pace->changed < FRESH;
        begin_window(pace, now);
        return false;
    }
    if (pace->samples < (are_long(pace) ? SAMPLES_LONG : SAMPLES) || now - pace->began < window_length(pace))
        return false;
    const bool change = pace->together ? decide_in_team(pace, now) : decide_alone(pace, now);
    begin_window(pace, now);
    return change;
}

void pace_alone(struct pace *pace, uint64_t nanoseconds)
{
    pace->commit += 1e-9 * (double)nanoseconds;
    pace->alone++;
    pace_leave_out(pace, nanoseconds);
}

/* The index in pace.spent of the present number of threads. */
static unsigned place(const struct pace *pace)
{
    return pace->together ? pace->at_work : PACE_TEAMS;
}

void pace_change(struct pace *pace, uint64_t now, bool together)
{
    pace->spent[place(pace)] += now - pace->changed;
    if (!together)
        pace->pause = pace->trial.is_on && pace->trial.from_team ? PAUSE_LEAST : next_pause(pace, now);
    pace->trial.is_on = pace->trial.is_on && !pace->returns;
    pace->regroups = pace->returns = false;
    pace->together = together;
    pace->at_work = pace->team;
    pace->changed = now;
    pace_resume(pace, now);
    pace->full = 0;
    pace->is_fresh = true;
    begin_window(pace, now);
}

unsigned pace_used(const struct pace *pace, uint64_t now, enum stats_limit *reason)
{
    unsigned most = PACE_TEAMS;
    uint64_t longest = 0;
    for (unsigned k = 0; k <= PACE_TEAMS; k++) {
        const uint64_t spent = pace->spent[k] + (k == place(pace) ? now - pace->changed : 0);
        most = spent > longest ? k : most;
        longest = spent > longest ? spent : longest;
    }
    *reason = most == 0 ? STATS_LIMIT_asked : pace->reason;
    return most == PACE_TEAMS ? 1 : pace->teams[most].threads;
}
