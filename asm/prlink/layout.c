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
        if (k == OBJECT_DEBUG_line)
            continue; /* describe_place reads it */
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
           !(symbol->global &&
             (merge_gave_way(linker, input, symbol->name) || instead_replaces(linker, symbol->name)));
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

void layout_merge_words(struct linker *linker)
{
    merge_words(linker, SECTION_TEXT);
    merge_words(linker, SECTION_DATA);
    merge_words(linker, SECTION_PRIVATE);
    for (size_t k = 0; k < OBJECT_DEBUG_COUNT; k++)
        merge_debug(linker, k);
}
