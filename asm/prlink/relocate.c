/* relocate.c - writes addresses into the fields of the program; and linker_link, which runs the whole link.
 *
 * The relocation types stand in one table here, as object.h describes them.
 */
#include "asm/prlink/prlink.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    uint32_t mask;  /* the field */
    unsigned bits;  /* bits of the signed field; 0: any number fits */
    bool relative;  /* relative to the place */
    uint32_t round; /* added, then */
    unsigned shift; /* shifted right */
    const char *what;
} kinds[RELOCATION_COUNT] = {
    [RELOCATION_WORD] = {.mask = 0xffffffffu},
    [RELOCATION_REL19] = {.mask = 0x7ffffu, .bits = 19, .relative = true, .what = "distance"},
    [RELOCATION_LOW19] = {.mask = 0x7ffffu, .bits = 19, .what = "address"},
    [RELOCATION_HIGH19] = {.mask = 0x7ffffu, .round = 4096, .shift = 13},
    [RELOCATION_LOW13] = {.mask = 0x1fffu},
    [RELOCATION_ABS13] = {.mask = 0x1fffu, .bits = 13, .what = "address"},
};

/* Address of a symbol of an input in the program. */
static uint32_t symbol_address(const struct linker *linker, const struct link_input *input, uint32_t index)
{
    const struct object_symbol *symbol = &input->object.symbols[index];
    if (symbol->global)
        return symbols_find(linker, symbol->name)->value;
    if (symbol->section == SECTION_ABSOLUTE)
        return symbol->value;
    if (object_is_debug(symbol->section))
        return input->debug_base[symbol->section - SECTION_DEBUG];
    return linker->program->address[symbol->section] + input->base[symbol->section] + symbol->value;
}

/* The name of a relocation's target in the source: for a place in a section its label. */
static const char *describe_target(const struct object *object, const struct object_reloc *reloc, char *text,
                                   size_t size)
{
    const struct object_symbol *symbol = &object->symbols[reloc->symbol];
    const char *name = symbol->name;
    int64_t addend = reloc->addend;
    for (size_t i = 0; object_symbol_is_section(symbol) && i < object->symbol_count; i++) {
        const struct object_symbol *label = &object->symbols[i];
        if (label->section == symbol->section && label->value == symbol->value + (uint32_t)reloc->addend &&
            label != symbol) {
            name = label->name;
            addend = 0;
            break;
        }
    }
    if (addend == 0)
        snprintf(text, size, "%s", name);
    else
        snprintf(text, size, "%s%+" PRId64, name, addend);
    return text;
}

static void report_overflow(struct linker *linker, struct link_input *input, const struct object_reloc *reloc,
                            int64_t number)
{
    char place[1024];
    char target[OBJECT_MAX_NAME + 16] = "";
    int64_t high = ((int64_t)1 << (kinds[reloc->type].bits - 1)) - 1;
    if (linker->diag->errors <
        PRLINK_ERRORS_SHOWN) /* finding names takes time: only for messages that are printed */
        describe_target(&input->object, reloc, target, sizeof target);
    diag_report(linker->diag, DIAG_ERROR, NULL,
                "%s: the %s of '%s', %" PRId64 ", does not fit %u signed bits (%" PRId64 "..%" PRId64 ")%s",
                describe_place(input, reloc->section, reloc->offset, place, sizeof place),
                kinds[reloc->type].what, target, number, kinds[reloc->type].bits, -high - 1, high,
                kinds[reloc->type].relative ? "; divide the larger source, so that islands fit between" : "");
}

/* The section of a relocation's target. */
static enum object_section find_section(const struct linker *linker, const struct link_input *input,
                                        uint32_t index)
{
    const struct object_symbol *symbol = &input->object.symbols[index];
    return symbol->global ? symbols_find(linker, symbol->name)->section : symbol->section;
}

/* Whether a branch or call leads to instructions, or to a number. */
static bool is_code(enum object_section section)
{
    return section == SECTION_TEXT || section == SECTION_ABSOLUTE;
}

static void report_data(struct linker *linker, struct link_input *input, const struct object_reloc *reloc,
                        enum object_section section)
{
    const struct object_symbol *symbol = &input->object.symbols[reloc->symbol];
    const struct link_input *definer =
        symbol->global ? symbols_definer(linker, symbols_find(linker, symbol->name)) : input;
    char place[1024], target[OBJECT_MAX_NAME + 16];
    diag_report(linker->diag, DIAG_ERROR, NULL, "%s: '%s' is a variable, in %s%s%s, and cannot be called",
                describe_place(input, reloc->section, reloc->offset, place, sizeof place),
                describe_target(&input->object, reloc, target, sizeof target), object_section_name(section),
                definer != NULL ? " of " : "", definer != NULL ? definer->name : "");
}

static bool fits(int64_t number, unsigned bits)
{
    return bits == 0 || (number >= -((int64_t)1 << (bits - 1)) && number < (int64_t)1 << (bits - 1));
}

/* The four bytes at a place in debug information, which may be odd. */
static void relocate_debug(struct linker *linker, const struct link_input *input,
                           const struct object_reloc *reloc)
{
    const uint32_t value = symbol_address(linker, input, reloc->symbol) + (uint32_t)reloc->addend;
    uint8_t *place = object_debug(linker->program, reloc->section)->bytes +
                     input->debug_base[reloc->section - SECTION_DEBUG] + reloc->offset;
    for (unsigned i = 0; i < sizeof value; i++)
        place[i] = (uint8_t)(value >> 8 * i);
}

static void relocate(struct linker *linker, struct link_input *input, const struct object_reloc *reloc)
{
    if (object_is_debug(reloc->section)) {
        relocate_debug(linker, input, reloc);
        return;
    }
    struct object *program = linker->program;
    uint32_t place = input->base[reloc->section] + reloc->offset;
    uint32_t address = symbol_address(linker, input, reloc->symbol) + (uint32_t)reloc->addend;
    int64_t number = (int32_t)address;
    if (kinds[reloc->type].relative)
        number = (int64_t)address - (program->address[reloc->section] + (int64_t)place);
    unsigned bits = kinds[reloc->type].bits;
    int64_t island;
    if (kinds[reloc->type].relative && !is_code(find_section(linker, input, reloc->symbol))) {
        report_data(linker, input, reloc, find_section(linker, input, reloc->symbol));
        return;
    }
    if (!fits(number, bits) && islands_lead(linker, input, reloc, &island))
        number = island - (int64_t)place;
    if (!fits(number, bits)) {
        report_overflow(linker, input, reloc, number);
        return;
    }
    uint32_t field = ((uint32_t)number + kinds[reloc->type].round) >> kinds[reloc->type].shift;
    uint32_t *word = &program->words[reloc->section][place];
    *word = (*word & ~kinds[reloc->type].mask) | (field & kinds[reloc->type].mask);
}

static void relocate_program(struct linker *linker)
{
    for (size_t i = 0; i < linker->taken_count; i++) {
        struct link_input *input = linker->taken[i];
        for (size_t k = 0; k < input->object.reloc_count; k++)
            relocate(linker, input, &input->object.relocs[k]);
        free(input->object.relocs);
        input->object.relocs = NULL;
        input->object.reloc_count = 0;
    }
}

static void find_entry(struct linker *linker, const char *entry)
{
    const struct link_symbol *symbol = symbols_find(linker, entry);
    if (symbol == NULL || !symbol->defined)
        diag_report(linker->diag, DIAG_ERROR, NULL,
                    "no object defines the entry symbol '%s' (.global %s; or -e names another)", entry,
                    entry);
    else if (symbol->section != SECTION_TEXT || symbol->value >= linker->program->size[SECTION_TEXT])
        diag_report(linker->diag, DIAG_ERROR, NULL, "the entry symbol '%s' is not an instruction in .text",
                    entry);
    else
        linker->program->entry = symbol->value;
}

bool linker_link(struct linker *linker, const char *entry, struct object *out)
{
    int errors = linker->diag->errors;
    *out = (struct object){.linked = true};
    linker->program = out;
    if (symbols_resolve(linker, entry) && layout_sections(linker) && layout_debug(linker) &&
        islands_plan(linker)) {
        symbols_place(linker);
        layout_merge_words(linker);
        islands_write(linker);
        relocate_program(linker);
        merge_chains(linker);
        find_entry(linker, entry);
        layout_merge_symbols(linker);
    }
    if (linker->diag->errors > errors)
        object_free(out);
    return linker->diag->errors == errors;
}
