/* conclude.c - see conclude.h. */
#include "conclude.h"

#include <errno.h>
#include <stdlib.h>

#include "common/message.h"
#include "common/plural.h"
#include "documents.h"
#include "dump.h"
#include "explain.h"
#include "options.h"
#include "report.h"
#include "sim/checkpoint/keeper.h"
#include "sim/observe/findings/findings.h"
#include "sim/observe/profile/profile.h"
#include "sim/observe/waiting/waiting.h"

/* What documents say. */
struct contents {
    struct machine *machine;
    const struct options *options;
    const struct trace_watches *watches;
    uint64_t hash, suppressed;
};

/* `stream` NULL: as a table. False: it could not be written. */
static bool write_profile(const struct contents *contents, FILE *stream)
{
    struct profile profile;
    profile_make(&profile, contents->machine);
    if (stream != NULL)
        return profile_print_callgrind(&profile, contents->options->program, stream);
    profile_print(&profile, !contents->options->profile_runtime, stderr);
    return true;
}

static bool write_trace(const struct contents *contents, FILE *stream)
{
    const struct journal *journal = contents->machine->journal;
    char *command = findings_command(contents->machine, contents->options);
    struct trace_choice choice = contents->options->trace;
    choice.command = command;
    const bool good = trace_print(contents->machine, &choice, contents->watches, stream);
    free(command);
    if (journal->lost != 0)
        message_line(stderr,
                     "pramsim: warning: the timeline ends before cycle %llu: its memory is full; use fewer "
                     "PPs (--trace-cycles does not help)",
                     (unsigned long long)journal->until);
    return good;
}

static bool write_document(const struct contents *contents, enum document document, FILE *stream)
{
    switch (document) {
    case DOCUMENT_trace:
        return write_trace(contents, stream);
    case DOCUMENT_profile:
        return write_profile(contents, stream);
    case DOCUMENT_findings:
        return findings_print(contents->machine, contents->options, contents->suppressed, stream);
    case DOCUMENT_sarif:
        return findings_print_sarif(contents->machine, stream);
    default:
        return report_stats_json(contents->machine, contents->options, contents->hash, stream);
    }
}

/* Returns 0, or the exit status of the last one that could not be written. */
static int write_documents(const struct contents *contents, struct documents *documents)
{
    int status = 0;
    if (contents->machine->marks != NULL && contents->options->profile_file == NULL)
        write_profile(contents, NULL);
    for (int k = 0; k < DOCUMENTS; k++) {
        FILE *stream = documents_begin(documents, (enum document)k, contents->machine);
        const int failed = stream != NULL ? documents_end(documents, (enum document)k, contents->machine,
                                                          write_document(contents, (enum document)k, stream))
                                          : 0;
        status = failed != 0 ? failed : status;
    }
    return status;
}

int conclude(struct machine *machine, const struct options *options, const void *state,
             const struct trace_watches *watches, const struct suppressions *suppressions,
             struct documents *documents, const struct keeper *keeper)
{
    const double start = stats_clock();
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
    const int status = report_status(machine);
    const struct output *output = &machine->host->output;
    if (output->error == EINTR && output->lost != 0)
        message_line(stderr,
                     "pramsim: warning: the last %zu byte%s of output %s lost: the reader of standard output "
                     "did not accept them",
                     output->lost, plural(output->lost), output->lost == 1 ? "is" : "are");
    if (options->stats)
        report_stats(machine, options, stderr);
    if (options->hash)
        message_line(stderr, "hash %016llx", (unsigned long long)hash);
    const struct contents contents = {machine, options, watches, hash, suppressed};
    const int failed = write_documents(&contents, documents);
    return failed != 0 && machine->end != END_FAULT ? failed : status;
}
