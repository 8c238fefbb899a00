/* main.c - pramsim: reads the command line, creates a machine, runs an engine, reports. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "common/json.h"
#include "common/message.h"
#include "common/output.h"
#include "common/memory.h"
#include "common/option.h"
#include "common/start.h"
#include "common/stop.h"
#include "common/version.h"
#include "conclude.h"
#include "documents.h"
#include "drive.h"
#include "explain.h"
#include "sim/observe/findings/findings.h"
#include "host.h"
#include "options.h"
#include "players.h"
#include "ranks.h"
#include "resume.h"
#include "safe.h"
#include "source.h"
#include "sim/checkpoint/keeper.h"
#include "sim/debug/run/run.h"
#include "sim/inject/inject.h"
#include "sim/real/bank.h"
#include "sim/real/host_numbers.h"
#include "sim/real/unit.h"

static int fail(int code, const char *subject, const char *text)
{
    message_line(stderr, "pramsim: %s%s%s", subject, subject[0] != '\0' ? ": " : "", text);
    return code;
}

/* The same of a program or checkpoint that cannot be loaded. */
static int fail_file(int code, const char *name, const char *text)
{
    message_line(stderr, "pramsim: error: %s: %s", name, text);
    return code;
}

/* Help and version go to standard output, which can fail like any other. */
static int finish_text(void)
{
    const bool is_written = fflush(stdout) == 0 && !ferror(stdout);
    if (!is_written && errno == EPIPE)
        return FAULT_closed_pipe;
    if (!is_written)
        return fail(FAULT_output, "standard output cannot be written", strerror(errno));
    return 0;
}

/* All files are open: from here on only the program's host calls and a report happen. Returns 0, or the exit
 * status. */
static int be_safe(const struct options *options, struct machine *machine, const struct documents *documents,
                   const struct keeper *keeper)
{
    struct safe_means means;
    struct safe_folders folders = {.document_count = DOCUMENTS,
                                   .checkpoint = keeper != NULL ? keeper->place.folder : -1};
    char error[160];
    if (!options->safe)
        return 0;
    for (int k = 0; k < DOCUMENTS; k++)
        folders.documents[k] = documents->of[k].file.stream != NULL ? documents->of[k].file.directory : -1;
    files_folders(host_files(machine), &folders.in, &folders.out);
    memory_prepare_hash(&machine->memory);
    if (!safe_enter(&folders, EXIT_CODE_safe, &means, error, sizeof error))
        return fail(EXIT_CODE_safe, "", error);
    if (!means.filter && !SAFE_SANITIZED)
        fputs("pramsim: note: --safe: this pramsim was built without libseccomp: no filter of system calls\n",
              stderr);
    return 0;
}

/* What is open when memory ends. */
struct unfinished {
    struct machine *machine; /* with a host */
    struct documents *documents;
    struct source_program *compiled;
};

/* For memory_is_short: writes the program's output; its files and the statistics do not appear. */
static int give_up(void *context)
{
    const struct unfinished *unfinished = context;
    documents_drop(unfinished->documents);
    source_remove(unfinished->compiled);
    if (unfinished->machine != NULL && unfinished->machine->ranks != NULL)
        ranks_fail(unfinished->machine->ranks, EXIT_CODE_memory, "out of memory");
    if (unfinished->machine != NULL)
        host_finish(unfinished->machine, false);
    return EXIT_CODE_memory;
}

/* The name of an option that needs a run at level 0. */
static const char *name_observer(const struct options *options)
{
    return options->trace_locks             ? "trace-locks"
           : options->trace_counters        ? "trace-counters"
           : options->trace.strands         ? "trace-strands"
           : options->trace_watch.count > 0 ? "trace-watch"
           : options->profile               ? "profile"
                                            : "trace";
}

/* Notes about deviations from the options. */
static void say_notes(const struct options *options)
{
    const bool is_judged = options->check || options->model.number != MODEL_NONE;
    if (options->is_at_level_0 && !options->quiet && is_judged)
        message_line(stderr,
                     "pramsim: note: --%s follows the run cycle by cycle, at level 0; its warnings "
                     "hold for every engine, level and number of threads",
                     options->check ? "check" : "model");
    else if (options->is_at_level_0 && !options->quiet)
        message_line(stderr, "pramsim: note: --%s follows the run cycle by cycle, at level 0",
                     name_observer(options));
    if (options->faults_alone && !options->quiet)
        message_line(stderr, "pramsim: note: a run with --faults goes cycle by cycle on one thread; its "
                             "results are the same for every engine, level and number of threads");
    if (options->stray != NULL)
        message_line(stderr,
                     "pramsim: note: '%s' was passed to the program: options of pramsim stand before %s, and "
                     "a -- there silences this note",
                     options->stray, options->config.arguments[0]);
}

/* Creates the machine by the options, from the compiled program if there is one, which is removed then
 * unless the run is debugged. Returns 0, or the exit status; then there is no machine. */
static int create_machine(struct options *options, struct source_program *compiled, struct machine *machine)
{
    const char *name = options->config.arguments[0];
    const char *path = compiled->object != NULL ? compiled->object : options->program;
    char error[512];
    int code;
    const bool is_created = machine_create(machine, &options->config, path, &code, error, sizeof error);
    if (is_created && compiled->object != NULL)
        files_protect(host_files(machine), options->program);
    if (!options->debug) /* its symbols are still to be read */
        source_remove(compiled);
    if (!is_created) {
        const bool is_stopped = stop_reason() == STOP_SIGNAL; /* while waiting for a FIFO */
        if (is_stopped)
            snprintf(error, sizeof error, "stopped by a signal (%s) before the run", stop_signal_name());
        return fail_file(is_stopped ? FAULT_interrupted : code, name, error);
    }
    if (!host_has_format(machine, error, sizeof error) || !host_grants(options, error, sizeof error)) {
        machine_destroy(machine);
        return fail_file(EXIT_CODE_usage, name, error);
    }
    bool good = dump_resolve(&options->dump, machine, "--dump", error, sizeof error) &&
                players_prepare(options, machine, error, sizeof error);
    if (good && options->config.faults != NULL) {
        machine->inject = inject_create(machine, options->config.faults, error, sizeof error);
        good = machine->inject != NULL;
    }
    if (good)
        return 0;
    machine_destroy(machine);
    return fail(EXIT_CODE_usage, "", error);
}

/* Creates the writer of checkpoints, and resumes from one, by the options. All ranks do so or none. Returns
 * 0, or the exit status. */
static int begin_snapshots(const struct options *options, struct machine *machine, void *state,
                           const struct keeper *keeper)
{
    unsigned threads = 1;
    char error[160];
    if (keeper != NULL && !snapshot_is_possible(machine, options->engine, state, error, sizeof error)) {
        message_line(stderr, "pramsim: --checkpoint: %s; use -g exact or --engine=reference", error);
        return EXIT_CODE_usage;
    }
    if (keeper != NULL && keeper->place.folder >= 0)
        files_protect_place(host_files(machine), keeper->place.folder, keeper->place.name);
    if (options->resume == NULL)
        return 0;
    const int status = resume_run(options, machine, state);
    const int first = machine->ranks != NULL ? ranks_agree(machine->ranks, status, &threads) : status;
    return status != 0 || first == 0 ? status
                                     : fail(first, options->resume, "another rank could not go on with it");
}

/* In a run of several ranks: all have created the machine, or none continues, and ranks without a tile leave.
 * *takes_part becomes false for these, and if the run is over before it began. Returns 0, or the exit
 * status. */
static int divide(struct options *options, struct machine *machine, struct ranks *ranks, int status,
                  bool *takes_part)
{
    unsigned threads = options->config.threads;
    const int first = ranks_agree(ranks, status, &threads);
    *takes_part = false;
    if (status != 0)
        return status;
    if (first != 0)
        return fail(first, "", "another rank could not make the machine");
    if (ranks_do_not_pay(machine) && !options->force)
        return fail(
            EXIT_CODE_usage, "several ranks are slower than one process here",
            "the segments of fewer than 256K PPs without precision units take less time than messages "
            "between processes (docs/scale.md); run it without mpirun, or with --force");
    const uint32_t tile_pps = 1u << machine->memory.lane_shift;
    const uint32_t tiles = (machine->config.pps + tile_pps - 1) / tile_pps;
    ranks->narrow(ranks, tiles < ranks->size ? tiles : ranks->size);
    *takes_part = ranks->joined != 0;
    if (!*takes_part)
        return 0;
    uint32_t keeps_all =
        options->hash || options->stats_json != NULL || options->dump.count != 0 || options->dump.registers;
    ranks->broadcast(ranks, &keeps_all, sizeof keeps_all, 0); /* the others write no statistics */
    ranks->keeps_all = keeps_all != 0;
    options->config.threads = machine->config.threads = threads;
    machine->ranks = ranks->size > 1 ? ranks : NULL;
    return 0;
}

/* The run of a rank whose PPs another rank reports. */
static int follow(const struct options *options, struct machine *machine, void *state,
                  const struct keeper *keeper)
{
    struct drive_progress progress = {.stream = stderr, .show = DRIVE_QUIET};
    const int status = begin_snapshots(options, machine, state, keeper);
    machine->news = NULL; /* it is rank 0 that is asked to stop */
    if (status == 0)
        drive_run(machine, options->engine, state, &progress);
    return status;
}

/* The run under the debugger, which destroys the machine. */
static int run_debugged(const struct options *options, struct machine *machine, struct unfinished *unfinished)
{
    machine->news = stop_news();
    machine->numbers = host_numbers_create(&options->config.real);
    const int status = machine->numbers != NULL
                           ? debug_run(options, unfinished->compiled->object, machine)
                           : fail(EXIT_CODE_memory, "--debug", "the host has not enough memory");
    unfinished->machine = NULL;
    host_numbers_destroy(machine->numbers);
    machine_destroy(machine);
    return status;
}

/* There is no memory for the PPs. Returns the exit status. */
static int give_up_players(const struct options *options, struct machine *machine,
                           const struct players *players)
{
    static const char reason[] = "the host has not enough memory for this number of PPs";
    if (machine->ranks != NULL)
        ranks_fail(machine->ranks, EXIT_CODE_memory, reason);
    players_destroy(options, machine, players);
    return fail(EXIT_CODE_memory, options->config.arguments[0], reason);
}

static int run(struct options *options, struct source_program *compiled,
               const struct suppressions *suppressions, struct documents *documents, struct keeper *keeper,
               struct ranks *ranks)
{
    struct machine machine;
    bool takes_part = true;
    struct unfinished unfinished = {.documents = documents, .compiled = compiled};
    memory_when_short((struct memory_last_act){give_up, &unfinished});
    const double start = stats_clock();
    int status = create_machine(options, compiled, &machine);
    const bool is_made = status == 0;
    if (ranks != NULL)
        status = divide(options, &machine, ranks, status, &takes_part);
    if (is_made && (status != 0 || !takes_part))
        machine_destroy(&machine);
    if (status != 0 || !takes_part)
        return status;
    unfinished.machine = &machine;
    if (options->debug)
        return run_debugged(options, &machine, &unfinished);
    const struct players players = players_create(options, &machine);
    if (players.state == NULL)
        return give_up_players(options, &machine, &players);
    machine.news = stop_news();
    machine.stats.seconds[STATS_TIME_load] = stats_clock() - start;

    if (machine.ranks != NULL && machine.ranks->rank != 0) {
        status = follow(options, &machine, players.state, keeper);
        unfinished.machine = NULL;
        players_destroy(options, &machine, &players);
        return status;
    }
    say_notes(options);
    struct drive_progress progress = {.stream = stderr,
                                      .keeper = keeper,
                                      .show = options->quiet          ? DRIVE_QUIET
                                              : isatty(STDERR_FILENO) ? DRIVE_TERMINAL
                                                                      : DRIVE_LINES};
    status = begin_snapshots(options, &machine, players.state, keeper);
    if (status == 0)
        status = be_safe(options, &machine, documents, keeper);
    if (status == 0) {
        if (keeper != NULL)
            keeper_begin(keeper);
        drive_run(&machine, options->engine, players.state, &progress);
        if (keeper != NULL)
            keeper_wait(keeper, &machine);
        if (ranks != NULL)
            ranks_count(ranks, &machine.stats);
        explain_fault(&machine, options->engine, players.state);
        status =
            conclude(&machine, options, players.state, &players.watches, suppressions, documents, keeper);
        if (keeper != NULL)
            keeper_end(keeper, &machine);
    }
    unfinished.machine = NULL;
    players_destroy(options, &machine, &players);
    return status;
}

/* writes: not of a rank that follows. Returns 0, or the exit status. */
static int find_checkpoint(const struct options *options, const struct documents *documents, bool writes,
                           struct keeper *keeper)
{
    struct file_error error;
    *keeper = (struct keeper){.place = {.folder = -1},
                              .words = {.version = PRAM_VERSION,
                                        .options = options->given,
                                        .option_count = options->given_count,
                                        .program = options->program},
                              .every = options->checkpoint_every,
                              .room = options->config.bounds.host_memory == 0 ? KEEPER_ROOM : 0,
                              .stream = stderr};
    if (options->checkpoint == NULL || !writes)
        return 0;
    if (documents_are_at(documents, options, options->checkpoint))
        return fail(EXIT_CODE_usage, "--checkpoint would overwrite another file of this run",
                    options->checkpoint);
    keeper->goes_on = options->resume != NULL && output_is_same(options->resume, options->checkpoint);
    if (checkpoint_place(&keeper->place, options->checkpoint, &error))
        return 0;
    return fail(EXIT_CODE_checkpoint, options->checkpoint, error.text);
}

static int describe(const char *path)
{
    struct file_error error;
    if (!checkpoint_describe(path, stdout, &error))
        return fail_file(EXIT_CODE_checkpoint, path, error.text);
    return finish_text();
}

/* Joins the other ranks, if mpirun or a similar program has started any. Returns 0, or the exit status. */
static int join(struct options *options, struct ranks *ranks)
{
    char error[512];
    if (!ranks_join(ranks, options, error, sizeof error))
        return fail(FAULT_ranks, "several ranks", error);
    const char *refused = ranks_refuse(options, ranks);
    if (refused != NULL && ranks->size > 1)
        snprintf(error, sizeof error, "%s needs one process, or ranks on one host (docs/scale.md)", refused);
    else if (refused != NULL)
        snprintf(error, sizeof error, "%s needs a run without mpirun", refused);
    if (refused != NULL)
        return fail(EXIT_CODE_usage, "several ranks", error);
    if (ranks->rank != 0)
        options->stats_json = options->findings_json = NULL;
    return 0;
}

static void show_line(void *context, const char *line)
{
    (void)context;
    puts(line);
}

static int list_devices(void)
{
    char error[512];
    const struct opencl_driver *driver = opencl_find(error, sizeof error);
    if (driver == NULL || !driver->list(show_line, NULL, error, sizeof error))
        return fail(EXIT_CODE_usage, "--opencl-list", error);
    return finish_text();
}

/* Compiles a program given as source for this run. Returns 0, or the exit status. */
static int compile(const struct options *options, struct source_program *compiled)
{
    if (!source_is(options->program))
        return 0;
    if (!options->quiet)
        message_line(stderr,
                     "pramsim: note: %s is compiled by fcc for this run only; fcc %s makes a program to keep",
                     options->program, options->program);
    return source_compile(compiled, options->program, options->safe);
}

/* Carries out a command line with a program. Returns the exit status. */
static int play(struct options *options, struct ranks *ranks)
{
    char error[512];
    const char *missing;
    if (!stop_start_clock(options->config.bounds.seconds, options->config.bounds.host_memory, &missing))
        return fail(EXIT_CODE_memory, "the host does not give this process", missing);
    struct source_program compiled = {0};
    int status = compile(options, &compiled);
    if (options->safe)
        safe_begin();
    json_begin();
    struct documents documents = {0};
    struct suppressions suppressions = {0};
    if (status == 0 && options->suppressions != NULL &&
        !findings_read(&suppressions, options->suppressions, error, sizeof error))
        status = fail(EXIT_CODE_findings, options->suppressions, error);
    if (status == 0)
        status = documents_open(&documents, options);
    struct keeper keeper = {.place = {.folder = -1}};
    if (status == 0)
        status = find_checkpoint(options, &documents, ranks->rank == 0, &keeper);
    if (status == 0)
        status = run(options, &compiled, &suppressions, &documents,
                     options->checkpoint != NULL ? &keeper : NULL, ranks->processes > 1 ? ranks : NULL);
    else if (ranks->size > 1) /* the others are about to ask */
        status = ranks_agree(ranks, status, &options->config.threads);
    source_remove(&compiled);
    checkpoint_place_forget(&keeper.place);
    documents_drop(&documents);
    findings_forget(&suppressions);
    return status;
}

static int pramsim(int argc, char **argv, bool has_ranks)
{
    struct options options;
    char error[512];
    message_use_color(MESSAGE_COLOR_AUTO);
    if (!options_parse(&options, argc, argv, error, sizeof error)) {
        option_complain(stderr, "pramsim", error);
        return EXIT_CODE_usage;
    }
    message_use_color(options.color);
    if (options.help) {
        options_help(stdout);
        return finish_text();
    }
    if (options.version) {
        puts("pramsim " PRAM_VERSION);
        return finish_text();
    }
    if (options.opencl_list)
        return list_devices();
    if (options.dap)
        return debug_serve(&options);
    if (options.describe != NULL)
        return describe(options.describe);
    if (has_ranks && source_is(options.program))
        return fail_file(EXIT_CODE_usage, options.program,
                         "mpirun runs programs; compile this source first, with fcc");
    struct ranks ranks = {.size = 1, .processes = 1, .joined = 1};
    const int refused = has_ranks ? join(&options, &ranks) : 0;
    if (refused != 0 || ranks.joined == 0) {
        if (ranks.link != NULL)
            ranks.leave(&ranks);
        return refused;
    }
    const int status = play(&options, &ranks);
    if (ranks.link != NULL)
        ranks.leave(&ranks);
    return status;
}

int main(int argc, char **argv)
{
    if (!start_program("pramsim"))
        return EXIT_CODE_memory;
    stop_catch();
    real_guard_memory();
    const int status = pramsim(argc, argv, ranks_begin());
    if (status == FAULT_closed_pipe)
        stop_as_closed_pipe();
    return status;
}
