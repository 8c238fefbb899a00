/* host.c - the host's state for a program during a run: create, flush, destroy.
 *
 * Knows output, input, files and formats; no host call. Other files find it in machine->host. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/memory.h"
#include "sim/host/call.h"
#include "sim/host/hostcall.h"

/* The limit for host calls: as much as all PPs could load within --max-cycles, and a usual amount in any
 * case. */
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
