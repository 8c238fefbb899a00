/* unit.h - the state of the front end while it compiles one file; passed to every function of it. */
#ifndef FCC_UNIT_H
#define FCC_UNIT_H

#include "fcc/text/front_options.h"
#include "fcc/text/tree.h"

struct scope {
    struct scope *outer;
    struct symbol *symbols; /* by next_in_scope */
    struct tag *tags;
    uint32_t depth;
    bool is_prototype; /* of the parameters of a function's declarator */
};

/* The innermost switch statement being parsed. */
struct open_switch {
    struct open_switch *outer;
    struct statement *first_case; /* by other */
    struct statement *last_case;
    uint32_t cases;
    struct statement *default_case;
    struct type *type;              /* of the condition */
    const struct symbol *stack_end; /* as in struct unit */
};

/* What takes words of the stack while a function runs: arrays of variable size; alloca. */
enum { UNIT_STACK_ARRAYS = 1, UNIT_STACK_WORDS = 2 };

/* gcc's `cleanup`: when the variable's block is left, the function is called with its address. */
struct cleanup {
    struct cleanup *outer; /* the one declared before it, in its block or an enclosing one */
    struct symbol *object;
    struct name *function;
    source_pos pos;
};

/* A goto in blocks with cleanups. Its label may be unknown until the end of the function. */
struct open_jump {
    struct open_jump *next;
    struct statement *block; /* contains the goto */
    const struct cleanup *cleanups;
};

struct unit {
    struct arena *arena;
    /* Where expressions, statements and other data of one declaration are allocated; NULL: in `arena`, for
     * the whole compilation. */
    struct arena *nodes;
    /* Called after each declaration at file scope; function: the one it has defined, or NULL. May empty
     * `nodes`. May be NULL. */
    void (*declared)(struct unit *unit, struct symbol *function);
    void *declared_context;
    struct source source;
    struct name_table names;
    const struct front_options *options;

    /* parser */
    struct token_list tokens;
    uint32_t at;      /* the next token */
    bool panic;       /* a syntax error was reported and the parser has not recovered: no further messages */
    uint32_t nesting; /* of the current position */
    uint32_t unevaluated; /* > 0: in an operand that no PP evaluates, of sizeof or 1 || */

    struct type *real;  /* the type of that name */
    bool uses_real;     /* a declaration or constant has it */
    bool has_long_long; /* the program has used that type, and a warning explained it */

    /* scopes */
    struct scope *scope;
    struct symbol *symbols; /* by next_in_unit, in order of first declaration */
    struct symbol *last_symbol;
    uint32_t local_statics; /* numbers their assembly names */

    struct symbol *defined; /* the function that the last declaration at file scope defined, or NULL */

    /* the current function; NULL: outside */
    struct symbol *function;
    const struct string_literal *function_name; /* for `__func__`; NULL: not used yet */
    struct label *labels;
    uint32_t label_addresses; /* labels whose address has been taken */
    struct open_switch *open_switch;
    uint32_t looked_at;         /* tokens of definitions of functions that were called before */
    struct symbol *sizes;       /* as in struct symbol, of the current declaration */
    struct expression *extents; /* assignments to such sizes, to be computed before the current declaration */
    struct symbol *stack_end;   /* that of the enclosing arrays of variable size; NULL: none */
    struct cleanup *cleanups;   /* of the enclosing blocks, the innermost first; NULL: none */
    const struct cleanup *break_cleanups, *continue_cleanups; /* around the loop or switch that these leave */
    struct open_jump *open_jumps;
    uint32_t stack_uses; /* of the function: UNIT_STACK_ARRAYS, UNIT_STACK_WORDS */
    uint32_t
        value_depth; /* of the scope of the innermost ({ ... }), whose last statement is a value; 0: none */
};

static inline struct arena *unit_nodes(const struct unit *unit)
{
    return unit->nodes != NULL ? unit->nodes : unit->arena;
}

/* Limits for nested brackets, blocks and declarators, and for the height of an expression's tree. They bound
 * the stack for every input. */
#define UNIT_NESTING_LIMIT 256
#define UNIT_HEIGHT_LIMIT 1500
/* of parameters, and of arguments without a prototype: a call reaches them all in its frame */
#define UNIT_PARAMETER_LIMIT 127

#endif
