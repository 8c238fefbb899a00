/* players.h - the engine of a run and its observers, as the options say.
 *
 * Knows options, machine and all listeners, whose results main.c uses after the run.
 */
#ifndef PRAM_PLAYERS_H
#define PRAM_PLAYERS_H

#include "options.h"
#include "sim/check/check.h"
#include "sim/observe/trace/trace.h"

/* The parts of a run. The listeners exist before the engine is created. */
struct players {
    struct trace_watches watches; /* --trace-watch, --trace-counters; NULL: not wanted */
    void *state;                  /* the engine's; NULL: memory is short */
};

/* Reads what --trace and --profile need of the machine's program, and finds what the names in the options
 * mean there. False with one line in `error` if a name means nothing. */
bool players_prepare(struct options *options, struct machine *machine, char *error, size_t error_size);

/* Creates them for a machine without any. If memory is short, `state` is NULL; other members may be set. */
struct players players_create(const struct options *options, struct machine *machine);

/* Destroys them and the machine. */
void players_destroy(const struct options *options, struct machine *machine, const struct players *players);

#endif
