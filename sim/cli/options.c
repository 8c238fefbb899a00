/* options.c - parses the command line by the rows of options.def; option_value.c handles each value. */
#include "options.h"

#include <stdio.h>
#include <string.h>

#include "common/message.h"
#include "common/option.h"
#include "common/system/system.h"
#include "sim/adaptive/adaptive.h"
#include "sim/real/bank.h"

/* ---- the table and its readers */

static const struct option_row rows[] = {
/* an argument in brackets may be left out: then it is empty, and never the next word */
#define OPTION(letter, name, argument, takes, text) {"--" #name, letter, argument, text, argument[0] == '['},
#include "options.def"
};
enum { ROWS = sizeof rows / sizeof rows[0] };

bool options_is_of_machine(const char *word, bool *has_value)
{
    static const char *const names[] = {
        "--pps",         "--memory", "--stack",         "--private",   "--write_policy", "--mixed_requests",
        "--mixed",       "--files",  "--files_in",      "--files_out", "--seed",         "--real",
        "--accumulator", "--acc",    "--opencl_device", "--real_cost", "--resume"};
    const struct option_word found = option_find(rows, ROWS, word);
    *has_value =
        found.row != NULL && found.value == NULL && found.row->argument[0] != '\0' && !found.row->is_joined;
    for (size_t k = 0; k < sizeof names / sizeof *names && found.row != NULL; k++)
        if (strcmp(found.row->spelling, names[k]) == 0)
            return true;
    return false;
}

/* Whether an observer needs every cycle. */
static bool is_followed_closely(const struct options *options)
{
    const bool has_close_trace = options->trace_file != NULL &&
                                 (options->has[OPTION_trace_locks] || options->has[OPTION_trace_counters] ||
                                  options->has[OPTION_trace_strands] || options->trace_watch.count > 0);
    return options->has[OPTION_check] || has_close_trace;
}

bool options_are_watched(const struct options *options)
{
    return options->has[OPTION_check] || options->model.number != MODEL_NONE || options->profile ||
           options->trace_file != NULL || options->config.faults != NULL;
}

static bool has_coarse_level(const struct options *options)
{
    return options->has[OPTION_level] && options->config.level != 0 && options->config.level != LEVEL_EXACT;
}

static bool has_directions(const struct options *options)
{
    return options->has[OPTION_files_in] || options->has[OPTION_files_out];
}

enum { FEW_PPS = 32 }; /* up to here the reference engine is faster if each cycle is observed */

const struct engine *options_close_engine(const struct options *options)
{
    return option_engines[options->config.pps <= FEW_PPS ? OPTION_ENGINE_reference : OPTION_ENGINE_cycle];
}

/* Observed runs are exact, and events of --faults are given by cycles: such runs go cycle by cycle, whatever
 * engine, level and number of threads was requested. A model of one PP has nothing to observe. */
static void choose_engine(struct options *options)
{
    const bool has_faults = options->config.faults != NULL;
    const bool shows_cycles = is_followed_closely(options) || has_faults;
    const bool is_free =
        !shows_cycles && !options->profile && options->trace_file == NULL && options->config.pps == 1;
    const bool is_parallel = options->has[OPTION_engine] && options->engine->parallel;
    if (!is_free && (!options->has[OPTION_engine] || is_parallel))
        options->engine = shows_cycles ? options_close_engine(options) : option_engines[OPTION_ENGINE_cycle];
    options->faults_alone = has_faults && (has_coarse_level(options) || is_parallel);
    options->is_at_level_0 = !has_faults && has_coarse_level(options);
    options->config.level = 0;
}

void options_observe(struct options *options)
{
    if (options->engine->parallel)
        options->engine = option_engines[OPTION_ENGINE_cycle];
    options->config.level = 0;
}

static bool is_standard_output(const char *path)
{
    return path != NULL && strcmp(path, "-") == 0;
}

static bool has_device(const struct options *options)
{
    const char *name = options->config.real.accumulator;
    return name != NULL && strncmp(name, "opencl", strlen("opencl")) == 0;
}

/* Options that do not go together: what is wrong; NULL: nothing. Observers have state that no snapshot
 * contains; the debugger goes back by snapshots, and prints its output itself. */
static const char *find_problem(const struct options *options)
{
    const bool is_observed = options_are_watched(options);
    const struct {
        bool is_there;
        const char *text;
    } problems[] = {
        {is_standard_output(options->findings_json) && is_standard_output(options->stats_json),
         "only one of --stats-json=- and --findings-json=- can use standard output"},
        {options->has[OPTION_profile_only_regions] && options->profile_file != NULL,
         "--profile-only-regions prints a table; files of --profile have no regions"},
        {options->has[OPTION_profile_runtime] && options->profile_file != NULL,
         "--profile-runtime shows rows of a table; files of --profile have all rows"},
        {options->has[OPTION_profile_runtime] && options->has[OPTION_profile_only_regions],
         "--profile-runtime shows rows that --profile-only-regions leaves out"},
        {options->checkpoint_every > 0 && options->checkpoint == NULL,
         "--checkpoint-every needs --checkpoint=FILE"},
        {(options->checkpoint != NULL || options->resume != NULL) && is_observed,
         "--check, --model, --profile, --trace and --faults have state that checkpoints do not contain"},
        {!options->has[OPTION_debug] && (options->debug_commands != NULL || options->has[OPTION_batch] ||
                                         options->debug_memory != 0 || options->has[OPTION_at]),
         "-x, --batch, --at and --debug-memory need --debug"},
        {options->has[OPTION_batch] && options->debug_commands == NULL, "--batch needs commands (-x FILE)"},
        {options->has[OPTION_debug] &&
             (is_observed || options->checkpoint != NULL || options->has[OPTION_safe]),
         "--debug cannot be combined with --check, --model (use the debugger's catch), --profile, --trace, "
         "--faults, --checkpoint and --safe"},
        {options->has[OPTION_debug] && has_coarse_level(options), "--debug needs exact runs (-g exact)"},
        {options->config.real.device != NULL && !has_device(options),
         "--opencl-device needs --accumulator=opencl"},
        {options->has[OPTION_files] && has_directions(options),
         "--files cannot be combined with --files-in and --files-out"},
    };
    for (size_t k = 0; k < sizeof problems / sizeof problems[0]; k++)
        if (problems[k].is_there)
            return problems[k].text;
    return NULL;
}

/* In runs that it may not change, the engine that chooses is the parallel engine. */
static void settle_engine(struct options *options)
{
    if (options->engine == option_engines[OPTION_ENGINE_auto] &&
        (options_are_watched(options) || options->has[OPTION_debug] ||
         !adaptive_may_change(&options->config)))
        options->engine = option_engines[OPTION_ENGINE_bsp];
}

static bool check_engine(const struct options *options, char *error, size_t error_size)
{
    if (options_are_watched(options))
        return true;
    const struct engine *engine = options->engine;
    if ((options->has[OPTION_threads] && !engine->threaded) ||
        (options->has[OPTION_level] && !engine->parallel))
        return message_refuse(error, error_size, "%s does not apply: the %s engine %s",
                              options->has[OPTION_threads] && !engine->threaded ? "-t" : "-g", engine->name,
                              engine->threaded ? "goes cycle by cycle"
                                               : "runs on one thread, cycle by cycle");
    return true;
}

/* Whether an argument of the program would be an option of pramsim if it stood before the program. */
static bool is_like_option(const char *argument, const char *next)
{
    char reason[160];
    const struct option_word word = option_find(rows, ROWS, argument);
    if (word.row == NULL || word.row->argument[0] == '\0')
        return word.row != NULL && word.value == NULL;
    const char *value = word.value != NULL ? word.value : next;
    struct options scratch = {0};
    return value != NULL &&
           option_set(&scratch, (enum option)(word.row - rows), value, reason, sizeof reason);
}

/* Notes the first argument of the program, if any, that resembles an option of pramsim: up to a `--`, which
 * belongs to the program, too. */
static void note_stray(struct options *options)
{
    const struct machine_config *config = &options->config;
    for (uint32_t k = 1; k < config->argument_count && strcmp(config->arguments[k], "--") != 0; k++) {
        const char *next = k + 1 < config->argument_count ? config->arguments[k + 1] : NULL;
        if (is_like_option(config->arguments[k], next)) {
            options->stray = config->arguments[k];
            return;
        }
    }
}

/* --safe sets missing limits, and allows no files that were not named. The program gets its name without the
 * folders of the host. */
static void be_safe(struct options *options, char **name)
{
    static const struct bounds safe = {.output = 16 << 20,
                                       .files = 64,
                                       .file_bytes = 64 << 20,
                                       .host_memory = UINT64_C(2) << 30,
                                       .seconds = 60};
    struct bounds *bounds = &options->config.bounds;
    if (options->config.native == NATIVE_AUTO)
        options->config.native = NATIVE_OFF;
    bounds->output = bounds->output != 0 ? bounds->output : safe.output;
    bounds->files = bounds->files != 0 ? bounds->files : safe.files;
    bounds->file_bytes = bounds->file_bytes != 0 ? bounds->file_bytes : safe.file_bytes;
    bounds->host_memory = bounds->host_memory != 0 ? bounds->host_memory : safe.host_memory;
    bounds->seconds = bounds->seconds > 0 ? bounds->seconds : safe.seconds;
    if (!options->has[OPTION_files] && !has_directions(options)) {
        options->config.files_in = NULL;
        options->config.files_out = NULL;
    }
    char *slash = strrchr(*name, '/');
    if (slash != NULL && slash[1] != '\0')
        *name = slash + 1;
}

/* State of the parser of the command line. */
struct reading {
    struct options *options;
    char *error;
    size_t error_size;
};

static bool take_word(void *context, const struct option_word *word)
{
    const struct reading *reading = context;
    char reason[200];
    char name[OPTION_SPELLING];
    return option_set(reading->options, (enum option)(word->row - rows), word->value, reason,
                      sizeof reason) ||
           message_refuse(reading->error, reading->error_size, "%s%s%s: %s", option_spell(word->row, name),
                          word->value != NULL ? "=" : "", word->value != NULL ? word->value : "", reason);
}

static void refuse_word(void *context, enum option_fault fault, const struct option_word *word)
{
    const struct reading *reading = context;
    char message[OPTION_MESSAGE];
    option_explain(message, rows, ROWS, fault, word);
    snprintf(reading->error, reading->error_size, "%s", message);
}

bool options_parse(struct options *options, int argc, char **argv, char *error, size_t error_size)
{
    memset(options, 0, sizeof *options);
    options->engine = option_engines[0];
    options->config.pps = MACHINE_DEFAULT_PPS;
    options->config.level = LEVEL_EXACT;
    options->config.native = NATIVE_AUTO;
    options->model.number = MODEL_NONE;
    options->config.threads = system_count_cores();
    options->config.files_in = ".";
    options->config.files_out = ".";
    const struct option_parser parser = {
        .rows = rows, .row_count = ROWS, .stops_at_name = true, .take = take_word, .refuse = refuse_word};
    struct reading reading = {options, error, error_size};
    const struct option_end end = option_parse(&parser, argc, argv, &reading);
    const int next = end.next;
    if (!end.good)
        return false;
    if (options->has[OPTION_help] || options->has[OPTION_version] || options->has[OPTION_opencl_list] ||
        options->describe != NULL)
        return true;
    if (options->has[OPTION_dap] && next == argc)
        return true;
    if (options->has[OPTION_dap])
        return message_refuse(error, error_size, "--dap: editors say which program and options (launch)");
    if (next == argc)
        return message_refuse(error, error_size, "which program? (pramsim [options] prog.o [arguments])");
    options->program = argv[next];
    options->given = argv + 1;
    options->given_count = (size_t)(next - 1);
    options->config.arguments = argv + next;
    options->config.argument_count = (uint32_t)(argc - next);
    if (!end.is_said)
        note_stray(options);
    if (options->has[OPTION_safe])
        be_safe(options, &argv[next]);
    options->profile |= options->has[OPTION_profile_only_regions] || options->has[OPTION_profile_runtime];
    options->config.count_conflicts = options->has[OPTION_stats] || options->stats_json != NULL ||
                                      (options->profile && !options->has[OPTION_profile_only_regions]) ||
                                      (options->trace_file != NULL && options->has[OPTION_trace_counters]);
    options->config.skips_dead_flags =
        !options->dump.registers && options->checkpoint == NULL && !options->has[OPTION_debug];
    if (options_are_watched(options))
        choose_engine(options);
    settle_engine(options);
    const char *problem = find_problem(options);
    if (problem != NULL)
        return message_refuse(error, error_size, "%s", problem);
    if (options->has[OPTION_safe] && has_device(options)) /* its driver does what --safe forbids */
        return message_refuse(error, error_size, "--safe cannot be combined with --accumulator=%s",
                              options->config.real.accumulator);
    return check_engine(options, error, error_size);
}

void options_help(FILE *stream)
{
    fputs("usage: pramsim [options] prog.o [arguments]\n\n"
          "Runs a linked program on a simulated SB-PRAM. Fork source (.fork, .c) is compiled by fcc for the "
          "run.\n\n",
          stream);
    for (int i = 0; i < ROWS; i++) {
        char name[OPTION_SPELLING];
        char left[80];
        char letter[8] = "    ";
        bool takes_value = rows[i].argument[0] != '\0';
        if (rows[i].letter != 0)
            snprintf(letter, sizeof letter, "-%c, ", rows[i].letter);
        const bool is_optional = rows[i].is_joined; /* --name[=VALUE] */
        snprintf(left, sizeof left, "%s%s%s%s", letter, option_spell(&rows[i], name),
                 is_optional   ? "[="
                 : takes_value ? "="
                               : "",
                 rows[i].argument + is_optional);
        fprintf(stream, "  %-26s  %s\n", left, rows[i].text);
    }
    fputs("\nK, M, G after a number mean 2^10, 2^20, 2^30: -p64K. Options stand before the program; -- ends "
          "them.\n"
          "\nEngines (the first is the default):\n",
          stream);
    for (int i = 0; i < OPTION_ENGINES; i++)
        fprintf(stream, "  %-26s  %s\n", option_engines[i]->name, option_engines[i]->text);
    fputs("\nLevels (-g) of the parallel engine:\n"
          "  exact, 0                    what the machine does, for every program\n"
          "  1 to 4                      faster: PPs run ahead of each other; same results except for races\n"
          "  5                           as 4, and stores of asynchronous code take effect at once: wrong\n"
          "                              where such code relies on lockstep\n",
          stream);
    fputs("\nNumber formats of the precision unit (docs/precision.md):\n", stream);
    char name[REAL_NAME_SIZE];
    const char *text;
    for (unsigned i = 0; real_format_list(i, name, sizeof name, &text); i++)
        fprintf(stream, "  %-26s  %s\n", name, text);
    fputs("\nExit status: the program's own, or\n", stream);
#define EXIT_STATUS(code, kind, name, text) fprintf(stream, "  %2d  %s\n", code, text);
#include "sim/machine/exit.def"
}
