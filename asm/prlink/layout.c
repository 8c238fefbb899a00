/* layout.c - places sections of the objects one after the other, then assigns addresses.
 *
 * .text from 0, the trap for null pointers first; .data from OBJECT_DATA_START with .bss behind it; .private
 * from OBJECT_PRIVATE with .private_bss behind it. May call isa.h for the nop that fills gaps between
 * functions.
 */
#include "asm/prlink/prlink.h"

#include "asm/isa.h"
#include "common/names.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static uint64_t round_up(uint64_t number, uint32_t alignment)
{
    return (number + alignment - 1) & ~(uint64_t)(alignment - 1);
}

/* The largest size of each section by itself. */
static const uint32_t limits[SECTION_COUNT] = {
    [SECTION_TEXT] = OBJECT_MAX_TEXT,        [SECTION_DATA] = OBJECT_MAX_WORDS,
    [SECTION_BSS] = OBJECT_MAX_ZERO,         [SECTION_PRIVATE] = OBJECT_MAX_WORDS,
    [SECTION_PRIVATE_BSS] = OBJECT_MAX_ZERO,
};

bool layout_has_own_trap(const struct linker *linker)
{
    for (size_t i = 0; i < linker->taken_count; i++)
        if (linker->taken[i]->object.size[SECTION_TEXT] > 0)
            return linker->taken[i]->object.words[SECTION_TEXT][0] == ISA_NULL_TRAP;
    return true; /* a program without instructions needs none */
}

/* The end of a gap that begins at `size`. */
static uint64_t add_gap(struct linker *linker, enum object_section section, size_t number, uint64_t size)
{
    if (section != SECTION_TEXT || linker->gaps == NULL)
        return size;
    linker->gaps[number].place = (uint32_t)size;
    return size + linker->gaps[number].words;
}

static bool add_sections(struct linker *linker, enum object_section section)
{
    struct object *program = linker->program;
    /* no function has address 0; a program printed by prdis already has the trap there */
    uint64_t size = section == SECTION_TEXT && !layout_has_own_trap(linker);
    program->alignment[section] = 1;
    for (size_t i = 0; i < linker->taken_count; i++) {
        struct link_input *input = linker->taken[i];
        uint32_t alignment = input->object.alignment[section];
        size = round_up(add_gap(linker, section, i, size), alignment);
        if (program->alignment[section] < alignment)
            program->alignment[section] = alignment;
        if (size + input->object.size[section] > limits[section]) {
            diag_report(linker->diag, DIAG_ERROR, NULL,
                        "section %s is too large with %s: more than %" PRIu32 " words",
                        object_section_name(section), input->name, limits[section]);
            return false;
        }
        input->base[section] = (uint32_t)size;
        size += input->object.size[section];
    }
    size = add_gap(linker, section, linker->taken_count, size);
    program->size[section] = (uint32_t)size;
    return true;
}

/* Two sections, one after the other, from `start`; the second one must end at or before `end`. */
static bool place_pair(struct linker *linker, enum object_section first, enum object_section second,
                       uint64_t start, uint64_t end)
{
    struct object *program = linker->program;
    start = round_up(start, program->alignment[first]);
    program->address[first] = (uint32_t)start;
    start = round_up(start + program->size[first], program->alignment[second]);
    program->address[second] = (uint32_t)start;
    if (start + program->size[second] <= end)
        return true;
    diag_report(linker->diag, DIAG_ERROR, NULL, "sections %s and %s together are too large",
                object_section_name(first), object_section_name(second));
    return false;
}

bool layout_sections(struct linker *linker)
{
    for (enum object_section section = SECTION_TEXT; section < SECTION_END; section++)
        if (!add_sections(linker, section))
            return false;
    const uint32_t *size = linker->program->size;
    if ((uint64_t)size[SECTION_TEXT] + size[SECTION_DATA] + size[SECTION_PRIVATE] > OBJECT_MAX_WORDS) {
        diag_report(linker->diag, DIAG_ERROR, NULL, "text and data are too large: more than %u words",
                    OBJECT_MAX_WORDS);
        return false;
    }
    return place_pair(linker, SECTION_DATA, SECTION_BSS, OBJECT_DATA_START, OBJECT_PRIVATE) &&
           place_pair(linker, SECTION_PRIVATE, SECTION_PRIVATE_BSS, OBJECT_PRIVATE, (uint64_t)1 << 32);
}

bool layout_debug(struct linker *linker)
{
    for (size_t k = 0; k < OBJECT_DEBUG_COUNT; k++) {
        uint64_t size = 0;
        for (size_t i = 0; i < linker->taken_count; i++) {
            linker->taken[i]->debug_base[k] = (uint32_t)size;
            size += linker->taken[i]->object.debug[k].size;
            if (size > INT32_MAX) {
                diag_report(
                    linker->diag, DIAG_ERROR, NULL,
                    "%s: the debug information of the program is too large: more than %d bytes of %s; "
                    "compile with -g0",
                    linker->taken[i]->name, INT32_MAX,
                    object_section_name((enum object_section)(SECTION_DEBUG + k)));
                return false;
            }
        }
        linker->program->debug[k].size = (uint32_t)size;
    }
    return true;
}

static void merge_debug(struct linker *linker, size_t k)
{
    struct object_bytes *all = &linker->program->debug[k];
    if (all->size == 0)
        return;
    all->bytes = memory_take(all->size, 1);
    for (size_t i = 0; i < linker->taken_count; i++) {
        struct object_bytes *part = &linker->taken[i]->object.debug[k];
        if (part->size > 0)
            memcpy(all->bytes + linker->taken[i]->debug_base[k], part->bytes, part->size);
        free(part->bytes);
        part->bytes = NULL;
    }
}

static void merge_words(struct linker *linker, enum object_section section)
{
    struct object *program = linker->program;
    struct isa_instruction nop = {.opcode = OP_nop};
    uint32_t end = 0; /* of what is there */
    program->words[section] = memory_take(program->size[section], sizeof(uint32_t));
    for (size_t i = 0; i < linker->taken_count; i++) {
        struct link_input *input = linker->taken[i];
        uint32_t size = input->object.size[section];
        for (; section == SECTION_TEXT && end < input->base[section]; end++)
            program->words[section][end] = end == 0 ? ISA_NULL_TRAP : isa_encode(&nop);
        if (size > 0)
            memcpy(program->words[section] + input->base[section], input->object.words[section],
                   (size_t)size * sizeof(uint32_t));
        end = input->base[section] + size;
        free(input->object.words[section]);
        input->object.words[section] = NULL;
    }
}

/* Whether a symbol of an input becomes one of the program's. */
static bool goes_over(const struct linker *linker, const struct link_input *input,
                      const struct object_symbol *symbol)
{
    return symbol->section != SECTION_UNDEFINED && !object_symbol_is_section(symbol) &&
           !(symbol->global && merge_gave_way(linker, input, symbol->name));
}

/* The symbols that no input defines: the only globals that are still needed. */
static struct object_symbol *take_linker_symbols(struct linker *linker, size_t *count)
{
    struct object_symbol *symbols = NULL;
    size_t capacity = 0;
    *count = 0;
    for (size_t i = 0; i < linker->global_count; i++) {
        const struct link_symbol *global = &linker->globals[i];
        if (!global->by_linker)
            continue;
        symbols = memory_grow(symbols, &capacity, *count + 1, sizeof *symbols);
        symbols[(*count)++] = (struct object_symbol){
            .name = global->name, .value = global->value, .section = global->section, .global = true};
    }
    return symbols;
}

/* The program takes over the names of the objects without copying. */
void layout_merge_symbols(struct linker *linker)
{
    struct object *program = linker->program;
    size_t own_count;
    struct object_symbol *own = take_linker_symbols(linker, &own_count);
    size_t most = own_count;
    symbols_forget(linker);
    for (size_t i = 0; i < linker->taken_count; i++)
        most += linker->taken[i]->object.symbol_count;
    program->symbols = memory_take(most, sizeof *program->symbols);
    for (size_t i = 0; i < linker->taken_count; i++) {
        struct link_input *input = linker->taken[i];
        arena_join(&program->strings, &input->object.strings);
        for (size_t k = 0; k < input->object.symbol_count; k++) {
            struct object_symbol symbol = input->object.symbols[k];
            if (!goes_over(linker, input, &symbol))
                continue;
            if (symbol.section < SECTION_COUNT)
                symbol.value += program->address[symbol.section] + input->base[symbol.section];
            program->symbols[program->symbol_count++] = symbol;
        }
        input->symbols_end = program->symbol_count;
        free(input->object.symbols);
        input->object.symbols = NULL;
        input->object.symbol_count = 0;
    }
    for (size_t i = 0; i < own_count; i++)
        program->symbols[program->symbol_count++] = own[i];
    free(own);
}

/* The index of a source file in the program. `known` has those of program->files, in the same order: a name,
 * or two with a 0 between them. */
static uint32_t merge_file(struct object *program, struct name_table *known, size_t *capacity,
                           const struct object_file *file)
{
    const char *key = file->name;
    size_t length = strlen(file->name);
    if (file->copied_from != NULL) {
        const size_t more = strlen(file->copied_from) + 1;
        char *both = arena_alloc(&program->strings, length + 1 + more);
        memcpy(both, file->name, length + 1);
        memcpy(both + length + 1, file->copied_from, more);
        key = both;
        length += more;
    }
    const struct name_entry *entry = names_find(known, key, length);
    size_t index = (size_t)(entry - known->entries);
    if (index == program->file_count) {
        program->files =
            memory_grow(program->files, capacity, program->file_count + 1, sizeof *program->files);
        program->files[program->file_count++] = *file;
    }
    return (uint32_t)index;
}

/* Ends the line before the islands of a gap. */
static void end_line(struct linker *linker, size_t gap)
{
    struct object *program = linker->program;
    if (linker->gaps != NULL && linker->gaps[gap].words > 0 && program->line_count > 0 &&
        program->lines[program->line_count - 1].line != 0)
        program->lines[program->line_count++] = (struct object_line){.address = linker->gaps[gap].place};
}

void layout_merge_lines(struct linker *linker)
{
    struct object *program = linker->program;
    struct name_table known = {0};
    size_t most = 0;
    size_t file_capacity = 0;
    for (size_t i = 0; i < linker->taken_count; i++)
        most += linker->taken[i]->object.line_count + 2;
    program->lines = memory_take(most + 1, sizeof *program->lines);
    for (size_t i = 0; i < linker->taken_count; i++) {
        const struct link_input *input = linker->taken[i];
        struct object *object = &linker->taken[i]->object;
        uint32_t base = input->base[SECTION_TEXT];
        uint32_t file = 0; /* of the line before, there and here */
        uint32_t merged = 0;
        /* the last line of the previous object must not continue here */
        bool begins_without =
            object->size[SECTION_TEXT] > 0 && (object->line_count == 0 || object->lines[0].address > 0);
        end_line(linker, i);
        if (begins_without && program->line_count > 0 &&
            (linker->gaps == NULL || program->lines[program->line_count - 1].line != 0))
            program->lines[program->line_count++] = (struct object_line){.address = base};
        for (size_t k = 0; k < object->line_count; k++) {
            struct object_line line = object->lines[k];
            line.address += base;
            if (k == 0 || line.file != file)
                merged = merge_file(program, &known, &file_capacity, &object->files[line.file]);
            file = line.file;
            line.file = merged;
            program->lines[program->line_count++] = line;
        }
        free(object->lines);
        object->lines = NULL;
        object->line_count = 0;
    }
    end_line(linker, linker->taken_count);
    names_free(&known);
}

void layout_merge_words(struct linker *linker)
{
    merge_words(linker, SECTION_TEXT);
    merge_words(linker, SECTION_DATA);
    merge_words(linker, SECTION_PRIVATE);
    for (size_t k = 0; k < OBJECT_DEBUG_COUNT; k++)
        merge_debug(linker, k);
}
