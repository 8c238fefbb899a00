/* inside_parse.h - for parse.c and operand.c: the state of the parser. */
#ifndef PRAM_DEBUG_INSIDE_PARSE_H
#define PRAM_DEBUG_INSIDE_PARSE_H

#include "inside_expression.h"

enum { PARSE_NEST_MOST = 24 };

/* The last parsed operand: a value, or the address of a place. */
struct operand {
    const struct info_type *type; /* never NULL */
    bool is_place;
    bool is_private;                /* of a place: it may be another one for each PP */
    const struct info_type *target; /* of a pointer: its target; NULL: words */
    uint32_t bits, first_bit;       /* of a bit-field; bits 0: no bit-field */
};

/* A value that is a word of a kind. */
static inline struct operand parse_word(enum value_kind kind)
{
    return (struct operand){.type = symbols_word(kind)};
}

static inline enum value_kind parse_kind(const struct operand *operand)
{
    return symbols_kind(operand->type);
}

struct parser {
    /* Parses operators of at least that precedence, with their operands (parse.c). */
    void (*binary)(struct parser *parser, unsigned least, struct operand *operand);
    struct expression *expression;
    const struct symbols *symbols;
    uint32_t pc;
    size_t level;
    const char *at;
    char *error;
    bool bad;
    unsigned nest;
    unsigned depth; /* depth of the stack */
};

/* ---- operand.c */

/* Reports an error in the expression; only the first one counts. */
void parse_complain(struct parser *parser, const char *format, ...) __attribute__((format(printf, 2, 3)));
void parse_emit(struct parser *parser, enum expression_work work, enum value_kind kind, uint32_t constant);
/* Makes the operand a value: loads a word, takes the address of an array. */
void parse_settle(struct parser *parser, struct operand *operand);
void parse_make_float(struct parser *parser, struct operand *operand);
void parse_skip_blanks(struct parser *parser);
/* Parses a primary expression and the [INDEX], .MEMBER and ->MEMBER after it. */
void parse_postfix(struct parser *parser, struct operand *operand);

#endif
