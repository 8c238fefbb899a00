/* endless.h - runs that do not end by themselves: how engines may differ in their messages. */
#ifndef PRAM_TESTS_ENDLESS_H
#define PRAM_TESTS_ENDLESS_H

#include <stdbool.h>

#include "tests/sim/engines.h"

/* All have waited in barriers for ever, which is noticed in one cycle by all engines (docs/ends.md). */
bool endless_in_barriers(const struct outcome *outcome);

/* Neither run ends by itself: one engine has detected that, and the other one has come to --max-cycles
 * before. Which is first depends on the engine, except for barriers. */
bool endless_are(const struct outcome *a, const struct outcome *b);

#endif
