/* text.c - host calls that print, read characters, and format into memory. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "asm/tables/alu.h"
#include "sim/host/call.h"

static enum hostcall_outcome print(struct call *call, const char *text, size_t length)
{
    return call_emit(call, text, length) ? HOSTCALL_DONE : HOSTCALL_FAULT;
}

enum hostcall_outcome call_print_int(struct call *call)
{
    const uint32_t word = call->registers->r3;
    char text[16] = "-";
    const char *const end = format_decimal(text + (word >> 31), word >> 31 ? 0u - word : word);
    return print(call, text, (size_t)(end - text));
}

enum hostcall_outcome call_print_unsigned(struct call *call)
{
    char text[16];
    return print(call, text, (size_t)(format_decimal(text, call->registers->r3) - text));
}

enum hostcall_outcome call_print_hex(struct call *call)
{
    char text[16];
    return print(call, text, (size_t)snprintf(text, sizeof text, "%08x", call->registers->r3));
}

enum hostcall_outcome call_print_float(struct call *call)
{
    char text[32];
    double value = (double)alu_float(call->registers->r3);
    return print(call, text, (size_t)snprintf(text, sizeof text, "%g", value));
}

enum hostcall_outcome call_print_char(struct call *call)
{
    char character = (char)(call->registers->r3 & 0xff);
    return print(call, &character, 1);
}

enum hostcall_outcome call_print_string(struct call *call)
{
    return call_emit_string(call, call->registers->r3);
}

const struct known_format *call_find_format(const struct machine *machine, uint32_t format)
{
    /* arguments of formats may be on another rank */
    return machine->ranks == NULL ? known_formats_find(machine->host->formats, &machine->memory, format)
                                  : NULL;
}

/* Returns the number of PPs that have printed. */
uint32_t call_print_known(struct machine *machine, const struct known_format *format,
                          struct known_print *prints, uint32_t count)
{
    struct output *output = &machine->host->output;
    uint64_t *left = machine->host->left;
    size_t room, length;
    char *const text = output_room(output, &room);
    if (text == NULL)
        return 0;
    room = room < left[HOST_OUTPUT] ? room : (size_t)left[HOST_OUTPUT];
    room = room < left[HOST_WORK] ? room : (size_t)left[HOST_WORK];
    count = known_format_print(format, &machine->memory, prints, count, text, room, &length);
    output_take(output, length);
    left[HOST_OUTPUT] -= length;
    left[HOST_WORK] -= length;
    return count;
}

enum hostcall_outcome call_print_format(struct call *call)
{
    struct hostcall_registers *registers = call->registers;
    const struct known_format *format = call_find_format(call->machine, registers->r3);
    struct known_print print = {.pp = call->pp, .arguments = registers->r4};
    if (format && call_print_known(call->machine, format, &print, 1) == 1) {
        registers->r3 = print.printed;
        return HOSTCALL_DONE;
    }
    return call_format(call, registers->r3, registers->r4, &registers->r3);
}

enum hostcall_outcome call_print_numbered(struct call *call)
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

enum hostcall_outcome call_read_char(struct call *call)
{
    struct input *input = &call->host->input;
    if (input_waits(input)) /* the user must see the question */
        output_flush(&call->host->output);
    int character = input_character(input);
    if (character == INPUT_FAILED)
        return call_fault(call, FAULT_unreadable_file, "cannot read standard input: %s", strerror(errno));
    call->registers->r3 = character == INPUT_END ? UINT32_MAX : (uint32_t)character;
    return character == INPUT_STOPPED ? call_stop(call) : HOSTCALL_DONE;
}

/* Formats into `size` words, the last one 0. */
static enum hostcall_outcome format_into(struct call *call, uint32_t target, uint32_t size)
{
    struct hostcall_registers *registers = call->registers;
    call->handle = CALL_MEMORY;
    call->target = target;
    call->room = size > 0 ? size - 1 : 0;
    const enum hostcall_outcome outcome = call_format(call, registers->r3, registers->r4, &registers->r3);
    return outcome != HOSTCALL_DONE || size == 0 || call_store(call, call->target, 0) ? outcome
                                                                                      : HOSTCALL_FAULT;
}

enum hostcall_outcome call_format_string(struct call *call)
{
    return format_into(call, call->registers->r5, UINT32_MAX);
}

enum hostcall_outcome call_format_limited(struct call *call)
{
    uint32_t target, size;
    const uint32_t at = call->registers->r5;
    return call_load(call, at, &target) && call_load(call, at + 1, &size) ? format_into(call, target, size)
                                                                          : HOSTCALL_FAULT;
}
