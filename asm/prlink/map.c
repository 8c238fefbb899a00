/* map.c - the map file: what lies where in the program and who brought it.
 *
 * Everything stands in the order of its addresses. Knows nothing of how it came about.
 */
#include "asm/prlink/prlink.h"

#include "common/message.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static void print_section_row(FILE *stream, enum object_section section, uint32_t address, uint32_t size,
                              const char *name)
{
    message_line(stream, "  %-12s  0x%08" PRIx32 "  %10" PRIu32 "%s%s", object_section_name(section), address,
                 size, *name ? "  " : "", name);
}

static int compare_symbols(const void *left, const void *right)
{
    const struct link_symbol *a = *(const struct link_symbol *const *)left;
    const struct link_symbol *b = *(const struct link_symbol *const *)right;
    if (a->section != b->section)
        return a->section < b->section ? -1 : 1;
    if (a->value != b->value)
        return a->value < b->value ? -1 : 1;
    return strcmp(a->name, b->name);
}

static void print_symbols(const struct linker *linker, FILE *stream)
{
    const struct link_symbol **sorted = memory_take(linker->globals.count, sizeof(struct link_symbol *));
    size_t count = 0;
    for (size_t i = 0; i < linker->globals.count; i++) {
        const struct link_symbol *symbol = linker->globals.entries[i].item;
        if (symbol->definer != NULL || symbol->by_linker)
            sorted[count++] = symbol;
    }
    qsort(sorted, count, sizeof(struct link_symbol *), compare_symbols);
    fprintf(stream, "\nglobal symbols\n  %-12s  %-10s  %s\n", "section", "address", "name and file");
    for (size_t i = 0; i < count; i++)
        message_line(stream, "  %-12s  0x%08" PRIx32 "  %s  %s", object_section_name(sorted[i]->section),
                     sorted[i]->value, sorted[i]->name,
                     sorted[i]->by_linker ? "(prlink)" : sorted[i]->definer->name);
    free(sorted);
}

void linker_print_map(const struct linker *linker, const struct object *program, FILE *stream)
{
    fprintf(stream, "sections\n  %-12s  %-10s  %10s\n", "name", "address", "words");
    for (enum object_section section = SECTION_TEXT; section < SECTION_END; section++)
        print_section_row(stream, section, program->address[section], program->size[section], "");
    fprintf(stream, "\nentry point 0x%08" PRIx32 "\n", program->entry);

    fprintf(stream, "\nobjects\n  %-12s  %-10s  %10s  %s\n", "section", "address", "words", "file");
    for (enum object_section section = SECTION_TEXT; section < SECTION_END; section++)
        for (size_t i = 0; i < linker->taken_count; i++) {
            const struct link_input *input = linker->taken[i];
            if (input->object.size[section] > 0)
                print_section_row(stream, section, program->address[section] + input->base[section],
                                  input->object.size[section], input->name);
        }
    print_symbols(linker, stream);
}
