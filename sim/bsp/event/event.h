/* event.h - the event core: PPs that go their own ways, one after another in the order of (cycle, PP).
 *
 * The core takes all PPs of a machine from its tiles, at level 0 and in one cycle, runs them one by one from
 * access to access to what others can see, and gives them back in one cycle. What it does is what the machine
 * does, whatever the program (docs/internals/engine.md, section 10); so it may be stopped at any cycle. One
 * thread. Knows tiles and machine; neither threads nor segments.
 */
#ifndef PRAM_EVENT_H
#define PRAM_EVENT_H

#include <stdbool.h>
#include <stdint.h>

#include "sim/bsp/tile/tile.h"

struct event_core;

/* NULL if memory is short.
 * heard: where it counts and notes for --profile and --trace. */
struct event_core *event_create(const struct tile_world *world, const struct tile_effects *heard);

/* PPs go on by native code, where there can be some and it is asked for; what was made, for the statistics.
 */
void event_use_native(struct event_core *core);
void event_count_native(const struct event_core *core, struct machine *machine);
void event_destroy(struct event_core *core);

/* A bank of its own, which it uses only while it has the PPs; NULL: the program uses no precision unit. */
const struct real_bank *event_spare_bank(const struct event_core *core);

/* Its constants. */
enum {
#ifdef PRAM_HOSTILE
#define EVENT_CONSTANT_HOSTILE(name, value, hostile, text) name = (hostile),
#else
#define EVENT_CONSTANT_HOSTILE(name, value, hostile, text) name = (value),
#endif
#define EVENT_CONSTANT(name, value, text) name = (value),
#include "sim/bsp/event/constant.def"
};

/* How far the PPs are to go. */
struct event_bounds {
    uint64_t cycle;    /* up to the start of this one */
    uint64_t segments; /* so many requests that others can see, and few more; UINT64_MAX: any number */
    uint64_t patience; /* before this cycle there is no need to look whether the run goes round in circles */
    uint64_t asked;    /* the cycle in which it was asked last whether all wait in barriers for ever */
    uint32_t rounds; /* PPs are together when each has made so many requests beside many others, on average */
    bool stays;      /* also if they stand at one place again; only for fewer than EVENT_CROWD_SMALL */
};

enum event_end {
    EVENT_STOPPED,  /* at a bound */
    EVENT_TOGETHER, /* many stand at one place again: tiles may go on */
    EVENT_WAITING,  /* all have waited in barriers for long: the caller asks whether it is for ever */
    EVENT_STUCK,    /* no PP gets anywhere, as far as can be seen here: the caller may look whether it is
                       for ever */
    EVENT_HALTED,   /* all PPs have */
    EVENT_OVER      /* machine->end says why; the run has ended in the cycle event_outcome.last */
};

/* What has come of it. */
struct event_outcome {
    enum event_end end;
    uint64_t cycle;                /* all PPs are at the start of this one */
    uint64_t last;                 /* EVENT_OVER; */
    bool fails;                    /* .. since a PP cannot execute its instruction in `cycle` */
    uint64_t halted;               /* the latest cycle in which a PP has halted here, */
    bool some_halted;              /* .. if one has */
    uint64_t segments;             /* requests that others can see, each of which counts as one, */
    uint64_t phases[STATS_PHASES]; /* .. and as a phase of its kind */
    struct stats stats;            /* what was counted; to be added to the run's */
};

/* Takes the PPs of all tiles, which are in `cycle`, runs them, and gives them back. goes_on: the last run was
 * stopped there. */
void event_run(struct event_core *core, struct tile *tiles, uint32_t count, uint64_t cycle, bool goes_on,
               const struct event_bounds *bounds, struct event_outcome *outcome);

#endif
