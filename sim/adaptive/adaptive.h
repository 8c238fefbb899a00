/* adaptive.h - the engine that chooses during the run, as sim/cli/engine.def names it. */
#ifndef PRAM_ADAPTIVE_H
#define PRAM_ADAPTIVE_H

#include "sim/machine/machine.h"

extern const struct engine auto_engine;

/* Whether it may change the engine in runs of such a machine; else the parallel engine has them to the end.
 */
bool adaptive_may_change(const struct machine_config *config);

#endif
