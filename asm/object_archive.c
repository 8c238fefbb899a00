/* object_archive.c - the members of an ar archive: GNU's kind, with names up to 15 characters in the header
 * of the member and longer ones in the member "//".
 *
 * Nothing in the file is believed. The work is linear in the number of members. Knows nothing of what the
 * members are.
 */
#include "object.h"

#include <ar.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DECIMAL = 10 };

struct archive {
    const char *bytes;
    size_t size;
    const char *long_names; /* NULL: none yet */
    size_t long_names_size;
};

struct member {
    struct ar_hdr header;
    const char *bytes;
    size_t size;
    char name[OBJECT_MAX_NAME + 1];
};

bool object_is_archive(const void *bytes, size_t size)
{
    return size >= SARMAG && memcmp(bytes, ARMAG, SARMAG) == 0;
}

static bool refuse(struct object_error *error, const char *what)
{
    snprintf(error->text, sizeof error->text, "corrupt archive: %s", what);
    return false;
}

/* Reads a decimal number that fills a field, except for spaces after it. */
static bool read_number(const char *field, size_t length, size_t *number)
{
    char digits[sizeof((struct ar_hdr *)NULL)->ar_name + 1] = "";
    memcpy(digits, field, length);
    char *end;
    const unsigned long long value = strtoull(digits, &end, DECIMAL);
    *number = (size_t)value;
    return digits[0] >= '0' && digits[0] <= '9' && strspn(end, " ") == strlen(end) && value <= SIZE_MAX;
}

/* Copies a name that ends at `end`, or where its room does. */
static bool copy_name(struct member *member, const char *name, size_t room, const char *ends)
{
    size_t length = 0;
    while (length < room && strchr(ends, name[length]) == NULL) /* a 0 is an end, too */
        length++;
    if (length == 0 || length >= sizeof member->name)
        return false;
    memcpy(member->name, name, length);
    member->name[length] = '\0';
    return true;
}

/* The names of the members that hold the symbol index ("/", "/SYM64/") and the long names ("//") stay as they
 * are. */
static bool read_name(const struct archive *archive, struct member *member)
{
    const char *field = member->header.ar_name;
    const size_t room = sizeof member->header.ar_name;
    size_t at;
    if (field[0] != '/')
        return copy_name(member, field, room, "/ ");
    if (field[1] < '0' || field[1] > '9')
        return copy_name(member, field, room, " ");
    return read_number(field + 1, room - 1, &at) && at < archive->long_names_size &&
           copy_name(member, archive->long_names + at, archive->long_names_size - at, "/\n");
}

/* Reads the member whose header lies at `place`, which is inside of the file. */
static bool read_member(struct archive *archive, size_t place, struct member *member,
                        struct object_error *error)
{
    const size_t left = archive->size - place;
    if (left < sizeof member->header)
        return refuse(error, "bad member header");
    memcpy(&member->header, archive->bytes + place, sizeof member->header);
    if (memcmp(member->header.ar_fmag, ARFMAG, sizeof member->header.ar_fmag) != 0)
        return refuse(error, "bad member header");
    if (!read_number(member->header.ar_size, sizeof member->header.ar_size, &member->size) ||
        member->size > left - sizeof member->header)
        return refuse(error, "truncated member");
    member->bytes = archive->bytes + place + sizeof member->header;
    if (!read_name(archive, member))
        return refuse(error, "bad member name");
    if (strcmp(member->name, "//") == 0) {
        archive->long_names = member->bytes;
        archive->long_names_size = member->size;
    }
    return true;
}

bool object_archive_visit(const void *bytes, size_t size,
                          bool (*visit)(void *context, const char *member, const void *bytes, size_t size),
                          void *context, struct object_error *error)
{
    struct archive archive = {.bytes = bytes, .size = size};
    struct member member;
    if (!object_is_archive(bytes, size))
        return refuse(error, "it does not begin as one");
    for (size_t place = SARMAG; place < size;) {
        if (!read_member(&archive, place, &member, error))
            return false;
        if (member.name[0] != '/' && !visit(context, member.name, member.bytes, member.size))
            return true;
        const size_t end = place + sizeof member.header + member.size;
        place = end + (end & 1); /* members begin at even places */
    }
    return true;
}
