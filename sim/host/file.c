/* file.c - the host calls on files: from registers and memory of a PP to files.c and back. */
#include <stdio.h>

#include "sim/host/call.h"

#define CHUNK_WORDS 1024

/* Enough that the name stays too long if it is cut. */
#define NAME_SIZE (FILES_MAX_NAME + 2)

bool call_open(struct call *call)
{
    struct host *host = call->host;
    char name[NAME_SIZE];
    const uint32_t mode = call->registers->r4;
    if (!call_string(call, call->registers->r3, name, sizeof name))
        return false;
    if (mode >= FILES_MODES)
        return call_fault(call, FAULT_host_call,
                          "host call open: R4 is %u, not 0 (read), 1 (write), 2 (append)", mode);
    if (!call_spend(call, HOST_FILES, 1))
        return false;
    const uint64_t bytes = host->limits[HOST_FILE_BYTES] - host->used[HOST_FILE_BYTES];
    const uint64_t words = host->limits[HOST_WORK] - host->used[HOST_WORK];
    host->files->append_most = bytes < words ? bytes : words;
    const int handle = files_open(host->files, name, (enum files_mode)mode);
    if (handle < 0) { /* no fault yet, but one with the reason if the program uses handle -1 */
        const bool is_read = mode == FILES_READ;
        host->failed_open = is_read ? FAULT_unreadable_file : FAULT_unwritable_file;
        snprintf(host->failed_text, sizeof host->failed_text, "cannot %s file '%.100s': %s",
                 is_read ? "read" : "write", name, host->files->reason);
    } else if (mode == FILES_APPEND) {
        const uint64_t copied = files_find(host->files, handle)->before;
        if (!call_spend(call, HOST_FILE_BYTES, copied) || !call_spend(call, HOST_WORK, copied))
            return false;
    }
    call->registers->r3 = (uint32_t)handle;
    return true;
}

bool call_close(struct call *call)
{
    struct files *files = call->host->files;
    struct file *file = files_find(files, (int32_t)call->registers->r3);
    call->registers->r3 = file != NULL && files_close(files, file, true) ? 0 : UINT32_MAX;
    return true;
}

bool call_remove(struct call *call)
{
    char name[NAME_SIZE];
    if (!call_string(call, call->registers->r3, name, sizeof name) || !call_spend(call, HOST_FILES, 1))
        return false;
    call->registers->r3 = files_remove(call->host->files, name);
    return true;
}

bool call_rename(struct call *call)
{
    char from[NAME_SIZE], to[NAME_SIZE];
    if (!call_string(call, call->registers->r3, from, sizeof from) ||
        !call_string(call, call->registers->r4, to, sizeof to) || !call_spend(call, HOST_FILES, 1))
        return false;
    call->registers->r3 = files_rename(call->host->files, from, to);
    return true;
}

/* ---- open files */

bool call_take_handle(struct call *call, bool to_write)
{
    const int handle = call->handle = (int32_t)call->registers->r3;
    if (to_write && (handle == CALL_STANDARD_OUTPUT || handle == CALL_STANDARD_ERROR))
        return true;
    const struct file *file = call->file = files_find(call->host->files, handle);
    if (file == NULL && handle == -1 && call->host->failed_open != 0)
        return call_fault(call, call->host->failed_open, "%s", call->host->failed_text);
    if (file == NULL)
        return call_fault(call, FAULT_host_call, "host call %s: handle %d is not open", call->row->name,
                          handle);
    return file->written == to_write ||
           call_fault(call, FAULT_host_call, "host call %s: file '%.100s' is open for %s", call->row->name,
                      file->name, to_write ? "reading" : "writing");
}

bool call_read(struct call *call, void *bytes, size_t size, size_t *count)
{
    *count = fread(bytes, 1, size, call->file->stream);
    return *count == size || !ferror(call->file->stream) ||
           call_fault(call, FAULT_unreadable_file, "cannot read file '%.100s'", call->file->name);
}

bool call_read_words(struct call *call)
{
    union hostcall_registers *registers = call->registers;
    uint32_t done = 0;
    while (done < registers->r5) {
        unsigned char bytes[4 * CHUNK_WORDS];
        uint32_t left = registers->r5 - done;
        uint32_t wanted = left < CHUNK_WORDS ? left : CHUNK_WORDS;
        size_t got;
        if (!call_read(call, bytes, 4ul * wanted, &got))
            return false;
        uint32_t words = (uint32_t)got / 4; /* bytes of a last, incomplete word are dropped */
        for (uint32_t i = 0; i < words; i++) {
            const unsigned char *byte = bytes + 4ul * i;
            uint32_t word =
                byte[0] | (uint32_t)byte[1] << 8 | (uint32_t)byte[2] << 16 | (uint32_t)byte[3] << 24;
            if (!call_store(call, registers->r4 + done + i, word))
                return false;
        }
        done += words;
        if (words < wanted)
            break;
    }
    registers->r3 = done;
    return true;
}

bool call_write_words(struct call *call)
{
    union hostcall_registers *registers = call->registers;
    for (uint32_t i = 0; i < registers->r5; i++) {
        uint32_t word;
        if (!call_load(call, registers->r4 + i, &word))
            return false;
        char bytes[4] = {(char)word, (char)(word >> 8), (char)(word >> 16), (char)(word >> 24)};
        if (!call_emit(call, bytes, sizeof bytes))
            return false;
    }
    registers->r3 = registers->r5;
    return true;
}

bool call_file_read_char(struct call *call)
{
    unsigned char byte;
    size_t got;
    if (!call_read(call, &byte, 1, &got))
        return false;
    call->registers->r3 = got == 1 ? byte : UINT32_MAX;
    return true;
}
