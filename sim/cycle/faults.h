/* faults.h - events of --faults in the cycle engine, between and within its cycles.
 *
 * sim/inject says what happens, when, and to which PP. A PP that stands still is in no strand. Called by
 * cycle.c, requests.c and hint.c.
 */
#ifndef PRAM_CYCLE_FAULTS_H
#define PRAM_CYCLE_FAULTS_H

#include <stdbool.h>
#include <stdint.h>

struct cycle_state;
struct cycle_faults;

/* NULL if the run has no --faults, or memory is short. */
struct cycle_faults *faults_create(const struct cycle_state *state);
void faults_destroy(struct cycle_faults *faults);

/* Before a cycle: lets PPs go on whose time is over, and carries out due events. */
void faults_begin(struct cycle_state *state);

/* After a cycle's instructions: drops or repeats requests of the list. */
void faults_change_requests(struct cycle_state *state);

/* At the end of a cycle: completes barriers in which only dead PPs are missing. */
void faults_end(struct cycle_state *state);

/* A PP executes a hint; it has ended. */
void faults_hint(struct cycle_state *state, uint32_t pp, unsigned hint);
void faults_halt(struct cycle_state *state, uint32_t pp);

/* PPs that stand still. */
uint32_t faults_asleep(const struct cycle_state *state);

/* Whether an event is still possible for a PP. */
bool faults_go_on(const struct cycle_state *state);

#endif
