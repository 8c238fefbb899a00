/* pps.h - PPs of the cycle engine one by one: for struct engine and breakpoints. */
#ifndef PRAM_CYCLE_PPS_H
#define PRAM_CYCLE_PPS_H

#include "state.h"

/* For struct engine (machine.h). The rows have to be settled. */
void pps_view(const void *engine, uint32_t pp, struct pp_view *view);
bool pps_save(const void *engine, struct snapshot_state *snapshot);
void pps_save_block(const void *engine, const struct snapshot_state *snapshot);
bool pps_load(void *engine, const struct snapshot_state *snapshot);

/* Instructions outside barriers: all instructions except those of cycles in barriers, complete or not. */
uint64_t pps_count_work(const struct cycle_state *state, const struct stats *stats);

/* Whether any PP is at a breakpoint, by strands. */
bool pps_find_breakpoint(const struct cycle_state *state);

#endif
