/* ending.c - see ending.h. Calls tile to look at PPs, machine for the words. */
#include "sim/bsp/end/ending.h"

#include "sim/machine/deadlock.h"

/* The PPs that run, and those that wait in a barrier; the lowest of each, found is its strand. */
struct head_count {
    uint32_t running, waiting;
    struct first {
        const struct strand *found;
        uint32_t pp;
        uint64_t since; /* of one that waits: cycle of its barrier_enter */
    } awake, asleep;
};

static void note_first(struct first *first, const struct tile *tile, const struct strand *strand)
{
    const uint32_t lane = strand_first(strand);
    if (first->found && first->pp < tile->first_pp + lane)
        return;
    *first = (struct first){.found = strand, .pp = tile->first_pp + lane, .since = tile->barrier_since[lane]};
}

static struct head_count count_heads(const struct tile *tiles, uint32_t tile_count)
{
    struct head_count heads = {.running = 0};
    for (uint32_t t = 0; t < tile_count; t++)
        for (uint32_t k = 0; k < tiles[t].strand_end; k++) {
            const struct strand *strand = &tiles[t].strands[k];
            if (strand->state == STRAND_FREE)
                continue;
            heads.running += strand->count;
            heads.waiting += strand->in_barrier ? strand->count : 0;
            note_first(strand->in_barrier ? &heads.asleep : &heads.awake, &tiles[t], strand);
        }
    return heads;
}

void ending_runaway(struct machine *machine, const struct tile *tiles, uint32_t tile_count)
{
    const struct head_count heads = count_heads(tiles, tile_count);
    /* not the one that waits, but the one that is waited for */
    const struct first *named = heads.awake.found ? &heads.awake : &heads.asleep;
    if (!named->found)
        return; /* nobody runs */
    char place[120];
    fault_runaway(&machine->fault, machine, named->pp,
                  strand_place(named->found, machine->config.max_cycles));
    if (heads.asleep.found)
        fault_hint(&machine->fault, "%u of %u running PPs wait in a barrier, PP %u since cycle %llu: %s",
                   heads.waiting, heads.running, heads.asleep.pp, (unsigned long long)heads.asleep.since,
                   fault_place(&machine->object, heads.asleep.found->pc, place, sizeof place));
    machine->end = END_FAULT;
}

void ending_deadlock(struct machine *machine, const struct tile *tiles, uint32_t tile_count)
{
    struct deadlock report = {.places = 0};
    uint32_t running = 0;
    uint64_t cycle = UINT64_MAX;
    for (uint32_t t = 0; t < tile_count; t++) {
        const struct tile *tile = &tiles[t];
        running += tile->running;
        for (uint32_t lane = 0; lane < tile->pps; lane++) {
            const struct strand *strand = tile_strand_of(tile, lane);
            if (!strand)
                continue;
            const struct deadlock_pp waiting = {.pp = tile->first_pp + lane,
                                                .pc = strand->pc,
                                                .a1 = tile_register(tile, strand, MACHINE_A1, lane),
                                                .ra = tile_register(tile, strand, MACHINE_RA, lane),
                                                .fp = tile_register(tile, strand, MACHINE_FP, lane),
                                                .gp = tile_register(tile, strand, MACHINE_GP, lane),
                                                .in_barrier = strand->in_barrier,
                                                .since = tile->barrier_since[lane]};
            deadlock_add(&report, machine, &waiting);
            cycle = strand->cycle < cycle ? strand->cycle : cycle;
        }
    }
    deadlock_end(&report, machine, running, cycle);
}
