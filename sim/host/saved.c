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

static void put_used(struct snapshot *snapshot, const struct machine *machine)
{
    const struct allowance given = host_allow(&machine->config), *left = &machine->host->left;
    snapshot_put_long(snapshot, given.output - left->output);
    snapshot_put_long(snapshot, given.files - left->files);
    snapshot_put_long(snapshot, given.file_bytes - left->file_bytes);
    snapshot_put_long(snapshot, given.work - left->work);
}

static void put_input(struct snapshot *snapshot, const struct input *input)
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
    put_used(snapshot, machine);
    snapshot_put_word(snapshot, (uint32_t)host->failed_open);
    snapshot_put_text(snapshot, host->failed_text);
    snapshot_put_word(snapshot, generators);
    for (uint32_t pp = 0; pp < generators; pp++)
        snapshot_put_long(snapshot, host->generators[pp]);
    files_save(host->files, snapshot);
}

/* ---- restoring */

static uint64_t less(uint64_t given, uint64_t used)
{
    return given > used ? given - used : 0;
}

static void get_used(struct snapshot_reader *reader, struct machine *machine)
{
    const struct allowance given = host_allow(&machine->config);
    struct allowance *left = &machine->host->left;
    left->output = less(given.output, snapshot_get_long(reader));
    left->files = less(given.files, snapshot_get_long(reader));
    left->file_bytes = less(given.file_bytes, snapshot_get_long(reader));
    left->work = less(given.work, snapshot_get_long(reader));
}

static void get_input(struct snapshot_reader *reader, struct input *input)
{
    input->taken = snapshot_get_long(reader);
    const int64_t position = (int64_t)snapshot_get_long(reader);
    input->ended = snapshot_get_word(reader) != 0;
    input->at = 0;
    input->end = snapshot_get_word(reader);
    reader->bad |= input->end > sizeof input->buffer;
    const void *bytes = snapshot_get(reader, reader->bad ? 0 : input->end);
    if (reader->bad) {
        input->end = 0;
        return;
    }
    if (input->end != 0)
        memcpy(input->buffer, bytes, input->end);
    const bool was_read = input->ended || input->taken + input->end != 0;
    if (was_read && !input_go_to(input, position >= 0 ? position : (int64_t)(input->taken + input->end)))
        snapshot_refuse(reader, "standard input has fewer bytes than the %llu that were read from it",
                        input->taken + input->end);
}

static void get_generators(struct host *host, uint32_t pps, struct snapshot_reader *reader)
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

void host_restore(struct machine *machine, struct snapshot_reader *reader)
{
    struct host *host = machine->host;
    host->output.written = snapshot_get_long(reader);
    host->output.is_within_line = snapshot_get_word(reader) != 0;
    get_input(reader, &host->input);
    host->words = snapshot_get_word(reader);
    get_used(reader, machine);
    host->failed_open = (int)snapshot_get_word(reader);
    const char *text = snapshot_get_text(reader);
    snprintf(host->failed_text, sizeof host->failed_text, "%s", text != NULL ? text : "");
    reader->bad |= host->failed_open != 0 && host->failed_open != FAULT_unreadable_file &&
                   host->failed_open != FAULT_unwritable_file;
    get_generators(host, machine->config.pps, reader);
    if (reader->bad)
        return;
    files_put_back(host->files, reader);
    files_restore(host->files, reader, false);
}

/* ---- for people */

void host_describe(struct snapshot_reader *reader, struct snapshot_about *about)
{
    about->printed = snapshot_get_long(reader);
    snapshot_get_word(reader); /* within a line */
    about->read = snapshot_get_long(reader);
    snapshot_get_long(reader); /* position */
    snapshot_get_word(reader); /* ended */
    const uint32_t kept = snapshot_get_word(reader);
    about->read += kept;
    reader->bad |= kept > INPUT_BUFFER;
    snapshot_get(reader, reader->bad ? 0 : kept);
    snapshot_get_word(reader);
    for (unsigned k = 0; k < sizeof(struct allowance) / sizeof(uint64_t); k++)
        snapshot_get_long(reader);
    snapshot_get_word(reader); /* failed_open, and why */
    (void)snapshot_get_text(reader);
    const uint32_t generators = snapshot_get_word(reader);
    for (uint32_t pp = 0; pp < generators && !reader->bad; pp++)
        snapshot_get_long(reader);
    files_describe(reader, about);
}
