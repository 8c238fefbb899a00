/* faults.h - events of --faults in the cycle engine, between and within its cycles.
 *
 * sim/inject says what happens, when, and to which PP. A PP that stands still is in no strand. Called by
 * cycle.c.
 */
#ifndef PRAM_CYCLE_FAULTS_H
#define PRAM_CYCLE_FAULTS_H

#include <stdbool.h>
#include <stdint.h>

struct cycle_state;

/* Before a cycle: lets PPs go on whose time is over, and carries out due events. */
void faults_begin(struct cycle_state *state);

/* At the end of a cycle: completes barriers in which only dead PPs are missing. */
void faults_end(struct cycle_state *state);

#endif
