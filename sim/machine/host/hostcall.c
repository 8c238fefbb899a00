/* hostcall.c - serves the host calls that are not about files; the table that leads a number to its function.
 */
#include "sim/machine/host/hostcall.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/plural.h"
#include "sim/machine/alu.h"
#include "sim/machine/host/call.h"

/* ---- what all calls have in common */

enum hostcall_outcome call_fault(struct call *call, int code, const char *format, ...)
{
    char text[sizeof call->machine->fault.text];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    fault_set(&call->machine->fault, code, call->pp, call->pc, call->cycle, "%s", text);
    return HOSTCALL_FAULT;
}

bool call_goes_on(struct call *call)
{
    if (!machine_has_news(call->machine) || !machine_hear(call->machine))
        return true;
    fault_stopped(&call->machine->fault, call->machine, call->pp, call->pc, call->cycle);
    return false;
}

bool call_spend_work(struct call *call, uint64_t count)
{
    uint64_t *left = &call->host->left.work;
    if (count <= *left) {
        *left -= count;
        return true;
    }
    call_fault(call, FAULT_runaway,
               "runaway: host calls move more words than all PPs can load in %" PRIu64
               " cycles (--max-cycles)",
               call->machine->config.max_cycles);
    return false;
}

bool call_spend_file_bytes(struct call *call, uint64_t count)
{
    uint64_t *left = &call->host->left.file_bytes;
    if (count <= *left) {
        *left -= count;
        return call_spend_work(call, count);
    }
    call_fault(call, FAULT_max_file_bytes,
               "the program writes more than %" PRIu64 " byte%s to files (--max-file-bytes)",
               call->machine->config.bounds.file_bytes, plural(call->machine->config.bounds.file_bytes));
    return false;
}

bool call_spend_file(struct call *call)
{
    uint64_t *left = &call->host->left.files;
    if (*left != 0) {
        --*left;
        return true;
    }
    call_fault(call, FAULT_max_files, "the program opens more than %" PRIu64 " file%s (--max-files)",
               call->machine->config.bounds.files, plural(call->machine->config.bounds.files));
    return false;
}

static bool call_cell(struct call *call, uint32_t address, const char *what, uint32_t **cell)
{
    if (++call->host->words % CALL_LOOK == 0 && !call_goes_on(call))
        return false;
    uint32_t index = memory_index(&call->machine->memory, call->pp, address);
    if (index == MEMORY_ILLEGAL) {
        call_fault(call, FAULT_illegal_access, "illegal %s address 0x%08x in host call %s", what, address,
                   hostcall_name(call->number));
        return false;
    }
    *cell = &call->machine->memory.cells[index];
    return true;
}

bool call_load(struct call *call, uint32_t address, uint32_t *word)
{
    uint32_t *cell;
    if (!call_cell(call, address, "load from", &cell))
        return false;
    *word = *cell;
    return true;
}

bool call_store(struct call *call, uint32_t address, uint32_t word)
{
    uint32_t *cell;
    if (!call_spend_work(call, 1) || !call_cell(call, address, "store to", &cell))
        return false;
    *cell = word;
    return true;
}

bool call_string(struct call *call, uint32_t address, char *text, size_t size, size_t *length)
{
    size_t used = 0;
    for (*length = 0;; ++*length) {
        uint32_t word;
        if (!call_load(call, address + (uint32_t)*length, &word))
            return false;
        if (word == 0)
            break;
        if (!call_spend_work(call, 1))
            return false;
        if (used + 1 < size)
            text[used++] = (char)(word & 0xff);
    }
    text[used] = '\0';
    return true;
}

static bool load_for_format(void *context, uint32_t address, uint32_t *word)
{
    return call_load(context, address, word);
}

enum hostcall_outcome call_format(struct call *call, uint32_t format, uint32_t arguments,
                                  bool (*emit)(void *call, const char *bytes, size_t count),
                                  uint32_t *printed)
{

    char complaint[96];
    struct format_io io = {
        .context = call, .load = load_for_format, .emit = emit, .numbers = call->machine->numbers};
    switch (format_print(&io, format, arguments, printed, complaint, sizeof complaint)) {
    case FORMAT_DONE:
        return HOSTCALL_DONE;
    case FORMAT_WRONG:
        return call_fault(call, FAULT_host_call, "host call %s: %s", hostcall_name(call->number), complaint);
    default:
        return HOSTCALL_FAULT;
    }
}

/* ---- output and input */

/* The fault of output that cannot be written. */
static int lost_output(const struct output *output)
{
    return output->error == EPIPE ? FAULT_closed_pipe : FAULT_output;
}

static bool emit_output(void *context, const char *bytes, size_t count)
{
    struct call *call = context;
    struct allowance *left = &call->host->left;
    const size_t allowed = count < left->output ? count : (size_t)left->output;
    if (!call_spend_work(call, count))
        return false;
    left->output -= allowed;
    if (output_bytes(&call->host->output, bytes, allowed)) {
        if (allowed < count)
            call_fault(call, FAULT_max_output,
                       "the program prints more than %" PRIu64 " byte%s (--max-output)",
                       call->machine->config.bounds.output, plural(call->machine->config.bounds.output));
        return allowed == count;
    }
    if (call->host->output.error == EINTR)
        fault_stopped(&call->machine->fault, call->machine, call->pp, call->pc, call->cycle);
    else
        call_fault(call, lost_output(&call->host->output), "standard output cannot be written: %s",
                   strerror(call->host->output.error));
    return false;
}

static enum hostcall_outcome print(struct call *call, const char *text, size_t length)
{
    return emit_output(call, text, length) ? HOSTCALL_DONE : HOSTCALL_FAULT;
}

static enum hostcall_outcome call_print_int(struct call *call)
{
    const uint32_t word = call->registers->r3;
    char text[16] = "-";
    const char *const end = format_decimal(text + (word >> 31), word >> 31 ? 0u - word : word);
    return print(call, text, (size_t)(end - text));
}

static enum hostcall_outcome call_print_unsigned(struct call *call)
{
    char text[16];
    return print(call, text, (size_t)(format_decimal(text, call->registers->r3) - text));
}

static enum hostcall_outcome call_print_hex(struct call *call)
{
    char text[16];
    return print(call, text, (size_t)snprintf(text, sizeof text, "%08x", call->registers->r3));
}

static enum hostcall_outcome call_print_float(struct call *call)
{
    char text[32];
    double value = (double)alu_float(call->registers->r3);
    return print(call, text, (size_t)snprintf(text, sizeof text, "%g", value));
}

static enum hostcall_outcome call_print_char(struct call *call)
{
    char character = (char)(call->registers->r3 & 0xff);
    return print(call, &character, 1);
}

static enum hostcall_outcome call_print_string(struct call *call)
{
    uint32_t address = call->registers->r3;
    uint32_t word;
    for (;;) {
        if (!call_load(call, address++, &word))
            return HOSTCALL_FAULT;
        if (word == 0)
            return HOSTCALL_DONE;
        char character = (char)(word & 0xff);
        if (print(call, &character, 1) != HOSTCALL_DONE)
            return HOSTCALL_FAULT;
    }
}

/* Returns how many of the PPs have printed. */
static uint32_t print_known(struct machine *machine, const struct known_format *format,
                            struct known_print *prints, uint32_t count)
{
    struct output *output = &machine->host->output;
    struct allowance *left = &machine->host->left;
    size_t room, length;
    char *const text = output_room(output, &room);
    if (text == NULL)
        return 0;
    room = room < left->output ? room : (size_t)left->output;
    room = room < left->work ? room : (size_t)left->work;
    count = known_format_print(format, &machine->memory, prints, count, text, room, &length);
    output_take(output, length);
    left->output -= length;
    left->work -= length;
    return count;
}

static enum hostcall_outcome call_print_format(struct call *call)
{
    struct hostcall_registers *registers = call->registers;
    const struct known_format *format =
        known_formats_find(call->host->formats, &call->machine->memory, registers->r3);
    struct known_print print = {.pp = call->pp, .arguments = registers->r4};
    if (format && print_known(call->machine, format, &print, 1) == 1) {
        registers->r3 = print.printed;
        return HOSTCALL_DONE;
    }
    return call_format(call, registers->r3, registers->r4, emit_output, &registers->r3);
}

static enum hostcall_outcome call_print_numbered(struct call *call)
{
    char text[24] = "PP ";
    char *end = format_decimal(text + 3, call->pp);
    *end++ = ':';
    *end++ = ' ';
    const size_t length = (size_t)(end - text);
    enum hostcall_outcome outcome = print(call, text, length);
    if (outcome == HOSTCALL_DONE)
        outcome = call_print_format(call);
    if (outcome == HOSTCALL_DONE)
        call->registers->r3 += (uint32_t)length;
    return outcome;
}

static enum hostcall_outcome call_read_char(struct call *call)
{
    struct input *input = &call->host->input;
    if (input_waits(input)) /* who is to answer must see the question */
        output_flush(&call->host->output);
    int character = input_character(input);
    call->registers->r3 = character == INPUT_END ? UINT32_MAX : (uint32_t)character;
    if (character != INPUT_STOPPED)
        return HOSTCALL_DONE;
    fault_stopped(&call->machine->fault, call->machine, call->pp, call->pc, call->cycle);
    return HOSTCALL_FAULT;
}

static bool emit_memory(void *context, const char *bytes, size_t count)
{
    struct call *call = context;
    for (size_t i = 0; i < count; i++)
        if (!call_store(call, call->registers->r5++, (unsigned char)bytes[i]))
            return false;
    return true;
}

static enum hostcall_outcome call_format_string(struct call *call)
{
    struct hostcall_registers *registers = call->registers;
    uint32_t target = registers->r5;
    enum hostcall_outcome outcome =
        call_format(call, registers->r3, registers->r4, emit_memory, &registers->r3);
    if (outcome == HOSTCALL_DONE && !call_store(call, registers->r5, 0))
        outcome = HOSTCALL_FAULT;
    registers->r5 = target;
    return outcome;
}

/* Where format_limited writes: the call, and what is left of the target. */
struct limited {
    struct call *call;
    uint32_t address;
    uint32_t room; /* without the 0 at the end */
};

static bool limited_load(void *context, uint32_t address, uint32_t *word)
{
    struct limited *limited = context;
    return call_load(limited->call, address, word);
}

static bool limited_emit(void *context, const char *bytes, size_t count)
{
    struct limited *limited = context;
    for (size_t i = 0; i < count && limited->room > 0; i++, limited->room--)
        if (!call_store(limited->call, limited->address++, (unsigned char)bytes[i]))
            return false;
    return true;
}

static enum hostcall_outcome call_format_limited(struct call *call)
{
    struct hostcall_registers *registers = call->registers;
    struct limited limited = {.call = call};
    uint32_t size = 0;
    char complaint[96];
    if (!call_load(call, registers->r5, &limited.address) || !call_load(call, registers->r5 + 1, &size))
        return HOSTCALL_FAULT;
    limited.room = size > 0 ? size - 1 : 0;
    struct format_io io = {
        .context = &limited, .load = limited_load, .emit = limited_emit, .numbers = call->machine->numbers};
    switch (format_print(&io, registers->r3, registers->r4, &registers->r3, complaint, sizeof complaint)) {
    case FORMAT_DONE:
        break;
    case FORMAT_WRONG:
        return call_fault(call, FAULT_host_call, "host call %s: %s", hostcall_name(call->number), complaint);
    default:
        return HOSTCALL_FAULT;
    }
    return size == 0 || call_store(call, limited.address, 0) ? HOSTCALL_DONE : HOSTCALL_FAULT;
}

/* ---- the run, random numbers, the machine */

static enum hostcall_outcome call_exit(struct call *call)
{
    call->machine->status = (int)(call->registers->r3 & 0xff);
    return HOSTCALL_END;
}

static enum hostcall_outcome call_panic(struct call *call)
{
    char text[200];
    size_t length;
    if (!call_string(call, call->registers->r3, text, sizeof text, &length))
        return HOSTCALL_FAULT;
    return call_fault(call, FAULT_program_error, "program error: %s", text);
}

static enum hostcall_outcome call_panic_at(struct call *call)
{
    call->pc = call->registers->r4;
    return call_panic(call);
}

static bool make_generators(struct call *call)
{
    struct host *host = call->host;
    uint32_t pps = call->machine->config.pps;
    if (host->generators != NULL)
        return true;
    host->generators = malloc(pps * sizeof *host->generators);
    if (host->generators == NULL) {
        call_fault(call, FAULT_host_call, "no memory for random numbers");
        return false;
    }
    for (uint32_t pp = 0; pp < pps; pp++)
        host->generators[pp] = policy_mix(policy_mix(call->machine->config.seed) + pp);
    return true;
}

static enum hostcall_outcome call_random(struct call *call)
{
    if (!make_generators(call))
        return HOSTCALL_FAULT;
    uint64_t *state = &call->host->generators[call->pp];
    *state += 0x9e3779b97f4a7c15u; /* splitmix64 */
    call->registers->r3 = (uint32_t)(policy_mix(*state) >> 32);
    return HOSTCALL_DONE;
}

static enum hostcall_outcome call_random_seed(struct call *call)
{
    if (!make_generators(call))
        return HOSTCALL_FAULT;
    call->host->generators[call->pp] = policy_mix(policy_mix(call->registers->r3) + call->pp);
    return HOSTCALL_DONE;
}

static enum hostcall_outcome call_memory_layout(struct call *call)
{
    const struct memory *memory = &call->machine->memory;
    call->registers->r3 = call->machine->program.data_end;
    call->registers->r4 = memory->shared_words;
    call->registers->r5 = 1u << memory->private_shift;
    return HOSTCALL_DONE;
}

static enum hostcall_outcome call_stack_layout(struct call *call)
{
    const struct memory *memory = &call->machine->memory;
    call->registers->r3 = memory_stack_address(memory, call->pp);
    call->registers->r4 = 1u << memory->stack_shift;
    return HOSTCALL_DONE;
}

static enum hostcall_outcome call_argument_count(struct call *call)
{
    call->registers->r3 = call->machine->config.argument_count;
    return HOSTCALL_DONE;
}

static enum hostcall_outcome call_argument(struct call *call)
{
    const struct machine_config *config = &call->machine->config;
    struct hostcall_registers *registers = call->registers;
    if (registers->r3 >= config->argument_count) {
        registers->r3 = UINT32_MAX;
        return HOSTCALL_DONE;
    }
    const char *argument = config->arguments[registers->r3];
    size_t length = strlen(argument);
    for (size_t i = 0; i <= length && i < registers->r5; i++) {
        bool is_end = i == length || i + 1 == registers->r5;
        if (!call_store(call, registers->r4 + (uint32_t)i, is_end ? 0 : (unsigned char)argument[i]))
            return HOSTCALL_FAULT;
    }
    registers->r3 = (uint32_t)length;
    return HOSTCALL_DONE;
}

/* ---- the table */

static const struct {
    const char *name;
    enum hostcall_outcome (*serve)(struct call *call);
} calls[] = {
#define HOSTCALL(number, name, text) [number] = {#name, call_##name},
#include "asm/tables/hostcall.def"
};

const char *hostcall_name(uint32_t number)
{
    return number < sizeof calls / sizeof calls[0] ? calls[number].name : NULL;
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
                        .registers = registers};
    machine->stats.host_calls++;
    if (!call_goes_on(&call))
        return HOSTCALL_FAULT;
    if (hostcall_name(number) == NULL)
        return call_fault(&call, FAULT_host_call, "there is no host call %u", number);
    return calls[number].serve(&call);
}

/* ---- the same of many PPs */

enum {
#define HOSTCALL(number, name, text) NUMBER_##name = number,
#include "asm/tables/hostcall.def"
};

bool hostcall_serve_even(struct machine *machine, uint32_t number, uint32_t pp, uint32_t count,
                         struct hostcall_even *even)
{
    const struct memory *memory = &machine->memory;
    switch (number) {
    case NUMBER_memory_layout:
        *even = (struct hostcall_even){
            .results = 3,
            .base = {machine->program.data_end, memory->shared_words, 1u << memory->private_shift}};
        break;
    case NUMBER_stack_layout:
        *even = (struct hostcall_even){.results = 2,
                                       .base = {memory_stack_address(memory, pp), 1u << memory->stack_shift},
                                       .stride = {1u << memory->stack_shift}};
        break;
    case NUMBER_argument_count:
        *even = (struct hostcall_even){.results = 1, .base = {machine->config.argument_count}};
        break;
    default:
        return false;
    }
    machine->stats.host_calls += count;
    return true;
}

const struct known_format *hostcall_find_format(struct machine *machine, uint32_t number, uint32_t format)
{
    return number == NUMBER_print_format
               ? known_formats_find(machine->host->formats, &machine->memory, format)
               : NULL;
}

uint32_t hostcall_serve_prints(struct machine *machine, const struct known_format *format,
                               struct known_print *prints, uint32_t count)
{
    count = print_known(machine, format, prints, count);
    machine->stats.host_calls += count;
    return count;
}

/* ---- the host */

/* Host calls may move as much as all PPs could load within --max-cycles, and what is usual in any case. */
static uint64_t work_within(const struct machine_config *config)
{
    const uint64_t usual = 1u << 20;
    uint64_t work;
    if (config->max_cycles == 0 || __builtin_mul_overflow(config->max_cycles, config->pps, &work))
        return UINT64_MAX;
    return work > usual ? work : usual;
}

static struct allowance allow(const struct machine_config *config)
{
    const struct bounds *bounds = &config->bounds;
    return (struct allowance){.output = bounds->output != 0 ? bounds->output : UINT64_MAX,
                              .files = bounds->files != 0 ? bounds->files : UINT64_MAX,
                              .file_bytes = bounds->file_bytes != 0 ? bounds->file_bytes : UINT64_MAX,
                              .work = work_within(config)};
}

struct host *host_create(const struct machine *machine, char *error, size_t error_size)
{
    struct host *host = calloc(1, sizeof *host);
    const struct machine_config *config = &machine->config;
    const char *reason = strerror(ENOMEM);
    const char *directory = NULL;
    if (host != NULL) {
        output_init(&host->output, STDOUT_FILENO);
        input_init(&host->input, STDIN_FILENO);
        host->left = allow(&machine->config);
        host->formats = known_formats_create();
        if (host->formats != NULL)
            host->files = files_create(config->files_in, config->files_out, &directory, &reason);
        if (host->files != NULL)
            return host;
        known_formats_destroy(host->formats);
    }
    if (directory != NULL)
        snprintf(error, error_size, "cannot open the directory '%s' of --files: %s", directory, reason);
    else
        snprintf(error, error_size, "%s", reason);
    free(host);
    return NULL;
}

void host_folders(const struct machine *machine, int *in, int *out)
{
    files_folders(machine->host->files, in, out);
}

void host_protect(struct machine *machine, const char *path)
{
    files_protect(machine->host->files, path);
}

/* Writes buffered output to standard output. False with machine->fault if that failed, now or before. */
static bool flush(struct machine *machine)
{
    struct output *output = &machine->host->output;
    if (output_flush(output))
        return true;
    if (output->error == EINTR)
        fault_stopped(&machine->fault, machine, FAULT_NO_PP, 0, machine->stats.cycles);
    else
        fault_set(&machine->fault, lost_output(output), FAULT_NO_PP, 0, machine->stats.cycles,
                  "standard output cannot be written: %s", strerror(output->error));
    return false;
}

bool host_finish(struct machine *machine, bool whole)
{
    char name[CALL_NAME_SIZE];
    const char *reason = "";
    bool good = true;
    if (!files_finish(machine->host->files, whole, name, &reason)) {
        fault_set(&machine->fault, FAULT_unwritable_file, FAULT_NO_PP, 0, machine->stats.cycles,
                  "cannot write file '%.200s': %s", name, reason);
        good = false;
    }
    return flush(machine) && good;
}

void host_write_output(struct machine *machine)
{
    output_flush(&machine->host->output);
}

size_t host_lost_output(const struct machine *machine)
{
    const struct output *output = &machine->host->output;
    return output->error == EINTR ? output->lost : 0;
}

void host_output(struct machine *machine, const char *bytes, size_t count)
{
    output_bytes(&machine->host->output, bytes, count);
}

void host_destroy(struct host *host)
{
    if (host == NULL)
        return;
    files_destroy(host->files);
    known_formats_destroy(host->formats);
    free(host->generators);
    free(host);
}
