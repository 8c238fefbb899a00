/* host.c - host calls of the members of a strand, and of one PP. Calls machine (host calls), tile. */
#include "sim/segment/phase/inside.h"

/* R3, R4, R5 of the callers. */
struct arguments {
    struct operand r[3];
};

static struct arguments arguments_of(const struct tile *tile, const struct request *request)
{
    struct arguments arguments;
    for (unsigned n = 0; n < 3; n++)
        arguments.r[n] = request->late_target == 3 + n ? request->datum : tile_operand(tile, 3 + n);
    return arguments;
}

static bool serve(struct tile *tile, const struct request *request, const struct arguments *arguments,
                  uint32_t lane, uint64_t cycle)
{
    struct machine *machine = tile->world->machine;
    uint32_t before[3];
    for (unsigned n = 0; n < 3; n++)
        before[n] = operand_word(arguments->r[n], lane);
    struct hostcall_registers registers = {before[0], before[1], before[2]};
    const enum hostcall_outcome outcome =
        hostcall_serve(machine, request->number, tile->first_pp + lane, request->pc, cycle, &registers);
    if (outcome != HOSTCALL_DONE) {
        machine->end = outcome == HOSTCALL_END ? END_EXIT : END_FAULT;
        return false;
    }
    const uint32_t after[3] = {registers.r3, registers.r4, registers.r5};
    for (unsigned n = 0; n < 3; n++)
        if (request->late_target != 3 + n && after[n] != before[n])
            tile_set_register(tile, 3 + n, lane, after[n]);
    return true;
}

bool commit_call_host(struct tile *tile, const struct strand *strand, uint32_t lane, uint64_t cycle)
{
    const struct arguments arguments = arguments_of(tile, &strand->request);
    return serve(tile, &strand->request, &arguments, lane, cycle);
}

bool commit_call_host_each(struct tile *tile, struct strand *members, uint64_t cycle)
{
    const struct request *request = &members->request;
    struct hostcall_even even;
    if (hostcall_serve_even(tile->world->machine, request->number, tile->first_pp, members->count, &even)) {
        for (unsigned n = 0; n < even.results; n++)
            if (request->late_target != 3 + n)
                tile_write(tile, members, 3 + n,
                           (struct operand){.base = even.base[n], .stride = even.stride[n]});
        return true;
    }
    const struct arguments arguments = arguments_of(tile, request);
    for (uint32_t lane = strand_first(members); lane != STRAND_END; lane = strand_next(members, lane))
        if (!serve(tile, request, &arguments, lane, cycle))
            return false;
    return true;
}
