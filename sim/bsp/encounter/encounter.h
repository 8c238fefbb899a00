/* encounter.h - who accesses the same cell of shared memory in the same cycle, where PPs are not executed
 * cycle by cycle: accesses are kept by their cycles until all of a cycle are known; then listeners are told
 * of the cells in which several PPs have met (observer.h, `meet`).
 *
 * Accesses may come in any order, but none of a cycle that has been told. Knows machine and its listeners; no
 * engine. docs/internals/engine.md, section 10.
 */
#ifndef PRAM_ENCOUNTER_H
#define PRAM_ENCOUNTER_H

#include <stdbool.h>
#include <stdint.h>

#include "sim/machine/machine.h"
#include "sim/machine/observer.h"

/* Accesses are kept of so many cycles at once, from the first one on that has not been told. */
enum { ENCOUNTER_CYCLES = 4096 };

/* What is to be known of the accesses of an instruction: bits. */
enum {
    ENCOUNTER_NOTED = 1,
    ENCOUNTER_CALLER = 2,
    ENCOUNTER_LOADS = 4,
    ENCOUNTER_SKIPS_LOADS = 8,
    ENCOUNTER_NEEDS_TWO = 16,
    ENCOUNTER_ALONE = 64,  /* it is told twice, also where no other PP is */
    ENCOUNTER_FRAME = 128, /* nothing else is; a load that is told as OBSERVER_CARES_ALONE has it, of one PP
                              of those that load the cell */
    ENCOUNTER_MEETS_LOADS = 32 /* of a load: it may matter where nobody does more than to load */
};

struct encounters;

/* For the listeners of `machine`, all of which have `meet`. NULL if memory is short. */
struct encounters *encounters_create(const struct machine *machine);
void encounters_destroy(struct encounters *encounters);

/* By pc: bits of ENCOUNTER. */
const uint8_t *encounters_care(const struct encounters *encounters);

/* Nothing is kept any more, and the next access is not of an earlier cycle than this. */
void encounters_begin(struct encounters *encounters, uint64_t cycle);

/* Of one PP, one in a cycle. `frame`: gp. The PP is not synchronous, and what it does is the user's. */
void encounters_note(struct encounters *encounters, uint64_t cycle, uint32_t cell, uint32_t pp, uint32_t pc,
                     uint32_t value, uint32_t frame);

/* .. several, of one PP: `time` cycles after `base`. */
struct encounter_note {
    uint32_t cell, pc, time, value, frame;
};
void encounters_note_all(struct encounters *encounters, uint64_t base, uint32_t pp,
                         const struct encounter_note *notes, uint32_t count);

/* The same as encounters_note of any PP; `access` says all. */
void encounters_note_whole(struct encounters *encounters, uint64_t cycle,
                           const struct observer_access *access);

/* The PP has not accessed anything in the cycles from .. to - 1, if it is said to have; nor later. */
void encounters_forget(struct encounters *encounters, uint32_t pp, uint64_t from, uint64_t to);

/* Whether listeners are to be told before a PP goes on from `cycle` on: or accesses would be of more cycles
 * than can be kept. */
bool encounters_are_due(const struct encounters *encounters, uint64_t cycle);

/* All accesses of cycles before this one are known: listeners are told, but for those of the last few cycles;
 * of these, too, and nothing is kept any more. */
void encounters_tell(struct encounters *encounters, uint64_t cycle);
void encounters_tell_all(struct encounters *encounters, uint64_t cycle);

/* PPs have loaded a cell in a cycle, and so many times in all, always in the same way. The cycle may be one
 * that has been told. */
void encounters_repeat(const struct encounters *encounters, uint64_t cycle,
                       const struct observer_access *accesses, uint32_t count, uint64_t times);

#endif
