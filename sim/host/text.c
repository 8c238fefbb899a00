/* text.c - host calls that print, read characters, and format into memory. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "asm/tables/alu.h"
#include "sim/host/call.h"

bool call_print_int(struct call *call)
{
    const uint32_t word = call->registers->r3;
    char text[16] = "-";
    const char *const end = format_decimal(text + (word >> 31), word >> 31 ? 0u - word : word);
    return call_emit(call, text, (size_t)(end - text));
}

bool call_print_unsigned(struct call *call)
{
    char text[16];
    return call_emit(call, text, (size_t)(format_decimal(text, call->registers->r3) - text));
}

bool call_print_hex(struct call *call)
{
    char text[16];
    return call_emit(call, text, (size_t)snprintf(text, sizeof text, "%08x", call->registers->r3));
}

bool call_print_float(struct call *call)
{
    char text[32];
    double value = (double)alu_float(call->registers->r3);
    return call_emit(call, text, (size_t)snprintf(text, sizeof text, "%g", value));
}

bool call_print_char(struct call *call)
{
    const char character = (char)(call->arguments[0] & 0xff);
    return call_emit(call, &character, 1);
}

bool call_print_string(struct call *call)
{
    uint32_t address = call->arguments[0], word;
    while (call_load(call, address++, &word)) {
        const char character = (char)(word & 0xff);
        if (word == 0)
            return true;
        if (!call_emit(call, &character, 1))
            break;
    }
    return false;
}

/* ---- formats */

static bool load(void *context, uint32_t address, uint32_t *word)
{
    return call_load(context, address, word);
}

static bool emit(void *context, const char *bytes, size_t count)
{
    return call_emit(context, bytes, count);
}

/* Prints with a format and the values at an address; R3 gets the number of characters. */
static bool print_format(struct call *call, uint32_t format, uint32_t values)
{
    struct format_io io = {.context = call, .load = load, .emit = emit, .numbers = call->machine->numbers};
    const enum format_outcome outcome = format_print(&io, format, values, &call->registers->r3);
    if (outcome == FORMAT_WRONG)
        call_fault(call, FAULT_host_call, "host call %s: %s", call->row->name, io.complaint);
    return outcome == FORMAT_DONE;
}

const struct known_format *hostcall_find_format(struct machine *machine, uint32_t number, uint32_t format)
{
    /* arguments of formats may be on another rank */
    return number == NUMBER_print_format && machine->ranks == NULL
               ? known_formats_find(&machine->host->formats, &machine->memory, format)
               : NULL;
}

uint32_t hostcall_serve_prints(struct machine *machine, const struct known_format *format,
                               struct known_print *prints, uint32_t count)
{
    static const enum host_limit limits[] = {HOST_OUTPUT, HOST_WORK};
    struct host *host = machine->host;
    struct output *output = &host->output;
    size_t room, length;
    char *const text = output_room(output, &room);
    if (text == NULL)
        return 0;
    for (size_t k = 0; k < 2; k++) {
        const uint64_t left = host->limits[limits[k]] - host->used[limits[k]];
        room = room < left ? room : (size_t)left;
    }
    count = known_format_print(format, &machine->memory, prints, count, text, room, &length);
    output->used += length;
    for (size_t k = 0; k < 2; k++)
        host->used[limits[k]] += length;
    return count;
}

bool call_print_format(struct call *call)
{
    const uint32_t address = call->arguments[0];
    struct known_print print = {.pp = call->pp, .arguments = call->arguments[1]};
    const struct known_format *format =
        call->handle == CALL_STANDARD_OUTPUT
            ? hostcall_find_format(call->machine, NUMBER_print_format, address)
            : NULL;
    if (format == NULL || hostcall_serve_prints(call->machine, format, &print, 1) == 0)
        return print_format(call, address, print.arguments);
    call->registers->r3 = print.printed;
    return true;
}

bool call_print_numbered(struct call *call)
{
    char text[24] = "PP ";
    char *end = format_decimal(text + 3, call->pp);
    *end++ = ':';
    *end++ = ' ';
    const size_t length = (size_t)(end - text);
    if (!call_emit(call, text, length) || !call_print_format(call))
        return false;
    call->registers->r3 += (uint32_t)length;
    return true;
}

bool call_read_char(struct call *call)
{
    struct host_input *input = &call->host->input;
    if (input_waits(input)) /* the user must see the question */
        output_flush(&call->host->output);
    int character = input_character(input);
    if (character == INPUT_FAILED)
        return call_fault(call, FAULT_unreadable_file, "cannot read standard input: %s", strerror(errno));
    call->registers->r3 = character == INPUT_END ? UINT32_MAX : (uint32_t)character;
    return character != INPUT_STOPPED || call_stop(call);
}

/* Formats into `size` words, the last one 0. */
static bool format_into(struct call *call, uint32_t target, uint32_t size)
{
    call->handle = CALL_MEMORY;
    call->target = target;
    call->room = size > 0 ? size - 1 : 0;
    return print_format(call, call->arguments[0], call->arguments[1]) &&
           (size == 0 || call_store(call, call->target, 0));
}

bool call_format_string(struct call *call)
{
    return format_into(call, call->registers->r5, UINT32_MAX);
}

bool call_format_limited(struct call *call)
{
    uint32_t target, size;
    const uint32_t at = call->registers->r5;
    return call_load(call, at, &target) && call_load(call, at + 1, &size) && format_into(call, target, size);
}
