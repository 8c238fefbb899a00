/* labels.c - see symbols.h: lines of the object, symbols, and the labels of fcc at accesses to arrays
 * (asm/tables/guard.h).
 *
 * Knows machine and object; no session.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "asm/isa.h"
#include "asm/tables/guard.h"
#include "common/memory.h"
#include "sim/machine/cell_name.h"
#include "sim/machine/machine.h"
#include "symbols.h"

/* The shape of an array, from a label. */
struct shape {
    const char *name;
    unsigned dimensions;
    uint32_t extents[SYMBOLS_DIMENSIONS];
    uint32_t element_words;
};

struct labels {
    struct symbols base;
    const struct machine *machine;
    struct shape *shapes; /* owned */
    size_t shape_count, shape_room;
    const struct object_symbol **variables; /* owned; sorted by address */
    size_t variable_count;
    struct info_type (*types)[SYMBOLS_DIMENSIONS + 1]; /* owned; types of each variable, outermost first */
};

static const struct labels *of(const struct symbols *symbols)
{
    return (const struct labels *)symbols;
}

/* ---- shapes: ELEMENT.WORDS.vNAME, then ELEMENT.WORDS.rNAME for each row in it */

/* Parses the next level of a label; NULL: the text is none. */
static const char *read_level(const char *text, uint32_t *element, uint32_t *words, const char **name,
                              size_t *length)
{
    int used = 0;
    if (sscanf(text, "%10u.%10u.%n", element, words, &used) != 2 || used == 0 || text[used] == '\0')
        return NULL;
    *name = text + used;
    *length = strcspn(*name, ".");
    return *name + *length;
}

static bool is_known(const struct labels *labels, const char *name, size_t length)
{
    for (size_t k = 0; k < labels->shape_count; k++)
        if (strncmp(labels->shapes[k].name, name, length) == 0 && labels->shapes[k].name[length] == '\0')
            return true;
    return false;
}

static void add_shape(struct labels *labels, const char *levels)
{
    struct shape shape = {.dimensions = 0};
    uint32_t element, words;
    const char *name;
    size_t length = 0;
    const char *next = read_level(levels, &element, &words, &name, &length);
    if (next == NULL || name[0] != 'v' || element == 0 || words == 0 || words % element != 0 ||
        is_known(labels, name + 1, length - 1))
        return;
    char *copy = strndup(name + 1, length - 1);
    if (copy == NULL)
        memory_is_short();
    shape.name = copy;
    while (next != NULL) {
        shape.extents[shape.dimensions++] = words / element;
        shape.element_words = element;
        next = *next == '.' && shape.dimensions < SYMBOLS_DIMENSIONS
                   ? read_level(next + 1, &element, &words, &name, &length)
                   : NULL;
        if (next != NULL && (name[0] != 'r' || element == 0 || words % element != 0))
            next = NULL;
    }
    labels->shapes =
        memory_grow(labels->shapes, &labels->shape_room, labels->shape_count + 1, sizeof *labels->shapes);
    labels->shapes[labels->shape_count++] = shape;
}

/* .row.U.K.FIRST.SECOND.PLUS.LEVELS */
static void read_shapes(struct labels *labels)
{
    const struct object *object = &labels->machine->object;
    const size_t prefix = strlen(INDEX_ROW_PREFIX);
    for (size_t k = 0; k < object->symbol_count; k++) {
        const char *text = object->symbols[k].name;
        if (strncmp(text, INDEX_ROW_PREFIX, prefix) != 0)
            continue;
        text += prefix;
        for (unsigned field = 0; field < 5 && text != NULL; field++) {
            text = strchr(text, '.');
            text = text != NULL ? text + 1 : NULL;
        }
        if (text != NULL)
            add_shape(labels, text);
    }
}

/* ---- lines and functions */

static bool has_lines(const struct symbols *symbols)
{
    const struct object *object = &of(symbols)->machine->object;
    for (size_t k = 0; k < object->line_count; k++)
        if (object->lines[k].line != 0 && object->lines[k].address < of(symbols)->machine->program.count &&
            of(symbols)->machine->program.origins[object->lines[k].address] == ORIGIN_USER)
            return true;
    return false;
}

static bool find_place(const struct symbols *symbols, uint32_t pc, struct debug_place *place)
{
    *place = (struct debug_place){.line = 0};
    return object_find_line(&of(symbols)->machine->object, pc, &place->file, &place->line) &&
           place->line != 0;
}

static const char *find_function(const struct symbols *symbols, uint32_t pc, uint32_t *first)
{
    uint32_t offset = 0;
    const char *name = object_find_function(&of(symbols)->machine->object, pc, &offset);
    *first = pc - offset;
    return name;
}

/* Whether a file name of the program is the wanted one, or ends with it. */
static bool is_file(const char *name, const char *asked)
{
    const size_t length = strlen(name), wanted = strlen(asked);
    return length >= wanted && strcmp(name + length - wanted, asked) == 0 &&
           (length == wanted || asked[0] == '/' || name[length - wanted - 1] == '/');
}

/* The smallest line, from `line` on, with instructions in the file. 0: there is none. */
static uint32_t next_line(const struct object *object, const char *file, uint32_t line)
{
    uint32_t best = 0;
    for (size_t k = 0; k < object->line_count; k++) {
        const struct object_line *row = &object->lines[k];
        if (row->line >= line && row->line != 0 && (best == 0 || row->line < best) &&
            is_file(object->files[row->file].name, file))
            best = row->line;
    }
    return best;
}

/* Adds a pc, unless the list has one of the same function and copy. */
static size_t add_stop(const struct symbols *symbols, uint32_t pc, uint32_t *pcs, size_t count, size_t room)
{
    uint32_t first, other;
    find_function(symbols, pc, &first);
    for (size_t k = 0; k < count; k++) {
        find_function(symbols, pcs[k], &other);
        if (other == first)
            return count;
    }
    if (count == room)
        return count;
    pcs[count] = pc;
    return count + 1;
}

/* An instruction of a prologue becomes the first one after it. */
static uint32_t behind_prologue(const struct symbols *symbols, uint32_t pc)
{
    uint32_t first = pc;
    find_function(symbols, pc, &first);
    const uint32_t body = object_find_body(&of(symbols)->machine->object, first);
    return pc < body ? body : pc;
}

static const char *main_file(const struct symbols *symbols)
{
    struct debug_place place;
    const struct object *object = &of(symbols)->machine->object;
    const long number = object_find_symbol(object, "main");
    return number >= 0 && find_place(symbols, object->symbols[number].value, &place) ? place.file : NULL;
}

static size_t find_stops(const struct symbols *symbols, const char *file, uint32_t *line, uint32_t *pcs,
                         size_t room)
{
    const struct object *object = &of(symbols)->machine->object;
    struct debug_place place;
    size_t count = 0;
    file = file != NULL ? file : main_file(symbols);
    const uint32_t found = file != NULL ? next_line(object, file, *line) : 0;
    if (found == 0)
        return 0;
    *line = found;
    for (size_t k = 0; k < object->line_count; k++)
        if (object->lines[k].line == found && is_file(object->files[object->lines[k].file].name, file))
            count = add_stop(symbols, behind_prologue(symbols, object->lines[k].address), pcs, count, room);
    if (count != 0 && find_place(symbols, pcs[0], &place))
        *line = place.line;
    return count;
}

static size_t find_entries(const struct symbols *symbols, const char *name, uint32_t *pcs, size_t room)
{
    const struct object *object = &of(symbols)->machine->object;
    size_t count = 0;
    for (size_t k = 0; k < object->symbol_count && count == 0 && room != 0; k++)
        if (object->symbols[k].section == SECTION_TEXT && object->symbols[k].function &&
            strcmp(object->symbols[k].name, name) == 0)
            pcs[count++] = object_find_body(object, object->symbols[k].value);
    for (size_t k = 0; k < object->line_count; k++) {
        const struct object_line *line = &object->lines[k];
        const char *copied = line->line != 0 ? object->files[line->file].copied_from : NULL;
        if (copied != NULL && strcmp(copied, name) == 0)
            count = add_stop(symbols, line->address, pcs, count, room);
    }
    return count;
}

static const char *find_source_function(const struct symbols *symbols, uint32_t pc)
{
    return object_find_source_function(&of(symbols)->machine->object, pc);
}

/* ---- variables */

static bool is_data(const struct object_symbol *symbol)
{
    return symbol->section >= SECTION_DATA && symbol->section < SECTION_COUNT &&
           !object_symbol_is_section(symbol) && symbol->name[0] != '.';
}

static int compare_variables(const void *left, const void *right)
{
    const struct object_symbol *a = *(const struct object_symbol *const *)left;
    const struct object_symbol *b = *(const struct object_symbol *const *)right;
    if (a->value != b->value)
        return a->value < b->value ? -1 : 1;
    return strcmp(a->name, b->name);
}

static void list_variables(struct labels *labels)
{
    const struct object *object = &labels->machine->object;
    labels->variables = memory_take(object->symbol_count + 1, sizeof *labels->variables);
    for (size_t k = 0; k < object->symbol_count; k++)
        if (is_data(&object->symbols[k]))
            labels->variables[labels->variable_count++] = &object->symbols[k];
    if (labels->variable_count != 0)
        qsort(labels->variables, labels->variable_count, sizeof *labels->variables, compare_variables);
}

static void find_shape(const struct labels *labels, const struct object_symbol *symbol,
                       struct debug_variable *variable)
{
    *variable = (struct debug_variable){.name = symbol->name,
                                        .address = symbol->value,
                                        .words = cell_words(&labels->machine->object, symbol),
                                        .is_private = symbol->section == SECTION_PRIVATE ||
                                                      symbol->section == SECTION_PRIVATE_BSS,
                                        .element_words = 1};
    for (size_t k = 0; k < labels->shape_count; k++) {
        const struct shape *shape = &labels->shapes[k];
        if (strcmp(shape->name, symbol->name) != 0 ||
            (uint64_t)shape->extents[0] * shape->element_words > variable->words)
            continue;
        variable->dimensions = shape->dimensions;
        memcpy(variable->extents, shape->extents, sizeof variable->extents);
        variable->element_words = shape->element_words;
        return;
    }
    if (variable->words > 1) {
        variable->dimensions = 1;
        variable->extents[0] = variable->words;
    }
}

static const struct info_type word_type = {.kind = INFO_SIGNED, .name = "int", .words = 1};

/* Makes the types of a variable: nested arrays of words. */
static void make_types(struct info_type types[SYMBOLS_DIMENSIONS + 1], const struct debug_variable *variable)
{
    const struct info_type *inner = &word_type;
    if (variable->dimensions == 0 || variable->element_words > 1) {
        types[variable->dimensions] = variable->element_words > 1
                                          ? (struct info_type){.kind = INFO_ARRAY,
                                                               .words = variable->element_words,
                                                               .target = &word_type,
                                                               .has_count = true,
                                                               .count = variable->element_words}
                                          : word_type;
        inner = &types[variable->dimensions];
    }
    for (unsigned k = variable->dimensions; k-- > 0; inner = &types[k])
        types[k] = (struct info_type){.kind = INFO_ARRAY,
                                      .words = variable->extents[k] * inner->words,
                                      .target = inner,
                                      .has_count = true,
                                      .count = variable->extents[k]};
}

static void describe(const struct labels *labels, size_t number, struct debug_variable *variable)
{
    find_shape(labels, labels->variables[number], variable);
    variable->type = labels->types[number];
}

static size_t find_inlined(const struct symbols *symbols, uint32_t pc, struct info_inlined *list, size_t room)
{
    (void)symbols, (void)pc, (void)list, (void)room;
    return 0;
}

/* A global symbol comes before a local one of the same name. */
static bool find_variable(const struct symbols *symbols, uint32_t pc, size_t level, const char *name,
                          struct debug_variable *variable)
{
    (void)level;
    const struct labels *labels = of(symbols);
    size_t best = labels->variable_count;
    (void)pc;
    for (size_t k = 0; k < labels->variable_count; k++)
        if (strcmp(labels->variables[k]->name, name) == 0 &&
            (best == labels->variable_count || labels->variables[k]->global))
            best = k;
    if (best < labels->variable_count)
        describe(labels, best, variable);
    return best < labels->variable_count;
}

static void visit_variables(const struct symbols *symbols, uint32_t pc,
                            bool (*visit)(void *context, const struct debug_variable *variable),
                            void *context)
{
    const struct labels *labels = of(symbols);
    struct debug_variable variable;
    (void)pc;
    for (size_t k = 0; k < labels->variable_count; k++) {
        if (!labels->variables[k]->global || strncmp(labels->variables[k]->name, "__", 2) == 0)
            continue;
        describe(labels, k, &variable);
        if (!visit(context, &variable))
            return;
    }
}

static void visit_functions(const struct symbols *symbols, bool (*visit)(void *context, const char *name),
                            void *context)
{
    const struct machine *machine = of(symbols)->machine;
    const struct object *object = &machine->object;
    for (size_t k = 0; k < object->symbol_count; k++) {
        const struct object_symbol *symbol = &object->symbols[k];
        if (symbol->function && symbol->value < machine->program.count &&
            machine->program.origins[symbol->value] == ORIGIN_USER && !visit(context, symbol->name))
            return;
    }
}

/* ---- questions that labels cannot answer */

static void visit_locals(const struct symbols *symbols, uint32_t pc, size_t level,
                         bool (*visit)(void *context, const struct debug_variable *variable), void *context)
{
    (void)symbols, (void)pc, (void)level, (void)visit, (void)context;
}

static bool locate(const struct symbols *symbols, const struct debug_variable *variable, uint32_t pc,
                   const struct info_machine *machine, struct info_location *location)
{
    (void)symbols, (void)variable, (void)pc, (void)machine, (void)location;
    return false;
}

static const struct info_type *find_type(const struct symbols *symbols, const char *name)
{
    (void)symbols, (void)name;
    return NULL;
}

static bool find_enumerator(const struct symbols *symbols, const char *name, int32_t *value)
{
    (void)symbols, (void)name, (void)value;
    return false;
}

static bool tell_about(const struct symbols *symbols, uint32_t pc, struct info_function *function)
{
    (void)symbols, (void)pc, (void)function;
    return false;
}

/* ---- making */

static void destroy(struct symbols *symbols)
{
    struct labels *labels = (struct labels *)symbols;
    for (size_t k = 0; k < labels->shape_count; k++)
        free((char *)labels->shapes[k].name);
    free(labels->shapes);
    free(labels->variables);
    free(labels->types);
    free(labels);
}

struct symbols *labels_create(const struct machine *machine)
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
    struct labels *labels = memory_take(1, sizeof *labels);
    labels->base.source = &source;
    labels->machine = machine;
    read_shapes(labels);
    list_variables(labels);
    labels->types = memory_take(labels->variable_count + 1, sizeof *labels->types);
    for (size_t k = 0; k < labels->variable_count; k++) {
        struct debug_variable variable;
        find_shape(labels, labels->variables[k], &variable);
        make_types(labels->types[k], &variable);
    }
    return &labels->base;
}
