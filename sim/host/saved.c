/* saved.c - saves the host's state for a program in a snapshot (sim/machine/snapshot.h) and restores it.
 *
 * Input that was read from the process but not yet by the program is included. Known formats are parsed
 * again. Limits are those of the resumed run; a snapshot has the amounts used. Calls files. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/memory.h"
#include "sim/host/call.h"
#include "sim/machine/snapshot.h"

/* ---- saving */

static void put_input(struct snapshot *snapshot, const struct host_input *input)
{
    snapshot_put_long(snapshot, input->taken);
    snapshot_put_long(snapshot, (uint64_t)input_position(input));
    snapshot_put_word(snapshot, input->ended);
    snapshot_put_word(snapshot, (uint32_t)(input->end - input->at));
    snapshot_put(snapshot, input->buffer + input->at, input->end - input->at);
}

void host_save(const struct machine *machine, struct snapshot *snapshot)
{
    const struct host *host = machine->host;
    const uint32_t generators = host->generators != NULL ? machine->config.pps : 0;
    snapshot_put_long(snapshot, host->output.written);
    snapshot_put_word(snapshot, host->output.is_within_line);
    put_input(snapshot, &host->input);
    snapshot_put_word(snapshot, host->words);
    for (int k = 0; k < HOST_LIMITS; k++)
        snapshot_put_long(snapshot, host->used[k]);
    snapshot_put_word(snapshot, (uint32_t)host->failed_open);
    snapshot_put_text(snapshot, host->failed_text);
    snapshot_put_word(snapshot, generators);
    for (uint32_t pp = 0; pp < generators; pp++)
        snapshot_put_long(snapshot, host->generators[pp]);
    files_save(host->files, snapshot);
}

/* ---- restoring */

/* Reads what host_save has put, before the files. *position: of input_position. */
static void get_host(struct snapshot_reader *reader, struct host *host, int64_t *position)
{
    struct host_input *input = &host->input;
    host->output.written = snapshot_get_long(reader);
    host->output.is_within_line = snapshot_get_word(reader) != 0;
    input->taken = snapshot_get_long(reader);
    *position = (int64_t)snapshot_get_long(reader);
    input->ended = snapshot_get_word(reader) != 0;
    input->at = 0;
    input->end = snapshot_get_word(reader);
    reader->bad |= input->end > sizeof input->buffer;
    const void *bytes = snapshot_get(reader, reader->bad ? 0 : input->end);
    input->end = bytes != NULL ? input->end : 0;
    if (input->end != 0)
        memcpy(input->buffer, bytes, input->end);
    host->words = snapshot_get_word(reader);
    for (int k = 0; k < HOST_LIMITS; k++)
        host->used[k] = snapshot_get_long(reader);
    host->failed_open = (int)snapshot_get_word(reader);
    const char *text = snapshot_get_text(reader);
    snprintf(host->failed_text, sizeof host->failed_text, "%s", text != NULL ? text : "");
    reader->bad |= host->failed_open != 0 && host->failed_open != FAULT_unreadable_file &&
                   host->failed_open != FAULT_unwritable_file;
}

/* Reads the generators of all PPs, if there are any, into new memory. */
static uint64_t *get_generators(struct snapshot_reader *reader, uint64_t pps)
{
    const uint32_t count = snapshot_get_word(reader);
    reader->bad |= count != 0 && count != pps;
    if (reader->bad || count == 0)
        return NULL;
    uint64_t *generators = memory_take(count, sizeof *generators);
    for (uint32_t pp = 0; pp < count; pp++)
        generators[pp] = snapshot_get_long(reader);
    return generators;
}

/* Goes on reading standard input after what was read. */
static void continue_input(struct snapshot_reader *reader, struct host_input *input, int64_t position)
{
    const unsigned long long read = input->taken + input->end;
    if ((input->ended || read != 0) && !input_go_to(input, position >= 0 ? position : (int64_t)read))
        snapshot_refuse(reader, "standard input has fewer bytes than the %llu that were read from it", read);
}

void host_restore(struct machine *machine, struct snapshot_reader *reader)
{
    struct host *host = machine->host;
    int64_t position;
    get_host(reader, host, &position);
    if (!reader->bad)
        continue_input(reader, &host->input, position);
    for (int k = 0; k < HOST_LIMITS; k++)
        host->used[k] = host->used[k] < host->limits[k] ? host->used[k] : host->limits[k];
    free(host->generators);
    host->generators = get_generators(reader, machine->config.pps);
    if (reader->bad)
        return;
    files_put_back(host->files, reader);
    files_restore(host->files, reader, false);
}

/* ---- for people */

void host_describe(struct snapshot_reader *reader, struct snapshot_about *about)
{
    struct host *host = memory_take(1, sizeof *host);
    int64_t position;
    get_host(reader, host, &position);
    about->printed = host->output.written;
    about->read = host->input.taken + host->input.end;
    free(get_generators(reader, about->pps));
    free(host);
    files_describe(reader, about);
}
