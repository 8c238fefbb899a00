/* seats.h - the two engines of a run, of which one has the PPs at a time, and the move from one to the other.
 *
 * Memory, host and program stay in the machine; registers and counters are moved. The engine that is left
 * keeps what it has learned of the program, for the next time. Knows struct engine only.
 */
#ifndef PRAM_ADAPTIVE_SEATS_H
#define PRAM_ADAPTIVE_SEATS_H

#include <stdbool.h>
#include <stdint.h>

#include "sim/machine/snapshot.h"

enum { SEATS = 2 };

struct seat {
    const struct engine *engine;
    void *state; /* owned; NULL: not created yet */
};

struct seats {
    struct machine *machine;
    struct seat seat[SEATS];
    unsigned now;                  /* the one that has the PPs */
    struct snapshot_state carried; /* .pps and .units: owned; room for what a move carries */
};

static inline const struct seat *seats_now(const struct seats *seats)
{
    return &seats->seat[seats->now];
}

/* Creates the first engine. False if memory is short. */
bool seats_create(struct seats *seats, struct machine *machine, const struct engine *first,
                  const struct engine *second);
void seats_destroy(struct seats *seats);

/* The counters of a run that has stopped or ended. */
struct stats seats_count(const struct seats *seats);

/* Creates the other engine, if there is none yet, and what a move needs. False if memory is short. */
bool seats_prepare(struct seats *seats);

/* Moves the PPs of a run that has stopped to the other engine, after seats_prepare. False: memory is short,
 * and nothing has changed. */
bool seats_move(struct seats *seats);

#endif
