/* hostcall.c - the table of host calls; host calls of many PPs at once. */
#include "sim/host/call.h"

const struct hostcall_row *hostcall_find(uint32_t number)
{
    static const struct hostcall_row rows[] = {
#define HOSTCALL(number, name, r3, r4, r5, what, text)                                                       \
    [number] = {#name, {TAKES_##r3, TAKES_##r4, TAKES_##r5}, what, call_##name},
#include "asm/tables/hostcall.def"
    };
    return number < sizeof rows / sizeof rows[0] ? &rows[number] : NULL;
}

enum hostcall_access hostcall_access(uint32_t number)
{
    const struct hostcall_row *row = hostcall_find(number);
    unsigned most = TAKES_NONE;
    for (unsigned k = 0; row != NULL && k < 3; k++)
        most = row->takes[k] > most ? row->takes[k] : most;
    return most >= TAKES_ROOM ? HOSTCALL_WRITES : most >= TAKES_STRING ? HOSTCALL_READS : HOSTCALL_KEEPS_AWAY;
}

static bool carry_out(struct call *call)
{
    const struct hostcall_row *row = call->row;
    if (row == NULL)
        return call_fault(call, FAULT_host_call, "there is no host call %u", call->number);
    const bool is_written = row->takes[0] == TAKES_WRITTEN_FILE;
    call->arguments = call->registers->word + is_written;
    return ((!is_written && row->takes[0] != TAKES_READ_FILE) || call_take_handle(call, is_written)) &&
           row->serve(call);
}

static bool serve(struct call *call)
{
    const bool goes_on = call_goes_on(call) && carry_out(call);
    if (!goes_on && call->machine->end != END_EXIT)
        call->machine->end = END_FAULT;
    if (call->handle == CALL_STANDARD_ERROR) /* what is printed there must be visible at once */
        output_flush(&call->host->errors);
    return goes_on;
}

bool hostcall_serve(struct machine *machine, uint32_t number, uint32_t pp, uint32_t pc, uint64_t cycle,
                    union hostcall_registers *registers)
{
    struct call call = {.machine = machine,
                        .host = machine->host,
                        .number = number,
                        .row = hostcall_find(number),
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

bool hostcall_serve_even(struct machine *machine, uint32_t number, uint32_t pp, uint32_t count,
                         struct hostcall_even *even)
{
    static const uint8_t results[] = {
        [NUMBER_memory_layout] = 3, [NUMBER_stack_layout] = 2, [NUMBER_argument_count] = 1};
    union hostcall_registers of[2] = {{{0}}}; /* of the first PP and the one after it */
    if (number >= sizeof results || results[number] == 0)
        return false;
    for (uint32_t n = 0; n < 2; n++) {
        struct call call = {.machine = machine, .host = machine->host, .pp = pp + n, .registers = &of[n]};
        hostcall_find(number)->serve(&call);
    }
    *even = (struct hostcall_even){.results = results[number], .base = of[0]};
    for (unsigned n = 0; n < 3; n++)
        even->stride.word[n] = of[1].word[n] - of[0].word[n];
    machine->stats.host_calls += count;
    return true;
}
