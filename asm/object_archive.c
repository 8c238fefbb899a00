/* object_archive.c - the members of an ar archive, through libelf.
 *
 * May call libelf. Does not interpret members.
 */
#include "object.h"

#include <ar.h>
#include <errno.h>
#include <libelf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool object_is_archive(const void *bytes, size_t size)
{
    return size >= SARMAG && memcmp(bytes, ARMAG, SARMAG) == 0;
}

static bool refuse(struct object_error *error, const char *what)
{
    if (errno == ENOMEM) /* an error of libelf, not of the archive */
        memory_is_short();
    snprintf(error->text, sizeof error->text, "corrupt archive: %s", what);
    return false;
}

/* libelf silently truncates a member that extends beyond the end of the file; the file's own header tells. */
static bool member_is_whole(const char *bytes, size_t size, int64_t place)
{
    struct ar_hdr header;
    char digits[sizeof header.ar_size + 1] = "";
    if (place < 0 || (size_t)place > size || size - (size_t)place < sizeof header)
        return false;
    memcpy(&header, bytes + place, sizeof header);
    memcpy(digits, header.ar_size, sizeof header.ar_size);
    char *end;
    unsigned long long length = strtoull(digits, &end, 10);
    return digits[0] >= '0' && digits[0] <= '9' && strspn(end, " ") == strlen(end) &&
           length <= size - (size_t)place - sizeof header;
}

/* Visits one member. False with *stop set if the visitor ends the visit; false without it on an error. */
static bool visit_member(Elf *member, const void *bytes, size_t size,
                         bool (*visit)(void *context, const char *member, const void *bytes, size_t size),
                         void *context, bool *stop, struct object_error *error)
{
    if (!member_is_whole(bytes, size, elf_getbase(member) - (int64_t)sizeof(struct ar_hdr)))
        return refuse(error, "truncated member");
    errno = 0;
    Elf_Arhdr *header = elf_getarhdr(member);
    if (header == NULL || header->ar_name == NULL)
        return refuse(error, "bad member name");
    if (header->ar_name[0] == '/') /* the symbol index and the table of long names */
        return true;
    size_t length;
    const char *content = elf_rawfile(member, &length);
    if (content == NULL && length > 0)
        return refuse(error, elf_errmsg(-1));
    *stop = !visit(context, header->ar_name, content == NULL ? "" : content, length);
    return !*stop;
}

bool object_archive_visit(const void *bytes, size_t size,
                          bool (*visit)(void *context, const char *member, const void *bytes, size_t size),
                          void *context, struct object_error *error)
{
    elf_version(EV_CURRENT);
    errno = 0;
    Elf *archive = elf_memory((char *)bytes, size); /* libelf only reads from it */
    if (archive == NULL || elf_kind(archive) != ELF_K_AR) {
        elf_end(archive);
        return refuse(error, elf_errmsg(-1));
    }
    bool good = true;
    bool stop = false;
    Elf_Cmd command = ELF_C_READ_MMAP; /* libelf requires the same command as elf_memory */
    size_t seen = SARMAG;              /* end of the previous member */
    while (good && !stop && command != ELF_C_NULL) {
        errno = 0;
        Elf *member = elf_begin(-1, command, archive);
        if (member == NULL)
            break;
        good = visit_member(member, bytes, size, visit, context, &stop, error) || stop;
        size_t length = 0;
        elf_rawfile(member, &length);
        seen = (size_t)elf_getbase(member) + length;
        errno = 0;
        command = elf_next(member);
        elf_end(member);
    }
    if (good && !stop && seen + 1 < size) /* libelf stops at an invalid member, and if memory is short */
        good = refuse(error, "bad member header");
    elf_end(archive);
    return good;
}
