/* mishap.h - what --check tells of a run with --faults: each event, and what comes of it (docs/injection.md).
 *
 * These are notes (machine->mishaps), no warnings: the program has no error. The rest of the checker asks
 * here what is not the program's doing.
 *
 *   mishap.c   events, locks and barriers of PPs that have stopped
 *   spoilt.c   words that hold what they should not
 */
#ifndef PRAM_CHECK_MISHAP_H
#define PRAM_CHECK_MISHAP_H

#include "check_state.h"
#include "sim/inject/inject.h"

/* Where and when something happened to a PP. */
struct mishap_place {
    enum inject_kind kind;
    uint32_t pp, pc; /* pc: of the user's; it may lie outside of the program */
    uint64_t cycle;
};

/* Does nothing if the run has no --faults. Ends the program if memory is short. */
void mishap_survey(struct check *check);
void mishap_free(struct check *check);

/* ---- for the other files, where check->mishaps is not NULL: it is without --faults */

/* Before a cycle is looked at. */
void mishap_look(struct check *check, const struct observer_cycle *cycle);

/* A member of a synchronous group, some of which stand still, does something visible: they are parted from
 * it.
 */
void mishap_part(struct check *check, const struct observer_step *step, struct group *group);

/* The first PP leaves the barrier of check->barrier_left. */
void mishap_leave_barrier(struct check *check, const struct observer_step *step);

/* The run ends by a failure: its message also says what was done to the PPs before. Without --faults, too. */
void mishap_explain(struct check *check);

/* ---- spoilt.c */

struct spoilt;

struct spoilt *spoilt_create(uint32_t pps); /* ends the program if memory is short */
void spoilt_destroy(struct spoilt *spoilt);

/* cells[index] holds what it should not, from now on and until something is stored to it. */
void spoilt_add(struct check *check, uint32_t index, const struct mishap_place *place);

/* A PP is about to access a word; notes what it finds there. */
void spoilt_access(struct check *check, const struct observer_step *step, enum deed deed, uint32_t index);

/* What is known of a word before the PP stores to it: that holds if its store gets lost. */
void spoilt_remember(struct check *check, uint32_t pp, uint32_t index, uint32_t state, uint32_t block);

/* The PP's store of this cycle is lost. */
void spoilt_lose(struct check *check, uint32_t pp, uint32_t index);

#endif
