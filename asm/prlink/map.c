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
    const struct object_symbol *a = *(const struct object_symbol *const *)left;
    const struct object_symbol *b = *(const struct object_symbol *const *)right;
    if (a->section != b->section)
        return a->section < b->section ? -1 : 1;
    if (a->value != b->value)
        return a->value < b->value ? -1 : 1;
    return strcmp(a->name, b->name);
}

/* The input that brought a symbol of the program: they lie in the order of the inputs, the linker's own last.
 */
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

static void print_symbols(const struct linker *linker, const struct object *program, FILE *stream)
{
    const struct object_symbol **sorted = memory_take(program->symbol_count, sizeof(struct object_symbol *));
    size_t count = 0;
    for (size_t i = 0; i < program->symbol_count; i++)
        if (program->symbols[i].global)
            sorted[count++] = &program->symbols[i];
    qsort(sorted, count, sizeof(struct object_symbol *), compare_symbols);
    fprintf(stream, "\nglobal symbols\n  %-12s  %-10s  %s\n", "section", "address", "name and file");
    for (size_t i = 0; i < count; i++)
        message_line(stream, "  %-12s  0x%08" PRIx32 "  %s  %s", object_section_name(sorted[i]->section),
                     sorted[i]->value, sorted[i]->name,
                     name_definer(linker, (size_t)(sorted[i] - program->symbols)));
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
    print_symbols(linker, program, stream);
}
