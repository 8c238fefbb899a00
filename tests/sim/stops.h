/* stops.h - an engine that runs in random slices, for the fuzzers: the results of a run do not depend on its
 * stops (docs/internals/engine.md, section 9).
 *
 * Slices end at a cycle, or when the run is asked to pause, as for a checkpoint. Some are one cycle long,
 * some thousands. After some hundred stops a run continues to its end in one go. Between slices some PPs are
 * inspected. Knows machine and engines, no kind of program.
 *
 * PRAM_FUZZ_STOPS=0: no run stops; =1: each does. Otherwise the number of a run decides. */
#ifndef PRAM_TEST_STOPS_H
#define PRAM_TEST_STOPS_H

#include <stdbool.h>
#include <stdint.h>

#include "sim/machine/machine.h"

/* Makes the next run one in slices or not, by its seed, what its test adds to that, and its number among
 * those of the seed. `cycles`: so long it lasts on the reference engine. Returns the engine for it: `engine`,
 * or one that runs it in slices. */
const struct engine *stops_choose(const struct engine *engine, uint64_t seed, uint64_t salt, uint64_t number,
                                  uint64_t cycles);

/* Whether a slice of the last run has not ended where it should. Prints that, and, if `differs`, how to
 * repeat the run. Returns whether anything is wrong. */
bool stops_judge(uint64_t seed, bool differs);

#endif
