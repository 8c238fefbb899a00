/* main.c - pramsim: reads the command line, creates a machine, runs an engine, reports. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "common/json.h"
#include "common/message.h"
#include "common/memory.h"
#include "common/option.h"
#include "common/plural.h"
#include "common/start.h"
#include "common/stop.h"
#include "common/system/system.h"
#include "common/version.h"
#include "explain.h"
#include "ranks.h"
#include "resume.h"
#include "run.h"
#include "safe.h"
#include "sim/debug/run/run.h"
#include "sim/host/files.h"
#include "sim/real/bank.h"
#include "sim/real/host_numbers.h"
#include "sim/real/unit.h"
#include "sim/team/pace.h"

/* Segments of fewer PPs take less time than the message exchange after them (docs/scale.md). */
enum { PPS_LEAST = 1 << 18 };

/* Help and version go to standard output, which can fail like any other. */
static int finish_text(void)
{
    const bool is_written = fflush(stdout) == 0 && !ferror(stdout);
    if (!is_written && errno == EPIPE)
        return FAULT_closed_pipe;
    if (!is_written)
        return message_fail(FAULT_output, "pramsim: standard output cannot be written: %s", strerror(errno));
    return 0;
}

/* For memory_is_short: writes the program's output; its files and the statistics do not appear. */
static int give_up(void *context)
{
    struct run *run = context;
    documents_drop(&run->documents);
    source_remove(&run->compiled);
    if (run->machine.ranks != NULL)
        ranks_fail(run->machine.ranks, EXIT_CODE_memory, "out of memory");
    if (run->machine.host != NULL)
        host_finish(&run->machine, false);
    return EXIT_CODE_memory;
}

/* ---- before the run */

/* All files are open: from here on only the program's host calls and a report happen. Returns 0, or the exit
 * status. */
static int be_safe(struct run *run)
{
    const struct files *files = run->machine.host->files;
    struct safe_folders folders = {.in = files->in,
                                   .out = files->out,
                                   .document_count = DOCUMENTS,
                                   .checkpoint = run->keeper.place.folder};
    char error[160];
    if (!run->options->has[OPTION_safe])
        return 0;
    for (int k = 0; k < DOCUMENTS; k++) {
        const struct output_file *file = &run->documents.of[k].file;
        folders.documents[k] = file->stream != NULL ? file->directory : -1;
    }
    memory_prepare_hash(&run->machine.memory);
    if (!safe_enter(&folders, EXIT_CODE_safe, error, sizeof error))
        return message_fail(EXIT_CODE_safe, "pramsim: %s", error);
    if (!safe_has_filter && !SAFE_SANITIZED)
        fputs("pramsim: note: --safe: this pramsim was built without libseccomp: no filter of system calls\n",
              stderr);
    return 0;
}

/* The name of an option that needs a run at level 0. */
static const char *name_observer(const struct options *options)
{
    return options->has[OPTION_check]            ? "check"
           : options->model.number != MODEL_NONE ? "model"
           : options->has[OPTION_trace_locks]    ? "trace-locks"
           : options->has[OPTION_trace_counters] ? "trace-counters"
           : options->has[OPTION_trace_strands]  ? "trace-strands"
           : options->trace_watch.count > 0      ? "trace-watch"
           : options->profile                    ? "profile"
                                                 : "trace";
}

/* Whether the user has asked for more threads than this run may have cores; ranks share them. */
static bool has_few_cores(const struct run *run, unsigned cores)
{
    const struct options *options = run->options;
    const unsigned threads = options->config.threads;
    return options->has[OPTION_threads] && !options_are_watched(options) && run->ranks->processes <= 1 &&
           threads > cores && pace_most(&run->machine, threads) < threads;
}

/* Notes about deviations from the options. */
static void say_notes(const struct run *run)
{
    const struct options *options = run->options;
    const unsigned cores = system_count_cores();
    const bool is_judged = options->has[OPTION_check] || options->model.number != MODEL_NONE;
    if (options->is_at_level_0 && !options->has[OPTION_quiet])
        message_line(stderr, "pramsim: note: --%s follows the run cycle by cycle, at level 0%s",
                     name_observer(options),
                     is_judged ? "; its warnings hold for every engine, level and number of threads" : "");
    if (options->faults_alone && !options->has[OPTION_quiet])
        message_line(stderr, "pramsim: note: a run with --faults goes cycle by cycle on one thread; its "
                             "results are the same for every engine, level and number of threads");
    if (!options->has[OPTION_quiet] && has_few_cores(run, cores))
        message_line(stderr,
                     "pramsim: note: -t%u: this process may use %u core%s, and uses at most one thread for "
                     "each",
                     options->config.threads, cores, plural(cores));
    if (options->stray != NULL)
        message_line(stderr,
                     "pramsim: note: '%s' was passed to the program: options of pramsim stand before %s, and "
                     "a -- there silences this note",
                     options->stray, options->config.arguments[0]);
}

/* Creates the machine by the options, from the compiled program if there is one, which is removed then
 * unless the run is debugged. Returns 0, or the exit status. */
static int create_machine(struct run *run)
{
    struct options *options = run->options;
    struct machine *machine = &run->machine;
    const char *compiled = run->compiled.object, *name = options->config.arguments[0];
    char error[512];
    int code;
    const bool is_created =
        machine_create(machine, &options->config, compiled != NULL ? compiled : options->program, &code,
                       error, sizeof error);
    if (is_created && compiled != NULL)
        files_protect(machine->host->files, options->program);
    if (!options->has[OPTION_debug]) /* its symbols are still to be read */
        source_remove(&run->compiled);
    if (!is_created) {
        const bool is_stopped = stop_reason() == STOP_SIGNAL; /* while waiting for a FIFO */
        if (is_stopped)
            snprintf(error, sizeof error, "stopped by a signal (%s) before the run", stop_signal_name());
        return message_fail(is_stopped ? FAULT_interrupted : code, "pramsim: error: %s: %s", name, error);
    }
    if (!players_are_possible(options, machine, error, sizeof error))
        return message_fail(EXIT_CODE_usage, "pramsim: error: %s: %s", name, error);
    return players_prepare(options, machine, error, sizeof error)
               ? 0
               : message_fail(EXIT_CODE_usage, "pramsim: %s", error);
}

/* Prepares for checkpoints, and resumes from one, by the options. All ranks do so or none. Returns 0, or the
 * exit status. */
static int begin_snapshots(struct run *run)
{
    const struct options *options = run->options;
    struct machine *machine = &run->machine;
    void *state = run->players.state;
    unsigned threads = 1;
    char error[160];
    if (options->checkpoint != NULL &&
        !snapshot_is_possible(machine, options->engine, state, error, sizeof error))
        return message_fail(EXIT_CODE_usage, "pramsim: --checkpoint: %s; use -g exact or --engine=reference",
                            error);
    if (run->keeper.place.folder >= 0)
        files_protect_place(machine->host->files, run->keeper.place.folder, run->keeper.place.name);
    if (options->resume == NULL)
        return 0;
    const int status = resume_run(options, machine, state);
    const int first = machine->ranks != NULL ? ranks_agree(machine->ranks, status, &threads) : status;
    return status != 0 || first == 0
               ? status
               : message_fail(first, "pramsim: %s: another rank could not go on with it", options->resume);
}

/* In a run of several ranks, which has created a machine with that status: all have, or none continues, and
 * ranks without a tile leave. *takes_part becomes false for these, and if the run is over before it began.
 * Returns 0, or the exit status. */
static int divide(struct run *run, int status, bool *takes_part)
{
    struct options *options = run->options;
    struct machine *machine = &run->machine;
    struct ranks *ranks = run->ranks;
    unsigned threads = options->config.threads;
    const int first = ranks_agree(ranks, status, &threads);
    *takes_part = false;
    if (status != 0)
        return status;
    if (first != 0)
        return message_fail(first, "pramsim: another rank could not make the machine");
    if (machine->config.pps < PPS_LEAST && !machine->program.uses_real && !options->has[OPTION_force])
        return message_fail(
            EXIT_CODE_usage,
            "pramsim: several ranks are slower than one process here: the segments of fewer than 256K PPs "
            "without precision units take less time than messages between processes (docs/scale.md); run it "
            "without mpirun, or with --force");
    const uint32_t tile_pps = 1u << machine->memory.lane_shift;
    const uint32_t tiles = (machine->config.pps + tile_pps - 1) / tile_pps;
    ranks->narrow(ranks, tiles < ranks->size ? tiles : ranks->size);
    *takes_part = ranks->joined != 0;
    if (!*takes_part)
        return 0;
    uint32_t keeps_all = options->has[OPTION_hash] || options->stats_json != NULL ||
                         options->dump.count != 0 || options->dump.registers;
    ranks->broadcast(ranks, &keeps_all, sizeof keeps_all, 0); /* the others write no statistics */
    ranks->keeps_all = keeps_all != 0;
    options->config.threads = machine->config.threads = threads;
    machine->ranks = ranks->size > 1 ? ranks : NULL;
    return 0;
}

/* ---- the run */

/* The run under the debugger, which destroys the machine. */
static int run_debugged(struct run *run)
{
    struct machine *machine = &run->machine;
    machine->news = stop_news();
    machine->numbers = host_numbers_create(&run->options->config.real);
    const int status =
        machine->numbers != NULL
            ? debug_run(run->options, run->compiled.object, machine)
            : message_fail(EXIT_CODE_memory, "pramsim: --debug: the host has not enough memory");
    host_numbers_destroy(machine->numbers);
    machine_destroy(machine);
    return status;
}

/* The run of a machine that is ready. Returns the exit status. */
static int run_players(struct run *run)
{
    static const char no_memory[] = "the host has not enough memory for this number of PPs";
    const struct options *options = run->options;
    struct machine *machine = &run->machine;
    const bool is_short = run->players.state == NULL;
    if (is_short && machine->ranks != NULL)
        ranks_fail(machine->ranks, EXIT_CODE_memory, no_memory);
    if (is_short)
        return message_fail(EXIT_CODE_memory, "pramsim: %s: %s", options->config.arguments[0], no_memory);
    const bool follows = machine->ranks != NULL && machine->ranks->rank != 0; /* rank 0 reports its PPs */
    if (!follows)
        say_notes(run);
    int status = begin_snapshots(run);
    if (follows) /* it is rank 0 that is asked to stop */
        machine->news = NULL;
    if (status == 0)
        status = be_safe(run);
    if (status != 0)
        return status;
    keeper_begin(run);
    drive_run(run);
    if (follows)
        return 0;
    keeper_wait(run);
    if (run->ranks->processes > 1) {
        machine->stats.parts[STATS_RANK_processes] = run->ranks->processes;
        machine->stats.parts[STATS_RANK_count] = run->ranks->size;
        machine->stats.parts[STATS_RANK_bytes] = run->ranks->bytes;
        machine->stats.parts[STATS_RANK_messages] = run->ranks->messages;
    }
    explain_fault(machine, options->engine, run->players.state);
    status = conclude(run);
    keeper_end(run);
    return status;
}

/* Creates the machine and runs it. Returns the exit status. */
static int run_machine(struct run *run)
{
    struct machine *machine = &run->machine;
    bool takes_part = true;
    const double start = stats_clock();
    int status = create_machine(run);
    if (run->ranks->processes > 1)
        status = divide(run, status, &takes_part);
    if (status != 0 || !takes_part) {
        machine_destroy(machine);
        return status;
    }
    if (run->options->has[OPTION_debug])
        return run_debugged(run);
    run->players = players_create(run->options, machine);
    machine->news = stop_news();
    machine->stats.seconds[STATS_TIME_load] = stats_clock() - start;
    status = run_players(run);
    players_destroy(run->options, machine, &run->players);
    return status;
}

static int describe(const char *path)
{
    struct file_error error;
    if (!checkpoint_describe(path, stdout, &error))
        return message_fail(EXIT_CODE_checkpoint, "pramsim: error: %s: %s", path, error.text);
    return finish_text();
}

/* Joins the other ranks, if mpirun or a similar program has started any. Returns 0, or the exit status. */
static int join(struct options *options, struct ranks *ranks)
{
    char error[512];
    if (!ranks_join(ranks, options, error, sizeof error))
        return message_fail(FAULT_ranks, "pramsim: several ranks: %s", error);
    const char *refused = ranks_refuse(options, ranks);
    if (refused != NULL)
        return message_fail(EXIT_CODE_usage, "pramsim: several ranks: %s needs %s", refused,
                            ranks->size > 1 ? "one process, or ranks on one host (docs/scale.md)"
                                            : "a run without mpirun");
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
        return message_fail(EXIT_CODE_usage, "pramsim: --opencl-list: %s", error);
    return finish_text();
}

/* Compiles a program given as source for this run. Returns 0, or the exit status. */
static int compile(const struct options *options, struct source_program *compiled)
{
    if (!source_is(options->program))
        return 0;
    if (!options->has[OPTION_quiet])
        message_line(stderr,
                     "pramsim: note: %s is compiled by fcc for this run only; fcc %s makes a program to keep",
                     options->program, options->program);
    return source_compile(compiled, options->program, options->has[OPTION_safe]);
}

/* Carries out a command line with a program. Returns the exit status. */
static int play(struct options *options, struct ranks *ranks)
{
    struct run run = {.options = options, .ranks = ranks, .keeper = {.place = {.folder = -1}}};
    char error[512];
    const char *missing;
    if (!stop_start_clock(options->config.bounds.seconds, options->config.bounds.host_memory, &missing))
        return message_fail(EXIT_CODE_memory, "pramsim: the host does not give this process: %s", missing);
    int status = compile(options, &run.compiled);
    if (options->has[OPTION_safe])
        safe_begin();
    json_begin();
    if (status == 0 && options->suppressions != NULL &&
        !findings_read(&run.suppressions, options->suppressions, error, sizeof error))
        status = message_fail(EXIT_CODE_findings, "pramsim: %s: %s", options->suppressions, error);
    if (status == 0)
        status = documents_open(&run.documents, options);
    if (status == 0)
        status = keeper_place(&run);
    if (status == 0) {
        memory_when_short((struct memory_last_act){give_up, &run});
        status = run_machine(&run);
    } else if (ranks->size > 1) { /* the others are about to ask */
        status = ranks_agree(ranks, status, &options->config.threads);
    }
    source_remove(&run.compiled);
    checkpoint_place_forget(&run.keeper.place);
    documents_drop(&run.documents);
    findings_forget(&run.suppressions);
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
    if (options.has[OPTION_help]) {
        options_help(stdout);
        return finish_text();
    }
    if (options.has[OPTION_version]) {
        puts("pramsim " PRAM_VERSION);
        return finish_text();
    }
    if (options.has[OPTION_opencl_list])
        return list_devices();
    if (options.has[OPTION_dap])
        return debug_serve(&options);
    if (options.describe != NULL)
        return describe(options.describe);
    if (has_ranks && source_is(options.program))
        return message_fail(EXIT_CODE_usage,
                            "pramsim: error: %s: mpirun runs programs; compile this source first, with fcc",
                            options.program);
    struct ranks ranks = {.size = 1, .processes = 1, .joined = 1};
    int status = has_ranks ? join(&options, &ranks) : 0;
    if (status == 0 && ranks.joined != 0)
        status = play(&options, &ranks);
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
