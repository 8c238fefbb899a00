/* expression.h - expressions in the syntax of Fork, evaluated for many PPs at once.
 *
 * C's operators without side effects, over constants, variables and their members (symbols.h), $ @ #
 * __PROC_NR__, registers ($pc, $r7, $sp, ..), and casts. An expression is parsed once and made into a row
 * of steps on a stack; a step is carried out for up to EXPRESSION_LANES PPs before the next. What cannot be
 * evaluated for a PP (no memory, division by 0) is a fault of that PP's value and of nothing else. Knows
 * machine memory and symbols; no engine.
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
    EXPRESSION_NO_MEMORY, /* an address where there is none */
    EXPRESSION_DIVIDES,   /* by 0 */
    EXPRESSION_OPTIMISED_OUT,
    EXPRESSION_NO_ADDRESS, /* of what is in a register or known without a place */
    EXPRESSION_NOT_KEPT,   /* a register that a called function has not saved */
    EXPRESSION_DAMAGED     /* the debug information */
};

struct expression_step {
    uint8_t work; /* enum expression_work, expression.c's own */
    uint8_t kind; /* enum value_kind of the operands */
    uint32_t constant;
};

/* A parsed expression. If it names a place in memory, the steps end with its address; place says what lies
 * there. */
struct expression {
    struct expression_step steps[EXPRESSION_STEPS];
    uint32_t step_count;
    enum value_kind kind; /* of the value, or of the words of the place */
    bool is_place;
    struct debug_variable place;
    bool is_private;                /* it may differ from PP to PP */
    const struct info_type *type;   /* of the value; NULL: a word of that kind */
    const struct info_type *target; /* of a value that is an address of a typed place; else NULL */
    const struct symbols *symbols;  /* say where local variables are */
    struct debug_variable locals[EXPRESSION_LOCALS];
    uint32_t local_count;
};

/* Registers of PPs, with the delayed values that are on their way. `rows` as in struct observer_cycle, for
 * all registers except R1 and those of `late`; NULL: `word` gives them all. */
struct expression_reader {
    const struct machine *machine;
    uint32_t (*word)(const void *context, uint32_t pp, unsigned number);
    const void *context;
    const uint32_t *rows;
    size_t stride;
    uint32_t late; /* registers of bit 0 up that a delayed value is on its way to: `word` gives it */
    uint32_t lost; /* registers of bit 0 up that are not known, as in an outer frame */
};

/* A register of a PP. */
static inline uint32_t expression_register(const struct expression_reader *reader, uint32_t pp,
                                           unsigned number)
{
    const bool is_in_row = reader->rows != NULL && number != 1 && (reader->late >> number & 1) == 0;
    return is_in_row ? reader->rows[number * reader->stride + pp] : reader->word(reader->context, pp, number);
}

/* Parses `text` to its end, for a stop at `pc`; `level`: see info_variables. False with one line in `error`.
 */
bool debug_parse(struct expression *expression, const struct machine *machine, const struct symbols *symbols,
                 uint32_t pc, size_t level, const char *text, char error[EXPRESSION_ERROR]);

/* Makes an expression that is a local variable. */
void debug_name(struct expression *expression, const struct symbols *symbols,
                const struct debug_variable *variable);

/* The value, or with `as_address` the address of the place, for each of `count` PPs, at most
 * EXPRESSION_LANES. faults[k] is an enum expression_fault; values[k] is 0 then. An array's value is its
 * address. */
void debug_evaluate(const struct expression *expression, const struct expression_reader *reader,
                    const uint32_t *pps, uint32_t count, bool as_address, uint32_t *values, uint8_t *faults);

/* What a fault means: "division by 0". */
const char *debug_explain(enum expression_fault fault);

/* The number of a register by its name in asm/tables/abi.def, or as "r7"; 32: it is none. */
unsigned debug_register(const char *name, size_t length);

#endif
