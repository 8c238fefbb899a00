/* report.c - see report.h. */
#include "report.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "common/json.h"
#include "common/memory.h"
#include "common/message.h"
#include "common/version.h"
#include "option_value.h"
#include "sim/real/bank.h"

static double mips(uint64_t instructions, double seconds)
{
    return seconds > 0 ? (double)instructions / seconds / 1e6 : 0;
}

/* ---- warnings */

enum { MOST_PRINTED = 20 }; /* places; --findings-json has all recorded ones */

/* print: fault_print_warning, or fault_print_note; word: "warning", "note". */
static void print_warnings(const struct machine *machine, const struct warnings *warnings,
                           void (*print)(const struct fault *, const struct object *, FILE *),
                           const char *word, FILE *stream)
{
    uint64_t shown = 0;
    for (uint32_t k = 0; k < warnings->count && k < MOST_PRINTED; k++) {
        const struct warning *warning = &warnings->kept[k];
        print(&warning->what, &machine->object, stream);
        if (warning->times > 1)
            message_line(stream, "pramsim: hint: %" PRIu64 " times at %s", warning->times,
                         warning->has_other && warning->place != warning->other_place ? "these places"
                                                                                      : "this place");
        shown += warning->times;
    }
    if (warnings->total > shown)
        message_line(stream, "pramsim: %s: %" PRIu64 " more at other places", word, warnings->total - shown);
}

void report_warnings(const struct machine *machine, bool has_notes, FILE *stream)
{
    if (has_notes) {
        print_warnings(machine, &machine->mishaps, fault_print_note, "note", stream);
        print_warnings(machine, &machine->noticed, fault_print_note, "note", stream);
    }
    print_warnings(machine, &machine->warnings, fault_print_warning, "warning", stream);
    print_warnings(machine, &machine->findings, fault_print_warning, "warning", stream);
}

/* ---- statistics */

static const char *const phase_names[] = {
#define STATS_PHASE(name, text) #name,
#include "sim/machine/stats.def"
};

static const char *const kind_names[] = {
#define STATS_KIND(name, text) #name,
#include "sim/machine/stats.def"
};

static const char *const native_names[] = {
#define STATS_NATIVE(name, text) #name,
#include "sim/machine/stats.def"
};

static const char *const choice_names[] = {
#define STATS_CHOICE(name, text) #name,
#include "sim/machine/stats.def"
};

static const char *const choice_texts[] = {
#define STATS_CHOICE(name, text) text,
#include "sim/machine/stats.def"
};

static const char *const rank_names[] = {
#define STATS_RANK(name, text) #name,
#include "sim/machine/stats.def"
};

static const struct {
    const char *name;
    const char *text;
} limits[] = {
#define STATS_LIMIT(name, text) {#name, text},
#include "sim/machine/stats.def"
};

static const char *const time_names[] = {
#define STATS_TIME(name, text) #name,
#include "sim/machine/stats.def"
};

static const struct counter {
    const char *name;
    const char *text;
    size_t offset;
} counters[] = {
#define STATS_COUNTER(name, text) {#name, text, offsetof(struct stats, name)},
#include "sim/machine/stats.def"
};
enum { COUNTERS = sizeof counters / sizeof counters[0] };

/* Those that only a run with --model has. */
static const struct counter concurrent[] = {
#define STATS_CONCURRENT(name, text) {#name, text, offsetof(struct stats, name)},
#include "sim/machine/stats.def"
};
enum { CONCURRENT = sizeof concurrent / sizeof concurrent[0] };

/* Those that only the parallel engine has. */
static const struct counter noticed[] = {
#define STATS_NOTICED(name, text) {#name, text, offsetof(struct stats, name)},
#include "sim/machine/stats.def"
};
enum { NOTICED = sizeof noticed / sizeof noticed[0] };

/* Those that only a run on the engine that chooses has. */
static const struct {
    const char *name;
    const char *text;
} engine_counters[] = {
#define STATS_ENGINE(name, text) {#name, text},
#include "sim/machine/stats.def"
};

static bool chooses(const struct options *options)
{
    return options->engine == option_engines[OPTION_ENGINE_auto];
}

static uint64_t counter_value(const struct stats *stats, const struct counter *counter)
{
    uint64_t value;
    memcpy(&value, (const char *)stats + counter->offset, sizeof value);
    return value;
}

static bool find_counter(const struct machine *machine, const char *name, const struct counter *rows,
                         size_t count, uint64_t *value)
{
    for (size_t k = 0; k < count; k++) {
        if (strcmp(rows[k].name, name) != 0)
            continue;
        *value = counter_value(&machine->stats, &rows[k]);
        return true;
    }
    return false;
}

bool report_counter(const struct machine *machine, const struct options *options, const char *name,
                    uint64_t *value)
{
    return find_counter(machine, name, counters, COUNTERS, value) ||
           (options->model.number != MODEL_NONE &&
            find_counter(machine, name, concurrent, CONCURRENT, value)) ||
           (options->engine->parallel && find_counter(machine, name, noticed, NOTICED, value));
}

const char *report_end(const struct machine *machine)
{
    switch (machine->end) {
    case END_HALTED:
        return "halted";
    case END_EXIT:
        return "exit";
    default:
        return exit_code_name(machine->fault.code);
    }
}

int report_status(const struct machine *machine)
{
    if (machine->end == END_FAULT)
        return machine->fault.code;
    if (machine->status != 0)
        return machine->status;
    if (machine->warnings.total != 0)
        return FAULT_check;
    return machine->findings.total != 0 ? EXIT_CODE_model : 0;
}

static unsigned threads_of(const struct options *options)
{
    return options->engine->threaded ? options->config.threads : 1;
}

/* The device of --accumulator=opencl, if the run had it. */
static void print_device(const struct real_choice *choice, FILE *stream)
{
    const struct opencl_driver *driver = real_choice_driver(choice);
    if (driver == NULL)
        return;
    const struct opencl_counts counts = driver->counts();
    fprintf(stream, "%-20s %s\n", "opencl.device", driver->name());
    fprintf(stream, "%-20s %" PRIu64 "\n", "opencl.batches", counts.batches);
    fprintf(stream, "%-20s %" PRIu64 "\n", "opencl.sums", counts.sums);
    fprintf(stream, "%-20s %" PRIu64 "\n", "opencl.terms", counts.terms);
    fprintf(stream, "%-20s %" PRIu64 "\n", "opencl.bytes", counts.bytes);
    fprintf(stream, "%-20s %.6f\n", "opencl.seconds", counts.seconds);
}

void report_stats(const struct machine *machine, const struct options *options, FILE *stream)
{
    const struct stats *stats = &machine->stats;
    double seconds = stats->seconds[STATS_TIME_run];
    if (chooses(options))
        fprintf(stream, "%-20s %-16s %s\n", "engine", options->engine->name, choice_texts[stats->engine_why]);
    else
        fprintf(stream, "%-20s %s\n", "engine", options->engine->name);
    for (int i = 0; i < STATS_ENGINES && chooses(options); i++)
        fprintf(stream, "engines.%-12s %-16" PRIu64 " %s\n", engine_counters[i].name, stats->engines[i],
                engine_counters[i].text);
    fprintf(stream, "%-20s %" PRIu32 "\n", "p", machine->config.pps);
    if (options->engine->threaded) {
        fprintf(stream, "%-20s %u\n", "threads", threads_of(options));
        fprintf(stream, "%-20s %-16u %s\n", "threads_used", stats->threads_used,
                limits[stats->threads_why].text);
    }
    if (options->engine->parallel) {
        fprintf(stream, options->config.level == LEVEL_EXACT ? "%-20s exact\n" : "%-20s %u\n", "level",
                options->config.level);
    }
    fprintf(stream, "%-20s %s\n", "end", report_end(machine));
    for (int i = 0; i < COUNTERS; i++) {
        uint64_t value = counter_value(stats, &counters[i]);
        if (value != 0 || options->engine->parallel || strcmp(counters[i].name, "segments") != 0)
            fprintf(stream, "%-20s %-16" PRIu64 " %s\n", counters[i].name, value, counters[i].text);
    }
    for (int i = 0; i < NOTICED && options->engine->parallel; i++)
        fprintf(stream, "%-20s %-16" PRIu64 " %s\n", noticed[i].name, counter_value(stats, &noticed[i]),
                noticed[i].text);
    for (int i = 0; i < CONCURRENT && options->model.number != MODEL_NONE; i++)
        fprintf(stream, "%-28s %-8" PRIu64 " %s\n", concurrent[i].name, counter_value(stats, &concurrent[i]),
                concurrent[i].text);
    for (int i = 0; i < STATS_PHASES && options->engine->parallel; i++)
        fprintf(stream, "phases.%-13s %" PRIu64 "\n", phase_names[i], stats->phases[i]);
    for (int i = 0; i < STATS_KINDS && options->engine->parallel; i++)
        fprintf(stream, "phase_kinds.%-8s %" PRIu64 "\n", kind_names[i], stats->kinds[i]);
    const bool is_native = stats->native[STATS_NATIVE_regions] != 0;
    for (int i = 0; i < STATS_NATIVES && is_native; i++)
        fprintf(stream, "native.%-13s %" PRIu64 "\n", native_names[i], stats->native[i]);
    print_device(&machine->config.real, stream);
    for (int i = 0; i < STATS_RANKS && stats->ranks[STATS_RANK_count] != 0; i++)
        fprintf(stream, "ranks.%-14s %" PRIu64 "\n", rank_names[i], stats->ranks[i]);
    for (int i = 0; i < STATS_TIMES; i++)
        fprintf(stream, "seconds.%-12s %.6f\n", time_names[i], stats->seconds[i]);
    fprintf(stream, "%-20s %.1f\n", "mips", mips(stats->instructions, seconds));
    fprintf(stream, "%-20s %-16" PRIu64 " bytes of the host at most\n", "peak_memory", memory_peak());
}

/* ---- statistics for programs */

/* Digits after the point; the numbers are counted in nanoseconds at best. */
static json_t *rounded(double value, double units)
{
    return json_real(round(value * units) / units);
}

static json_t *list(char *const *words, size_t count)
{
    json_t *array = json_array();
    for (size_t i = 0; i < count; i++)
        json_array_append_new(array, json_text(words[i]));
    return array;
}

static json_t *device_json(const struct real_choice *choice)
{
    const struct opencl_driver *driver = real_choice_driver(choice);
    if (driver == NULL)
        return json_null();
    const struct opencl_counts counts = driver->counts();
    json_t *object = json_object();
    json_object_set_new(object, "device", json_text(driver->name()));
    json_object_set_new(object, "batches", json_number(counts.batches));
    json_object_set_new(object, "sums", json_number(counts.sums));
    json_object_set_new(object, "terms", json_number(counts.terms));
    json_object_set_new(object, "bytes", json_number(counts.bytes));
    json_object_set_new(object, "seconds", rounded(counts.seconds, 1e6));
    return object;
}

/* What the engine that chooses has done; null for others. */
static json_t *engines_json(const struct options *options, const struct stats *stats)
{
    if (!chooses(options))
        return json_null();
    json_t *object = json_object();
    for (int i = 0; i < STATS_ENGINES; i++)
        json_object_set_new(object, engine_counters[i].name, json_number(stats->engines[i]));
    return object;
}

/* The command line, so that the run can be repeated. */
static void add_command(json_t *object, const struct machine *machine, const struct options *options)
{
    const struct machine_config *config = &machine->config;
    json_object_set_new(object, "program", json_text(options->program));
    json_object_set_new(object, "arguments", list(config->arguments + 1, config->argument_count - 1));
    json_object_set_new(object, "options", list(options->given, options->given_count));
    json_object_set_new(object, "version", json_text(PRAM_VERSION));
    json_object_set_new(object, "seed", json_number(config->seed));
}

bool report_stats_json(const struct machine *machine, const struct options *options, uint64_t hash,
                       FILE *stream)
{
    const struct stats *stats = &machine->stats;
    char digits[20];
    json_t *object = json_object();
    json_t *phases = json_object(), *kinds = json_object(), *times = json_object(), *native = json_object(),
           *ranks = json_object();
    add_command(object, machine, options);
    json_object_set_new(object, "p", json_integer(machine->config.pps));
    json_object_set_new(object, "threads", json_integer(threads_of(options)));
    json_object_set_new(object, "threads_used",
                        json_integer(options->engine->threaded ? stats->threads_used : 1));
    json_object_set_new(object, "threads_why",
                        options->engine->threaded ? json_text(limits[stats->threads_why].name) : json_null());
    json_object_set_new(object, "level",
                        !options->engine->parallel             ? json_null()
                        : options->config.level == LEVEL_EXACT ? json_string("exact")
                                                               : json_integer(options->config.level));
    json_object_set_new(object, "engine", json_text(options->engine->name));
    json_object_set_new(object, "engine_why",
                        chooses(options) ? json_text(choice_names[stats->engine_why]) : json_null());
    json_object_set_new(object, "engines", engines_json(options, stats));
    for (int i = 0; i < COUNTERS; i++)
        json_object_set_new(object, counters[i].name, json_number(counter_value(stats, &counters[i])));
    for (int i = 0; i < NOTICED; i++)
        json_object_set_new(object, noticed[i].name,
                            options->engine->parallel ? json_number(counter_value(stats, &noticed[i]))
                                                      : json_null());
    for (int i = 0; i < CONCURRENT; i++)
        json_object_set_new(object, concurrent[i].name,
                            options->model.number != MODEL_NONE
                                ? json_number(counter_value(stats, &concurrent[i]))
                                : json_null());
    for (int i = 0; i < STATS_PHASES; i++)
        json_object_set_new(phases, phase_names[i], json_number(stats->phases[i]));
    json_object_set_new(object, "phases", phases);
    for (int i = 0; i < STATS_TIMES; i++)
        json_object_set_new(times, time_names[i], rounded(stats->seconds[i], 1e6));
    json_object_set_new(object, "wall_seconds", times);
    for (int i = 0; i < STATS_KINDS; i++)
        json_object_set_new(kinds, kind_names[i], json_number(stats->kinds[i]));
    json_object_set_new(object, "phase_kinds", kinds);
    for (int i = 0; i < STATS_NATIVES; i++)
        json_object_set_new(native, native_names[i], json_number(stats->native[i]));
    json_object_set_new(object, "native", native);
    for (int i = 0; i < STATS_RANKS; i++)
        json_object_set_new(ranks, rank_names[i], json_number(stats->ranks[i]));
    json_object_set_new(object, "ranks", ranks);
    json_object_set_new(object, "opencl", device_json(&machine->config.real));
    json_object_set_new(object, "mips",
                        rounded(mips(stats->instructions, stats->seconds[STATS_TIME_run]), 1e3));
    json_object_set_new(object, "peak_memory", json_number(memory_peak()));
    snprintf(digits, sizeof digits, "%016" PRIx64, hash);
    json_object_set_new(object, "hash", json_text(digits));
    json_object_set_new(object, "end", json_text(report_end(machine)));
    json_object_set_new(object, "status", json_integer(report_status(machine)));
    const bool is_written = json_print(object, stream);
    json_decref(object);
    return is_written;
}
