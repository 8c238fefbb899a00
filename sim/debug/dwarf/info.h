/* info.h - the debug information of a linked program (DWARF 5): functions, variables, types.
 *
 * Reads the output of fcc and prasm (docs/internals/abi.md, "Debug information") through elfutils' libdw. Has
 * no input or output, and knows no engine: registers and memory come through struct info_machine. Addresses
 * and sizes count words. The file is untrusted: damaged parts are skipped, or refused with a message.
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

/* Reads a program. The bytes must stay valid as long as the result. NULL with *error: the file is no ELF
 * file, or its debug information is damaged. A program without debug information has no functions. */
struct info *info_open(const void *bytes, size_t size, struct info_error *error);
void info_close(struct info *info); /* `info` may be NULL */

/* Whether there is any debug information. */
bool info_is_there(const struct info *info);

/* A place in the source. The program's object has the lines of instructions (asm/object.h). */
struct info_line {
    const char *file; /* not owned; NULL: unknown */
    uint32_t line;    /* 0: unknown */
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
    uint32_t first_bit; /* position in its word; 0: the lowest bit */
};

struct info_enumerator {
    const char *name;
    int32_t value;
};

/* A type; valid as long as the info. */
struct info_type {
    enum info_kind kind;
    const char *name;               /* NULL: none */
    uint32_t words;                 /* 0: unknown */
    const struct info_type *target; /* of POINTER, ARRAY, TYPEDEF, CONST, VOLATILE; FUNCTION: the result */
    bool has_count;                 /* ARRAY: `count` is known */
    uint32_t count;
    const struct info_member *members; /* STRUCT, UNION */
    uint32_t member_count;
    const struct info_enumerator *enumerators; /* ENUM */
    uint32_t enumerator_count;
    const struct info_type **parameters; /* FUNCTION */
    uint32_t parameter_count;
    enum info_mode mode; /* FUNCTION */
};

/* The type without typedefs and qualifiers. */
const struct info_type *info_bare(const struct info_type *type);
/* Whether a value of the type is one word: not an array, structure, union or long long. */
bool info_is_word(const struct info_type *type);
/* Whether values of the type are integers of two words, the low one first. */
bool info_is_long_long(const struct info_type *type);

/* The first type with that name: a typedef, structure, union or enumeration; or NULL. */
const struct info_type *info_find_type(const struct info *info, const char *name);

/* The value of an enumerator. False: there is none with that name. */
bool info_find_enumerator(const struct info *info, const char *name, int32_t *value);

/* ---- functions and variables */

struct info_function {
    const char *name;
    uint32_t low, high; /* its instructions are low to high - 1 */
    bool has_mode;      /* functions in assembly have none */
    enum info_mode mode;
    struct info_line declared;
    const struct info_type *result;
    uint64_t id; /* used by the reader */
};

/* The function that contains an instruction, or NULL; valid as long as the info. */
const struct info_function *info_function_at(const struct info *info, uint32_t pc);

struct info_variable {
    const char *name;
    const struct info_type *type;
    bool is_parameter;
    bool is_shared;
    uint32_t depth; /* nesting of its block; 0: the function. Deeper variables hide others */
    struct info_line declared;
    uint64_t id; /* used by the reader */
};

/* An inlined function: the compiler has replaced a call by its code. */
struct info_inlined {
    uint64_t id; /* of this copy of the function; never 0 */
    const char *name;
    bool has_mode;
    enum info_mode mode;
    struct info_line call;
};

/* The inlined functions at an instruction, innermost first, at most `room`. Returns their number. The
 * function that contains the instruction does not count. */
size_t info_inlined_at(struct info *info, uint32_t pc, struct info_inlined *list, size_t room);

/* The parameters and local variables in scope at an instruction, those of inner blocks first. The caller
 * frees them. `level` 0: variables of the innermost function; 1: of the function around it, if it is inlined;
 * and so on. */
struct info_variable *info_variables(struct info *info, uint32_t pc, size_t level, size_t *count);

/* The global variables, private and shared; valid as long as the info. */
const struct info_variable *info_globals(const struct info *info, size_t *count);

/* The machine state that locations need. R0 to R31 have the numbers 0 to 31, X0 to X15 the numbers 32 to
 * 47. If a delayed value is on its way to a register, that value counts (pp_view.late_target), also for
 * INFO_REGISTER. */
struct info_machine {
    uint32_t (*read_register)(void *context, uint32_t number);
    bool (*read_word)(void *context, uint32_t address,
                      uint32_t *word); /* false: there is no memory at the address */
    void *context;
};

enum info_place { INFO_OPTIMISED_OUT, INFO_REGISTER, INFO_ADDRESS, INFO_CONSTANT };

struct info_location {
    enum info_place place;
    uint32_t number; /* a register; an address, private if bit 31 is set; or a value */
};

/* The location of the variable with an id before the instruction at pc. False: the information is damaged, or
 * the location needs an address without memory. */
bool info_locate(const struct info *info, uint64_t id, uint32_t pc, const struct info_machine *machine,
                 struct info_location *location);

#endif
