/* faulty.h - what --faults does to the PPs of the reference engine: between and within its cycles. Stands on
 * sim/inject, which says what happens to which PP; called by reference.c. */
#ifndef PRAM_FAULTY_H
#define PRAM_FAULTY_H

#include "state.h"

struct faulty;

/* NULL if the run has no --faults, or memory is short. */
struct faulty *faulty_create(const struct machine *machine);
void faulty_destroy(struct faulty *faulty);

/* Before a cycle: PPs whose pause ends go on, and what is due happens. */
void faulty_begin(struct reference *reference);

/* After a cycle's instructions: requests that get lost, or are made twice. */
void faulty_change_requests(struct reference *reference);

/* At the end of a cycle: barriers in which only dead PPs are missing are complete. */
void faulty_end(struct reference *reference);

void faulty_hint(struct reference *reference, uint32_t pp, unsigned hint);

/* A PP has executed halt. */
void faulty_halt(struct reference *reference, uint32_t pp);

/* PPs that stand still; the lowest of them, if there is one, */
uint32_t faulty_asleep(const struct reference *reference);
uint32_t faulty_first_asleep(const struct reference *reference);

/* Whether an event may still happen to a PP: then a run that goes round in circles may leave them. */
bool faulty_goes_on(const struct reference *reference);

#endif
