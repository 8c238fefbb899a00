/* typed.c - see symbols.h: variables and types from the debug information; the rest from labels.c.
 *
 * Knows the reader (sim/debug/dwarf) and labels.c; no session.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/file.h"
#include "common/memory.h"
#include "symbols.h"

enum { LARGEST_FILE = 1 << 30 };

/* The type of a global variable. */
struct typed_global {
    const char *name;
    const struct info_type *type;
};

struct typed {
    struct symbols base;
    struct symbols *labels; /* owned, like all members below */
    struct info *info;
    char *bytes;
    struct typed_global *globals; /* sorted by name */
    size_t global_count, global_room;
};

static const struct typed *of(const struct symbols *symbols)
{
    return (const struct typed *)symbols;
}

/* ---- shapes */

enum value_kind symbols_kind(const struct info_type *type)
{
    switch (info_bare(type)->kind) {
    case INFO_FLOAT:
        return VALUE_FLOAT;
    case INFO_UNSIGNED:
    case INFO_POINTER:
    case INFO_FUNCTION:
        return VALUE_UNSIGNED;
    default:
        return VALUE_INT;
    }
}

void symbols_shape(struct debug_variable *variable, const struct info_type *type)
{
    const struct info_type *bare = info_bare(type);
    variable->type = type;
    variable->words = bare->words;
    variable->dimensions = 0;
    while (bare->kind == INFO_ARRAY && variable->dimensions < SYMBOLS_DIMENSIONS) {
        variable->extents[variable->dimensions++] = bare->has_count ? bare->count : 0;
        bare = info_bare(bare->target);
    }
    variable->kind = symbols_kind(bare);
    variable->element_words = bare->words != 0 ? bare->words : 1;
    const bool is_scalar = bare->kind != INFO_STRUCT && bare->kind != INFO_UNION && bare->words <= 1;
    if (variable->dimensions == 0 && !is_scalar) { /* of a structure: its words */
        variable->extents[variable->dimensions++] = variable->element_words;
        variable->element_words = 1;
    }
}

/* ---- globals */

static int compare_globals(const void *left, const void *right)
{
    return strcmp(((const struct typed_global *)left)->name, ((const struct typed_global *)right)->name);
}

static bool add_global(void *context, const struct info_variable *variable)
{
    struct typed *typed = context;
    typed->globals =
        memory_grow(typed->globals, &typed->global_room, typed->global_count + 1, sizeof *typed->globals);
    typed->globals[typed->global_count++] = (struct typed_global){variable->name, variable->type};
    return true;
}

/* Gives a global variable the type with its name, if the size fits. */
static void refine(const struct typed *typed, struct debug_variable *variable)
{
    const struct typed_global wanted = {variable->name, NULL};
    const struct typed_global *found =
        typed->global_count == 0
            ? NULL
            : bsearch(&wanted, typed->globals, typed->global_count, sizeof *typed->globals, compare_globals);
    const uint32_t words = variable->words;
    if (found == NULL || info_bare(found->type)->words > words || info_bare(found->type)->words == 0)
        return;
    symbols_shape(variable, found->type);
}

struct refining {
    const struct typed *typed;
    bool (*visit)(void *context, const struct debug_variable *variable);
    void *context;
};

static bool visit_refined(void *context, const struct debug_variable *variable)
{
    const struct refining *refining = context;
    struct debug_variable refined = *variable;
    refine(refining->typed, &refined);
    return refining->visit(refining->context, &refined);
}

static void visit_variables(const struct symbols *symbols, uint32_t pc,
                            bool (*visit)(void *context, const struct debug_variable *variable),
                            void *context)
{
    const struct typed *typed = of(symbols);
    struct refining refining = {typed, visit, context};
    typed->labels->source->variables(typed->labels, pc, visit_refined, &refining);
}

/* ---- locals */

static void describe_local(const struct info_variable *local, struct debug_variable *variable)
{
    *variable =
        (struct debug_variable){.name = local->name, .is_private = true, .is_local = true, .local = *local};
    symbols_shape(variable, local->type);
}

struct visiting {
    bool (*visit)(void *context, const struct debug_variable *variable);
    void *context;
    const char *name; /* the wanted name; NULL: all variables */
    struct debug_variable *found;
    bool is_found;
};

static bool visit_local(void *context, const struct info_variable *local)
{
    struct visiting *visiting = context;
    struct debug_variable variable;
    if (visiting->name != NULL && strcmp(visiting->name, local->name) != 0)
        return true;
    describe_local(local, &variable);
    if (visiting->name == NULL)
        return visiting->visit(visiting->context, &variable);
    *visiting->found = variable;
    visiting->is_found = true;
    return false;
}

static void visit_locals(const struct symbols *symbols, uint32_t pc, size_t level,
                         bool (*visit)(void *context, const struct debug_variable *variable), void *context)
{
    struct visiting visiting = {.visit = visit, .context = context};
    info_variables(of(symbols)->info, pc, level, visit_local, &visiting);
}

static size_t find_inlined(const struct symbols *symbols, uint32_t pc, struct info_inlined *list, size_t room)
{
    return info_inlined_at(of(symbols)->info, pc, list, room);
}

static bool find_variable(const struct symbols *symbols, uint32_t pc, size_t level, const char *name,
                          struct debug_variable *variable)
{
    const struct typed *typed = of(symbols);
    struct visiting visiting = {.name = name, .found = variable};
    info_variables(typed->info, pc, level, visit_local, &visiting);
    if (visiting.is_found)
        return true;
    if (!typed->labels->source->variable(typed->labels, pc, level, name, variable))
        return false;
    refine(typed, variable);
    return true;
}

struct looking {
    uint64_t id;
    bool is_found;
};

static bool compare_id(void *context, const struct info_variable *variable)
{
    struct looking *looking = context;
    looking->is_found |= variable->id == looking->id;
    return !looking->is_found;
}

static bool is_in_scope(struct info *info, const struct info_variable *variable, uint32_t pc)
{
    struct looking looking = {.id = variable->id};
    const size_t calls = info_inlined_at(info, pc, NULL, 0);
    for (size_t level = 0; level <= calls && !looking.is_found; level++)
        info_variables(info, pc, level, compare_id, &looking);
    return looking.is_found;
}

/* Each inlined copy of a function has variables of its own: uses the variable with the same name in the
 * copy at pc. */
static bool locate(const struct symbols *symbols, const struct debug_variable *variable, uint32_t pc,
                   const struct info_machine *machine, struct info_location *location)
{
    struct info *info = of(symbols)->info;
    struct info_variable here;
    struct info_error error;
    const bool good = info_locate(info, &variable->local, pc, machine, location, &error);
    if (!good || location->place != INFO_OPTIMISED_OUT || is_in_scope(info, &variable->local, pc))
        return good;
    const bool is_other = info_variable_named(info, pc, 0, variable->local.name, &here) && !here.is_global &&
                          here.id != variable->local.id && here.type == variable->local.type;
    return !is_other || info_locate(info, &here, pc, machine, location, &error);
}

/* ---- types */

static const struct info_type *find_type(const struct symbols *symbols, const char *name)
{
    return info_find_type(of(symbols)->info, name);
}

static bool find_enumerator(const struct symbols *symbols, const char *name, int32_t *value)
{
    return info_find_enumerator(of(symbols)->info, name, value);
}

static bool tell_about(const struct symbols *symbols, uint32_t pc, struct info_function *function)
{
    return info_function_at(of(symbols)->info, pc, function);
}

/* ---- questions for labels.c */

static bool has_lines(const struct symbols *symbols)
{
    const struct symbols *labels = of(symbols)->labels;
    return labels->source->has_lines(labels);
}

static bool find_place(const struct symbols *symbols, uint32_t pc, struct debug_place *place)
{
    const struct symbols *labels = of(symbols)->labels;
    return labels->source->place(labels, pc, place);
}

static const char *find_function(const struct symbols *symbols, uint32_t pc, uint32_t *first)
{
    const struct symbols *labels = of(symbols)->labels;
    return labels->source->function(labels, pc, first);
}

static size_t find_stops(const struct symbols *symbols, const char *file, uint32_t *line, uint32_t *pcs,
                         size_t room)
{
    const struct symbols *labels = of(symbols)->labels;
    return labels->source->stops(labels, file, line, pcs, room);
}

static const char *find_source_function(const struct symbols *symbols, uint32_t pc)
{
    const struct symbols *labels = of(symbols)->labels;
    return labels->source->source_function(labels, pc);
}

static size_t find_entries(const struct symbols *symbols, const char *name, uint32_t *pcs, size_t room)
{
    const struct symbols *labels = of(symbols)->labels;
    return labels->source->entries(labels, name, pcs, room);
}

static void visit_functions(const struct symbols *symbols, bool (*visit)(void *context, const char *name),
                            void *context)
{
    const struct symbols *labels = of(symbols)->labels;
    labels->source->functions(labels, visit, context);
}

/* ---- making */

static void destroy(struct symbols *symbols)
{
    struct typed *typed = (struct typed *)symbols;
    symbols_destroy(typed->labels);
    info_close(typed->info);
    free(typed->globals);
    free(typed->bytes);
    free(typed);
}

/* Opens the debug information of a file; NULL with a note. */
static struct info *open_information(const char *path, char **bytes, char note[SYMBOLS_NOTE])
{
    struct file_error file_error;
    struct info_error error;
    size_t size;
    *bytes = file_read(path, LARGEST_FILE, true, &size, &file_error);
    if (*bytes == NULL) {
        snprintf(note, SYMBOLS_NOTE, "the debug information cannot be read: only global variables are known");
        return NULL;
    }
    struct info *info = info_open(*bytes, size, &error);
    if (info == NULL)
        snprintf(note, SYMBOLS_NOTE, "%.200s; only global variables are known", error.text);
    else if (!info_is_there(info))
        snprintf(note, SYMBOLS_NOTE,
                 "the program has no debug information (fcc -g, prasm -g): only global variables are known");
    else
        return info;
    info_close(info);
    free(*bytes);
    return NULL;
}

struct symbols *typed_create(const struct machine *machine, const char *path, char note[SYMBOLS_NOTE])
{
    static const struct symbols_source source = {.has_lines = has_lines,
                                                 .place = find_place,
                                                 .function = find_function,
                                                 .stops = find_stops,
                                                 .source_function = find_source_function,
                                                 .entries = find_entries,
                                                 .inlined = find_inlined,
                                                 .variable = find_variable,
                                                 .variables = visit_variables,
                                                 .functions = visit_functions,
                                                 .locals = visit_locals,
                                                 .locate = locate,
                                                 .type = find_type,
                                                 .enumerator = find_enumerator,
                                                 .about = tell_about,
                                                 .destroy = destroy};
    char *bytes;
    struct symbols *labels = labels_create(machine);
    note[0] = '\0';
    struct info *info = open_information(path, &bytes, note);
    if (info == NULL)
        return labels;
    struct typed *typed = memory_take(1, sizeof *typed);
    typed->base.source = &source;
    typed->labels = labels;
    typed->info = info;
    typed->bytes = bytes;
    info_globals(info, add_global, typed);
    if (typed->global_count > 1)
        qsort(typed->globals, typed->global_count, sizeof *typed->globals, compare_globals);
    return &typed->base;
}
