/* deadlock.c - see deadlock.h. */
#include "deadlock.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "common/plural.h"
#include "asm/object.h"
#include "lines.h"

void deadlock_add(struct deadlock *report, struct machine *machine, const struct deadlock_pp *pp)
{
    const uint32_t at = caller_find(machine, &pp->at).pc;
    if (report->lines == NULL)
        report->lines = lines_first(machine);
    report->looping += !pp->in_barrier;
    report->lowest_ended += pp->at.pp == report->lowest_ended;
    for (unsigned k = 0; k < report->places; k++) {
        struct deadlock_place *place = &report->place[k];
        if (place->first.in_barrier == pp->in_barrier && (!pp->in_barrier || place->first.gp == pp->gp) &&
            report->lines[place->first.at.pc] == report->lines[at]) {
            place->count++;
            return;
        }
    }
    if (report->places == DEADLOCK_PLACES) {
        report->others++;
        return;
    }
    struct deadlock_place *place = &report->place[report->places++];
    *place = (struct deadlock_place){.first = *pp, .count = 1};
    place->first.at.pc = at;
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
    const long symbol = object_find_symbol(&machine->object, "__fork_world");
    return symbol >= 0 && machine->object.symbols[symbol].value == gp;
}

static void print_place(const struct machine *machine, const struct deadlock_place *place, char *text,
                        size_t size)
{
    const struct deadlock_pp *first = &place->first;
    char name[100];
    fault_place(&machine->object, first->at.pc, name, sizeof name);
    const char *at = strncmp(name, "in ", 3) == 0 ? "" : "at "; /* no line, but a function */
    append(text, size, "%s%u PP%s", text[0] != '\0' ? "; " : "", place->count, plural(place->count));
    if (first->in_barrier)
        append(text, size, " in group 0x%08x%s, PP %u since cycle %llu %s%s", first->gp,
               is_world(machine, first->gp) ? " (all PPs)" : "", first->at.pp,
               (unsigned long long)first->since, at, name);
    else
        append(text, size, " in a loop, PP %u %s%s", first->at.pp, at,
               name[0] != '\0' ? name : "an unknown line");
}

void deadlock_end(const struct deadlock *report, struct machine *machine, uint32_t running, uint64_t cycle)
{
    const uint32_t ended = machine->config.pps - running;
    const struct deadlock_pp *first = &report->place[0].first;
    char text[sizeof machine->fault.hint] = "";
    for (unsigned k = 0; k < report->places; k++)
        print_place(machine, &report->place[k], text, sizeof text);
    if (report->others)
        append(text, sizeof text, "; %u elsewhere", report->others);
    if (ended == 1)
        append(text, sizeof text, "; PP %u has ended", report->lowest_ended);
    else if (ended)
        append(text, sizeof text, "; %u PPs have ended, PP %u among them", ended, report->lowest_ended);
    if (report->looping == 0 && running == 1)
        fault_set(&machine->fault, FAULT_deadlock, first->at.pp, first->at.pc, first->since,
                  "deadlock: the only running PP waits in a barrier that cannot complete");
    else if (report->looping == 0)
        fault_set(&machine->fault, FAULT_deadlock, first->at.pp, first->at.pc, first->since,
                  "deadlock: all %u running PPs wait in barriers that cannot complete", running);
    else if (running == 1)
        fault_set(&machine->fault, FAULT_deadlock, first->at.pp, first->at.pc, cycle,
                  "deadlock: the only running PP changes nothing, and no other PP can change anything");
    else
        fault_set(&machine->fault, FAULT_deadlock, first->at.pp, first->at.pc, cycle,
                  "deadlock: none of the %u running PPs changes anything that another PP could wait for",
                  running);
    fault_hint(&machine->fault, "%s", text);
    machine->end = END_FAULT;
}
