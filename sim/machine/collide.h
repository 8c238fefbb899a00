/* collide.h - requests of one cycle to the same cell: two kinds are refused, and stores have one winner.
 *
 * The parallel engine lists the requests of a cycle in PP order, in phases and in the event core. The
 * reference engine has a method of its own (sim/reference/requests.c). Knows write policies, faults and
 * counters; no engine. */
#ifndef PRAM_COLLIDE_H
#define PRAM_COLLIDE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sim/machine/machine.h"

/* Kinds of requests; of multiprefix requests COLLIDE_FOLD plus the operation. */
enum { COLLIDE_NOTHING, COLLIDE_STORE, COLLIDE_FOLD };

/* A request of a PP. Only an image has several: its words, one after the other. */
struct collide_request {
    uint32_t pp, pc;
    uint32_t cell; /* host index */
    uint32_t datum;
    uint32_t kind;   /* COLLIDE_NOTHING: it concerns no cell */
    bool in_barrier; /* its PP waits in a barrier, so it is not counted */
    bool wins;       /* set by collide_add; after collide_settle, of a store: whether it takes effect */
};

/* Begins as {.machine = ...}. */
struct collide {
    struct machine *machine;
    struct collide_request *requests; /* owned; of the cycle, in PP order */
    size_t room;
    uint32_t count;
    struct collide_cell *cells; /* owned; a hash table with mask + 1 entries, more than twice the requests */
    uint32_t mask, stamp;
};

void collide_destroy(struct collide *collide);

/* Begins a list of up to `count` requests. */
void collide_begin(struct collide *collide, uint32_t count);

static inline void collide_add(struct collide *collide, const struct collide_request *request)
{
    collide->requests[collide->count] = *request;
    collide->requests[collide->count++].wins = true;
}

/* Whether a cell has requests of two kinds. Then machine->fault names the lowest such address. */
bool collide_is_mixed(struct collide *collide, uint64_t cycle);

/* Whether write policy or counters need collide_settle. */
static inline bool collide_matters(const struct machine_config *config)
{
    return config->policy == POLICY_COMMON || config->policy == POLICY_ARBITRARY || config->count_conflicts;
}

/* Counts stores that meet others, and finds the winners under POLICY_COMMON and POLICY_ARBITRARY. False:
 * different values under POLICY_COMMON, and machine->fault names the lowest such address. */
bool collide_settle(struct collide *collide, uint64_t cycle);

#endif
