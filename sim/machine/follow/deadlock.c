/* deadlock.c - see deadlock.h. */
#include "deadlock.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "asm/object.h"
#include "common/plural.h"
#include "follow.h"
#include "sim/machine/caller.h"
#include "sim/machine/lines.h"

/* ---- the tests */

bool deadlock_have_waited(const struct deadlock_run *run)
{
    for (uint32_t pp = run->first; pp < run->end; pp++) {
        struct pp_view view;
        run->view(run->state, pp, &view);
        if (view.running && !(view.in_barrier && deadlock_has_waited(view.since, run->cycle)))
            return false;
    }
    return true;
}

/* At levels 1 to 5 a PP may have come to its barrier only after the cycle of the test. */
static bool repeats(const struct deadlock_run *run, uint32_t pp, bool for_long)
{
    struct pp_view view;
    run->view(run->state, pp, &view);
    if (!view.running)
        return true;
    if (view.is_busy || (view.in_barrier && view.since >= run->cycle))
        return false;
    const struct follow follow = follow_view(&view, pp);
    const uint64_t most = for_long ? circle_steps(run->cycle, run->machine->config.pps) : FOLLOW_MOST;
    return follow_round(run->machine, &follow, view.in_barrier, most) != 0;
}

bool deadlock_all_repeat(const struct deadlock_run *run, bool for_long, uint32_t *refuter)
{
    if (*refuter >= run->first && *refuter < run->end && !repeats(run, *refuter, for_long))
        return false;
    for (uint32_t pp = run->first; pp < run->end; pp++)
        if (!repeats(run, pp, for_long)) {
            *refuter = pp;
            return false;
        }
    return true;
}

/* ---- the report */

enum { PLACES = 3 }; /* places named in the report; others are counted */

/* PPs that wait in the barrier of one group, or loop, entered from one place. */
struct place {
    uint32_t pp, pc, gp; /* of the lowest */
    bool in_barrier;     /* otherwise they repeat a loop */
    uint64_t since;      /* cycle of its barrier_enter, if it is in a barrier */
    uint32_t count;
};

struct report {
    struct place place[PLACES];
    unsigned places;
    uint32_t running;
    uint32_t others;       /* PPs at further places */
    uint32_t looping;      /* PPs that are in no barrier */
    uint32_t lowest_ended; /* the lowest PP that does not run */
    const uint32_t *lines; /* lines_first */
};

/* A running PP; in ascending order. */
static void add(struct report *report, const struct machine *machine, uint32_t pp, const struct pp_view *view)
{
    const uint32_t pc = caller_find(machine, caller_registers(pp, view->pc, view->r)).pc;
    const uint32_t gp = view->r[MACHINE_GP];
    report->running++;
    report->looping += !view->in_barrier;
    report->lowest_ended += pp == report->lowest_ended;
    for (unsigned k = 0; k < report->places; k++) {
        struct place *place = &report->place[k];
        if (place->in_barrier == view->in_barrier && (!view->in_barrier || place->gp == gp) &&
            report->lines[place->pc] == report->lines[pc]) {
            place->count++;
            return;
        }
    }
    if (report->places == PLACES)
        report->others++;
    else
        report->place[report->places++] = (struct place){
            .pp = pp, .pc = pc, .gp = gp, .in_barrier = view->in_barrier, .since = view->since, .count = 1};
}

/* Appends as much to a text of `size` characters as fits. */
static void append(char *text, size_t size, const char *format, ...) __attribute__((format(printf, 3, 4)));
static void append(char *text, size_t size, const char *format, ...)
{
    const size_t used = strlen(text);
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(text + used, size - used, format, arguments);
    va_end(arguments);
}

/* Whether a group frame is that of all PPs, outside of groups. */
static bool is_world(const struct machine *machine, uint32_t gp)
{
    return gp == object_value_of(&machine->object, "__fork_world", ~gp);
}

static void print_place(const struct machine *machine, const struct place *place, char *text, size_t size)
{
    char name[100];
    fault_place(&machine->object, place->pc, name, sizeof name);
    const char *at = strncmp(name, "in ", 3) == 0 ? "" : "at "; /* no line, but a function */
    append(text, size, "%s%u PP%s", text[0] != '\0' ? "; " : "", place->count, plural(place->count));
    if (place->in_barrier)
        append(text, size, " in group 0x%08x%s, PP %u since cycle %llu %s%s", place->gp,
               is_world(machine, place->gp) ? " (all PPs)" : "", place->pp, (unsigned long long)place->since,
               at, name);
    else
        append(text, size, " in a loop, PP %u %s%s", place->pp, at,
               name[0] != '\0' ? name : "an unknown line");
}

/* Makes the report the fault of the machine. */
static void print(const struct report *report, struct machine *machine, uint64_t cycle)
{
    const struct place *first = &report->place[0];
    const uint32_t running = report->running, ended = machine->config.pps - running;
    const uint64_t since = report->looping == 0 ? first->since : cycle;
    char text[sizeof machine->fault.hint] = "", what[120];
    for (unsigned k = 0; k < report->places; k++)
        print_place(machine, &report->place[k], text, sizeof text);
    if (report->others)
        append(text, sizeof text, "; %u elsewhere", report->others);
    if (ended == 1)
        append(text, sizeof text, "; PP %u has ended", report->lowest_ended);
    else if (ended)
        append(text, sizeof text, "; %u PPs have ended, PP %u among them", ended, report->lowest_ended);
    if (report->looping == 0 && running == 1)
        snprintf(what, sizeof what, "the only running PP waits in a barrier that cannot complete");
    else if (report->looping == 0)
        snprintf(what, sizeof what, "all %u running PPs wait in barriers that cannot complete", running);
    else if (running == 1)
        snprintf(what, sizeof what,
                 "the only running PP changes nothing, and no other PP can change anything");
    else
        snprintf(what, sizeof what,
                 "none of the %u running PPs changes anything that another PP could wait for", running);
    fault_set(&machine->fault, FAULT_deadlock, first->pp, first->pc, since, "deadlock: %s", what);
    fault_hint(&machine->fault, "%s", text);
    machine->end = END_FAULT;
}

void deadlock_end(const struct deadlock_run *run)
{
    struct report report = {.lines = lines_first(run->machine)};
    for (uint32_t pp = run->first; pp < run->end; pp++) {
        struct pp_view view;
        run->view(run->state, pp, &view);
        if (view.running)
            add(&report, run->machine, pp, &view);
    }
    print(&report, run->machine, run->cycle);
}
