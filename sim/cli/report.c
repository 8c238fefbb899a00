/* report.c - see report.h. */
#include "report.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "common/json.h"
#include "common/memory.h"
#include "common/message.h"
#include "common/version.h"
#include "sim/real/bank.h"

static double mips(uint64_t instructions, double seconds)
{
    return seconds > 0 ? (double)instructions / seconds / 1e6 : 0;
}

/* ---- warnings */

enum { MOST_PRINTED = 20 }; /* places; --findings-json has all recorded ones */

/* word: "warning", "note". */
static void print_warnings(const struct machine *machine, const struct warnings *warnings, const char *word,
                           FILE *stream)
{
    uint64_t shown = 0;
    for (uint32_t k = 0; k < warnings->count && k < MOST_PRINTED; k++) {
        const struct warning *warning = &warnings->kept[k];
        fault_print(&warning->what, word, &machine->object, stream);
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
        print_warnings(machine, &machine->mishaps, "note", stream);
        print_warnings(machine, &machine->noticed, "note", stream);
    }
    print_warnings(machine, &machine->warnings, "warning", stream);
    print_warnings(machine, &machine->findings, "warning", stream);
}

/* ---- statistics */

/* COMMON: the counters that every engine makes; else a group of stats.def. In the order of --stats. */
enum group { ENGINE, COMMON, NOTICED, MODEL, PHASE, KIND, NATIVE, RANK };

/* Keys of the groups; NULL: their counters are not in one. */
static const char *const keys[] = {
    [PHASE] = "phases", [KIND] = "phase_kinds", [ENGINE] = "engines", [NATIVE] = "native", [RANK] = "ranks"};

static const struct counter {
    enum group group;
    const char *name;
    const char *text;
    size_t offset;
} counters[] = {
#define STATS_COUNTER(name, text) {COMMON, #name, text, offsetof(struct stats, name)},
#define STATS_PART(group, name, text)                                                                        \
    {group, #name, text, offsetof(struct stats, parts[STATS_##group##_##name])},
#include "sim/machine/stats.def"
};
enum { COUNTERS = sizeof counters / sizeof counters[0] };

static const struct {
    const char *name;
    const char *text;
} reasons[] = {
#define STATS_REASON(of, name, text) {#name, text},
#include "sim/machine/stats.def"
};

static const char *const time_names[] = {
#define STATS_TIME(name, text) #name,
#include "sim/machine/stats.def"
};

static bool chooses(const struct options *options)
{
    return options->engine == option_engines[OPTION_ENGINE_auto];
}

/* Whether the run has the counters of a group. */
static bool has_group(const struct machine *machine, const struct options *options, enum group group)
{
    const bool is_parallel = options->engine->parallel;
    const bool has[] = {[ENGINE] = chooses(options),
                        [COMMON] = true,
                        [NOTICED] = is_parallel,
                        [MODEL] = options->model.number != MODEL_NONE,
                        [PHASE] = is_parallel,
                        [KIND] = is_parallel,
                        [NATIVE] = machine->stats.parts[STATS_NATIVE_regions] != 0,
                        [RANK] = machine->stats.parts[STATS_RANK_count] != 0};
    return has[group];
}

static uint64_t value_of(const struct machine *machine, const struct counter *counter)
{
    uint64_t value;
    memcpy(&value, (const char *)&machine->stats + counter->offset, sizeof value);
    return value;
}

bool report_counter(const struct machine *machine, const struct options *options, const char *name,
                    uint64_t *value)
{
    for (int k = 0; k < COUNTERS; k++)
        if (keys[counters[k].group] == NULL && strcmp(counters[k].name, name) == 0 &&
            has_group(machine, options, counters[k].group)) {
            *value = value_of(machine, &counters[k]);
            return true;
        }
    return false;
}

const char *report_end(const struct machine *machine)
{
    if (machine->end == END_HALTED)
        return "halted";
    return machine->end == END_EXIT ? "exit" : exit_code_name(machine->fault.code);
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

/* A line for each counter of a group that the run has. Of parts, only those of the choice of the engine have
 * texts. */
static void print_counters(const struct machine *machine, const struct options *options, enum group group,
                           FILE *stream)
{
    const bool is_part = keys[group] != NULL;
    const int width = group == MODEL ? 28 : 20; /* of the name */
    for (int k = 0; k < COUNTERS && has_group(machine, options, group); k++) {
        const struct counter *counter = &counters[k];
        const uint64_t value = value_of(machine, counter);
        char name[40];
        if (counter->group != group ||
            (value == 0 && !options->engine->parallel && strcmp(counter->name, "segments") == 0))
            continue;
        snprintf(name, sizeof name, "%s%s%s", is_part ? keys[group] : "", is_part ? "." : "", counter->name);
        if (is_part && group != ENGINE)
            fprintf(stream, "%-*s %" PRIu64 "\n", width, name, value);
        else
            fprintf(stream, "%-*s %-*" PRIu64 " %s\n", width, name, 36 - width, value, counter->text);
    }
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
    if (chooses(options))
        fprintf(stream, "%-20s %-16s %s\n", "engine", options->engine->name, reasons[stats->engine_why].text);
    else
        fprintf(stream, "%-20s %s\n", "engine", options->engine->name);
    print_counters(machine, options, ENGINE, stream);
    fprintf(stream, "%-20s %" PRIu32 "\n", "p", machine->config.pps);
    if (options->engine->threaded) {
        fprintf(stream, "%-20s %u\n", "threads", threads_of(options));
        fprintf(stream, "%-20s %-16u %s\n", "threads_used", stats->threads_used,
                reasons[stats->threads_why].text);
    }
    if (options->engine->parallel)
        fprintf(stream, options->config.level == LEVEL_EXACT ? "%-20s exact\n" : "%-20s %u\n", "level",
                options->config.level);
    fprintf(stream, "%-20s %s\n", "end", report_end(machine));
    for (enum group group = COMMON; group < RANK; group++)
        print_counters(machine, options, group, stream);
    print_device(&machine->config.real, stream);
    print_counters(machine, options, RANK, stream);
    for (int i = 0; i < STATS_TIMES; i++)
        fprintf(stream, "seconds.%-12s %.6f\n", time_names[i], stats->seconds[i]);
    fprintf(stream, "%-20s %.1f\n", "mips", mips(stats->instructions, stats->seconds[STATS_TIME_run]));
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

/* Adds the counters of a group to an object: null if the run has none of them. */
static void add_counters(json_t *object, const struct machine *machine, enum group group, bool has_them)
{
    for (int k = 0; k < COUNTERS; k++)
        if (counters[k].group == group)
            json_object_set_new(object, counters[k].name,
                                has_them ? json_number(value_of(machine, &counters[k])) : json_null());
}

static void add_part(json_t *object, const struct machine *machine, enum group group)
{
    json_t *counts = json_object();
    add_counters(counts, machine, group, true);
    json_object_set_new(object, keys[group], counts);
}

static json_t *device_json(const struct real_choice *choice)
{
    const struct opencl_driver *driver = real_choice_driver(choice);
    if (driver == NULL)
        return json_null();
    const struct opencl_counts counts = driver->counts();
    return json_pack("{so so so so so so}", "device", json_text(driver->name()), "batches",
                     json_number(counts.batches), "sums", json_number(counts.sums), "terms",
                     json_number(counts.terms), "bytes", json_number(counts.bytes), "seconds",
                     rounded(counts.seconds, 1e6));
}

/* The command line, so that the run can be repeated, and how it was run. */
static json_t *begin_json(const struct machine *machine, const struct options *options)
{
    const struct machine_config *config = &machine->config;
    const struct stats *stats = &machine->stats;
    const struct engine *engine = options->engine;
    json_t *level = !engine->parallel              ? json_null()
                    : config->level == LEVEL_EXACT ? json_string("exact")
                                                   : json_integer(config->level);
    json_t *threads_why = engine->threaded ? json_text(reasons[stats->threads_why].name) : json_null();
    json_t *engine_why = chooses(options) ? json_text(reasons[stats->engine_why].name) : json_null();
    return json_pack("{so so so so so so so so so so so so}", "program", json_text(options->program),
                     "arguments", list(config->arguments + 1, config->argument_count - 1), "options",
                     list(options->given, options->given_count), "version", json_text(PRAM_VERSION), "seed",
                     json_number(config->seed), "p", json_integer(config->pps), "threads",
                     json_integer(threads_of(options)), "threads_used",
                     json_integer(engine->threaded ? stats->threads_used : 1), "threads_why", threads_why,
                     "level", level, "engine", json_text(engine->name), "engine_why", engine_why);
}

bool report_stats_json(const struct machine *machine, const struct options *options, uint64_t hash,
                       FILE *stream)
{
    const struct stats *stats = &machine->stats;
    char digits[20];
    json_t *object = begin_json(machine, options), *times = json_object();
    if (chooses(options))
        add_part(object, machine, ENGINE);
    else
        json_object_set_new(object, "engines", json_null());
    add_counters(object, machine, COMMON, true);
    add_counters(object, machine, NOTICED, options->engine->parallel);
    add_counters(object, machine, MODEL, has_group(machine, options, MODEL));
    add_part(object, machine, PHASE);
    for (int i = 0; i < STATS_TIMES; i++)
        json_object_set_new(times, time_names[i], rounded(stats->seconds[i], 1e6));
    json_object_set_new(object, "wall_seconds", times);
    add_part(object, machine, KIND);
    add_part(object, machine, NATIVE);
    add_part(object, machine, RANK);
    snprintf(digits, sizeof digits, "%016" PRIx64, hash);
    json_t *end = json_pack("{so so so so so so}", "opencl", device_json(&machine->config.real), "mips",
                            rounded(mips(stats->instructions, stats->seconds[STATS_TIME_run]), 1e3),
                            "peak_memory", json_number(memory_peak()), "hash", json_text(digits), "end",
                            json_text(report_end(machine)), "status", json_integer(report_status(machine)));
    json_object_update(object, end);
    json_decref(end);
    const bool is_written = json_print(object, stream);
    json_decref(object);
    return is_written;
}
