/* encounter.h - finds accesses to the same shared cell in the same cycle where PPs are not executed cycle by
 * cycle. Accesses are collected by cycle until all of a cycle are known; then observers get the cells in
 * which several PPs have met (observer.h, `meet`).
 *
 * Accesses may come in any order, but none of a cycle that has been reported. Knows machine and its
 * observers; no engine. docs/internals/engine.md, section 10. */
#ifndef PRAM_ENCOUNTER_H
#define PRAM_ENCOUNTER_H

#include <stdbool.h>
#include <stdint.h>

#include "sim/machine/machine.h"
#include "sim/machine/observer.h"

/* Accesses are collected for this number of cycles, from the first one that has not been reported. */
enum { ENCOUNTER_CYCLES = 4096 };

/* What observers need to know about the accesses of an instruction: bits. */
enum {
    ENCOUNTER_NOTED = 1,
    ENCOUNTER_CALLER = 2,
    ENCOUNTER_LOADS = 4,
    ENCOUNTER_SKIPS_LOADS = 8,
    ENCOUNTER_NEEDS_TWO = 16,
    ENCOUNTER_ALONE = 64, /* reported twice, also if no other PP accesses the cell */
    ENCOUNTER_FRAME =
        128, /* only that: a load of OBSERVER_CARES_ALONE, reported for one of the PPs that load the cell */
    ENCOUNTER_MEETS_LOADS = 32 /* of a load: it may matter even if all others only load */
};

struct encounters;

/* For the observers of `machine`, all of which have `meet`. NULL if memory is short. */
struct encounters *encounters_create(const struct machine *machine);
void encounters_destroy(struct encounters *encounters);

/* By pc: bits of ENCOUNTER. */
const uint8_t *encounters_care(const struct encounters *encounters);

/* Deletes all accesses; later ones are not of an earlier cycle than this. */
void encounters_begin(struct encounters *encounters, uint64_t cycle);

/* An access of one PP, at most one per cycle. `frame`: gp. The PP is not synchronous, and in user code. */
void encounters_note(struct encounters *encounters, uint64_t cycle, uint32_t cell, uint32_t pp, uint32_t pc,
                     uint32_t value, uint32_t frame);

/* Several of them, of one PP: `time` cycles after `base`. */
struct encounter_note {
    uint32_t cell, pc, time, value, frame;
};
void encounters_note_all(struct encounters *encounters, uint64_t base, uint32_t pp,
                         const struct encounter_note *notes, uint32_t count);

/* Like encounters_note, for any PP; `access` has everything. */
void encounters_note_whole(struct encounters *encounters, uint64_t cycle,
                           const struct observer_meeting *access);

/* Undoes all accesses of the PP in the cycles from .. to - 1 and later. */
void encounters_forget(struct encounters *encounters, uint32_t pp, uint64_t from, uint64_t to);

/* Whether accesses must be reported before a PP continues at `cycle`: otherwise they would cover more cycles
 * than fit. */
bool encounters_are_due(const struct encounters *encounters, uint64_t cycle);

/* encounters_tell: all accesses before `cycle` are known; reports them, except for the last few cycles.
 * encounters_tell_all: of these, too, and deletes all accesses. */
void encounters_tell(struct encounters *encounters, uint64_t cycle);
void encounters_tell_all(struct encounters *encounters, uint64_t cycle);

/* PPs have loaded a cell in a cycle, and `times` times in all, always in the same way. The cycle may have
 * been reported. */
void encounters_repeat(const struct encounters *encounters, uint64_t cycle,
                       const struct observer_meeting *accesses, uint32_t count, uint64_t times);

#endif
