/* symbols.h - the program's source for the debugger: lines, functions, variables, types.
 *
 * symbols.c reads variables and types from the debug information (sim/debug/dwarf). Without it, no locals are
 * known, and no types except the shapes of arrays that the program indexes, from the labels of fcc at these
 * accesses. lines.c reads lines and functions of the object. Knows machine and object; no session.
 */
#ifndef PRAM_DEBUG_SYMBOLS_H
#define PRAM_DEBUG_SYMBOLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/arena.h"
#include "sim/debug/dwarf/reader.h"
#include "sim/machine/group.h"

struct machine;
struct object_symbol;

enum { SYMBOLS_DIMENSIONS = 4, SYMBOLS_NOTE = 320 };

/* A variable. Private variables have addresses with bit 31 set. The place of a local variable depends on
 * the PP: see symbols_locate. */
struct debug_variable {
    const char *name; /* not owned */
    uint32_t address;
    bool is_private;
    const struct info_type *type;       /* never NULL; valid as long as the symbols */
    const struct object_symbol *symbol; /* NULL: a parameter, or declared in a function */
    bool is_parameter;
    uint64_t id; /* of a local variable: see info_locate */
};

/* For symbols.c and lines.c. */
struct symbols {
    const struct machine *machine;
    struct debug_variable *globals; /* owned; sorted by address */
    size_t global_count;
    struct arena arena; /* names and types from labels */
    const struct info_reader *reader;
    struct info *info; /* owned; NULL: there is no debug information */
};

/* Reads the symbols of a machine's program, whose file has these bytes; NULL: they cannot be read. If debug
 * information is missing or damaged, `note` becomes a sentence about it; otherwise "". Machine and bytes must
 * outlive the symbols. */
struct symbols *symbols_create(const struct machine *machine, const char *bytes, size_t size,
                               char note[SYMBOLS_NOTE]);
void symbols_destroy(struct symbols *symbols); /* `symbols` may be NULL */

/* ---- lines.c */

/* Whether any line of the program is known. */
bool symbols_have_lines(const struct symbols *symbols);
/* The line of an instruction. False: unknown. */
bool symbols_place_of(const struct symbols *symbols, uint32_t pc, struct info_line *place);
/* The function that contains an instruction, and its first instruction; NULL: unknown. */
const char *symbols_function(const struct symbols *symbols, uint32_t pc, uint32_t *first);
/* The instructions at which a breakpoint at FILE:LINE stops, one for each function and inlined copy. *line
 * becomes the next line with instructions. Returns their number, at most `room`. `file` may be the last part
 * of a name; NULL: the file of the main program. */
size_t symbols_stops(const struct symbols *symbols, const char *file, uint32_t *line, uint32_t *pcs,
                     size_t room);
/* The first instruction of a function after its prologue, and of its inlined copies. Returns their number,
 * at most `room`; 0: there is no such function. */
size_t symbols_entries(const struct symbols *symbols, const char *name, uint32_t *pcs, size_t room);
/* The name of the user's next function, from *next on, at first 0; NULL: there are no more. */
const char *symbols_next_function(const struct symbols *symbols, size_t *next);

/* ---- symbols.c */

/* The inlined functions at a pc, innermost first, at most `room`. Returns their number. */
size_t symbols_inlined(const struct symbols *symbols, uint32_t pc, struct info_inlined *list, size_t room);
/* The variable with a name in scope at a pc; `level`: see info_variables. False: there is none. */
bool symbols_variable(const struct symbols *symbols, uint32_t pc, size_t level, const char *name,
                      struct debug_variable *variable);
/* The address of a word of the private block __fork_pp of a PP; `field` is its offset (asm/tables/group.def).
 * False: the program has no groups. */
bool symbols_own_word(const struct symbols *symbols, uint32_t field, uint32_t *address);
/* The user's next global variable, in order of addresses, from *next on, at first 0; NULL: there are no more.
 */
const struct debug_variable *symbols_next_variable(const struct symbols *symbols, size_t *next);
/* The parameters and local variables in scope at a pc, those of inner blocks first. The caller frees them. */
struct debug_variable *symbols_locals(const struct symbols *symbols, uint32_t pc, size_t level,
                                      size_t *count);
/* The location of a local variable before the instruction at pc. False: the debug information is damaged. */
bool symbols_locate(const struct symbols *symbols, const struct debug_variable *variable, uint32_t pc,
                    const struct info_machine *machine, struct info_location *location);
/* The type with a name, or a tag as in "struct node"; NULL: there is none. */
const struct info_type *symbols_type(const struct symbols *symbols, const char *name);
/* The value of an enumerator. False: there is none with that name. */
bool symbols_enumerator(const struct symbols *symbols, const char *name, int32_t *value);
/* The function that contains an instruction, from the debug information; NULL: unknown. */
const struct info_function *symbols_about(const struct symbols *symbols, uint32_t pc);

/* ---- types */

/* The kind of a word. */
enum value_kind { VALUE_INT, VALUE_UNSIGNED, VALUE_FLOAT };

/* The kind of a type's words, and the type of a word of a kind. VALUE_INT stands for unknown types, too. */
enum value_kind symbols_kind(const struct info_type *type);
const struct info_type *symbols_word(enum value_kind kind);
/* The number of words of a type, at least 1. */
uint32_t symbols_words(const struct info_type *type);

/* An array, the outermost dimension first; further dimensions belong to the elements. A structure counts as
 * an array of words. */
struct symbols_shape {
    unsigned dimensions; /* 0: one word */
    uint32_t extents[SYMBOLS_DIMENSIONS];
    uint32_t element_words;
    enum value_kind kind; /* of the elements' words */
};
struct symbols_shape symbols_shape(const struct info_type *type);

#endif
