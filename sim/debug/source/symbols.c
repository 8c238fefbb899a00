/* symbols.c - see symbols.h: variables and types, from the debug information or from labels of the object
 * (asm/tables/guard.h). */
#include "symbols.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "asm/isa.h"
#include "asm/tables/guard.h"
#include "common/compare.h"
#include "common/memory.h"
#include "sim/machine/cell_name.h"
#include "sim/machine/machine.h"

/* ---- types */

const struct info_type *symbols_word(enum value_kind kind)
{
    static const struct info_type types[] = {
        [VALUE_INT] = {.kind = INFO_SIGNED, .name = "int", .words = 1},
        [VALUE_UNSIGNED] = {.kind = INFO_UNSIGNED, .name = "unsigned", .words = 1},
        [VALUE_FLOAT] = {.kind = INFO_FLOAT, .name = "float", .words = 1}};
    return &types[kind];
}

uint32_t symbols_words(const struct info_type *type)
{
    const uint32_t words = info_bare(type)->words;
    return words != 0 ? words : 1;
}

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

struct symbols_shape symbols_shape(const struct info_type *type)
{
    const struct info_type *bare = info_bare(type);
    struct symbols_shape shape = {.dimensions = 0};
    while (bare->kind == INFO_ARRAY && shape.dimensions < SYMBOLS_DIMENSIONS) {
        shape.extents[shape.dimensions++] = bare->has_count ? bare->count : 0;
        bare = info_bare(bare->target);
    }
    shape.kind = symbols_kind(bare);
    shape.element_words = symbols_words(bare);
    if (shape.dimensions == 0 && !info_is_word(bare)) {
        shape.extents[shape.dimensions++] = shape.element_words;
        shape.element_words = 1;
    }
    return shape;
}

static const struct info_type *array_of(struct symbols *symbols, const struct info_type *element,
                                        uint32_t count)
{
    struct info_type *array = ARENA_NEW(&symbols->arena, struct info_type);
    *array = (struct info_type){.kind = INFO_ARRAY,
                                .words = count * element->words,
                                .target = element,
                                .has_count = true,
                                .count = count};
    return array;
}

/* ---- types of globals, by name */

/* Gives a type to the global variables with a name that have none yet, if the size fits. */
static void set_type(struct symbols *symbols, const char *name, const struct info_type *type)
{
    const uint32_t words = info_bare(type)->words;
    for (size_t k = 0; k < symbols->global_count; k++) {
        struct debug_variable *global = &symbols->globals[k];
        if (global->type == NULL && strcmp(global->name, name) == 0 && words != 0 &&
            words <= cell_words(&symbols->machine->object, global->symbol))
            global->type = type;
    }
}

/* Parses the levels of an array in a label: ELEMENT.WORDS.vNAME, then ELEMENT.WORDS.rNAME for each row in
 * it. NULL: the text is none. */
static const struct info_type *read_levels(struct symbols *symbols, const char *text, char letter,
                                           unsigned depth)
{
    uint32_t element, words;
    int used = 0;
    if (depth == SYMBOLS_DIMENSIONS || sscanf(text, "%10u.%10u.%n", &element, &words, &used) != 2 ||
        used == 0 || text[used] != letter || element == 0 || words == 0 || words % element != 0)
        return NULL;
    const char *next = strchr(text + used, '.');
    const struct info_type *row = next != NULL ? read_levels(symbols, next + 1, 'r', depth + 1) : NULL;
    if (row == NULL || row->words != element)
        row = element > 1 ? array_of(symbols, symbols_word(VALUE_INT), element) : symbols_word(VALUE_INT);
    return array_of(symbols, row, words / element);
}

/* .row.U.K.FIRST.SECOND.PLUS.LEVELS */
static void read_label(struct symbols *symbols, const char *label)
{
    const size_t prefix = strlen(INDEX_ROW_PREFIX);
    if (strncmp(label, INDEX_ROW_PREFIX, prefix) != 0)
        return;
    const char *text = label + prefix;
    for (unsigned field = 0; field < 5 && text != NULL; field++) {
        text = strchr(text, '.');
        text = text != NULL ? text + 1 : NULL;
    }
    const struct info_type *type = text != NULL ? read_levels(symbols, text, 'v', 0) : NULL;
    if (type == NULL)
        return;
    const char *name = strchr(text, 'v') + 1;
    set_type(symbols, arena_text(&symbols->arena, name, strcspn(name, ".")), type);
}

/* Gives each global variable the type with its name; else it is a word or an array. */
static void type_globals(struct symbols *symbols)
{
    const struct object *object = &symbols->machine->object;
    size_t count = 0;
    const struct info_variable *known =
        symbols->info != NULL ? symbols->reader->globals(symbols->info, &count) : NULL;
    for (size_t k = 0; k < count; k++)
        set_type(symbols, known[k].name, known[k].type);
    for (size_t k = 0; symbols->info == NULL && k < object->symbol_count; k++)
        read_label(symbols, object->symbols[k].name);
    for (size_t k = 0; k < symbols->global_count; k++) {
        struct debug_variable *global = &symbols->globals[k];
        const uint32_t words = cell_words(object, global->symbol);
        if (global->type == NULL)
            global->type =
                words > 1 ? array_of(symbols, symbols_word(VALUE_INT), words) : symbols_word(VALUE_INT);
    }
}

/* ---- global variables */

bool symbols_own_word(const struct symbols *symbols, uint32_t field, uint32_t *address)
{
    const uint32_t block = object_value_of(&symbols->machine->object, "__fork_pp", UINT32_MAX);
    *address = block + field;
    return block != UINT32_MAX;
}

static bool is_data(const struct object_symbol *symbol)
{
    return symbol->section >= SECTION_DATA && symbol->section < SECTION_COUNT &&
           !object_symbol_is_section(symbol) && symbol->name[0] != '.';
}

static int compare_globals(const void *left, const void *right)
{
    const struct debug_variable *a = left, *b = right;
    const int addresses = compare_numbers(a->address, b->address);
    return addresses != 0 ? addresses : strcmp(a->name, b->name);
}

static void list_globals(struct symbols *symbols)
{
    const struct object *object = &symbols->machine->object;
    symbols->globals = memory_take(object->symbol_count + 1, sizeof *symbols->globals);
    OBJECT_SYMBOLS (object, symbol) {
        const bool is_private = symbol->section == SECTION_PRIVATE || symbol->section == SECTION_PRIVATE_BSS;
        if (is_data(symbol))
            symbols->globals[symbols->global_count++] = (struct debug_variable){
                .name = symbol->name, .address = symbol->value, .is_private = is_private, .symbol = symbol};
    }
    if (symbols->global_count != 0)
        qsort(symbols->globals, symbols->global_count, sizeof *symbols->globals, compare_globals);
}

const struct debug_variable *symbols_next_variable(const struct symbols *symbols, size_t *next)
{
    while (*next < symbols->global_count) {
        const struct debug_variable *global = &symbols->globals[(*next)++];
        if (global->symbol->global && strncmp(global->name, "__", 2) != 0)
            return global;
    }
    return NULL;
}

/* ---- local variables */

struct debug_variable *symbols_locals(const struct symbols *symbols, uint32_t pc, size_t level, size_t *count)
{
    *count = 0;
    struct info_variable *known =
        symbols->info != NULL ? symbols->reader->variables(symbols->info, pc, level, count) : NULL;
    struct debug_variable *list = memory_take(*count + 1, sizeof *list);
    for (size_t k = 0; k < *count; k++)
        list[k] = (struct debug_variable){.name = known[k].name,
                                          .is_private = true,
                                          .type = known[k].type,
                                          .is_parameter = known[k].is_parameter,
                                          .id = known[k].id};
    free(known);
    return list;
}

/* The local variable with a name in scope at a pc; `name` NULL: the one with an id. */
static bool find_local(const struct symbols *symbols, uint32_t pc, size_t level, const char *name,
                       uint64_t id, struct debug_variable *variable)
{
    size_t count, k = 0;
    struct debug_variable *list = symbols_locals(symbols, pc, level, &count);
    while (k < count && (name != NULL ? strcmp(list[k].name, name) != 0 : list[k].id != id))
        k++;
    if (k < count)
        *variable = list[k];
    free(list);
    return k < count;
}

/* Of globals with one name, a global symbol comes before a local one. */
bool symbols_variable(const struct symbols *symbols, uint32_t pc, size_t level, const char *name,
                      struct debug_variable *variable)
{
    const struct debug_variable *best = NULL;
    if (find_local(symbols, pc, level, name, 0, variable))
        return true;
    for (size_t k = 0; k < symbols->global_count; k++)
        if (strcmp(symbols->globals[k].name, name) == 0 &&
            (best == NULL || symbols->globals[k].symbol->global))
            best = &symbols->globals[k];
    if (best != NULL)
        *variable = *best;
    return best != NULL;
}

static bool is_in_scope(const struct symbols *symbols, const struct debug_variable *variable, uint32_t pc)
{
    struct debug_variable found;
    const size_t calls = symbols_inlined(symbols, pc, NULL, 0);
    bool is_found = false;
    for (size_t level = 0; level <= calls && !is_found; level++)
        is_found = find_local(symbols, pc, level, NULL, variable->id, &found);
    return is_found;
}

/* Each inlined copy of a function has variables of its own: uses the variable with the same name in the
 * copy at pc. */
bool symbols_locate(const struct symbols *symbols, const struct debug_variable *variable, uint32_t pc,
                    const struct info_machine *machine, struct info_location *location)
{
    struct debug_variable here;
    const bool good = symbols->reader->locate(symbols->info, variable->id, pc, machine, location);
    if (!good || location->place != INFO_OPTIMISED_OUT || is_in_scope(symbols, variable, pc))
        return good;
    const bool is_other = find_local(symbols, pc, 0, variable->name, 0, &here) && here.id != variable->id &&
                          here.type == variable->type;
    return !is_other || symbols->reader->locate(symbols->info, here.id, pc, machine, location);
}

/* ---- questions for the debug information */

size_t symbols_inlined(const struct symbols *symbols, uint32_t pc, struct info_inlined *list, size_t room)
{
    return symbols->info != NULL ? symbols->reader->inlined_at(symbols->info, pc, list, room) : 0;
}

const struct info_type *symbols_type(const struct symbols *symbols, const char *name)
{
    static const char *const tags[] = {"struct ", "union ", "enum "};
    for (size_t k = 0; k < sizeof tags / sizeof *tags; k++)
        if (strncmp(name, tags[k], strlen(tags[k])) == 0)
            name += strlen(tags[k]) + strspn(name + strlen(tags[k]), " ");
    const struct info_type *type =
        symbols->info != NULL ? symbols->reader->find_type(symbols->info, name) : NULL;
    for (enum value_kind kind = VALUE_INT; type == NULL && kind <= VALUE_FLOAT; kind++)
        if (strcmp(symbols_word(kind)->name, name) == 0)
            type = symbols_word(kind);
    return type;
}

bool symbols_enumerator(const struct symbols *symbols, const char *name, int32_t *value)
{
    return symbols->info != NULL && symbols->reader->find_enumerator(symbols->info, name, value);
}

const struct info_function *symbols_about(const struct symbols *symbols, uint32_t pc)
{
    return symbols->info != NULL ? symbols->reader->function_at(symbols->info, pc) : NULL;
}

/* ---- making */

/* Opens the debug information; without it, symbols->info stays NULL, and there is a note. */
static void open_information(struct symbols *symbols, const char *bytes, size_t size, char note[SYMBOLS_NOTE])
{
    struct info_error error;
    note[0] = '\0';
    if (bytes == NULL) {
        snprintf(note, SYMBOLS_NOTE, "the debug information cannot be read: only global variables are known");
        return;
    }
    symbols->reader = reader_load(&error);
    struct info *info = symbols->reader != NULL ? symbols->reader->open(bytes, size, &error) : NULL;
    if (info == NULL) {
        snprintf(note, SYMBOLS_NOTE, "%.200s; only global variables are known", error.text);
    } else if (!symbols->reader->is_there(info)) {
        snprintf(note, SYMBOLS_NOTE,
                 "the program has no debug information (fcc -g, prasm -g): only global variables are known");
        symbols->reader->close(info);
    } else {
        symbols->info = info;
    }
}

struct symbols *symbols_create(const struct machine *machine, const char *bytes, size_t size,
                               char note[SYMBOLS_NOTE])
{
    struct symbols *symbols = memory_take(1, sizeof *symbols);
    symbols->machine = machine;
    open_information(symbols, bytes, size, note);
    list_globals(symbols);
    type_globals(symbols);
    return symbols;
}

void symbols_destroy(struct symbols *symbols)
{
    if (symbols == NULL)
        return;
    if (symbols->info != NULL)
        symbols->reader->close(symbols->info);
    arena_release(&symbols->arena);
    free(symbols->globals);
    free(symbols);
}
