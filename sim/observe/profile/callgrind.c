/* callgrind.c - a profile in callgrind's format (valgrind's manual, "Callgrind Format Specification"),
 * version 1. See profile.h.
 *
 * Costs are by line. Lines of other files within a function were inlined by the compiler (fi, fe). A call has
 * the PP-cycles spent in the callee; for other events only own costs are known.
 */
#include "profile.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "common/memory.h"

/* Names that have been written: later uses need only their number. */
struct writer {
    FILE *stream;
    const struct profile *profile;
    bool *knows_file, *knows_function;
};

/* Names are untrusted: they must not contain the end of a line. */
static void write_text(FILE *stream, const char *text)
{
    for (; *text != '\0'; text++)
        fputc((unsigned char)*text < ' ' || *text == 0x7f ? '?' : *text, stream);
}

static void write_name(struct writer *writer, const char *key, uint32_t number, const char *name, bool *knows)
{
    fprintf(writer->stream, "%s=(%" PRIu32 ")", key, number + 1);
    if (!*knows) {
        fputc(' ', writer->stream);
        write_text(writer->stream, name);
    }
    fputc('\n', writer->stream);
    *knows = true;
}

static void write_file(struct writer *writer, const char *key, uint32_t file)
{
    write_name(writer, key, file, writer->profile->files.list[file], &writer->knows_file[file]);
}

static void write_function(struct writer *writer, const char *key, uint32_t function)
{
    const struct profile *profile = writer->profile;
    const bool is_pointer = function == profile->functions.count;
    write_name(writer, key, function, is_pointer ? "(through a pointer)" : profile->functions.list[function],
               &writer->knows_function[function]);
}

static void write_costs(FILE *stream, uint32_t line, const uint64_t *cost)
{
    fprintf(stream, "%" PRIu32, line);
    for (int k = 0; k < COSTS; k++)
        fprintf(stream, " %" PRIu64, cost[k]);
    fputc('\n', stream);
}

static void write_call(struct writer *writer, const struct profile_call *call)
{
    const struct profile *profile = writer->profile;
    const bool is_known = call->target != UINT32_MAX;
    const struct profile_row *from = &profile->rows[call->pc];
    const struct profile_row *to = is_known ? &profile->rows[call->target] : from;
    write_file(writer, "cfi", to->file);
    write_function(writer, "cfn", is_known ? to->function : profile->functions.count);
    fprintf(writer->stream, "calls=%" PRIu64 " %" PRIu32 "\n%" PRIu32 " %" PRIu64 "\n", call->count,
            is_known ? to->line : 0, from->line, call->cycles);
}

/* The rows of one function, begin .. end - 1, its calls from *next on. */
static void write_rows(struct writer *writer, uint32_t begin, uint32_t end, size_t *next)
{
    const struct profile *profile = writer->profile;
    const uint32_t own = profile->rows[begin].file;
    uint32_t file = own;
    write_file(writer, "fl", own);
    write_function(writer, "fn", profile->rows[begin].function);
    for (uint32_t pc = begin, last; pc < end; pc = last) {
        struct profile_row sum = profile->rows[pc];
        for (last = pc + 1;
             last < end && profile->rows[last].line == sum.line && profile->rows[last].file == sum.file;
             last++)
            for (int cost = 0; cost < COSTS; cost++)
                sum.cost[cost] += profile->rows[last].cost[cost];
        const bool has_calls = *next < profile->call_count && profile->calls[*next].pc < last;
        if (sum.cost[COST_instructions] == 0 && sum.cost[COST_cycles] == 0 && !has_calls)
            continue;
        if (sum.file != file)
            write_file(writer, sum.file == own ? "fe" : "fi", sum.file);
        file = sum.file;
        write_costs(writer->stream, sum.line, sum.cost);
        for (; *next < profile->call_count && profile->calls[*next].pc < last; ++*next)
            write_call(writer, &profile->calls[*next]);
    }
}

static void write_head(const struct writer *writer, const char *program, const char *version)
{
    FILE *stream = writer->stream;
    const struct machine_config *config = &writer->profile->machine->config;
    fprintf(stream, "# callgrind format\nversion: 1\ncreator: pramsim %s\ncmd: ", version);
    write_text(stream, program);
    for (uint32_t k = 1; k < config->argument_count; k++) {
        fputc(' ', stream);
        write_text(stream, config->arguments[k]);
    }
    fprintf(stream, "\npart: 1\n\ndesc: PPs: %" PRIu32 "\n\npositions: line\nevents:", config->pps);
#define COST(name, event, text) fprintf(stream, " %s", #event);
#include "cost.def"
    fputs("\nsummary:", stream);
    for (int cost = 0; cost < COSTS; cost++)
        fprintf(stream, " %" PRIu64, writer->profile->total.cost[cost]);
    fputs("\n\n", stream);
    fputs("ob=(1) ", stream);
    write_text(stream, program);
    fputc('\n', stream);
}

bool profile_print_callgrind(const struct profile *profile, const char *program, const char *version,
                             FILE *stream)
{
    struct writer writer = {.stream = stream,
                            .profile = profile,
                            .knows_file = memory_take((size_t)profile->files.count + 1, sizeof(bool)),
                            .knows_function =
                                memory_take((size_t)profile->functions.count + 1, sizeof(bool))};
    size_t next = 0;
    write_head(&writer, program, version);
    for (uint32_t begin = 0, end; begin < profile->count; begin = end) {
        bool some = false;
        for (end = begin;
             end < profile->count && profile->rows[end].function == profile->rows[begin].function; end++)
            some = some || profile->rows[end].cost[COST_instructions] != 0;
        if (some)
            write_rows(&writer, begin, end, &next);
    }
    fputs("\ntotals:", stream);
    for (int cost = 0; cost < COSTS; cost++)
        fprintf(stream, " %" PRIu64, profile->total.cost[cost]);
    fputc('\n', stream);
    free(writer.knows_file);
    free(writer.knows_function);
    return !ferror(stream);
}
