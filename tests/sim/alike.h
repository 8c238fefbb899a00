/* alike.h - a random program on the parallel engine in ways with equal counters: without compiled code and
 * with it, in pieces of several sizes, on one thread, two and three. */
#ifndef PRAM_TESTS_ALIKE_H
#define PRAM_TESTS_ALIKE_H

#include "tests/sim/engines.h"

/* Runs the program at the level of `config`; prints what differs. Returns whether anything does. */
bool alike_differ(const struct program_text *text, const struct machine_config *config, uint64_t seed);

#endif
