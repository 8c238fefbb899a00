/* faulty.h - events of --faults in the reference engine, between and within its cycles. sim/inject says what
 * happens to which PP; called by reference.c. */
#ifndef PRAM_FAULTY_H
#define PRAM_FAULTY_H

#include "state.h"

struct faulty;

/* NULL if the run has no --faults, or memory is short. */
struct faulty *faulty_create(const struct machine *machine);
void faulty_destroy(struct faulty *faulty);

/* Before a cycle: ends pauses of PPs, and carries out due events. */
void faulty_begin(struct reference *reference);

/* After a cycle's instructions: drops or repeats requests. */
void faulty_change_requests(struct reference *reference);

/* At the end of a cycle: completes barriers in which only dead PPs are missing. */
void faulty_end(struct reference *reference);

void faulty_hint(struct reference *reference, uint32_t pp, unsigned hint);

/* A PP has executed halt. */
void faulty_halt(struct reference *reference, uint32_t pp);

/* PPs that stand still; the lowest of them, if there is one, */
uint32_t faulty_asleep(const struct reference *reference);
uint32_t faulty_first_asleep(const struct reference *reference);

/* Whether an event is still possible for a PP: then an endless loop of the run may end. */
bool faulty_goes_on(const struct reference *reference);

#endif
