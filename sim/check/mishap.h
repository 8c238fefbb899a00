/* mishap.h - what --check tells of a run with --faults: each event, and what comes of it (docs/injection.md).
 *
 * Events and their effects are notes (machine->mishaps), not warnings: the program has no error. The rest of
 * the checker asks here which findings --faults has caused.
 */
#ifndef PRAM_CHECK_MISHAP_H
#define PRAM_CHECK_MISHAP_H

#include "check_state.h"

/* Does nothing if the run has no --faults. */
void mishap_survey(struct check *check);

/* ---- for the other files; all require check->mishaps != NULL */

/* Before a cycle is examined. */
void mishap_begin_cycle(struct check *check);

/* A member of a synchronous group does something visible while other members stand still: those are parted
 * from the group. */
void mishap_part(struct check *check, const struct observer_step *step, struct group *group);

/* The first PP leaves the barrier of check->barrier_left. */
void mishap_leave_barrier(struct check *check, const struct observer_step *step);

/* The run fails: appends to the message what --faults did to the PPs before. Does nothing without --faults.
 */
void mishap_explain(struct check *check);

/* A PP is about to access a word: notes it if the word holds a wrong value. */
void mishap_access(struct check *check, const struct observer_step *step, enum deed deed, uint32_t index);

/* Remembers the state of a word before the PP stores to it, for the case that the store is lost. */
void mishap_remember(struct check *check, uint32_t pp, uint32_t index, uint32_t state, uint32_t block);

#endif
