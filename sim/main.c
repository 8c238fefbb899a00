/* main.c - pramsim: reads the command line, makes a machine, lets an engine run it, reports. Knows
 * everything; nothing knows it. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "common/json.h"
#include "common/message.h"
#include "common/memory.h"
#include "common/output.h"
#include "common/plural.h"
#include "common/stop.h"
#include "drive.h"
#include "explain.h"
#include "options.h"
#include "report.h"
#include "safe.h"
#include "sim/check/check.h"
#include "sim/inject/inject.h"
#include "sim/real/bank.h"
#include "sim/real/host_numbers.h"
#include "sim/real/memory.h"

/* A file opened in place of a closed standard stream would get the program's output. */
static void hold_standard_streams(void)
{
    for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; stream++)
        if (fcntl(stream, F_GETFD) < 0 && open("/dev/null", O_RDONLY) < 0) /* still fails to be written to */
            break;
}

static int fail(int code, const char *subject, const char *text)
{
    message_line(stderr, "pramsim: %s%s%s", subject, subject[0] != '\0' ? ": " : "", text);
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

/* On standard output the statistics begin a line of their own. False after a message. */
static bool write_statistics(const struct machine *machine, const struct options *options, uint64_t hash,
                             struct output_file *json)
{
    const bool is_standard = strcmp(options->stats_json, "-") == 0;
    struct file_error reason;
    if (is_standard && host_is_within_line(machine))
        fputc('\n', json->stream);
    const bool is_printed = report_stats_json(machine, options, hash, json->stream);
    if (output_close(json, &reason) && is_printed)
        return true;
    if (!is_standard || machine->end != END_FAULT || machine->fault.code != FAULT_closed_pipe)
        fail(EXIT_CODE_statistics, is_standard ? "standard output" : options->stats_json, reason.text);
    return false;
}

/* Everything after the run: files, dump, messages, statistics. Returns the exit status. */
static int conclude(struct machine *machine, const struct options *options, const void *state,
                    struct output_file *json)
{
    int status = 0;
    double start = stats_clock();
    dump_print(&options->dump, machine, options->engine, state);
    if (!host_finish(machine, machine->end != END_FAULT))
        machine->end = END_FAULT;
    uint64_t hash = options->hash || json->stream != NULL ? memory_hash(&machine->memory) : 0;
    machine->stats.seconds[STATS_TIME_finish] = stats_clock() - start;

    report_warnings(machine, stderr);
    if (machine->end == END_FAULT && machine->fault.code != FAULT_closed_pipe)
        fault_print(&machine->fault, &machine->object, stderr);
    if (machine->end == END_FAULT || status == 0)
        status = report_status(machine);
    if (host_lost_output(machine) != 0)
        message_line(
            stderr, "pramsim: warning: the last %zu byte%s of output %s lost: their reader did not take them",
            host_lost_output(machine), plural(host_lost_output(machine)),
            host_lost_output(machine) == 1 ? "is" : "are");
    if (options->stats)
        report_stats(machine, options, stderr);
    if (options->hash)
        message_line(stderr, "hash %016llx", (unsigned long long)hash);
    if (json->stream != NULL && !write_statistics(machine, options, hash, json) && machine->end != END_FAULT)
        status = EXIT_CODE_statistics;
    return status;
}

/* Whether numbers of the format have room in the program, if it has any. */
static bool check_real(const struct machine *machine, char *error, size_t error_size)
{
    return real_choice_check(&machine->config.real, machine->program.real_words, error, error_size);
}

/* Everything that is needed is open: from here on the program's host calls and a report are all that happens.
 * Returns 0, or the exit status. */
static int be_safe(const struct options *options, struct machine *machine, const struct output_file *json)
{
    struct safe_means means;
    struct safe_folders folders = {.report = json->stream != NULL ? json->directory : -1};
    char error[160];
    if (!options->safe)
        return 0;
    host_folders(machine, &folders.in, &folders.out);
    memory_prepare_hash(&machine->memory);
    if (!safe_enter(&folders, EXIT_CODE_safe, &means, error, sizeof error))
        return fail(EXIT_CODE_safe, "", error);
    if (!means.filter)
        fputs("pramsim: note: --safe: this pramsim was built without libseccomp: no filter of system calls\n",
              stderr);
    return 0;
}

/* What is open when memory ends. */
struct unfinished {
    struct machine *machine; /* with a host */
    struct output_file *json;
};

/* For memory_is_short: what the program has printed goes out, its files and the statistics do not appear. */
static int give_up(void *context)
{
    const struct unfinished *unfinished = context;
    output_drop(unfinished->json);
    if (unfinished->machine != NULL)
        host_finish(unfinished->machine, false);
    return EXIT_CODE_memory;
}

/* Who plays in a run. The listeners are there before the engine is created. */
struct players {
    struct check *check; /* --check; NULL: not asked for */
    void *state;         /* the engine's; NULL: memory is short */
};

static struct players create_players(const struct options *options, struct machine *machine)
{
    struct players players = {0};
    machine->numbers = host_numbers_create(&options->config.real);
    if (machine->numbers == NULL)
        return players;
    if (options->check) {
        players.check = check_create(machine);
        if (players.check == NULL)
            return players;
        observer_add(&machine->observers, check_observer(players.check));
    }
    players.state = options->engine->create(machine);
    return players;
}

static void destroy_players(const struct options *options, struct machine *machine,
                            const struct players *players)
{
    if (players->state != NULL)
        options->engine->destroy(players->state);
    check_destroy(players->check);
    inject_destroy(machine->inject);
    host_numbers_destroy(machine->numbers);
    machine_destroy(machine);
}

static int run(struct options *options, struct output_file *json)
{
    struct machine machine;
    struct unfinished unfinished = {.json = json};
    memory_when_short((struct memory_last_act){give_up, &unfinished});
    const char *name = options->config.arguments[0];
    char error[512];
    int code;
    double start = stats_clock();
    if (!machine_create(&machine, &options->config, options->program, &code, error, sizeof error)) {
        const bool is_stopped = stop_reason() == STOP_SIGNAL; /* in a wait for what does not come: a FIFO */
        if (is_stopped)
            snprintf(error, sizeof error, "stopped by a signal (%s) before the run", stop_signal_name());
        return fail(is_stopped ? FAULT_interrupted : code, name, error);
    }
    unfinished.machine = &machine;
    if (!check_real(&machine, error, sizeof error)) {
        machine_destroy(&machine);
        return fail(EXIT_CODE_usage, name, error);
    }
    if (!dump_resolve(&options->dump, &machine, error, sizeof error)) {
        machine_destroy(&machine);
        return fail(EXIT_CODE_usage, "", error);
    }
    if (options->config.faults != NULL) {
        machine.inject = inject_create(&machine, options->config.faults, error, sizeof error);
        if (machine.inject == NULL) {
            machine_destroy(&machine);
            return fail(EXIT_CODE_usage, "", error);
        }
    }
    const struct players players = create_players(options, &machine);
    if (players.state == NULL) {
        destroy_players(options, &machine, &players);
        return fail(EXIT_CODE_memory, name, "the host has not enough memory for so many PPs");
    }
    machine.news = stop_news();
    machine.stats.seconds[STATS_TIME_load] = stats_clock() - start;

    if (options->check_level && !options->quiet)
        message_line(stderr,
                     "pramsim: note: --check follows the run cycle by cycle, at level 0; its warnings "
                     "hold for every engine, level and number of threads");
    if (options->faults_alone && !options->quiet)
        message_line(stderr,
                     "pramsim: note: a run with --faults is the reference engine's; what comes out is "
                     "the same for every level and number of threads");
    if (options->stray != NULL)
        message_line(stderr,
                     "pramsim: note: '%s' went to the program; options of pramsim stand before %s, and "
                     "a -- there silences this",
                     options->stray, name);
    const enum drive_show show = options->quiet          ? DRIVE_QUIET
                                 : isatty(STDERR_FILENO) ? DRIVE_TERMINAL
                                                         : DRIVE_LINES;
    int status = be_safe(options, &machine, json);
    if (status == 0) {
        drive_run(&machine, options->engine, players.state, show, stderr);
        explain_fault(&machine, options->engine, players.state);
        status = conclude(&machine, options, players.state, json);
    }
    unfinished.machine = NULL;
    destroy_players(options, &machine, &players);
    return status;
}

static int pramsim(int argc, char **argv)
{
    struct options options;
    char error[512];
    message_use_color(MESSAGE_COLOR_AUTO);
    if (!options_parse(&options, argc, argv, error, sizeof error)) {
        fail(EXIT_CODE_usage, "", error);
        fputs("pramsim: hint: pramsim --help lists the options\n", stderr);
        return EXIT_CODE_usage;
    }
    message_use_color(options.color);
    if (options.help) {
        options_help(stdout);
        return finish_text();
    }
    if (options.version) {
        puts("pramsim " PRAMSIM_VERSION);
        return finish_text();
    }
    if (options.safe)
        safe_begin();
    if (!stop_start_clock(options.config.bounds.seconds, options.config.bounds.host_memory))
        return fail(EXIT_CODE_memory, "", "the host has no timer for this process");
    const bool is_standard = options.stats_json != NULL && strcmp(options.stats_json, "-") == 0;
    json_begin();
    if (options.stats_json != NULL && !is_standard &&
        (output_replaces(options.stats_json, options.program) ||
         output_replaces(options.stats_json, "/dev/stdin")))
        return fail(EXIT_CODE_usage, "--stats-json would overwrite what is read", options.stats_json);
    /* opened before the run, so that a wrong name is known before the time is spent */
    struct output_file json = {0};
    struct file_error reason;
    if (options.stats_json != NULL && !output_open(&json, is_standard ? NULL : options.stats_json, &reason))
        return fail(EXIT_CODE_statistics, options.stats_json, reason.text);
    int status = run(&options, &json);
    output_drop(&json);
    return status;
}

int main(int argc, char **argv)
{
    stop_catch();
    hold_standard_streams();
    real_guard_memory();
    const int status = pramsim(argc, argv);
    if (status == FAULT_closed_pipe)
        stop_as_closed_pipe();
    return status;
}
