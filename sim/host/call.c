/* call.c - what all host calls have in common: faults, bounds, words of memory, strings, and where they
 * print. Knows the machine and its memory; no single host call. */
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "common/plural.h"
#include "sim/host/call.h"

bool call_fault(struct call *call, int code, const char *format, ...)
{
    char text[sizeof call->machine->fault.text];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    fault_set(&call->machine->fault, code, call->pp, call->pc, call->cycle, "%s", text);
    return false;
}

bool call_stop(struct call *call)
{
    fault_stopped(&call->machine->fault, call->machine, call->pp, call->pc, call->cycle);
    return false;
}

bool call_goes_on(struct call *call)
{
    return !machine_has_news(call->machine) || !machine_take_news(call->machine) || call_stop(call);
}

bool call_spend(struct call *call, enum host_limit limit, uint64_t count)
{
    static const struct {
        int code;
        const char *before, *unit, *after; /* of the number */
    } rows[HOST_LIMITS] = {
        [HOST_OUTPUT] = {FAULT_max_output, "the program prints more than", "byte", " (--max-output)"},
        [HOST_FILES] = {FAULT_max_files, "the program opens more than", "file", " (--max-files)"},
        [HOST_FILE_BYTES] = {FAULT_max_file_bytes, "the program writes more than", "byte",
                             " to files (--max-file-bytes)"},
        [HOST_WORK] = {FAULT_runaway, "runaway: host calls move more words than all PPs can load in", "cycle",
                       " (--max-cycles)"},
    };
    struct host *host = call->host;
    if (count <= host->limits[limit] - host->used[limit]) {
        host->used[limit] += count;
        return true;
    }
    const uint64_t number = limit == HOST_WORK ? call->machine->config.max_cycles : host->limits[limit];
    return call_fault(call, rows[limit].code, "%s %" PRIu64 " %s%s%s", rows[limit].before, number,
                      rows[limit].unit, plural(number), rows[limit].after);
}

/* The cell of a word as this PP sees it; NULL: the fault is set. */
static uint32_t *find_cell(struct call *call, uint32_t address, const char *what)
{
    if (++call->host->words % CALL_LOOK == 0 && !call_goes_on(call))
        return NULL;
    const uint32_t index = memory_index(&call->machine->memory, call->pp, address);
    if (index == MEMORY_ILLEGAL) {
        call_fault(call, FAULT_illegal_access, "illegal %s address 0x%08x in host call %s", what, address,
                   call->row->name);
        return NULL;
    }
    if (call->machine->ranks != NULL && index >= call->machine->memory.shared_words)
        call_fetch_cell(call, index);
    return &call->machine->memory.cells[index];
}

bool call_load(struct call *call, uint32_t address, uint32_t *word)
{
    const uint32_t *cell = find_cell(call, address, "load from");
    if (cell != NULL)
        *word = *cell;
    return cell != NULL;
}

bool call_store(struct call *call, uint32_t address, uint32_t word)
{
    const struct machine *machine = call->machine;
    uint32_t *cell = call_spend(call, HOST_WORK, 1) ? find_cell(call, address, "store to") : NULL;
    if (cell == NULL)
        return false;
    const uint32_t index = (uint32_t)(cell - machine->memory.cells);
    if (machine->host_store != NULL)
        machine->host_store(machine->host_store_context, index, word);
    else
        *cell = word;
    if (machine->ranks != NULL)
        call_note_store(call, index, word);
    return true;
}

bool call_string(struct call *call, uint32_t address, char *text, size_t size)
{
    size_t used = 0;
    uint32_t word;
    while (call_load(call, address++, &word)) {
        text[used] = '\0';
        if (word == 0)
            return true;
        if (!call_spend(call, HOST_WORK, 1))
            break;
        if (used + 1 < size)
            text[used++] = (char)(word & 0xff);
    }
    return false;
}

/* ---- printing */

static bool emit_stream(struct call *call, struct output *output, const char *bytes, size_t count)
{
    const uint64_t left = call->host->limits[HOST_OUTPUT] - call->host->used[HOST_OUTPUT];
    if (!call_spend(call, HOST_WORK, count))
        return false;
    if (output_bytes(output, bytes, count < left ? count : (size_t)left) || output == &call->host->errors)
        return call_spend(call, HOST_OUTPUT, count);
    host_output_fault(call->machine, call->pp, call->pc, call->cycle);
    return false;
}

static bool emit_memory(struct call *call, const char *bytes, size_t count)
{
    for (size_t i = 0; i < count && call->room > 0; i++, call->room--)
        if (!call_store(call, call->target++, (unsigned char)bytes[i]))
            return false;
    return true;
}

static bool emit_file(struct call *call, const char *bytes, size_t count)
{
    struct file *file = call->file;
    if (!call_spend(call, HOST_FILE_BYTES, count) || !call_spend(call, HOST_WORK, count))
        return false;
    if (!file->failed && fwrite(bytes, 1, count, file->stream) == count)
        return true;
    file->failed = true;
    return call_fault(call, FAULT_unwritable_file, "cannot write file '%.100s': %s", file->name,
                      strerror(errno));
}

bool call_emit(struct call *call, const char *bytes, size_t count)
{
    struct host *host = call->host;
    if (call->handle == CALL_STANDARD_OUTPUT || call->handle == CALL_STANDARD_ERROR)
        return emit_stream(call, call->handle == CALL_STANDARD_OUTPUT ? &host->output : &host->errors, bytes,
                           count);
    return (call->handle == CALL_MEMORY ? emit_memory : emit_file)(call, bytes, count);
}
