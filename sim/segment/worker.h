/* worker.h - a share of the tiles: one thread runs it through a segment, and reports on it.
 *
 * In a team each thread has its own share; a thread alone has one of all tiles, or in tests several, which it
 * runs one after another. The results are the same. Knows tiles and commit; neither threads nor segments. */
#ifndef PRAM_WORKER_H
#define PRAM_WORKER_H

#include <stdbool.h>
#include <stdint.h>

#include "sim/machine/follow/deadlock.h"
#include "sim/machine/follow/follow.h"
#include "sim/segment/phase/phase.h"
#include "sim/team/team.h"
#include "sim/tile/tile.h"

/* What to test about all running PPs. */
enum worker_question {
    WORKER_ASKED_NOTHING, /* the answer is no */
    WORKER_WAIT_FOR_EVER, /* whether they wait in barriers for ever */
    WORKER_GO_ROUND       /* whether they repeat loops */
};

/* The course of the run; every thread has a copy, and all copies change alike. */
struct course {
    uint64_t cycle;       /* level 0 */
    uint64_t barrier_age; /* segments since the last request inside a barrier */
    uint64_t idle;  /* levels 1 to 5: segments in which all PPs wait or have used up their time, and none that
                       has time left writes */
    uint64_t stop;  /* bsp.stop in this segment */
    unsigned quiet; /* level 0 */
    bool waits;     /* level 0: all were in barriers when the last segment ended */
    uint8_t asks;   /* enum worker_question: what this segment tests; then at level 0 it has no cycles */
    uint64_t asked; /* level 0: the cycle of the last such test */
    uint64_t due;   /* levels 1 to 5: the cycle of the next test for loops */
    bool in_lockstep; /* level 0: see tile_is_in_lockstep */
    bool halfway;     /* level 0: the run has stopped within a segment */
    uint32_t running;
    bool goes_on; /* the last phase was one of own areas */
    bool loaded;  /* no segment has ended since the PPs were restored from a snapshot */
    bool passes;  /* all PPs come next to a multiprefix request without effect, which needs no phase */
    uint32_t diverged_for; /* for how long PPs have been diverged; diverged.c */
    bool diverged;         /* the event core has the PPs, or will get them */
    bool resumes;          /* and was stopped with them */
    uint64_t given_back;   /* the cycle in which it last returned PPs */
};

/* That of a run whose next segment is its first; `running`: PPs. */
static inline struct course course_begin(uint32_t running)
{
    return (struct course){.barrier_age = BARRIER_SEGMENTS + 1, .running = running, .due = circle_next(0)};
}

/* Level 0: decides what the next segment tests: once per cycle of such tests (deadlock.h, follow.h), after
 * the requests of the cycle before. */
static inline void course_ask(struct course *course)
{
    course->asks = !deadlock_is_asked(course->cycle) || course->asked == course->cycle ? WORKER_ASKED_NOTHING
                   : circle_is_asked(course->cycle)                                    ? WORKER_GO_ROUND
                                                                                       : WORKER_WAIT_FOR_EVER;
}

#define REPORT_RUNNING 0x7fffffu /* all bits of `running` */

/* The end of a worker's part of a segment. */
struct report {
    struct commit_summary summary;
    uint32_t running : 23;
    uint32_t fold : 4; /* of `foresees`: enum system_fold */
    bool foresees : 1; /* all running PPs come next to a multiprefix request without effect */
    /* of worker 0: */
    bool interrupted : 1; /* the run must stop */
    bool part : 1;        /* the team ends after this segment */
    bool pause : 1;       /* the run pauses here */
    bool meets : 1;       /* all ranks stop after this segment, and exchange their PPs */
    union {
        struct {
            bool some_wait : 1;      /* a running PP waits in a barrier */
            bool some_behind : 1;    /* and is before the last allowed cycle, by its clock */
            bool some_exhausted : 1; /* one is at that cycle, stays in a barrier until then, or has a fault */
            bool some_run : 1;       /* one does neither */
            bool refutes : 1;        /* the answer to enum worker_question is no */
            bool recent : 1;      /* level 0: a PP has not been in a barrier long enough to wait for ever */
            bool early : 1;       /* levels 1 to 5: a PP outside barriers is before course.due */
            bool passed : 1;      /* in this segment PPs have passed a foreseen request, without a phase */
            bool in_lockstep : 1; /* level 0: see tile_is_in_lockstep */
            bool lonely : 1;      /* level 0: in some tile a few PPs have diverged while all others wait */
        };
        uint16_t facts; /* all these; those of several workers are joined by `or` */
    };
    uint8_t quiet;    /* level 0 */
    uint8_t phases;   /* bit per enum stats_part: reasons of PPs to end the segment */
    int32_t diverged; /* level 0: tiles whose PPs have diverged - tiles whose PPs have not */
    float executed;   /* instructions since the last report, about */
};
_Static_assert(sizeof(struct report) <= TEAM_MESSAGE, "a report travels with its thread's arrival");

/* Two cache lines apart from its neighbours, because it is written all the time. */
struct worker {
    _Alignas(128) struct tile *tiles;
    uint32_t tile_count;
    unsigned number;
    struct tile_effects effects;
    uint32_t outside; /* a PP that was last found not to repeat a loop */
    struct report report;
    uint64_t reported; /* instructions until the last report */
};

/* Memory for workers or tiles: zeroed, in cache lines of its own; the caller frees. NULL if memory is short.
 */
void *worker_lines(size_t count, size_t size);

/* Creates a worker without tiles. False if memory is short. */
bool worker_create(struct worker *worker, unsigned number, const struct tile_world *world);

/* Runs the tiles through a segment, or through its rest if the run was stopped halfway. end: see tile_run.
 *
 * Neighbours begin at opposite ends of their shares: cells that a neighbour has written in the last phase
 * mostly lie where shares touch, and are read last. */
void worker_run(struct worker *worker, const struct course *course, uint64_t end);

/* Makes the report of a finished segment, without the fields of worker 0. last: no PP may pass this cycle, at
 * any level. */
void worker_report(struct worker *worker, const struct course *course, uint64_t last);

/* Joins two reports, both struct report: *to becomes the report of its workers and of the following ones,
 * whose report is `more`. What worker 0 alone reports stays. */
void report_join(void *to, const void *more);

/* Whether all running PPs wait in barriers. */
static inline bool report_all_wait(const struct report *report)
{
    return !report->some_exhausted && !report->some_run;
}

#endif
