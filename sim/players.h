/* players.h - the engine of a run and its observers, as the options say.
 *
 * Knows options, machine and all listeners. main.c asks them after the run for what they have found.
 */
#ifndef PRAM_PLAYERS_H
#define PRAM_PLAYERS_H

#include "options.h"
#include "sim/check/check.h"
#include "sim/machine/machine.h"
#include "sim/model/model.h"
#include "sim/trace/trace.h"

struct line_watch;
struct lock_watch;

/* The parts of a run. The listeners exist before the engine is created. */
struct players {
    struct check *check;           /* --check; NULL: not asked for */
    struct model *model;           /* --model, or what --trace-counters counts; the same */
    struct trace_watches watches;  /* --trace-watch, --trace-counters; the same */
    struct lock_watch *lock_watch; /* --trace-locks; the same */
    struct line_watch *line_watch; /* --trace-strands; the same */
    void *state;                   /* the engine's; NULL: memory is short */
};

/* Reads what --trace and --profile need of the machine's program, and finds what the names in the options
 * mean there. False with one line in `error` if a name means nothing. */
bool players_prepare(struct options *options, struct machine *machine, char *error, size_t error_size);

/* Makes them for a machine without any. `state` is NULL if memory is short; then other members may be set or
 */
struct players players_create(const struct options *options, struct machine *machine);

/* With the machine, which is destroyed. */
void players_destroy(const struct options *options, struct machine *machine, const struct players *players);

#endif
