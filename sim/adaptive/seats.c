/* seats.c - see seats.h. */
#include "seats.h"

#include <string.h>

bool seats_create(struct seats *seats, struct machine *machine, const struct engine *first,
                  const struct engine *second)
{
    *seats = (struct seats){.machine = machine, .seat = {{.engine = first}, {.engine = second}}};
    seats->seat[0].state = first->create(machine);
    return seats->seat[0].state != NULL;
}

void seats_destroy(struct seats *seats)
{
    for (unsigned k = 0; k < SEATS; k++)
        if (seats->seat[k].state != NULL)
            seats->seat[k].engine->destroy(seats->seat[k].state);
    snapshot_free_room(&seats->carried);
}

struct stats seats_count(const struct seats *seats)
{
    const struct seat *seat = seats_now(seats);
    struct snapshot_state counted = {.stats = seats->machine->stats};
    if (seats->machine->end == END_RUNNING)
        (void)seat->engine->save(seat->state, &counted);
    return counted.stats;
}

bool seats_prepare(struct seats *seats)
{
    struct machine *machine = seats->machine;
    struct snapshot_state *carried = &seats->carried;
    const struct seat *from = seats_now(seats);
    struct seat *to = &seats->seat[SEATS - 1 - seats->now];
    if (to->state == NULL)
        to->state = to->engine->create(machine);
    return to->state != NULL && from->engine->save(from->state, carried) &&
           (carried->pps != NULL || snapshot_make_room(carried, machine->config.pps));
}

bool seats_move(struct seats *seats)
{
    struct machine *machine = seats->machine;
    struct snapshot_state *carried = &seats->carried;
    const struct seat *from = seats_now(seats), *to = &seats->seat[SEATS - 1 - seats->now];
    carried->stats = machine->stats;
    if (!from->engine->save(from->state, carried))
        return false;
    carried->first = 0;
    carried->count = machine->config.pps;
    memset(carried->pps, 0, carried->count * sizeof *carried->pps);
    from->engine->save_pps(from->state, carried);
    const struct stats kept = machine->stats;
    machine->stats = carried->stats;
    if (!to->engine->load(to->state, carried)) {
        machine->stats = kept;
        return false;
    }
    machine->tick_instructions = 0;
    seats->now = SEATS - 1 - seats->now;
    return true;
}
