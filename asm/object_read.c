/* object_read.c - a checked object from the bytes of an ELF32 file.
 *
 * Nothing in the file is believed: sizes are checked against the file before malloc sees them, and every
 * index, offset and name is checked here, so that no caller has to. The work is linear in the file's size and
 * so is the memory. The bytes may lie at any address. May call file.h, memory.h, object_line.c.
 */
#include "common/file.h"
#include "object.h"

#include <elf.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FIRST_RELOCATION_TYPE 1u
#define MAX_SECTIONS 64u
#define NO_SECTION 0u

struct elf_reader {
    const char *bytes;
    size_t size;
    struct object *out;
    struct object_error *error;
    uint32_t section_count;
    uint32_t section_names; /* the ELF section that has them */
    Elf32_Shdr headers[MAX_SECTIONS];
    const char *names[MAX_SECTIONS];
    uint32_t index[SECTION_COUNT];      /* by section of the object, its ELF section; NO_SECTION: missing */
    uint32_t debug[OBJECT_DEBUG_COUNT]; /* likewise */
    uint32_t symtab;
    uint32_t symbol_count; /* number of symbols in the file, including the null symbol */
};

static bool refuse(struct elf_reader *reader, const char *format, ...) __attribute__((format(printf, 2, 3)));

static bool refuse(struct elf_reader *reader, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(reader->error->text, sizeof reader->error->text, format, arguments);
    va_end(arguments);
    return false;
}

/* ---- the frame: headers */

static bool is_thin_archive(const struct elf_reader *reader)
{
    static const char magic[] = "!<thin>\n";
    return reader->size >= sizeof magic - 1 && memcmp(reader->bytes, magic, sizeof magic - 1) == 0;
}

/* Sections with contents lie in the file and share none of its bytes: so all that is made of them is linear
 * in the file's size. */
static bool check_section_places(struct elf_reader *reader)
{
    uint64_t total = 0;
    for (uint32_t i = 1; i < reader->section_count; i++) {
        const Elf32_Shdr *section = &reader->headers[i];
        if (section->sh_type == SHT_NOBITS || section->sh_type == SHT_NULL)
            continue;
        if (section->sh_offset > reader->size || section->sh_size > reader->size - section->sh_offset)
            return refuse(reader, "truncated: section %u lies outside the file", i);
        if ((section->sh_flags & SHF_COMPRESSED) != 0)
            return refuse(reader, "corrupt: section %u is compressed", i);
        total += section->sh_size;
    }
    return total <= reader->size || refuse(reader, "corrupt: sections share bytes of the file");
}

static bool check_file_header(struct elf_reader *reader)
{
    if (reader->size < SELFMAG || memcmp(reader->bytes, ELFMAG, SELFMAG) != 0)
        return refuse(reader,
                      is_thin_archive(reader)
                          ? "a thin archive (ar T): its members lie in other files; make it again without "
                            "T: ar rcs"
                          : "not an SB-PRAM object (no ELF file)");
    if (reader->size < sizeof(Elf32_Ehdr))
        return refuse(reader, "truncated: the file ends within the ELF header");
    const unsigned char *ident = (const unsigned char *)reader->bytes;
    if (ident[EI_CLASS] != ELFCLASS32 || ident[EI_DATA] != ELFDATA2LSB)
        return refuse(reader, "not an SB-PRAM object (an ELF file for another machine)");
    Elf32_Ehdr header; /* every field below is little-endian, as is the host (see docs/asm.md) */
    memcpy(&header, reader->bytes, sizeof header);
    if (header.e_machine != OBJECT_MACHINE)
        return refuse(reader, "not an SB-PRAM object (an ELF file for machine %u)", header.e_machine);
    if (header.e_type != ET_REL && header.e_type != ET_EXEC)
        return refuse(reader, "corrupt: unknown ELF file type %u", header.e_type);
    if (header.e_version != EV_CURRENT || ident[EI_VERSION] != EV_CURRENT ||
        header.e_ehsize != sizeof header || header.e_shentsize != sizeof(Elf32_Shdr) || header.e_phnum != 0)
        return refuse(reader, "corrupt: bad ELF header");
    if (header.e_shnum == 0 || header.e_shnum > MAX_SECTIONS)
        return refuse(reader, "corrupt: %u sections (1 to %u are possible)", header.e_shnum, MAX_SECTIONS);
    if (header.e_shoff % 4 != 0 || header.e_shoff < sizeof header)
        return refuse(reader, "corrupt: bad place of the section header table");
    if (header.e_shoff > reader->size ||
        (size_t)header.e_shnum * sizeof(Elf32_Shdr) > reader->size - header.e_shoff)
        return refuse(reader, "truncated: the file ends before its section header table does");
    if (header.e_shstrndx == 0 || header.e_shstrndx >= header.e_shnum)
        return refuse(reader, "corrupt: no section names");
    reader->section_count = header.e_shnum;
    reader->section_names = header.e_shstrndx;
    reader->out->linked = header.e_type == ET_EXEC;
    reader->out->entry = header.e_entry;
    memcpy(reader->headers, reader->bytes + header.e_shoff, header.e_shnum * sizeof(Elf32_Shdr));
    return check_section_places(reader);
}

/* Whether section `i` is a string table that ends with 0 and has only printable text: its strings are later
 * printed on terminals. */
static bool check_string_table(struct elf_reader *reader, uint32_t i)
{
    if (i == 0 || i >= reader->section_count || reader->headers[i].sh_type != SHT_STRTAB)
        return refuse(reader, "corrupt: section %u is not a string table", i);
    const Elf32_Shdr *header = &reader->headers[i];
    const unsigned char *bytes = (const unsigned char *)reader->bytes + header->sh_offset;
    if (header->sh_size == 0 || bytes[header->sh_size - 1] != 0)
        return refuse(reader, "corrupt: string table %u has no end", i);
    for (size_t k = 0; k < header->sh_size; k++)
        if ((bytes[k] < ' ' && bytes[k] != 0) || bytes[k] == 0x7f)
            return refuse(reader, "corrupt: string table %u holds unprintable characters", i);
    return true;
}

/* The bytes of a section; check_file_header has made sure that they lie in the file. */
static const char *section_bytes(const struct elf_reader *reader, uint32_t i)
{
    return reader->bytes + reader->headers[i].sh_offset;
}

/* The string at `offset` of string table `table`, or NULL with an error if it lies outside or is too long. */
static const char *string_at(struct elf_reader *reader, uint32_t table, uint32_t offset, size_t limit)
{
    const Elf32_Shdr *header = &reader->headers[table];
    if (offset >= header->sh_size) {
        refuse(reader, "corrupt: name at %u lies outside string table %u", offset, table);
        return NULL;
    }
    const char *text = reader->bytes + header->sh_offset + offset;
    size_t room = header->sh_size - offset;
    if (memchr(text, 0, room < limit ? room : limit) == NULL) {
        refuse(reader, "corrupt: a name is longer than %zu characters", limit - 1);
        return NULL;
    }
    return text;
}

static bool note_section(struct elf_reader *reader, uint32_t *slot, uint32_t i)
{
    if (*slot != NO_SECTION)
        return refuse(reader, "corrupt: two sections are called %s", reader->names[i]);
    *slot = i;
    return true;
}

static bool sort_sections(struct elf_reader *reader)
{
    const uint32_t names = reader->section_names;
    if (!check_string_table(reader, names))
        return false;
    for (uint32_t i = 1; i < reader->section_count; i++) {
        reader->names[i] = string_at(reader, names, reader->headers[i].sh_name, OBJECT_MAX_NAME + 1);
        if (reader->names[i] == NULL)
            return false;
        for (enum object_section section = SECTION_TEXT; section < SECTION_END; section++)
            if (strcmp(reader->names[i], object_section_name(section)) == 0 &&
                !note_section(reader, &reader->index[section], i))
                return false;
        for (uint32_t k = 0; k < OBJECT_DEBUG_COUNT; k++)
            if (strcmp(reader->names[i], object_section_name((enum object_section)(SECTION_DEBUG + k))) ==
                    0 &&
                !note_section(reader, &reader->debug[k], i))
                return false;
        if (reader->headers[i].sh_type == SHT_SYMTAB && !note_section(reader, &reader->symtab, i))
            return false;
    }
    return true;
}

/* ---- contents */

static bool read_contents(struct elf_reader *reader)
{
    struct object *out = reader->out;
    uint64_t total = 0;
    for (enum object_section section = SECTION_TEXT; section < SECTION_END; section++) {
        out->alignment[section] = 1;
        out->address[section] =
            section == SECTION_PRIVATE || section == SECTION_PRIVATE_BSS ? OBJECT_PRIVATE : 0;
        uint32_t i = reader->index[section];
        if (i == NO_SECTION)
            continue;
        const Elf32_Shdr *header = &reader->headers[i];
        const char *name = reader->names[i];
        bool zero = section == SECTION_BSS || section == SECTION_PRIVATE_BSS;
        if (header->sh_type != (zero ? SHT_NOBITS : SHT_PROGBITS))
            return refuse(reader, "corrupt: section %s has the wrong type", name);
        uint32_t alignment = header->sh_addralign == 0 ? 1 : header->sh_addralign;
        if (alignment > OBJECT_MAX_ALIGNMENT || (alignment & (alignment - 1)) != 0)
            return refuse(reader, "corrupt: section %s has an alignment of %u words", name, alignment);
        out->alignment[section] = alignment;
        if (out->linked)
            out->address[section] = header->sh_addr;
        if (zero) {
            if (header->sh_size > OBJECT_MAX_ZERO)
                return refuse(reader, "section %s is larger than %u words", name, OBJECT_MAX_ZERO);
            out->size[section] = header->sh_size;
            continue;
        }
        if (header->sh_size % 4 != 0)
            return refuse(reader, "corrupt: section %s does not consist of words", name);
        out->size[section] = header->sh_size / 4;
        total += out->size[section];
        if (total > OBJECT_MAX_WORDS || (section == SECTION_TEXT && out->size[section] > OBJECT_MAX_TEXT))
            return refuse(reader, "larger than %u words of text and data", OBJECT_MAX_WORDS);
        if (out->size[section] == 0)
            continue;
        out->words[section] = memory_take(out->size[section], sizeof(uint32_t));
        memcpy(out->words[section], section_bytes(reader, i), header->sh_size);
    }
    return true;
}

/* The bytes are not interpreted here; object_line.c interprets those of .debug_line. */
static bool read_debug(struct elf_reader *reader)
{
    for (uint32_t k = 0; k < OBJECT_DEBUG_COUNT; k++) {
        const uint32_t i = reader->debug[k];
        if (i == NO_SECTION || reader->headers[i].sh_size == 0)
            continue;
        if (reader->headers[i].sh_type != SHT_PROGBITS)
            return refuse(reader, "corrupt: section %s has the wrong type", reader->names[i]);
        struct object_bytes *debug = &reader->out->debug[k];
        debug->size = reader->headers[i].sh_size;
        debug->bytes = memory_take(debug->size, 1);
        memcpy(debug->bytes, reader->bytes + reader->headers[i].sh_offset, debug->size);
    }
    return true;
}

/* A program's sections lie where the machine expects them and do not overlap. */
static bool check_addresses(struct elf_reader *reader)
{
    const struct object *out = reader->out;
    if (!out->linked)
        return true;
    if (out->address[SECTION_TEXT] != 0 && out->size[SECTION_TEXT] > 0)
        return refuse(reader, "corrupt: .text does not begin at address 0");
    if (out->entry >= out->size[SECTION_TEXT])
        return refuse(reader, "corrupt: the entry point %u lies outside .text", out->entry);
    for (enum object_section section = SECTION_DATA; section < SECTION_END; section++) {
        bool private = section >= SECTION_PRIVATE;
        uint64_t low = private ? OBJECT_PRIVATE : 0;
        uint64_t high = private ? (uint64_t)1 << 32 : OBJECT_PRIVATE;
        uint64_t end = (uint64_t)out->address[section] + out->size[section];
        if (out->address[section] < low || end > high)
            return refuse(reader, "corrupt: section %s lies outside its part of memory",
                          object_section_name(section));
    }
    if (out->address[SECTION_DATA] + out->size[SECTION_DATA] > out->address[SECTION_BSS] ||
        (uint64_t)out->address[SECTION_PRIVATE] + out->size[SECTION_PRIVATE] >
            out->address[SECTION_PRIVATE_BSS])
        return refuse(reader, "corrupt: sections overlap");
    return true;
}

/* ---- symbols and relocations */

static bool find_symbol_section(struct elf_reader *reader, uint32_t number, const Elf32_Sym *symbol,
                                enum object_section *section)
{
    if (symbol->st_shndx == SHN_UNDEF || symbol->st_shndx == SHN_ABS) {
        *section = symbol->st_shndx == SHN_ABS ? SECTION_ABSOLUTE : SECTION_UNDEFINED;
        return true;
    }
    for (*section = SECTION_TEXT; *section < SECTION_COUNT; (*section)++)
        if (reader->index[*section] == symbol->st_shndx)
            return true;
    for (*section = SECTION_DEBUG; *section <= SECTION_LAST_DEBUG; (*section)++)
        if (reader->debug[*section - SECTION_DEBUG] == symbol->st_shndx)
            return true;
    return refuse(reader, "corrupt: symbol %u lies in section %u, which is none of .text to .private_bss",
                  number, symbol->st_shndx);
}

static bool read_symbol(struct elf_reader *reader, uint32_t number, const Elf32_Sym *symbol)
{
    struct object *out = reader->out;
    struct object_symbol *target = &out->symbols[number - 1];
    unsigned type = ELF32_ST_TYPE(symbol->st_info);
    unsigned binding = ELF32_ST_BIND(symbol->st_info);
    const char *name =
        string_at(reader, reader->headers[reader->symtab].sh_link, symbol->st_name, OBJECT_MAX_NAME + 1);
    if (name == NULL)
        return false;
    if ((type != STT_NOTYPE && type != STT_FUNC && type != STT_SECTION) ||
        (binding != STB_LOCAL && binding != STB_GLOBAL) || (type == STT_SECTION && binding != STB_LOCAL))
        return refuse(reader, "corrupt: symbol %u is of an unknown kind", number);
    if (!find_symbol_section(reader, number, symbol, &target->section))
        return false;
    target->value = symbol->st_value;
    target->global = binding == STB_GLOBAL;
    target->function = type == STT_FUNC;
    if (target->section == SECTION_UNDEFINED && (!target->global || out->linked))
        return refuse(reader, "corrupt: symbol %u is local but undefined", number);
    if (target->section < SECTION_COUNT) {
        uint32_t base = out->linked ? out->address[target->section] : 0;
        if (target->value < base || target->value - base > out->size[target->section])
            return refuse(reader, "corrupt: symbol %u lies outside its section", number);
    }
    if (object_is_debug(target->section) && type != STT_SECTION)
        return refuse(reader, "corrupt: symbol %u lies in debug information", number);
    if (type == STT_SECTION) {
        if (target->section >= SECTION_COUNT && !object_is_debug(target->section))
            return refuse(reader, "corrupt: symbol %u stands for no section", number);
        target->name = object_section_name(target->section);
        return true;
    }
    if (name[0] == '\0')
        return refuse(reader, "corrupt: symbol %u has no name", number);
    target->name = name; /* moved to the object's own copy of the table below */
    return true;
}

static bool read_symbols(struct elf_reader *reader)
{
    struct object *out = reader->out;
    if (reader->symtab == NO_SECTION)
        return true;
    const Elf32_Shdr *header = &reader->headers[reader->symtab];
    if (header->sh_entsize != sizeof(Elf32_Sym) || header->sh_size % sizeof(Elf32_Sym) != 0 ||
        header->sh_size == 0)
        return refuse(reader, "corrupt: bad symbol table");
    if (!check_string_table(reader, header->sh_link))
        return false;
    const char *table = section_bytes(reader, reader->symtab);
    reader->symbol_count = (uint32_t)(header->sh_size / sizeof(Elf32_Sym));
    out->symbols = memory_take(reader->symbol_count, sizeof *out->symbols);
    const Elf32_Shdr *strings = &reader->headers[header->sh_link];
    const char *original = reader->bytes + strings->sh_offset;
    const char *copy = arena_text(&out->strings, original, strings->sh_size);
    for (uint32_t i = 1; i < reader->symbol_count; i++) {
        Elf32_Sym row;
        memcpy(&row, table + i * sizeof row, sizeof row);
        if (!read_symbol(reader, i, &row))
            return false;
        struct object_symbol *symbol = &out->symbols[i - 1];
        if (ELF32_ST_TYPE(row.st_info) != STT_SECTION)
            symbol->name = copy + row.st_name;
        out->symbol_count++;
    }
    return true;
}

/* The section that a relocation section is for; SECTION_UNDEFINED: none that may have relocations. */
static enum object_section relocated_section(const struct elf_reader *reader, const Elf32_Shdr *header)
{
    if (header->sh_info == NO_SECTION)
        return SECTION_UNDEFINED;
    for (enum object_section section = SECTION_TEXT; section < SECTION_END; section++)
        if (reader->index[section] == header->sh_info)
            return reader->out->words[section] == NULL ? SECTION_UNDEFINED : section;
    for (uint32_t k = 0; k < OBJECT_DEBUG_COUNT; k++)
        if (reader->debug[k] == header->sh_info)
            return reader->out->debug[k].bytes == NULL ? SECTION_UNDEFINED
                                                       : (enum object_section)(SECTION_DEBUG + k);
    return SECTION_UNDEFINED;
}

/* Whether a field of that type lies in the section. */
static bool has_place(const struct elf_reader *reader, enum object_section section, uint32_t offset)
{
    const struct object *out = reader->out;
    if (!object_is_debug(section))
        return offset < out->size[section];
    const uint32_t size = out->debug[section - SECTION_DEBUG].size;
    return size >= sizeof(uint32_t) && offset <= size - sizeof(uint32_t);
}

static bool read_relocation_section(struct elf_reader *reader, uint32_t i)
{
    struct object *out = reader->out;
    const Elf32_Shdr *header = &reader->headers[i];
    const enum object_section section = relocated_section(reader, header);
    if (section == SECTION_UNDEFINED)
        return refuse(reader, "corrupt: %s relocates no section with words", reader->names[i]);
    if (header->sh_entsize != sizeof(Elf32_Rela) || header->sh_size % sizeof(Elf32_Rela) != 0 ||
        header->sh_link != reader->symtab || out->linked)
        return refuse(reader, "corrupt: bad relocation section %s", reader->names[i]);
    const char *table = section_bytes(reader, i);
    size_t count = header->sh_size / sizeof(Elf32_Rela);
    for (size_t k = 0; k < count; k++) {
        Elf32_Rela row;
        memcpy(&row, table + k * sizeof row, sizeof row);
        uint32_t symbol = ELF32_R_SYM(row.r_info);
        uint32_t type = ELF32_R_TYPE(row.r_info) - FIRST_RELOCATION_TYPE;
        if (symbol == 0 || symbol >= reader->symbol_count)
            return refuse(reader, "corrupt: relocation %zu of %s names no symbol", k, reader->names[i]);
        if (!object_is_debug(section) && object_is_debug(out->symbols[symbol - 1].section))
            return refuse(reader, "corrupt: relocation %zu of %s names debug information", k,
                          reader->names[i]);
        if (type >= RELOCATION_COUNT || (object_is_debug(section) && type != RELOCATION_WORD))
            return refuse(reader, "corrupt: relocation %zu of %s is of an unknown type", k, reader->names[i]);
        if (!has_place(reader, section, row.r_offset))
            return refuse(reader, "corrupt: relocation %zu of %s lies outside its section", k,
                          reader->names[i]);
        out->relocs[out->reloc_count++] = (struct object_reloc){.section = section,
                                                                .offset = row.r_offset,
                                                                .type = (enum object_relocation)type,
                                                                .symbol = symbol - 1,
                                                                .addend = row.r_addend};
    }
    return true;
}

static bool read_relocations(struct elf_reader *reader)
{
    size_t count = 0;
    for (uint32_t i = 1; i < reader->section_count; i++)
        if (reader->headers[i].sh_type == SHT_RELA)
            count += reader->headers[i].sh_size / sizeof(Elf32_Rela);
    if (count > 0)
        reader->out->relocs = memory_take(count, sizeof *reader->out->relocs);
    for (uint32_t i = 1; i < reader->section_count; i++)
        if (reader->headers[i].sh_type == SHT_RELA && !read_relocation_section(reader, i))
            return false;
    return true;
}

/* ---- entry points */

bool object_read_without_lines(const void *bytes, size_t size, struct object *out, struct object_error *error)
{
    struct elf_reader reader = {.bytes = bytes, .size = size, .out = out, .error = error};
    *out = (struct object){0};
    const bool good = check_file_header(&reader) && sort_sections(&reader) && read_contents(&reader) &&
                      read_debug(&reader) && check_addresses(&reader) && read_symbols(&reader) &&
                      read_relocations(&reader);
    if (!good)
        object_free(out);
    return good;
}

bool object_read_memory(const void *bytes, size_t size, struct object *out, struct object_error *error)
{
    if (!object_read_without_lines(bytes, size, out, error))
        return false;
    const bool good = object_read_lines(out, error);
    if (!good)
        object_free(out);
    return good;
}

bool object_read(const char *path, struct object *out, struct object_error *error)
{
    size_t size;
    struct file_error reason;
    *out = (struct object){0};
    error->is_unreadable = false;
    char *bytes = file_read(path, FILE_MAX_BYTES, false, &size, &reason);
    if (bytes == NULL) {
        snprintf(error->text, sizeof error->text, "cannot read: %s", reason.text);
        error->is_unreadable = true;
        return false;
    }
    bool good =
        object_is_archive(bytes, size)
            ? (snprintf(error->text, sizeof error->text, "an archive, not an object (ar x takes it apart)"),
               false)
            : object_read_memory(bytes, size, out, error);
    free(bytes);
    return good;
}
