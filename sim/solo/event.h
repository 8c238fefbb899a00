/* event.h - the event core: runs diverged PPs one after another, by (cycle, PP).
 *
 * The core takes all PPs of a machine from its tiles, at level 0 and in one cycle, runs each from one visible
 * access to the next, and returns all in one cycle. It does exactly what the machine does, for every program
 * (docs/internals/engine.md, section 10), so it can stop at any cycle. One thread. Knows tiles and machine;
 * neither threads nor segments. */
#ifndef PRAM_EVENT_H
#define PRAM_EVENT_H

#include <stdbool.h>
#include <stdint.h>

#include "sim/tile/tile.h"

struct event_core;

/* NULL if memory is short. */
struct event_core *event_create(const struct tile_world *world);

/* Adds the counters of compiled code to the statistics. */
void event_count_native(const struct event_core *core, struct machine *machine);
void event_destroy(struct event_core *core);

/* Constants (constant.def). */
enum {
#ifdef PRAM_HOSTILE
#define EVENT_CONSTANT_HOSTILE(name, value, hostile, text) name = (hostile),
#else
#define EVENT_CONSTANT_HOSTILE(name, value, hostile, text) name = (value),
#endif
#define EVENT_CONSTANT(name, value, text) name = (value),
#include "sim/solo/constant.def"
};

/* How far the PPs go. */
struct event_bounds {
    uint64_t cycle;        /* up to the start of this cycle */
    uint64_t asked;        /* the cycle of the last test for a deadlock */
    uint64_t instructions; /* of the run so far, beside machine->stats: for reports of progress */
};

enum event_end {
    EVENT_STOPPED,  /* at a bound */
    EVENT_TOGETHER, /* EVENT_CROWD PPs or more, and all that run, have arrived at a barrier: tiles continue */
    EVENT_WAITING,  /* all have waited in barriers for long, or loops are to be tested (follow.h): the caller
                       tests whether the run never ends; if it goes on, so does the core */
    EVENT_FAILS,    /* the cycle has a fault: tiles execute it, and report that */
    EVENT_HALTED,   /* all PPs have halted */
    EVENT_OVER      /* machine->end has the reason; the run has ended in cycle event_outcome.last */
};

/* The result of event_run. */
struct event_outcome {
    enum event_end end;
    uint64_t cycle;     /* all PPs are at the start of this cycle */
    uint64_t last;      /* for EVENT_OVER */
    uint64_t halted;    /* the latest cycle in which a PP has halted here; 0: none has */
    struct stats stats; /* to be added to the run's; each visible request counts as a segment and a phase */
};

/* Takes the PPs of all tiles, which are in `cycle`, runs them, and returns them. goes_on: the last run was
 * stopped there. The result is valid until the next run. */
const struct event_outcome *event_run(struct event_core *core, struct tile *tiles, uint32_t count,
                                      uint64_t cycle, bool goes_on, const struct event_bounds *bounds);

/* From now on no race is reported. */
void event_stop_notices(struct event_core *core);

#endif
