/* lane.h - a region as intermediate code of one function: a PP on its own, its registers as words. Calls ir,
 * alu. */
#ifndef PRAM_NATIVE_LANE_H
#define PRAM_NATIVE_LANE_H

#include "sim/native/ir.h"
#include "sim/native/region.h"

/* Builds the function `name`, a native_code, in ir->module. Fills in entries and stops of `out`, which are
 * malloc'ed for the caller to free; false: the region is too large, or memory is short. */
bool lane_build(struct ir *ir, const struct region *region, const char *name, struct native_region *out);

#endif
