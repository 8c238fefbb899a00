/* prasm.h - internal interface of the assembler.
 *
 * One pass over the source puts words, fixups and symbols into struct assembler; finish.c then resolves the
 * fixups and makes the object. Every instruction has one word (only `set` has two, decided when it is read),
 * so a label's value is known as soon as it is read. A source in which a branch does not reach its label is
 * read again, with islands in it.
 *
 *   source.c       files, lines, includes; drives the pass
 *   statement.c    a line: labels, then a directive or an instruction
 *   scan.c         names, numbers, strings within a line; messages
 *   expression.c   expressions: parsed to postfix, evaluated now or at the end
 *   directive.c    directives (table directive.def)
 *   instruction.c  instructions and pseudo instructions (tables isa.def, pseudo.def)
 *   symbol.c       the symbol table, numeric labels
 *   emit.c         words, fixups and line information
 *   debug.c        bytes of debug information, and their directives
 *   row.c          the rows of .debug_line, as instructions come
 *   line.c         .debug_line, made of the rows at the end
 *   island.c       islands for branches that are too far
 *   finish.c       fixups become words and relocations; the object's symbols
 */
#ifndef PRAM_PRASM_H
#define PRAM_PRASM_H

#include "common/diag.h"
#include "common/arena.h"
#include "common/memory.h"
#include "common/name_index.h"
#include "common/names.h"
#include "asm/object.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define PRASM_MAX_SOURCE_BYTES ((size_t)64 << 20) /* all files of a run together */
#define PRASM_MAX_INCLUDE_DEPTH 32
#define PRASM_MAX_INCLUDES 1000
#define PRASM_MAX_NESTING 64 /* parentheses in an expression, .set symbols defined through others */
#define PRASM_MAX_NUMERIC_LABEL 99
#define PRASM_ERRORS_SHOWN 1000

/* The options of the command line. */
struct prasm_options {
    const char *output;              /* the output file, which no .include may name; NULL: none */
    bool line_information;           /* -g */
    const char *const *include_dirs; /* -I, in order */
    size_t include_dir_count;
    const char *const *definitions; /* -D, each "name" or "name=value" */
    size_t definition_count;
    bool is_safe;             /* -S: only files in `roots` are included */
    const char *const *roots; /* real names of folders */
    size_t root_count;
};

/* Assembles a text with the name `name` in messages; includes are searched beside that file. True without
 * errors; then *out is the object, which the caller frees. Otherwise *out is empty and diag has the messages.
 */
bool prasm_assemble(const char *name, const char *text, size_t size, const struct prasm_options *options,
                    struct diag *diag, struct object *out);

/* ---- for the files of asm/prasm only */

/* A file under assembly, and the place of its .include. */
struct inclusion {
    const char *name;
    const struct inclusion *parent; /* NULL: the file of the command line */
    uint32_t parent_line;
    uint32_t depth;
};

/* A place in a source text that messages can point to after the line has been left. */
struct spot {
    const struct inclusion *inclusion;
    const char *line_text;
    uint32_t line;
    uint32_t column;
};

enum term_kind {
    TERM_NUMBER,
    TERM_SYMBOL,
    TERM_PLACE, /* `.`: section and offset */
    TERM_NEGATE,
    TERM_INVERT,
    TERM_HIGH,
    TERM_LOW,
    TERM_ADD,
    TERM_SUBTRACT,
    TERM_MULTIPLY,
    TERM_DIVIDE,
    TERM_SHIFT_LEFT,
    TERM_SHIFT_RIGHT,
    TERM_AND,
    TERM_XOR,
    TERM_OR
};

/* One step of an expression in postfix order. */
struct term {
    enum term_kind kind;
    enum object_section section; /* TERM_PLACE */
    uint32_t column;             /* place for messages about it */
    union {
        int64_t number; /* TERM_NUMBER; TERM_PLACE: the offset */
        struct symbol *symbol;
    };
};

/* A run of terms in assembler.terms. */
struct expression {
    uint32_t first;
    uint32_t count;
    struct spot spot; /* where it begins */
};

enum value_kind {
    VALUE_NUMBER,
    VALUE_SECTION, /* a number of words after a section's start */
    VALUE_SYMBOL   /* a number of words after a symbol of another file */
};

enum value_part { PART_ALL, PART_HIGH, PART_LOW };

/* The value of an expression. */
struct value {
    enum value_kind kind;
    enum value_part part; /* %hi or %lo of an address; for a number it is applied at once */
    enum object_section section;
    struct symbol *symbol;
    int64_t number;
};

enum evaluation {
    EVALUATED,
    EVALUATION_UNKNOWN, /* a symbol is not defined yet; only before the end of the source */
    EVALUATION_FAILED   /* a message has been given */
};

enum symbol_state {
    SYMBOL_UNDEFINED,
    SYMBOL_LABEL, /* section and offset */
    SYMBOL_SET,   /* an expression; after its first evaluation a value */
};

/* The definition of a .set symbol. */
struct setting {
    bool visiting; /* the expression is being evaluated */
    bool known;    /* it has been evaluated to `value` */
    struct value value;
    struct expression expression;
};

/* A name. Large sources have millions: 48 bytes each. */
struct symbol {
    const char *name; /* owned by the object's strings */
    union {
        uint64_t offset;         /* SYMBOL_LABEL */
        struct setting *setting; /* SYMBOL_SET */
    };
    struct spot spot; /* place of its definition; before that, of its .global or .extern */
    uint32_t index;   /* in the object's symbols, from 1; 0: not there */
    enum symbol_state state : 2;
    bool global : 1;
    bool imported : 1; /* .extern */
    bool function : 1;
    bool reported : 1; /* its undefined state */
    enum object_section section;
};

/* Current meaning of 1b and 1f. */
struct numeric_label {
    struct symbol *behind;
    struct symbol *ahead; /* not met yet */
};

/* The field that an operand's value goes into. */
enum field {
    FIELD_WORD,   /* a whole word */
    FIELD_NARROW, /* signed 13 bits */
    FIELD_WIDE,   /* signed 19 bits */
    FIELD_BRANCH, /* displacement, signed 19 bits */
    FIELD_UNSIGNED13,
    FIELD_UNSIGNED19,
    FIELD_COUNT
};

/* A field whose value is unknown until the end of the source. */
struct fixup {
    enum object_section section;
    uint32_t offset;
    enum field field;
    uint32_t branch; /* FIELD_BRANCH: its number among the source's branches */
    struct expression expression;
};

/* The purpose of a reading of a source that is read several times (island.c). */
struct islands;

enum islands_state {
    ISLANDS_LOOK,         /* whether any are needed */
    ISLANDS_SURVEY,       /* where islands could be, and for which branches */
    ISLANDS_PLACE,        /* with islands; if that fails, there will be another reading */
    ISLANDS_PLACE_OR_FAIL /* as READ_ISLANDS, but a branch that does not reach is an error */
};

/* A row of .debug_line: from this instruction on. */
struct line_row {
    uint32_t address;
    uint32_t file;     /* its number, as emit_source_name gives it */
    uint32_t function; /* from which the line has been copied; 0: none */
    uint32_t line;     /* 0: not known */
    uint32_t column;   /* 0: not known */
    bool prologue_end; /* the body of a function begins here */
};

struct assembler {
    struct diag *diag;
    const struct prasm_options *options;
    struct object *object;
    uint32_t capacity[SECTION_COUNT]; /* words allocated */
    enum object_section section;      /* current place of output */
    struct symbol **symbols;          /* blocks of them, which never move */
    size_t symbol_block_capacity;
    uint32_t symbol_count;
    struct name_index symbol_names; /* numbers: as symbol_number counts */
    struct numeric_label numeric[PRASM_MAX_NUMERIC_LABEL + 1];
    struct name_table file_names; /* of .debug_line, in its order; items: the names as an object has them */
    struct name_table function_names; /* likewise, of functions that lines are copied from */
    uint32_t set_depth;               /* number of .set symbols under evaluation, one within the other */
    struct term *terms;
    size_t term_count;
    size_t term_capacity;
    struct fixup *fixups;
    size_t fixup_count;
    size_t fixup_capacity;
    size_t reloc_capacity;
    size_t symbol_capacity; /* of the object's symbols */
    struct islands *islands;
    struct arena arena; /* inclusions, symbols */
    struct sources *sources;
    size_t source_bytes;
    size_t include_count;
    bool include_missing;  /* an include is missing: undefined names are not reported */
    bool too_large;        /* said once */
    bool next_is_function; /* .func */
    struct spot function_spot;
    struct line_row loc;   /* .loc in force; file 0: none */
    struct line_row *rows; /* of .debug_line, by address */
    size_t row_count;
    size_t row_capacity;
    size_t debug_capacity[OBJECT_DEBUG_COUNT]; /* bytes allocated */

    /* the current line */
    const struct inclusion *inclusion;
    const char *line_text;
    const char *line_end; /* its newline, or the end of the text */
    const char *cursor;
    uint32_t line;
};

/* The current place of output: words; in debug information bytes. */
static inline uint32_t emit_place(const struct assembler *assembler)
{
    const struct object *object = assembler->object;
    return object_is_debug(assembler->section) ? object->debug[assembler->section - SECTION_DEBUG].size
                                               : object->size[assembler->section];
}

/* source.c */
bool source_include(struct assembler *assembler, const char *path, const struct spot *spot);

/* statement.c */
void statement_assemble(struct assembler *assembler);

/* scan.c: all skip blanks first; scanning never goes beyond the line */
struct spot scan_spot(struct assembler *assembler);
struct spot scan_spot_at(const struct assembler *assembler, const char *at);
bool complain(struct assembler *assembler, const struct spot *spot, const char *format, ...)
    __attribute__((format(printf, 3, 4))); /* reports an error; returns false */
void remark(struct assembler *assembler, const struct spot *spot, const char *format, ...)
    __attribute__((format(printf, 3, 4)));     /* a note */
bool scan_at_end(struct assembler *assembler); /* nothing but a comment follows */
bool scan_take(struct assembler *assembler, char character);
bool scan_expect(struct assembler *assembler, char character, const char *after);
bool scan_end(struct assembler *assembler); /* complains if something follows */
bool scan_is_name_start(char character);
size_t scan_name(struct assembler *assembler, const char **name); /* its length, 0: no name here */
const char *scan_found(struct assembler *assembler, char *buffer,
                       size_t size); /* for "found ..." in messages */
bool scan_character(struct assembler *assembler, char quote, int64_t *character);
bool scan_string(struct assembler *assembler, char **text, size_t *length, const char *what);
int scan_register(struct assembler *assembler);
/* The same for X0 to X15. */
int scan_real_register(struct assembler *assembler); /* its number, -1 (nothing taken): no register here */
bool scan_symbol_name(struct assembler *assembler, const char *what, const char **name, size_t *length);

/* expression.c */
bool expression_parse(struct assembler *assembler, struct expression *out);
enum evaluation expression_evaluate(struct assembler *assembler, const struct expression *expression,
                                    bool at_end, struct value *out);
struct expression expression_wrap(struct assembler *assembler, const struct expression *inner,
                                  enum term_kind kind); /* kind applied to a copy of inner */
void expression_forget(struct assembler *assembler, const struct expression *expression);
bool expression_constant(struct assembler *assembler, const char *what, int64_t *number, struct spot *spot);
bool symbol_try_set(struct assembler *assembler, struct symbol *symbol); /* false after a message */
enum evaluation symbol_evaluate(struct assembler *assembler, struct symbol *symbol, const struct spot *spot,
                                bool at_end, struct value *out);

/* directive.c */
bool directive_assemble(struct assembler *assembler, const char *name, size_t length,
                        const struct spot *spot);

/* instruction.c */
bool instruction_assemble(struct assembler *assembler, const char *name, size_t length,
                          const struct spot *spot);

/* symbol.c */
struct symbol *symbol_find(struct assembler *assembler, const char *name,
                           size_t length);                                        /* makes it if new */
struct symbol *symbol_number(const struct assembler *assembler, uint32_t number); /* in the order of names */
const char *symbol_name(const void *assembler, uint32_t number);                  /* for the table */
void symbol_forget(struct assembler *assembler);                                  /* frees the table */

bool symbol_define_label(struct assembler *assembler, struct symbol *symbol, const struct spot *spot);
bool symbol_define_numeric(struct assembler *assembler, unsigned number, const struct spot *spot);
struct symbol *symbol_numeric(struct assembler *assembler, unsigned number, bool ahead,
                              const struct spot *spot);
bool symbol_define_set(struct assembler *assembler, struct symbol *symbol,
                       const struct expression *expression, const struct spot *spot);
bool symbol_is_file_local(const struct symbol *symbol); /* .Lname and numeric labels */

/* emit.c */
bool emit_words(struct assembler *assembler, uint32_t count, uint32_t word, const struct spot *spot);
bool emit_instruction(struct assembler *assembler, uint32_t word, const struct spot *spot);
bool emit_field(struct assembler *assembler, enum field field, const struct expression *expression);
bool emit_patch(struct assembler *assembler, const struct fixup *fixup, const struct value *value);
/* The number of a source file or function in .debug_line, from 1 on. A name of more than `most` characters
 * has no escape sequences. */
uint32_t emit_source_name(struct assembler *assembler, struct name_table *table, const char *name,
                          size_t most);

/* Before a line: writes islands if they belong here. */
void emit_islands(struct assembler *assembler);

bool emit_relocation(struct assembler *assembler, const struct fixup *fixup, const struct value *value);

/* debug.c */
bool directive_debug_section(struct assembler *assembler, int value, const struct spot *spot);
bool directive_bytes(struct assembler *assembler, int size, const struct spot *spot);
bool directive_leb128(struct assembler *assembler, int is_signed, const struct spot *spot);
bool directive_ascii(struct assembler *assembler, int ends, const struct spot *spot);
/* Appends to a section of debug information. */
void debug_append(struct assembler *assembler, enum object_section section, const void *bytes, size_t count);
void debug_append_number(struct assembler *assembler, enum object_section section, uint64_t number,
                         unsigned size);
void debug_append_leb128(struct assembler *assembler, enum object_section section, int64_t number,
                         bool is_signed);
/* Four bytes that the linker fills in: an address of a section, of debug information too. */
void debug_append_address(struct assembler *assembler, enum object_section section,
                          enum object_section target, uint32_t offset);

/* row.c */
/* The next instruction comes from that line; the address of the row is of no matter. */
void line_note(struct assembler *assembler, const struct line_row *row);

/* line.c */
void line_finish(struct assembler *assembler);

/* island.c */
struct islands *island_make(void);
void island_free(struct islands *islands);
/* After a reading without errors that made `object`: whether another reading is needed. */
bool island_next_reading(struct islands *islands, const struct object *object);
/* Before a line: whether islands come here, how many, and whether the preceding code must jump over them. */
bool island_come(struct assembler *assembler, uint32_t *count, bool *is_leapt);
void island_begin_statement(struct assembler *assembler); /* before an instruction in .text */
void island_note_label(struct assembler *assembler, bool is_function);
void island_note_instruction(struct assembler *assembler);
uint32_t island_number_branch(struct assembler *assembler);
bool island_make_long(const struct assembler *assembler); /* the next call becomes three instructions */
/* A branch to a label of this file: true if it needs no patch and no error now. */
bool island_take_branch(struct assembler *assembler, const struct fixup *fixup, int64_t target);
void island_note_external(struct assembler *assembler,
                          const struct fixup *fixup); /* to a label of another file */
void island_finish(struct assembler *assembler);

/* finish.c */
void finish(struct assembler *assembler);

#endif
