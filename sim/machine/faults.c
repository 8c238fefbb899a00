/* faults.c - texts of the faults that all engines share. Knows machine and memory; no engine. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "common/plural.h"
#include "common/stop.h"
#include "sim/machine/cell_name.h"
#include "sim/machine/machine.h"

/* An address that is no memory. */
static void fault_illegal(struct fault *fault, const struct machine *machine, const struct pp_access *access)
{
    static const char *const verbs[] = {
        [ACCESS_LOAD] = "load from", [ACCESS_STORE] = "store to", [ACCESS_MULTIPREFIX] = "multiprefix on"};
    const struct memory *memory = &machine->memory;
    if (!fault_set(fault, FAULT_illegal_access, access->pp, access->pc, access->cycle,
                   "illegal %s address 0x%08x", verbs[access->kind], access->address))
        return;
    if (access->address & MEMORY_PRIVATE)
        fault_hint(fault,
                   "private areas have %u word%s, 0x80000000 to 0x%08x; --private=WORDS makes them larger",
                   1u << memory->private_shift, plural(1u << memory->private_shift),
                   MEMORY_PRIVATE + (1u << memory->private_shift) - 1u);
    else if (access->address < memory->guard)
        fault_hint(fault, "the addresses below %u contain no data of this program: a null pointer?",
                   memory->guard);
    else
        fault_hint(fault, "memory ends at 0x%08x: %u shared words (--memory), stacks and private areas",
                   memory->end - 1u, memory->shared_words);
}

void fault_far(struct fault *fault, const struct machine *machine, const struct pp_access *access)
{
    const struct memory_place place = memory_place(&machine->memory, access->pp, access->address);
    if (fault_set(fault, FAULT_ranks, access->pp, access->pc, access->cycle,
                  "load from address 0x%08x: it is in an area of PP %" PRIu32
                  ", whose memory is on another rank",
                  access->address, place.owner))
        fault_hint(fault, "run without mpirun, or at a graining level from 1 to 4");
}

static void fault_stack(struct fault *fault, const struct machine *machine, const struct pp_access *access)
{
    const struct memory *memory = &machine->memory;
    uint32_t base = memory_stack_address(memory, access->pp);
    uint32_t words = 1u << memory->stack_shift;
    if (fault_set(fault, FAULT_stack_overflow, access->pp, access->pc, access->cycle,
                  "stack overflow: store to address 0x%08x outside the PP's own stack 0x%08x to 0x%08x",
                  access->address, base, base + words - 1u))
        fault_hint(fault, "a stack has %u word%s; --stack=WORDS makes it larger", words, plural(words));
}

uint32_t fault_or_cell(struct fault *fault, const struct machine *machine, const struct pp_access *access)
{
    const uint32_t index = memory_index(&machine->memory, access->pp, access->address);
    if (access->kind == ACCESS_STORE &&
        machine_stack_overflow(machine, access->base, access->address, access->pp)) {
        fault_stack(fault, machine, access);
        return MEMORY_ILLEGAL;
    }
    if (index == MEMORY_ILLEGAL)
        fault_illegal(fault, machine, access);
    return index;
}

void fault_instruction(struct fault *fault, const struct machine *machine, uint32_t pp, uint32_t pc,
                       uint64_t cycle)
{
    const uint32_t end = machine->program.count, first = program_has_trap(&machine->program);
    if (pc >= end) {
        if (fault_set(fault, FAULT_illegal_instruction, pp, pc, cycle,
                      "illegal instruction: pc outside the program"))
            fault_hint(fault, "the program has %u instruction%s, at %u to %u; is a halt or a return missing?",
                       end - first, plural(end - first), first, end - 1u);
    } else if (pc < first) {
        fault_set(fault, FAULT_illegal_instruction, pp, pc, cycle, "call of a null pointer");
    } else {
        fault_set(fault, FAULT_illegal_instruction, pp, pc, cycle, "illegal instruction: word 0x%08x",
                  machine->program.code[pc].word);
    }
}

void fault_division(struct fault *fault, uint32_t pp, uint32_t pc, uint64_t cycle)
{
    fault_set(fault, FAULT_division_by_zero, pp, pc, cycle, "division by zero");
}

/* "PP 3 (add at pc 17, sort.fork:12, in function merge)" */
static const char *describe_request(const struct machine *machine, const struct cell_request *request,
                                    char *text, size_t size)
{
    char place[160];
    fault_place(&machine->object, request->pc, place, sizeof place);
    snprintf(text, size, "PP %u at pc %u%s%s", request->pp, request->pc, place[0] != '\0' ? ", " : "", place);
    return text;
}

void fault_mixed(struct fault *fault, const struct machine *machine, const struct clash *clash,
                 uint64_t cycle)
{
    char other[200], cell[CELL_NAME_SIZE];
    if (fault_set(fault, FAULT_mixed_requests, clash->first.pp, clash->first.pc, cycle,
                  "mixed requests to %s in one cycle, the other by %s",
                  cell_name(machine, clash->address, cell),
                  describe_request(machine, &clash->second, other, sizeof other)))
        fault_hint(
            fault,
            "a cell takes stores or one kind of multiprefix in a cycle; --mixed-requests=ignore carries out "
            "multiprefix first, then stores");
}

void fault_conflict(struct fault *fault, const struct machine *machine, const struct clash *clash,
                    uint64_t cycle)
{
    char other[200], cell[CELL_NAME_SIZE];
    fault_set(fault, FAULT_write_conflict, clash->first.pp, clash->first.pc, cycle,
              "different values stored to %s in one cycle: 0x%08x, and 0x%08x by %s",
              cell_name(machine, clash->address, cell), clash->first.value, clash->second.value,
              describe_request(machine, &clash->second, other, sizeof other));
}

void fault_stopped(struct fault *fault, const struct machine *machine, uint32_t pp, uint32_t pc,
                   uint64_t cycle)
{
    const struct bounds *bounds = &machine->config.bounds;
    switch (machine_stop_reason(machine)) {
    case STOP_SECONDS:
        fault_set(fault, FAULT_max_seconds, pp, pc, cycle,
                  "the run takes longer than %g second%s (--max-seconds)", bounds->seconds,
                  bounds->seconds == 1 ? "" : "s");
        break;
    case STOP_MEMORY:
        fault_set(fault, FAULT_max_host_memory, pp, pc, cycle,
                  "the run uses more than %" PRIu64 " byte%s of the host's memory (--max-host-memory)",
                  bounds->host_memory, plural(bounds->host_memory));
        break;
    case STOP_CALLER:
        fault_set(fault, FAULT_interrupted, pp, pc, cycle, "stopped by the program that started the run");
        break;
    default:
        fault_set(fault, FAULT_interrupted, pp, pc, cycle, "stopped by a signal (%s)", stop_signal_name());
    }
}

void fault_runaway(struct machine *machine)
{
    const uint64_t limit = machine->config.max_cycles;
    fault_set(&machine->fault, FAULT_runaway, FAULT_NO_PP, 0, limit,
              "runaway: still running after %llu cycle%s (--max-cycles)", (unsigned long long)limit,
              plural(limit));
    machine->end = END_FAULT;
}
