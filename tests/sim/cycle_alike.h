/* cycle_alike.h - a random program on the cycle engine, and on the engine that chooses between it and the
 * parallel engine: all results are those of the reference engine, whole or in slices (stops.h). */
#ifndef PRAM_TESTS_CYCLE_ALIKE_H
#define PRAM_TESTS_CYCLE_ALIKE_H

#include "tests/sim/engines.h"

/* Runs the program by `run`, one of engines_run, engines_check, engines_model; prints what differs from
 * `expected`. Returns whether anything does. */
bool cycle_alike_differs(void (*run)(const struct engine *, const struct program_text *,
                                     const struct machine_config *, struct outcome *),
                         const struct program_text *text, const struct machine_config *config,
                         const struct outcome *expected, uint64_t seed, uint64_t salt);

#endif
