/* symbols.h - what a debugger knows of the program's source: lines, functions, variables, types.
 *
 * An interface: struct symbols_source has the questions, and two sources answer them. labels.c asks the
 * object's lines, symbols and labels: it knows no locals, and no types except for the shapes of arrays that
 * the program indexes. typed.c asks the debug information (sim/debug/dwarf) for variables and types, and
 * labels.c for the rest. The session and its expressions ask here and nowhere else.
 */
#ifndef PRAM_DEBUG_SYMBOLS_H
#define PRAM_DEBUG_SYMBOLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sim/debug/dwarf/info.h"

struct machine;

enum { SYMBOLS_DIMENSIONS = 4 };

/* What a word of a variable holds. */
enum value_kind { VALUE_INT, VALUE_UNSIGNED, VALUE_FLOAT };

/* A variable that is found by its name. Private ones have addresses with bit 31 set. Where a local one is
 * depends on the PP: `locate` says it. */
struct debug_variable {
    const char *name; /* not owned */
    uint32_t address;
    uint32_t words;
    bool is_private;
    enum value_kind kind;
    unsigned dimensions;                  /* 0: one word; */
    uint32_t extents[SYMBOLS_DIMENSIONS]; /* .. of an array: elements, outermost first */
    uint32_t element_words;               /* of the innermost element */
    const struct info_type *type;         /* never NULL; lives as long as the symbols */
    bool is_local;                        /* a parameter, or declared in a function */
    struct info_variable local;           /* then; only a source looks into it */
};

/* A place in the source. */
struct debug_place {
    const char *file; /* not owned */
    uint32_t line;    /* 0: not known */
};

struct symbols;

struct symbols_source {
    /* Whether any line of the program is known. */
    bool (*has_lines)(const struct symbols *symbols);
    /* The line of an instruction. False: not known. */
    bool (*place)(const struct symbols *symbols, uint32_t pc, struct debug_place *place);
    /* The function that an instruction is in, and its first instruction; NULL: not known. */
    const char *(*function)(const struct symbols *symbols, uint32_t pc, uint32_t *first);
    /* The instructions that a stop at FILE:LINE, or at the next line that has instructions, is before: one a
     * function. *line becomes that line. Returns how many there are, at most `room`. `file` may be the last
     * part of the name; NULL: the file of the main program. */
    size_t (*stops)(const struct symbols *symbols, const char *file, uint32_t *line, uint32_t *pcs,
                    size_t room);
    /* The function whose source an instruction is made of: the one above, unless the compiler has put another
     * one in place of its call. */
    const char *(*source_function)(const struct symbols *symbols, uint32_t pc);
    /* The first instruction of a function behind its prologue, and of its copies in functions that call it.
     * Returns how many there are, at most `room`; 0: there is no such function. */
    size_t (*entries)(const struct symbols *symbols, const char *name, uint32_t *pcs, size_t room);
    /* The functions that have taken the place of calls at a pc, as info_inlined_at. */
    size_t (*inlined)(const struct symbols *symbols, uint32_t pc, struct info_inlined *list, size_t room);
    /* A variable that is in scope at a pc; `level`: see info_variables. False: there is none. */
    bool (*variable)(const struct symbols *symbols, uint32_t pc, size_t level, const char *name,
                     struct debug_variable *variable);
    /* Calls `visit` for variables in scope at a pc, in order of addresses, until it returns false. Only those
     * that a user knows: not the runtime's. */
    void (*variables)(const struct symbols *symbols, uint32_t pc,
                      bool (*visit)(void *context, const struct debug_variable *variable), void *context);
    /* The names of functions, likewise in order of addresses. */
    void (*functions)(const struct symbols *symbols, bool (*visit)(void *context, const char *name),
                      void *context);
    /* Calls `visit` for parameters and local variables in scope at a pc, those of inner blocks first. */
    void (*locals)(const struct symbols *symbols, uint32_t pc, size_t level,
                   bool (*visit)(void *context, const struct debug_variable *variable), void *context);
    /* Where a local variable is before the instruction at pc is executed. False: the debug information is
     * damaged there. */
    bool (*locate)(const struct symbols *symbols, const struct debug_variable *variable, uint32_t pc,
                   const struct info_machine *machine, struct info_location *location);
    /* A type by its name, or by the tag of a structure, union or enumeration; NULL: there is none. */
    const struct info_type *(*type)(const struct symbols *symbols, const char *name);
    /* The value of an enumerator. False: there is none of that name. */
    bool (*enumerator)(const struct symbols *symbols, const char *name, int32_t *value);
    /* What the debug information says about the function that contains an instruction. False: nothing. */
    bool (*about)(const struct symbols *symbols, uint32_t pc, struct info_function *function);
    void (*destroy)(struct symbols *symbols);
};

/* The beginning of what a source keeps. */
struct symbols {
    const struct symbols_source *source;
};

/* Of the program's lines, symbols and labels. The machine outlives it. */
struct symbols *labels_create(const struct machine *machine);

enum { SYMBOLS_NOTE = 320 };

/* The same with the debug information in the program's file. Where that is missing, damaged or cannot be
 * read, the symbols are those of labels_create, and `note` gets a sentence that says so; else it is "". */
struct symbols *typed_create(const struct machine *machine, const char *path, char note[SYMBOLS_NOTE]);

/* Gives a variable the shape of its type: dimensions, kind and words. */
void symbols_shape(struct debug_variable *variable, const struct info_type *type);
/* What a word of a type holds. */
enum value_kind symbols_kind(const struct info_type *type);

static inline void symbols_destroy(struct symbols *symbols)
{
    if (symbols != NULL)
        symbols->source->destroy(symbols);
}

#endif
