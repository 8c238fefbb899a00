/* faults.h - what --faults does to the PPs of the cycle engine, between and within its cycles.
 *
 * Stands on sim/inject, which says what happens, when, and to which PP. A PP that stands still is in no
 * strand until it goes on. Called by cycle.c, requests.c and hint.c.
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

/* Before a cycle: PPs that have stood still long enough go on, and what is due happens. */
void faults_begin(struct cycle_state *state);

/* After a cycle's instructions: requests of the list that get lost, or are made twice. */
void faults_change_requests(struct cycle_state *state);

/* At the end of a cycle: barriers in which only dead PPs are missing are complete. */
void faults_end(struct cycle_state *state);

/* A PP executes a hint; it has ended. */
void faults_hint(struct cycle_state *state, uint32_t pp, unsigned hint);
void faults_halt(struct cycle_state *state, uint32_t pp);

/* PPs that stand still. */
uint32_t faults_asleep(const struct cycle_state *state);

/* Whether something may still happen to a PP. */
bool faults_go_on(const struct cycle_state *state);

#endif
