/* file.c - the host calls on files: from registers and memory of a PP to files.c and back. */
#include <stdio.h>
#include <string.h>

#include "sim/host/call.h"

#define CHUNK_WORDS 1024

enum hostcall_outcome call_open(struct call *call)
{
    struct hostcall_registers *registers = call->registers;
    char name[CALL_NAME_SIZE];
    size_t length;
    uint32_t mode = registers->r4;
    if (!call_string(call, registers->r3, name, sizeof name, &length))
        return HOSTCALL_FAULT;
    if (mode >= FILES_MODES)
        return call_fault(call, FAULT_host_call,
                          "host call open: R4 is %u, not 0 (read), 1 (write), 2 (append)", mode);
    if (!call_spend(call, HOST_FILES, 1))
        return HOSTCALL_FAULT;
    int handle = -1;
    if (length < sizeof name)
        handle = files_open(call->host->files, name, (enum files_mode)mode);
    if (handle < 0) { /* no fault yet, but one with the reason if the program uses handle -1 */
        bool is_read = mode == FILES_READ;
        call->host->failed_open = is_read ? FAULT_unreadable_file : FAULT_unwritable_file;
        snprintf(call->host->failed_text, sizeof call->host->failed_text, "cannot %s file '%.100s': %s",
                 is_read ? "read" : "write", name,
                 length < sizeof name ? files_reason(call->host->files) : "the name is too long");
    } else if (mode == FILES_APPEND) {
        const uint64_t copied = files_position(call->host->files, handle);
        if (!call_spend(call, HOST_FILE_BYTES, copied) || !call_spend(call, HOST_WORK, copied))
            return HOSTCALL_FAULT;
    }
    registers->r3 = (uint32_t)handle;
    return HOSTCALL_DONE;
}

enum hostcall_outcome call_close(struct call *call)
{
    int handle = (int32_t)call->registers->r3;
    bool good = files_name(call->host->files, handle) != NULL && files_close(call->host->files, handle);
    call->registers->r3 = good ? 0 : UINT32_MAX;
    return HOSTCALL_DONE;
}

enum hostcall_outcome call_remove(struct call *call)
{
    char name[CALL_NAME_SIZE];
    size_t length;
    if (!call_string(call, call->registers->r3, name, sizeof name, &length) ||
        !call_spend(call, HOST_FILES, 1))
        return HOSTCALL_FAULT;
    call->registers->r3 = length < sizeof name ? files_remove(call->host->files, name) : FILES_REFUSED;
    return HOSTCALL_DONE;
}

enum hostcall_outcome call_rename(struct call *call)
{
    char from[CALL_NAME_SIZE], to[CALL_NAME_SIZE];
    size_t from_length, to_length;
    if (!call_string(call, call->registers->r3, from, sizeof from, &from_length) ||
        !call_string(call, call->registers->r4, to, sizeof to, &to_length) ||
        !call_spend(call, HOST_FILES, 1))
        return HOSTCALL_FAULT;
    const bool fits = from_length < sizeof from && to_length < sizeof to;
    call->registers->r3 = fits ? files_rename(call->host->files, from, to) : FILES_REFUSED;
    return HOSTCALL_DONE;
}

bool call_check_handle(struct call *call, bool to_write)
{
    int handle = (int32_t)call->registers->r3;
    if (to_write)
        call->handle = handle;
    if (to_write && (handle == CALL_STANDARD_OUTPUT || handle == CALL_STANDARD_ERROR))
        return true;
    const char *name = files_name(call->host->files, handle);
    const char *call_name = hostcall_name(call->number);
    if (name == NULL && handle == -1 && call->host->failed_open != 0)
        call_fault(call, call->host->failed_open, "%s", call->host->failed_text);
    else if (name == NULL)
        call_fault(call, FAULT_host_call, "host call %s: handle %d is not open", call_name, handle);
    else if (files_is_written(call->host->files, handle) != to_write)
        call_fault(call, FAULT_host_call, "host call %s: file '%.100s' is open for %s", call_name, name,
                   to_write ? "reading" : "writing");
    else
        return true;
    return false;
}

enum hostcall_outcome call_read_fault(struct call *call, int handle)
{
    return call_fault(call, FAULT_unreadable_file, "cannot read file '%.100s'",
                      files_name(call->host->files, handle));
}

enum hostcall_outcome call_read_words(struct call *call)
{
    struct hostcall_registers *registers = call->registers;
    int handle = (int32_t)registers->r3;
    uint32_t done = 0;
    if (!call_check_handle(call, false))
        return HOSTCALL_FAULT;
    while (done < registers->r5) {
        unsigned char bytes[4 * CHUNK_WORDS];
        uint32_t left = registers->r5 - done;
        uint32_t wanted = left < CHUNK_WORDS ? left : CHUNK_WORDS;
        long got = files_read(call->host->files, handle, bytes, 4ul * wanted);
        if (got < 0)
            return call_read_fault(call, handle);
        uint32_t words = (uint32_t)got / 4; /* bytes of a last, incomplete word are dropped */
        for (uint32_t i = 0; i < words; i++) {
            const unsigned char *byte = bytes + 4ul * i;
            uint32_t word =
                byte[0] | (uint32_t)byte[1] << 8 | (uint32_t)byte[2] << 16 | (uint32_t)byte[3] << 24;
            if (!call_store(call, registers->r4 + done + i, word))
                return HOSTCALL_FAULT;
        }
        done += words;
        if (words < wanted)
            break;
    }
    registers->r3 = done;
    return HOSTCALL_DONE;
}

enum hostcall_outcome call_write_words(struct call *call)
{
    struct hostcall_registers *registers = call->registers;
    if (!call_check_handle(call, true))
        return HOSTCALL_FAULT;
    for (uint32_t i = 0; i < registers->r5; i++) {
        uint32_t word;
        if (!call_load(call, registers->r4 + i, &word))
            return HOSTCALL_FAULT;
        char bytes[4] = {(char)word, (char)(word >> 8), (char)(word >> 16), (char)(word >> 24)};
        if (!call_emit(call, bytes, sizeof bytes))
            return HOSTCALL_FAULT;
    }
    registers->r3 = registers->r5;
    return HOSTCALL_DONE;
}

enum hostcall_outcome call_file_read_char(struct call *call)
{
    unsigned char byte;
    int handle = (int32_t)call->registers->r3;
    if (!call_check_handle(call, false))
        return HOSTCALL_FAULT;
    long got = files_read(call->host->files, handle, &byte, 1);
    if (got < 0)
        return call_read_fault(call, handle);
    call->registers->r3 = got == 1 ? byte : UINT32_MAX;
    return HOSTCALL_DONE;
}

enum hostcall_outcome call_file_write_char(struct call *call)
{
    char byte = (char)(call->registers->r4 & 0xff);
    return call_check_handle(call, true) && call_emit(call, &byte, 1) ? HOSTCALL_DONE : HOSTCALL_FAULT;
}

enum hostcall_outcome call_file_write_string(struct call *call)
{
    return call_check_handle(call, true) ? call_emit_string(call, call->registers->r4) : HOSTCALL_FAULT;
}

enum hostcall_outcome call_file_print_format(struct call *call)
{
    struct hostcall_registers *registers = call->registers;
    return call_check_handle(call, true) ? call_format(call, registers->r4, registers->r5, &registers->r3)
                                         : HOSTCALL_FAULT;
}
