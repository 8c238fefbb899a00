/* result.c - results of a run: its end, output, counters, findings, variables, memory. Read-only. */
#include "libpramsim/inside.h"

#include "asm/object.h"
#include "common/memory.h"
#include "sim/observe/findings/findings.h"
#include "sim/observe/profile/profile.h"
#include "sim/cli/report.h"
#include "sim/observe/trace/trace.h"

#include <string.h>

const char *pramsim_end(const pramsim_run *run)
{
    return run->has_run ? report_end(&run->machine) : "";
}

int pramsim_status(const pramsim_run *run)
{
    return run->has_run ? report_status(&run->machine) : EXIT_CODE_usage;
}

static const char *stream_text(const struct bytes *bytes, size_t *size)
{
    *size = bytes->size;
    return bytes->text != NULL ? bytes->text : "";
}

const char *pramsim_output(const pramsim_run *run, size_t *size)
{
    return stream_text(&run->streams[HOST_STREAM_OUTPUT], size);
}

const char *pramsim_error_output(const pramsim_run *run, size_t *size)
{
    return stream_text(&run->streams[HOST_STREAM_ERROR], size);
}

const char *pramsim_report(const pramsim_run *run)
{
    return run->report != NULL ? run->report : "";
}

int pramsim_counter(const pramsim_run *run, const char *name, uint64_t *value)
{
    return run->has_run && report_counter(&run->machine, &run->options, name, value);
}

/* ---- documents */

static void print_stats(void *context, FILE *stream)
{
    const struct pramsim_run *run = context;
    report_stats_json(&run->machine, &run->options, memory_hash(&run->machine.memory), stream);
}

static void print_findings(void *context, FILE *stream)
{
    const struct pramsim_run *run = context;
    findings_print(&run->machine, &run->options, 0, stream);
}

static const char *document(pramsim_run *run, char **text, void (*print)(void *context, FILE *stream))
{
    if (!run->has_run)
        return "";
    if (*text == NULL)
        *text = print_to_text(print, run);
    return *text;
}

const char *pramsim_stats(pramsim_run *run)
{
    return document(run, &run->stats, print_stats);
}

const char *pramsim_findings(pramsim_run *run)
{
    return document(run, &run->findings, print_findings);
}

const void *pramsim_timeline(pramsim_run *run, size_t *size)
{
    *size = 0;
    if (!run->has_run || run->options.trace_file == NULL)
        return NULL;
    if (run->timeline == NULL) {
        FILE *stream = open_memstream(&run->timeline, &run->timeline_size);
        if (stream == NULL)
            memory_is_short();
        trace_print(&run->machine, &run->options.trace, &run->players.watches, stream);
        fclose(stream);
        if (run->timeline == NULL)
            memory_is_short();
    }
    *size = run->timeline_size;
    return run->timeline;
}

static void print_profile(void *context, FILE *stream)
{
    pramsim_run *run = context;
    struct profile profile;
    profile_make(&profile, &run->machine);
    profile_print_callgrind(&profile, run->program->name, stream);
}

const char *pramsim_profile(pramsim_run *run)
{
    return run->has_run && run->options.profile ? document(run, &run->profile, print_profile) : NULL;
}

/* ---- memory */

/* The type of an element of a variable; NULL: unknown. */
static const char *name_type(const struct info_type *type)
{
    static const char *const names[] = {
        [INFO_BOOL] = "bool",  [INFO_SIGNED] = "int",      [INFO_UNSIGNED] = "unsigned",
        [INFO_CHAR] = "char",  [INFO_FLOAT] = "float",     [INFO_REAL] = "real",
        [INFO_ENUM] = "enum",  [INFO_POINTER] = "pointer", [INFO_STRUCT] = "struct",
        [INFO_UNION] = "union"};
    type = info_bare(type);
    while (type->kind == INFO_ARRAY)
        type = info_bare(type->target);
    const bool is_known = type != symbols_word(VALUE_INT) && type->kind < sizeof names / sizeof *names;
    return is_known ? names[type->kind] : NULL;
}

static const struct symbols *symbols_of(struct pramsim_run *run)
{
    char note[SYMBOLS_NOTE];
    if (run->symbols == NULL)
        run->symbols = symbols_create(&run->machine, run->program->image, run->program->size, note);
    return run->symbols;
}

static void describe(struct pramsim_run *run, uint32_t pp, const struct debug_variable *found,
                     struct pramsim_variable *variable)
{
    const struct symbols_shape shape = symbols_shape(found->type);
    *variable = (struct pramsim_variable){.name = found->name,
                                          .address = found->address,
                                          .words = info_bare(found->type)->words,
                                          .is_private = found->is_private,
                                          .dimensions = shape.dimensions,
                                          .element_words = shape.element_words,
                                          .type = name_type(found->type)};
    memcpy(variable->extents, shape.extents, sizeof variable->extents);
    if (found->is_private)
        variable->address += memory_base(&run->machine.memory, pp) - MEMORY_PRIVATE;
}

static int has_pp(const struct pramsim_run *run, uint32_t pp)
{
    return run->has_run && pp < run->machine.config.pps;
}

int pramsim_variable(pramsim_run *run, const char *name, uint32_t pp, struct pramsim_variable *variable)
{
    struct debug_variable found;
    if (!has_pp(run, pp) || !symbols_variable(symbols_of(run), 0, 0, name, &found))
        return 0;
    describe(run, pp, &found, variable);
    return 1;
}

int pramsim_variable_at(pramsim_run *run, size_t number, uint32_t pp, struct pramsim_variable *variable)
{
    const struct debug_variable *found;
    size_t next = 0;
    if (!has_pp(run, pp))
        return 0;
    while ((found = symbols_next_variable(symbols_of(run), &next)) != NULL && number > 0)
        number--;
    if (found != NULL)
        describe(run, pp, found, variable);
    return found != NULL;
}

/* Host index of a global address; words below the guard count as memory here. */
static uint32_t index_of(const struct memory *memory, uint32_t address)
{
    if (address < memory->shared_words)
        return address;
    return address < MEMORY_PRIVATE ? memory_index(memory, 0, address) : MEMORY_ILLEGAL;
}

size_t pramsim_read(const pramsim_run *run, uint32_t address, uint32_t *words, size_t count)
{
    const struct memory *memory = &run->machine.memory;
    size_t done = 0;
    for (; run->has_run && done < count && address + done < memory->end; done++) {
        const uint32_t index = index_of(memory, address + (uint32_t)done);
        if (index == MEMORY_ILLEGAL)
            break;
        words[done] = memory->cells[index];
    }
    return done;
}

int pramsim_line(const pramsim_run *run, uint32_t pc, const char **file, uint32_t *line,
                 const char **function)
{
    if (!run->has_run || pc >= run->machine.program.count)
        return 0;
    *function = object_find_source_function(&run->machine.object, pc);
    return object_find_line(&run->machine.object, pc, file, line);
}
