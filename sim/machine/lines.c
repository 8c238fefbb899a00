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
