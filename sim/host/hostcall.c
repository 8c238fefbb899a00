/* hostcall.c - the table of functions for host calls; host calls of many PPs at once. */
#include "sim/host/hostcall.h"

#include "sim/host/call.h"

static enum hostcall_outcome (*const calls[])(struct call *call) = {
#define HOSTCALL(number, name, text) [number] = call_##name,
#include "asm/tables/hostcall.def"
};

static enum hostcall_outcome serve(struct call *call)
{
    if (!call_goes_on(call))
        return HOSTCALL_FAULT;
    if (hostcall_name(call->number) == NULL)
        return call_fault(call, FAULT_host_call, "there is no host call %u", call->number);
    const enum hostcall_outcome outcome = calls[call->number](call);
    if (call->handle == CALL_STANDARD_ERROR) /* what is printed there must be visible at once */
        output_flush(&call->host->errors);
    return outcome;
}

enum hostcall_outcome hostcall_serve(struct machine *machine, uint32_t number, uint32_t pp, uint32_t pc,
                                     uint64_t cycle, struct hostcall_registers *registers)
{
    struct call call = {.machine = machine,
                        .host = machine->host,
                        .number = number,
                        .pp = pp,
                        .pc = pc,
                        .cycle = cycle,
                        .registers = registers,
                        .handle = CALL_STANDARD_OUTPUT};
    machine->stats.host_calls++;
    if (machine->ranks != NULL)
        return call_serve_for_all(&call, serve);
    if (machine->counts != NULL)
        machine->counts->served[pc]++;
    if (machine->journal != NULL)
        journal_note(machine->journal,
                     &(struct journal_entry){
                         .cycle = cycle, .pc = pc, .place = pc, .hint = number, .kind = JOURNAL_HOST},
                     &pp, 1);
    return serve(&call);
}

/* ---- the same of many PPs */

enum {
#define HOSTCALL(number, name, text) NUMBER_##name = number,
#include "asm/tables/hostcall.def"
};

bool hostcall_stores(uint32_t number)
{
    switch (number) {
    case NUMBER_read_words:
    case NUMBER_argument:
    case NUMBER_format_string:
    case NUMBER_format_limited:
    case NUMBER_real_parse:
    case NUMBER_real_read:
        return true;
    default:
        return false;
    }
}

bool hostcall_serve_even(struct machine *machine, uint32_t number, uint32_t pp, uint32_t count,
                         struct hostcall_even *even)
{
    static const uint8_t results[] = {
        [NUMBER_memory_layout] = 3, [NUMBER_stack_layout] = 2, [NUMBER_argument_count] = 1};
    struct hostcall_registers of[2] = {{0}}; /* of the first PP and the one after it */
    if (number >= sizeof results || results[number] == 0)
        return false;
    for (uint32_t n = 0; n < 2; n++) {
        struct call call = {.machine = machine, .host = machine->host, .pp = pp + n, .registers = &of[n]};
        calls[number](&call);
    }
    *even = (struct hostcall_even){.results = results[number],
                                   .base = {of[0].r3, of[0].r4, of[0].r5},
                                   .stride = {of[1].r3 - of[0].r3, of[1].r4 - of[0].r4, of[1].r5 - of[0].r5}};
    machine->stats.host_calls += count;
    return true;
}

const struct known_format *hostcall_find_format(struct machine *machine, uint32_t number, uint32_t format)
{
    return number == NUMBER_print_format ? call_find_format(machine, format) : NULL;
}

uint32_t hostcall_serve_prints(struct machine *machine, const struct known_format *format,
                               struct known_print *prints, uint32_t count)
{
    count = call_print_known(machine, format, prints, count);
    machine->stats.host_calls += count;
    return count;
}
