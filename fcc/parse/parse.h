/* parse.h - the recursive-descent parser: declarations, statements, expressions.
 *
 * Builds the tree through check.h. A syntax error is reported once; until the parser has recovered (at the
 * next statement or declaration) unit->panic suppresses messages, and every function returns quickly without
 * consuming tokens.
 */
#ifndef FCC_PARSE_H
#define FCC_PARSE_H

#include "fcc/text/unit.h"

/* All declarations of the file; fills unit->symbols. */
void parse_unit(struct unit *unit);

/* ---- tokens (parse.c) */
static inline const struct token *parse_next(const struct unit *unit)
{
    return lex_token(&unit->tokens, unit->at);
}
/* The token number `ahead` after the next one. */
const struct token *parse_ahead(const struct unit *unit, uint32_t ahead);
bool parse_is(const struct unit *unit, enum token_kind kind);
bool parse_accept(struct unit *unit, enum token_kind kind);
/* Takes a token of this kind or reports that it is missing; `where` completes the message and may be "". */
bool parse_expect(struct unit *unit, enum token_kind kind, const char *where);
void parse_advance(struct unit *unit);
/* Reports "expected <wanted> before <next token>" and sets panic. */
void parse_error(struct unit *unit, const char *wanted);
/* Skips the rest of a statement or declaration after an error; leaves the `}` of the enclosing block. */
void parse_recover(struct unit *unit);
/* As above where braces since the token `start` may be open, as in initial values: skips them. */
void parse_recover_from(struct unit *unit, uint32_t start);
/* As above outside functions, for a declaration that began at the token `start`: skips whole bodies. */
void parse_recover_global(struct unit *unit, uint32_t start);
/* Skips `{ ... }`, the next tokens, without a message. */
void parse_skip_braces(struct unit *unit);
/* Counts the nesting of brackets and blocks; ends the compilation beyond the limit. */
void parse_nest(struct unit *unit);
void parse_unnest(struct unit *unit);

/* ---- declarations (declaration.c) */
struct specifiers {
    uint32_t first, last; /* range of tokens, and the one after it */
    struct type *type;
    enum storage storage;
    source_pos pos;
    source_pos shared_pos;
    source_pos mode_pos;
    bool is_shared;
    bool is_private; /* reported */
    bool is_inline;
    bool is_noreturn;
    source_pos noreturn_pos;
    bool ended; /* a missing ';' was reported: there are no declarators */
    bool has_mode;
    enum mode mode;
};
bool parse_starts_declaration(const struct unit *unit);
/* As above in a struct, where `type : 3` is a bit-field without a name, not a label. */
bool parse_starts_member(const struct unit *unit);
/* Whether a type without a name may begin with the token, as in a cast. */
bool parse_starts_type(const struct token *token);
/* `_Static_assert(condition, "message");`, legal wherever a declaration is. */
void parse_static_assert(struct unit *unit);
void parse_specifiers(struct unit *unit, struct specifiers *out);
/* Declarations inside a function, as a list of statements (NULL: nothing to do at run time). */
struct statement *parse_local_declaration(struct unit *unit);

/* ---- struct, union, enum (record.c); the keyword is the next token */
struct type *parse_record(struct unit *unit);
struct type *parse_enum(struct unit *unit);

/* ---- declarators (declarator.c) */
struct declarator {
    uint32_t first;               /* its first token */
    const struct type *old_style; /* a function with names only in its parentheses; NULL: none */
    struct name *name;            /* NULL: none */
    const char *symbol;           /* its name for the linker, by `__library__`; NULL: the same name */
    source_pos pos;
    struct type *type;
    bool must_be_named; /* so the name of a type in parentheses is the declared name */
    /* the array with `static` or qualifiers in its brackets, which are the parameter's; NULL: none */
    const struct type *bracketed;
    source_pos bracketed_pos;
    bool bracketed_const;
    bool bracketed_volatile;
};
/* The program uses `long long` here: the first time a warning explains it. */
void parse_note_long_long(struct unit *unit, source_pos pos);
/* Reads a declarator, as `*name[3]`. name_wanted: 1 there must be one, 0 there may be one, -1 there must not
 * be one. */
void parse_declarator(struct unit *unit, const struct specifiers *specifiers, int name_wanted,
                      struct declarator *out);
/* `int a; char *b;` before the body of a function in the old style: gives its parameters their types. */
void parse_old_parameters(struct unit *unit, struct type *function);
/* The attribute of this kind in the specifiers or the declarator just read; NULL: none. */
const struct token_mark *parse_mark(const struct unit *unit, enum token_mark_kind kind,
                                    const struct specifiers *specifiers, const struct declarator *declarator);
bool parse_is_marked(const struct unit *unit, enum token_mark_kind kind, const struct specifiers *specifiers,
                     const struct declarator *declarator);
/* A type without a name, as in casts and sizeof; the specifiers come next. Of variable size only if the
 * caller handles unit->extents. */
struct type *parse_type_name(struct unit *unit);
struct type *parse_variable_type_name(struct unit *unit);

/* ---- initialisers (initialiser.c); the '=' has been taken */
/* Values of an object that exists for the whole run; completes the type of `int a[] = {..}`. */
void parse_static_initialiser(struct unit *unit, struct symbol *symbol);
/* Values of a local object, as assignments in a DECLARE statement. */
void parse_local_initialiser(struct unit *unit, struct symbol *symbol, struct statement *statement);

/* `{ ... }` after the type of a compound literal, which the parser has read. */
struct expression *parse_literal(struct unit *unit, source_pos pos, struct type *type);
/* In plain C, gcc's cast to a union: a union whose member of the value's type has the value. For other types:
 * the value. */
struct expression *parse_union_cast(struct unit *unit, source_pos pos, struct type *type,
                                    struct expression *value);

/* ---- arrays of variable size (variable.c) */
/* The type `element name[length]`; adds the computation of its size to unit->extents. length NULL: [*]. */
struct type *parse_variable_array(struct unit *unit, source_pos pos, struct type *element,
                                  struct expression *length);
/* Removes the computation of the size of a parameter that turns out to be a pointer, if it has no effect. */
void parse_forget_extent(struct unit *unit, const struct type *type);
/* The computations of sizes of the current declaration, as statements; returns the place for the next one. */
struct statement **parse_take_extents(struct unit *unit, struct statement **last);
/* As above for a value whose type needs them: placed after them. */
struct expression *parse_with_extents(struct unit *unit, struct expression *e);
/* Puts the size computations of its parameters before a function's body. */
void parse_begin_extents(struct unit *unit, struct symbol *function);
/* The statement that allocates an object of variable size, which has been declared. */
struct statement *parse_variable_object(struct unit *unit, struct symbol *symbol);
/* alloca: words of the stack that last until the function ends. */
struct expression *parse_stack_words(struct unit *unit, source_pos pos, struct expression *words);
/* At the end of a block: releases the stack of its arrays, down to the end `before`. */
void parse_release_arrays(struct unit *unit, struct statement **list, struct symbol *before, source_pos pos);

/* ---- extensions of gcc (gnu.c) */
/* `({ ... })`; the '(' has been taken. */
struct expression *parse_statement_expression(struct unit *unit, source_pos pos);
/* `asm ("" : outputs : inputs : clobbers);` */
struct statement *parse_assembly(struct unit *unit, source_pos pos);
/* `condition ?: other`; the '?' has been taken. */
struct expression *parse_short_conditional(struct unit *unit, source_pos pos, struct expression *condition);

/* ---- what gcc calls __builtin_NAME (builtin.c) */
/* Such a name, with its arguments if it is no function; NULL, nothing taken: the name means nothing. */
struct expression *parse_builtin(struct unit *unit, const struct token *name);

/* ---- functions that attributes call (attribute_call.c) */
/* After a local variable has been declared: notes its attribute `cleanup`, for the rest of the block. */
void parse_note_cleanup(struct unit *unit, const struct specifiers *specifiers,
                        const struct declarator *declarator, struct symbol *symbol);
/* The jump, which leaves the blocks of all cleanups inside `until`, with their calls before it. */
struct statement *parse_leave_by(struct unit *unit, struct statement *jump, const struct cleanup *until);
/* The same for a goto; parse_finish_jumps adds the calls when all labels are known. */
struct statement *parse_leave_by_goto(struct unit *unit, struct statement *jump);
/* At the end of a block: adds the calls of all cleanups inside `before`. */
void parse_end_cleanups(struct unit *unit, struct statement **list, struct cleanup *before, source_pos pos);
/* At the end of a function. */
void parse_finish_jumps(struct unit *unit);
/* After a function has been declared: notes its attributes `constructor` and `destructor`. */
void parse_note_constructor(struct unit *unit, const struct specifiers *specifiers,
                            const struct declarator *declarator, struct symbol *function);
/* Adds to the beginning of main: the calls of constructors, atexit for destructors, the value of the third
 * parameter. */
void parse_call_constructors(struct unit *unit, struct symbol *function);
/* At the end of the file: reports constructors and destructors without main. */
void parse_check_constructors(struct unit *unit);

/* ---- labels (label.c) */
struct statement *parse_goto(struct unit *unit, source_pos pos);
/* `name:` and its statement; the name is the next token. */
struct statement *parse_label(struct unit *unit);
/* `&&name`, the '&&' has been taken: a number that only `goto *` of this function understands. */
struct expression *parse_label_address(struct unit *unit, source_pos pos);
/* `__label__ a, b;` at the beginning of a block; returns what parse_leave_labels takes at its end. */
struct label *parse_local_labels(struct unit *unit);
void parse_leave_labels(struct label *local);

/* ---- expressions (expression.c) */
/* `list, type` of va_arg: the next argument that is not named. */
struct expression *parse_variable_argument(struct unit *unit, source_pos pos);
struct expression *parse_expression(struct unit *unit);
struct expression *parse_assignment(struct unit *unit);  /* without comma */
struct expression *parse_conditional(struct unit *unit); /* without assignment: constant expressions */
/* [index], .member and other suffixes of a primary expression. */
struct expression *parse_suffixes(struct unit *unit, struct expression *e);

/* ---- statements (statement.c, construct.c) */
/* The body of a function after its `{`; consumes the `}`. */
struct statement *parse_body(struct unit *unit);
/* `{ ... }`; the '{' has been taken. */
struct statement *parse_block(struct unit *unit, source_pos pos);
/* What follows a label: a statement, or the end of the block. */
void parse_labelled(struct unit *unit, struct statement *label);
/* The statement controlled by an `if`, a loop, a construct: a scope of its own, counted by parse_nest. */
struct statement *parse_dependent(struct unit *unit);
struct statement *parse_new_statement(struct unit *unit, enum statement_kind kind, source_pos pos);
/* start, farm, seq, fork, join, barrier; the keyword is the next token */
struct statement *parse_construct(struct unit *unit);

#endif
