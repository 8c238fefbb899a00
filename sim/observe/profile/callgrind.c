/* callgrind.c - a profile in callgrind's format (valgrind's manual, "Callgrind Format Specification"),
 * version 1. See profile.h.
 *
 * Costs are by line. Lines of other files within a function were inlined by the compiler (fi, fe). A call has
 * the PP-cycles spent in the callee; for other events only own costs are known.
 */
#include "profile.h"

#include <inttypes.h>
#include <stdlib.h>

#include "common/memory.h"
#include "common/version.h"
#include "sim/isa/flow.h"
#include "sim/isa/instruction.h"

enum { MOST_ISLANDS = 64 }; /* of a way: as many as the longest program needs */

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

static void write_costs(FILE *stream, const struct profile_row *row)
{
    for (int cost = 0; cost < COSTS; cost++)
        fprintf(stream, " %" PRIu64, row->cost[cost]);
    fputc('\n', stream);
}

/* ---- calls */

/* The target of a call, over islands (asm/prlink/island.c), at which no function begins. */
static uint32_t find_target(const struct profile *profile, uint32_t pc)
{
    const struct instruction *code = profile->machine->program.code;
    const uint32_t *begins = profile->machine->program.functions;
    for (int islands = 0; islands < MOST_ISLANDS && pc < profile->count && begins[pc] != pc; islands++) {
        if (system_rows[code[pc].opcode].row == SYSTEM_ROW_ALWAYS)
            pc = code[pc].constant;
        else if (!flow_jumps_far(code, profile->count, pc, &pc))
            break;
    }
    return pc < profile->count ? pc : UINT32_MAX;
}

/* The function that an instruction calls; UINT32_MAX: known at run time only. */
static uint32_t find_callee(const struct profile *profile, uint32_t pc)
{
    const struct instruction *at = &profile->machine->program.code[pc];
    uint32_t to = at->constant;
    if (instruction_leaps(at) && !flow_calls_far(profile->machine->program.code, pc, &to))
        return UINT32_MAX;
    return find_target(profile, to);
}

/* PPs that had not returned at the end of the run count as inside until then. */
static void write_call(struct writer *writer, uint32_t pc)
{
    const struct profile *profile = writer->profile;
    const struct counts *counts = profile->machine->counts;
    const struct profile_row *from = &profile->rows[pc];
    const uint64_t calls = from->cost[COST_instructions], inside = calls - counts->returned[pc];
    const uint32_t target = find_callee(profile, pc);
    const bool is_known = target != UINT32_MAX;
    const struct profile_row *to = is_known ? &profile->rows[target] : from;
    write_file(writer, "cfi", to->file);
    write_function(writer, "cfn", is_known ? to->function : profile->functions.count);
    fprintf(writer->stream, "calls=%" PRIu64 " %" PRIu32 "\n%" PRIu32 " %" PRIu64 "\n", calls,
            is_known ? to->line : 0, from->line,
            counts->within[pc] + inside * profile->machine->stats.cycles);
}

/* ---- the file */

/* The rows of one function, begin .. end - 1. */
static void write_rows(struct writer *writer, uint32_t begin, uint32_t end)
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
            profile_add(&sum, &profile->rows[last]);
        if (sum.cost[COST_instructions] == 0 && sum.cost[COST_cycles] == 0)
            continue;
        if (sum.file != file)
            write_file(writer, sum.file == own ? "fe" : "fi", sum.file);
        file = sum.file;
        fprintf(writer->stream, "%" PRIu32, sum.line);
        write_costs(writer->stream, &sum);
        for (; pc < last; pc++)
            if (profile->rows[pc].cost[COST_instructions] != 0 &&
                instruction_calls(&profile->machine->program.code[pc]))
                write_call(writer, pc);
    }
}

static void write_head(const struct writer *writer, const char *program)
{
    FILE *stream = writer->stream;
    const struct machine_config *config = &writer->profile->machine->config;
    fprintf(stream, "# callgrind format\nversion: 1\ncreator: pramsim %s\ncmd: ", PRAM_VERSION);
    write_text(stream, program);
    for (uint32_t k = 1; k < config->argument_count; k++) {
        fputc(' ', stream);
        write_text(stream, config->arguments[k]);
    }
    fprintf(stream, "\npart: 1\n\ndesc: PPs: %" PRIu32 "\n\npositions: line\nevents:", config->pps);
#define COST(name, event, text) fprintf(stream, " %s", #event);
#include "cost.def"
    fputs("\nsummary:", stream);
    write_costs(stream, &writer->profile->total);
    fputs("\nob=(1) ", stream);
    write_text(stream, program);
    fputc('\n', stream);
}

bool profile_print_callgrind(const struct profile *profile, const char *program, FILE *stream)
{
    struct writer writer = {.stream = stream,
                            .profile = profile,
                            .knows_file = memory_take((size_t)profile->files.count + 1, sizeof(bool)),
                            .knows_function =
                                memory_take((size_t)profile->functions.count + 1, sizeof(bool))};
    write_head(&writer, program);
    for (uint32_t begin = 0, end; begin < profile->count; begin = end) {
        bool some = false;
        for (end = begin;
             end < profile->count && profile->rows[end].function == profile->rows[begin].function; end++)
            some = some || profile->rows[end].cost[COST_instructions] != 0;
        if (some)
            write_rows(&writer, begin, end);
    }
    fputs("\ntotals:", stream);
    write_costs(stream, &profile->total);
    free(writer.knows_file);
    free(writer.knows_function);
    return !ferror(stream);
}
