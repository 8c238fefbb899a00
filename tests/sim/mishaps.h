/* mishaps.h - random files of --faults, for the fuzzers of the engines. Knows engines.h for its random
 * numbers. */
#ifndef PRAM_TEST_MISHAPS_H
#define PRAM_TEST_MISHAPS_H

#include "tests/sim/engines.h"

/* Writes a file for a machine of `pps` PPs; `shared`: the first address of shared memory whose bits may be
 * flipped. */
void mishaps_write(struct program_text *text, uint32_t pps, uint32_t shared, const char *path);

#endif
