/* line.c - .debug_line: which source line and column each instruction comes from, as DWARF 5 has it.
 *
 * Written for a source that has lines, by .loc or -g; a minimal unit is added if it has no debug information
 * of its own. Addresses count words. Must have run before: row.c. May call debug.c.
 */
#include "asm/prasm/prasm.h"

#include "asm/tables/dwarf.h"

#include <stdlib.h>
#include <string.h>

#define LINE ((enum object_section)(SECTION_DEBUG + OBJECT_DEBUG_line))
#define INFO ((enum object_section)(SECTION_DEBUG + OBJECT_DEBUG_info))
#define ABBREV ((enum object_section)(SECTION_DEBUG + OBJECT_DEBUG_abbrev))
#define ARANGES ((enum object_section)(SECTION_DEBUG + OBJECT_DEBUG_aranges))

enum { LINE_BASE = -5, LINE_RANGE = 14, FIRST_SPECIAL = 13, MOST_SPECIAL = 255 };

static void byte(struct assembler *assembler, enum object_section section, unsigned value)
{
    debug_append_number(assembler, section, value, 1);
}

static void text(struct assembler *assembler, enum object_section section, const char *value)
{
    debug_append(assembler, section, value, strlen(value) + 1);
}

/* Four bytes of a length that is known when `end` is called. */
static uint32_t begin(struct assembler *assembler, enum object_section section)
{
    debug_append_number(assembler, section, 0, sizeof(uint32_t));
    return object_debug(assembler->object, section)->size;
}

static void end(struct assembler *assembler, enum object_section section, uint32_t start)
{
    const struct object_bytes *debug = object_debug(assembler->object, section);
    for (unsigned i = 0; i < sizeof(uint32_t); i++)
        debug->bytes[start - sizeof(uint32_t) + i] = (uint8_t)((debug->size - start) >> 8 * i);
}

/* The name of the file of that index; the first one may be missing. */
static const char *file_name(const struct assembler *assembler, size_t index)
{
    return index < assembler->file_names.count ? assembler->file_names.entries[index].item : "unknown";
}

static void append_file(struct assembler *assembler, size_t index)
{
    text(assembler, LINE, file_name(assembler, index));
    byte(assembler, LINE, 0); /* its folder */
}

/* The tables of folders and files: the first file is there twice, for readers that count from 0 and for those
 * that count from 1. */
static void append_files(struct assembler *assembler)
{
    byte(assembler, LINE, 1); /* folders have one column */
    byte(assembler, LINE, DW_LNCT_path);
    byte(assembler, LINE, DW_FORM_string);
    byte(assembler, LINE, 1);
    text(assembler, LINE, ".");
    byte(assembler, LINE, 2); /* files have two */
    byte(assembler, LINE, DW_LNCT_path);
    byte(assembler, LINE, DW_FORM_string);
    byte(assembler, LINE, DW_LNCT_directory_index);
    byte(assembler, LINE, DW_FORM_udata);
    debug_append_leb128(assembler, LINE, (int64_t)assembler->file_names.count + 1, false);
    append_file(assembler, 0);
    for (size_t i = 0; i < assembler->file_names.count; i++)
        append_file(assembler, i);
}

static void append_header(struct assembler *assembler)
{
    static const uint8_t operands[] = {0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1}; /* of opcodes 1 to 12 */
    debug_append_number(assembler, LINE, DWARF_VERSION, 2);
    byte(assembler, LINE, DWARF_ADDRESS_BYTES);
    byte(assembler, LINE, 0); /* no segments */
    const uint32_t header = begin(assembler, LINE);
    byte(assembler, LINE, 1); /* an instruction has one address */
    byte(assembler, LINE, 1); /* one operation */
    byte(assembler, LINE, 1); /* a row begins a statement */
    byte(assembler, LINE, (uint8_t)LINE_BASE);
    byte(assembler, LINE, LINE_RANGE);
    byte(assembler, LINE, FIRST_SPECIAL);
    debug_append(assembler, LINE, operands, sizeof operands);
    append_files(assembler);
    end(assembler, LINE, header);
}

/* Address and line advance, and there is a row. */
static void advance(struct assembler *assembler, uint32_t words, int64_t lines)
{
    if (lines < LINE_BASE || lines >= LINE_BASE + LINE_RANGE) {
        byte(assembler, LINE, DW_LNS_advance_line);
        debug_append_leb128(assembler, LINE, lines, true);
        lines = 0;
    }
    const uint32_t most = (MOST_SPECIAL - FIRST_SPECIAL - (uint32_t)(lines - LINE_BASE)) / LINE_RANGE;
    if (words > most) {
        byte(assembler, LINE, DW_LNS_advance_pc);
        debug_append_leb128(assembler, LINE, words, false);
        words = 0;
    }
    byte(assembler, LINE, (uint32_t)(lines - LINE_BASE) + LINE_RANGE * words + FIRST_SPECIAL);
}

/* Functions that lines are copied from are numbered as they come in the rows. */
struct numbering {
    uint32_t *numbers; /* by function; 0: it has not come yet */
    uint32_t count;
};

/* The lines that follow are copied from that function, or from none. Its name is given when it comes first.
 */
static void append_function(struct assembler *assembler, uint32_t function, struct numbering *numbering)
{
    enum { BITS = 7 };
    const char *name = NULL;
    if (function != 0 && numbering->numbers[function] == 0) {
        numbering->numbers[function] = ++numbering->count;
        name = assembler->function_names.entries[function - 1].item;
    }
    const uint32_t number = numbering->numbers[function];
    size_t length = 2 + (name != NULL ? strlen(name) + 1 : 0); /* opcode, number, name */
    for (uint32_t rest = number >> BITS; rest != 0; rest >>= BITS)
        length++;
    byte(assembler, LINE, 0);
    debug_append_leb128(assembler, LINE, (int64_t)length, false);
    byte(assembler, LINE, DW_LNE_pram_function);
    debug_append_leb128(assembler, LINE, number, false);
    if (name != NULL)
        text(assembler, LINE, name);
}

/* All rows as one sequence, up to the end of .text. */
static void append_rows(struct assembler *assembler)
{
    struct numbering numbering = {
        .numbers = memory_take(assembler->function_names.count + 1, sizeof *numbering.numbers)};
    struct line_row last = {.file = 1, .line = 1};
    for (size_t i = 0; i < assembler->row_count; i++) {
        const struct line_row *row = &assembler->rows[i];
        if (i == 0) {
            byte(assembler, LINE, 0);
            byte(assembler, LINE, 1 + DWARF_ADDRESS_BYTES);
            byte(assembler, LINE, DW_LNE_set_address);
            debug_append_address(assembler, LINE, SECTION_TEXT, row->address);
            last.address = row->address;
        }
        if (row->file != last.file) {
            byte(assembler, LINE, DW_LNS_set_file);
            debug_append_leb128(assembler, LINE, row->file, false);
        }
        if (row->function != last.function)
            append_function(assembler, row->function, &numbering);
        if (row->column != last.column) {
            byte(assembler, LINE, DW_LNS_set_column);
            debug_append_leb128(assembler, LINE, row->column, false);
        }
        if (row->prologue_end)
            byte(assembler, LINE, DW_LNS_set_prologue_end);
        advance(assembler, row->address - last.address, (int64_t)row->line - last.line);
        last = *row;
    }
    free(numbering.numbers);
    if (assembler->row_count == 0)
        return;
    byte(assembler, LINE, DW_LNS_advance_pc);
    debug_append_leb128(assembler, LINE, assembler->object->size[SECTION_TEXT] - last.address, false);
    byte(assembler, LINE, 0);
    byte(assembler, LINE, 1);
    byte(assembler, LINE, DW_LNE_end_sequence);
}

/* A minimal unit, which only refers to the lines. */
static void append_unit(struct assembler *assembler)
{
    static const uint8_t shape[] = {1,
                                    DW_TAG_compile_unit,
                                    0,
                                    DW_AT_producer,
                                    DW_FORM_string,
                                    DW_AT_language,
                                    DW_FORM_data2,
                                    DW_AT_name,
                                    DW_FORM_string,
                                    DW_AT_comp_dir,
                                    DW_FORM_string,
                                    DW_AT_low_pc,
                                    DW_FORM_addr,
                                    DW_AT_high_pc,
                                    DW_FORM_data4,
                                    DW_AT_stmt_list,
                                    DW_FORM_sec_offset,
                                    0,
                                    0,
                                    0};
    debug_append(assembler, ABBREV, shape, sizeof shape);
    const uint32_t start = begin(assembler, INFO);
    debug_append_number(assembler, INFO, DWARF_VERSION, 2);
    byte(assembler, INFO, DW_UT_compile);
    byte(assembler, INFO, DWARF_ADDRESS_BYTES);
    debug_append_address(assembler, INFO, ABBREV, 0);
    byte(assembler, INFO, 1);
    text(assembler, INFO, DWARF_PRODUCER_PRASM);
    debug_append_number(assembler, INFO, DW_LANG_Mips_Assembler, 2);
    text(assembler, INFO, file_name(assembler, 0));
    text(assembler, INFO, ".");
    debug_append_address(assembler, INFO, SECTION_TEXT, 0);
    debug_append_number(assembler, INFO, assembler->object->size[SECTION_TEXT], sizeof(uint32_t));
    debug_append_address(assembler, INFO, LINE, 0);
    end(assembler, INFO, start);
}

/* The addresses of the unit: debuggers use them to find it. */
static void append_ranges(struct assembler *assembler)
{
    const uint32_t start = begin(assembler, ARANGES);
    debug_append_number(assembler, ARANGES, 2, 2);
    debug_append_address(assembler, ARANGES, INFO, 0);
    byte(assembler, ARANGES, DWARF_ADDRESS_BYTES);
    byte(assembler, ARANGES, 0);
    debug_append_number(assembler, ARANGES, 0, 4); /* up to a multiple of two addresses */
    debug_append_address(assembler, ARANGES, SECTION_TEXT, 0);
    debug_append_number(assembler, ARANGES, assembler->object->size[SECTION_TEXT], sizeof(uint32_t));
    debug_append_number(assembler, ARANGES, 0, 8);
    end(assembler, ARANGES, start);
}

void line_finish(struct assembler *assembler)
{
    const struct object *object = assembler->object;
    const bool has_own = object->debug[OBJECT_DEBUG_info].size > 0;
    if ((!has_own && assembler->row_count == 0) || object->debug[OBJECT_DEBUG_line].size > 0)
        return;
    const uint32_t start = begin(assembler, LINE);
    append_header(assembler);
    append_rows(assembler);
    end(assembler, LINE, start);
    if (!has_own)
        append_unit(assembler);
    if (object->size[SECTION_TEXT] > 0 && object->debug[OBJECT_DEBUG_aranges].size == 0)
        append_ranges(assembler);
}
