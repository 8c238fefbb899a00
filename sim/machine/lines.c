/* lines.c - see lines.h. */
#include "lines.h"

#include <stdlib.h>
#include <string.h>

#include "common/compare.h"
#include "common/memory.h"
#include "common/system/system.h"
#include "sim/machine/machine.h"

/* Inlined copies of a function have another file number for their lines. */
static int compare_files(const struct object *object, uint32_t a, uint32_t b)
{
    return a == b ? 0 : strcmp(object->files[a].name, object->files[b].name);
}

static int compare_lines(const void *left, const void *right, void *context)
{
    const struct object_line *a = left;
    const struct object_line *b = right;
    const int files = compare_files(context, a->file, b->file);
    return files != 0 ? files : compare_pairs(a->line, a->address, b->line, b->address);
}

/* A line may have made instructions in several places. */
uint32_t *lines_first(struct machine *machine)
{
    const struct object *object = &machine->object;
    const uint32_t count = machine->program.count;
    uint32_t *places = ARENA_ARRAY(&machine->arena, uint32_t, (size_t)count + 1);
    struct object_line *lines = memory_take(object->line_count + 1, sizeof *lines);
    for (uint32_t pc = 0; pc < count; pc++)
        places[pc] = pc;
    if (object->line_count != 0)
        memcpy(lines, object->lines, object->line_count * sizeof *lines);
    system_sort(lines, object->line_count, sizeof *lines, compare_lines, (void *)object);
    for (size_t k = 1; k < object->line_count; k++)
        if (lines[k].line != 0 && compare_files(object, lines[k].file, lines[k - 1].file) == 0 &&
            lines[k].line == lines[k - 1].line && lines[k].address < count)
            places[lines[k].address] = places[lines[k - 1].address];
    free(lines);
    size_t next = 0;
    uint32_t present = 0;
    for (uint32_t pc = 0; pc < count; pc++) {
        while (next < object->line_count && object->lines[next].address <= pc)
            present = object->lines[next++].address;
        bool is_known = next > 0 && object->lines[next - 1].line != 0;
        if (is_known && present < count)
            places[pc] = places[present];
    }
    return places;
}

uint32_t *functions_first(struct arena *arena, const struct object *object)
{
    enum {
        NOTHING,
        LABEL,
        FUNCTION
    }; /* what begins at an instruction; labels count before the first function */
    const uint32_t count = object->size[SECTION_TEXT];
    uint32_t *first = ARENA_ARRAY(arena, uint32_t, (size_t)count + 1);
    uint32_t present = UINT32_MAX;
    bool has_function = false;
    OBJECT_SYMBOLS (object, symbol) {
        if (symbol->section == SECTION_TEXT && symbol->value < count && (symbol->function || symbol->global))
            first[symbol->value] = symbol->function || first[symbol->value] == FUNCTION ? FUNCTION : LABEL;
    }
    for (uint32_t pc = 0; pc < count; pc++) {
        if (first[pc] == FUNCTION || (first[pc] == LABEL && !has_function))
            present = pc;
        has_function = has_function || first[pc] == FUNCTION;
        first[pc] = present;
    }
    return first;
}

/* ---- origins */

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
