/* saved.h - what snapshots of engines that execute cycle by cycle have in common (sim/machine/snapshot.h). */
#ifndef PRAM_REFERENCE_SAVED_H
#define PRAM_REFERENCE_SAVED_H

#include "precision.h"
#include "presence.h"
#include "sim/machine/snapshot.h"

/* For engine.save; `work`: what presence_count_work gives for the snapshot's stats. */
void saved_begin(struct snapshot_state *snapshot, const struct precision *precision, uint64_t cycle,
                 uint64_t work);

/* For engine.save_pps: PP number k of the block, all but registers, flags and delayed values. */
void saved_put(const struct presence *presence, const struct precision *precision,
               const struct snapshot_state *snapshot, uint32_t k, bool has_halted);

/* For engine.load: the same of all PPs, `pps` of them, except which have halted. False: units have another
 * size. */
bool saved_get(struct presence *presence, struct precision *precision, const struct snapshot_state *snapshot,
               uint32_t pps);

#endif
