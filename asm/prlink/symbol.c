/* symbol.c - which object defines and which uses each symbol.
 *
 * An archive member is pulled as soon as it defines an undefined name that is used. Each name is handled
 * once, when it is first used, so the work is linear in the number of symbols, however archives depend on
 * each other. May call name_index.h.
 */
#include "asm/prlink/prlink.h"

#include "common/near.h"

#include <stdlib.h>
#include <string.h>

#define MAIN "main"

static const struct {
    const char *name;
    enum object_section section;
    bool at_end;
} linker_symbols[] = {
#define LINKER_SYMBOL(name, section, at_end, text) {#name, section, at_end},
#include "asm/tables/linker_symbol.def"
};
#define LINKER_SYMBOL_COUNT (sizeof linker_symbols / sizeof linker_symbols[0])

/* The global of a name; a new one if there is none. */
static struct link_symbol *enter(struct linker *linker, const char *name)
{
    uint32_t known;
    if (name_index_find(&linker->global_names, name, &known))
        return &linker->globals[known];
    linker->globals[linker->global_count] = (struct link_symbol){.name = name, .input = LINK_NO_INPUT};
    name_index_add(&linker->global_names, (uint32_t)linker->global_count);
    return &linker->globals[linker->global_count++];
}

const char *symbols_name(const void *linker, uint32_t number)
{
    return ((const struct linker *)linker)->globals[number].name;
}

void symbols_forget(struct linker *linker)
{
    free(linker->globals);
    linker->globals = NULL;
    linker->global_count = 0;
    name_index_free(&linker->global_names);
}

static bool defines(const struct object_symbol *symbol)
{
    return symbol->global && symbol->section != SECTION_UNDEFINED;
}

/* The source line of an instruction, if it has one. */
static bool find_line(struct link_input *input, uint32_t offset, const char **file, uint32_t *line)
{
    struct object_error ignored; /* pramsim refuses the program with it */
    if (!input->has_lines)
        object_read_lines(&input->object, &ignored);
    input->has_lines = true;
    return object_find_line(&input->object, offset, file, line);
}

const char *describe_place(struct link_input *input, enum object_section section, uint32_t offset, char *text,
                           size_t size)
{
    const char *file;
    uint32_t line;
    if (section == SECTION_ABSOLUTE)
        snprintf(text, size, "%s (an absolute symbol)", input->name);
    else if (section == SECTION_TEXT && find_line(input, offset, &file, &line) &&
             strcmp(file, input->name) == 0)
        snprintf(text, size, "%s:%u", file, line); /* the source has been named by fcc */
    else if (section == SECTION_TEXT && find_line(input, offset, &file, &line))
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

static void report_double(struct linker *linker, const struct link_symbol *global, struct link_input *input,
                          uint32_t index)
{
    char text[1024];
    struct link_input *definer = symbols_definer(linker, global);
    const struct object_symbol *first = &definer->object.symbols[global->definition];
    const struct object_symbol *second = &input->object.symbols[index];
    diag_report(linker->diag, DIAG_ERROR, NULL, "symbol '%s' is defined more than once", global->name);
    diag_report(linker->diag, DIAG_NOTE, NULL, "in %s",
                describe_place(definer, first->section, first->value, text, sizeof text));
    diag_report(linker->diag, DIAG_NOTE, NULL, "and in %s",
                describe_place(input, second->section, second->value, text, sizeof text));
}

/* Makes an input part of the program: adds its definitions and the names that it uses. */
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
        } else if (global->is_replaced) {
            continue;
        } else if (!global->defined) {
            global->defined = true;
            global->input = input->number;
            global->definition = i;
            merge_definition(linker, global, input, i);
        } else if (!merge_definition(linker, global, input, i)) {
            report_double(linker, global, input, i);
        }
    }
}

/* Takes the archive member that defines a name, if it is not defined and there is one. */
static void pull(struct linker *linker, struct link_symbol *global)
{
    if (global->is_replaced && !global->defined) {
        struct link_symbol *other = instead_of(linker, global);
        pull(linker, other);
        global->defined = other->defined;
        global->input = other->input;
        global->definition = other->definition;
        return;
    }
    if (!global->defined && global->input != LINK_NO_INPUT && !linker->inputs[global->input]->taken)
        take(linker, linker->inputs[global->input]);
}

static void offer(struct linker *linker, struct link_input *input)
{
    for (uint32_t i = 0; i < input->object.symbol_count; i++) {
        const struct object_symbol *symbol = &input->object.symbols[i];
        if (!defines(symbol) || merge_is_merged(symbol->name))
            continue;
        struct link_symbol *global = enter(linker, symbol->name);
        if (global->input == LINK_NO_INPUT)
            global->input = input->number;
    }
}

/* Pulls the members that define used names; the names that these members use are handled in turn. */
static void pull_for(struct linker *linker, const struct link_input *input)
{
    for (uint32_t i = 0; i < input->object.symbol_count; i++) {
        const struct object_symbol *symbol = &input->object.symbols[i];
        if (!symbol->global || symbol->section != SECTION_UNDEFINED)
            continue;
        pull(linker, enter(linker, symbol->name));
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

/* Reports a missing entry point. The library uses the name, so its place there is no help. */
static void report_no_main(struct linker *linker)
{
    struct near near;
    near_start(&near, MAIN, strlen(MAIN));
    for (size_t i = 0; i < linker->global_count; i++) {
        const struct link_input *definer = symbols_definer(linker, &linker->globals[i]);
        if (definer != NULL && !definer->archived)
            near_offer(&near, linker->globals[i].name);
    }
    diag_report(linker->diag, DIAG_ERROR, NULL,
                "there is no function '" MAIN "', where a program begins: int "
                "main(void)%s%s%s",
                near.best != NULL ? "; did you mean '" : "", near.best != NULL ? near.best : "",
                near.best != NULL ? "'?" : "");
}

/* Reports which files use a name; goes through the lists of all files once, in order. */
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
            if (global->defined || global->by_linker)
                continue;
            if (input->archived && strcmp(symbol->name, MAIN) == 0)
                report_no_main(linker);
            else
                diag_report(linker->diag, DIAG_ERROR, NULL, "undefined symbol '%s', used by %s", symbol->name,
                            describe_use(input, i, text, sizeof text));
        }
    }
}

/* Room for as many globals as there can be: an array that grows would leave its old places in the heap. */
static void reserve_globals(struct linker *linker)
{
    size_t most = 1; /* the entry */
    for (size_t i = 0; i < linker->input_count; i++)
        for (size_t k = 0; k < linker->inputs[i]->object.symbol_count; k++)
            most += linker->inputs[i]->object.symbols[k].global;
    linker->globals = memory_take(most, sizeof *linker->globals);
}

bool symbols_resolve(struct linker *linker, const char *entry)
{
    int errors = linker->diag->errors;
    reserve_globals(linker);
    for (size_t i = 0; i < linker->input_count; i++)
        if (linker->inputs[i]->archived)
            offer(linker, linker->inputs[i]);
    for (size_t i = 0; i < linker->input_count; i++)
        if (!linker->inputs[i]->archived)
            take(linker, linker->inputs[i]);
    instead_mark(linker);
    pull(linker, enter(linker, entry));              /* a library may bring the entry point */
    for (size_t i = 0; i < linker->taken_count; i++) /* grows while it runs */
        pull_for(linker, linker->taken[i]);
    for (size_t i = 0; i < linker->global_count; i++)
        if (linker->globals[i].wanted && !linker->globals[i].defined)
            define_by_linker(&linker->globals[i]);
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
    for (size_t i = 0; i < linker->global_count; i++) {
        struct link_symbol *global = &linker->globals[i];
        const struct link_input *definer = symbols_definer(linker, global);
        if (global->by_linker)
            place_linker_symbol(linker, global);
        if (definer == NULL)
            continue;
        const struct object_symbol *symbol = &definer->object.symbols[global->definition];
        global->section = symbol->section;
        global->value = symbol->value;
        if (symbol->section < SECTION_COUNT)
            global->value += linker->program->address[symbol->section] + definer->base[symbol->section];
    }
}
