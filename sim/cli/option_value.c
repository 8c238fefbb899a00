/* option_value.c - checks and stores the value of an option: a set_ function for each row of options.def.
 * Knows the rows one at a time; options.c checks combinations. */
#include "options.h"

#include "common/message.h"
#include "common/near.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "number.h"
#include "sim/real/bank.h"

#define ENGINE(name) extern const struct engine name##_engine;
#include "engine.def"

const struct engine *const option_engines[OPTION_ENGINES] = {
#define ENGINE(name) &name##_engine,
#include "engine.def"
};

/* ---- options whose value goes to one member */

#define SETTER(name)                                                                                         \
    static bool set_##name(struct options *options, const char *value, char *error, size_t error_size)

#define SET_FLAG(name, member)                                                                               \
    SETTER(name)                                                                                             \
    {                                                                                                        \
        (void)value, (void)error, (void)error_size;                                                          \
        return options->member = true;                                                                       \
    }
SET_FLAG(safe, safe)
SET_FLAG(opencl_list, opencl_list)
SET_FLAG(trace_locks, trace_locks)
SET_FLAG(trace_counters, trace_counters)
SET_FLAG(trace_only_regions, trace_only_regions)
SET_FLAG(trace_strands, trace.strands)
SET_FLAG(check, check)
SET_FLAG(debug, debug)
SET_FLAG(batch, batch)
SET_FLAG(stats, stats)
SET_FLAG(profile_only_regions, profile_only_regions)
SET_FLAG(profile_runtime, profile_runtime)
SET_FLAG(hash, hash)
SET_FLAG(quiet, quiet)
SET_FLAG(force, force)
SET_FLAG(help, help)
SET_FLAG(version, version)

#define SET_NUMBER(name, member, low, high)                                                                  \
    SETTER(name)                                                                                             \
    {                                                                                                        \
        uint64_t number = 0;                                                                                 \
        const bool good = number_parse(value, low, high, &number, error, error_size);                        \
        options->member = (__typeof__(options->member))number;                                               \
        return good;                                                                                         \
    }
SET_NUMBER(pps, config.pps, 1, MEMORY_MAX_PPS)
SET_NUMBER(threads, config.threads, 1, 1024)
SET_NUMBER(join_ranks, join_ranks, 1, 1024)
SET_NUMBER(max_cycles, config.max_cycles, 1, UINT64_MAX)
SET_NUMBER(max_output, config.bounds.output, 1, UINT64_MAX)
SET_NUMBER(max_files, config.bounds.files, 1, UINT64_MAX)
SET_NUMBER(max_file_bytes, config.bounds.file_bytes, 1, UINT64_MAX)
SET_NUMBER(max_host_memory, config.bounds.host_memory, 1, UINT64_MAX)
SET_NUMBER(seed, config.seed, 0, UINT64_MAX)
SET_NUMBER(at, at, 0, UINT64_MAX - 1)
SET_NUMBER(debug_memory, debug_memory, 1, UINT64_MAX)

#define SET_WORDS(name, member, is_power, expected)                                                          \
    SETTER(name)                                                                                             \
    {                                                                                                        \
        uint64_t *words = &options->member;                                                                  \
        return (number_parse(value, 1, MEMORY_MAX_WORDS, words, error, error_size) &&                        \
                (!(is_power) || (*words & (*words - 1)) == 0)) ||                                            \
               message_refuse(error, error_size, expected);                                                  \
    }
#define POWER "expected a power of two, such as 4096 or 64K, at most 2G"
SET_WORDS(memory, config.shared_words, false, "expected a number of words, such as 100000 or 64M, at most 2G")
SET_WORDS(stack, config.stack_words, true, POWER)
SET_WORDS(private, config.private_words, true, POWER)

#define SET_FILE(name, member, expected)                                                                     \
    SETTER(name)                                                                                             \
    {                                                                                                        \
        options->member = value;                                                                             \
        return value[0] != '\0' || message_refuse(error, error_size, expected);                              \
    }
#define FILE_NAME "expected a file name"
#define DOCUMENT_NAME "expected a file name, or - for standard output"
SET_FILE(faults, config.faults, FILE_NAME)
SET_FILE(checkpoint, checkpoint, FILE_NAME)
SET_FILE(resume, resume, FILE_NAME)
SET_FILE(describe, describe, FILE_NAME)
SET_FILE(debug_commands, debug_commands, FILE_NAME)
SET_FILE(suppressions, suppressions, FILE_NAME)
SET_FILE(findings_json, findings_json, DOCUMENT_NAME)
SET_FILE(findings_sarif, findings_sarif, DOCUMENT_NAME)
SET_FILE(stats_json, stats_json, DOCUMENT_NAME)
SET_FILE(trace, trace_file, DOCUMENT_NAME)

/* One of some names; the member gets its number. */
#define SET_CHOICE(name, member, expected, ...)                                                              \
    SETTER(name)                                                                                             \
    {                                                                                                        \
        static const char *const names[] = {__VA_ARGS__};                                                    \
        for (unsigned k = 0; k < sizeof names / sizeof names[0]; k++)                                        \
            if (strcmp(value, names[k]) == 0) {                                                              \
                options->member = (__typeof__(options->member))k;                                            \
                return true;                                                                                 \
            }                                                                                                \
        return message_refuse(error, error_size, expected);                                                  \
    }
SET_CHOICE(native, config.native, "expected auto, off or on", "off", "auto", "on")
SET_CHOICE(vectors, config.vectors, "expected best, avx512, avx2 or plain", "best", "avx512", "avx2", "plain")
SET_CHOICE(mixed_requests, config.mixed, "expected error or ignore", "error", "ignore")
SET_CHOICE(real_cost, config.real.cost_by_words, "expected unit or words", "unit", "words")
SET_CHOICE(color, color, "expected auto, always or never", "auto", "always", "never")

/* A name that the precision unit knows. */
#define SET_REAL(name, member)                                                                               \
    SETTER(name)                                                                                             \
    {                                                                                                        \
        options->config.real.member = value;                                                                 \
        return real_choice_check(&options->config.real, 0, error, error_size);                               \
    }
SET_REAL(real, format)
SET_REAL(accumulator, accumulator)

/* Older names. */
#define set_mixed set_mixed_requests
#define set_acc set_accumulator

/* ---- one function an option */

SETTER(engine)
{
    size_t used = (size_t)snprintf(error, error_size, "expected one of:");
    struct near near;
    near_start(&near, value, strlen(value));
    for (int i = 0; i < OPTION_ENGINES; i++) {
        near_offer(&near, option_engines[i]->name);
        if (strcmp(option_engines[i]->name, value) == 0) {
            options->engine = option_engines[i];
            return true;
        }
        if (used < error_size)
            used += (size_t)snprintf(error + used, error_size - used, " %s", option_engines[i]->name);
    }
    if (near.best != NULL && used < error_size)
        snprintf(error + used, error_size - used, "; did you mean '%s'?", near.best);
    return false;
}

SETTER(level)
{
    const bool is_exact = strcmp(value, "exact") == 0;
    uint64_t number = LEVEL_EXACT;
    if (!is_exact && !number_parse(value, 0, 5, &number, error, error_size))
        return message_refuse(error, error_size, "expected exact or a number from 0 to 5");
    options->config.level = (unsigned)number;
    return true;
}

SETTER(max_seconds)
{
    return number_parse_time(value, &options->config.bounds.seconds, error, error_size);
}

SETTER(write_policy)
{
    static const char arbitrary[] = "arbitrary:";
    for (int policy = POLICY_HIGH; policy <= POLICY_COMMON; policy++)
        if (strcmp(value, policy_name((enum write_policy)policy)) == 0) {
            options->config.policy = (enum write_policy)policy;
            return true;
        }
    options->config.policy = POLICY_ARBITRARY;
    if (strncmp(value, arbitrary, sizeof arbitrary - 1) == 0)
        return number_parse(value + sizeof arbitrary - 1, 0, UINT64_MAX, &options->config.policy_seed, error,
                            error_size);
    return message_refuse(error, error_size, "expected high, low, common or arbitrary:SEED");
}

SETTER(files)
{
    static const char read_only[] = "ro:";
    const bool is_read_only = strncmp(value, read_only, sizeof read_only - 1) == 0;
    const char *directory = is_read_only ? value + sizeof read_only - 1 : value;
    if (directory[0] == '\0')
        return message_refuse(error, error_size, "expected a directory, ro: and a directory, or none");
    const bool is_none = !is_read_only && strcmp(value, "none") == 0;
    options->config.files_in = is_none ? NULL : directory;
    options->config.files_out = is_none || is_read_only ? NULL : directory;
    return true;
}

/* A directory for one direction; the other direction has none, unless it was named. */
static bool set_direction(struct options *options, const char **directory, const char *value, char *error,
                          size_t error_size)
{
    if (!options->has[OPTION_files_in] && !options->has[OPTION_files_out]) {
        options->config.files_in = NULL;
        options->config.files_out = NULL;
    }
    *directory = value;
    return value[0] != '\0' || message_refuse(error, error_size, "expected a directory");
}

SETTER(files_in)
{
    return set_direction(options, &options->config.files_in, value, error, error_size);
}

SETTER(files_out)
{
    return set_direction(options, &options->config.files_out, value, error, error_size);
}

SETTER(opencl_device)
{
    uint64_t number;
    options->config.real.device = value;
    return strcmp(value, "cpu") == 0 || strcmp(value, "gpu") == 0 ||
           (number_parse(value, 0, 63, &number, error, error_size) ||
            message_refuse(error, error_size, "expected cpu, gpu or a number, 0 to 63"));
}

SETTER(checkpoint_every)
{
    return number_parse_time(value, &options->checkpoint_every, error, error_size);
}

SETTER(dap)
{
    uint64_t port = 0;
    options->dap = true;
    options->dap_port = -1;
    if (value == NULL || value[0] == '\0')
        return true;
    if (!number_parse(value, 0, 65535, &port, error, error_size))
        return false;
    options->dap_port = (int)port;
    return true;
}

SETTER(model)
{
    return model_choose(&options->model, value, error, error_size);
}

SETTER(trace_pps)
{
    return trace_read_list(&options->trace.pps, value, MEMORY_MAX_PPS - 1) ||
           message_refuse(error, error_size, "expected PPs, such as 0,5-8, or all; at most 64 parts");
}

SETTER(trace_regions)
{
    return trace_read_regions(&options->trace, value) ||
           message_refuse(error, error_size,
                          "expected numbers below 2048, or names, of regions, such as 1,4-6,merge");
}

/* The parts of a list of --dump or --trace-watch. */
static bool add_parts(struct dump *dump, const char *value, char *error, size_t error_size)
{
    for (;;) {
        const size_t length = strcspn(value, ",");
        if (!dump_add(dump, value, length, error, error_size))
            return false;
        if (value[length] == '\0')
            return true;
        value += length + 1;
    }
}

SETTER(trace_watch)
{
    return add_parts(&options->trace_watch, value, error, error_size) &&
           (!options->trace_watch.registers ||
            message_refuse(error, error_size, "expected names, such as a,b[8]:16"));
}

SETTER(trace_cycles)
{
    struct trace_choice *trace = &options->trace;
    char from[32];
    const char *colon = strchr(value, ':');
    const size_t length = colon != NULL ? (size_t)(colon - value) : sizeof from;
    if (length >= sizeof from)
        return message_refuse(error, error_size, "expected two cycles, such as 1000:5000");
    memcpy(from, value, length);
    from[length] = '\0';
    if (!number_parse(from, 0, UINT64_MAX, &trace->from, error, error_size) ||
        !number_parse(colon + 1, 1, UINT64_MAX, &trace->to, error, error_size))
        return false;
    return trace->from < trace->to ||
           message_refuse(error, error_size, "the first cycle has to come before the last one");
}

/* Its value may be left out. */
SETTER(profile)
{
    (void)error, (void)error_size;
    options->profile = true;
    options->profile_file = value[0] != '\0' ? value : NULL;
    return true;
}

SETTER(dump)
{
    return add_parts(&options->dump, value, error, error_size);
}

/* ---- the table */

static bool (*const setters[])(struct options *options, const char *value, char *error, size_t error_size) = {
#define OPTION(letter, name, argument, text) set_##name,
#include "options.def"
};

bool option_set(struct options *options, enum option option, const char *value, char *error,
                size_t error_size)
{
    const bool good = setters[option](options, value, error, error_size);
    options->has[option] = true;
    return good;
}
