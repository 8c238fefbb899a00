/* deadlock.c - see deadlock.h. */
#include "deadlock.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "asm/isa.h"
#include "asm/object.h"

/* ---- where a PP waits */

enum { MOST_FRAMES = 16 }; /* of the library, one in the other */

/* Whether an instruction belongs to runtime or library, so that the user wants to know who called it. */
static bool is_library(const struct machine *machine, uint32_t pc)
{
    static const char folder[] = "fork-rt/";
    const char *file;
    uint32_t line, offset;
    const char *function = object_find_function(&machine->object, pc, &offset);
    if (function != NULL && strncmp(function, "__fork_", 7) == 0)
        return true;
    return object_find_line(&machine->object, pc, &file, &line) && strstr(file, folder) != NULL;
}

static bool is_call(const struct machine *machine, uint32_t pc)
{
    if (pc >= machine->program.count)
        return false;
    const unsigned opcode = machine->program.code[pc].opcode;
    return opcode == OP_call || opcode == OP_callr;
}

/* The word at an address, as a PP sees it; 0 if there is none. */
static uint32_t word_at(const struct machine *machine, uint32_t pp, uint32_t address)
{
    const uint32_t index = memory_index(&machine->memory, pp, address);
    return index == MEMORY_ILLEGAL ? 0 : machine->memory.cells[index];
}

static bool is_of_start(const struct machine *machine, uint32_t pc)
{
    uint32_t offset;
    const char *function = object_find_function(&machine->object, pc, &offset);
    return function != NULL && strcmp(function, "__fork_start") == 0;
}

/* The call that led a PP into the library, or its own instruction. A function of the library that calls
 * others keeps the address that it returns to in its frame, behind its caller's frame pointer (docs/abi.md);
 * only __fork_start, which has no frame, keeps it in a1. */
static uint32_t place_of(const struct machine *machine, const struct deadlock_pp *pp)
{
    uint32_t at = pp->pc, frame = pp->fp;
    if (!is_library(machine, at))
        return at;
    at = pp->ra - 1;
    if (is_of_start(machine, at))
        at = pp->a1 - 1;
    for (unsigned depth = 0; depth < MOST_FRAMES && is_call(machine, at); depth++) {
        if (!is_library(machine, at))
            return at;
        at = word_at(machine, pp->pp, frame + 1) - 1;
        frame = word_at(machine, pp->pp, frame);
    }
    return pp->pc;
}

/* Whether two instructions are of one source line, or the same. */
static bool is_same_line(const struct machine *machine, uint32_t a, uint32_t b)
{
    const char *file_a, *file_b;
    uint32_t line_a, line_b;
    if (a == b)
        return true;
    return object_find_line(&machine->object, a, &file_a, &line_a) &&
           object_find_line(&machine->object, b, &file_b, &line_b) && line_a == line_b &&
           strcmp(file_a, file_b) == 0;
}

/* ---- the report */

void deadlock_add(struct deadlock *report, const struct machine *machine, const struct deadlock_pp *pp)
{
    const uint32_t at = place_of(machine, pp);
    report->looping += !pp->in_barrier;
    report->lowest_ended += pp->pp == report->lowest_ended;
    for (unsigned k = 0; k < report->places; k++) {
        struct deadlock_place *place = &report->place[k];
        if (place->first.in_barrier == pp->in_barrier && (!pp->in_barrier || place->first.gp == pp->gp) &&
            is_same_line(machine, place->first.pc, at)) {
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
    place->first.pc = at;
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

static void tell_place(const struct machine *machine, const struct deadlock_place *place, char *text,
                       size_t size)
{
    const struct deadlock_pp *first = &place->first;
    char name[100];
    fault_place(&machine->object, first->pc, name, sizeof name);
    const char *at = strncmp(name, "in ", 3) == 0 ? "" : "at "; /* no line, but a function */
    append(text, size, "%s%u PP%s", text[0] != '\0' ? "; " : "", place->count, plural(place->count));
    if (first->in_barrier)
        append(text, size, " in group 0x%08x, PP %u since cycle %llu %s%s", first->gp, first->pp,
               (unsigned long long)first->since, at, name);
    else
        append(text, size, " in a loop, PP %u %s%s", first->pp, at,
               name[0] != '\0' ? name : "an unknown line");
}

void deadlock_end(const struct deadlock *report, struct machine *machine, uint32_t running, uint64_t cycle)
{
    const uint32_t ended = machine->config.pps - running;
    const struct deadlock_pp *first = &report->place[0].first;
    char text[sizeof machine->fault.hint] = "";
    for (unsigned k = 0; k < report->places; k++)
        tell_place(machine, &report->place[k], text, sizeof text);
    if (report->others)
        append(text, sizeof text, "; %u elsewhere", report->others);
    if (ended == 1)
        append(text, sizeof text, "; PP %u has ended", report->lowest_ended);
    else if (ended)
        append(text, sizeof text, "; %u PPs have ended, PP %u among them", ended, report->lowest_ended);
    if (report->looping == 0)
        fault_set(&machine->fault, FAULT_deadlock, first->pp, first->pc, first->since,
                  "deadlock: all %u running PPs wait in barriers that cannot complete", running);
    else
        fault_set(&machine->fault, FAULT_deadlock, first->pp, first->pc, cycle,
                  "deadlock: none of the %u running PPs changes anything that another one could wait for",
                  running);
    fault_hint(&machine->fault, "%s", text);
    machine->end = END_FAULT;
}
