/* image.c - see image.h: a linker for what LLVM makes of a block.
 *
 * The section of the function comes first. Sections of constants that it refers to follow, and nothing else:
 * there are no tables for unwinding, since no exception comes out of a block. References are differences of
 * two places of the image, so that nothing is left to be done when it is copied elsewhere.
 */
#include "sim/native/image.h"

#include <gelf.h>
#include <stdlib.h>
#include <string.h>

#include "sim/bsp/native/code.h"

/* Sections of an object, and of an image; bytes of an image. */
enum { OBJECT_SECTIONS = 64, SECTIONS = 16 };
#define IMAGE_MOST ((size_t)1 << 20)

struct section {
    Elf_Scn *scn;
    Elf_Data *data;
    size_t offset; /* in the image */
};

struct link {
    Elf *elf;
    Elf_Data *symbols;
    size_t symbol_count, names;            /* names: the section of the symbols' names */
    Elf_Data *references[OBJECT_SECTIONS]; /* by the section that they stand in; NULL: none */
    size_t reference_count[OBJECT_SECTIONS];
    struct section sections[SECTIONS]; /* of the image */
    size_t section_count, size;
};

/* ---- what is there */

static bool note_section(struct link *link, Elf_Scn *scn)
{
    GElf_Shdr head;
    if (gelf_getshdr(scn, &head) == NULL)
        return false;
    if (head.sh_type == SHT_REL)
        return false;
    if (head.sh_type == SHT_SYMTAB && head.sh_entsize != 0) {
        link->symbols = elf_getdata(scn, NULL);
        link->symbol_count = head.sh_size / head.sh_entsize;
        link->names = head.sh_link;
    } else if (head.sh_type == SHT_RELA && head.sh_entsize != 0) {
        if (head.sh_info >= OBJECT_SECTIONS)
            return false;
        link->references[head.sh_info] = elf_getdata(scn, NULL);
        link->reference_count[head.sh_info] = head.sh_size / head.sh_entsize;
    }
    return true;
}

static bool note_sections(struct link *link)
{
    for (Elf_Scn *scn = NULL; (scn = elf_nextscn(link->elf, scn)) != NULL;)
        if (!note_section(link, scn))
            return false;
    return link->symbols != NULL;
}

/* The place of a section of the object in the image; it gets one if it may be there. NULL: it may not. */
static struct section *place_section(struct link *link, size_t number)
{
    Elf_Scn *scn = number < OBJECT_SECTIONS ? elf_getscn(link->elf, number) : NULL;
    GElf_Shdr head;
    for (size_t k = 0; k < link->section_count; k++)
        if (link->sections[k].scn == scn)
            return &link->sections[k];
    if (scn == NULL || link->section_count == SECTIONS || gelf_getshdr(scn, &head) == NULL ||
        head.sh_type != SHT_PROGBITS || (head.sh_flags & (SHF_ALLOC | SHF_WRITE)) != SHF_ALLOC ||
        head.sh_addralign > NATIVE_CODE_ALIGNMENT || head.sh_size > IMAGE_MOST - link->size)
        return NULL;
    const size_t alignment = head.sh_addralign != 0 ? head.sh_addralign : 1;
    struct section *section = &link->sections[link->section_count++];
    *section = (struct section){.scn = scn,
                                .data = elf_getdata(scn, NULL),
                                .offset = (link->size + alignment - 1) / alignment * alignment};
    link->size = section->offset + head.sh_size;
    return section->data != NULL && section->data->d_size == head.sh_size && link->size <= IMAGE_MOST
               ? section
               : NULL;
}

static bool find_function(struct link *link, const char *name, uint32_t *entry)
{
    GElf_Sym symbol;
    for (size_t k = 0; k < link->symbol_count; k++) {
        if (gelf_getsym(link->symbols, (int)k, &symbol) == NULL)
            return false;
        const char *its_name = elf_strptr(link->elf, link->names, symbol.st_name);
        if (its_name == NULL || strcmp(its_name, name) != 0)
            continue;
        const struct section *section = place_section(link, symbol.st_shndx);
        *entry = (uint32_t)symbol.st_value;
        return section != NULL && symbol.st_value < link->size;
    }
    return false;
}

/* ---- references */

/* Calls `visit` for each reference in a section of the image. */
typedef bool visit_reference(struct link *link, const struct section *from, const GElf_Rela *reference,
                             const GElf_Sym *symbol, uint8_t *image);

static bool visit_references(struct link *link, size_t number, visit_reference *visit, uint8_t *image)
{
    const struct section from = link->sections[number];
    const size_t index = elf_ndxscn(from.scn);
    GElf_Rela reference;
    GElf_Sym symbol;
    for (size_t k = 0; k < link->reference_count[index]; k++)
        if (link->references[index] == NULL ||
            gelf_getrela(link->references[index], (int)k, &reference) == NULL ||
            gelf_getsym(link->symbols, (int)GELF_R_SYM(reference.r_info), &symbol) == NULL ||
            !visit(link, &from, &reference, &symbol, image))
            return false;
    return true;
}

/* What a reference leads to comes into the image. */
static bool find_target(struct link *link, const struct section *from, const GElf_Rela *reference,
                        const GElf_Sym *symbol, uint8_t *image)
{
    (void)image;
    const uint64_t type = GELF_R_TYPE(reference->r_info);
    const size_t size = from->data->d_size;
    return (type == R_X86_64_PC32 || type == R_X86_64_PLT32) && size >= sizeof(int32_t) &&
           reference->r_offset <= size - sizeof(int32_t) && place_section(link, symbol->st_shndx) != NULL;
}

static bool write_reference(struct link *link, const struct section *from, const GElf_Rela *reference,
                            const GElf_Sym *symbol, uint8_t *image)
{
    const struct section *to = place_section(link, symbol->st_shndx);
    const size_t place = from->offset + reference->r_offset;
    const int64_t distance =
        (int64_t)to->offset + (int64_t)symbol->st_value + reference->r_addend - (int64_t)place;
    const int32_t word = (int32_t)distance;
    memcpy(image + place, &word, sizeof word);
    return word == distance;
}

/* ---- the image */

static bool fill(struct link *link, uint8_t *image)
{
    for (size_t k = 0; k < link->section_count; k++) {
        const struct section *section = &link->sections[k];
        if (section->data->d_size != 0)
            memcpy(image + section->offset, section->data->d_buf, section->data->d_size);
    }
    for (size_t k = 0; k < link->section_count; k++)
        if (!visit_references(link, k, write_reference, image))
            return false;
    return true;
}

static bool link_all(struct link *link, const char *name, struct image *image)
{
    if (!note_sections(link) || !find_function(link, name, &image->entry))
        return false;
    for (size_t k = 0; k < link->section_count; k++) /* which grows */
        if (!visit_references(link, k, find_target, NULL))
            return false;
    image->size = link->size;
    image->bytes = calloc(1, link->size);
    return image->bytes != NULL && fill(link, image->bytes);
}

bool image_link(char *object, size_t size, const char *name, struct image *image)
{
    struct link link = {.elf = NULL};
    *image = (struct image){.bytes = NULL};
    if (elf_version(EV_CURRENT) == EV_NONE)
        return false;
    link.elf = elf_memory(object, size);
    const bool good = link.elf != NULL && link_all(&link, name, image);
    elf_end(link.elf);
    if (!good)
        image_free(image);
    return good;
}

void image_free(struct image *image)
{
    free(image->bytes);
    *image = (struct image){.bytes = NULL};
}
