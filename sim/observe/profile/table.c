/* table.c - a profile for people (profile.h): the hottest lines and functions, the marks of trace.h. */
#include "profile.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "common/compare.h"
#include "common/memory.h"
#include "common/message.h"
#include "common/plural.h"
#include "sim/isa/system.h"
#include "sim/machine/shint.h"

/* Replaces the number of a file or function in a merged row. */
#define OF_RUNTIME UINT32_MAX
#define OF_LIBRARY (UINT32_MAX - 1)

enum { MOST_LINES = 20, MOST_FUNCTIONS = 15, MOST_REGIONS = 50, NAME_SIZE = 256 };

/* ---- rows that belong together become one */

static int by_line(const void *left, const void *right)
{
    const struct profile_row *a = left, *b = right;
    const int order = compare_pairs(a->file, a->line, b->file, b->line);
    return order != 0 ? order : compare_numbers(a->written_in, b->written_in);
}

static int by_function(const void *left, const void *right)
{
    const struct profile_row *a = left, *b = right;
    return compare_numbers(a->written_in, b->written_in);
}

/* The most cycles first, then the most instructions; rows of equal cost in the order of the source. */
static int by_cost(const void *left, const void *right)
{
    const struct profile_row *a = left, *b = right;
    if (a->cost[COST_cycles] != b->cost[COST_cycles])
        return compare_numbers(b->cost[COST_cycles], a->cost[COST_cycles]);
    if (a->cost[COST_instructions] != b->cost[COST_instructions])
        return compare_numbers(b->cost[COST_instructions], a->cost[COST_instructions]);
    return by_line(a, b);
}

/* Merges rows outside the user's code: all of the runtime, and the lines of the library. The library's
 * functions stay separate, because the user has called them. */
static void fold(const struct profile *profile, uint32_t pc, bool is_line, struct profile_row *row)
{
    const uint8_t origin = profile->machine->program.origins[pc];
    if (origin == ORIGIN_RUNTIME)
        row->file = row->line = row->written_in = OF_RUNTIME;
    else if (origin == ORIGIN_LIBRARY && is_line)
        row->file = row->line = row->written_in = OF_LIBRARY;
}

/* The rows with costs, merged if equal by `order`, the most expensive first; the caller frees them. */
static struct profile_row *join(const struct profile *profile, int (*order)(const void *, const void *),
                                bool folds, size_t *count)
{
    struct profile_row *rows = memory_take((size_t)profile->count + 1, sizeof *rows);
    size_t found = 0, kept = 0;
    for (uint32_t pc = 0; pc < profile->count; pc++) {
        if (profile->rows[pc].cost[COST_instructions] == 0 && profile->rows[pc].cost[COST_cycles] == 0)
            continue;
        rows[found] = profile->rows[pc];
        if (folds)
            fold(profile, pc, order == by_line, &rows[found]);
        found++;
    }
    qsort(rows, found, sizeof *rows, order);
    for (size_t k = 0; k < found; k++)
        if (kept > 0 && order(&rows[kept - 1], &rows[k]) == 0)
            profile_add(&rows[kept - 1], &rows[k]);
        else
            rows[kept++] = rows[k];
    qsort(rows, kept, sizeof *rows, by_cost);
    *count = kept;
    return rows;
}

/* ---- printing */

static double percent(uint64_t part, uint64_t whole)
{
    return whole != 0 ? 100.0 * (double)part / (double)whole : 0;
}

enum { TEXT_SIZE = 1024 };

/* A row of the table; NULL: its head. Columns without contents are left out. */
static void print_row(const struct profile *profile, const struct profile_row *row, const char *name,
                      FILE *stream)
{
    static const char *const labels[COSTS] = {
#define COST(name, event, text) [COST_##name] = #name,
#include "cost.def"
    };
    char text[TEXT_SIZE] = "", cell[32], share[16];
    int used = 0;
    for (int cost = 0; cost < COSTS; cost++) {
        const uint64_t total = profile->total.cost[cost], own = row != NULL ? row->cost[cost] : 0;
        const char *label = cost == COST_cycles       ? "PP-cycles"
                            : cost == COST_host_calls ? "host"
                                                      : labels[cost];
        const int digits = snprintf(cell, sizeof cell, "%" PRIu64, total), letters = (int)strlen(label);
        if (total == 0)
            continue;
        snprintf(cell, sizeof cell, "%" PRIu64, own);
        used += snprintf(text + used, sizeof text - (size_t)used, "%*s  ",
                         digits > letters ? digits : letters, row != NULL ? cell : label);
        if (cost != COST_cycles)
            continue;
        snprintf(share, sizeof share, "%.1f", percent(own, total));
        used += snprintf(text + used, sizeof text - (size_t)used, "%5s  ", row != NULL ? share : "%");
    }
    message_line(stream, "%s%s", text, name);
}

/* What was left out. */
static void print_rest(const struct profile *profile, const struct profile_row *rows, size_t count,
                       size_t most, const char *what, FILE *stream)
{
    struct profile_row rest = {.line = 0};
    char name[NAME_SIZE];
    if (count <= most)
        return;
    for (size_t k = most; k < count; k++)
        profile_add(&rest, &rows[k]);
    snprintf(name, sizeof name, "%zu other %s%s", count - most, what, plural(count - most));
    print_row(profile, &rest, name, stream);
}

/* The name of a row of either table; `line` has room for that of a line. */
static const char *name_row(const struct profile *profile, const struct profile_row *row, bool is_line,
                            char line[NAME_SIZE])
{
    if (row->written_in == OF_RUNTIME)
        return "the runtime (--profile-runtime shows its rows)";
    if (row->written_in == OF_LIBRARY)
        return "the library (--profile-runtime shows its rows)";
    const char *function = profile->functions.list[row->written_in];
    if (!is_line)
        return function;
    if (row->line != 0)
        snprintf(line, NAME_SIZE, "%s:%" PRIu32 ", in function %s", profile->files.list[row->file], row->line,
                 function);
    else
        snprintf(line, NAME_SIZE, "in function %s", function);
    return line;
}

/* The table of lines or functions, of which the most expensive ones are rows. */
static void print_table(const struct profile *profile, bool are_lines, bool folds, FILE *stream)
{
    const size_t most = are_lines ? MOST_LINES : MOST_FUNCTIONS;
    const char *what = are_lines ? "line" : "function";
    char line[NAME_SIZE];
    size_t count;
    struct profile_row *rows = join(profile, are_lines ? by_line : by_function, folds, &count);
    print_row(profile, NULL, what, stream);
    for (size_t k = 0; k < count && k < most; k++)
        print_row(profile, &rows[k], name_row(profile, &rows[k], are_lines, line), stream);
    print_rest(profile, rows, count, most, what, stream);
    free(rows);
}

/* The first place where the program enters a region; UINT32_MAX: none. */
static uint32_t find_mark(const struct program *program, uint32_t number)
{
    for (uint32_t pc = 0; pc < program->count; pc++) {
        const struct instruction *i = &program->code[pc];
        if (system_rows[i->opcode].work == SYSTEM_HINT && shint_number(i->constant) == SHINT_region_enter &&
            shint_argument(i->constant) == number)
            return pc;
    }
    return UINT32_MAX;
}

/* PPs that are still inside at the end of the run count until then; their cycles in barriers are unknown. */
static void print_region(const struct profile *profile, uint32_t number, FILE *stream)
{
    const struct machine *machine = profile->machine;
    const struct marks_region *region = &machine->marks->regions[number];
    const uint64_t inside = region->entered - region->left;
    const uint64_t cycles = region->cycles + inside * machine->stats.cycles;
    const uint32_t pc = find_mark(&machine->program, number);
    const struct profile_row *row = pc != UINT32_MAX ? &profile->rows[pc] : NULL;
    char name[NAME_SIZE] = "", open[64] = "";
    const char *called = region_name(machine->region_names, number);
    if (row != NULL && row->line != 0)
        snprintf(name, sizeof name, ", from %s:%" PRIu32, profile->files.list[row->file], row->line);
    if (inside != 0)
        snprintf(open, sizeof open, "; not left %" PRIu64 " time%s", inside, plural(inside));
    message_line(stream, "%12" PRIu64 "  %5.1f  %12" PRIu64 "  %10" PRIu64 "  %12.1f  %" PRIu32 "%s%s%s%s",
                 cycles, percent(cycles, profile->total.cost[COST_cycles]), inside == 0 ? region->waited : 0,
                 region->entered, (double)cycles / (double)region->entered, number, called != NULL ? " " : "",
                 called != NULL ? called : "", name, open);
}

static void print_regions(const struct profile *profile, FILE *stream)
{
    uint32_t met = 0;
    for (uint32_t number = 0; number < MARKS_REGIONS; number++) {
        if (profile->machine->marks->regions[number].entered == 0)
            continue;
        if (met == 0)
            message_line(stream, "%12s  %5s  %12s  %10s  %12s  region", "PP-cycles", "%", "barriers",
                         "entered", "each time");
        if (met++ < MOST_REGIONS)
            print_region(profile, number, stream);
    }
    if (met == 0 && profile->machine->counts == NULL)
        message_line(stream, "no marks of trace.h were met: trace_enter(3); ... trace_leave(3);");
    if (met > MOST_REGIONS)
        message_line(stream, "%" PRIu32 " other regions", met - MOST_REGIONS);
}

/* The first line: totals of the run. */
static void print_whole(const struct profile *profile, FILE *stream)
{
    const uint64_t *total = profile->total.cost;
    char waiting[64] = "";
    if (profile->machine->counts != NULL)
        snprintf(waiting, sizeof waiting, ", %.1f %% in loops that wait",
                 percent(total[COST_spinning], total[COST_cycles]));
    message_line(stream,
                 "pramsim: profile: %" PRIu32 " PP%s, %" PRIu64 " cycles, %" PRIu64
                 " PP-cycles: %.1f %% in barriers%s",
                 profile->machine->config.pps, plural(profile->machine->config.pps),
                 profile->machine->stats.cycles, total[COST_cycles],
                 percent(total[COST_barriers], total[COST_cycles]), waiting);
}

void profile_print(const struct profile *profile, bool folds, FILE *stream)
{
    print_whole(profile, stream);
    if (profile->machine->counts != NULL) {
        print_table(profile, true, folds, stream);
        print_table(profile, false, folds, stream);
        print_row(profile, &profile->total, "all", stream);
    }
    print_regions(profile, stream);
}
