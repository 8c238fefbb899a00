/* sentry.h - observes a debugged run cycle by cycle for breakpoints with conditions, watchpoints, and
 * steps of a leader.
 *
 * Forward, it pauses the run before the first cycle with an event, except for the cycle in which it began.
 * Backward, the run is repeated from an earlier cycle, and the sentry keeps the last event. Knows points,
 * stepper, machine and observers; no engine and no session.
 */
#ifndef PRAM_DEBUG_SENTRY_H
#define PRAM_DEBUG_SENTRY_H

#include "point.h"
#include "sim/machine/machine.h"
#include "stepper.h"

enum stop_kind {
#define STOP(name, reason, begin, text) STOP_AT_##name,
#include "stop.def"
};

/* By stop_kind: the texts of stop.def. */
extern const struct stop_row {
    const char *name, *reason, *begin, *text;
} stop_rows[];

/* Whether the stop is a hit of a point. */
static inline bool stop_is_of_point(enum stop_kind kind)
{
    return kind == STOP_AT_BREAKPOINT || kind == STOP_AT_WATCH || kind == STOP_AT_FINDING;
}

/* An event at the start of a cycle. */
struct debug_event {
    enum stop_kind kind;
    uint64_t cycle;
    unsigned point; /* number of the breakpoint, watchpoint or catchpoint; 0: none */
    uint32_t pp;    /* the lowest PP of the event; of a store: the PP whose value remains, of multiprefix the
                       highest    one; FAULT_NO_PP: none */
    uint32_t count; /* number of PPs of the event */
    /* STOP_AT_WATCH: the access, in the previous cycle */
    uint32_t address, pc;
    uint32_t before, after; /* the word before and after the access */
    size_t cell;            /* number in sentry.cells */
    bool is_read;
};

/* The part of the run that is observed. Forward: from cycle `from` on. Backward: to the start of cycle `to`;
 * events after cycle `most` do not count. */
struct sentry_window {
    bool looks_back;
    uint64_t from, to, most;
};

/* A watched cell. */
struct sentry_cell {
    uint32_t cell; /* host index */
    unsigned point, accesses;
    uint32_t address; /* as the PP of the watchpoint sees it */
    uint32_t before;  /* its word before a host call that may store */
    size_t access[2]; /* by is_read: 1 + the number of its access in this cycle; 0: none */
    uint8_t stage;    /* enum stage of watcher.c, of that store */
};

/* A host call that stores to memory. */
struct sentry_call {
    uint32_t pp, pc;
    uint32_t address, room; /* of the first word; the most words that it may store */
    bool is_ended;          /* it stores a 0 behind as many words as its result says */
    bool is_image;          /* it stores `room` words, or, if its result is 0 or less, none */
};

struct sentry {
    struct observer observer;
    struct machine *machine;
    struct points *points;   /* not owned */
    struct points none;      /* in place of points, if none count */
    struct stepper *stepper; /* not owned; NULL: no step */
    struct sentry_window window;
    uint8_t *marks;            /* owned; by pc: 1 if a breakpoint is there */
    struct sentry_cell *cells; /* owned; by cell, then by point */
    size_t cell_count, cell_room;
    bool watches_reads,
        watches_areas;  /* whether reads are watched; whether words of stacks and private areas are */
    uint32_t low, high; /* lowest and highest host index of the watched cells */
    struct debug_event *accesses; /* owned; in the last observed cycle */
    size_t access_count, access_room;
    struct sentry_call
        *calls; /* owned; in that cycle. If there are any, the cells have their words before it */
    size_t call_count, call_room;
    uint32_t exiting; /* the lowest PP that ends the run in that cycle: no call of a higher PP is served */
    void (*log)(void *context, const char *text); /* receives messages of logpoints; NULL: nobody does */
    void *log_context;
    uint32_t *found, *gathered; /* owned; scratch lists of PPs */
    size_t found_room, gathered_room;
    const struct observer_cycle *cycle; /* the cycle that is shown */
    const struct observer_strand *
        *strand_of;  /* owned; by PP, of those whose registers expressions read: its strand, or NULL */
    uint64_t logged; /* the last cycle whose messages have been logged */
    struct debug_event *events; /* owned; of the first cycle with any; backward: of the last one. The first is
                                   that of the lowest PP */
    size_t event_count, event_room;
};

/* Creates a sentry for a machine. The caller registers its observer. */
void sentry_create(struct sentry *sentry, struct machine *machine);
void sentry_destroy(struct sentry *sentry);

/* Starts an observation. `points` NULL: none count; `stepper` NULL: there is no step. */
void sentry_begin(struct sentry *sentry, struct sentry_window window, struct points *points,
                  struct stepper *stepper);

/* Reports the accesses of the last cycle of a run that has ended, unless a fault has come in that cycle.
 * `reader` reads registers at the end. */
void sentry_finish(struct sentry *sentry, uint64_t cycle, const struct expression_reader *reader);

#endif
