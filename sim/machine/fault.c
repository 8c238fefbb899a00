/* fault.c - the reason of a stop, its one-line message, and the texts of the faults that all engines share.
 * Knows machine and memory; no engine. */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

#include "common/message.h"
#include "common/plural.h"
#include "common/stop.h"
#include "sim/machine/cell_name.h"
#include "sim/machine/machine.h"

static const struct {
    int code;
    const char *name;
} exit_codes[] = {
#define EXIT_STATUS(code, kind, name, text) {code, #name},
#include "exit.def"
};

bool fault_is_earlier(const struct fault *fault, const struct fault *than)
{
    return than->code == FAULT_NONE || fault->cycle < than->cycle ||
           (fault->cycle == than->cycle && fault->pp < than->pp);
}

bool fault_set(struct fault *fault, int code, uint32_t pp, uint32_t pc, uint64_t cycle, const char *format,
               ...)
{
    const struct fault now = {.code = code, .pp = pp, .pc = pc, .cycle = cycle};
    if (!fault_is_earlier(&now, fault))
        return false;
    *fault = now;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(fault->text, sizeof fault->text, format, arguments);
    va_end(arguments);
    return true;
}

void fault_hint(struct fault *fault, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(fault->hint, sizeof fault->hint, format, arguments);
    va_end(arguments);
}

const char *fault_place(const struct object *object, uint32_t pc, char *text, size_t size)
{
    const char *file;
    uint32_t line;
    size_t used = 0;
    text[0] = '\0';
    if (object_find_line(object, pc, &file, &line))
        used = (size_t)snprintf(text, size, "%s:%u", file, line);
    const char *function = object_find_source_function(object, pc);
    if (function != NULL && used < size)
        snprintf(text + used, size - used, "%sin function %s", used > 0 ? ", " : "", function);
    return text;
}

void fault_print(const struct fault *fault, const char *word, const struct object *object, FILE *stream)
{
    const unsigned long long cycle = fault->cycle;
    const char *routine = fault->routine;
    if (fault->pp == FAULT_NO_PP) {
        message_line(stream, "pramsim: %s: %s: cycle %llu", word, fault->text, cycle);
    } else {
        char place[512];
        fault_place(object, fault->pc, place, sizeof place);
        message_line(stream, "pramsim: %s: %s: PP %u, pc %u, cycle %llu%s%s%s%s", word, fault->text,
                     fault->pp, fault->pc, cycle, place[0] != '\0' ? ", " : "", place,
                     routine != NULL ? ", calling " : "", routine != NULL ? routine : "");
    }
    if (fault->hint[0] != '\0')
        message_line(stream, "pramsim: hint: %s", fault->hint);
}

const char *exit_code_name(int code)
{
    for (size_t i = 0; i < sizeof exit_codes / sizeof exit_codes[0]; i++)
        if (exit_codes[i].code == code)
            return exit_codes[i].name;
    return NULL;
}

/* ---- texts */

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
