/* cycle.h - the cycle engine, as sim/cli/engine.def names it. */
#ifndef PRAM_CYCLE_H
#define PRAM_CYCLE_H

#include "sim/machine/machine.h"

extern const struct engine cycle_engine;

#endif
