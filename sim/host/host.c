/* host.c - the host's state for a program during a run: create, flush, destroy; save in a snapshot, restore.
 *
 * Input that was read from the process but not yet by the program is saved. Known formats are parsed again.
 * Limits are those of the resumed run; a snapshot has the amounts used. Knows output, input, files and
 * formats; no host call. Other files find it in machine->host. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/memory.h"
#include "sim/host/call.h"
#include "sim/machine/snapshot.h"

/* The limit for host calls: as much as all PPs could load within --max-cycles, at least a usual amount. */
static uint64_t work_within(const struct machine_config *config)
{
    const uint64_t usual = 1u << 20;
    uint64_t work;
    if (config->max_cycles == 0 || __builtin_mul_overflow(config->max_cycles, config->pps, &work))
        return UINT64_MAX;
    return work > usual ? work : usual;
}

static void set_limits(struct host *host, const struct machine_config *config)
{
    const struct bounds *bounds = &config->bounds;
    host->limits[HOST_OUTPUT] = bounds->output != 0 ? bounds->output : UINT64_MAX;
    host->limits[HOST_FILES] = bounds->files != 0 ? bounds->files : UINT64_MAX;
    host->limits[HOST_FILE_BYTES] = bounds->file_bytes != 0 ? bounds->file_bytes : UINT64_MAX;
    host->limits[HOST_WORK] = work_within(config);
}

struct host *host_create(const struct machine *machine, char *error, size_t error_size)
{
    struct host *host = memory_take(1, sizeof *host);
    const struct machine_config *config = &machine->config;
    output_init(&host->output, STDOUT_FILENO);
    output_init(&host->errors, STDERR_FILENO);
    host->input.descriptor = STDIN_FILENO;
    set_limits(host, config);
    host->files = files_create(config->files_in, config->files_out, error, error_size);
    if (host->files != NULL)
        return host;
    host_destroy(host);
    return NULL;
}

void host_output_fault(struct machine *machine, uint32_t pp, uint32_t pc, uint64_t cycle)
{
    const int error = machine->host->output.error;
    if (error == EINTR)
        fault_stopped(&machine->fault, machine, pp, pc, cycle);
    else
        fault_set(&machine->fault, error == EPIPE ? FAULT_closed_pipe : FAULT_output, pp, pc, cycle,
                  "standard output cannot be written: %s", strerror(error));
}

/* False with machine->fault. */
static bool lose_file(struct machine *machine)
{
    const struct files *files = machine->host->files;
    fault_set(&machine->fault, FAULT_unwritable_file, FAULT_NO_PP, 0, machine->stats.cycles,
              "cannot write file '%.200s': %s", files->lost, files->lost_reason.text);
    return false;
}

bool host_hold(struct machine *machine)
{
    return machine->host->output.link != NULL || files_hold(machine->host->files) || lose_file(machine);
}

bool host_finish(struct machine *machine, bool whole)
{
    const bool good = files_finish(machine->host->files, whole) || lose_file(machine);
    if (output_flush(&machine->host->output))
        return good;
    host_output_fault(machine, FAULT_NO_PP, 0, machine->stats.cycles);
    return false;
}

void host_lead_to(struct machine *machine, struct host_link *link, uint64_t errors)
{
    struct host *host = machine->host;
    host->output.link = host->errors.link = host->input.link = link;
    host->output.stream = HOST_STREAM_OUTPUT;
    host->errors.stream = HOST_STREAM_ERROR;
    host->errors.written = errors;
}

uint64_t host_read(const struct machine *machine)
{
    const struct host_input *input = &machine->host->input;
    return input->taken + (input->end - input->at);
}

void host_destroy(struct host *host)
{
    if (host == NULL)
        return;
    files_destroy(host->files);
    free(host->formats);
    free(host->generators);
    free(host->served);
    free(host);
}

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
