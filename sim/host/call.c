/* call.c - what all host calls have in common: faults, bounds, words of memory, strings, formats.
 *
 * Knows the machine and its memory; no single host call.
 */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

#include "common/plural.h"
#include "sim/host/call.h"
#include "sim/host/hostcall.h"

const char *hostcall_name(uint32_t number)
{
    static const char *const names[] = {
#define HOSTCALL(number, name, text) [number] = #name,
#include "asm/tables/hostcall.def"
    };
    return number < sizeof names / sizeof names[0] ? names[number] : NULL;
}

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
    if (!machine_has_news(call->machine) || !machine_take_news(call->machine))
        return true;
    fault_stopped(&call->machine->fault, call->machine, call->pp, call->pc, call->cycle);
    return false;
}

/* False: there is less left. */
static bool spend(struct call *call, enum host_limit limit, uint64_t count)
{
    uint64_t *left = &call->host->left[limit];
    const bool is_enough = count <= *left;
    *left -= is_enough ? count : 0;
    return is_enough;
}

bool call_spend_work(struct call *call, uint64_t count)
{
    if (spend(call, HOST_WORK, count))
        return true;
    call_fault(call, FAULT_runaway,
               "runaway: host calls move more words than all PPs can load in %" PRIu64
               " cycles (--max-cycles)",
               call->machine->config.max_cycles);
    return false;
}

bool call_spend_file_bytes(struct call *call, uint64_t count)
{
    if (spend(call, HOST_FILE_BYTES, count))
        return call_spend_work(call, count);
    call_fault(call, FAULT_max_file_bytes,
               "the program writes more than %" PRIu64 " byte%s to files (--max-file-bytes)",
               call->machine->config.bounds.file_bytes, plural(call->machine->config.bounds.file_bytes));
    return false;
}

bool call_spend_file(struct call *call)
{
    if (spend(call, HOST_FILES, 1))
        return true;
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
    if (call->machine->ranks != NULL && index >= call->machine->memory.shared_words)
        call_fetch_cell(call, index);
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
    if (call->machine->ranks != NULL)
        call_note_store(call, (uint32_t)(cell - call->machine->memory.cells), word);
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

enum hostcall_outcome call_emit_string(struct call *call, uint32_t address,
                                       bool (*emit)(void *call, const char *bytes, size_t count))
{
    uint32_t word;
    while (call_load(call, address++, &word)) {
        const char byte = (char)(word & 0xff);
        if (word == 0)
            return HOSTCALL_DONE;
        if (!emit(call, &byte, 1))
            break;
    }
    return HOSTCALL_FAULT;
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
