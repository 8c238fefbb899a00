/* object_write.c - an object as the bytes of an ELF32 file.
 *
 * docs/asm.md describes the file. All addresses count words, file offsets and sizes in the file count bytes;
 * a section without bytes (.bss, .private_bss) has its size in words. The section header table comes last, so
 * that a file cut short anywhere is recognised. The file goes to its stream piece by piece, straight from the
 * object's arrays: no copy of it is ever in memory, and nothing is allocated once it has begun. (libelf
 * would hold two copies, and crashes in elf_newdata when memory ends.) May call output.h, memory.h.
 */
#include "common/memory.h"
#include "common/output.h"
#include "object.h"

#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Elf32_Rela types are enum object_relocation + 1: 0 means "none" in ELF. */
#define FIRST_RELOCATION_TYPE 1u
#define SYMTAB_INDEX (SECTION_COUNT + 1u) /* after our five sections */
#define MAX_SECTIONS 48u
#define MAX_NAMES 1024u

struct elf_writer;

/* A section of the file: its header, and the function that writes its sh_size bytes. */
struct elf_section {
    Elf32_Shdr header;
    void (*emit)(const struct elf_writer *writer, enum object_section section, FILE *stream);
    enum object_section section; /* the section of the object that it is about, if any */
};

struct elf_writer {
    const struct object *object;
    struct elf_section sections[MAX_SECTIONS];
    uint32_t section_count;
    uint64_t offset; /* offset for the next section's bytes */
    char names[MAX_NAMES];
    uint32_t names_size;
    uint32_t first_global;
    uint32_t debug_index[OBJECT_DEBUG_COUNT]; /* index of each section of debug information; 0: none */
    uint32_t *elf_index; /* of each symbol, for relocations: locals stand before globals in ELF */
};

/* ---- contents of the sections */

static void emit_words(const struct elf_writer *writer, enum object_section section, FILE *stream)
{
    if (writer->object->size[section] > 0) /* no words: a null pointer */
        fwrite(writer->object->words[section], sizeof(uint32_t), writer->object->size[section], stream);
}

static void emit_debug(const struct elf_writer *writer, enum object_section section, FILE *stream)
{
    const struct object_bytes *debug = &writer->object->debug[section - SECTION_DEBUG];
    fwrite(debug->bytes, 1, debug->size, stream);
}

/* The sections .text to .private_bss have the indices 1 to 5. */
static Elf32_Section elf_section_index(const struct elf_writer *writer, enum object_section section)
{
    if (object_is_debug(section))
        return (Elf32_Section)writer->debug_index[section - SECTION_DEBUG];
    if (section == SECTION_ABSOLUTE)
        return SHN_ABS;
    if (section == SECTION_UNDEFINED)
        return SHN_UNDEF;
    return (Elf32_Section)(section + 1);
}

/* Bytes of a symbol's name in .strtab; a section symbol needs none. */
static uint32_t name_bytes(const struct object_symbol *symbol)
{
    return object_symbol_is_section(symbol) ? 0 : (uint32_t)strlen(symbol->name) + 1;
}

static void emit_symbols(const struct elf_writer *writer, enum object_section section, FILE *stream)
{
    (void)section;
    const struct object *object = writer->object;
    uint32_t name = 1;
    fwrite(&(Elf32_Sym){0}, sizeof(Elf32_Sym), 1, stream);
    for (int global = 0; global <= 1; global++)
        for (size_t i = 0; i < object->symbol_count; i++) {
            const struct object_symbol *symbol = &object->symbols[i];
            if (symbol->global != (bool)global)
                continue;
            uint32_t length = name_bytes(symbol);
            unsigned type = length == 0 ? STT_SECTION : symbol->function ? STT_FUNC : STT_NOTYPE;
            Elf32_Sym row = {.st_name = length == 0 ? 0 : name,
                             .st_value = symbol->value,
                             .st_info = (unsigned char)ELF32_ST_INFO(global ? STB_GLOBAL : STB_LOCAL, type),
                             .st_shndx = elf_section_index(writer, symbol->section)};
            fwrite(&row, sizeof row, 1, stream);
            name += length;
        }
}

static void emit_symbol_names(const struct elf_writer *writer, enum object_section section, FILE *stream)
{
    (void)section;
    const struct object *object = writer->object;
    fputc('\0', stream);
    for (int global = 0; global <= 1; global++)
        for (size_t i = 0; i < object->symbol_count; i++)
            if (object->symbols[i].global == (bool)global)
                fwrite(object->symbols[i].name, 1, name_bytes(&object->symbols[i]), stream);
}

static void emit_relocations(const struct elf_writer *writer, enum object_section section, FILE *stream)
{
    const struct object *object = writer->object;
    for (size_t i = 0; i < object->reloc_count; i++) {
        const struct object_reloc *reloc = &object->relocs[i];
        if (reloc->section != section)
            continue;
        Elf32_Rela row = {
            .r_offset = reloc->offset,
            .r_info = ELF32_R_INFO(writer->elf_index[reloc->symbol], reloc->type + FIRST_RELOCATION_TYPE),
            .r_addend = reloc->addend};
        fwrite(&row, sizeof row, 1, stream);
    }
}

static void emit_section_names(const struct elf_writer *writer, enum object_section section, FILE *stream)
{
    (void)section;
    fwrite(writer->names, 1, writer->names_size, stream);
}

/* ---- places of the sections */

static uint32_t add_name(struct elf_writer *writer, const char *name)
{
    size_t length = strlen(name) + 1;
    for (uint32_t at = 0; at + length <= writer->names_size; at++) /* it is the end of another name */
        if (memcmp(writer->names + at, name, length) == 0)
            return at;
    uint32_t place = writer->names_size;
    memcpy(writer->names + place, name, length);
    writer->names_size += (uint32_t)length;
    return place;
}

/* Appends a section with its header complete except name and place; returns its index. */
static uint32_t add_section(struct elf_writer *writer, const char *name, struct elf_section section)
{
    section.header.sh_name = add_name(writer, name);
    section.header.sh_offset = (Elf32_Off)writer->offset;
    if (section.header.sh_type != SHT_NOBITS)
        writer->offset += ((uint64_t)section.header.sh_size + 3) & ~(uint64_t)3;
    writer->sections[writer->section_count] = section;
    return writer->section_count++;
}

static void add_contents(struct elf_writer *writer)
{
    static const struct {
        Elf32_Word type, flags;
    } kinds[SECTION_COUNT] = {
        [SECTION_TEXT] = {SHT_PROGBITS, SHF_ALLOC | SHF_EXECINSTR},
        [SECTION_DATA] = {SHT_PROGBITS, SHF_ALLOC | SHF_WRITE},
        [SECTION_BSS] = {SHT_NOBITS, SHF_ALLOC | SHF_WRITE},
        [SECTION_PRIVATE] = {SHT_PROGBITS, SHF_ALLOC | SHF_WRITE},
        [SECTION_PRIVATE_BSS] = {SHT_NOBITS, SHF_ALLOC | SHF_WRITE},
    };
    const struct object *object = writer->object;
    for (enum object_section section = SECTION_TEXT; section < SECTION_END; section++) {
        bool zero = kinds[section].type == SHT_NOBITS;
        Elf32_Shdr header = {.sh_type = kinds[section].type,
                             .sh_flags = kinds[section].flags,
                             .sh_addr = object->linked ? object->address[section] : 0,
                             .sh_size = zero ? object->size[section] : object->size[section] * 4,
                             .sh_addralign = object->alignment[section]};
        add_section(writer, object_section_name(section),
                    (struct elf_section){header, zero ? NULL : emit_words, section});
    }
}

/* False if the names are too long for the file. */
static bool add_symbols(struct elf_writer *writer)
{
    const struct object *object = writer->object;
    uint32_t next = 1;
    uint64_t bytes = 1;
    for (int global = 0; global <= 1; global++) {
        writer->first_global = next;
        for (size_t i = 0; i < object->symbol_count; i++)
            if (object->symbols[i].global == (bool)global) {
                bytes += name_bytes(&object->symbols[i]);
                if (writer->elf_index != NULL)
                    writer->elf_index[i] = next;
                next++;
            }
    }
    if (bytes > UINT32_MAX || next > UINT32_MAX / sizeof(Elf32_Sym))
        return false;
    add_section(writer, ".symtab",
                (struct elf_section){{.sh_type = SHT_SYMTAB,
                                      .sh_size = next * (Elf32_Word)sizeof(Elf32_Sym),
                                      .sh_link = SYMTAB_INDEX + 1,
                                      .sh_info = writer->first_global,
                                      .sh_addralign = 4,
                                      .sh_entsize = sizeof(Elf32_Sym)},
                                     emit_symbols,
                                     SECTION_ABSOLUTE});
    add_section(writer, ".strtab",
                (struct elf_section){{.sh_type = SHT_STRTAB, .sh_size = (Elf32_Word)bytes, .sh_addralign = 1},
                                     emit_symbol_names,
                                     SECTION_ABSOLUTE});
    return true;
}

static bool add_relocations(struct elf_writer *writer, const char *name, enum object_section section)
{
    const struct object *object = writer->object;
    size_t count = 0;
    for (size_t i = 0; i < object->reloc_count; i++)
        count += object->relocs[i].section == section;
    if (count > UINT32_MAX / sizeof(Elf32_Rela))
        return false;
    if (count > 0)
        add_section(writer, name,
                    (struct elf_section){{.sh_type = SHT_RELA,
                                          .sh_flags = SHF_INFO_LINK,
                                          .sh_size = (Elf32_Word)(count * sizeof(Elf32_Rela)),
                                          .sh_link = SYMTAB_INDEX,
                                          .sh_info = elf_section_index(writer, section),
                                          .sh_addralign = 4,
                                          .sh_entsize = sizeof(Elf32_Rela)},
                                         emit_relocations,
                                         section});
    return true;
}

/* False if the file would be too large. */
static bool add_debug(struct elf_writer *writer)
{
    static const char *const relocations[OBJECT_DEBUG_COUNT] = {
#define DEBUG_SECTION(name, text) [OBJECT_DEBUG_##name] = ".rela.debug_" #name,
#include "asm/tables/debug_section.def"
    };
    const struct object *object = writer->object;
    bool is_relocated[OBJECT_DEBUG_COUNT] = {false};
    for (size_t i = 0; i < object->reloc_count; i++)
        if (object_is_debug(object->relocs[i].section))
            is_relocated[object->relocs[i].section - SECTION_DEBUG] = true;
    for (uint32_t i = 0; i < OBJECT_DEBUG_COUNT; i++) /* their names are ends of the sections' names */
        if (is_relocated[i])
            add_name(writer, relocations[i]);
    for (uint32_t i = 0; i < OBJECT_DEBUG_COUNT; i++) {
        const enum object_section section = (enum object_section)(SECTION_DEBUG + i);
        if (object->debug[i].size > 0)
            writer->debug_index[i] = add_section(
                writer, object_section_name(section),
                (struct elf_section){
                    {.sh_type = SHT_PROGBITS, .sh_size = object->debug[i].size, .sh_addralign = 1},
                    emit_debug,
                    section});
    }
    for (uint32_t i = 0; i < OBJECT_DEBUG_COUNT; i++) {
        if (object->debug[i].size > 0 &&
            !add_relocations(writer, relocations[i], (enum object_section)(SECTION_DEBUG + i)))
            return false;
    }
    return true;
}

/* Assigns all places. False if the file is too large for ELF32. */
static bool lay_out(struct elf_writer *writer)
{
    writer->offset = sizeof(Elf32_Ehdr);
    add_name(writer, "");
    writer->section_count = 1; /* number 0 is the null section */
    add_contents(writer);
    if (!add_symbols(writer) || !add_relocations(writer, ".rela.text", SECTION_TEXT) ||
        !add_relocations(writer, ".rela.data", SECTION_DATA) ||
        !add_relocations(writer, ".rela.private", SECTION_PRIVATE) || !add_debug(writer))
        return false;
    add_name(writer, ".shstrtab"); /* it contains its own name, too */
    const uint32_t size = writer->names_size;
    add_section(writer, ".shstrtab",
                (struct elf_section){{.sh_type = SHT_STRTAB, .sh_size = size, .sh_addralign = 1},
                                     emit_section_names,
                                     SECTION_ABSOLUTE});
    return writer->offset + MAX_SECTIONS * sizeof(Elf32_Shdr) <= UINT32_MAX;
}

/* ---- the file */

static void print_file(const void *context, FILE *stream)
{
    const struct elf_writer *writer = context;
    const struct object *object = writer->object;
    Elf32_Ehdr header = {.e_ident = {ELFMAG0, ELFMAG1, ELFMAG2, ELFMAG3, ELFCLASS32, ELFDATA2LSB, EV_CURRENT},
                         .e_type = object->linked ? ET_EXEC : ET_REL,
                         .e_machine = OBJECT_MACHINE,
                         .e_version = EV_CURRENT,
                         .e_entry = object->linked ? object->entry : 0,
                         .e_shoff = (Elf32_Off)writer->offset,
                         .e_ehsize = sizeof(Elf32_Ehdr),
                         .e_shentsize = sizeof(Elf32_Shdr),
                         .e_shnum = (Elf32_Half)writer->section_count,
                         .e_shstrndx = (Elf32_Half)(writer->section_count - 1)};
    fwrite(&header, sizeof header, 1, stream);
    for (uint32_t i = 1; i < writer->section_count; i++) {
        const struct elf_section *section = &writer->sections[i];
        if (section->header.sh_type == SHT_NOBITS)
            continue;
        section->emit(writer, section->section, stream);
        fwrite("\0\0\0", 1, -section->header.sh_size & 3, stream);
    }
    for (uint32_t i = 0; i < writer->section_count; i++)
        fwrite(&writer->sections[i].header, sizeof(Elf32_Shdr), 1, stream);
}

/* False with *error; the caller frees the writer in any case. */
static bool begin_writer(struct elf_writer *writer, const struct object *object, struct object_error *error)
{
    *writer = (struct elf_writer){.object = object};
    if (object->reloc_count > 0)
        writer->elf_index = memory_take(object->symbol_count, sizeof *writer->elf_index);
    if (lay_out(writer))
        return true;
    snprintf(error->text, sizeof error->text, "cannot write: larger than an ELF32 file can be");
    return false;
}

static void free_writer(struct elf_writer *writer)
{
    free(writer->elf_index);
}

void *object_image(const struct object *object, size_t *size, struct object_error *error)
{
    struct elf_writer writer;
    char *image = NULL;
    if (begin_writer(&writer, object, error)) {
        FILE *stream = open_memstream(&image, size);
        if (stream == NULL) {
            memory_is_short();
            abort(); /* not reached; cppcheck does not see that */
        }
        print_file(&writer, stream);
        const bool is_whole = fflush(stream) == 0 && !ferror(stream);
        if (fclose(stream) != 0 || !is_whole) /* closing alone would not tell of what was lost before */
            memory_is_short();
    }
    free_writer(&writer);
    return image;
}

bool object_write(const char *path, const struct object *object, struct object_error *error)
{
    struct elf_writer writer;
    struct file_error reason;
    bool good = begin_writer(&writer, object, error);
    if (good) {
        good = output_print(path, print_file, &writer, &reason);
        if (!good)
            snprintf(error->text, sizeof error->text, "cannot write: %s", reason.text);
    }
    free_writer(&writer);
    return good;
}
