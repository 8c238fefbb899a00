/* hostcall.c - the table of functions for host calls; host calls of many PPs at once. */
#include "sim/host/hostcall.h"

#include "sim/host/call.h"

static bool (*const calls[])(struct call *call) = {
#define HOSTCALL(number, name, text) [number] = call_##name,
#include "asm/tables/hostcall.def"
};

/* What a call begins with: R3 is a handle; and what it may do beside giving results. */
enum { READS_FILE = 1, WRITES_FILE = 2, STORES = 4 };
static const uint8_t traits[sizeof calls / sizeof calls[0]] = {
    [NUMBER_read_words] = READS_FILE | STORES,
    [NUMBER_write_words] = WRITES_FILE,
    [NUMBER_file_read_char] = READS_FILE,
    [NUMBER_file_write_char] = WRITES_FILE,
    [NUMBER_file_write_string] = WRITES_FILE,
    [NUMBER_file_print_format] = WRITES_FILE,
    [NUMBER_argument] = STORES,
    [NUMBER_format_string] = STORES,
    [NUMBER_format_limited] = STORES,
    [NUMBER_real_parse] = STORES,
    [NUMBER_real_read] = READS_FILE | STORES,
};

bool hostcall_stores(uint32_t number)
{
    return number < sizeof traits && (traits[number] & STORES) != 0;
}

static bool carry_out(struct call *call)
{
    if (hostcall_name(call->number) == NULL)
        return call_fault(call, FAULT_host_call, "there is no host call %u", call->number);
    const unsigned trait = traits[call->number];
    return ((trait & (READS_FILE | WRITES_FILE)) == 0 ||
            call_take_handle(call, (trait & WRITES_FILE) != 0)) &&
           calls[call->number](call);
}

static enum hostcall_outcome serve(struct call *call)
{
    const bool goes_on = call_goes_on(call) && carry_out(call);
    if (call->handle == CALL_STANDARD_ERROR) /* what is printed there must be visible at once */
        output_flush(&call->host->errors);
    return goes_on ? HOSTCALL_DONE : call->ends_run ? HOSTCALL_END : HOSTCALL_FAULT;
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
