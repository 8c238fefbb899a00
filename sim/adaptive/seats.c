/* seats.c - see seats.h. */
#include "seats.h"

#include <stdlib.h>
#include <string.h>

bool seats_create(struct seats *seats, struct machine *machine, const struct engine *first,
                  const struct engine *second)
{
    *seats = (struct seats){.machine = machine, .engines = {first, second}};
    seats->states[0] = first->create(machine);
    return seats->states[0] != NULL;
}

void seats_destroy(struct seats *seats)
{
    for (unsigned k = 0; k < SEATS; k++)
        if (seats->states[k] != NULL)
            seats->engines[k]->destroy(seats->states[k]);
    free(seats->carried.block);
    free(seats->carried.pps);
    free(seats->carried.units);
}

struct stats seats_count(const struct seats *seats)
{
    struct snapshot_state counted = {.stats = seats->machine->stats};
    if (seats->machine->end == END_RUNNING)
        (void)seats_engine(seats)->save(seats_state(seats), &counted);
    return counted.stats;
}

/* Room for the PPs. False if memory is short. */
static bool make_room(struct snapshot_state *carried, uint32_t pps)
{
    if (carried->pps != NULL)
        return true;
    carried->block = malloc(sizeof *carried->block);
    carried->pps = calloc(pps, sizeof *carried->pps);
    carried->units =
        carried->unit_words != 0 ? calloc((size_t)pps * carried->unit_words, sizeof(uint32_t)) : NULL;
    if (carried->block != NULL && carried->pps != NULL &&
        (carried->unit_words == 0 || carried->units != NULL))
        return true;
    free(carried->block);
    free(carried->pps);
    free(carried->units);
    carried->block = NULL;
    carried->pps = NULL;
    carried->units = NULL;
    return false;
}

/* From rows by word to PPs one by one. */
static void take_block(const struct snapshot_block *block, struct snapshot_pp *pps, uint32_t count)
{
    for (uint32_t k = 0; k < count; k++) {
#define SNAPSHOT_PP(name, type, words)                                                                       \
    for (size_t word = 0; word < sizeof pps->name / sizeof(type); word++)                                    \
        pps[k].name[word] = block->name[word][k];
#include "sim/machine/snapshot.def"
    }
}

static void take_pps(struct snapshot_state *carried, const struct engine *engine, const void *state,
                     uint32_t pps)
{
    struct snapshot_state part = *carried;
    for (part.first = 0; part.first < pps; part.first += SNAPSHOT_BLOCK) {
        part.count = pps - part.first < SNAPSHOT_BLOCK ? pps - part.first : SNAPSHOT_BLOCK;
        part.units =
            carried->units != NULL ? carried->units + (size_t)part.first * carried->unit_words : NULL;
        memset(part.block, 0, sizeof *part.block);
        engine->save_pps(state, &part);
        take_block(part.block, carried->pps + part.first, part.count);
    }
}

bool seats_prepare(struct seats *seats)
{
    struct machine *machine = seats->machine;
    struct snapshot_state *carried = &seats->carried;
    const unsigned other = SEATS - 1 - seats->now;
    if (seats->states[other] == NULL)
        seats->states[other] = seats->engines[other]->create(machine);
    return seats->states[other] != NULL && seats_engine(seats)->save(seats_state(seats), carried) &&
           make_room(carried, machine->config.pps);
}

bool seats_move(struct seats *seats)
{
    struct machine *machine = seats->machine;
    struct snapshot_state *carried = &seats->carried;
    const unsigned other = SEATS - 1 - seats->now;
    carried->stats = machine->stats;
    if (!seats_engine(seats)->save(seats_state(seats), carried))
        return false;
    take_pps(carried, seats_engine(seats), seats_state(seats), machine->config.pps);
    const struct stats kept = machine->stats;
    machine->stats = carried->stats;
    carried->first = 0;
    carried->count = machine->config.pps;
    if (!seats->engines[other]->load(seats->states[other], carried)) {
        machine->stats = kept;
        return false;
    }
    machine->tick_instructions = 0;
    seats->now = other;
    return true;
}
