/* conclude.c - see conclude.h. */
#include "conclude.h"

#include <stdlib.h>

#include "common/message.h"
#include "common/plural.h"
#include "common/version.h"
#include "documents.h"
#include "dump.h"
#include "explain.h"
#include "host.h"
#include "options.h"
#include "report.h"
#include "sim/checkpoint/keeper.h"
#include "sim/observe/findings/findings.h"
#include "sim/observe/profile/profile.h"
#include "sim/observe/waiting/waiting.h"

/* The profile: as a table, or as a file. Returns 0, or the exit status. */
static int write_profile(struct machine *machine, const struct options *options, struct documents *documents)
{
    struct profile profile;
    int status = 0;
    profile_make(&profile, machine);
    FILE *stream = documents_begin(documents, DOCUMENT_profile, machine);
    if (stream == NULL)
        profile_print(&profile, !options->profile_runtime, stderr);
    else
        status = documents_end(documents, DOCUMENT_profile, machine,
                               profile_print_callgrind(&profile, options->program, PRAM_VERSION, stream));
    return status;
}

static bool write_trace(struct machine *machine, const struct options *options,
                        const struct trace_watches *watches, FILE *stream)
{
    char *command = findings_command(machine, options);
    struct trace_choice choice = options->trace;
    choice.command = command;
    const bool good = trace_print(machine, &choice, watches, stream);
    free(command);
    return good;
}

/* Writes findings, statistics and timeline. Returns 0, or the exit status of the first one that could not be
 * written. */
static int write_documents(struct machine *machine, const struct options *options,
                           const struct trace_watches *watches, uint64_t hash, uint64_t suppressed,
                           struct documents *documents)
{
    int status[DOCUMENTS] = {0};
    FILE *stream = documents_begin(documents, DOCUMENT_findings, machine);
    if (stream != NULL)
        status[DOCUMENT_findings] = documents_end(documents, DOCUMENT_findings, machine,
                                                  findings_print(machine, options, suppressed, stream));
    stream = documents_begin(documents, DOCUMENT_sarif, machine);
    if (stream != NULL)
        status[DOCUMENT_sarif] =
            documents_end(documents, DOCUMENT_sarif, machine, findings_print_sarif(machine, stream));
    if (machine->marks != NULL)
        status[DOCUMENT_profile] = write_profile(machine, options, documents);
    stream = documents_begin(documents, DOCUMENT_trace, machine);
    if (stream != NULL)
        status[DOCUMENT_trace] =
            documents_end(documents, DOCUMENT_trace, machine, write_trace(machine, options, watches, stream));
    if (stream != NULL && machine->journal->lost != 0)
        message_line(stderr,
                     "pramsim: warning: the timeline ends before cycle %llu: its memory is full; use fewer "
                     "PPs (--trace-cycles does not help)",
                     (unsigned long long)machine->journal->until);
    stream = documents_begin(documents, DOCUMENT_stats, machine);
    if (stream != NULL)
        status[DOCUMENT_stats] = documents_end(documents, DOCUMENT_stats, machine,
                                               report_stats_json(machine, options, hash, stream));
    for (int k = 1; k < DOCUMENTS; k++)
        status[0] = status[k] != 0 ? status[k] : status[0];
    return status[0];
}

int conclude(struct machine *machine, const struct options *options, const void *state,
             const struct trace_watches *watches, const struct suppressions *suppressions,
             struct documents *documents, const struct keeper *keeper)
{
    int status = 0;
    double start = stats_clock();
    dump_print(&options->dump, machine, options->engine, state);
    if (keeper != NULL)
        keeper_finish(keeper, machine, machine->end != END_FAULT);
    if (!host_finish(machine, machine->end != END_FAULT))
        machine->end = END_FAULT;
    uint64_t hash = options->hash || options->stats_json != NULL ? memory_hash(&machine->memory) : 0;
    machine->stats.seconds[STATS_TIME_finish] = stats_clock() - start;

    const uint64_t suppressed = findings_suppress(&machine->warnings, machine, suppressions) +
                                findings_suppress(&machine->findings, machine, suppressions) +
                                findings_suppress(&machine->mishaps, machine, suppressions) +
                                findings_suppress(&machine->noticed, machine, suppressions);
    machine->stats.races_noticed = machine->noticed.total;
    report_warnings(machine, !options->quiet, stderr);
    if (machine->end == END_FAULT && machine->fault.code != FAULT_closed_pipe)
        fault_print(&machine->fault, "fault", &machine->object, stderr);
    if (machine->end == END_FAULT && explain_is_about_all(machine->fault.code))
        waiting_print(machine, options->engine, state, "hint", stderr);
    if (!options->quiet)
        findings_print_command(machine, options, stderr);
    if (machine->end == END_FAULT || status == 0)
        status = report_status(machine);
    if (host_lost_output(machine) != 0)
        message_line(stderr,
                     "pramsim: warning: the last %zu byte%s of output %s lost: the reader of standard output "
                     "did not accept them",
                     host_lost_output(machine), plural(host_lost_output(machine)),
                     host_lost_output(machine) == 1 ? "is" : "are");
    if (options->stats)
        report_stats(machine, options, stderr);
    if (options->hash)
        message_line(stderr, "hash %016llx", (unsigned long long)hash);
    const int failed = write_documents(machine, options, watches, hash, suppressed, documents);
    return failed != 0 && machine->end != END_FAULT ? failed : status;
}
