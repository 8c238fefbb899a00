/* state.h - data that the files of the reader share; no other file includes it. */
#ifndef SIM_DEBUG_DWARF_STATE_H
#define SIM_DEBUG_DWARF_STATE_H

#include "sim/debug/dwarf/info.h"

#include <elfutils/libdw.h>

#include "common/arena.h"
#include "common/memory.h"

struct info {
    Elf *elf;
    Dwarf *dwarf; /* NULL: no debug information */
    struct arena arena;
    struct info_function *functions; /* owned; sorted by low */
    size_t function_count, function_room;
    struct info_variable *globals; /* owned; of all units */
    size_t global_count, global_room;
    const struct info_type **types; /* owned; the named types */
    size_t type_count, type_room;
    size_t size;              /* bytes of .debug_info */
    struct info_type **known; /* owned; by offset; NULL: not named yet. Most of its pages are never touched */
    Dwarf_Off *pending;       /* owned; of types that are not filled in yet */
    size_t pending_count, pending_room;
    struct info_type nothing; /* void */
};

enum { MOST_DEPTH = 300, MOST_CHILDREN = 1 << 20 }; /* limits: nesting of entries; children of an entry */

/* type.c */
/* Steps to the next child of an entry with a tag, or with any tag (0): the first one, if *looked is 0. */
bool next_child(Dwarf_Die *entry, int tag, Dwarf_Die *child, uint32_t *looked);
/* The type of an entry, and the type that an entry describes. types_finish fills them in. */
const struct info_type *type_of(struct info *info, Dwarf_Die *entry);
const struct info_type *type_at(struct info *info, Dwarf_Die *entry);
void types_finish(struct info *info);
/* A number of the entry; `otherwise` if it is missing. */
uint32_t number_of(Dwarf_Die *entry, unsigned name, uint32_t otherwise);
bool flag_of(Dwarf_Die *entry, unsigned name);
/* The mode of a function's entry. False: there is none. */
bool mode_of(Dwarf_Die *entry, enum info_mode *mode);
/* A file and a line as the debugger shows them; `file` may be NULL. */
struct info_line declared_at(const char *file, uint32_t line);
/* Where the entry is declared. */
struct info_line declaration_of(Dwarf_Die *entry);
/* The name of an entry in printable characters, or NULL. */
const char *name_of(struct info *info, Dwarf_Die *entry);
/* The variable of an entry; `depth`: nesting of its block. */
struct info_variable variable_of(struct info *info, Dwarf_Die *entry, uint32_t depth);

/* inlined.c */
/* The scopes that contain an instruction, each in the one before it; the first is the function. Returns their
 * number. */
size_t scopes_at(const struct info *info, uint32_t pc, Dwarf_Die scopes[MOST_DEPTH]);

#endif
