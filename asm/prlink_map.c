/* prlink_map.c - the map file: what lies where in the program and who brought it.
 */
#include "prlink.h"

#include <inttypes.h>

static void print_section_row(FILE *stream, enum object_section section, uint32_t address, uint32_t size,
                              const char *name)
{
    fprintf(stream, "  %-12s  0x%08" PRIx32 "  %10" PRIu32 "%s%s\n", object_section_name(section), address,
            size, *name ? "  " : "", name);
}

void linker_print_map(const struct linker *linker, const struct object *program, FILE *stream)
{
    fprintf(stream, "sections\n  %-12s  %-10s  %10s\n", "name", "address", "words");
    for (enum object_section section = SECTION_TEXT; section < SECTION_COUNT; section++)
        print_section_row(stream, section, program->address[section], program->size[section], "");
    fprintf(stream, "\nentry point 0x%08" PRIx32 "\n", program->entry);

    fprintf(stream, "\nobjects\n  %-12s  %-10s  %10s  %s\n", "section", "address", "words", "file");
    for (size_t i = 0; i < linker->taken_count; i++) {
        const struct link_input *input = linker->taken[i];
        for (enum object_section section = SECTION_TEXT; section < SECTION_COUNT; section++)
            if (input->object.size[section] > 0)
                print_section_row(stream, section, program->address[section] + input->base[section],
                                  input->object.size[section], input->name);
    }

    fprintf(stream, "\nglobal symbols\n  %-12s  %-10s  %s\n", "section", "address", "name and file");
    for (size_t i = 0; i < linker->globals.count; i++) {
        const struct link_symbol *symbol = linker->globals.entries[i].item;
        if (symbol->definer != NULL || symbol->by_linker)
            fprintf(stream, "  %-12s  0x%08" PRIx32 "  %s  %s\n", object_section_name(symbol->section),
                    symbol->value, symbol->name, symbol->by_linker ? "(prlink)" : symbol->definer->name);
    }
}
