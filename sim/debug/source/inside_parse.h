/* inside_parse.h - for parse.c and operand.c: what is being parsed. */
#ifndef PRAM_DEBUG_INSIDE_PARSE_H
#define PRAM_DEBUG_INSIDE_PARSE_H

#include "inside_expression.h"

struct machine;

enum { PARSE_NEST_MOST = 24 };

/* What has been parsed last: a value, or the address of a place. */
struct operand {
    enum value_kind kind;
    bool is_place;
    struct debug_variable place;
    const struct info_type *type;   /* NULL: a word of that kind */
    const struct info_type *target; /* of a value that is a pointer: what it points to; NULL: words */
    uint32_t bits, first_bit;       /* of a place that is a bit-field; bits 0: of another one */
};

struct parser {
    /* Parses operators of that precedence and above, with their operands (parse.c). */
    void (*binary)(struct parser *parser, unsigned least, struct operand *operand);
    struct expression *expression;
    const struct machine *machine;
    const struct symbols *symbols;
    uint32_t pc;
    size_t level;
    const char *at;
    char *error;
    bool bad;
    unsigned nest;
    unsigned depth; /* of the stack */
};

/* ---- operand.c */

/* Says what is wrong with the expression, once. */
void parse_complain(struct parser *parser, const char *format, ...) __attribute__((format(printf, 2, 3)));
void parse_emit(struct parser *parser, enum expression_work work, enum value_kind kind, uint32_t constant);
/* Makes the operand a value: a word that is loaded, an array's address. */
void parse_settle(struct parser *parser, struct operand *operand);
/* Makes the operand a place of a type, whose address is on the stack. */
void parse_be_place(struct operand *operand, const struct info_type *type);
void parse_make_float(struct parser *parser, struct operand *operand);
void parse_skip_blanks(struct parser *parser);
size_t parse_word_length(const char *text);
/* A primary expression with all [INDEX], .MEMBER and ->MEMBER behind it. */
void parse_postfix(struct parser *parser, struct operand *operand);

#endif
