/* conclude.c - the end of a run (see run.h). Knows listeners; engines only through struct engine. */
#include "run.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "common/message.h"
#include "common/plural.h"
#include "explain.h"
#include "report.h"
#include "sim/observe/profile/profile.h"
#include "sim/observe/waiting/waiting.h"

/* What documents say. */
struct contents {
    struct run *run;
    uint64_t hash, suppressed;
};

static bool print_trace(const struct contents *contents, FILE *stream)
{
    struct run *run = contents->run;
    const struct journal *journal = run->machine.journal;
    char *command = findings_command(&run->machine, run->options);
    struct trace_choice choice = run->options->trace;
    choice.command = command;
    choice.strands = run->options->has[OPTION_trace_strands];
    const bool good = trace_print(&run->machine, &choice, &run->players.watches, stream);
    free(command);
    if (journal->lost != 0)
        message_line(stderr,
                     "pramsim: warning: the timeline ends before cycle %llu: its memory is full; use fewer "
                     "PPs (--trace-cycles does not help)",
                     (unsigned long long)journal->until);
    return good;
}

static bool print_profile(const struct contents *contents, FILE *stream)
{
    struct run *run = contents->run;
    struct profile profile;
    profile_make(&profile, &run->machine);
    return profile_print_callgrind(&profile, run->options->program, stream);
}

static bool print_findings(const struct contents *contents, FILE *stream)
{
    return findings_print(&contents->run->machine, contents->run->options, contents->suppressed, stream);
}

static bool print_sarif(const struct contents *contents, FILE *stream)
{
    return findings_print_sarif(&contents->run->machine, stream);
}

static bool print_stats(const struct contents *contents, FILE *stream)
{
    return report_stats_json(&contents->run->machine, contents->run->options, contents->hash, stream);
}

static const struct {
    bool (*print)(const struct contents *contents, FILE *stream); /* false: it could not be written */
    int code;
} printers[DOCUMENTS] = {
#define DOCUMENT(name, path, option, code) {print_##name, code},
#include "document.def"
};

/* Prints a document and completes it, or drops it; one on standard output starts on a new line. Returns 0, or
 * the exit status after a message. */
static int write_document(const struct contents *contents, int number)
{
    const struct machine *machine = &contents->run->machine;
    struct document *document = &contents->run->documents.of[number];
    struct file_error reason;
    const bool is_on_output = strcmp(document->path, "-") == 0;
    if (is_on_output && machine->host->output.is_within_line)
        fputc('\n', document->file.stream);
    const bool is_printed = printers[number].print(contents, document->file.stream);
    if (output_close(&document->file, &reason) && is_printed)
        return 0;
    if (!is_on_output || machine->end != END_FAULT || machine->fault.code != FAULT_closed_pipe)
        message_line(stderr, "pramsim: %s: %s", is_on_output ? "standard output" : document->path,
                     reason.text);
    return printers[number].code;
}

int conclude(struct run *run)
{
    struct machine *machine = &run->machine;
    const struct options *options = run->options;
    const void *state = run->players.state;
    const double start = stats_clock();
    dump_print(&options->dump, machine, options->engine, state);
    keeper_finish(run);
    if (!host_finish(machine, machine->end != END_FAULT))
        machine->end = END_FAULT;
    struct contents contents = {.run = run};
    if (options->has[OPTION_hash] || options->stats_json != NULL)
        contents.hash = memory_hash(&machine->memory);
    machine->stats.seconds[STATS_TIME_finish] = stats_clock() - start;

    struct warnings *const warnings[] = {&machine->warnings, &machine->findings, &machine->mishaps,
                                         &machine->noticed};
    for (size_t k = 0; k < sizeof warnings / sizeof warnings[0]; k++)
        contents.suppressed += findings_suppress(warnings[k], machine, &run->suppressions);
    machine->stats.parts[STATS_NOTICED_races_noticed] = machine->noticed.total;
    report_warnings(machine, !options->has[OPTION_quiet], stderr);
    if (machine->end == END_FAULT && machine->fault.code != FAULT_closed_pipe)
        fault_print(&machine->fault, "fault", &machine->object, stderr);
    if (machine->end == END_FAULT && explain_is_about_all(machine->fault.code))
        waiting_print(machine, options->engine, state, "hint", stderr);
    if (!options->has[OPTION_quiet])
        findings_print_command(machine, options, stderr);
    const int status = report_status(machine);
    const struct output *output = &machine->host->output;
    if (output->error == EINTR && output->lost != 0)
        message_line(stderr,
                     "pramsim: warning: the last %zu byte%s of output %s lost: the reader of standard output "
                     "did not accept them",
                     output->lost, plural(output->lost), output->lost == 1 ? "is" : "are");
    if (options->has[OPTION_stats])
        report_stats(machine, options, stderr);
    if (options->has[OPTION_hash])
        message_line(stderr, "hash %016llx", (unsigned long long)contents.hash);
    if (machine->marks != NULL && options->profile_file == NULL) {
        struct profile profile;
        profile_make(&profile, machine);
        profile_print(&profile, !options->has[OPTION_profile_runtime], stderr);
    }
    int failed = 0;
    for (int k = 0; k < DOCUMENTS; k++) {
        const int code = run->documents.of[k].file.stream != NULL ? write_document(&contents, k) : 0;
        failed = code != 0 ? code : failed;
    }
    return failed != 0 && machine->end != END_FAULT ? failed : status;
}
