/* reference.h - the reference engine, as sim/cli/engine.def names it. */
#ifndef PRAM_REFERENCE_H
#define PRAM_REFERENCE_H

#include "sim/machine/machine.h"

extern const struct engine reference_engine;

#endif
