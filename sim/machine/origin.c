/* origin.c - see origin.h. */
#include "origin.h"

#include <stdlib.h>
#include <string.h>

static bool begins_with(const char *text, const char *start)
{
    return strncmp(text, start, strlen(start)) == 0;
}

/* The library is compiled as fork-rt/NAME in the build tree; its headers lie where fcc finds them. */
static enum code_origin origin_of_file(const char *file)
{
    const size_t length = strlen(file);
    if (begins_with(file, "fork-rt/"))
        return length > 2 && strcmp(file + length - 2, ".s") == 0 ? ORIGIN_RUNTIME : ORIGIN_LIBRARY;
    if (strstr(file, "/fork-rt/include/") != NULL || strstr(file, "/share/pramsim/include/") != NULL)
        return ORIGIN_LIBRARY;
    return ORIGIN_USER;
}

static void mark_lines(const struct object *object, uint8_t *origins)
{
    const uint32_t count = object->size[SECTION_TEXT];
    for (size_t k = 0; k < object->line_count; k++) {
        const struct object_line *line = &object->lines[k];
        const uint32_t end = k + 1 < object->line_count ? object->lines[k + 1].address : count;
        const enum code_origin origin =
            line->line != 0 ? origin_of_file(object->files[line->file]) : ORIGIN_USER;
        for (uint32_t pc = line->address; pc < end && pc < count; pc++)
            origins[pc] = (uint8_t)origin;
    }
}

static int compare_symbols(const void *left, const void *right)
{
    const struct object_symbol *a = *(const struct object_symbol *const *)left;
    const struct object_symbol *b = *(const struct object_symbol *const *)right;
    return a->value < b->value ? -1 : a->value > b->value;
}

static bool is_runtime(const char *function)
{
    return begins_with(function, "__fork_") || strcmp(function, "_start") == 0;
}

/* A function goes to where the next one begins. False if memory is short. */
static bool mark_functions(const struct object *object, uint8_t *origins)
{
    const uint32_t count = object->size[SECTION_TEXT];
    const struct object_symbol **functions = malloc((object->symbol_count + 1) * sizeof *functions);
    size_t used = 0;
    if (functions == NULL)
        return false;
    for (size_t k = 0; k < object->symbol_count; k++)
        if (object->symbols[k].section == SECTION_TEXT && object->symbols[k].function)
            functions[used++] = &object->symbols[k];
    qsort(functions, used, sizeof *functions, compare_symbols);
    for (size_t k = 0; k < used; k++) {
        const uint32_t end = k + 1 < used ? functions[k + 1]->value : count;
        for (uint32_t pc = functions[k]->value; is_runtime(functions[k]->name) && pc < end && pc < count;
             pc++)
            origins[pc] = ORIGIN_RUNTIME;
    }
    free(functions);
    return true;
}

uint8_t *origin_find(const struct object *object)
{
    uint8_t *origins = calloc((size_t)object->size[SECTION_TEXT] + 1, sizeof *origins);
    if (origins == NULL)
        return NULL;
    mark_lines(object, origins);
    if (!mark_functions(object, origins)) {
        free(origins);
        return NULL;
    }
    return origins;
}
