/* tree.h - the checked syntax tree: symbols, expressions with types and sharity, statements.
 *
 * The parser builds it through check.h, so every node that exists is well typed (or of type error, after a
 * message); check/mode.c then walks the statements with the mode, and lower.c translates them.
 */
#ifndef FCC_TREE_H
#define FCC_TREE_H

#include "fcc/text/types.h"

enum binary_op {
    BINARY_NONE,
    BINARY_ADD,
    BINARY_SUBTRACT,
    BINARY_MULTIPLY,
    BINARY_DIVIDE,
    BINARY_REMAINDER,
    BINARY_AND,
    BINARY_OR,
    BINARY_XOR,
    BINARY_SHIFT_LEFT,
    BINARY_SHIFT_RIGHT,
    BINARY_EQUAL,
    BINARY_NOT_EQUAL,
    BINARY_LESS,
    BINARY_LESS_EQUAL,
    BINARY_GREATER,
    BINARY_GREATER_EQUAL,
    BINARY_LOGICAL_AND,
    BINARY_LOGICAL_OR
};

enum symbol_kind { SYMBOL_OBJECT, SYMBOL_FUNCTION, SYMBOL_TYPEDEF, SYMBOL_ENUMERATOR, SYMBOL_BUILTIN };
enum storage {
    STORAGE_NONE,
    STORAGE_TYPEDEF,
    STORAGE_EXTERN,
    STORAGE_STATIC,
    STORAGE_AUTO,
    STORAGE_REGISTER
};

struct statement;
struct initialiser;

struct symbol {
    struct symbol *shadowed; /* the name's meaning outside, see scope.h */
    struct symbol *next_in_scope;
    struct symbol *next_in_unit; /* the unit's list of objects and functions */
    struct name *name;
    enum symbol_kind kind;
    struct type *type;
    enum storage storage;
    source_pos pos;
    uint32_t depth; /* of its scope; 0: file scope */
    uint32_t value; /* ENUMERATOR; BUILTIN: row of builtin.def */
    bool shared;
    bool lives_in_memory; /* has an address: file scope, static, array, record, address taken, shared */
    bool address_taken;   /* a pointer to it may exist */
    /* shared local; set by check/shared_in_register.c: */
    uint32_t group;         /* number of the group that declares it */
    bool written;           /* somewhere in the function */
    bool written_apart;     /* a write is not executed by all members of that group together */
    bool written_privately; /* a write gives it a value that may differ between members */
    bool is_parameter;
    bool is_static; /* one object for the whole run: at file scope, static or extern local */
    bool defined;   /* has a body or storage in this unit */
    bool used;
    bool is_predeclared;             /* belongs to the compiler: a program may redefine the name */
    bool reported;                   /* undeclared and reported */
    bool is_literal;                 /* a compound literal; its name is for messages */
    int lock_change;                 /* FUNCTION: see lock_held_left_behind */
    bool is_noreturn;                /* FUNCTION: declared so */
    bool is_inline;                  /* FUNCTION: declared so */
    bool is_constructor;             /* FUNCTION: called before main */
    bool is_destructor;              /* FUNCTION: called after main */
    bool needs_no_rank;              /* asynchronous FUNCTION: is lowered and does not read $$ */
    bool returns_early;              /* synchronous FUNCTION: some PPs may return early */
    bool initialised;                /* has an initialiser, perhaps all zero */
    struct symbol *same_as;          /* a local extern declaration: the symbol at file scope */
    struct initialiser *initialiser; /* of objects that exist for the whole run */
    uint32_t more_words;             /* words of its initial values beyond those of its type */
    struct statement *body;          /* FUNCTION; allocated with the nodes, see unit.h */
    bool has_body;                   /* FUNCTION */
    struct symbol *parameters;       /* FUNCTION with a body: linked by next_parameter */
    struct symbol
        *sizes; /* FUNCTION with a body: expressions of its arrays of variable size; linked likewise */
    struct symbol *next_parameter;
    struct symbol *pointer;   /* an array of variable size: the variable with its address */
    struct symbol *outer_end; /* an array of variable size: the stack end of the array before */
    /* for lowering */
    const char *assembly_name;
    uint32_t ir_symbol; /* index + 1; 0: none yet */
    uint32_t vreg;
    uint32_t slot;      /* index + 1 */
    uint32_t region;    /* shared local: 1 + number of the region that it is in */
    uint32_t offset;    /* shared local: offset in the region, in words */
    uint32_t predicate; /* the predicate (lower/state.h) under which it was declared */
    bool is_held;       /* shared local: each PP has it in `vreg`; the word of the region resolves conflicting
                           writes */
    uint32_t alias;
};

/* The values of an object that exists for the whole run: a list by ascending offset. */
struct initialiser {
    struct initialiser *next;
    uint32_t offset; /* words */
    uint32_t value;
    struct symbol *symbol;               /* address of it plus value, or NULL */
    const struct string_literal *string; /* address of it plus value, or NULL */
    const char *digits;                  /* a real: its text; all words of data are 0 */
    uint32_t bit_mask;                   /* bits of the word that are set; a part only for bit-fields */
    bool is_float;
};

/* Kinds of nodes, from tree.def, and how many there are. */
enum expression_kind {
#define EXPRESSION(kind, ...) EXPRESSION_##kind,
#include "fcc/text/tree.def"
};

enum statement_kind {
#define STATEMENT(kind, ...) STATEMENT_##kind,
#include "fcc/text/tree.def"
};

enum {
    EXPRESSION_KINDS = 0
#define EXPRESSION(kind, ...) +1
#include "fcc/text/tree.def"
    ,
    STATEMENT_KINDS = 0
#define STATEMENT(kind, ...) +1
#include "fcc/text/tree.def"
};

/* The children of a node: members of struct expression, then of struct statement. */
enum tree_part {
    TREE_END, /* end of the list */
    TREE_LEFT,
    TREE_RIGHT,
    TREE_THIRD,
    TREE_ARGUMENTS, /* a list, linked by `next` */
    TREE_BODY,      /* statements of an expression, linked by `next` */
    TREE_CONDITION,
    TREE_INITIAL,
    TREE_STEP,
    TREE_VALUES, /* a list, linked by next */
    TREE_FIRST,  /* lists of statements, linked by next */
    TREE_OTHER
};

/* Whether a constant of type real is exactly an int or a float; then `value` holds it. */
enum exact_word { EXACT_NONE, EXACT_INT, EXACT_FLOAT };

struct expression {
    enum expression_kind kind;
    enum binary_op operation;
    enum token_kind token;
    source_pos pos;
    struct type *type;
    bool shared; /* the same value in all PPs of a group */
    bool postfix;
    bool parenthesised;
    bool is_place;   /* COMMA: the right side is an lvalue that `left` initialises: a compound literal */
    bool has_effect; /* it or a child writes, calls or reads volatile memory */
    uint32_t height; /* height of the tree below, limited by the checker */
    uint64_t value;  /* CONSTANT: the bits of its type, zeros above them */
    uint32_t offset;
    const struct member *member;
    const struct string_literal *string;
    const char *digits;    /* a number's text, its sign included */
    enum exact_word exact; /* REAL; CONSTANT: EXACT_FLOAT if it has a text in the source */
    struct symbol *symbol;
    struct type *compute_type;
    struct expression *left, *right, *third;
    struct expression *arguments; /* linked by next */
    struct statement *body;       /* STATEMENTS: executed before the value is computed */
    struct expression *next;
};

/* A part of a function that `goto` cannot enter but can leave. NULL: the whole function. */
struct jump_region {
    const struct jump_region *outer;
    bool is_expression; /* ({ ... }) */
};

struct label {
    struct label *next;
    struct label *outer;      /* that the name means outside of the block that has declared this one */
    struct label *next_local; /* declared in the same block */
    struct name *name;
    source_pos pos; /* of its definition, or its first use */
    bool defined;
    bool used;
    uint32_t address;                 /* from 1 on, if the program has `&&name`; else 0 */
    const struct jump_region *region; /* region that contains it */
    const struct symbol *stack_end;   /* that of the enclosing arrays of variable size */
    const struct cleanup *cleanups;   /* the enclosing ones, see unit.h */
    void *block;                      /* for lowering */
};

struct statement {
    enum statement_kind kind;
    source_pos pos;
    source_pos end; /* position of the closing brace or keyword, for messages and line marks */
    struct statement *next;
    struct expression *condition; /* IF WHILE DO FOR SWITCH GOTO; EXPRESSION, RETURN: the expression; START:
                                     number of PPs; FORK: number of groups; JOIN: size */
    struct expression *initial;   /* FOR; FORK: @; JOIN: delay */
    struct expression *step;      /* FOR; FORK: $; JOIN: stay */
    struct statement *first;      /* body, list of a block; declarations of FOR are in an enclosing block */
    struct statement *other;      /* else; next case of a switch; JOIN: else */
    struct symbol *symbol;        /* DECLARE; */
    struct expression *values;    /* DECLARE: assignments, linked by next */
    bool clear;                   /* DECLARE: set all words to 0 before the values */
    bool is_range;                /* BLOCK: the cases of a range, which represent themselves in a list */
    struct label *label;          /* LABEL, GOTO; NULL: `goto *condition` */
    const struct jump_region *region; /* GOTO: region that contains it; set by mode.c */
    const struct symbol *stack_end;   /* GOTO: that of the enclosing arrays of variable size */
    uint64_t value;                   /* CASE: the bits of the type of the switch */
    struct statement *default_case;   /* SWITCH */
    /* set by check/mode.c, read by lower */
    enum mode mode;    /* mode in which it runs */
    bool splits;       /* needs a group of its own: private condition, or a private break leaves the loop */
    bool is_left;      /* loops: a break ends it */
    bool splits_round; /* loops: a private continue needs a group around each round */
    bool leaves_function; /* below it: a return; a break out of it; a continue out of it */
    bool leaves_loop;
    bool leaves_round;
    /* for lowering */
    void *block;
};

#endif
