/* prlink.h - internal interface of the linker.
 *
 *   input.c     reads objects and archives; archive members wait until they are needed
 *   symbol.c    which inputs define and use which names; pulls members until nothing changes
 *   merge.c     symbols that several objects may define
 *   instead.c   names that mean another function in some programs
 *   layout.c    addresses of all sections of all objects; joins words, symbols and lines
 *   island.c    islands for branches that are too far
 *   relocate.c  writes addresses into fields
 *   map.c       the map file
 */
#ifndef PRAM_PRLINK_H
#define PRAM_PRLINK_H

#include "common/diag.h"
#include "common/arena.h"
#include "common/memory.h"
#include "common/name_index.h"
#include "asm/object.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#define PRLINK_ERRORS_SHOWN 1000

/* An object of the program, or an archive member that may be pulled. */
struct link_input {
    const char *name; /* "main.o", "libfork.a(barrier.o)" */
    uint32_t number;  /* index into the linker's inputs */
    struct object object;
    bool archived;                           /* in an archive */
    bool has_lines;                          /* the object's have been read: a message wanted them */
    bool taken;                              /* part of the program */
    uint32_t base[SECTION_COUNT];            /* start of its sections within the program's, in words */
    uint32_t debug_base[OBJECT_DEBUG_COUNT]; /* start of its debug information, in bytes */
    uint32_t *first_reloc; /* by symbol, index + 1 into relocs; made when a message needs it */
    size_t symbols_end;    /* end of its symbols in the program's */
};

/* One of several definitions of a symbol of linker_merged.def, in the order of the objects. */
struct link_record {
    struct link_record *next;
    const struct link_input *definer;
    uint32_t definition;
};

#define LINK_NO_INPUT UINT32_MAX

/* A global name. Large objects have millions: 24 bytes each. */
struct link_symbol {
    const char *name;    /* owned by an input's object */
    uint32_t input;      /* number of the defining input, or of the archive member that would define it; or
                            LINK_NO_INPUT */
    uint32_t definition; /* index into the definer's symbols */
    uint32_t value;      /* its address in the program */
    enum object_section section; /* there */
    bool defined;                /* by an input of the program */
    bool wanted;                 /* an object of the program refers to it */
    bool by_linker;              /* defined by linker_symbol.def, or undefined as linker_merged.def allows */
    bool is_replaced;            /* its name means the function that instead_of finds */
};

/* The names of linker_merged.def, in its order. */
enum {
#define LINKER_MERGED(name, rule, text) LINK_MERGED_##name,
#include "asm/tables/linker_merged.def"
    LINK_MERGED_COUNT
};

/* The rows of linker_instead.def. */
enum {
#define LINKER_INSTEAD(cause, name, other) LINK_INSTEAD_##cause##_##name,
#include "asm/tables/linker_instead.def"
    LINK_INSTEAD_COUNT
};

/* The definitions of such a name in the inputs of the program. */
struct link_merged {
    const struct link_input *definer; /* the first; NULL: none */
    struct link_record *records;      /* of a chain, the definer's own first */
};

/* The gap between two objects in .text. */
struct link_gap {
    uint32_t place; /* its address */
    uint32_t words; /* for islands, the jump around them included */
    bool is_leapt;  /* the code before it must jump over it */
    bool is_closed; /* nothing may come between */
};

struct linker {
    struct diag *diag;
    struct link_input **inputs; /* in the order of the command line; members in the order of the archive */
    size_t input_count;
    size_t input_capacity;
    struct link_input **taken; /* in the order of their addresses in the program */
    size_t taken_count;
    size_t taken_capacity;
    struct link_symbol *globals; /* has room for all of them; valid until symbols_forget */
    size_t global_count;
    struct name_index global_names; /* numbers: indices into globals */
    struct link_merged merged[LINK_MERGED_COUNT];
    bool instead[LINK_INSTEAD_COUNT]; /* the row applies to this program */
    struct link_gap *gaps;        /* one before each taken input, and one after the last; NULL: not needed */
    struct link_islands *islands; /* NULL: the same */
    struct arena arena;
    struct object *program;
    bool is_unreadable; /* a file could not be read */
};

/* Starts and ends a link. Messages go to `diag`. */
void linker_init(struct linker *linker, struct diag *diag);
void linker_free(struct linker *linker);

/* Adds an object or an archive from a file or from memory (the bytes are not kept). `name` is its name in
 * messages; NULL: its path. False after a message. */
bool linker_add_file(struct linker *linker, const char *path, const char *name);
bool linker_add_bytes(struct linker *linker, const char *name, const void *bytes, size_t size);

/* Links the added inputs, once. True without errors; then the caller frees *out after printing the map.
 * Otherwise *out is empty. */
bool linker_link(struct linker *linker, const char *entry, struct object *out);

/* The map of a finished link: sections, objects, symbols. Takes four bytes for each global name, twice that
 * during sorting. */
struct map {
    const struct linker *linker;
    const struct object *program;
    uint32_t *globals; /* indices of the program's global symbols, in the order of the map */
    size_t global_count;
};

/* Sorts; the link must not change until map_end. */
void map_begin(struct map *map, const struct linker *linker, const struct object *program);
/* Prints a struct map; for output_print. */
void map_print(const void *context, FILE *stream);
void map_end(struct map *map);

/* ---- for the files of asm/prlink only */

/* symbol.c */
bool symbols_resolve(struct linker *linker,
                     const char *entry); /* pulls members; false if names stay undefined or are double */
/* NULL: no object defines or uses such a name. */
static inline struct link_symbol *symbols_find(const struct linker *linker, const char *name)
{
    uint32_t number;
    return name_index_find(&linker->global_names, name, &number) ? &linker->globals[number] : NULL;
}
/* NULL: none yet, or the linker itself. */
static inline struct link_input *symbols_definer(const struct linker *linker,
                                                 const struct link_symbol *global)
{
    return global->defined ? linker->inputs[global->input] : NULL;
}
const char *symbols_name(const void *linker, uint32_t number); /* of a global, for the table of names */
void symbols_place(struct linker *linker);                     /* addresses, after the layout is known */
void symbols_forget(struct linker *linker); /* frees the globals, which must not be used any more */

/* layout.c */
bool layout_sections(struct linker *linker);           /* may be called again when gaps have grown */
bool layout_debug(struct linker *linker);              /* once: gaps do not change it */
bool layout_has_own_trap(const struct linker *linker); /* the first object begins with ISA_NULL_TRAP */
/* Moves words into the program, and after relocation lines and symbols, which messages of relocation need.
 * Merged data is freed at once in its object, so that a link needs little more memory than the program. */
void layout_merge_words(struct linker *linker);
void layout_merge_symbols(struct linker *linker);

/* island.c */
/* Makes gaps with islands after the layout is known, and lays out again. False after a message. */
bool islands_plan(struct linker *linker);
void islands_write(struct linker *linker);
/* The island for a branch that does not reach its target. False: none. Call it in the order of inputs and
 * relocations. */
bool islands_lead(struct linker *linker, const struct link_input *input, const struct object_reloc *reloc,
                  int64_t *address);
void islands_free(struct linker *linker);

/* merge.c */
/* Adds another definition of a symbol: true if linker_merged.def allows several; reports errors of such a
 * definition. */
bool merge_definition(struct linker *linker, const struct link_symbol *global, const struct link_input *input,
                      uint32_t index);
/* Whether a definition of an input was replaced by that of another one. */
bool merge_gave_way(const struct linker *linker, const struct link_input *input, const char *name);
bool merge_is_merged(const char *name);
bool merge_may_be_missing(const char *name); /* a chain without records is 0 */
void merge_chains(struct linker *linker);    /* the records' first words, after relocation */

/* instead.c */
/* Marks the names that mean another function. After all objects, before any member of an archive. */
void instead_mark(struct linker *linker);
/* The symbol that a name with is_replaced means. */
struct link_symbol *instead_of(const struct linker *linker, const struct link_symbol *global);
/* Whether the name means another function; works after symbols_forget, too. */
bool instead_replaces(const struct linker *linker, const char *name);

/* a place for messages: "main.o (.text+0x12, main.s:7)" */
const char *describe_place(struct link_input *input, enum object_section section, uint32_t offset, char *text,
                           size_t size);

#endif
