/* saved.c - what the host keeps for a program, in a snapshot (sim/machine/snapshot.h) and out of it.
 *
 * Input that has been taken from the process and not yet read by the program goes along. Known formats are
 * found again. Calls files.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/memory.h"
#include "sim/machine/host/call.h"
#include "sim/machine/snapshot.h"

void host_save(const struct machine *machine, struct snapshot *snapshot)
{
    const struct host *host = machine->host;
    const struct input *input = &host->input;
    snapshot_put_long(snapshot, host->output.written);
    snapshot_put_word(snapshot, host->output.is_within_line);
    snapshot_put_long(snapshot, input->taken);
    snapshot_put_word(snapshot, input->ended);
    snapshot_put_word(snapshot, (uint32_t)(input->end - input->at));
    snapshot_put(snapshot, input->buffer + input->at, input->end - input->at);
    snapshot_put_word(snapshot, host->words);
    snapshot_put_long(snapshot, host->left.output);
    snapshot_put_long(snapshot, host->left.files);
    snapshot_put_long(snapshot, host->left.file_bytes);
    snapshot_put_long(snapshot, host->left.work);
    snapshot_put_word(snapshot, (uint32_t)host->failed_open);
    snapshot_put_text(snapshot, host->failed_text);
    snapshot_put_word(snapshot, host->generators != NULL ? machine->config.pps : 0);
    for (uint32_t pp = 0; host->generators != NULL && pp < machine->config.pps; pp++)
        snapshot_put_long(snapshot, host->generators[pp]);
    files_save(host->files, snapshot);
}

static void restore_input(struct input *input, struct snapshot_reader *reader)
{
    input->taken = snapshot_get_long(reader);
    input->ended = snapshot_get_word(reader) != 0;
    input->at = 0;
    input->end = snapshot_get_word(reader);
    reader->bad |= input->end > sizeof input->buffer;
    const void *bytes = snapshot_get(reader, input->end);
    if (bytes != NULL && input->end != 0)
        memcpy(input->buffer, bytes, input->end);
}

static void restore_generators(struct host *host, uint32_t pps, struct snapshot_reader *reader)
{
    const uint32_t count = snapshot_get_word(reader);
    free(host->generators);
    host->generators = NULL;
    reader->bad |= count != 0 && count != pps;
    if (reader->bad || count == 0)
        return;
    host->generators = memory_take(count, sizeof *host->generators);
    for (uint32_t pp = 0; pp < count; pp++)
        host->generators[pp] = snapshot_get_long(reader);
}

bool host_restore(struct machine *machine, struct snapshot_reader *reader, char *error, size_t error_size)
{
    struct host *host = machine->host;
    char name[CALL_NAME_SIZE];
    const char *reason;
    host->output.written = snapshot_get_long(reader);
    host->output.is_within_line = snapshot_get_word(reader) != 0;
    restore_input(&host->input, reader);
    host->words = snapshot_get_word(reader);
    host->left = (struct allowance){.output = snapshot_get_long(reader)};
    host->left.files = snapshot_get_long(reader);
    host->left.file_bytes = snapshot_get_long(reader);
    host->left.work = snapshot_get_long(reader);
    host->failed_open = (int)snapshot_get_word(reader);
    char *text = snapshot_get_text(reader);
    snprintf(host->failed_text, sizeof host->failed_text, "%s", text != NULL ? text : "");
    free(text);
    restore_generators(host, machine->config.pps, reader);
    if (files_restore(host->files, reader, name, &reason))
        return true;
    snprintf(error, error_size, "the file '%.200s', which the program had open, cannot be opened again: %s",
             name, reason);
    return false;
}
