/* option_value.c - checks and stores the value of an option: a set_ function for each row of options.def,
 * made from what the row takes.
 * Knows the rows one at a time; options.c checks combinations. */
#include "options.h"

#include "common/message.h"
#include "common/near.h"

#include <string.h>

#include "number.h"
#include "sim/real/bank.h"

#define ENGINE(name) extern const struct engine name##_engine;
#include "engine.def"

const struct engine *const option_engines[OPTION_ENGINES] = {
#define ENGINE(name) &name##_engine,
#include "engine.def"
};

/* ---- the values that the rows name */

#define SETTER(name)                                                                                         \
    static bool set_##name(struct options *options, const char *value, char *error, size_t error_size)

/* Options without a value: `has` tells whether they were given. */
#define FLAG                                                                                                 \
    {                                                                                                        \
        (void)options, (void)value, (void)error, (void)error_size;                                           \
        return true;                                                                                         \
    }

#define NUMBER(member, low, high)                                                                            \
    {                                                                                                        \
        uint64_t number = 0;                                                                                 \
        const bool good = number_parse(value, low, high, &number, error, error_size);                        \
        options->member = (__typeof__(options->member))number;                                               \
        return good;                                                                                         \
    }

#define WORDS(member)                                                                                        \
    {                                                                                                        \
        return number_parse(value, 1, MEMORY_MAX_WORDS, &options->member, error, error_size) ||              \
               message_refuse(error, error_size,                                                             \
                              "expected a number of words, such as 100000 or 64M, at most 2G");              \
    }

#define POWER_OF_TWO(member)                                                                                 \
    {                                                                                                        \
        return (number_parse(value, 1, MEMORY_MAX_WORDS, &options->member, error, error_size) &&             \
                (options->member & (options->member - 1)) == 0) ||                                           \
               message_refuse(error, error_size,                                                             \
                              "expected a power of two, such as 4096 or 64K, at most 2G");                   \
    }

#define SECONDS(member)                                                                                      \
    {                                                                                                        \
        return number_parse_time(value, &options->member, error, error_size);                                \
    }

#define NAME(member, expected)                                                                               \
    {                                                                                                        \
        options->member = value;                                                                             \
        return value[0] != '\0' || message_refuse(error, error_size, expected);                              \
    }
#define FILE_NAME(member) NAME(member, "expected a file name")
#define DOCUMENT(member) NAME(member, "expected a file name, or - for standard output")

#define CHOICE(member, expected, ...)                                                                        \
    {                                                                                                        \
        static const char *const names[] = {__VA_ARGS__};                                                    \
        for (unsigned k = 0; k < sizeof names / sizeof names[0]; k++)                                        \
            if (strcmp(value, names[k]) == 0) {                                                              \
                options->member = (__typeof__(options->member))k;                                            \
                return true;                                                                                 \
            }                                                                                                \
        return message_refuse(error, error_size, expected);                                                  \
    }

/* A directory for one direction; the other direction has none, unless it was named. */
#define DIRECTION(member)                                                                                    \
    {                                                                                                        \
        if (!options->has[OPTION_files_in] && !options->has[OPTION_files_out])                               \
            options->config.files_in = options->config.files_out = NULL;                                     \
        options->member = value;                                                                             \
        return value[0] != '\0' || message_refuse(error, error_size, "expected a directory");                \
    }

#define REAL(member)                                                                                         \
    {                                                                                                        \
        options->config.real.member = value;                                                                 \
        return real_choice_check(&options->config.real, 0, error, error_size);                               \
    }

/* An older name of another option. */
#define SAME_AS(name)                                                                                        \
    {                                                                                                        \
        return set_##name(options, value, error, error_size);                                                \
    }

#define OWN ;

#define OPTION(letter, name, argument, takes, text) SETTER(name) takes
#include "options.def"

/* ---- options with a function of their own */

SETTER(engine)
{
    struct near near;
    near_start(&near, value, strlen(value));
    for (int i = 0; i < OPTION_ENGINES; i++) {
        near_offer(&near, option_engines[i]->name);
        if (strcmp(option_engines[i]->name, value) == 0) {
            options->engine = option_engines[i];
            return true;
        }
    }
    const bool is_near = near.best != NULL;
    return message_refuse(error, error_size,
                          "expected one of:"
#define ENGINE(name) " " #name
#include "engine.def"
                          "%s%s%s",
                          is_near ? "; did you mean '" : "", is_near ? near.best : "", is_near ? "'?" : "");
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

SETTER(opencl_device)
{
    uint64_t number;
    options->config.real.device = value;
    return strcmp(value, "cpu") == 0 || strcmp(value, "gpu") == 0 ||
           (number_parse(value, 0, 63, &number, error, error_size) ||
            message_refuse(error, error_size, "expected cpu, gpu or a number, 0 to 63"));
}

SETTER(dap)
{
    uint64_t port = 0;
    options->dap_port = -1;
    if (value[0] == '\0')
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
#define OPTION(letter, name, argument, takes, text) set_##name,
#include "options.def"
};

bool option_set(struct options *options, enum option option, const char *value, char *error,
                size_t error_size)
{
    const bool good = setters[option](options, value, error, error_size);
    options->has[option] = true;
    return good;
}
