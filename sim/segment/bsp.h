/* bsp.h - the parallel engine, as sim/cli/engine.def names it. */
#ifndef PRAM_BSP_H
#define PRAM_BSP_H

#include "sim/machine/machine.h"

extern const struct engine bsp_engine;

#endif
