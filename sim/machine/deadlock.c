/* deadlock.c - see deadlock.h. */
#include "deadlock.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "asm/isa.h"
#include "asm/object.h"

/* The call that led into a routine of the runtime, or the instruction itself. */
static uint32_t place_of(const struct machine *machine, uint32_t pc, uint32_t link)
{
    uint32_t offset;
    const char *function = object_find_function(&machine->object, pc, &offset);
    const uint32_t caller = link - 1;
    const bool is_runtime = function != NULL && strncmp(function, "__fork_", 7) == 0;
    if (!is_runtime || caller >= machine->program.count)
        return pc;
    const unsigned opcode = machine->program.code[caller].opcode;
    return opcode == OP_call || opcode == OP_callr ? caller : pc;
}

void deadlock_add(struct deadlock *report, const struct machine *machine, uint32_t pp, uint32_t pc,
                  uint32_t link, uint32_t group, uint64_t since)
{
    const uint32_t at = place_of(machine, pc, link);
    for (unsigned k = 0; k < report->places; k++) {
        struct deadlock_place *place = &report->place[k];
        if (place->group == group && place->pc == at) {
            place->count++;
            return;
        }
    }
    if (report->places == DEADLOCK_PLACES)
        report->others++;
    else
        report->place[report->places++] =
            (struct deadlock_place){.group = group, .pc = at, .count = 1, .first = pp, .since = since};
}

static const char *plural(uint32_t count)
{
    return count == 1 ? "" : "s";
}

/* Adds to a text of `size` characters as much as fits. */
static void append(char *text, size_t size, const char *format, ...) __attribute__((format(printf, 3, 4)));
static void append(char *text, size_t size, const char *format, ...)
{
    const size_t used = strlen(text);
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(text + used, size - used, format, arguments);
    va_end(arguments);
}

void deadlock_end(const struct deadlock *report, struct machine *machine, uint32_t running)
{
    const uint32_t ended = machine->config.pps - running;
    char text[sizeof machine->fault.hint] = "";
    for (unsigned k = 0; k < report->places; k++) {
        const struct deadlock_place *place = &report->place[k];
        char name[100];
        append(text, sizeof text, "%s%u PP%s in group 0x%08x, PP %u since cycle %llu at %s", k ? "; " : "",
               place->count, plural(place->count), place->group, place->first,
               (unsigned long long)place->since, fault_place(&machine->object, place->pc, name, sizeof name));
    }
    if (report->others)
        append(text, sizeof text, "; %u elsewhere", report->others);
    if (ended)
        append(text, sizeof text, "; %u PP%s ended", ended, ended == 1 ? " has" : "s have");
    fault_set(&machine->fault, FAULT_deadlock, report->place[0].first, report->place[0].pc,
              report->place[0].since, "deadlock: all %u running PPs wait in barriers that cannot complete",
              running);
    fault_hint(&machine->fault, "%s", text);
    machine->end = END_FAULT;
}
