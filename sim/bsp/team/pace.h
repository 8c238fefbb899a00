/* pace.h - how a run's time divides, and how many threads pay.
 *
 * Some segments are timed: what each thread works, what carrying out requests takes, what thread 0 waits.
 * From that follows which team would save most. Whether it does is measured: the time of an instruction
 * before and after a change is compared, and a change that brought nothing is undone. From time to time a
 * team tries half or twice as many threads, the more seldom the more often that was in vain. Results never
 * depend on the decision: what a thread does to its tiles is the same whoever it is. One thread calls this.
 * Knows times only.
 */
#ifndef PRAM_PACE_H
#define PRAM_PACE_H

#include <stdbool.h>
#include <stdint.h>

/* One timed segment; nanoseconds. Work is timed by what the cores did for the thread: on a loaded host it may
 * not have one all the time. */
struct pace_times {
    uint64_t own;    /* running thread 0's tiles */
    uint64_t others; /* running those of all others, added up */
    uint64_t most;   /* the longest time of a thread */
    uint64_t wait;   /* of thread 0 for the others */
    uint64_t whole;  /* the segment and its phase, without what one thread carries out alone */
    uint64_t phase;  /* carrying out what each thread carries out of it */
    unsigned parts;  /* in so many the work was timed; `most` is the longest one */
    uint64_t done;   /* instructions of all PPs since the run began; 0: not known */
};

/* A team that may be called. */
struct pace_team {
    unsigned threads;
    uint64_t meeting; /* ns: what a segment takes beyond its longest part, as far as is known */
};
/* In these builds the run changes between teams at random, so that tests see all of them. */
#if defined PRAM_HOSTILE || defined __SANITIZE_THREAD__
enum { PACE_CHANGES_OFTEN = 1 };
#else
enum { PACE_CHANGES_OFTEN = 0 };
#endif

enum { PACE_TEAMS = 9 }; /* 256 threads, and every power of two below */

/* Why no larger team is at work. */
enum pace_reason {
    PACE_UNKNOWN, /* the run has been too short to tell */
    PACE_LARGEST, /* there is none */
    PACE_SHORT,   /* it would save less than its team barriers cost */
    PACE_SLOWER,  /* it was tried, and was no faster */
    PACE_BUSY,    /* other programs want the cores */
    PACE_REASONS
};

/* What the run was before a trial, and how fast. */
struct pace_trial {
    bool is_on;
    bool from_team; /* .. a team; else one thread */
    unsigned team;  /* .. that one */
    double before;  /* nanoseconds an instruction took then; 0: not known */
};

struct pace {
    bool together; /* a team is at work */
    uint64_t started;
    uint64_t began;                     /* the present window */
    struct pace_team teams[PACE_TEAMS]; /* from the largest to the smallest */
    unsigned team_count;
    unsigned team;    /* the one at work, or to be called */
    unsigned at_work; /* .. that one, until the change takes place */
    bool regroups;    /* the team at work parts, and `team` is to be called at once */
    bool is_fresh;    /* nothing has been timed since the last change */
    struct pace_trial trial;
    bool returns;              /* the change that is due ends a trial that failed */
    bool tries_larger;         /* the next trial is of a larger team, */
    bool climbs;               /* the last trial did not fail: the next one comes soon */
    bool skips;                /* .. else of one two steps below */
    uint64_t probe_pause;      /* so long after a change no other team is tried while one is at work */
    uint64_t probed;           /* what a segment took when that was last done */
    double failed;             /* .. in the trial that has just failed for that; 0: there was none */
    bool is_trusted;           /* the team that is called needs no trial */
    double last;               /* nanoseconds an instruction took in the last window of one thread */
    uint64_t done, done_began; /* instructions: at the last timed segment, when the window began */
    uint64_t changed;          /* last change between a team and one thread */
    uint64_t pause;            /* so long no team is tried again */
    unsigned samples;          /* in the present window */
    unsigned segments, alone;  /* in it: all; those whose requests one thread has carried out alone */
    unsigned bad;              /* windows in a row in which the team was slower */
    unsigned good;             /* .. in which one would have paid */
    uint64_t since;            /* the team has worked without a stall from then on */
    double saves;              /* of the time that it works: what one thread would take more */
    uint64_t debt; /* nanoseconds that stalls of the run have cost and teams not yet earned back */
    bool stalled;  /* the present team parts for that */
    uint64_t (*core_clock)(void); /* what this thread's core did for it; NULL: its share is not looked at */
    uint64_t core_began;          /* what that said when one thread began to work alone, .. */
    uint64_t alone_began;         /* .. and the other clock */
    bool waits; /* the user has asked for little (nice): no team before the share is known */
    bool (*has_room)(const void *context,
                     unsigned more); /* a core each for so many more threads; NULL: unknown */
    const void *context;             /* for it */
    uint64_t crowded;                /* when others were last seen to want the cores; 0: they do not */
    unsigned full;                   /* windows of a team in a row at whose ends others wanted its cores */
    struct pace_times sum; /* in the present window: of all segments, as timed ones stand for them, */
    unsigned parts;        /* .. of the last of which it was so many */
    uint64_t segment;      /* what the last timed one took */
    uint64_t noted;        /* when it ended */
    uint64_t mean;         /* what a segment has taken of late, timed or not, with all between them; 0: not
                              known, as the last timed one told enough */
    unsigned gap;          /* segments until the next one that is timed */
    unsigned look;         /* so often the clock is looked at meanwhile */
    unsigned passed;       /* since the last one that was */
    uint32_t random;
    double commit, wait;            /* seconds of the whole run */
    uint64_t spent[PACE_TEAMS + 1]; /* nanoseconds with each team, and with one thread, until `changed` */
    enum pace_reason reason;
};

/* Nanoseconds of a clock that only runs forward; of work done for this thread. pace_work_cost: what it takes
 * to ask for the latter, of the work itself: as much as a short segment. */
uint64_t pace_clock(void);
uint64_t pace_work_clock(void);
uint64_t pace_work_cost(void);

/* `now` is what pace_clock says, here and below. The run has one thread, or a team of `threads`, or of a
 * power of two below that, from `least` (2 or more) on. has_units: PPs have precision units. */
void pace_start(struct pace *pace, uint64_t now, unsigned threads, unsigned least, bool has_units);

/* The team that begins has so many threads: another one, if PPs could not be shared out anew. */
void pace_begin(struct pace *pace, unsigned threads);

/* How many threads the team has that is at work, or to be called. */
static inline unsigned pace_threads(const struct pace *pace)
{
    return pace->teams[pace->team].threads;
}

/* From now on no team is tried while this thread itself gets less than nine tenths of a core: others want
 * them, too. waits: nor before that is known. */
void pace_watch_share(struct pace *pace, uint64_t now, uint64_t (*core_clock)(void), bool waits);

/* From now on no team is tried while `has_room` says that its threads would not have a core each, and a team
 * goes home when that lasts. Asking takes about a microsecond. */
void pace_watch_room(struct pace *pace, bool (*has_room)(const void *context, unsigned more),
                     const void *context);

/* Whether one thread works, and others wanted the cores when it last looked. Then its work is better timed by
 * pace_clock: when a thread asks for pace_work_clock, Linux looks whether its time slice is over, which a
 * clock of 4 ms does else; beside programs of higher priority it would lose its core three times as often. */
bool pace_is_crowded(const struct pace *pace);

/* To be asked once a segment: 0 if the next one is not to be timed, else for how many it is to stand. The
 * clock is looked at now and then: where long segments lie among many short ones, those are to be timed, too.
 */
unsigned pace_choose(struct pace *pace, uint64_t (*clock)(void));

/* A timed segment that stands for `weight` ones. Returns whether it is time to change between one thread and
 * a team. */
bool pace_note(struct pace *pace, uint64_t now, unsigned weight, const struct pace_times *times);

/* A member of the team has waited so long for another one that had lost its core. Returns whether the team is
 * to part at once: other programs want the cores, a member that is descheduled holds up all others, and this
 * has cost more than the team had saved since the last time. */
bool pace_stall(struct pace *pace, uint64_t now, uint64_t nanoseconds);

/* Requests that one thread has carried out alone: they are all timed, for they may take long. */
void pace_alone(struct pace *pace, uint64_t nanoseconds);

/* The change has taken place. */
void pace_change(struct pace *pace, uint64_t now, bool together);

/* The number of threads with which the run has spent most of its time, and why they were no more; `now` ends
 * the time of the present ones. */
unsigned pace_used(const struct pace *pace, uint64_t now, enum pace_reason *reason);

#endif
