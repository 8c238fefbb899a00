/* faulty.h - events of --faults in the reference engine. sim/inject says what happens to which PP; called by
 * reference.c. */
#ifndef PRAM_FAULTY_H
#define PRAM_FAULTY_H

#include "state.h"

/* Before a cycle: ends pauses of PPs, and carries out due events. */
void faulty_begin(struct reference *reference);

/* A PP executes a hint. */
void faulty_hint(struct reference *reference, uint32_t pp, unsigned hint);

/* The lowest PP that stands still; there is one. */
uint32_t faulty_first_asleep(const struct reference *reference);

#endif
