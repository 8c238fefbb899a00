/* origin.c - see origin.h. */
#include "origin.h"

#include <string.h>

static bool begins_with(const char *text, const char *start)
{
    return strncmp(text, start, strlen(start)) == 0;
}

/* The library is compiled as fork-rt/NAME in the build tree; its headers lie where fcc finds them. Its
 * assembly is the runtime, except in fork-rt/c, which has functions of C. */
static enum code_origin origin_of_file(const char *file)
{
    const size_t length = strlen(file);
    if (begins_with(file, "fork-rt/c/"))
        return ORIGIN_LIBRARY;
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
            line->line != 0 ? origin_of_file(object->files[line->file].name) : ORIGIN_USER;
        for (uint32_t pc = line->address; pc < end && pc < count; pc++)
            origins[pc] = (uint8_t)origin;
    }
}

static void mark_runtime(const struct object *object, const uint32_t *functions, uint8_t *origins)
{
    OBJECT_SYMBOLS (object, symbol) {
        if (symbol->section == SECTION_TEXT && symbol->function && begins_with(symbol->name, "__fork_"))
            for (uint32_t pc = symbol->value;
                 pc < object->size[SECTION_TEXT] && functions[pc] == symbol->value; pc++)
                origins[pc] = ORIGIN_RUNTIME;
    }
}

uint8_t *origin_table(struct arena *arena, const struct object *object, const uint32_t *functions)
{
    uint8_t *origins = ARENA_ARRAY(arena, uint8_t, (size_t)object->size[SECTION_TEXT] + 1);
    mark_lines(object, origins);
    mark_runtime(object, functions, origins);
    return origins;
}
