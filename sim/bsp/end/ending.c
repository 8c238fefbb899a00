/* ending.c - see ending.h. Calls tile to look at PPs, machine for the words. */
#include "sim/bsp/end/ending.h"

#include "sim/machine/deadlock.h"

/* On the machine everybody has waited for so many cycles when a deadlock is noticed. The last one to come
 * announces itself a cycle after its barrier_enter. */
enum { DEADLOCK_NOTICED = 256 };

/* A PP and its strand. */
struct first {
    const struct strand *found;
    uint32_t pp;
};

static void note_first(struct first *first, const struct tile *tile, const struct strand *strand)
{
    const uint32_t pp = tile->first_pp + strand_first(strand);
    if (!first->found || pp < first->pp)
        *first = (struct first){.found = strand, .pp = pp};
}

bool ending_is_runaway(const struct machine *machine, const struct tile *tiles, uint32_t tile_count,
                       uint64_t halted)
{
    uint64_t noticed = halted + DEADLOCK_NOTICED + 1;
    for (uint32_t t = 0; t < tile_count; t++)
        for (uint32_t k = 0; k < tiles[t].strand_end; k++) {
            const struct strand *strand = &tiles[t].strands[k];
            for (uint32_t lane = strand->state != STRAND_FREE ? strand_first(strand) : STRAND_END;
                 lane != STRAND_END; lane = strand_next(strand, lane)) {
                const uint64_t entry = tiles[t].barrier_since[lane] + DEADLOCK_NOTICED + 3;
                noticed = entry > noticed ? entry : noticed;
            }
        }
    return machine->config.max_cycles != 0 && machine->config.max_cycles <= noticed;
}

void ending_runaway(struct machine *machine, const struct tile *tiles, uint32_t tile_count)
{
    struct first awake = {.found = NULL}, asleep = {.found = NULL};
    for (uint32_t t = 0; t < tile_count; t++)
        for (uint32_t k = 0; k < tiles[t].strand_end; k++)
            if (tiles[t].strands[k].state != STRAND_FREE)
                note_first(tiles[t].strands[k].in_barrier ? &asleep : &awake, &tiles[t],
                           &tiles[t].strands[k]);
    /* not the one that waits, but the one that is waited for */
    const struct first *named = awake.found ? &awake : &asleep;
    if (!named->found)
        return; /* no PP runs */
    fault_runaway(&machine->fault, machine, named->pp,
                  strand_place(named->found, machine->config.max_cycles));
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
            const struct deadlock_pp waiting = {.at = {.pp = tile->first_pp + lane,
                                                       .pc = strand->pc,
                                                       .a1 = tile_register(tile, strand, MACHINE_A1, lane),
                                                       .sp = tile_register(tile, strand, MACHINE_SP, lane),
                                                       .fp = tile_register(tile, strand, MACHINE_FP, lane),
                                                       .ra = tile_register(tile, strand, MACHINE_RA, lane)},
                                                .gp = tile_register(tile, strand, MACHINE_GP, lane),
                                                .in_barrier = strand->in_barrier,
                                                .since = tile->barrier_since[lane]};
            deadlock_add(&report, machine, &waiting);
            cycle = strand->cycle < cycle ? strand->cycle : cycle;
        }
    }
    deadlock_end(&report, machine, running, cycle);
}
