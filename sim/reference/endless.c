/* endless.c - runs of the reference engine that do not end by themselves: too long, in a deadlock, in an
 * endless loop. Called between and within cycles by reference.c. */
#include <stdlib.h>
#include <string.h>

#include "asm/isa.h"
#include "sim/machine/deadlock.h"
#include "sim/machine/follow/follow.h"
#include "faulty.h"
#include "sim/isa/system.h"
#include "state.h"

/* ---- too long */

void endless_runaway(struct reference *reference)
{
    struct machine *machine = reference->machine;
    const struct pp *lowest = reference->running_count != 0
                                  ? reference->running[0]
                                  : &reference->pps[faulty_first_asleep(reference)]; /* all stand still */
    for (uint32_t k = reference->running_count; k-- > 0;)
        if (reference->barrier_since[reference->running[k]->number] == 0)
            lowest = reference->running[k]; /* not the waiting PP, but the one that it waits for */
    fault_runaway(&machine->fault, machine, lowest->number, lowest->reg[1]);
    machine->end = END_FAULT;
}

/* ---- deadlock */

/* Whether the PP has waited long in its barrier and repeats a loop there. */
static bool waits_for_ever(const struct reference *reference, const struct pp *pp)
{
    const struct late *late = &pp->late[~reference->cycle & 1]; /* pending from the previous cycle */
    if (!deadlock_has_waited(reference->barrier_since[pp->number] - 1, reference->cycle) ||
        precision_is_busy(&reference->precision, pp->number))
        return false;
    struct follow follow = {.flags = pp->flags,
                            .late_target = late->target,
                            .late_value = late->value,
                            .pp = pp->number,
                            .cycle = reference->cycle};
    memcpy(follow.reg, pp->reg, sizeof follow.reg);
    return follow_finds_circle(reference->machine, &follow);
}

static bool all_wait_in_barriers(const struct reference *reference)
{
    bool wait = deadlock_is_asked(reference->cycle) && reference->waiting_count == reference->running_count;
    for (uint32_t k = 0; k < reference->running_count && wait; k++)
        wait = waits_for_ever(reference, reference->running[k]);
    return wait;
}

static void explain(struct reference *reference)
{
    struct deadlock report = {.places = 0};
    for (uint32_t k = 0; k < reference->running_count; k++) {
        const struct pp *pp = reference->running[k];
        const uint64_t since = reference->barrier_since[pp->number];
        const struct deadlock_pp waiting = {.at = {.pp = pp->number,
                                                   .pc = pp->reg[1],
                                                   .a1 = pp->reg[MACHINE_A1],
                                                   .sp = pp->reg[MACHINE_SP],
                                                   .fp = pp->reg[MACHINE_FP],
                                                   .ra = pp->reg[MACHINE_RA]},
                                            .gp = pp->reg[MACHINE_GP],
                                            .in_barrier = since != 0,
                                            .since = since - 1};
        deadlock_add(&report, reference->machine, &waiting);
    }
    deadlock_end(&report, reference->machine, reference->running_count, reference->cycle);
}

/* ---- round in circles */

/* Programs that make progress change something sooner than that; only then PPs are examined. */
enum { QUIET_CYCLES = 64 };

static void stop_watching(struct reference *reference)
{
    circle_next(&reference->watch.clock, reference->cycle, reference->watch.cycles);
    reference->watch.cycles = 0;
}

/* Whether the PP's next action depends on more than its state and what others can see. */
static bool depends_on_more(const struct machine *machine, const struct pp *pp)
{
    if (pp->reg[1] >= machine->program.count)
        return true; /* a fault */
    const struct instruction *i = &machine->program.code[pp->reg[1]];
    const uint8_t work = system_rows[i->opcode].work;
    if (work == SYSTEM_LOAD) {
        const uint32_t a = pp->reg[i->rs], b = pp->reg[i->rt] + i->constant;
        const struct memory_place place =
            memory_place(&machine->memory, pp->number, system_address(i->opcode, a, b));
        return place.region != MEMORY_REGION_SHARED && place.owner != pp->number;
    }
    return work == SYSTEM_CYCLE || work == SYSTEM_HOST || work == SYSTEM_HALT ||
           (i->traits & DECODE_REAL) != 0;
}

static void look_at(struct circle_pp *seen, const struct pp *pp, uint64_t cycle)
{
    const struct late *late = &pp->late[~cycle & 1]; /* pending from the previous cycle */
    struct circle_state state = {.flags = pp->flags, .cycle = cycle, .late_target = late->target};
    for (unsigned r = 1; r < 32; r++)
        state.r[r] = pp->reg[r];
    if (late->target != DECODE_SINK)
        state.late_value = late->value;
    circle_look(seen, &state);
}

/* Examines all PPs. True: each repeats its state. */
static bool look_around(struct reference *reference)
{
    struct watch *watch = &reference->watch;
    bool all_back = true;
    for (uint32_t k = 0; k < reference->running_count && watch->cycles != 0; k++) {
        const struct pp *pp = reference->running[k];
        struct circle_pp *seen = &watch->pps[pp->number];
        if (depends_on_more(reference->machine, pp))
            stop_watching(reference);
        else if (watch->cycles >= QUIET_CYCLES && circle_wants(seen, pp->reg[1]))
            look_at(seen, pp, reference->cycle);
        all_back = all_back && seen->is_back;
    }
    return all_back && watch->cycles != 0;
}

/* Begins a watch if it is due. */
static void watch_if_due(struct reference *reference)
{
    struct watch *watch = &reference->watch;
    const uint32_t pps = reference->machine->config.pps;
    if (reference->cycle < watch->clock.due)
        return;
    free(watch->pps);
    watch->pps = calloc(pps, sizeof *watch->pps);
    if (watch->pps == NULL)
        stop_watching(reference);
    else
        watch->cycles = 1;
    watch->longest = circle_length(reference->cycle);
}

/* The change of a cell by the requests of one PP: in one of its own areas it is part of the PP's state. */
static void watch_change(struct reference *reference, uint32_t pp, uint32_t index, uint32_t after)
{
    const struct memory *memory = &reference->machine->memory;
    const uint32_t before = memory->cells[index];
    if (before == after)
        return;
    const struct memory_place place = memory_place(memory, pp, memory_address(memory, index));
    if (place.region == MEMORY_REGION_SHARED || place.owner != pp)
        stop_watching(reference);
    else
        circle_own_store(&reference->watch.pps[pp], index, before, after);
}

void endless_watch_requests(struct reference *reference)
{
    const struct requests *requests = &reference->requests;
    const struct machine *machine = reference->machine;
    for (uint32_t k = 0; k < requests->store_count && reference->watch.cycles != 0; k++)
        watch_change(reference, requests->stores[k].pp, requests->stores[k].index, requests->stores[k].value);
    for (uint32_t k = 0; k < requests->combine_count && reference->watch.cycles != 0; k++) {
        const struct request *combine = &requests->combines[k];
        const uint32_t cell = machine->memory.cells[combine->index];
        if (requests_combine(machine, combine, cell) != cell)
            stop_watching(reference);
    }
}

bool endless_is_deadlock(struct reference *reference)
{
    struct watch *watch = &reference->watch;
    if (faulty_asleep(reference) != 0) /* a PP will wake up */
        return false;
    if (watch->cycles == 0 && !faulty_goes_on(reference))
        watch_if_due(reference);
    else if (watch->cycles != 0 && (faulty_goes_on(reference) || ++watch->cycles > watch->longest))
        stop_watching(reference);
    if (!all_wait_in_barriers(reference) && (watch->cycles == 0 || !look_around(reference)))
        return false;
    explain(reference);
    return true;
}
