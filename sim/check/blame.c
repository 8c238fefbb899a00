/* blame.c - places, names and texts of the checker's findings (check_state.h). */
#include <stdarg.h>
#include <stdio.h>

#include "check_state.h"
#include "sim/machine/caller.h"

const char *const deed_texts[] = {
    [DEED_HINT] = "comes to a hint",         [DEED_LEAVE] = "leaves",    [DEED_HALT] = "halts",
    [DEED_SYS] = "calls the host",           [DEED_LOAD] = "loads from", [DEED_STORE] = "stores to",
    [DEED_COMBINE] = "does a multiprefix on"};

/* The user's call that led to this step. */
static struct caller blame_caller(const struct check *check)
{
    return caller_find(check->machine, caller_observed(check->now, &check->step));
}

uint32_t blame_pc(const struct check *check)
{
    const bool is_users = check->machine->program.origins[check->step.pc] == ORIGIN_USER;
    return is_users ? check->step.pc : blame_caller(check).pc;
}

const char *blame_place(const struct check *check, uint32_t pc, char text[PLACE_SIZE])
{
    fault_place(&check->machine->object, pc, text, PLACE_SIZE);
    if (text[0] == '\0')
        snprintf(text, PLACE_SIZE, "pc %u", pc);
    return text;
}

struct moment moment_of(const struct check *check)
{
    return (struct moment){.pp = check->step.pp, .pc = blame_pc(check), .cycle = check->cycle};
}

void blame_moment(const struct check *check, struct fault *fault, struct moment moment, const char *did,
                  const char *rest)
{
    char place[PLACE_SIZE];
    fault_hint(fault, "PP %u %s in cycle %llu at %s%s", moment.pp, did, (unsigned long long)moment.cycle,
               blame_place(check, moment.pc, place), rest);
}

bool blame(struct check *check, struct warning *warning, const char *format, ...)
{
    const struct caller caller = blame_caller(check);
    struct fault *fault = warning != NULL ? &warning->what : &check->machine->fault;
    char text[sizeof fault->text], more[80] = "";
    uint32_t offset;
    const bool is_inside =
        warning == NULL && check->code[check->step.pc].is_runtime && caller.pc != check->step.pc;
    const char *routine =
        is_inside ? object_find_function(&check->machine->object, check->step.pc, &offset) : NULL;
    if (routine != NULL)
        snprintf(more, sizeof more, " (in %.60s)", routine);
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    fault_set(fault, FAULT_check, check->step.pp, caller.pc, check->cycle, "%s%s", text, more);
    fault->routine = caller_routine(check->machine, &caller);
    return false;
}

/* Gives a warning the cell at a global address. */
static void set_cell(const struct check *check, struct warning *warning, uint32_t address)
{
    warning->address = address;
    cell_name(check->machine, address, warning->cell);
}

struct warning *blame_cell(struct check *check, const char *kind, uint32_t key, uint32_t address)
{
    const struct memory *memory = &check->machine->memory;
    struct warning *warning = warnings_add(&check->machine->arena, &check->machine->warnings, kind,
                                           check->places[blame_pc(check)], key);
    if (warning != NULL)
        set_cell(check, warning, memory_address(memory, memory_index(memory, check->step.pp, address)));
    return warning;
}

struct warning *blame_note(struct check *check, const char *kind, uint32_t pc, uint32_t address)
{
    const uint32_t place = pc < check->machine->program.count ? check->places[pc] : pc;
    struct warning *warning = warnings_add(&check->machine->arena, &check->machine->mishaps, kind, place, 0);
    if (warning != NULL && address != MEMORY_ILLEGAL)
        set_cell(check, warning, address);
    else if (warning != NULL)
        warning->has_no_cell = true;
    return warning;
}
