/* object_write.c - an object as the bytes of an ELF32 file, through libelf.
 *
 * docs/asm.md describes the file. All addresses count words, file offsets and sizes in the file count bytes;
 * a section without bytes (.bss, .private_bss) has its size in words. The section header table comes last, so
 * that a file cut short anywhere is recognised. May call libelf, file.h, memory.h.
 */
#include "common/output.h"
#include "object.h"

#include <elf.h>
#include <errno.h>
#include <libelf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* Elf32_Rela types are enum object_relocation + 1: 0 means "none" everywhere in ELF. */
#define FIRST_RELOCATION_TYPE 1u
#define SYMTAB_INDEX (SECTION_COUNT + 1u) /* behind our five sections */
#define LINE_ENTRY_BYTES 12u

struct byte_buffer {
    char *bytes;
    size_t size;
    size_t capacity;
};

struct elf_writer {
    const struct object *object;
    Elf *elf;
    uint32_t offset; /* where the next section's bytes go */
    bool failed;
    struct byte_buffer section_names;
    struct byte_buffer strings;
    struct byte_buffer files;
    uint32_t *file_offsets; /* of each source file's name in `files` */
    uint32_t *elf_index;    /* of each symbol: locals stand before globals in ELF */
    Elf32_Sym *symbols;
    Elf32_Rela *relocations[SECTION_COUNT];
    uint32_t *lines;
};

static uint32_t append_string(struct byte_buffer *buffer, const char *text)
{
    size_t length = strlen(text) + 1;
    uint32_t offset = (uint32_t)buffer->size;
    buffer->bytes = memory_grow(buffer->bytes, &buffer->capacity, buffer->size + length, 1);
    memcpy(buffer->bytes + buffer->size, text, length);
    buffer->size += length;
    return offset;
}

/* Appends a section; returns its index. `bytes` must stay until the image is written. */
static uint32_t add_section(struct elf_writer *writer, const char *name, Elf32_Shdr header, void *bytes,
                            size_t size, Elf_Type type)
{
    Elf_Scn *section = elf_newscn(writer->elf);
    Elf_Data *data = section == NULL ? NULL : elf_newdata(section);
    Elf32_Shdr *target = data == NULL ? NULL : elf32_getshdr(section);
    if (target == NULL) {
        writer->failed = true;
        return 0;
    }
    header.sh_name = append_string(&writer->section_names, name);
    header.sh_offset = writer->offset;
    if (header.sh_type != SHT_NOBITS) {
        header.sh_size = (Elf32_Word)size;
        data->d_buf = size > 0 ? bytes : NULL;
        data->d_size = size;
        writer->offset += (uint32_t)((size + 3) & ~(size_t)3);
    }
    data->d_type = type;
    data->d_align = 1;
    data->d_version = EV_CURRENT;
    *target = header;
    return (uint32_t)elf_ndxscn(section);
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
    for (enum object_section section = SECTION_TEXT; section < SECTION_COUNT; section++) {
        Elf32_Shdr header = {.sh_type = kinds[section].type,
                             .sh_flags = kinds[section].flags,
                             .sh_addr = object->linked ? object->address[section] : 0,
                             .sh_size = object->size[section],
                             .sh_addralign = object->alignment[section]};
        add_section(writer, object_section_name(section), header, object->words[section],
                    (size_t)object->size[section] * sizeof(uint32_t), ELF_T_WORD);
    }
}

/* The sections .text to .private_bss have the indices 1 to 5. */
static Elf32_Section elf_section_index(enum object_section section)
{
    if (section == SECTION_ABSOLUTE)
        return SHN_ABS;
    if (section == SECTION_UNDEFINED)
        return SHN_UNDEF;
    return (Elf32_Section)(section + 1);
}

static Elf32_Sym *make_symbols(struct elf_writer *writer, uint32_t *first_global)
{
    const struct object *object = writer->object;
    Elf32_Sym *table = memory_take(object->symbol_count + 1, sizeof *table);
    uint32_t next = 1;
    append_string(&writer->strings, "");
    for (int global = 0; global <= 1; global++) {
        if (global)
            *first_global = next;
        for (size_t i = 0; i < object->symbol_count; i++) {
            const struct object_symbol *symbol = &object->symbols[i];
            if (symbol->global != (bool)global)
                continue;
            bool whole = object_symbol_is_section(symbol);
            unsigned type = whole ? STT_SECTION : symbol->function ? STT_FUNC : STT_NOTYPE;
            table[next] =
                (Elf32_Sym){.st_name = whole ? 0 : append_string(&writer->strings, symbol->name),
                            .st_value = symbol->value,
                            .st_info = (unsigned char)ELF32_ST_INFO(global ? STB_GLOBAL : STB_LOCAL, type),
                            .st_shndx = elf_section_index(symbol->section)};
            writer->elf_index[i] = next++;
        }
    }
    return table;
}

static Elf32_Rela *make_relocations(struct elf_writer *writer, enum object_section section, size_t *count)
{
    const struct object *object = writer->object;
    Elf32_Rela *table = memory_take(object->reloc_count, sizeof *table);
    *count = 0;
    for (size_t i = 0; i < object->reloc_count; i++) {
        const struct object_reloc *reloc = &object->relocs[i];
        if (reloc->section != section)
            continue;
        table[(*count)++] = (Elf32_Rela){
            .r_offset = reloc->offset,
            .r_info = ELF32_R_INFO(writer->elf_index[reloc->symbol], reloc->type + FIRST_RELOCATION_TYPE),
            .r_addend = reloc->addend};
    }
    return table;
}

static uint32_t *make_lines(struct elf_writer *writer)
{
    const struct object *object = writer->object;
    uint32_t *table = memory_take(object->line_count * 3, sizeof *table);
    append_string(&writer->files, "");
    for (size_t i = 0; i < object->file_count; i++)
        writer->file_offsets[i] = append_string(&writer->files, object->files[i]);
    for (size_t i = 0; i < object->line_count; i++) {
        table[i * 3] = object->lines[i].address;
        table[i * 3 + 1] = writer->file_offsets[object->lines[i].file];
        table[i * 3 + 2] = object->lines[i].line;
    }
    return table;
}

/* Takes the finished file out of the memory file that libelf wrote. */
static void *take_image(struct elf_writer *writer, int descriptor, size_t *size)
{
    off_t written = elf_update(writer->elf, ELF_C_WRITE);
    if (written < 0)
        return NULL;
    char *image = memory_take((size_t)written, 1);
    size_t done = 0;
    while (done < (size_t)written) {
        ssize_t got = pread(descriptor, image + done, (size_t)written - done, (off_t)done);
        if (got <= 0) {
            free(image);
            return NULL;
        }
        done += (size_t)got;
    }
    *size = (size_t)written;
    return image;
}

static void add_symbols(struct elf_writer *writer)
{
    uint32_t first_global = 1;
    writer->symbols = make_symbols(writer, &first_global);
    uint32_t index =
        add_section(writer, ".symtab",
                    (Elf32_Shdr){.sh_type = SHT_SYMTAB,
                                 .sh_link = SYMTAB_INDEX + 1,
                                 .sh_info = first_global,
                                 .sh_addralign = 4,
                                 .sh_entsize = sizeof(Elf32_Sym)},
                    writer->symbols, (writer->object->symbol_count + 1) * sizeof(Elf32_Sym), ELF_T_SYM);
    writer->failed |= index != SYMTAB_INDEX;
    add_section(writer, ".strtab", (Elf32_Shdr){.sh_type = SHT_STRTAB, .sh_addralign = 1},
                writer->strings.bytes, writer->strings.size, ELF_T_BYTE);
}

static void add_relocations(struct elf_writer *writer, const char *name, enum object_section section)
{
    size_t count;
    writer->relocations[section] = make_relocations(writer, section, &count);
    if (count > 0)
        add_section(writer, name,
                    (Elf32_Shdr){.sh_type = SHT_RELA,
                                 .sh_flags = SHF_INFO_LINK,
                                 .sh_link = SYMTAB_INDEX,
                                 .sh_info = elf_section_index(section),
                                 .sh_addralign = 4,
                                 .sh_entsize = sizeof(Elf32_Rela)},
                    writer->relocations[section], count * sizeof(Elf32_Rela), ELF_T_RELA);
}

static void add_lines(struct elf_writer *writer)
{
    if (writer->object->line_count == 0)
        return;
    writer->lines = make_lines(writer);
    add_section(writer, ".pram.line",
                (Elf32_Shdr){.sh_type = SHT_PROGBITS, .sh_addralign = 4, .sh_entsize = LINE_ENTRY_BYTES},
                writer->lines, writer->object->line_count * LINE_ENTRY_BYTES, ELF_T_WORD);
    add_section(writer, ".pram.file", (Elf32_Shdr){.sh_type = SHT_STRTAB, .sh_addralign = 1},
                writer->files.bytes, writer->files.size, ELF_T_BYTE);
}

/* The sections' names; the table holds its own name too, so its size is known only when it has its section.
 */
static uint32_t add_section_names(struct elf_writer *writer)
{
    uint32_t index = add_section(writer, ".shstrtab", (Elf32_Shdr){.sh_type = SHT_STRTAB, .sh_addralign = 1},
                                 NULL, 0, ELF_T_BYTE);
    if (writer->failed)
        return 0;
    const struct byte_buffer *names = &writer->section_names;
    Elf_Scn *section = elf_getscn(writer->elf, index);
    Elf_Data *data = elf_getdata(section, NULL);
    data->d_buf = names->bytes;
    data->d_size = names->size;
    elf32_getshdr(section)->sh_size = (Elf32_Word)names->size;
    writer->offset += (uint32_t)((names->size + 3) & ~(size_t)3);
    return index;
}

static void *write_elf(struct elf_writer *writer, int descriptor, size_t *size)
{
    Elf32_Ehdr *header = elf32_newehdr(writer->elf);
    if (header == NULL)
        return NULL;
    elf_flagelf(writer->elf, ELF_C_SET, ELF_F_LAYOUT);
    writer->offset = sizeof(Elf32_Ehdr);
    append_string(&writer->section_names, "");
    add_contents(writer);
    add_symbols(writer);
    add_relocations(writer, ".rela.text", SECTION_TEXT);
    add_relocations(writer, ".rela.data", SECTION_DATA);
    add_relocations(writer, ".rela.private", SECTION_PRIVATE);
    add_lines(writer);
    uint32_t names = add_section_names(writer);
    if (writer->failed)
        return NULL;

    memcpy(header->e_ident, ELFMAG, SELFMAG);
    header->e_ident[EI_DATA] = ELFDATA2LSB;
    header->e_type = writer->object->linked ? ET_EXEC : ET_REL;
    header->e_machine = OBJECT_MACHINE;
    header->e_version = EV_CURRENT;
    header->e_entry = writer->object->linked ? writer->object->entry : 0;
    header->e_shoff = writer->offset;
    header->e_shstrndx = (Elf32_Half)names;
    return take_image(writer, descriptor, size);
}

void *object_image(const struct object *object, size_t *size, struct object_error *error)
{
    struct elf_writer writer = {.object = object};
    void *image = NULL;
    elf_version(EV_CURRENT);
    int descriptor = memfd_create("object", MFD_CLOEXEC);
    if (descriptor < 0) {
        snprintf(error->text, sizeof error->text, "cannot make a memory file: %s", strerror(errno));
        return NULL;
    }
    errno = 0;
    writer.elf = elf_begin(descriptor, ELF_C_WRITE, NULL);
    writer.elf_index = memory_take(object->symbol_count, sizeof *writer.elf_index);
    writer.file_offsets = memory_take(object->file_count, sizeof *writer.file_offsets);
    if (writer.elf != NULL)
        image = write_elf(&writer, descriptor, size);
    if (image == NULL)
        snprintf(error->text, sizeof error->text, "libelf cannot write it: %s",
                 errno != 0 ? strerror(errno) : elf_errmsg(-1));
    elf_end(writer.elf);
    close(descriptor);
    for (int section = 0; section < SECTION_COUNT; section++)
        free(writer.relocations[section]);
    free(writer.symbols);
    free(writer.lines);
    free(writer.elf_index);
    free(writer.file_offsets);
    free(writer.section_names.bytes);
    free(writer.strings.bytes);
    free(writer.files.bytes);
    return image;
}

bool object_write(const char *path, const struct object *object, struct object_error *error)
{
    size_t size;
    struct file_error reason;
    void *image = object_image(object, &size, error);
    if (image == NULL)
        return false;
    bool good = output_write(path, image, size, &reason);
    if (!good)
        snprintf(error->text, sizeof error->text, "cannot write: %s", reason.text);
    free(image);
    return good;
}
