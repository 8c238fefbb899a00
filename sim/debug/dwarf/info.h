/* info.h - the debug information of a linked program (DWARF 5): functions, variables, types.
 *
 * Reads what fcc and prasm write (docs/internals/abi.md, "Debug information") through elfutils' libdw. No
 * input or output, and no knowledge of engines: registers and memory come through struct info_machine.
 * Addresses and sizes count words. Nothing in the file is believed: what is damaged is not there, or refused
 * with a message.
 */
#ifndef SIM_DEBUG_DWARF_INFO_H
#define SIM_DEBUG_DWARF_INFO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct info;
struct info_type;

struct info_error {
    char text[256]; /* one line, without the file's name */
};

/* Reads a program. The bytes have to live as long as the result. NULL with *error: this is no ELF file, or
 * its debug information is damaged. A program without debug information is one that has no
 * functions. */
struct info *info_open(const void *bytes, size_t size, struct info_error *error);
void info_close(struct info *info); /* NULL is allowed */

/* Whether there is any debug information. */
bool info_is_there(const struct info *info);

/* A place in the source. Lines of instructions are in the program's object (asm/object.h). */
struct info_line {
    const char *file;
    uint32_t line;
};

/* ---- types */

enum info_kind {
    INFO_VOID,
    INFO_BOOL,
    INFO_SIGNED,
    INFO_UNSIGNED,
    INFO_CHAR,
    INFO_FLOAT, /* IEEE binary32 in a word */
    INFO_REAL,  /* an image of the precision unit */
    INFO_ENUM,
    INFO_POINTER,
    INFO_ARRAY,
    INFO_STRUCT,
    INFO_UNION,
    INFO_FUNCTION,
    INFO_TYPEDEF,
    INFO_CONST,
    INFO_VOLATILE
};

enum info_mode { INFO_ASYNC, INFO_SYNC, INFO_STRAIGHT };

struct info_member {
    const char *name; /* NULL: an anonymous structure or union */
    const struct info_type *type;
    uint32_t offset;    /* words */
    uint32_t bits;      /* 0: no bit-field */
    uint32_t first_bit; /* in its word, from the lowest */
};

struct info_enumerator {
    const char *name;
    int32_t value;
};

/* A type, as long as the info lives. */
struct info_type {
    enum info_kind kind;
    const char *name;               /* NULL: none */
    uint32_t words;                 /* 0: not known */
    const struct info_type *target; /* POINTER, ARRAY, TYPEDEF, CONST, VOLATILE: of what; FUNCTION: result */
    bool has_count;                 /* ARRAY: the number of elements is known */
    uint32_t count;
    const struct info_member *members; /* STRUCT, UNION */
    size_t member_count;
    const struct info_enumerator *enumerators; /* ENUM */
    size_t enumerator_count;
    const struct info_type **parameters; /* FUNCTION */
    size_t parameter_count;
    enum info_mode mode; /* FUNCTION */
    bool is_declaration; /* STRUCT, UNION: only its name is known */
};

/* The type without typedefs and qualifiers. */
const struct info_type *info_bare(const struct info_type *type);

/* The first type of that name: a typedef, or a structure, union or enumeration. NULL: none. */
const struct info_type *info_find_type(struct info *info, const char *name);

/* The value of an enumerator. False: there is none of that name. */
bool info_find_enumerator(struct info *info, const char *name, int32_t *value);

/* ---- functions and variables */

struct info_function {
    const char *name;
    uint32_t low, high; /* its instructions: low up to high - 1 */
    bool has_mode;      /* assembly functions have none */
    enum info_mode mode;
    bool is_external;
    struct info_line declared; /* file NULL: not known */
    const struct info_type *result;
    uint64_t id; /* for info.c */
};

bool info_function_at(struct info *info, uint32_t pc, struct info_function *function);
bool info_function_named(struct info *info, const char *name, struct info_function *function);

struct info_variable {
    const char *name;
    const struct info_type *type;
    bool is_parameter;
    bool is_shared;
    bool is_global;
    uint32_t depth; /* of its block: 0: the function's; larger ones hide smaller ones */
    struct info_line declared;
    uint64_t id; /* for info.c */
};

/* A function that has taken the place of a call of it. */
struct info_inlined {
    const char *name;
    bool has_mode;
    enum info_mode mode;
    struct info_line call; /* file NULL: not known */
};

/* The functions that an instruction is from by such calls, innermost first, at most `room`. Returns how many
 * there are; the one that has the instruction is not counted. */
size_t info_inlined_at(struct info *info, uint32_t pc, struct info_inlined *list, size_t room);

/* Calls `visit` for each parameter and local variable in scope at an instruction, those of inner blocks
 * first, until it returns false. Returns how often. `level` 0: those of the function that the instruction is
 * from; 1: those of the one that its call stood in, if the function has taken the place of that; and so on.
 */
size_t info_variables(struct info *info, uint32_t pc, size_t level,
                      bool (*visit)(void *context, const struct info_variable *variable), void *context);

/* The variable that a name means at an instruction: a local one, else a global one. */
bool info_variable_named(struct info *info, uint32_t pc, size_t level, const char *name,
                         struct info_variable *variable);

/* The same for globals, private and shared. */
size_t info_globals(struct info *info, bool (*visit)(void *context, const struct info_variable *variable),
                    void *context);
bool info_global_named(struct info *info, const char *name, struct info_variable *variable);

/* What a location depends on. R0 to R31 are registers 0 to 31, X0 to X15 are 32 to 47. A register has the
 * value that is on its way to it (pp_view.late_target), if one is; that is also what INFO_REGISTER means. */
struct info_machine {
    uint32_t (*read_register)(void *context, uint32_t number);
    bool (*read_word)(void *context, uint32_t address, uint32_t *word); /* false: no such address */
    void *context;
};

enum info_place { INFO_OPTIMISED_OUT, INFO_REGISTER, INFO_ADDRESS, INFO_CONSTANT };

struct info_location {
    enum info_place place;
    uint32_t number; /* of the register; the address, private if bit 31 is set; the value */
};

/* Where a variable is before the instruction at pc is executed. False with *error: the information is
 * damaged, or names an address that cannot be read. */
bool info_locate(struct info *info, const struct info_variable *variable, uint32_t pc,
                 const struct info_machine *machine, struct info_location *location,
                 struct info_error *error);

#endif
