/* expression.h - expressions in the syntax of Fork, evaluated for many PPs at once.
 *
 * Operators of C without side effects, over constants, variables and their members (symbols.h), $ @ #
 * __PROC_NR__, registers ($pc, $r7, $sp), and casts. An expression is parsed once, into a sequence of steps
 * on a stack. Each step is executed for up to EXPRESSION_LANES PPs before the next. If a PP's value cannot be
 * computed (no memory, division by 0), only that value has a fault. Knows machine memory and symbols; no
 * engine.
 */
#ifndef PRAM_DEBUG_EXPRESSION_H
#define PRAM_DEBUG_EXPRESSION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "symbols.h"

enum {
    EXPRESSION_LANES = 128,
    EXPRESSION_DEPTH = 32,
    EXPRESSION_STEPS = 512,
    EXPRESSION_ERROR = 200,
    EXPRESSION_LOCALS = 8
};

enum expression_fault {
    EXPRESSION_GOOD,
    EXPRESSION_NO_MEMORY, /* the address has no memory */
    EXPRESSION_DIVIDES,   /* division by 0 */
    EXPRESSION_OPTIMISED_OUT,
    EXPRESSION_NO_ADDRESS, /* of a value in a register, or without a place */
    EXPRESSION_NOT_KEPT,   /* in a register that a called function has overwritten */
    EXPRESSION_DAMAGED     /* the debug information is damaged */
};

struct expression_step {
    uint8_t work; /* enum expression_work of inside_expression.h */
    uint8_t kind; /* enum value_kind of the operands */
    uint32_t constant;
};

/* A parsed expression. If it names a place in memory, its steps compute the address. */
struct expression {
    struct expression_step steps[EXPRESSION_STEPS];
    uint32_t step_count;
    bool is_place;
    bool is_private;                /* its value may differ between PPs */
    const struct info_type *type;   /* of the value or place; never NULL */
    const struct info_type *target; /* of a value that is the address of a typed place; otherwise NULL */
    const struct symbols *symbols;  /* locate the local variables */
    struct debug_variable locals[EXPRESSION_LOCALS];
    uint32_t local_count;
};

/* Reads registers of PPs; a delayed value on its way to a register counts as its value. `registers` and
 * strides are those of struct observer_cycle, for all registers except R1 and those in `late`. NULL: `word`
 * reads all registers. */
struct expression_reader {
    const struct machine *machine;
    uint32_t (*word)(const void *context, uint32_t pp, unsigned number);
    const void *context;
    const uint32_t *registers;
    size_t stride, pp_stride;
    uint32_t late; /* bit r: `word` reads register r, because a delayed value may be on its way */
    uint32_t lost; /* bit r: the value of register r is unknown, as in an outer frame */
};

/* The kind of the value, if it is one word. */
static inline enum value_kind expression_kind(const struct expression *expression)
{
    return symbols_kind(expression->type);
}

/* Whether it is a place of more than one word: an array, a structure or a long long. Its value is its
 * address. */
static inline bool expression_is_large(const struct expression *expression)
{
    return expression->is_place && !info_is_word(expression->type);
}

/* A register of a PP. */
static inline uint32_t expression_register(const struct expression_reader *reader, uint32_t pp,
                                           unsigned number)
{
    const bool is_there = reader->registers != NULL && number != 1 && (reader->late >> number & 1) == 0;
    return is_there ? reader->registers[number * reader->stride + pp * reader->pp_stride]
                    : reader->word(reader->context, pp, number);
}

/* Parses the whole `text`, for a stop at `pc`; `level`: see info_variables. False with one line in
 * `error`.
 */
bool debug_parse(struct expression *expression, const struct symbols *symbols, uint32_t pc, size_t level,
                 const char *text, char error[EXPRESSION_ERROR]);

/* The value or address of a local variable at the pc of a PP. */
enum expression_fault debug_locate(const struct expression_reader *reader, const struct symbols *symbols,
                                   const struct debug_variable *variable, uint32_t pp, bool is_address,
                                   uint32_t *word);

/* The value for each of `count` PPs, at most EXPRESSION_LANES; with `as_address`, the address of the
 * place. faults[k] is an enum expression_fault; values[k] is 0 if it is a fault. */
void debug_evaluate(const struct expression *expression, const struct expression_reader *reader,
                    const uint32_t *pps, uint32_t count, bool as_address, uint32_t *values, uint8_t *faults);

enum { WORD_TEXT = 32 };

/* A word as text, in a format: d, u, x, f or c; 0: that of its kind. Returns `text`. */
const char *word_text(uint32_t word, enum value_kind kind, char format, char text[WORD_TEXT]);

/* A word of a kind as a word of another kind. */
uint32_t word_convert(uint32_t word, enum value_kind from, enum value_kind to);
/* A bit-field of a word, of that number of bits. */
uint32_t word_bits(uint32_t word, uint32_t bits, uint32_t first_bit, enum value_kind kind);

/* The text of a fault: "division by 0". */
const char *debug_explain(enum expression_fault fault);

#endif
