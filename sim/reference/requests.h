/* requests.h - requests of PPs to memory in one cycle, and cells with several requests.
 *
 * For the reference engine; its method differs from that of the other engines (sim/machine/collide.h). Knows
 * neither registers of PPs nor the order of a cycle.
 */
#ifndef PRAM_REQUESTS_H
#define PRAM_REQUESTS_H

#include <stdbool.h>
#include <stdint.h>

#include "common/arena.h"
#include "sim/machine/machine.h"
#include "sim/machine/pages.h"

/* The requests of one cycle. */
struct requests {
    struct cell_request *list; /* in PP order; a PP is in it more than once only with the words of an image */
    uint32_t count;
    struct arena arena; /* owned */
    struct pages marks; /* by cell: the number in the list of a request to it, the first one or the winner so
                           far. Numbers from earlier cycles stay: they are recognised, because the request
                           with that number is none to the cell, or a later one */
};

/* `list` has to be set. */
void requests_begin(struct requests *requests, const struct memory *memory);
void requests_end(struct requests *requests);

/* Carries out the requests of a cycle: multiprefix, then stores by the write policy. Then the value of each
 * multiprefix request is the old one of its cell. Counts the stores that lose against others to their cell,
 * except those of library and runtime, and of PPs in barriers (barrier_since, by PP, is not 0). With
 * --faults, drops stores and repeats additions of PPs with marks before. False: refused, machine->fault is
 * set: a cell gets two kinds, and no request has been carried out, or different values under POLICY_COMMON,
 * and no store has.
 */
bool requests_apply(struct requests *requests, struct machine *machine, const uint64_t *barrier_since,
                    uint64_t cycle);

#endif
