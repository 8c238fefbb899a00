/* host.c - host calls of the members of a strand, and of one PP. Calls machine (host calls), tile. */
#include "sim/segment/phase/inside.h"
#include "sim/host/format.h"

/* R3, R4 or R5 of the callers. */
static struct operand argument(const struct tile *tile, const struct request *request, unsigned r)
{
    return request->late_target == r ? request->datum : tile_operand(tile, r);
}

bool commit_call_host(struct tile *tile, const struct strand *strand, uint32_t lane, uint64_t cycle)
{
    const struct request *request = &strand->request;
    union hostcall_registers before, after;
    for (unsigned n = 0; n < 3; n++)
        before.word[n] = operand_word(argument(tile, request, 3 + n), lane);
    after = before;
    if (!hostcall_serve(tile->world->machine, request->number, tile->first_pp + lane, request->pc, cycle,
                        &after))
        return false;
    for (unsigned n = 0; n < 3; n++)
        if (request->late_target != 3 + n && after.word[n] != before.word[n])
            tile_set_register(tile, 3 + n, lane, after.word[n]);
    return true;
}

/* The format if all members print by the same one. */
static const struct known_format *common_format(const struct tile *tile, const struct strand *members,
                                                struct operand r3)
{
    const uint32_t word = operand_word(r3, strand_first(members));
    return strand_holds(tile, members, r3, word)
               ? hostcall_find_format(tile->world->machine, members->request.number, word)
               : NULL;
}

/* Serves the calls of printing members from `lane` on in its block; returns the first one not served. */
static uint32_t serve_prints(struct tile *tile, const struct strand *members,
                             const struct known_format *format, struct operand r4, uint32_t lane)
{
    struct known_print prints[ROWS_BLOCK];
    uint32_t count = 0;
    const uint32_t first = lane - lane % ROWS_BLOCK;
    const uint32_t set = (uint32_t)members->set[lane / ROWS_BLOCK] >> lane % ROWS_BLOCK << lane % ROWS_BLOCK;
    for (uint32_t rest = set; rest; rest &= rest - 1) {
        const uint32_t member = first + (uint32_t)__builtin_ctz(rest);
        prints[count++] =
            (struct known_print){.pp = tile->first_pp + member, .arguments = operand_word(r4, member)};
    }
    const uint32_t served = hostcall_serve_prints(tile->world->machine, format, prints, count);
    tile->world->machine->stats.host_calls += served;
    for (uint32_t n = 0; n < served && members->request.late_target != 3; n++)
        tile_set_register(tile, 3, prints[n].pp - tile->first_pp, prints[n].printed);
    return served == count ? strand_next(members, first + ROWS_BLOCK - 1)
                           : prints[served].pp - tile->first_pp;
}

bool commit_call_host_each(struct tile *tile, struct strand *strand, uint64_t cycle)
{
    const struct request *request = &strand->request;
    struct hostcall_even even;
    if (hostcall_serve_even(tile->world->machine, request->number, tile->first_pp, strand->count, &even)) {
        for (unsigned n = 0; n < even.results; n++)
            if (request->late_target != 3 + n)
                tile_write(tile, strand, 3 + n,
                           (struct operand){.base = even.base.word[n], .stride = even.stride.word[n]});
        return true;
    }
    const struct operand r4 = argument(tile, request, 4);
    const struct known_format *format = common_format(tile, strand, argument(tile, request, 3));
    uint32_t lane = strand_first(strand);
    while (lane != STRAND_END) {
        const uint32_t before = lane;
        if (format)
            lane = serve_prints(tile, strand, format, r4, lane);
        if (lane != before)
            continue;
        if (!commit_call_host(tile, strand, lane, cycle))
            return false;
        lane = strand_next(strand, lane);
    }
    return true;
}
