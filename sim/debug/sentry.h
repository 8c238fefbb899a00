/* sentry.h - looks at a debugged run cycle by cycle, as a listener of its engine, for what is to stop it:
 * breakpoints with conditions, watchpoints, steps of a leader.
 *
 * Forward it pauses the run before the first cycle that something happens in, except for the one that it was
 * begun in. Back, the run is repeated from an earlier cycle, and the sentry notes what happens last. Knows
 * points, stepper, machine and observers; no engine and no session.
 */
#ifndef PRAM_DEBUG_SENTRY_H
#define PRAM_DEBUG_SENTRY_H

#include "point.h"
#include "sim/machine/machine.h"
#include "stepper.h"

enum stop_kind {
#define STOP(name, is_over, text) STOP_AT_##name,
#include "stop.def"
    STOP_KINDS
};

/* An access to watched cells. */
struct debug_access {
    uint32_t address;
    uint32_t before, after; /* the word */
    uint32_t pp, pc;        /* of the PP whose word it has now; of a read, the lowest one */
    uint32_t count;         /* PPs that have done so in the cycle */
    bool is_read;
};

/* What happens at the start of a cycle. */
struct debug_event {
    enum stop_kind kind;
    uint64_t cycle;
    unsigned point; /* number of the breakpoint or watchpoint; 0: none */
    uint32_t pp;    /* the lowest one that it happens to; FAULT_NO_PP: none */
    uint32_t count; /* PPs that it happens to */
    uint32_t pc;
    struct debug_access access; /* STOP_AT_WATCH: of the cycle before */
};

enum { SENTRY_ACCESSES = 16 };

struct sentry {
    struct observer observer;
    struct machine *machine;
    struct points *points;   /* not owned */
    struct stepper *stepper; /* not owned; NULL: no step */
    bool uses_points;
    bool looks_back;
    uint64_t from;  /* the cycle that it was begun in; */
    uint64_t to;    /* .. of a look back: the last one that is of interest, */
    uint64_t most;  /* .. and the last one that may be the answer */
    uint8_t *marks; /* owned; by pc: a breakpoint is there */
    bool has_watches;
    bool watches_reads, watches_areas;             /* reads; words of stacks and private areas */
    uint32_t low, high;                            /* host indices of watched cells lie between */
    struct debug_access accesses[SENTRY_ACCESSES]; /* of the cycle that has been shown last; */
    unsigned access_points[SENTRY_ACCESSES];       /* .. the watchpoint of each */
    uint32_t access_count;
    uint32_t *copy; /* owned; words of all watchpoints, where a host call may store */
    size_t copy_count;
    bool has_copy;
    uint32_t caller_pp, caller_pc;                /* of that host call */
    void (*log)(void *context, const char *text); /* messages of points */
    void *log_context;
    bool has_logs;              /* a breakpoint has one */
    uint32_t *found, *gathered; /* owned; PPs of a cycle, while it is looked at */
    size_t found_room, gathered_room;
    uint8_t *late_of; /* owned; by PP, of the gathered ones: see observer_step.late */
    uint64_t logged;  /* the cycle whose messages have been logged last */
    bool is_found;
    struct debug_event event;                   /* forward: the first; back: the last, */
    struct debug_event others[SENTRY_ACCESSES]; /* .. and those before it in the same cycle */
    uint32_t other_count;
};

/* `keys`: see stepper.h. */
void sentry_create(struct sentry *sentry, struct machine *machine, struct points *points);
void sentry_destroy(struct sentry *sentry);

/* Begins anew at a cycle. `stepper` NULL: only points matter. */
void sentry_begin(struct sentry *sentry, uint64_t from, bool uses_points, struct stepper *stepper);
void sentry_begin_back(struct sentry *sentry, uint64_t from, uint64_t to, uint64_t most, bool uses_points,
                       struct stepper *stepper);

/* The run has ended before another cycle was shown: what happened in the last one counts. `reader` shows
 * registers as they are. */
void sentry_finish(struct sentry *sentry, uint64_t cycle, const struct expression_reader *reader);

#endif
