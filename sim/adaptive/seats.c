/* seats.c - see seats.h. */
#include "seats.h"

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
    snapshot_free_room(&seats->carried);
}

struct stats seats_count(const struct seats *seats)
{
    struct snapshot_state counted = {.stats = seats->machine->stats};
    if (seats->machine->end == END_RUNNING)
        (void)seats_engine(seats)->save(seats_state(seats), &counted);
    return counted.stats;
}

bool seats_prepare(struct seats *seats)
{
    struct machine *machine = seats->machine;
    struct snapshot_state *carried = &seats->carried;
    const unsigned other = SEATS - 1 - seats->now;
    if (seats->states[other] == NULL)
        seats->states[other] = seats->engines[other]->create(machine);
    return seats->states[other] != NULL && seats_engine(seats)->save(seats_state(seats), carried) &&
           (carried->pps != NULL || snapshot_make_room(carried, machine->config.pps));
}

bool seats_move(struct seats *seats)
{
    struct machine *machine = seats->machine;
    struct snapshot_state *carried = &seats->carried;
    const unsigned other = SEATS - 1 - seats->now;
    carried->stats = machine->stats;
    if (!seats_engine(seats)->save(seats_state(seats), carried))
        return false;
    carried->first = 0;
    carried->count = machine->config.pps;
    memset(carried->pps, 0, carried->count * sizeof *carried->pps);
    seats_engine(seats)->save_pps(seats_state(seats), carried);
    const struct stats kept = machine->stats;
    machine->stats = carried->stats;
    if (!seats->engines[other]->load(seats->states[other], carried)) {
        machine->stats = kept;
        return false;
    }
    machine->tick_instructions = 0;
    seats->now = other;
    return true;
}
