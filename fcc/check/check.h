/* check.h - typed expressions: every function checks its operands, reports errors, and returns a node.
 *
 * After an error the node is of type error, and no error is reported for nodes above it. Constants are folded
 * with the machine's arithmetic. mode.c checks modes, after a whole function has been parsed.
 */
#ifndef FCC_CHECK_H
#define FCC_CHECK_H

#include "fcc/text/unit.h"

/* The purpose of a conversion; for the text of messages. */
enum check_purpose { CHECK_ASSIGN, CHECK_INITIALISE, CHECK_RETURN, CHECK_ARGUMENT };

struct check_context {
    enum check_purpose purpose;
    const char *function; /* ARGUMENT: name for messages; NULL: called through a pointer */
    unsigned argument;    /* ARGUMENT: from 1 */
};

/* ---- nodes (expression.c) */
struct expression *check_new(struct unit *unit, enum expression_kind kind, source_pos pos, struct type *type);
struct expression *check_error_node(struct unit *unit, source_pos pos);
bool check_failed(const struct expression *e);
/* Adds children to a node: sets its height, sharity and effects. Children may be NULL. */
void check_attach(struct unit *unit, struct expression *node, struct expression *left,
                  struct expression *right, struct expression *third);

struct expression *check_number(struct unit *unit, source_pos pos, struct type *type, uint64_t value);
struct expression *check_string(struct unit *unit, const struct token *token);
struct expression *check_floating(struct unit *unit, const struct token *token);

struct expression *check_name(struct unit *unit, const struct token *token);
/* Declares, in plain C, the function of C's library that the token names. NULL: there is none. */
struct symbol *check_library_function(struct unit *unit, const struct token *token);
struct expression *check_special(struct unit *unit, const struct token *token);
struct expression *check_object(struct unit *unit, source_pos pos, struct symbol *symbol);
struct expression *check_index(struct unit *unit, source_pos pos, struct expression *left,
                               struct expression *index);
struct expression *check_member(struct unit *unit, source_pos pos, struct expression *left, bool arrow,
                                const struct token *name);
struct expression *check_unary(struct unit *unit, source_pos pos, enum token_kind token,
                               struct expression *operand);
struct expression *check_increment(struct unit *unit, source_pos pos, enum token_kind token,
                                   struct expression *operand, bool postfix);
struct expression *check_sizeof(struct unit *unit, source_pos pos, struct type *type);
/* Whether a type without a size has 1 for sizeof and for pointers: void and functions in plain C, as in gcc.
 */
bool check_has_gnu_size(const struct unit *unit, const struct type *type);

/* ---- operators (operator.c) */
struct expression *check_binary(struct unit *unit, source_pos pos, enum binary_op operation,
                                struct expression *left, struct expression *right);
struct expression *check_conditional(struct unit *unit, source_pos pos, struct expression *condition,
                                     struct expression *yes, struct expression *no);
struct expression *check_comma(struct unit *unit, source_pos pos, struct expression *left,
                               struct expression *right);
struct expression *check_assign(struct unit *unit, source_pos pos, struct expression *left,
                                struct expression *right);
struct expression *check_update(struct unit *unit, source_pos pos, enum binary_op operation,
                                struct expression *left, struct expression *right, bool postfix);

/* ---- compound literals and statements in expressions (literal.c) */
/* The object of a compound literal: a local one; outside functions, one for the whole run. */
struct symbol *check_literal_symbol(struct unit *unit, source_pos pos, struct type *type);
/* The literal as an lvalue: assignments to the object, after setting it to 0 if `clears`, then the object. */
struct expression *check_literal(struct unit *unit, source_pos pos, struct symbol *symbol,
                                 struct expression *values, bool clears);
/* An expression made from an lvalue's object, after the expression that initialises the object; is_place: it
 * is an lvalue, too. */
struct expression *check_made(struct unit *unit, const struct expression *place, struct expression *e,
                              bool is_place);
/* ({ body; value; }); value: NULL if it has none. */
struct expression *check_statement_value(struct unit *unit, source_pos pos, struct statement *body,
                                         struct expression *value);
/* A local variable without a name; `name` is for messages. */
struct symbol *check_new_local(struct unit *unit, const char *name, struct type *type, source_pos pos);
/* Keeps a value that is used twice in a variable: *kept is that variable; returns the expression that
 * computes and keeps it. */
struct expression *check_keep(struct unit *unit, struct expression *e, struct expression **kept);

/* ---- conversions (convert.c) */
/* Converts arrays and functions to pointers; other values are unchanged. */
struct expression *check_rvalue(struct unit *unit, struct expression *e);
/* The value as this type, unchecked. */
struct expression *check_convert(struct unit *unit, struct expression *e, struct type *type);
struct expression *check_promote(struct unit *unit, struct expression *e);
/* The type in which an operator computes with two arithmetic operands. */
struct type *check_common_type(struct type *left, struct type *right);
/* Converts as an assignment to an object of this type does. */
struct expression *check_fit(struct unit *unit, struct expression *e, struct type *type,
                             const struct check_context *context);
struct expression *check_cast(struct unit *unit, source_pos pos, struct type *type, struct expression *e);
/* A scalar that is used as a truth value. */
struct expression *check_truth(struct unit *unit, struct expression *e);
/* A null pointer constant (C99 6.3.2.3p3). */
bool check_is_null(const struct expression *e);
/* Whether one is a pointer and the other an integer, which plain C converts with a warning, as gcc does. */
bool check_mixes(const struct unit *unit, const struct type *left, const struct type *right);

/* ---- constants of type real (real.c) */
/* The constant of type real with this text; a constant of another type as a real. */
struct expression *check_real(struct unit *unit, source_pos pos, const char *digits);
struct expression *check_real_of(struct unit *unit, const struct expression *constant);
/* The text with the opposite sign. */
const char *check_negate_digits(struct unit *unit, const char *digits);

/* ---- calls (call.c) */
struct expression *check_call(struct unit *unit, source_pos pos, struct expression *function,
                              struct expression *arguments);
void check_declare_builtins(struct unit *unit);
/* Row data of a builtin. */
struct check_builtin {
    const char *name;
    char result;
    const char *arguments;
    int kind; /* enum check_builtin_kind */
};
/* Their numbers: BUILTIN_mpadd, ... */
enum check_builtin_number {
#define BUILTIN(name, result, arguments, kind, operation, text) BUILTIN_##name,
#include "fcc/check/builtin.def"
};
enum check_builtin_kind {
    BUILTIN_MULTI,
    BUILTIN_UNARY,
    BUILTIN_BINARY,
    BUILTIN_TERNARY,
    BUILTIN_TWICE,
    BUILTIN_ACCUMULATE,
    BUILTIN_SUM,
    BUILTIN_READ,
    BUILTIN_SYS,
    BUILTIN_SHINT,
    BUILTIN_HALT
};
const struct check_builtin *check_builtin_row(uint64_t index);
/* Warns if the format of a printf function and its arguments do not match; converts integers of another width
 * (format.c). */
void check_format(struct unit *unit, struct expression *call, const char *name);

/* ---- constants (constant.c) */
/* Constants are the bits of their types, zeros above them.
 * The value of an operator for operands of this type; false for a division of integers by zero. */
bool check_fold_binary(enum binary_op operation, const struct type *type, uint64_t left, uint64_t right,
                       uint64_t *result);
/* -value, ~value. */
uint64_t check_fold_negate(const struct type *type, uint64_t value);
uint64_t check_fold_complement(const struct type *type, uint64_t value);
uint64_t check_fold_convert(uint64_t value, const struct type *from, const struct type *to);
/* An integer constant as a number; an unsigned long long of 2^63 or more is negative. */
int64_t check_signed(const struct expression *constant);
/* The value of a built-in function of one or two words; false if it is none. */
bool check_fold_builtin(enum check_builtin_number function, uint32_t a, uint32_t b, uint32_t *result);
/* Whether the condition is a constant; *truth is its value. */
bool check_constant_truth(const struct expression *e, bool *truth);
/* The value of an integer constant expression that fits a word; false after a message. */
bool check_integer_constant(struct unit *unit, struct expression *e, const char *what, uint32_t *value);
/* The value of an initialiser that the linker can compute: a number, or an address plus a number; false for
 * others. */
struct constant_address {
    struct symbol *symbol;
    const struct string_literal *string;
    uint64_t value;
};
bool check_constant_address(const struct expression *e, struct constant_address *out);

/* ---- modes (mode.c): a function with its body */
void check_modes(struct unit *unit, struct symbol *function);
/* The second part (fallthrough.c): early returns, gotos, missing returns; called by check_modes. */
void check_leaving(struct unit *unit, struct symbol *function);
/* Warnings for a function without errors: variables that are read and never set (assigned.c), never used,
 * unreachable code, indices out of bounds (lint.c); called by check_leaving. */
void check_assigned(struct unit *unit, const struct symbol *function);
void check_lint(struct unit *unit, const struct symbol *function);
/* Warnings for a function without errors: lost updates of a shared variable, multiprefix operations on
 * private variables (step.c); called by check_leaving. */
void check_step(struct unit *unit, const struct symbol *function);
/* Analyses the writes of shared variables in a synchronous function (shared_in_register.c); called by
 * check_modes. Then: whether a shared local or parameter may be kept in a register of every PP. */
void check_shared_in_register(struct symbol *function);
bool check_may_hold(const struct symbol *symbol);
/* Properties of the text (uniform.c): whether the counter of a `for` makes all PPs do the same rounds;
 * whether a break out of the statement with this body is under a private condition; whether a statement is a
 * loop, one with an empty body, one that only waits for other PPs; whether the last statement of a list is a
 * jump. */
bool check_is_counted(const struct statement *s);
bool check_has_private_break(const struct statement *body);
bool check_is_loop(const struct statement *s);
/* Whether the labels of a switch are directly in its braces. */
bool check_has_direct_cases(const struct statement *s);
bool check_is_empty_loop(const struct statement *s);
bool check_waits(const struct statement *s);
bool check_ends_in_jump(const struct statement *s);
/* Properties of the text (race.c). Warns of an assignment to a shared variable, executed by all PPs
 * asynchronously and without a lock, if the values differ or depend on what another PP may write in
 * between. */
void check_race(struct unit *unit, const struct expression *e);
/* The variable that e is, or is a member of; NULL: e is reached through a pointer, or is not an lvalue. */
const struct symbol *check_variable_of(const struct expression *e);
/* The operation in `place = place operation something` and its short forms. */
enum binary_op check_operation_on_place(const struct expression *e);
/* Whether a condition is true for a single PP: `$ == 0`, `mpadd(&arrived, 1) == 0`. */
bool check_lets_one_in(const struct expression *e);

#endif
