/* requests.h - requests of PPs to memory in one cycle, and cells with several requests.
 *
 * For the reference engine. Finding such cells takes sorting, so it is only done when the result can depend
 * on it. Knows neither registers of PPs nor the order of a cycle.
 */
#ifndef PRAM_REQUESTS_H
#define PRAM_REQUESTS_H

#include <stdbool.h>
#include <stdint.h>

#include "common/memory.h"
#include "sim/machine/machine.h"
#include "sim/isa/system.h"

struct request {
    uint32_t index; /* host index of the cell */
    uint32_t value; /* datum or contribution */
    uint32_t pp;
    uint32_t pc;
};

/* The requests of one cycle. Each array is in PP order; a PP is in at most one of them, and more than once
 * only with the words of an image. */
struct requests {
    struct request *stores;
    struct request *combines; /* multiprefix and sync */
    uint32_t store_count;
    uint32_t combine_count;
};

/* Requests sorted by cells, those of one cell in PP order: simple, and different from the parallel engine's
 * method. */
struct request_order {
    const struct request **sorted;
    const struct request **spare; /* as long */
    uint32_t count;
};

/* Makes room for at most `most` requests, among the blocks. */
void request_order_create(struct request_order *order, struct memory_blocks *blocks, uint64_t most);

/* One kind of multiprefix, or SYSTEM_FOLD_NONE: a plain store. */
static inline enum system_fold requests_kind(const struct machine *machine, const struct request *request)
{
    return (enum system_fold)system_rows[machine->program.code[request->pc].opcode].fold;
}

/* The new value of the cell of a multiprefix or sync request. */
static inline uint32_t requests_combine(const struct machine *machine, const struct request *request,
                                        uint32_t cell)
{
    switch (requests_kind(machine, request)) {
    case SYSTEM_FOLD_ADD:
        return cell + request->value;
    case SYSTEM_FOLD_MAX:
        return (int32_t)request->value > (int32_t)cell ? request->value : cell;
    case SYSTEM_FOLD_AND:
        return cell & request->value;
    default:
        return cell | request->value;
    }
}

/* Carries out the requests of a cycle: multiprefix, then stores by the write policy. Then the value of each
 * multiprefix request is the old one of its cell. Counts the stores that lose against others to their cell,
 * except those of library and runtime, and of PPs in barriers (barrier_since, by PP, is not 0). With
 * --faults, drops stores and repeats additions of PPs with marks before. may_mix: a cell may get requests of
 * two kinds. False: refused, machine->fault is set: a cell gets two kinds, and no request has been carried
 * out, or different values under POLICY_COMMON, and no store has.
 */
bool requests_apply(struct requests *requests, struct request_order *order, struct machine *machine,
                    const uint64_t *barrier_since, uint64_t cycle, bool may_mix);

#endif
