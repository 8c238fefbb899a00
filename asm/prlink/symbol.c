/* symbol.c - who defines what and who wants what.
 *
 * An archive member takes part as soon as it defines a name that is wanted and not defined. Each name is
 * looked at once when it becomes wanted, so the work is linear in the number of symbols however archives
 * depend on each other. May call names.h.
 */
#include "asm/prlink/prlink.h"

#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name;
    enum object_section section;
    bool at_end;
} linker_symbols[] = {
#define LINKER_SYMBOL(name, section, at_end, text) {#name, section, at_end},
#include "asm/tables/linker_symbol.def"
};
#define LINKER_SYMBOL_COUNT (sizeof linker_symbols / sizeof linker_symbols[0])

static struct link_symbol *enter(struct linker *linker, const char *name)
{
    struct name_entry *entry = names_find(&linker->globals, name, strlen(name));
    if (entry->item == NULL) {
        struct link_symbol *symbol = arena_alloc(&linker->arena, sizeof *symbol);
        symbol->name = name; /* owned by an input's object, which lives as long as the linker */
        entry->item = symbol;
    }
    return entry->item;
}

static bool defines(const struct object_symbol *symbol)
{
    return symbol->global && symbol->section != SECTION_UNDEFINED;
}

const char *describe_place(const struct link_input *input, enum object_section section, uint32_t offset,
                           char *text, size_t size)
{
    const char *file;
    uint32_t line;
    if (section == SECTION_ABSOLUTE)
        snprintf(text, size, "%s (an absolute symbol)", input->name);
    else if (section == SECTION_TEXT && object_find_line(&input->object, offset, &file, &line) &&
             strcmp(file, input->name) == 0)
        snprintf(text, size, "%s:%u", file, line); /* fcc has named the source */
    else if (section == SECTION_TEXT && object_find_line(&input->object, offset, &file, &line))
        snprintf(text, size, "%s (%s+0x%x, %s:%u)", input->name, object_section_name(section), offset, file,
                 line);
    else
        snprintf(text, size, "%s (%s+0x%x)", input->name, object_section_name(section), offset);
    return text;
}

/* "main.o (.text+0x12, main.s:7)"; without a place if the object never uses the symbol */
static const char *describe_use(struct link_input *input, uint32_t symbol, char *text, size_t size)
{
    const struct object *object = &input->object;
    if (input->first_reloc == NULL) {
        input->first_reloc = memory_take(object->symbol_count, sizeof *input->first_reloc);
        for (size_t i = object->reloc_count; i-- > 0;)
            input->first_reloc[object->relocs[i].symbol] = (uint32_t)(i + 1);
    }
    uint32_t first = input->first_reloc[symbol];
    if (first == 0)
        snprintf(text, size, "%s", input->name);
    else
        describe_place(input, object->relocs[first - 1].section, object->relocs[first - 1].offset, text,
                       size);
    return text;
}

static void report_double(struct linker *linker, const struct link_symbol *global,
                          const struct link_input *input, uint32_t index)
{
    char text[1024];
    const struct object_symbol *first = &global->definer->object.symbols[global->definition];
    const struct object_symbol *second = &input->object.symbols[index];
    diag_report(linker->diag, DIAG_ERROR, NULL, "symbol '%s' is defined more than once", global->name);
    diag_report(linker->diag, DIAG_NOTE, NULL, "in %s",
                describe_place(global->definer, first->section, first->value, text, sizeof text));
    diag_report(linker->diag, DIAG_NOTE, NULL, "and in %s",
                describe_place(input, second->section, second->value, text, sizeof text));
}

/* Makes an input part of the program: its definitions count, and what it refers to is wanted. */
static void take(struct linker *linker, struct link_input *input)
{
    input->taken = true;
    linker->taken = memory_grow(linker->taken, &linker->taken_capacity, linker->taken_count + 1,
                                sizeof(struct link_input *));
    linker->taken[linker->taken_count++] = input;
    for (uint32_t i = 0; i < input->object.symbol_count; i++) {
        const struct object_symbol *symbol = &input->object.symbols[i];
        if (!symbol->global)
            continue;
        struct link_symbol *global = enter(linker, symbol->name);
        if (symbol->section == SECTION_UNDEFINED) {
            global->wanted = true;
        } else if (global->definer == NULL) {
            global->definer = input;
            global->definition = i;
            merge_definition(linker, global, input, i);
        } else if (!merge_definition(linker, global, input, i)) {
            report_double(linker, global, input, i);
        }
    }
}

static void offer(struct linker *linker, struct link_input *input)
{
    for (uint32_t i = 0; i < input->object.symbol_count; i++) {
        const struct object_symbol *symbol = &input->object.symbols[i];
        if (!defines(symbol) || merge_is_merged(symbol->name))
            continue;
        struct link_symbol *global = enter(linker, symbol->name);
        if (global->candidate == NULL)
            global->candidate = input;
    }
}

/* Pulls the members that define wanted names; what they want in turn stands in their own symbols. */
static void pull_for(struct linker *linker, const struct link_input *input)
{
    for (uint32_t i = 0; i < input->object.symbol_count; i++) {
        const struct object_symbol *symbol = &input->object.symbols[i];
        if (!symbol->global || symbol->section != SECTION_UNDEFINED)
            continue;
        struct link_symbol *global = enter(linker, symbol->name);
        if (global->definer == NULL && global->candidate != NULL && !global->candidate->taken)
            take(linker, global->candidate);
    }
}

static bool define_by_linker(struct link_symbol *global)
{
    if (merge_may_be_missing(global->name)) {
        global->by_linker = true;
        global->section = SECTION_ABSOLUTE;
        return true;
    }
    for (size_t i = 0; i < LINKER_SYMBOL_COUNT; i++)
        if (strcmp(linker_symbols[i].name, global->name) == 0) {
            global->by_linker = true;
            return true;
        }
    return false;
}

/* Says which files want a name; the wish lists of all files are gone through once, in their order. */
static void report_undefined(struct linker *linker)
{
    for (size_t k = 0; k < linker->taken_count; k++) {
        struct link_input *input = linker->taken[k];
        for (uint32_t i = 0; i < input->object.symbol_count; i++) {
            const struct object_symbol *symbol = &input->object.symbols[i];
            if (!symbol->global || symbol->section != SECTION_UNDEFINED)
                continue;
            const struct link_symbol *global = symbols_find(linker, symbol->name);
            char text[1024];
            if (global->definer == NULL && !global->by_linker)
                diag_report(linker->diag, DIAG_ERROR, NULL, "undefined symbol '%s', wanted by %s",
                            symbol->name, describe_use(input, i, text, sizeof text));
        }
    }
}

bool symbols_resolve(struct linker *linker, const char *entry)
{
    int errors = linker->diag->errors;
    for (size_t i = 0; i < linker->input_count; i++)
        if (linker->inputs[i]->archived)
            offer(linker, linker->inputs[i]);
    for (size_t i = 0; i < linker->input_count; i++)
        if (!linker->inputs[i]->archived)
            take(linker, linker->inputs[i]);
    struct link_symbol *start = enter(linker, entry); /* a library may bring the entry point */
    if (start->definer == NULL && start->candidate != NULL)
        take(linker, start->candidate);
    for (size_t i = 0; i < linker->taken_count; i++) /* grows while it runs */
        pull_for(linker, linker->taken[i]);
    for (size_t i = 0; i < linker->globals.count; i++) {
        struct link_symbol *global = linker->globals.entries[i].item;
        if (global->wanted && global->definer == NULL)
            define_by_linker(global);
    }
    report_undefined(linker);
    return linker->diag->errors == errors;
}

static void place_linker_symbol(struct linker *linker, struct link_symbol *global)
{
    const struct object *program = linker->program;
    for (size_t i = 0; i < LINKER_SYMBOL_COUNT; i++) {
        if (strcmp(linker_symbols[i].name, global->name) != 0)
            continue;
        enum object_section section = linker_symbols[i].section;
        global->section = section;
        if (section == SECTION_ABSOLUTE)
            global->value = program->address[SECTION_PRIVATE_BSS] + program->size[SECTION_PRIVATE_BSS] -
                            program->address[SECTION_PRIVATE];
        else
            global->value =
                program->address[section] + (linker_symbols[i].at_end ? program->size[section] : 0);
    }
}

void symbols_place(struct linker *linker)
{
    for (size_t i = 0; i < linker->globals.count; i++) {
        struct link_symbol *global = linker->globals.entries[i].item;
        if (global->by_linker)
            place_linker_symbol(linker, global);
        if (global->definer == NULL)
            continue;
        const struct object_symbol *symbol = &global->definer->object.symbols[global->definition];
        global->section = symbol->section;
        global->value = symbol->value;
        if (symbol->section < SECTION_COUNT)
            global->value +=
                linker->program->address[symbol->section] + global->definer->base[symbol->section];
    }
}
