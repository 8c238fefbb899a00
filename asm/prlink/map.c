/* map.c - the map file: addresses of the program and the objects they come from.
 *
 * The map is in the order of addresses. All allocation precedes printing, so that the map is written directly
 * to its file.
 */
#include "asm/prlink/prlink.h"

#include "common/compare.h"
#include "common/message.h"
#include "common/system/system.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static void print_section_row(FILE *stream, enum object_section section, uint32_t address, uint32_t size,
                              const char *name)
{
    fprintf(stream, "  %-12s  0x%08" PRIx32 "  %10" PRIu32 "%s", object_section_name(section), address, size,
            *name ? "  " : "");
    message_text(stream, name, strlen(name));
    fputc('\n', stream);
}

static int compare_symbols(const void *left, const void *right, void *symbols)
{
    const struct object_symbol *a = &((const struct object_symbol *)symbols)[*(const uint32_t *)left];
    const struct object_symbol *b = &((const struct object_symbol *)symbols)[*(const uint32_t *)right];
    const int places = compare_pairs(a->section, a->value, b->section, b->value);
    return places != 0 ? places : strcmp(a->name, b->name);
}

void map_begin(struct map *map, const struct linker *linker, const struct object *program)
{
    *map = (struct map){.linker = linker, .program = program};
    for (size_t i = 0; i < program->symbol_count; i++)
        map->global_count += program->symbols[i].global;
    map->globals = memory_take(map->global_count, sizeof *map->globals);
    size_t count = 0;
    for (size_t i = 0; i < program->symbol_count; i++)
        if (program->symbols[i].global)
            map->globals[count++] = (uint32_t)i;
    system_sort(map->globals, count, sizeof *map->globals, compare_symbols, program->symbols);
}

void map_end(struct map *map)
{
    free(map->globals);
    map->globals = NULL;
}

/* The input of a symbol of the program: symbols are in the order of inputs, the linker's own last. */
static const char *name_definer(const struct linker *linker, size_t symbol)
{
    size_t low = 0;
    size_t high = linker->taken_count;
    while (low < high) { /* the first input whose symbols end after this one */
        size_t middle = (low + high) / 2;
        if (linker->taken[middle]->symbols_end <= symbol)
            low = middle + 1;
        else
            high = middle;
    }
    return low < linker->taken_count ? linker->taken[low]->name : "(prlink)";
}

static void print_symbols(const struct map *map, FILE *stream)
{
    fprintf(stream, "\nglobal symbols\n  %-12s  %-10s  %s\n", "section", "address", "name and file");
    for (size_t i = 0; i < map->global_count; i++) {
        const struct object_symbol *symbol = &map->program->symbols[map->globals[i]];
        const char *definer = name_definer(map->linker, map->globals[i]);
        fprintf(stream, "  %-12s  0x%08" PRIx32 "  ", object_section_name(symbol->section), symbol->value);
        message_text(stream, symbol->name, strlen(symbol->name));
        fputs("  ", stream);
        message_text(stream, definer, strlen(definer));
        fputc('\n', stream);
    }
}

/* The row of the gap between two objects. */
static void print_islands(const struct map *map, enum object_section section, size_t number, FILE *stream)
{
    const struct link_gap *gaps = map->linker->gaps;
    if (section == SECTION_TEXT && gaps != NULL && gaps[number].words > 0)
        print_section_row(stream, section, gaps[number].place, gaps[number].words, "(prlink: islands)");
}

void map_print(const void *context, FILE *stream)
{
    const struct map *map = context;
    const struct object *program = map->program;
    fprintf(stream, "sections\n  %-12s  %-10s  %10s\n", "name", "address", "words");
    for (enum object_section section = SECTION_TEXT; section < SECTION_END; section++)
        print_section_row(stream, section, program->address[section], program->size[section], "");
    fprintf(stream, "\nentry point 0x%08" PRIx32 "\n", program->entry);

    fprintf(stream, "\nobjects\n  %-12s  %-10s  %10s  %s\n", "section", "address", "words", "file");
    for (enum object_section section = SECTION_TEXT; section < SECTION_END; section++)
        for (size_t i = 0; i < map->linker->taken_count; i++) {
            const struct link_input *input = map->linker->taken[i];
            print_islands(map, section, i, stream);
            if (input->object.size[section] > 0)
                print_section_row(stream, section, program->address[section] + input->base[section],
                                  input->object.size[section], input->name);
            if (i + 1 == map->linker->taken_count)
                print_islands(map, section, i + 1, stream);
        }
    print_symbols(map, stream);
}
