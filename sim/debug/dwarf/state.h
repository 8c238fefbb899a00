/* state.h - data that the files of the reader share; no other file includes it. */
#ifndef SIM_DEBUG_DWARF_STATE_H
#define SIM_DEBUG_DWARF_STATE_H

#include "sim/debug/dwarf/info.h"

#include <elfutils/libdw.h>

#include "common/arena.h"
#include "common/memory.h"

struct offsets {
    Dwarf_Off *list; /* owned */
    size_t count, room;
};

static inline void offsets_add(struct offsets *offsets, Dwarf_Off offset)
{
    offsets->list = memory_grow(offsets->list, &offsets->room, offsets->count + 1, sizeof *offsets->list);
    offsets->list[offsets->count++] = offset;
}

struct info {
    Elf *elf;
    Dwarf *dwarf; /* NULL: no debug information */
    struct arena arena;
    struct info_function *functions; /* sorted by low */
    size_t function_count, function_capacity;
    struct offsets globals;   /* of the global variables of all units */
    struct offsets types;     /* of the named types */
    size_t size;              /* bytes of .debug_info */
    struct info_type **known; /* by offset; NULL: not named yet. Most of its pages are never touched */
    struct offsets pending;   /* of types that are not filled in yet */
    struct info_type nothing; /* void */
};

enum { MOST_DEPTH = 300, MOST_ENTRIES = 1 << 26 }; /* limits: nesting of entries; number of visited entries */

/* type.c */
/* The type of an entry. types_finish fills it in. */
const struct info_type *type_of(struct info *info, Dwarf_Die *entry);
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

/* inlined.c */
/* The scopes that contain an instruction, each in the one before it; the first is the function. Returns their
 * number. */
size_t scopes_at(struct info *info, uint32_t pc, Dwarf_Die scopes[MOST_DEPTH]);

#endif
