/* object_line.c - source lines of instructions, from .debug_line as prasm writes it (DWARF 5, section 6.2).
 *
 * Every message of every tool that names a line has it from here, so this is a reader of its own: no library
 * is loaded, and the work is linear in the size of the section. Nothing in the section is believed. What
 * prasm never writes (another version, folders of files, two tables of one address) is refused. May call
 * names.h.
 */
#include "asm/object.h"

#include "asm/tables/dwarf.h"
#include "common/names.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LINE_SECTION ((enum object_section)(SECTION_DEBUG + OBJECT_DEBUG_line))

/* A file or function of the unit. */
struct unit_name {
    const char *text;
    uint32_t number; /* as keep_name gives it; 0: no line has named it yet */
};

struct line_reader {
    struct object *out;
    const uint8_t *start;    /* of the section */
    const uint8_t *at;       /* the next byte */
    const uint8_t *end;      /* of what may be read */
    const char *reason;      /* what is wrong at `at`; NULL: nothing so far */
    struct name_table names; /* of files and functions; items: the object's copies */
    struct name_table
        pairs;          /* numbers of a file's and a function's name, in the order of the object's files */
    struct arena arena; /* of pairs */
    size_t line_capacity, file_capacity, body_capacity;

    /* the unit */
    struct unit_name *files;
    size_t file_count, unit_file_capacity;
    struct unit_name *functions; /* that lines are copied from: number 1 is functions[0] */
    size_t function_count, function_capacity;
    int line_base;
    unsigned line_range, first_special;
    const uint8_t *operands; /* how many numbers follow the opcodes from 1 on */

    /* the registers of the line program */
    uint64_t address, file;
    uint64_t function; /* from which the lines are copied; 0: none */
    int64_t line;
    bool is_body; /* the next row begins the body of a function */
    bool is_in_sequence;
};

/* Returns false; only the first reason counts. */
static bool refuse(struct line_reader *reader, const char *reason)
{
    if (reader->reason == NULL)
        reader->reason = reason;
    reader->end = reader->at; /* no more is read */
    return false;
}

/* ---- bytes: behind the end all of them are 0 */

static size_t left(const struct line_reader *reader)
{
    return (size_t)(reader->end - reader->at);
}

static bool has(struct line_reader *reader, uint64_t count)
{
    return count <= left(reader) || refuse(reader, "it ends within an entry");
}

static uint64_t read_number(struct line_reader *reader, unsigned size)
{
    uint64_t number = 0;
    if (!has(reader, size))
        return 0;
    for (unsigned i = 0; i < size; i++)
        number |= (uint64_t)*reader->at++ << 8 * i;
    return number;
}

static uint64_t read_leb128(struct line_reader *reader, bool is_signed)
{
    enum { BITS = 7, SIGN = 0x40, MORE = 0x80, MOST = 63 };
    uint64_t number = 0;
    for (unsigned shift = 0; shift < MOST && has(reader, 1); shift += BITS) {
        const uint8_t byte = *reader->at++;
        number |= (uint64_t)(byte & (MORE - 1)) << shift;
        if ((byte & MORE) == 0)
            return is_signed && (byte & SIGN) != 0 ? number | ~(uint64_t)0 << (shift + BITS) : number;
    }
    refuse(reader, "a number is too long");
    return 0;
}

/* Text for terminals, of at most `most` characters. */
static const char *read_text(struct line_reader *reader, size_t most)
{
    const char *text = (const char *)reader->at;
    const size_t room = left(reader);
    const char *end = room > 0 ? memchr(text, 0, room < most + 1 ? room : most + 1) : NULL;
    if (end == NULL) {
        refuse(reader, "a name is too long or has no end");
        return "";
    }
    for (const char *c = text; c < end; c++)
        if ((unsigned char)*c < ' ' || *c == 0x7f) {
            refuse(reader, "a name has unprintable characters");
            return "";
        }
    reader->at = (const uint8_t *)end + 1;
    return text;
}

/* ---- the header */

/* A column of the table of folders, or of files. */
struct column {
    uint64_t content, form;
};

/* Bytes of the forms of fixed size; 0: another form. */
static unsigned form_size(uint64_t form)
{
    static const struct {
        unsigned form, size;
    } forms[] = {{DW_FORM_data1, 1}, {DW_FORM_data2, 2}, {DW_FORM_data4, 4}, {DW_FORM_data8, 8}};
    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++)
        if (forms[i].form == form)
            return forms[i].size;
    return 0;
}

static void read_column(struct line_reader *reader, const struct column *column, struct unit_name *file)
{
    const bool is_name = column->content == DW_LNCT_path;
    const unsigned size = form_size(column->form);
    uint64_t number = 0;
    if (column->form == DW_FORM_string) {
        const char *text = read_text(reader, OBJECT_MAX_FILE_NAME);
        if (is_name)
            file->text = text;
        return;
    }
    if (column->form == DW_FORM_udata)
        number = read_leb128(reader, false);
    else if (size > 0)
        number = read_number(reader, size);
    else
        refuse(reader, "a column of files is of an unknown form");
    if (column->content == DW_LNCT_directory_index && number != 0)
        refuse(reader, "a source file lies in another folder");
}

/* A table of folders or files, which both have names. */
static void read_table(struct line_reader *reader, bool is_of_files)
{
    struct column columns[UINT8_MAX];
    const unsigned column_count = (unsigned)read_number(reader, 1);
    bool has_names = false;
    for (unsigned i = 0; i < column_count; i++) {
        columns[i] = (struct column){read_leb128(reader, false), 0};
        columns[i].form = read_leb128(reader, false);
        has_names = has_names || (columns[i].content == DW_LNCT_path && columns[i].form == DW_FORM_string);
    }
    const uint64_t count = read_leb128(reader, false);
    if (count > 0 && !has_names)
        refuse(reader, "a table has no names");
    for (uint64_t k = 0; k < count && reader->reason == NULL; k++) {
        struct unit_name file = {"", 0};
        for (unsigned i = 0; i < column_count; i++)
            read_column(reader, &columns[i], &file);
        if (reader->reason == NULL && file.text[0] == '\0')
            refuse(reader, "a source file has no name");
        if (!is_of_files)
            continue;
        reader->files = memory_grow(reader->files, &reader->unit_file_capacity, reader->file_count + 1,
                                    sizeof *reader->files);
        reader->files[reader->file_count++] = file;
    }
}

/* Reads up to the line program. `end`: of the unit. */
static bool read_header(struct line_reader *reader)
{
    const uint8_t *end = reader->end;
    if (read_number(reader, 2) != DWARF_VERSION)
        return refuse(reader, "its version is not 5");
    const uint64_t address_bytes = read_number(reader, 1), segment_bytes = read_number(reader, 1);
    if (address_bytes != DWARF_ADDRESS_BYTES || segment_bytes != 0)
        return refuse(reader, "its addresses are not of four bytes");
    const uint64_t length = read_number(reader, 4);
    if (!has(reader, length))
        return false;
    const uint8_t *program = reader->at + length;
    reader->end = program;
    const uint64_t step = read_number(reader, 1), operations = read_number(reader, 1);
    read_number(reader, 1); /* whether a row begins a statement: of no use */
    reader->line_base = (int)read_number(reader, 1);
    if (reader->line_base > INT8_MAX) /* a byte with a sign */
        reader->line_base -= UINT8_MAX + 1;
    reader->line_range = (unsigned)read_number(reader, 1);
    reader->first_special = (unsigned)read_number(reader, 1);
    if (step != 1 || operations != 1 || reader->line_range == 0 || reader->first_special == 0)
        return refuse(reader, "bad numbers in its header");
    if (!has(reader, reader->first_special - 1))
        return false;
    reader->operands = reader->at;
    reader->at += reader->first_special - 1;
    reader->file_count = reader->function_count = 0;
    read_table(reader, false);
    read_table(reader, true);
    if (reader->reason != NULL)
        return false;
    reader->at = program;
    reader->end = end;
    return true;
}

/* ---- lines */

/* The number of a name that the object keeps, from 1 on: each is kept once, whatever the files and functions
 * are that have it. */
static uint32_t keep_name(struct line_reader *reader, struct unit_name *name)
{
    if (name->number == 0) {
        struct name_entry *entry = names_find(&reader->names, name->text, strlen(name->text));
        if (entry->item == NULL)
            entry->item = arena_text(&reader->out->strings, name->text, strlen(name->text));
        entry->name = entry->item;
        name->number = (uint32_t)(entry - reader->names.entries) + 1;
    }
    return name->number;
}

/* The object's file that the registers say, which is made if it is new. */
static uint32_t find_file(struct line_reader *reader)
{
    struct object *out = reader->out;
    const uint32_t pair[2] = {
        keep_name(reader, &reader->files[reader->file]),
        reader->function != 0 ? keep_name(reader, &reader->functions[reader->function - 1]) : 0};
    struct name_entry *entry = names_find(&reader->pairs, (const char *)pair, sizeof pair);
    const size_t number = (size_t)(entry - reader->pairs.entries);
    if (number == out->file_count) {
        entry->name = arena_text(&reader->arena, (const char *)pair, sizeof pair);
        out->files = memory_grow(out->files, &reader->file_capacity, out->file_count + 1, sizeof *out->files);
        out->files[out->file_count++] = (struct object_file){
            .name = reader->names.entries[pair[0] - 1].item,
            .copied_from = pair[1] != 0 ? reader->names.entries[pair[1] - 1].item : NULL};
    }
    return (uint32_t)number;
}

static bool is_same(const struct object_line *a, const struct object_line *b)
{
    return a->line == b->line && (a->file == b->file || a->line == 0);
}

/* From this address on there is this line. Columns make rows that are no lines of their own. */
static bool add_line(struct line_reader *reader, struct object_line line)
{
    struct object *out = reader->out;
    struct object_line *last = out->line_count > 0 ? &out->lines[out->line_count - 1] : NULL;
    if (last != NULL && line.address < last->address)
        return refuse(reader, "addresses are not in ascending order");
    if (line.address > out->size[SECTION_TEXT])
        return refuse(reader, "an address lies outside of .text");
    if (line.address == out->size[SECTION_TEXT] || (last == NULL && line.line == 0) ||
        (last != NULL && is_same(last, &line)))
        return true;
    if (last != NULL && last->address == line.address) {
        out->line_count--; /* no instruction has that one */
        return add_line(reader, line);
    }
    out->lines = memory_grow(out->lines, &reader->line_capacity, out->line_count + 1, sizeof *out->lines);
    out->lines[out->line_count++] = line;
    return true;
}

/* A body begins at this address, which add_line has checked. */
static void add_body(struct line_reader *reader, uint32_t address)
{
    struct object *out = reader->out;
    if (address >= out->size[SECTION_TEXT] ||
        (out->body_count > 0 && out->bodies[out->body_count - 1] >= address))
        return;
    out->bodies = memory_grow(out->bodies, &reader->body_capacity, out->body_count + 1, sizeof *out->bodies);
    out->bodies[out->body_count++] = address;
}

static bool add_row(struct line_reader *reader)
{
    const bool is_body = reader->is_body;
    struct object_line line = {.address = (uint32_t)reader->address, .line = (uint32_t)reader->line};
    if (reader->address > UINT32_MAX)
        return refuse(reader, "an address lies outside of .text");
    if (reader->line < 0 || reader->line > OBJECT_MAX_LINE)
        return refuse(reader, "a line has an impossible number");
    reader->is_in_sequence = true;
    reader->is_body = false;
    if (line.line == 0)
        return add_line(reader, line);
    if (reader->file >= reader->file_count)
        return refuse(reader, "a line is of no file");
    line.file = find_file(reader);
    if (!add_line(reader, line))
        return false;
    if (is_body)
        add_body(reader, line.address);
    return true;
}

/* ---- the line program */

static void begin_sequence(struct line_reader *reader)
{
    reader->address = 0;
    reader->file = 1;
    reader->function = 0;
    reader->line = 1;
    reader->is_body = reader->is_in_sequence = false;
}

static void advance_address(struct line_reader *reader, uint64_t words)
{
    if (words > UINT32_MAX || reader->address > UINT32_MAX)
        refuse(reader, "an address lies outside of .text");
    else
        reader->address += words;
}

static void advance_line(struct line_reader *reader, int64_t lines)
{
    if (lines < -(int64_t)OBJECT_MAX_LINE || lines > OBJECT_MAX_LINE || reader->line < -(int64_t)UINT32_MAX ||
        reader->line > UINT32_MAX)
        refuse(reader, "a line has an impossible number");
    else
        reader->line += lines;
}

static void end_sequence(struct line_reader *reader)
{
    reader->line = 0;
    add_row(reader);
    begin_sequence(reader);
}

/* A function's number, and its name if it is a new one. `next`: the end of the opcode. */
static void set_function(struct line_reader *reader, const uint8_t *next)
{
    reader->function = read_leb128(reader, false);
    if (reader->at < next && reader->function == reader->function_count + 1) {
        const char *name = read_text(reader, OBJECT_MAX_NAME);
        reader->functions = memory_grow(reader->functions, &reader->function_capacity,
                                        reader->function_count + 1, sizeof *reader->functions);
        reader->functions[reader->function_count++] = (struct unit_name){name, 0};
        if (name[0] == '\0')
            refuse(reader, "a function has no name");
    }
    if (reader->at != next || reader->function > reader->function_count)
        refuse(reader, "a function has a bad number or name");
}

static void run_extended(struct line_reader *reader)
{
    const uint64_t length = read_leb128(reader, false);
    if (length == 0 || !has(reader, length)) {
        refuse(reader, "an opcode has no length");
        return;
    }
    const uint8_t *next = reader->at + length;
    const uint64_t opcode = read_number(reader, 1);
    if (opcode == DW_LNE_end_sequence)
        end_sequence(reader);
    else if (opcode == DW_LNE_set_address && length == 1 + DWARF_ADDRESS_BYTES)
        reader->address = read_number(reader, DWARF_ADDRESS_BYTES);
    else if (opcode == DW_LNE_set_address)
        refuse(reader, "an address is not of four bytes");
    else if (opcode == DW_LNE_pram_function)
        set_function(reader, next);
    if (reader->reason == NULL)
        reader->at = next;
}

static void run_standard(struct line_reader *reader, unsigned opcode)
{
    const unsigned steps = (UINT8_MAX - reader->first_special) / reader->line_range;
    switch (opcode) {
    case DW_LNS_copy:
        add_row(reader);
        break;
    case DW_LNS_advance_pc:
        advance_address(reader, read_leb128(reader, false));
        break;
    case DW_LNS_advance_line:
        advance_line(reader, (int64_t)read_leb128(reader, true));
        break;
    case DW_LNS_set_file:
        reader->file = read_leb128(reader, false);
        break;
    case DW_LNS_const_add_pc:
        advance_address(reader, steps);
        break;
    case DW_LNS_fixed_advance_pc:
        advance_address(reader, read_number(reader, 2));
        break;
    case DW_LNS_set_prologue_end:
        reader->is_body = true;
        break;
    default: /* columns and statements: of no use here */
        for (unsigned i = 0; i < reader->operands[opcode - 1]; i++)
            read_leb128(reader, false);
        break;
    }
}

static void run_program(struct line_reader *reader)
{
    begin_sequence(reader);
    while (left(reader) > 0 && reader->reason == NULL) {
        const unsigned opcode = *reader->at++;
        if (opcode == 0) {
            run_extended(reader);
        } else if (opcode < reader->first_special) {
            run_standard(reader, opcode);
        } else {
            const unsigned step = opcode - reader->first_special;
            advance_address(reader, step / reader->line_range);
            advance_line(reader, reader->line_base + (int)(step % reader->line_range));
            add_row(reader);
        }
    }
    if (reader->is_in_sequence)
        refuse(reader, "its lines have no end");
}

static void read_units(struct line_reader *reader, const uint8_t *bytes, size_t size)
{
    reader->start = reader->at = bytes;
    while (reader->reason == NULL && reader->at < bytes + size) {
        reader->end = bytes + size;
        const uint64_t length = read_number(reader, 4);
        if (!has(reader, length))
            return;
        const uint8_t *end = reader->at + length;
        reader->end = end;
        if (read_header(reader))
            run_program(reader);
    }
}

/* ---- the door */

/* A copy of the section with the addresses that a linker would fill in for .text at 0; NULL with *error. */
static uint8_t *relocate(const struct object *object, struct object_error *error)
{
    const struct object_bytes *section = &object->debug[OBJECT_DEBUG_line];
    uint8_t *bytes = memory_take(section->size, 1);
    memcpy(bytes, section->bytes, section->size);
    for (size_t i = 0; i < object->reloc_count; i++) {
        const struct object_reloc *reloc = &object->relocs[i];
        const struct object_symbol *symbol = &object->symbols[reloc->symbol];
        if (reloc->section != LINE_SECTION)
            continue;
        if (symbol->section != SECTION_TEXT) {
            snprintf(error->text, sizeof error->text,
                     "corrupt: .debug_line names an address outside of .text");
            free(bytes);
            return NULL;
        }
        const uint32_t value = symbol->value + (uint32_t)reloc->addend;
        for (unsigned k = 0; k < sizeof value; k++)
            bytes[reloc->offset + k] = (uint8_t)(value >> 8 * k);
    }
    return bytes;
}

bool object_read_lines(struct object *object, struct object_error *error)
{
    const struct object_bytes *section = &object->debug[OBJECT_DEBUG_line];
    struct line_reader reader = {.out = object};
    if (section->size == 0)
        return true;
    uint8_t *copy = object->linked ? NULL : relocate(object, error);
    if (copy == NULL && !object->linked)
        return false;
    read_units(&reader, copy != NULL ? copy : section->bytes, section->size);
    if (reader.reason != NULL)
        snprintf(error->text, sizeof error->text, "corrupt: bad line table (.debug_line, byte %zu): %s",
                 (size_t)(reader.at - reader.start), reader.reason);
    free(copy);
    free(reader.files);
    free(reader.functions);
    names_free(&reader.names);
    names_free(&reader.pairs);
    arena_release(&reader.arena);
    return reader.reason == NULL;
}
