/* check.h - typed expressions: every function checks its operands, says what is wrong, and returns a node.
 *
 * After an error the node is of type error and silences whatever is built upon it. Constants are folded here,
 * with the machine's arithmetic. Modes are not looked at: that is mode.c, once a function is whole.
 */
#ifndef FCC_CHECK_H
#define FCC_CHECK_H

#include "fcc/text/unit.h"

/* What a value is converted for; words the messages. */
enum check_purpose { CHECK_ASSIGN, CHECK_INITIALISE, CHECK_RETURN, CHECK_ARGUMENT };

struct check_context {
    enum check_purpose purpose;
    const char *function; /* ARGUMENT: name for messages, NULL: called through a pointer */
    unsigned argument;    /* ARGUMENT: from 1 */
};

/* ---- nodes (expression.c) */
struct expression *check_new(struct unit *unit, enum expression_kind kind, source_pos pos, struct type *type);
struct expression *check_error_node(struct unit *unit, source_pos pos);
bool check_failed(const struct expression *e);
/* Hangs parts below a node: height, sharity and effects follow from them. Parts may be NULL. */
void check_attach(struct unit *unit, struct expression *node, struct expression *left,
                  struct expression *right, struct expression *third);

struct expression *check_number(struct unit *unit, source_pos pos, struct type *type, uint32_t value);
struct expression *check_string(struct unit *unit, const struct token *token);
struct expression *check_floating(struct unit *unit, const struct token *token);

struct expression *check_name(struct unit *unit, const struct token *token);
/* Declares, in plain C, the function of C's library that the token names. NULL: it names none. */
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
/* The object of a compound literal: a local one, or outside of functions one for the whole run. */
struct symbol *check_literal_symbol(struct unit *unit, source_pos pos, struct type *type);
/* The literal as a place: what is assigned to the object, after setting it to 0 if `clears`, then the object.
 */
struct expression *check_literal(struct unit *unit, source_pos pos, struct symbol *symbol,
                                 struct expression *values, bool clears);
/* What has been made of a place's object, behind what makes the object; is_place: it can be assigned to. */
struct expression *check_made(struct unit *unit, const struct expression *place, struct expression *e,
                              bool is_place);
/* ({ body; value; }); value: NULL if it has none. */
struct expression *check_statement_value(struct unit *unit, source_pos pos, struct statement *body,
                                         struct expression *value);
/* A local variable that no text names; `name` is for messages. */
struct symbol *check_new_local(struct unit *unit, const char *name, struct type *type, source_pos pos);
/* A value that is used twice, kept in a variable: *kept gets that; returns what computes and keeps it. */
struct expression *check_keep(struct unit *unit, struct expression *e, struct expression **kept);

/* ---- conversions (convert.c) */
/* Arrays and functions to pointers, anything else as it is. */
struct expression *check_rvalue(struct unit *unit, struct expression *e);
/* Without any check: the value as this type. */
struct expression *check_convert(struct unit *unit, struct expression *e, struct type *type);
struct expression *check_promote(struct unit *unit, struct expression *e);
/* The type in which an operator computes: both operands are arithmetic. */
struct type *check_common_type(struct type *left, struct type *right);
/* As by assignment to an object of this type. */
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
/* A constant of type real that the text stands for; a constant of another type as a real. */
struct expression *check_real(struct unit *unit, source_pos pos, const char *digits);
struct expression *check_real_of(struct unit *unit, const struct expression *constant);
/* The text with the other sign. */
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
const struct check_builtin *check_builtin_row(uint32_t index);
/* Warns where the format of printf or its like and the reals among the arguments do not fit (format.c).
 */
void check_format(struct unit *unit, const struct expression *call, const char *name);

/* ---- constants (constant.c) */
/* The value of an operator for operands of this type; false if it is no constant: an integer divided by zero.
 */
bool check_fold_binary(enum binary_op operation, const struct type *type, uint32_t left, uint32_t right,
                       uint32_t *result);
/* -value, ~value. */
uint32_t check_fold_negate(const struct type *type, uint32_t value);
uint32_t check_fold_complement(uint32_t value);
uint32_t check_fold_convert(uint32_t value, const struct type *from, const struct type *to);
/* The value of a built-in function of one or two words; false if it is no such function. */
bool check_fold_builtin(enum check_builtin_number function, uint32_t a, uint32_t b, uint32_t *result);
/* Whether the truth of a condition is known: it is a constant; *truth gets it. */
bool check_constant_truth(const struct expression *e, bool *truth);
/* The value of an integer constant expression; false after a message. */
bool check_integer_constant(struct unit *unit, struct expression *e, const char *what, uint32_t *value);
/* The value of an initialiser that the linker can compute: a number, or an address plus a number; false: it
 * is none. */
struct constant_address {
    struct symbol *symbol;
    const struct string_literal *string;
    uint32_t value;
};
bool check_constant_address(const struct expression *e, struct constant_address *out);

/* ---- modes (mode.c): a function with its body */
void check_modes(struct unit *unit, struct symbol *function);
/* The rest of it (fallthrough.c): early returns, gotos, missing returns; called by check_modes. */
void check_leaving(struct unit *unit, struct symbol *function);
/* Warnings of a function without errors: variables that are read and never given a value (assigned.c), never
 * used, code that is never reached, indices outside of their array (lint.c); called by check_leaving. */
void check_assigned(struct unit *unit, const struct symbol *function);
void check_lint(struct unit *unit, const struct symbol *function);
/* Warnings of a function without errors: updates of a shared variable of which one PP's is kept, multiprefix
 * operations on private variables (step.c); called by check_leaving. */
void check_step(struct unit *unit, const struct symbol *function);
/* How the shared variables of a synchronous function's code are written (shared_in_register.c); called by
 * check_modes. Then whether a shared local or parameter may live in a register of every PP. */
void check_shared_in_register(struct symbol *function);
bool check_may_hold(const struct symbol *symbol);
/* Questions about the text (uniform.c): whether a `for` has a counter that makes all PPs do the same
 * rounds; whether a break that leaves the statement with this body stands under a private condition; whether
 * a statement is a loop, one with an empty body, one that only waits for other PPs to change something;
 * whether the last statement of a list is a jump. */
bool check_is_counted(const struct statement *s);
bool check_has_private_break(const struct statement *body);
bool check_is_loop(const struct statement *s);
/* Whether the labels of a switch stand directly in its braces. */
bool check_has_direct_cases(const struct statement *s);
bool check_is_empty_loop(const struct statement *s);
bool check_waits(const struct statement *s);
bool check_ends_in_jump(const struct statement *s);
/* Questions about the text (race.c). Warns of an assignment to a shared variable, run by all PPs
 * asynchronously and without a lock, if what they write differs or depends on what another PP may write in
 * between. */
void check_race(struct unit *unit, const struct expression *e);
/* The variable that e is, or is a member of; NULL: e is reached through a pointer, or is none. */
const struct symbol *check_variable_of(const struct expression *e);
/* The operation that changes the place in `place = place operation something` and its short forms. */
enum binary_op check_operation_on_place(const struct expression *e);
/* Whether a condition lets a single PP pass: `$ == 0`, `mpadd(&arrived, 1) == 0`. */
bool check_lets_one_in(const struct expression *e);

#endif
