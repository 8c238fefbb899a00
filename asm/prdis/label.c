/* label.c - names for symbols and labels by place.
 *
 * A symbol keeps its name if prasm can read it and no other symbol of the object has it; otherwise (locals of
 * the same name from several files, names of foreign assemblers) its number is added. May call isa.h for the
 * names of registers, which no symbol can have.
 */
#include "asm/prdis/prdis.h"

#include "asm/isa.h"
#include "common/compare.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static bool is_section_name(const char *name)
{
    for (enum object_section section = SECTION_TEXT; section < SECTION_END; section++)
        if (strcmp(name, object_section_name(section)) == 0)
            return true;
    return false;
}

/* Whether prasm accepts this as a symbol's name (prasm/scan.c). */
static bool is_name(const char *name, bool global)
{
    size_t length = strlen(name);
    if (isdigit((unsigned char)name[0]) || strcmp(name, ".") == 0 || is_section_name(name) ||
        isa_register_number(name, length) >= 0 || (global && strncmp(name, ".L", 2) == 0))
        return false;
    for (size_t i = 0; i < length; i++)
        if (!isalnum((unsigned char)name[i]) && strchr("_.$", name[i]) == NULL)
            return false;
    return true;
}

static const char *name_of(const void *labels, uint32_t symbol)
{
    return ((const struct labels *)labels)->names[symbol];
}

/* Takes the name for a symbol unless another has it. */
static bool claim(struct labels *labels, uint32_t symbol, const char *name)
{
    uint32_t other;
    if (name_index_find(&labels->used, name, &other))
        return false;
    labels->names[symbol] = name;
    name_index_add(&labels->used, symbol);
    return true;
}

static void choose_name(struct labels *labels, uint32_t symbol)
{
    const struct object_symbol *from = &labels->object->symbols[symbol];
    bool good = is_name(from->name, from->global);
    if (good && claim(labels, symbol, from->name))
        return;
    size_t size = OBJECT_MAX_NAME + 1;
    for (unsigned try = 0;; try++) {
        char buffer[OBJECT_MAX_NAME + 1];
        int kept = (int)(OBJECT_MAX_NAME - 24); /* room for the numbers */
        if (try == 0)
            snprintf(buffer, size, "%.*s.%u", kept, good ? from->name : "symbol", symbol);
        else
            snprintf(buffer, size, "%.*s.%u.%u", kept, good ? from->name : "symbol", symbol, try);
        uint32_t other;
        if (!name_index_find(&labels->used, buffer, &other)) {
            claim(labels, symbol, arena_text(&labels->arena, buffer, strlen(buffer)));
            return;
        }
    }
}

uint32_t labels_offset(const struct labels *labels, uint32_t symbol)
{
    const struct object_symbol *found = &labels->object->symbols[symbol];
    return labels->object->linked ? found->value - labels->object->address[found->section] : found->value;
}

/* A symbol and its place, for sorting. */
struct placed {
    uint32_t offset;
    uint32_t symbol;
};

static int compare_places(const void *left, const void *right)
{
    const struct placed *a = left;
    const struct placed *b = right;
    return compare_pairs(a->offset, a->symbol, b->offset, b->symbol);
}

static void list_labels(struct labels *labels, enum object_section section)
{
    const struct object *object = labels->object;
    struct label_list *list = &labels->sections[section];
    struct placed *placed = memory_take(object->symbol_count, sizeof *placed);
    for (uint32_t i = 0; i < object->symbol_count; i++)
        if (object->symbols[i].section == section && !object_symbol_is_section(&object->symbols[i]))
            placed[list->count++] = (struct placed){.offset = labels_offset(labels, i), .symbol = i};
    qsort(placed, list->count, sizeof *placed, compare_places);
    list->symbols = memory_take(list->count, sizeof *list->symbols);
    for (size_t i = 0; i < list->count; i++)
        list->symbols[i] = placed[i].symbol;
    free(placed);
}

void labels_init(struct labels *labels, const struct object *object)
{
    *labels = (struct labels){.object = object};
    labels->used = (struct name_index){.name = name_of, .owner = labels};
    labels->names = memory_take(object->symbol_count, sizeof *labels->names);
    for (int global = 1; global >= 0; global--) /* the name of a global symbol matters to other files */
        for (uint32_t i = 0; i < object->symbol_count; i++)
            if (object->symbols[i].global == (bool)global && !object_symbol_is_section(&object->symbols[i]))
                choose_name(labels, i);
    uint32_t start;
    labels->has_start = name_index_find(&labels->used, "_start", &start);
    name_index_free(&labels->used);
    for (enum object_section section = SECTION_TEXT; section < SECTION_END; section++)
        list_labels(labels, section);
}

void labels_free(struct labels *labels)
{
    for (int section = 0; section < SECTION_COUNT; section++)
        free(labels->sections[section].symbols);
    free(labels->names);
    arena_release(&labels->arena);
}

size_t labels_at(const struct labels *labels, enum object_section section, uint32_t offset)
{
    const struct label_list *list = &labels->sections[section];
    size_t low = 0;
    size_t high = list->count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (labels_offset(labels, list->symbols[middle]) < offset)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

const char *labels_name_at(const struct labels *labels, enum object_section section, uint32_t offset)
{
    const struct label_list *list = &labels->sections[section];
    size_t first = labels_at(labels, section, offset);
    if (first == list->count || labels_offset(labels, list->symbols[first]) != offset)
        return NULL;
    return labels->names[list->symbols[first]];
}
