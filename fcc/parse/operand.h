/* operand.h - arguments of __builtin_NAME that an expression has several times; see builtin.c. */
#ifndef FCC_PARSE_OPERAND_H
#define FCC_PARSE_OPERAND_H

#include "fcc/check/check.h"

enum operand_part { OPERAND_WHOLE, OPERAND_LOW, OPERAND_HIGH };

/* A constant, or kept in a variable. */
struct operand {
    source_pos pos;
    struct expression *constant;
    struct symbol *symbol;
    enum operand_part part; /* a word of a long long */
};

struct expression *operand_value(struct unit *unit, const struct operand *o);
/* The operand that keeps an expression; *made gets the computation behind what it was. */
struct operand operand_keep(struct unit *unit, struct expression *e, struct expression **made);
/* An unsigned constant. */
struct expression *operand_word(struct unit *unit, source_pos pos, uint32_t value);
/* A call of a built-in function. */
struct expression *operand_instruction(struct unit *unit, enum check_builtin_number number,
                                       struct expression *arguments);

/* The call of a formula; the '(' has been taken, the ')' is left. NULL: none has that name (formula.c). */
struct expression *parse_formula(struct unit *unit, source_pos pos, const char *name);
/* __builtin_add_overflow and its relatives (overflow.c). */
struct expression *parse_add_overflow(struct unit *unit, source_pos pos);
struct expression *parse_subtract_overflow(struct unit *unit, source_pos pos);
struct expression *parse_multiply_overflow(struct unit *unit, source_pos pos);

#endif
