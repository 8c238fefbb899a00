/* collide.h - requests of one cycle to the same cell: two kinds are refused, and stores have one winner.
 *
 * For the cycle engine and the parallel engine, which list the requests of a cycle. The reference engine has
 * a method of its own (sim/reference/requests.c). Knows write policies, faults and counters; no engine. */
#ifndef PRAM_COLLIDE_H
#define PRAM_COLLIDE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sim/machine/machine.h"

/* cell_request.fold of an entry of the list that is no request to a cell. */
enum { COLLIDE_NOTHING = SYSTEM_FOLDS };

/* Begins as {.machine = ...}. */
struct collide {
    struct machine *machine;
    struct cell_request *requests; /* owned; of the cycle. Only an image has several of a PP: its
                                      words, one after the other */
    size_t room;
    uint32_t count;
    struct collide_cell *cells; /* owned; a hash table, more than twice as large as the lists so far */
    size_t cell_room;
    uint32_t mask, stamp; /* the part of the table in use has mask + 1 entries; those in use have the stamp */
};

void collide_destroy(struct collide *collide);

/* Makes room for this number of further requests. */
void collide_extend(struct collide *collide, uint32_t count);

/* Begins a list of up to `count` requests. */
static inline void collide_begin(struct collide *collide, uint32_t count)
{
    collide->count = 0;
    collide_extend(collide, count);
}

static inline void collide_add(struct collide *collide, const struct cell_request *request)
{
    collide->requests[collide->count++] = *request;
}

/* Forgets which cells have requests, before up to `count` calls of collide_meet. */
void collide_forget(struct collide *collide, uint32_t count);

/* The first request to the cell of this one, which may be itself. */
const struct cell_request *collide_meet(struct collide *collide, const struct cell_request *request);

/* Whether a cell has requests of two kinds: machine->fault names the lowest such address. In any order. */
bool collide_is_mixed(struct collide *collide, uint64_t cycle);

/* Whether write policy or counters need collide_settle. */
static inline bool collide_matters(const struct machine_config *config)
{
    return config->policy == POLICY_COMMON || config->policy == POLICY_ARBITRARY || config->count_conflicts;
}

/* Counts stores that meet others, and finds which lose under POLICY_ARBITRARY. The stores of the list are in
 * PP order. False: different values under POLICY_COMMON, and machine->fault names the lowest such address. */
bool collide_settle(struct collide *collide, uint64_t cycle);

#endif
