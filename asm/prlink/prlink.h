/* prlink.h - the insides of the linker.
 *
 *   input.c     objects and archives are read; archive members wait until somebody wants them
 *   symbol.c    who defines what, who wants what; members are pulled until nothing changes
 *   merge.c     symbols that several objects may define
 *   layout.c    where every section of every object goes; words, symbols and lines are put together
 *   relocate.c  fields get addresses
 *   map.c       the map file
 */
#ifndef PRAM_PRLINK_H
#define PRAM_PRLINK_H

#include "common/diag.h"
#include "common/arena.h"
#include "common/memory.h"
#include "common/names.h"
#include "asm/object.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define PRLINK_ERRORS_SHOWN 1000

/* An object that takes part, or a member of an archive that may be pulled. */
struct link_input {
    const char *name; /* "main.o", "libfork.a(barrier.o)" */
    struct object object;
    bool archived;                /* in an archive */
    bool taken;                   /* part of the program */
    uint32_t base[SECTION_COUNT]; /* where its sections begin within the program's, in words */
    uint32_t *first_reloc;        /* of each symbol, index + 1 into relocs; made when a message wants it */
};

/* One of several definitions of a symbol of linker_merged.def, in the order of the objects. */
struct link_record {
    struct link_record *next;
    const struct link_input *definer;
    uint32_t definition;
};

/* A global name. */
struct link_symbol {
    const char *name;
    struct link_input *definer;   /* NULL: nobody yet, or the linker itself */
    uint32_t definition;          /* index into the definer's symbols */
    struct link_input *candidate; /* the first archive member that defines it */
    bool wanted;                  /* some object that takes part refers to it */
    bool by_linker;               /* defined by linker_symbol.def, or by nobody as linker_merged.def allows */
    struct link_record *records;  /* of a chain, the definer's own first */
    enum object_section section;  /* in the program */
    uint32_t value;               /* its address there */
};

struct linker {
    struct diag *diag;
    struct link_input **inputs; /* in the order of the command line; members as they stand in archives */
    size_t input_count;
    size_t input_capacity;
    struct link_input **taken; /* in the order in which they lie in the program */
    size_t taken_count;
    size_t taken_capacity;
    struct name_table globals; /* items: struct link_symbol */
    struct arena arena;
    struct object *program;
    bool is_unreadable; /* a file could not be read */
};

/* Starts and ends a link. Messages go to `diag`. */
void linker_init(struct linker *linker, struct diag *diag);
void linker_free(struct linker *linker);

/* Takes an object or an archive from a file or from memory (the bytes are not kept). Messages call it `name`;
 * NULL: as its path. False after a message. */
bool linker_add_file(struct linker *linker, const char *path, const char *name);
bool linker_add_bytes(struct linker *linker, const char *name, const void *bytes, size_t size);

/* Makes the program from what was added, once. True if there was no error; the caller then frees *out, after
 * the map is printed, else it is empty. */
bool linker_link(struct linker *linker, const char *entry, struct object *out);

/* Writes the map of a finished link: sections, objects, symbols. */
void linker_print_map(const struct linker *linker, const struct object *program, FILE *stream);

/* ---- from here on for the prlink_*.c files only */

/* symbol.c */
bool symbols_resolve(struct linker *linker,
                     const char *entry); /* pulls members; false if names stay undefined or are double */
static inline struct link_symbol *symbols_find(const struct linker *linker, const char *name)
{
    return names_get(&linker->globals, name, strlen(name));
}
void symbols_place(struct linker *linker); /* addresses, after the layout is known */

/* layout.c */
bool layout_sections(struct linker *linker);
/* Words and symbols go over into the program; after relocation, whose messages name lines, lines do. What is
 * merged is freed in its object at once, so that a link holds little more than the program. */
void layout_merge(struct linker *linker);
void layout_merge_lines(struct linker *linker);

/* merge.c */
/* Takes in one more definition of a symbol: true if linker_merged.def allows several; then it has reported
 * what is wrong with this one. */
bool merge_definition(struct linker *linker, struct link_symbol *global, const struct link_input *input,
                      uint32_t index);
bool merge_is_merged(const char *name);
bool merge_may_be_missing(const char *name); /* a chain without records is 0 */
void merge_chains(struct linker *linker);    /* the records' first words, after relocation */

/* a place for messages: "main.o (.text+0x12, main.s:7)" */
const char *describe_place(const struct link_input *input, enum object_section section, uint32_t offset,
                           char *text, size_t size);

#endif
