/* course.h - what all threads know of the run when a segment begins, and what follows for the segment. Knows
 * numbers only. */
#ifndef PRAM_SEGMENT_COURSE_H
#define PRAM_SEGMENT_COURSE_H

#include <stdbool.h>
#include <stdint.h>

#include "sim/machine/deadlock.h"
#include "sim/machine/follow/follow.h"
#include "sim/segment/time/reference.h"

/* What to test about all running PPs. */
enum worker_question {
    WORKER_ASKED_NOTHING, /* the answer is no */
    WORKER_WAIT_FOR_EVER, /* whether they wait in barriers for ever */
    WORKER_GO_ROUND       /* whether they repeat loops (ending_go_round) */
};

/* The course of the run; every thread has a copy, and all copies change alike. */
struct course {
    uint64_t cycle;       /* level 0 */
    uint64_t barrier_age; /* segments since the last request inside a barrier */
    uint64_t
        idle; /* levels 1 to 5: segments in which no PP writes, and all wait or have used up their time */
    uint64_t stop;    /* bsp.stop in this segment */
    unsigned quiet;   /* level 0 */
    bool waits;       /* level 0: all were in barriers when the last segment ended */
    uint8_t asks;     /* enum worker_question: what this segment tests; then at level 0 it has no cycles */
    uint64_t asked;   /* level 0: the cycle of the last such test */
    uint64_t due;     /* levels 1 to 5: the cycle of the next test for loops */
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

/* Whether tiles may be dealt anew: between two segments, when all requests except held ones have been carried
 * out, and barriers are up to date. */
static inline bool course_may_deal(const struct course *course)
{
    return !course->goes_on && !course->halfway;
}

/* Level 0: decides what the next segment tests: once per cycle of such tests (deadlock.h, follow.h), after
 * the requests of the cycle before. */
static inline void course_ask(struct course *course)
{
    course->asks = !deadlock_is_asked(course->cycle) || course->asked == course->cycle ? WORKER_ASKED_NOTHING
                   : circle_is_asked(course->cycle)                                    ? WORKER_GO_ROUND
                                                                                       : WORKER_WAIT_FOR_EVER;
}

#endif
