/* faulty.h - events of --faults in the reference engine. sim/inject says what happens to which PP; called by
 * reference.c. */
#ifndef PRAM_FAULTY_H
#define PRAM_FAULTY_H

#include "state.h"

/* Before a cycle: ends pauses of PPs, and carries out due events. */
void faulty_begin(struct reference *reference);

#endif
