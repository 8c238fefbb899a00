/* index.h - the meaning and the uses of every name of a compiled file, kept after the compilation.
 *
 * index_watch is the listener of a compilation; index_finish sorts its data. All strings belong to the index.
 */
#ifndef FCC_SERVER_INDEX_H
#define FCC_SERVER_INDEX_H

#include "common/arena.h"
#include "fcc/text/watch.h"

enum entity_kind {
    ENTITY_VARIABLE,
    ENTITY_PARAMETER,
    ENTITY_FUNCTION,
    ENTITY_TYPE,
    ENTITY_ENUMERATOR,
    ENTITY_BUILTIN,
    ENTITY_RECORD, /* struct, union, enum */
    ENTITY_MEMBER
};

/* Lines and columns (bytes) count from 1; no file: built into the compiler. */
struct place {
    const char *file;
    uint32_t line, column;
};

struct entity {
    const char *name;
    const char *text;  /* its declaration; NULL: incomplete */
    const char *about; /* description of a built-in function; NULL: none */
    struct place place;
    enum entity_kind kind;
    bool is_global;
    bool is_of_runtime;
    uint32_t first_line, last_line; /* visibility of a local one, in the file of its place */
    const void *record; /* the tag of its struct, or of the struct that it points to or returns; NULL: none */
    const void *owner;  /* MEMBER: the tag of its struct; RECORD: its own */
    const char **parameters; /* FUNCTION, BUILTIN: as written */
    size_t parameter_count;
};

struct use {
    struct place place;
    uint32_t length;
    uint32_t entity;
    bool is_definition;
};

/* From this place on, statements run in that mode. */
struct mode_mark {
    struct place place;
    enum mode mode;
};

struct index {
    struct arena arena;
    struct front_watch watch;
    struct entity *entities;
    size_t entity_count, entity_capacity;
    struct use *uses; /* by file, line and column, once each */
    size_t use_count, use_capacity;
    struct mode_mark *marks; /* likewise */
    size_t mark_count, mark_capacity;
    /* while it is filled */
    struct index_slot *slots;
    size_t slot_count;
    const char **files;
    size_t file_count, file_capacity;
};

void index_begin(struct index *index);
void index_finish(struct index *index);
void index_free(struct index *index);

/* The use at a place, also at the end of its name; NULL: none. */
const struct use *index_at(const struct index *index, const struct place *place);

/* The mode of the statement at a place; false: it is in no function. */
bool index_mode(const struct index *index, const struct place *place, enum mode *mode);

/* The entity of a name that is visible at a place, the innermost one; NULL: none. */
const struct entity *index_visible(const struct index *index, const char *name, size_t length,
                                   const struct place *place);

/* Whether an entity is visible at a place. */
bool index_is_visible(const struct entity *entity, const struct place *place);

#endif
