/* clang-format off */
/* inside.h - private to the synchronisation phase.
 *
 * plan.c     summing up, planning; phases of one kind of requests, by strand
 * order.c    which requests must wait for PPs that are earlier in time
 * shared.c   multiprefix requests to many cells, by several threads
 * strands.c  one thread: requests of few cycles, by strand
 * single.c   one thread: any requests, one by one; listed.c is its part (single.h)
 * host.c     host calls */
/* clang-format on */
#ifndef PRAM_COMMIT_INSIDE_H
#define PRAM_COMMIT_INSIDE_H

#include "sim/segment/phase/phase.h"

/* Whether a strand has a request that is carried out in this phase. */
static inline bool strand_is_due(const struct strand *strand)
{
    return strand->state == STRAND_REQUEST && !strand->held;
}

/* The words that the members of a strand contribute or store, and their cells, as rows by lane: the request's
 * own, or scratch rows. */
const uint32_t *request_words(const struct tile *tile, const struct strand *strand);
const uint32_t *request_cells(const struct tile *tile, const struct strand *strand);

/* Carry out a strand's stores or multiprefix requests, the members in PP order. */
void commit_store(const struct tile *tile, const struct strand *strand);
void commit_fold(struct tile *tile, struct strand *strand);

/* Marks strands that must wait: strand.held. PPs in barriers may leave them from the cycle `departure` on;
 * everything of the cycle `stop` or later waits in any case. commit_wake: no PP waits any more. */
void commit_hold(struct tile *tiles, uint32_t count, uint64_t departure, uint64_t stop);
void commit_wake(struct tile *tiles, uint32_t count);

/* Serves the host call of a member, or of all members in PP order. False: the run is over, machine->end has
 * the reason. */
bool commit_call_host(struct tile *tile, const struct strand *strand, uint32_t lane, uint64_t cycle);
bool commit_call_host_each(struct tile *tile, struct strand *members, uint64_t cycle);

/* Phases by strand. */
struct commit_strands;
struct commit_strands *commit_strands_create(const struct tile_world *world, uint32_t tiles);
void commit_strands_destroy(struct commit_strands *work);

enum commit_outcome {
    COMMIT_DONE,
    COMMIT_OVER, /* the run is over, see commit_alone */
    COMMIT_NOT   /* nothing has been done: these requests must be carried out one by one */
};
enum commit_outcome commit_by_strands(struct commit_strands *work, struct tile *tiles, uint32_t count,
                                      uint64_t *end_cycle);

#endif
