/* option_value.c - checks and stores the value of an option: a set_ function for each row of options.def.
 * Knows the rows one at a time; options.c checks combinations. */
#include "option_value.h"

#include "common/near.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "number.h"
#include "sim/real/bank.h"

/* Buffer for a set_ function's error message. */
struct complaint {
    char *text;
    size_t size;
};

#define ENGINE(name) extern const struct engine name##_engine;
#include "engine.def"

const struct engine *const option_engines[OPTION_ENGINES] = {
#define ENGINE(name) &name##_engine,
#include "engine.def"
};

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
    return complain(complaint, is_power ? "expected a power of two, such as 4096 or 64K, at most 2G"
                                        : "expected a number of words, such as 100000 or 64M, at most 2G");
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
    struct near near;
    near_start(&near, value, strlen(value));
    for (int i = 0; i < OPTION_ENGINES; i++) {
        near_offer(&near, option_engines[i]->name);
        if (strcmp(option_engines[i]->name, value) == 0) {
            options->engine = option_engines[i];
            options->has_engine = true;
            return true;
        }
        if (used < complaint->size)
            used += (size_t)snprintf(complaint->text + used, complaint->size - used, " %s",
                                     option_engines[i]->name);
    }
    if (near.best != NULL && used < complaint->size)
        snprintf(complaint->text + used, complaint->size - used, "; did you mean '%s'?", near.best);
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

static bool set_join_ranks(struct options *options, const char *value, const struct complaint *complaint)
{
    uint64_t number = 0;
    bool good = parse_number(value, 1, 1024, &number, complaint);
    options->join_ranks = (unsigned)number;
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

static bool set_vectors(struct options *options, const char *value, const struct complaint *complaint)
{
    static const char *const names[] = {"best",
#define KIND(name, rows, processor) #name,
                                        HOST_VECTORS(KIND)
#undef KIND
    };
    for (unsigned k = 0; k < sizeof names / sizeof names[0]; k++)
        if (strcmp(value, names[k]) == 0) {
            options->config.vectors = (enum host_vectors)k;
            return true;
        }
    return complain(complaint, "expected best, avx512, avx2 or plain");
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
           complain(complaint, "expected seconds from 0.001 to 1000000000, such as 60 or 0.5");
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

static bool set_mixed_requests(struct options *options, const char *value, const struct complaint *complaint)
{
    bool is_ignore = strcmp(value, "ignore") == 0;
    options->config.mixed = is_ignore ? MIXED_IGNORE : MIXED_ERROR;
    return is_ignore || strcmp(value, "error") == 0 || complain(complaint, "expected error or ignore");
}

static bool set_mixed(struct options *options, const char *value, const struct complaint *complaint)
{
    return set_mixed_requests(options, value, complaint);
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

/* A directory for one direction; the other direction has none, unless it was named. */
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

static bool set_accumulator(struct options *options, const char *value, const struct complaint *complaint)
{
    options->config.real.accumulator = value;
    return real_choice_check(&options->config.real, 0, complaint->text, complaint->size);
}

static bool set_acc(struct options *options, const char *value, const struct complaint *complaint)
{
    return set_accumulator(options, value, complaint);
}

static bool set_opencl_device(struct options *options, const char *value, const struct complaint *complaint)
{
    uint64_t number;
    options->config.real.device = value;
    return strcmp(value, "cpu") == 0 || strcmp(value, "gpu") == 0 ||
           (parse_number(value, 0, 63, &number, complaint) ||
            complain(complaint, "expected cpu, gpu or a number, 0 to 63"));
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

static bool set_debug_commands(struct options *options, const char *value, const struct complaint *complaint)
{
    return set_file(&options->debug_commands, value, complaint);
}

static bool set_dap(struct options *options, const char *value, const struct complaint *complaint)
{
    uint64_t port = 0;
    options->dap = true;
    options->dap_port = -1;
    if (value == NULL || value[0] == '\0')
        return true;
    if (!parse_number(value, 0, 65535, &port, complaint))
        return false;
    options->dap_port = (int)port;
    return true;
}

static bool set_at(struct options *options, const char *value, const struct complaint *complaint)
{
    options->has_at = true;
    return parse_number(value, 0, UINT64_MAX - 1, &options->at, complaint);
}

static bool set_debug_memory(struct options *options, const char *value, const struct complaint *complaint)
{
    return parse_number(value, 1, UINT64_MAX, &options->debug_memory, complaint);
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

static bool set_findings_sarif(struct options *options, const char *value, const struct complaint *complaint)
{
    options->findings_sarif = value;
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
           complain(complaint, "expected PPs, such as 0,5-8, or all; at most 64 parts");
}

static bool set_trace_regions(struct options *options, const char *value, const struct complaint *complaint)
{
    return trace_read_regions(&options->trace, value) ||
           complain(complaint, "expected numbers below 2048, or names, of regions, such as 1,4-6,merge");
}

static bool set_trace_strands(struct options *options, const char *value, const struct complaint *complaint)
{
    (void)value, (void)complaint;
    return options->trace.strands = true;
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
           (!options->trace_watch.registers || complain(complaint, "expected names, such as a,b[8]:16"));
}

static bool set_trace_cycles(struct options *options, const char *value, const struct complaint *complaint)
{
    struct trace_choice *trace = &options->trace;
    char from[32];
    const char *colon = strchr(value, ':');
    const size_t length = colon != NULL ? (size_t)(colon - value) : sizeof from;
    if (length >= sizeof from)
        return complain(complaint, "expected two cycles, such as 1000:5000");
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

static bool set_profile_only_regions(struct options *options, const char *value,
                                     const struct complaint *complaint)
{
    (void)value;
    (void)complaint;
    return options->profile = options->profile_only_regions = true;
}

static bool set_profile_runtime(struct options *options, const char *value, const struct complaint *complaint)
{
    (void)value;
    (void)complaint;
    return options->profile = options->profile_runtime = true;
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
SET_FLAG(opencl_list)
SET_FLAG(trace_locks)
SET_FLAG(trace_counters)
SET_FLAG(trace_only_regions)
SET_FLAG(check)
SET_FLAG(debug)
SET_FLAG(batch)
SET_FLAG(stats)
SET_FLAG(hash)
SET_FLAG(quiet)
SET_FLAG(force)
SET_FLAG(help)
SET_FLAG(version)

/* ---- the table */

static bool (*const setters[])(struct options *options, const char *value,
                               const struct complaint *complaint) = {
#define OPTION(letter, name, argument, text) set_##name,
#include "options.def"
};

bool option_set(struct options *options, unsigned row, const char *value, char *reason, size_t reason_size)
{
    const struct complaint complaint = {reason, reason_size};
    return setters[row](options, value, &complaint);
}
