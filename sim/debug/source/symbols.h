/* symbols.h - the program's source for the debugger: lines, functions, variables, types.
 *
 * An interface with two implementations. labels.c reads lines, symbols and labels of the object: it knows no
 * locals, and no types except the shapes of arrays that the program indexes. typed.c reads variables and
 * types from the debug information (sim/debug/dwarf), and uses labels.c for the rest. The session and its
 * expressions use only this interface.
 */
#ifndef PRAM_DEBUG_SYMBOLS_H
#define PRAM_DEBUG_SYMBOLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sim/debug/dwarf/info.h"

struct machine;

enum { SYMBOLS_DIMENSIONS = 4 };

/* The kind of a variable's words. */
enum value_kind { VALUE_INT, VALUE_UNSIGNED, VALUE_FLOAT };

/* A variable. Private variables have addresses with bit 31 set. The place of a local variable depends on
 * the PP: see `locate`. */
struct debug_variable {
    const char *name; /* not owned */
    uint32_t address;
    uint32_t words;
    bool is_private;
    enum value_kind kind;
    unsigned dimensions;                  /* 0: one word */
    uint32_t extents[SYMBOLS_DIMENSIONS]; /* of an array: number of elements, outermost dimension first */
    uint32_t element_words;               /* words of the innermost element */
    const struct info_type *type;         /* never NULL; valid as long as the symbols */
    bool is_local;                        /* a parameter, or declared in a function */
    struct info_variable local;           /* if is_local: opaque outside of the implementation */
};

/* A place in the source. */
struct debug_place {
    const char *file; /* not owned */
    uint32_t line;    /* 0: unknown */
};

struct symbols;

struct symbols_source {
    /* Whether any line of the program is known. */
    bool (*has_lines)(const struct symbols *symbols);
    /* The line of an instruction. False: unknown. */
    bool (*place)(const struct symbols *symbols, uint32_t pc, struct debug_place *place);
    /* The function that contains an instruction, and its first instruction; NULL: unknown. */
    const char *(*function)(const struct symbols *symbols, uint32_t pc, uint32_t *first);
    /* The instructions at which a breakpoint at FILE:LINE stops, one for each function. *line becomes the
     * next line with instructions. Returns their number, at most `room`. `file` may be the last part of a
     * name; NULL: the file of the main program. */
    size_t (*stops)(const struct symbols *symbols, const char *file, uint32_t *line, uint32_t *pcs,
                    size_t room);
    /* The function whose source has made an instruction: an inlined function, or the function that
     * contains the instruction. */
    const char *(*source_function)(const struct symbols *symbols, uint32_t pc);
    /* The first instruction of a function after its prologue, and of its inlined copies. Returns their
     * number, at most `room`; 0: there is no such function. */
    size_t (*entries)(const struct symbols *symbols, const char *name, uint32_t *pcs, size_t room);
    /* The inlined functions at a pc, as info_inlined_at. */
    size_t (*inlined)(const struct symbols *symbols, uint32_t pc, struct info_inlined *list, size_t room);
    /* The variable with a name in scope at a pc; `level`: see info_variables. False: there is none. */
    bool (*variable)(const struct symbols *symbols, uint32_t pc, size_t level, const char *name,
                     struct debug_variable *variable);
    /* Calls `visit` for the user's global variables, in order of addresses, until it returns false. */
    void (*variables)(const struct symbols *symbols, uint32_t pc,
                      bool (*visit)(void *context, const struct debug_variable *variable), void *context);
    /* Calls `visit` for the names of functions, in order of addresses, until it returns false. */
    void (*functions)(const struct symbols *symbols, bool (*visit)(void *context, const char *name),
                      void *context);
    /* Calls `visit` for parameters and local variables in scope at a pc, those of inner blocks first,
     * until it returns false. */
    void (*locals)(const struct symbols *symbols, uint32_t pc, size_t level,
                   bool (*visit)(void *context, const struct debug_variable *variable), void *context);
    /* The location of a local variable before the instruction at pc. False: the debug information is
     * damaged. */
    bool (*locate)(const struct symbols *symbols, const struct debug_variable *variable, uint32_t pc,
                   const struct info_machine *machine, struct info_location *location);
    /* The type with a name or tag, or NULL. */
    const struct info_type *(*type)(const struct symbols *symbols, const char *name);
    /* The value of an enumerator. False: there is none with that name. */
    bool (*enumerator)(const struct symbols *symbols, const char *name, int32_t *value);
    /* The function that contains an instruction, from the debug information. False: unknown. */
    bool (*about)(const struct symbols *symbols, uint32_t pc, struct info_function *function);
    void (*destroy)(struct symbols *symbols);
};

/* The common beginning of both implementations. */
struct symbols {
    const struct symbols_source *source;
};

/* Symbols from lines, symbols and labels. The machine must outlive them. */
struct symbols *labels_create(const struct machine *machine);

enum { SYMBOLS_NOTE = 320 };

/* Symbols from the debug information in the program's file. If that is missing, damaged or cannot be read,
 * the result is that of labels_create, and `note` becomes a sentence about it; otherwise "". */
struct symbols *typed_create(const struct machine *machine, const char *path, char note[SYMBOLS_NOTE]);

/* Gives a variable the shape of its type: dimensions, kind and words. */
void symbols_shape(struct debug_variable *variable, const struct info_type *type);
/* The kind of a type's words. */
enum value_kind symbols_kind(const struct info_type *type);

static inline void symbols_destroy(struct symbols *symbols)
{
    if (symbols != NULL)
        symbols->source->destroy(symbols);
}

#endif
