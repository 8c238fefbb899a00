/* run.c - the host calls about the run and the machine: its end, random numbers, the layout of memory, the
 * program's arguments. */
#include <stdio.h>
#include <string.h>

#include "common/memory.h"
#include "sim/host/call.h"

bool call_exit(struct call *call)
{
    call->machine->status = (int)(call->registers->r3 & 0xff);
    call->machine->end = END_EXIT;
    return false;
}

bool call_panic(struct call *call)
{
    char text[200];
    return call_string(call, call->registers->r3, text, sizeof text) &&
           call_fault(call, FAULT_program_error, "program error: %s", text);
}

bool call_panic_at(struct call *call)
{
    call->pc = call->registers->r4;
    return call_panic(call);
}

/* " at FILE:LINE, in function NAME" of an instruction; of one of the library or runtime, " in NAME". */
static void write_place(const struct machine *machine, uint32_t pc, char *text, size_t size)
{
    const char *file;
    uint32_t line;
    char place[120];
    const bool is_users = pc < machine->program.count && machine->program.origins[pc] == ORIGIN_USER;
    if (is_users && object_find_line(&machine->object, pc, &file, &line)) {
        snprintf(text, size, " at %s", fault_place(&machine->object, pc, place, sizeof place));
    } else {
        const char *function = object_find_source_function(&machine->object, pc);
        snprintf(text, size, " in %.100s", function != NULL ? function : "the library");
    }
}

bool call_panic_hint(struct call *call)
{
    struct fault *fault = &call->machine->fault;
    char text[100], place[130];
    uint32_t string, pc;
    if (!call_load(call, call->registers->r5, &string) || !call_load(call, call->registers->r5 + 1, &pc) ||
        !call_string(call, string, text, sizeof text))
        return false;
    call_panic_at(call);
    if (text[0] != '\0' && fault->code == FAULT_program_error && fault->pp == call->pp &&
        fault->cycle == call->cycle) {
        write_place(call->machine, pc, place, sizeof place);
        fault_hint(fault, "%s%s", text, place);
    }
    return false;
}

/* The state of the PP's random numbers. */
static uint64_t *generator_of(struct call *call)
{
    struct host *host = call->host;
    const uint32_t pps = call->machine->config.pps;
    if (host->generators == NULL) {
        host->generators = memory_take(pps, sizeof *host->generators);
        for (uint32_t pp = 0; pp < pps; pp++)
            host->generators[pp] = policy_mix(policy_mix(call->machine->config.seed) + pp);
    }
    return &host->generators[call->pp];
}

bool call_random(struct call *call)
{
    uint64_t *state = generator_of(call);
    *state += 0x9e3779b97f4a7c15u; /* splitmix64 */
    call->registers->r3 = (uint32_t)(policy_mix(*state) >> 32);
    return true;
}

bool call_random_seed(struct call *call)
{
    *generator_of(call) = policy_mix(policy_mix(call->registers->r3) + call->pp);
    return true;
}

bool call_memory_layout(struct call *call)
{
    const struct memory *memory = &call->machine->memory;
    call->registers->r3 = call->machine->program.data_end;
    call->registers->r4 = memory->shared_words;
    call->registers->r5 = 1u << memory->private_shift;
    return true;
}

bool call_stack_layout(struct call *call)
{
    const struct memory *memory = &call->machine->memory;
    call->registers->r3 = memory_stack_address(memory, call->pp);
    call->registers->r4 = 1u << memory->stack_shift;
    return true;
}

bool call_argument_count(struct call *call)
{
    call->registers->r3 = call->machine->config.argument_count;
    return true;
}

bool call_argument(struct call *call)
{
    const struct machine_config *config = &call->machine->config;
    union hostcall_registers *registers = call->registers;
    if (registers->r3 >= config->argument_count) {
        registers->r3 = UINT32_MAX;
        return true;
    }
    const char *argument = config->arguments[registers->r3];
    size_t length = strlen(argument);
    for (size_t i = 0; i <= length && i < registers->r5; i++) {
        bool is_end = i == length || i + 1 == registers->r5;
        if (!call_store(call, registers->r4 + (uint32_t)i, is_end ? 0 : (unsigned char)argument[i]))
            return false;
    }
    registers->r3 = (uint32_t)length;
    return true;
}
