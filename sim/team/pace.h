/* pace.h - decides how many threads a run uses, from measured times.
 *
 * Some segments (in the cycle engine: cycles) are timed. If a team that shares such a segment evenly would
 * save more than its barriers cost, the team that would save most is tried. A measurement decides: if
 * instructions are not faster after a change, the change is undone. From time to time the next
 * larger team is tried, or one of the next two smaller ones, of which one thread is the last; each failed
 * trial delays the next one. Results never depend on the decision. One thread calls these functions. Knows
 * times, and the limits of the machine.
 */
#ifndef PRAM_PACE_H
#define PRAM_PACE_H

#include <stdbool.h>
#include <stdint.h>

#include "sim/machine/stats.h"
#include "sim/team/room.h"

/* In hostile and thread-sanitized builds the run changes between teams at random, so that tests see all. */
#if defined PRAM_HOSTILE || defined __SANITIZE_THREAD__
enum { PACE_CHANGES_OFTEN = 1 };
#else
enum { PACE_CHANGES_OFTEN = 0 };
#endif

/* With PRAM_PARTS a team of all threads works during the whole run, even with more threads than cores, so
 * that runs with different numbers of threads can be compared. */
#ifdef PRAM_PARTS
enum { PACE_STAYS = 1 };
#else
enum { PACE_STAYS = 0 };
#endif

enum { PACE_TEAMS = 9 }; /* 256 threads, and every power of two below: the last is one thread */

/* The state and the speed of the run before a trial. */
struct pace_trial {
    bool is_on;
    unsigned from; /* the team */
    double before; /* nanoseconds of an instruction then */
};

struct machine;

struct pace {
    uint64_t started;
    uint64_t began;             /* of the present window */
    unsigned sizes[PACE_TEAMS]; /* of the teams: numbers of threads, from the largest to one */
    unsigned single;            /* the last one, a single thread */
    unsigned team, next;        /* the team at work, and the one to which the run shall change */
    bool has_units;             /* PPs have precision units */
    bool is_fresh;              /* the last change was just now: no window has begun */
    struct pace_trial trial;
    bool tries_larger;         /* the next trial is of a larger team, otherwise of a smaller one */
    bool climbs;               /* the last trial did not fail: the next one comes soon */
    bool is_explained;         /* the number of threads explains the gain of that trial */
    bool skips;                /* the smaller team is two steps smaller */
    uint64_t probed;           /* time of a segment when another team was last tried */
    double last;               /* nanoseconds of an instruction in the last window of one thread */
    uint64_t done, done_began; /* instructions: at the last timed segment, when the window began */
    uint64_t changed;          /* the last change */
    uint64_t pause;            /* time after a change in which no other number of threads is tried */
    uint64_t rests_until;      /* one thread tries no team before */
    unsigned samples;          /* in the present window */
    unsigned segments, alone;  /* in the window: all; those whose requests one thread carried out alone */
    const struct room *room;   /* set by the caller: while other programs leave its threads no core each, no
                                  team is tried, and one at work ends; NULL: nothing is known */
    unsigned full;             /* windows of a team in a row after which others wanted its cores */
    uint64_t whole;            /* nanoseconds of all segments of the present window */
    uint64_t noted;            /* end of the last timed segment, or of the last change */
    uint64_t left_out;         /* nanoseconds since then that are no part of a segment */
    unsigned look;             /* number of segments between two readings of the clock */
    unsigned gap;              /* segments until the next timed one; 0: its time has not come */
    unsigned passed;           /* segments since the last timed one */
    uint32_t random;
    uint64_t spent[PACE_TEAMS];            /* nanoseconds with each team, without `diverged` */
    uint64_t counted;                      /* up to this time; the event core's time since then moves it on */
    uint64_t diverged;                     /* nanoseconds of the event core, which has one thread */
    enum stats_reason reasons[PACE_TEAMS]; /* by team: why no larger one was at work in its place */
};

/* Nanoseconds of a monotonic clock; nanoseconds of processor time of this thread. */
uint64_t pace_clock(void);
uint64_t pace_work_clock(void);

/* The most threads of a run whose work has `parts` parts, of all its ranks together: one per part, and one
 * per core. Hostile builds, builds with sanitizers, tests with random teams, and ranks, which have agreed on
 * a number, may have more threads than cores. */
unsigned pace_most(const struct machine *machine, uint32_t parts);

/* `now` is pace_clock's time, here and below. The run has one thread, or a team of `threads`, or of a power
 * of two below that, but at least `least` (2 or more). has_units: PPs have precision units. */
void pace_start(struct pace *pace, uint64_t now, unsigned threads, unsigned least, bool has_units);

/* The number of threads at work. */
static inline unsigned pace_threads(const struct pace *pace)
{
    return pace->sizes[pace->team];
}

/* Called once a segment: 0 if the next segment is not timed, else the number of segments that it represents,
 * from the last timed one on. */
unsigned pace_choose(struct pace *pace, uint64_t (*clock)(void));

/* Records a timed segment that represents `weight` segments. done: instructions of all PPs since the run
 * began; 0: not known. Returns whether the number of threads must change now (pace_change). */
bool pace_note(struct pace *pace, uint64_t now, unsigned weight, uint64_t done);

/* The run continues after a pause, which began at pace_start or pace_stop. */
void pace_resume(struct pace *pace, uint64_t now);

/* After pace_stop: the PPs go elsewhere, and come back in another part of the program. Times that were
 * measured do not count any more, except those that pace_stop adds up. */
void pace_forget(struct pace *pace);

/* Records time in which the event core had the PPs: it belongs to no segment and no team. */
void pace_diverged(struct pace *pace, uint64_t nanoseconds);

/* Records requests that one thread has carried out alone. All are timed, because they may take long. */
void pace_alone(struct pace *pace, uint64_t nanoseconds);

/* Changes to the number of threads that pace_note has decided, if it has, or to one thread if no others can
 * be started. */
void pace_change(struct pace *pace, uint64_t now, bool can_start);

/* The run ends or stops now. Returns the number of threads with which it has spent most of its time since
 * pace_start, and the reason why there were not more (STATS_LIMIT_asked: there is no larger team). */
unsigned pace_stop(struct pace *pace, uint64_t now, enum stats_reason *reason);

#endif
