/* report.c - see report.h. */
#include "report.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "common/plural.h"
#include "common/stop.h"

#define PROGRESS_FROM 2.0  /* seconds */
#define PROGRESS_EVERY 0.5 /* seconds */

/* ---- progress */

static double mips(uint64_t instructions, double seconds)
{
    return seconds > 0 ? (double)instructions / seconds / 1e6 : 0;
}

static void show_progress(void *context, uint64_t cycle, uint64_t instructions, uint32_t running)
{
    struct progress *progress = context;
    double now = stats_clock();
    if (now - progress->start < PROGRESS_FROM || now - progress->last < PROGRESS_EVERY)
        return;
    progress->last = now;
    progress->is_shown = true;
    fprintf(progress->stream, "\r\033[Kcycle %" PRIu64 ", %.0f MIPS, %" PRIu32 " PP%s running\r", cycle,
            mips(instructions, now - progress->start), running, plural(running));
    fflush(progress->stream);
}

void progress_start(struct progress *progress, struct machine *machine, FILE *stream)
{
    *progress = (struct progress){.stream = stream, .start = stats_clock()};
    machine->progress = show_progress;
    machine->progress_context = progress;
}

void progress_end(struct progress *progress)
{
    if (progress->is_shown) {
        fputs("\r\033[K", progress->stream);
        fflush(progress->stream);
    }
}

/* ---- warnings */

void report_warnings(const struct machine *machine, FILE *stream)
{
    const struct warnings *warnings = &machine->warnings;
    uint64_t shown = 0;
    for (uint32_t k = 0; k < warnings->count; k++) {
        fault_print_warning(&warnings->kept[k].what, &machine->object, stream);
        if (warnings->kept[k].times > 1)
            fprintf(stream, "pramsim: hint: %" PRIu64 " times at this place\n", warnings->kept[k].times);
        shown += warnings->kept[k].times;
    }
    if (warnings->total > shown)
        fprintf(stream, "pramsim: warning: %" PRIu64 " more at other places\n", warnings->total - shown);
}

/* ---- statistics */

static const char *const phase_names[] = {
#define STATS_PHASE(name, text) #name,
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

static uint64_t counter_value(const struct stats *stats, const struct counter *counter)
{
    uint64_t value;
    memcpy(&value, (const char *)stats + counter->offset, sizeof value);
    return value;
}

/* Name of how a run ended: "halted", "exit", or the name of its fault. */
static const char *end_name(const struct machine *machine)
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
    return machine->status == 0 && machine->warnings.total != 0 ? FAULT_check : machine->status;
}

static unsigned threads_of(const struct options *options)
{
    return options->engine->parallel ? options->config.threads : 1;
}

void report_stats(const struct machine *machine, const struct options *options, FILE *stream)
{
    const struct stats *stats = &machine->stats;
    double seconds = stats->seconds[STATS_TIME_run];
    fprintf(stream, "%-20s %s\n", "engine", options->engine->name);
    fprintf(stream, "%-20s %" PRIu32 "\n", "p", machine->config.pps);
    if (options->engine->parallel) {
        fprintf(stream, "%-20s %u\n", "threads", threads_of(options));
        fprintf(stream, "%-20s %u\n", "level", options->config.level);
    }
    fprintf(stream, "%-20s %s\n", "end", end_name(machine));
    for (int i = 0; i < COUNTERS; i++) {
        uint64_t value = counter_value(stats, &counters[i]);
        if (value != 0 || options->engine->parallel || strcmp(counters[i].name, "segments") != 0)
            fprintf(stream, "%-20s %-16" PRIu64 " %s\n", counters[i].name, value, counters[i].text);
    }
    for (int i = 0; i < STATS_PHASES && options->engine->parallel; i++)
        fprintf(stream, "phases.%-13s %" PRIu64 "\n", phase_names[i], stats->phases[i]);
    for (int i = 0; i < STATS_TIMES; i++)
        fprintf(stream, "seconds.%-12s %.6f\n", time_names[i], stats->seconds[i]);
    fprintf(stream, "%-20s %.1f\n", "mips", mips(stats->instructions, seconds));
}

void report_stats_json(const struct machine *machine, const struct options *options, uint64_t hash,
                       FILE *stream)
{
    const struct stats *stats = &machine->stats;
    fprintf(stream, "{\n  \"p\": %" PRIu32 ",\n  \"threads\": %u,\n", machine->config.pps,
            threads_of(options));
    if (options->engine->parallel)
        fprintf(stream, "  \"level\": %u,\n", options->config.level);
    else
        fprintf(stream, "  \"level\": null,\n");
    fprintf(stream, "  \"engine\": \"%s\",\n", options->engine->name);
    for (int i = 0; i < COUNTERS; i++)
        fprintf(stream, "  \"%s\": %" PRIu64 ",\n", counters[i].name, counter_value(stats, &counters[i]));
    fprintf(stream, "  \"phases\": {");
    for (int i = 0; i < STATS_PHASES; i++)
        fprintf(stream, "%s\"%s\": %" PRIu64, i > 0 ? ", " : "", phase_names[i], stats->phases[i]);
    fprintf(stream, "},\n  \"wall_seconds\": {");
    for (int i = 0; i < STATS_TIMES; i++)
        fprintf(stream, "%s\"%s\": %.6f", i > 0 ? ", " : "", time_names[i], stats->seconds[i]);
    fprintf(stream, "},\n  \"mips\": %.3f,\n  \"hash\": \"%016" PRIx64 "\",\n",
            mips(stats->instructions, stats->seconds[STATS_TIME_run]), hash);
    fprintf(stream, "  \"end\": \"%s\",\n  \"status\": %d\n}\n", end_name(machine), report_status(machine));
}

/* ---- dump */

/* A dump can be longer than the run: a request to stop that comes meanwhile ends it. `level`: stop_level when
 * it began. */
static bool is_cut(struct machine *machine, unsigned level)
{
    if (stop_level() <= level)
        return false;
    if (machine->end != END_FAULT)
        fault_stopped(&machine->fault, machine, FAULT_NO_PP, 0, machine->stats.cycles);
    machine->end = END_FAULT;
    return true;
}

/* One line; false: nothing can be written any more. The PP that a fault names stands at the instruction that
 * it names, on every engine. */
static bool dump_pp(struct machine *machine, uint32_t pp, struct pp_view *view)
{
    char line[600];
    if (machine->end == END_FAULT && machine->fault.pp == pp)
        view->pc = view->r[1] = machine->fault.pc;
    size_t used = (size_t)snprintf(line, sizeof line, "pp %" PRIu32 " pc %08" PRIx32 " sr %08" PRIx32, pp,
                                   view->pc, view->status);
    for (int r = 0; r < 32; r++)
        used += (size_t)snprintf(line + used, sizeof line - used, " r%d %08" PRIx32, r, view->r[r]);
    line[used++] = '\n';
    return host_output(machine, line, used);
}

bool report_dump(struct machine *machine, const struct options *options, const void *engine_state,
                 char *error, size_t error_size)
{
    const unsigned level = stop_level();
    if (options->dump_registers)
        for (uint32_t pp = 0; pp < machine->config.pps && !is_cut(machine, level); pp++) {
            struct pp_view view;
            options->engine->view(engine_state, pp, &view);
            if (!dump_pp(machine, pp, &view))
                return true;
        }
    for (size_t i = 0; i < options->range_count; i++)
        for (uint32_t k = 0; k < options->ranges[i].count && !is_cut(machine, level); k++) {
            uint32_t address = options->ranges[i].address + k;
            uint32_t index =
                address < machine->memory.shared_words /* the null guard binds programs, not users */
                    ? address
                    : memory_index(&machine->memory, 0, address);
            if (address >= MEMORY_PRIVATE || index == MEMORY_ILLEGAL) {
                snprintf(error, error_size, "--dump: memory ends at 0x%08" PRIx32, machine->memory.end - 1);
                return false;
            }
            char line[40];
            int length = snprintf(line, sizeof line, "mem %08" PRIx32 " %08" PRIx32 "\n", address,
                                  machine->memory.cells[index]);
            if (!host_output(machine, line, (size_t)length))
                return true;
        }
    return true;
}
