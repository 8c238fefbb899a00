/* presence.h - PPs in barriers, and what else their hints say of them: for statistics, deadlocks and
 * snapshots.
 *
 * For engines that execute cycle by cycle, whose runs may not end by themselves: all PPs wait in barriers for
 * ever, or all repeat loops (sim/machine/follow/deadlock.h). Hints of a cycle are carried out after all its
 * instructions, if none had a fault, so that none of them ever has to be undone. Knows the machine; no
 * engine.
 */
#ifndef PRAM_PRESENCE_H
#define PRAM_PRESENCE_H

#include <stdbool.h>
#include <stdint.h>

#include "common/memory.h"
#include "sim/machine/follow/deadlock.h"

struct presence {
    uint64_t *barrier_since; /* by PP: 1 + the cycle in which it entered its barrier; 0: none */
    uint32_t *modes;         /* by PP: the lasting ones of enum snapshot_mode */
    uint64_t *yielded;       /* by PP: 1 + the cycle of its hint_yield, for snapshots */
    uint32_t waiting;        /* running PPs in a barrier */
    uint64_t cut_short;      /* cycles in barriers of PPs that have ended there, minus cycles of multi-cycle
                                instructions in barriers; modulo 2^64, so it may be negative */
    uint32_t refuter;        /* the PP that presence_is_endless tests first */
};

/* Its arrays are among the blocks. */
void presence_create(struct presence *presence, struct memory_blocks *blocks, uint32_t pps);

/* A hint that a PP has executed, with its registers then. */
struct presence_hint {
    uint32_t pp, constant;
    uint32_t gp, size; /* its group's frame; if it enters a barrier, the size that it waits for */
    uint32_t back;     /* the return address of the barrier's call */
};

/* Carries out a hint (shint.h) in this cycle, and tells a profile and --faults of it. stats: of the PP. */
void presence_execute(struct presence *presence, struct machine *machine, struct stats *stats,
                      const struct presence_hint *hint, uint64_t cycle);

/* A PP has ended after this number of cycles. */
void presence_end(struct presence *presence, uint32_t pp, uint64_t cycles);

/* After this number of cycles: instructions outside barriers (stats.def), that is all except those of cycles
 * in barriers, complete or not. */
uint64_t presence_count_work(const struct presence *presence, uint32_t pps, const struct stats *stats,
                             uint64_t cycles);

/* Whether a test for an endless run is due before the cycle of a run of all PPs. If a PP stands still
 * (--faults), it will go on. running: PPs that have not halted. */
bool presence_is_asked(const struct presence *presence, const struct deadlock_run *run, uint32_t running);

/* Then: whether no PP can make progress. Then machine->fault and machine->end are set. */
bool presence_is_endless(struct presence *presence, const struct deadlock_run *run, uint32_t running);

#endif
