/* merge.c - symbols that several objects may define, by the rules of linker_merged.def.
 *
 * Equal numbers become one symbol; records of a chain get each other's addresses. May call symbol.c for
 * descriptions of places.
 */
#include "asm/prlink/prlink.h"

#include <string.h>

enum rule { RULE_EQUAL, RULE_CHAIN };

static const struct {
    const char *name;
    enum rule rule;
    const char *text;
} rows[LINK_MERGED_COUNT] = {
#define LINKER_MERGED(name, rule, text) {#name, RULE_##rule, text},
#include "asm/tables/linker_merged.def"
};

/* The row of a name, LINK_MERGED_COUNT if there is none. */
static size_t row_of(const char *name)
{
    size_t row = 0;
    while (row < LINK_MERGED_COUNT && strcmp(rows[row].name, name) != 0)
        row++;
    return row;
}

bool merge_is_merged(const char *name)
{
    return row_of(name) < LINK_MERGED_COUNT;
}

bool merge_may_be_missing(const char *name)
{
    size_t row = row_of(name);
    return row < LINK_MERGED_COUNT && rows[row].rule == RULE_CHAIN;
}

static void compare(struct linker *linker, size_t row, const struct link_symbol *global,
                    const struct link_input *input, uint32_t index)
{
    const struct link_input *definer = linker->merged[row].definer;
    const struct object_symbol *first = &definer->object.symbols[global->definition];
    const struct object_symbol *second = &input->object.symbols[index];
    if (first->section == SECTION_ABSOLUTE && second->section == SECTION_ABSOLUTE &&
        first->value == second->value)
        return;
    diag_report(linker->diag, DIAG_ERROR, NULL,
                "'%s' is %u in %s, but %u in %s: it must be the same in all objects", global->name,
                first->value, definer->name, second->value, input->name);
    diag_report(linker->diag, DIAG_NOTE, NULL, "it is the %s", rows[row].text);
}

static void append(struct linker *linker, size_t row, const struct link_input *input, uint32_t index)
{
    struct link_record **last = &linker->merged[row].records;
    enum object_section section = input->object.symbols[index].section;
    if (section == SECTION_ABSOLUTE) /* a number instead of records: prdis writes it so */
        return;
    if (section != SECTION_DATA) {
        diag_report(linker->diag, DIAG_ERROR, NULL, "%s: '%s' must be a record in .data", input->name,
                    rows[row].name);
        return;
    }
    while (*last != NULL)
        last = &(*last)->next;
    *last = arena_alloc(&linker->arena, sizeof **last);
    **last = (struct link_record){.definer = input, .definition = index};
}

bool merge_definition(struct linker *linker, const struct link_symbol *global, const struct link_input *input,
                      uint32_t index)
{
    size_t row = row_of(global->name);
    if (row == LINK_MERGED_COUNT)
        return false;
    if (linker->merged[row].definer == NULL)
        linker->merged[row].definer = input;
    if (rows[row].rule == RULE_CHAIN)
        append(linker, row, input, index);
    else
        compare(linker, row, global, input, index);
    return true;
}

bool merge_gave_way(const struct linker *linker, const struct link_input *input, const char *name)
{
    size_t row = row_of(name);
    return row < LINK_MERGED_COUNT && linker->merged[row].definer != input;
}

/* Index of a record among the words of the program's .data. */
static uint32_t record_offset(const struct link_record *record)
{
    return record->definer->base[SECTION_DATA] + record->definer->object.symbols[record->definition].value;
}

void merge_chains(struct linker *linker)
{
    struct object *program = linker->program;
    for (size_t row = 0; row < LINK_MERGED_COUNT; row++) {
        const struct link_record *record = linker->merged[row].records;
        for (; record != NULL; record = record->next) {
            uint32_t offset = record_offset(record);
            if (offset < program->size[SECTION_DATA])
                program->words[SECTION_DATA][offset] =
                    record->next != NULL ? program->address[SECTION_DATA] + record_offset(record->next) : 0;
        }
    }
}
