/* options.c - reads the command line by the rows of options.def; each option's value is taken by its set_
 * function. */
#include "options.h"

#include <inttypes.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>

#include "common/option.h"
#include "number.h"
#include "sim/real/bank.h"

/* Where a set_ function says what is wrong with its value. */
struct complaint {
    char *text;
    size_t size;
};

#define ENGINE(name) extern const struct engine name##_engine;
#include "engine.def"

static const struct engine *const engines[] = {
#define ENGINE(name) &name##_engine,
#include "engine.def"
};
enum { ENGINES = sizeof engines / sizeof engines[0] };

static bool complain(const struct complaint *complaint, const char *text)
{
    snprintf(complaint->text, complaint->size, "%s", text);
    return false;
}

/* ---- values */

/* A number within low..high. */
static bool parse_number(const char *value, uint64_t low, uint64_t high, uint64_t *number,
                         const struct complaint *complaint)
{
    return number_parse(value, low, high, number, complaint->text, complaint->size);
}

/* A number of words. */
static bool parse_words(const char *value, bool is_power, uint64_t *words, const struct complaint *complaint)
{
    bool good = parse_number(value, 1, MEMORY_MAX_WORDS, words, complaint);
    if (good && (!is_power || (*words & (*words - 1)) == 0))
        return true;
    return complain(complaint, is_power ? "expected a power of two, as 4096 or 64K, at most 2G"
                                        : "expected a number of words, as 100000 or 64M, at most 2G");
}

static bool set_file(const char **path, const char *value, const struct complaint *complaint)
{
    *path = value;
    return value[0] != '\0' || complain(complaint, "expected a file name");
}

/* ---- one function an option */

static bool set_pps(struct options *options, const char *value, const struct complaint *complaint)
{
    uint64_t number = 0;
    bool good = parse_number(value, 1, MEMORY_MAX_PPS, &number, complaint);
    options->config.pps = (uint32_t)number;
    return good;
}

static bool set_engine(struct options *options, const char *value, const struct complaint *complaint)
{
    size_t used = (size_t)snprintf(complaint->text, complaint->size, "expected one of:");
    for (int i = 0; i < ENGINES; i++) {
        if (strcmp(engines[i]->name, value) == 0) {
            options->engine = engines[i];
            options->has_engine = true;
            return true;
        }
        if (used < complaint->size)
            used += (size_t)snprintf(complaint->text + used, complaint->size - used, " %s", engines[i]->name);
    }
    return false;
}

static bool set_threads(struct options *options, const char *value, const struct complaint *complaint)
{
    uint64_t number = 0;
    bool good = parse_number(value, 1, 1024, &number, complaint);
    options->config.threads = (unsigned)number;
    options->has_threads = true;
    return good;
}

static bool set_level(struct options *options, const char *value, const struct complaint *complaint)
{
    const bool is_exact = strcmp(value, "exact") == 0;
    uint64_t number = LEVEL_EXACT;
    options->has_level = true;
    if (!is_exact && !parse_number(value, 0, 5, &number, complaint))
        return complain(complaint, "expected exact or a number from 0 to 5");
    options->config.level = (unsigned)number;
    return true;
}

static bool set_native(struct options *options, const char *value, const struct complaint *complaint)
{
    static const char *const names[] = {[NATIVE_OFF] = "off", [NATIVE_AUTO] = "auto", [NATIVE_ON] = "on"};
    for (int mode = NATIVE_OFF; mode <= NATIVE_ON; mode++)
        if (strcmp(value, names[mode]) == 0) {
            options->config.native = (enum native_mode)mode;
            return true;
        }
    return complain(complaint, "expected auto, off or on");
}

static bool set_memory(struct options *options, const char *value, const struct complaint *complaint)
{
    return parse_words(value, false, &options->config.shared_words, complaint);
}

static bool set_stack(struct options *options, const char *value, const struct complaint *complaint)
{
    return parse_words(value, true, &options->config.stack_words, complaint);
}

static bool set_private(struct options *options, const char *value, const struct complaint *complaint)
{
    return parse_words(value, true, &options->config.private_words, complaint);
}

static bool set_max_cycles(struct options *options, const char *value, const struct complaint *complaint)
{
    return parse_number(value, 1, UINT64_MAX, &options->config.max_cycles, complaint);
}

static bool set_max_output(struct options *options, const char *value, const struct complaint *complaint)
{
    return parse_number(value, 1, UINT64_MAX, &options->config.bounds.output, complaint);
}

static bool set_max_files(struct options *options, const char *value, const struct complaint *complaint)
{
    return parse_number(value, 1, UINT64_MAX, &options->config.bounds.files, complaint);
}

static bool set_max_file_bytes(struct options *options, const char *value, const struct complaint *complaint)
{
    return parse_number(value, 1, UINT64_MAX, &options->config.bounds.file_bytes, complaint);
}

static bool set_max_seconds(struct options *options, const char *value, const struct complaint *complaint)
{
    char *end = NULL;
    const bool is_plain = value[0] != '\0' && strspn(value, "0123456789.") == strlen(value);
    const double seconds = is_plain ? strtod(value, &end) : 0;
    options->config.bounds.seconds = seconds;
    return (is_plain && *end == '\0' && seconds >= 0.001 && seconds <= 1e9) ||
           complain(complaint, "expected seconds from 0.001 to 1000000000, as 60 or 0.5");
}

static bool set_max_host_memory(struct options *options, const char *value, const struct complaint *complaint)
{
    return parse_number(value, 1, UINT64_MAX, &options->config.bounds.host_memory, complaint);
}

static bool set_write_policy(struct options *options, const char *value, const struct complaint *complaint)
{
    static const char arbitrary[] = "arbitrary:";
    for (int policy = POLICY_HIGH; policy <= POLICY_COMMON; policy++)
        if (strcmp(value, policy_name((enum write_policy)policy)) == 0) {
            options->config.policy = (enum write_policy)policy;
            return true;
        }
    options->config.policy = POLICY_ARBITRARY;
    if (strncmp(value, arbitrary, sizeof arbitrary - 1) == 0)
        return parse_number(value + sizeof arbitrary - 1, 0, UINT64_MAX, &options->config.policy_seed,
                            complaint);
    return complain(complaint, "expected high, low, common or arbitrary:SEED");
}

static bool set_mixed(struct options *options, const char *value, const struct complaint *complaint)
{
    bool is_ignore = strcmp(value, "ignore") == 0;
    options->config.mixed = is_ignore ? MIXED_IGNORE : MIXED_ERROR;
    return is_ignore || strcmp(value, "error") == 0 || complain(complaint, "expected error or ignore");
}

static bool set_files(struct options *options, const char *value, const struct complaint *complaint)
{
    static const char read_only[] = "ro:";
    const bool is_read_only = strncmp(value, read_only, sizeof read_only - 1) == 0;
    const char *directory = is_read_only ? value + sizeof read_only - 1 : value;
    if (directory[0] == '\0')
        return complain(complaint, "expected a directory, ro: and a directory, or none");
    const bool is_none = !is_read_only && strcmp(value, "none") == 0;
    options->has_files = true;
    options->config.files_in = is_none ? NULL : directory;
    options->config.files_out = is_none || is_read_only ? NULL : directory;
    return true;
}

/* A directory for one direction; the other one has then none, if none was named. */
static bool set_direction(struct options *options, const char **directory, const char *value,
                          const struct complaint *complaint)
{
    if (!options->has_directions) {
        options->config.files_in = NULL;
        options->config.files_out = NULL;
    }
    options->has_directions = true;
    *directory = value;
    return value[0] != '\0' || complain(complaint, "expected a directory");
}

static bool set_files_in(struct options *options, const char *value, const struct complaint *complaint)
{
    return set_direction(options, &options->config.files_in, value, complaint);
}

static bool set_files_out(struct options *options, const char *value, const struct complaint *complaint)
{
    return set_direction(options, &options->config.files_out, value, complaint);
}

static bool set_seed(struct options *options, const char *value, const struct complaint *complaint)
{
    return parse_number(value, 0, UINT64_MAX, &options->config.seed, complaint);
}

static bool set_real(struct options *options, const char *value, const struct complaint *complaint)
{
    options->config.real.format = value;
    return real_choice_check(&options->config.real, 0, complaint->text, complaint->size);
}

static bool set_acc(struct options *options, const char *value, const struct complaint *complaint)
{
    options->config.real.accumulator = value;
    return real_choice_check(&options->config.real, 0, complaint->text, complaint->size);
}

static bool set_real_cost(struct options *options, const char *value, const struct complaint *complaint)
{
    options->config.real.cost_by_words = strcmp(value, "words") == 0;
    return options->config.real.cost_by_words || strcmp(value, "unit") == 0 ||
           complain(complaint, "expected unit or words");
}

static bool set_faults(struct options *options, const char *value, const struct complaint *complaint)
{
    return set_file(&options->config.faults, value, complaint);
}

static bool set_checkpoint(struct options *options, const char *value, const struct complaint *complaint)
{
    return set_file(&options->checkpoint, value, complaint);
}

static bool set_checkpoint_every(struct options *options, const char *value,
                                 const struct complaint *complaint)
{
    return number_parse_time(value, &options->checkpoint_every, complaint->text, complaint->size);
}

static bool set_resume(struct options *options, const char *value, const struct complaint *complaint)
{
    return set_file(&options->resume, value, complaint);
}

static bool set_describe(struct options *options, const char *value, const struct complaint *complaint)
{
    return set_file(&options->describe, value, complaint);
}

static bool set_model(struct options *options, const char *value, const struct complaint *complaint)
{
    return model_choose(&options->model, value, complaint->text, complaint->size);
}

static bool set_findings_json(struct options *options, const char *value, const struct complaint *complaint)
{
    options->findings_json = value;
    return value[0] != '\0' || complain(complaint, "expected a file name, or - for standard output");
}

static bool set_suppressions(struct options *options, const char *value, const struct complaint *complaint)
{
    return set_file(&options->suppressions, value, complaint);
}

static bool set_stats_json(struct options *options, const char *value, const struct complaint *complaint)
{
    options->stats_json = value;
    return value[0] != '\0' || complain(complaint, "expected a file name, or - for standard output");
}

static bool set_trace(struct options *options, const char *value, const struct complaint *complaint)
{
    options->trace_file = value;
    return value[0] != '\0' || complain(complaint, "expected a file name, or - for standard output");
}

static bool set_trace_pps(struct options *options, const char *value, const struct complaint *complaint)
{
    return trace_read_list(&options->trace.pps, value, MEMORY_MAX_PPS - 1) ||
           complain(complaint, "expected PPs, as 0,5-8, or all; at most 64 parts");
}

static bool set_trace_regions(struct options *options, const char *value, const struct complaint *complaint)
{
    return trace_read_list(&options->trace.regions, value, COUNTS_REGIONS - 1) ||
           complain(complaint, "expected numbers of regions, as 1,4-6; at most 64 parts");
}

/* The parts of a list of --dump or --trace-watch. */
static bool add_parts(struct dump *dump, const char *value, const struct complaint *complaint)
{
    for (;;) {
        const size_t length = strcspn(value, ",");
        if (!dump_add(dump, value, length, complaint->text, complaint->size))
            return false;
        if (value[length] == '\0')
            return true;
        value += length + 1;
    }
}

static bool set_trace_watch(struct options *options, const char *value, const struct complaint *complaint)
{
    return add_parts(&options->trace_watch, value, complaint) &&
           (!options->trace_watch.registers || complain(complaint, "expected names, as a,b[8]:16"));
}

static bool set_trace_locks(struct options *options, const char *value, const struct complaint *complaint)
{
    (void)value;
    (void)complaint;
    return options->trace_locks = true;
}

static bool set_trace_cycles(struct options *options, const char *value, const struct complaint *complaint)
{
    struct trace_choice *trace = &options->trace;
    char from[32];
    const char *colon = strchr(value, ':');
    const size_t length = colon != NULL ? (size_t)(colon - value) : sizeof from;
    if (length >= sizeof from)
        return complain(complaint, "expected two cycles, as 1000:5000");
    memcpy(from, value, length);
    from[length] = '\0';
    if (!parse_number(from, 0, UINT64_MAX, &trace->from, complaint) ||
        !parse_number(colon + 1, 1, UINT64_MAX, &trace->to, complaint))
        return false;
    return trace->from < trace->to || complain(complaint, "the first cycle has to come before the last one");
}

/* Its value may be left out. */
static bool set_profile(struct options *options, const char *value, const struct complaint *complaint)
{
    (void)complaint;
    options->profile = true;
    options->profile_file = value[0] != '\0' ? value : NULL;
    return true;
}

static bool set_dump(struct options *options, const char *value, const struct complaint *complaint)
{
    return add_parts(&options->dump, value, complaint);
}

static bool set_color(struct options *options, const char *value, const struct complaint *complaint)
{
    static const char *const names[] = {
        [MESSAGE_COLOR_AUTO] = "auto", [MESSAGE_COLOR_ALWAYS] = "always", [MESSAGE_COLOR_NEVER] = "never"};
    for (int when = MESSAGE_COLOR_AUTO; when <= MESSAGE_COLOR_NEVER; when++)
        if (strcmp(value, names[when]) == 0) {
            options->color = (enum message_color)when;
            return true;
        }
    return complain(complaint, "expected auto, always or never");
}

/* Options without a value, which set a member of their own name. */
#define SET_FLAG(name)                                                                                       \
    static bool set_##name(struct options *options, const char *value, const struct complaint *complaint)    \
    {                                                                                                        \
        (void)value, (void)complaint;                                                                        \
        options->name = true;                                                                                \
        return true;                                                                                         \
    }
SET_FLAG(safe)
SET_FLAG(check)
SET_FLAG(stats)
SET_FLAG(hash)
SET_FLAG(quiet)
SET_FLAG(force)
SET_FLAG(help)
SET_FLAG(version)

/* ---- the table and who reads it */

static const struct option_row rows[] = {
/* an argument in brackets may be left out: then it is empty, and never the next word */
#define OPTION(letter, name, argument, text) {"--" #name, letter, argument, text, argument[0] == '['},
#include "options.def"
};
enum { ROWS = sizeof rows / sizeof rows[0] };

static bool (*const setters[ROWS])(struct options *options, const char *value,
                                   const struct complaint *complaint) = {
#define OPTION(letter, name, argument, text) set_##name,
#include "options.def"
};

static bool set_row(struct options *options, const struct option_row *row, const char *value,
                    const struct complaint *complaint)
{
    return setters[row - rows](options, value, complaint);
}

/* Cores of the host that this process may use. */
static unsigned count_cores(void)
{
    cpu_set_t cores;
    return sched_getaffinity(0, sizeof cores, &cores) == 0 ? (unsigned)CPU_COUNT(&cores) : 1;
}

/* Whether the trace shows what only a run at level 0 has. */
static bool is_traced_closely(const struct options *options)
{
    return options->trace_file != NULL && (options->trace_locks || options->trace_watch.count > 0);
}

/* Whether the run is followed cycle by cycle. */
static bool is_watched(const struct options *options)
{
    return options->check || options->model.number != MODEL_NONE || is_traced_closely(options);
}

/* --check, --model and the like see the same on both engines, and follow the machine's cycles, whatever level
 * was asked for. -t and -g are for the parallel one. Where nothing is asked for, the plain one is faster for
 * --check, and for more programs the parallel one for --model, which looks at rows of addresses there. */
static void choose_engine(struct options *options)
{
    const bool wants_parallel = options->has_threads || options->has_level || !options->check;
    for (int i = 0; !options->has_engine && i < ENGINES; i++)
        if (engines[i]->parallel == wants_parallel)
            options->engine = engines[i];
    options->is_at_level_0 =
        options->has_level && options->config.level != 0 && options->config.level != LEVEL_EXACT;
    options->config.level = 0;
}

/* What happens to PPs is said by cycles: such a run is exact, whatever was asked for. What is counted or
 * shown beside that the reference engine has. */
static bool choose_faulty_engine(struct options *options, char *error, size_t error_size)
{
    if (options->check) {
        snprintf(error, error_size,
                 "--faults is not for --check, which takes what they do for the program's errors");
        return false;
    }
    const bool is_seen = is_watched(options) || options->profile || options->trace_file != NULL;
    options->faults_level = options->has_level && options->config.level != 0 &&
                            options->config.level != LEVEL_EXACT && options->engine->parallel;
    options->faults_alone = is_seen && (options->has_threads || options->has_level ||
                                        (options->has_engine && options->engine->parallel));
    for (int i = 0; is_seen && i < ENGINES; i++)
        if (!engines[i]->parallel)
            options->engine = engines[i];
    return true;
}

/* What listens to a run has things of its own, which no snapshot has. */
static bool check_snapshots(const struct options *options, char *error, size_t error_size)
{
    const char *problem = NULL;
    if (options->checkpoint_every > 0 && options->checkpoint == NULL)
        problem = "--checkpoint-every: to which file? (--checkpoint=FILE)";
    else if ((options->checkpoint != NULL || options->resume != NULL) &&
             (is_watched(options) || options->profile || options->trace_file != NULL ||
              options->config.faults != NULL))
        problem = "--check, --model, --profile, --trace and --faults keep things of their own, which no "
                  "checkpoint has";
    if (problem != NULL)
        snprintf(error, error_size, "%s", problem);
    return problem == NULL;
}

static bool check_engine(const struct options *options, char *error, size_t error_size)
{
    if (is_watched(options) || options->faults_alone)
        return true;
    if ((options->has_threads || options->has_level) && !options->engine->parallel) {
        snprintf(error, error_size,
                 "%s is for a parallel engine; the %s engine runs on one thread, cycle by cycle",
                 options->has_threads ? "-t" : "-g", options->engine->name);
        return false;
    }
    return true;
}

/* Whether an argument of the program would be an option of pramsim if it stood before the program. */
static bool is_like_option(const char *argument, const char *next)
{
    char reason[160];
    const struct complaint complaint = {reason, sizeof reason};
    const struct option_word word = option_find(rows, ROWS, argument);
    if (word.row == NULL || word.row->argument[0] == '\0')
        return word.row != NULL && word.value == NULL;
    const char *value = word.value != NULL ? word.value : next;
    struct options scratch = {0};
    return value != NULL && set_row(&scratch, word.row, value, &complaint);
}

/* Notes the first argument of the program, if any, that looks like an option of ours: up to a `--`, which is
 * the program's too. */
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

/* --safe bounds what is not bounded yet, and allows no files that were not named. The program gets its name
 * without the folders of the host. */
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
    if (!options->has_files && !options->has_directions) {
        options->config.files_in = NULL;
        options->config.files_out = NULL;
    }
    char *slash = strrchr(*name, '/');
    if (slash != NULL && slash[1] != '\0')
        *name = slash + 1;
}

static bool check_files(const struct options *options, char *error, size_t error_size)
{
    if (options->has_files && options->has_directions)
        snprintf(error, error_size, "either --files or --files-in and --files-out");
    return !options->has_files || !options->has_directions;
}

/* What reads the words of the command line. */
struct reading {
    struct options *options;
    struct complaint error;
};

static void complain_of(const struct complaint *error, const struct option_word *word, const char *reason)
{
    char name[OPTION_SPELLING];
    snprintf(error->text, error->size, "%s%s%s: %s", option_spell(word->row, name),
             word->value != NULL ? "=" : "", word->value != NULL ? word->value : "", reason);
}

static bool take_word(void *context, const struct option_word *word)
{
    const struct reading *reading = context;
    char reason[160];
    const struct complaint complaint = {reason, sizeof reason};
    const bool good = set_row(reading->options, word->row, word->value, &complaint);
    if (!good)
        complain_of(&reading->error, word, reason);
    return good;
}

static void refuse_word(void *context, enum option_fault fault, const struct option_word *word)
{
    const struct reading *reading = context;
    if (fault == OPTION_UNKNOWN)
        snprintf(reading->error.text, reading->error.size, "there is no option '%s'", word->word);
    else
        complain_of(&reading->error, word, fault == OPTION_MISSING ? "expected a value" : "takes no value");
}

bool options_parse(struct options *options, int argc, char **argv, char *error, size_t error_size)
{
    memset(options, 0, sizeof *options);
    options->engine = engines[0];
    options->config.pps = MACHINE_DEFAULT_PPS;
    options->config.level = LEVEL_EXACT;
    options->model.number = MODEL_NONE;
    options->config.threads = count_cores();
    options->config.files_in = ".";
    options->config.files_out = ".";
    const struct option_parser parser = {
        .rows = rows, .row_count = ROWS, .stops_at_name = true, .take = take_word, .refuse = refuse_word};
    struct reading reading = {options, {error, error_size}};
    const struct option_end end = option_parse(&parser, argc, argv, &reading);
    const int next = end.next;
    if (!end.good)
        return false;
    if (options->help || options->version || options->describe != NULL)
        return true;
    if (next == argc) {
        snprintf(error, error_size, "which program? (pramsim [options] prog.o [arguments])");
        return false;
    }
    options->program = argv[next];
    options->given = argv + 1;
    options->given_count = (size_t)(next - 1);
    options->config.arguments = argv + next;
    options->config.argument_count = (uint32_t)(argc - next);
    if (!end.is_said)
        note_stray(options);
    if (options->safe)
        be_safe(options, &argv[next]);
    options->config.count_conflicts = options->stats || options->stats_json != NULL || options->profile;
    if (options->config.faults != NULL && !choose_faulty_engine(options, error, error_size))
        return false;
    if (options->config.faults == NULL && is_watched(options))
        choose_engine(options);
    if (options->findings_json != NULL && options->stats_json != NULL &&
        strcmp(options->findings_json, "-") == 0 && strcmp(options->stats_json, "-") == 0) {
        snprintf(error, error_size, "either --stats-json=- or --findings-json=-");
        return false;
    }
    if (!check_snapshots(options, error, error_size))
        return false;
    return check_files(options, error, error_size) && check_engine(options, error, error_size);
}

void options_help(FILE *stream)
{
    fputs("usage: pramsim [options] prog.o [arguments]\n\n"
          "Runs a linked program on a simulated SB-PRAM.\n\n",
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
    for (int i = 0; i < ENGINES; i++)
        fprintf(stream, "  %-26s  %s\n", engines[i]->name, engines[i]->text);
    fputs(
        "\nLevels (-g) of the parallel engine:\n"
        "  exact, 0                    what the machine does, for every program\n"
        "  1 to 4                      faster: PPs run ahead of each other; the same results but for races\n"
        "  5                           as 4, and stores of asynchronous code take effect at once: wrong\n"
        "                              where such code relies on lockstep\n",
        stream);
    fputs("\nNumber formats of the precision unit (docs/precision.md):\n", stream);
    char name[REAL_NAME_SIZE];
    const char *text;
    for (unsigned i = 0; real_format_list(i, name, sizeof name, &text); i++)
        fprintf(stream, "  %-26s  %s\n", name, text);
    fputs("\nExit status: the program's own, or\n", stream);
#define EXIT_CODE(code, name, text) fprintf(stream, "  %2d  %s\n", code, text);
#define EXIT_FAULT(code, name, text) fprintf(stream, "  %2d  %s\n", code, text);
#include "exit.def"
}
