/* object.c - objects in memory: names of sections, questions about lines, functions and symbols, freeing.
 *
 * May call memory.h. Knows nothing of ELF (object_read.c, object_write.c do).
 */
#include "object.h"

#include <stdlib.h>
#include <string.h>

static const char *const section_names[] = {
    [SECTION_TEXT] = ".text",
    [SECTION_DATA] = ".data",
    [SECTION_BSS] = ".bss",
    [SECTION_PRIVATE] = ".private",
    [SECTION_PRIVATE_BSS] = ".private_bss",
    [SECTION_ABSOLUTE] = "absolute",
    [SECTION_UNDEFINED] = "undefined",
#define DEBUG_SECTION(name, text) [SECTION_DEBUG + OBJECT_DEBUG_##name] = ".debug_" #name,
#include "asm/tables/debug_section.def"
};

const char *object_section_name(enum object_section section)
{
    return section_names[section];
}

enum object_section object_find_debug(const char *name, size_t length)
{
    static const char start[] = ".debug_";
    if (length < sizeof start || memcmp(name, start, sizeof start - 1) != 0)
        return SECTION_UNDEFINED;
    for (int section = SECTION_DEBUG; section <= SECTION_LAST_DEBUG; section++)
        if (strlen(section_names[section]) == length && memcmp(section_names[section], name, length) == 0)
            return (enum object_section)section;
    return SECTION_UNDEFINED;
}

bool object_symbol_is_section(const struct object_symbol *symbol)
{
    return !symbol->global && (symbol->section < SECTION_COUNT || object_is_debug(symbol->section)) &&
           strcmp(symbol->name, section_names[symbol->section]) == 0;
}

void object_free_words(struct object *object)
{
    for (int section = 0; section < SECTION_COUNT; section++) {
        free(object->words[section]);
        object->words[section] = NULL;
    }
    for (size_t i = 0; i < OBJECT_DEBUG_COUNT; i++) {
        free(object->debug[i].bytes);
        object->debug[i].bytes = NULL;
    }
}

void object_free(struct object *object)
{
    object_free_words(object);
    free(object->symbols);
    free(object->relocs);
    free(object->lines);
    free(object->bodies);
    free(object->files);
    arena_release(&object->strings);
    *object = (struct object){0};
}

/* NULL: none. */
static const struct object_line *find_line(const struct object *object, uint32_t address)
{
    if (address >= object->size[SECTION_TEXT])
        return NULL;
    size_t low = 0;
    size_t high = object->line_count;
    while (low < high) { /* the first entry after `address` */
        size_t middle = (low + high) / 2;
        if (object->lines[middle].address <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low == 0 || object->lines[low - 1].line == 0 ? NULL : &object->lines[low - 1];
}

bool object_find_line(const struct object *object, uint32_t address, const char **file, uint32_t *line)
{
    const struct object_line *found = find_line(object, address);
    if (found == NULL)
        return false;
    *file = object->files[found->file].name;
    *line = found->line;
    return true;
}

/* As programs call a function of the library: __lib_read is read. */
static const char *plain_name(const char *name)
{
    static const char *const prefixes[] = {"__lib_", "__posix_",
                                           "__stdio_"}; /* `__library__` in its headers */
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++) {
        const size_t length = strlen(prefixes[i]);
        if (strncmp(name, prefixes[i], length) == 0)
            return name + length;
    }
    return name;
}

const char *object_find_function(const struct object *object, uint32_t address, uint32_t *offset)
{
    const struct object_symbol *best = NULL;
    for (size_t i = 0; i < object->symbol_count; i++) {
        const struct object_symbol *symbol = &object->symbols[i];
        if (symbol->section != SECTION_TEXT || symbol->value > address ||
            address >= object->size[SECTION_TEXT])
            continue;
        if (!symbol->function && !symbol->global)
            continue;
        if (best == NULL || symbol->function > best->function ||
            (symbol->function == best->function && symbol->value > best->value))
            best = symbol;
    }
    if (best == NULL)
        return NULL;
    *offset = address - best->value;
    return plain_name(best->name);
}

uint32_t object_find_body(const struct object *object, uint32_t first)
{
    size_t low = 0;
    size_t high = object->body_count;
    uint32_t offset = 0;
    while (low < high) { /* the first body at `first` or after it */
        size_t middle = (low + high) / 2;
        if (object->bodies[middle] < first)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == object->body_count)
        return first;
    const uint32_t body = object->bodies[low];
    return object_find_function(object, body, &offset) != NULL && body - offset == first ? body : first;
}

const char *object_find_copied(const struct object *object, uint32_t address)
{
    const struct object_line *line = find_line(object, address);
    return line != NULL ? object->files[line->file].copied_from : NULL;
}

const char *object_find_source_function(const struct object *object, uint32_t address)
{
    uint32_t offset;
    const char *copied = object_find_copied(object, address);
    return copied != NULL ? copied : object_find_function(object, address, &offset);
}

long object_find_symbol(const struct object *object, const char *name)
{
    for (size_t i = 0; i < object->symbol_count; i++)
        if (object->symbols[i].global && strcmp(object->symbols[i].name, name) == 0)
            return (long)i;
    return -1;
}

uint32_t object_value_of(const struct object *object, const char *name, uint32_t otherwise)
{
    const long symbol = object_find_symbol(object, name);
    return symbol < 0 ? otherwise : object->symbols[symbol].value;
}
