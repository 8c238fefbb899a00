/* players.h - the engine of a run and its observers, as the options say, and what they require of processor
 * and system.
 *
 * Knows options, machine and all listeners, whose results main.c uses after the run; of the parallel engine
 * the parts that know the processor.
 */
#ifndef PRAM_PLAYERS_H
#define PRAM_PLAYERS_H

#include "options.h"

/* The parts of a run. The listeners exist before the engine is created. */
struct players {
    struct trace_watches watches; /* --trace-watch, --trace-counters; NULL: not wanted */
    void *state;                  /* the engine's; NULL: memory is short */
};

/* Whether numbers of the run's format fit the machine's program, if it has any, the device for its sums
 * exists, and the host has the code and the vector instructions that were requested. False with one line in
 * `error`. */
bool players_are_possible(const struct options *options, const struct machine *machine, char *error,
                          size_t error_size);

/* Reads what --trace and --profile need of the machine's program, and the file of --faults; finds what the
 * names in the options mean there. False with one line in `error`. */
bool players_prepare(struct options *options, struct machine *machine, char *error, size_t error_size);

/* Creates them for a machine without any. If memory is short, `state` is NULL; other members may be set. */
struct players players_create(const struct options *options, struct machine *machine);

/* Destroys them and the machine. */
void players_destroy(const struct options *options, struct machine *machine, const struct players *players);

#endif
