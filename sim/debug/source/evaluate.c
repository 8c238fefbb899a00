/* evaluate.c - see expression.h: executes the steps of an expression, each for all lanes. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "asm/tables/alu.h"
#include "inside_expression.h"
#include "sim/machine/machine.h"

/* The state of an evaluation: a stack of values for each lane. */
struct stack {
    const struct expression_reader *reader;
    const struct symbols *symbols;
    const struct debug_variable *locals;
    const uint32_t *pps;
    uint32_t count;
    uint32_t depth;
    uint32_t words[EXPRESSION_DEPTH][EXPRESSION_LANES];
    uint8_t faults[EXPRESSION_DEPTH][EXPRESSION_LANES];
};

/* ---- pushing */

/* A PP, for the location of a variable. */
struct asked {
    const struct expression_reader *reader;
    uint32_t pp;
    bool is_lost; /* the location needs an unknown register */
};

static uint32_t ask_register(void *context, uint32_t number)
{
    struct asked *asked = context;
    if (number > 31 || (asked->reader->lost >> number & 1) != 0) {
        asked->is_lost = true;
        return 0;
    }
    return expression_register(asked->reader, asked->pp, number);
}

static bool ask_word(void *context, uint32_t address, uint32_t *word)
{
    const struct asked *asked = context;
    return memory_read(&asked->reader->machine->memory, asked->pp, address, word);
}

/* The value or address of a local variable at a pc. Returns a fault. */
static enum expression_fault find_at(const struct expression_reader *reader, const struct symbols *symbols,
                                     const struct debug_variable *variable, uint32_t pp, uint32_t pc,
                                     bool is_address, uint32_t *word)
{
    struct asked asked = {.reader = reader, .pp = pp};
    const struct info_machine machine = {ask_register, ask_word, &asked};
    struct info_location location;
    *word = 0;
    if (!symbols_locate(symbols, variable, pc, &machine, &location))
        return asked.is_lost ? EXPRESSION_NOT_KEPT : EXPRESSION_DAMAGED;
    if (location.place == INFO_OPTIMISED_OUT)
        return EXPRESSION_OPTIMISED_OUT;
    if (is_address && location.place != INFO_ADDRESS)
        return EXPRESSION_NO_ADDRESS;
    *word = location.place == INFO_REGISTER ? ask_register(&asked, location.number) : location.number;
    const bool loads = location.place == INFO_ADDRESS && !is_address;
    if (loads && !asked.is_lost && !ask_word(&asked, location.number, word))
        return EXPRESSION_NO_MEMORY;
    return asked.is_lost ? EXPRESSION_NOT_KEPT : EXPRESSION_GOOD;
}

/* At a call, the variable may be in an argument register that the called function has overwritten: then its
 * location after the call counts. */
enum expression_fault debug_locate(const struct expression_reader *reader, const struct symbols *symbols,
                                   const struct debug_variable *variable, uint32_t pp, bool is_address,
                                   uint32_t *word)
{
    const uint32_t pc = expression_register(reader, pp, 1);
    const enum expression_fault fault = find_at(reader, symbols, variable, pp, pc, is_address, word);
    return fault == EXPRESSION_NOT_KEPT ? find_at(reader, symbols, variable, pp, pc + 1, is_address, word)
                                        : fault;
}

static void push(struct stack *stack, const struct expression_step *step)
{
    const struct expression_reader *reader = stack->reader;
    uint32_t *const words = stack->words[stack->depth];
    uint8_t *const faults = stack->faults[stack->depth++];
    const bool is_lost = step->work == WORK_REGISTER && (reader->lost >> step->constant & 1) != 0;
    memset(faults, is_lost ? EXPRESSION_NOT_KEPT : EXPRESSION_GOOD, stack->count);
    for (uint32_t k = 0; k < stack->count; k++)
        if (step->work == WORK_CONSTANT)
            words[k] = step->constant;
        else if (step->work == WORK_REGISTER)
            words[k] = expression_register(reader, stack->pps[k], step->constant);
        else if (step->work == WORK_PP)
            words[k] = stack->pps[k];
        else
            faults[k] = (uint8_t)debug_locate(reader, stack->symbols, &stack->locals[step->constant],
                                              stack->pps[k], step->work == WORK_LOCAL_ADDRESS, &words[k]);
}

/* NOLINTBEGIN(clang-analyzer-core.*): each step pops only values that earlier steps have pushed;
 * parse_emit counts the depth */

/* ---- one operand */

static void load(struct stack *stack, uint32_t *words, uint8_t *faults)
{
    const struct memory *memory = &stack->reader->machine->memory;
    for (uint32_t k = 0; k < stack->count; k++) {
        const uint32_t index = memory_index(memory, stack->pps[k], words[k]);
        if (faults[k] == EXPRESSION_GOOD && index == MEMORY_ILLEGAL)
            faults[k] = EXPRESSION_NO_MEMORY;
        words[k] = faults[k] == EXPRESSION_GOOD ? memory->cells[index] : 0;
    }
}

uint32_t word_convert(uint32_t word, enum value_kind from, enum value_kind to)
{
    if ((to == VALUE_FLOAT) == (from == VALUE_FLOAT))
        return word;
    if (to == VALUE_FLOAT)
        return alu_bits(from == VALUE_UNSIGNED ? (float)word : (float)(int32_t)word);
    return alu_float_to_int(alu_float(word));
}

uint32_t word_bits(uint32_t word, uint32_t bits, uint32_t first_bit, enum value_kind kind)
{
    const uint32_t field = bits >= 32 ? word : word >> first_bit & ((1u << bits) - 1);
    const bool is_negative = kind == VALUE_INT && bits < 32 && (field >> (bits - 1) & 1) != 0;
    return is_negative ? field | ~((1u << bits) - 1) : field;
}

static uint32_t change(const struct expression_step *step, uint32_t word)
{
    switch ((enum expression_work)step->work) {
    case WORK_BITS:
        return word_bits(word, step->constant / 32, step->constant % 32, step->kind);
    case WORK_NEGATE:
        return step->kind == VALUE_FLOAT ? alu_bits(-alu_float(word)) : 0u - word;
    case WORK_INVERT:
        return ~word;
    case WORK_NOT:
        return step->kind == VALUE_FLOAT ? alu_float(word) == 0 : word == 0;
    case WORK_TO_FLOAT:
    case WORK_BELOW_TO_FLOAT:
        return word_convert(word, step->kind, VALUE_FLOAT);
    default: /* WORK_TO_INT */
        return word_convert(word, VALUE_FLOAT, VALUE_INT);
    }
}

/* ---- two operands */

#define EACH(statement)                                                                                      \
    for (uint32_t k = 0; k < count; k++) {                                                                   \
        statement;                                                                                           \
    }
#define INTEGERS const int32_t a = (int32_t)left[k], b = (int32_t)right[k]
#define UNSIGNEDS const uint32_t a = left[k], b = right[k]
#define REALS                                                                                                \
    const float a __attribute__((unused)) = alu_float(left[k]),                                              \
                  b __attribute__((unused)) = alu_float(right[k])

/* left[k] = left[k] OP right[k] */
static void combine(const struct expression_step *step, uint32_t *left, const uint32_t *right, uint32_t count)
{
    switch ((enum expression_work)step->work) {
#define OPERATION(token, name, precedence, integer, unsigned_, real)                                         \
    case WORK_##name:                                                                                        \
        if (step->kind == VALUE_INT)                                                                         \
            EACH(INTEGERS; left[k] = (integer))                                                              \
        else if (step->kind == VALUE_UNSIGNED)                                                               \
            EACH(UNSIGNEDS; left[k] = (unsigned_))                                                           \
        else                                                                                                 \
            EACH(REALS; left[k] = (real))                                                                    \
        break;
#include "operation.def"
    case WORK_INDEX:
        EACH(left[k] += right[k] * step->constant)
        break;
    case WORK_BOTH:
        EACH(left[k] = left[k] != 0 && right[k] != 0)
        break;
    default: /* WORK_EITHER */
        EACH(left[k] = left[k] != 0 || right[k] != 0)
        break;
    }
}

static void note_faults(const struct expression_step *step, struct stack *stack)
{
    const uint32_t *const left = stack->words[stack->depth - 2], *const right =
                                                                     stack->words[stack->depth - 1];
    uint8_t *const faults = stack->faults[stack->depth - 2];
    const uint8_t *const others = stack->faults[stack->depth - 1];
    const bool divides =
        (step->work == WORK_DIVIDE || step->work == WORK_REMAINDER) && step->kind != VALUE_FLOAT;
    for (uint32_t k = 0; k < stack->count; k++) {
        const bool is_decided =
            (step->work == WORK_BOTH && left[k] == 0) ||
            (step->work == WORK_EITHER && left[k] != 0); /* the left operand alone decides */
        if (faults[k] == EXPRESSION_GOOD && !is_decided)
            faults[k] = others[k];
        if (faults[k] == EXPRESSION_GOOD && divides && right[k] == 0)
            faults[k] = EXPRESSION_DIVIDES;
    }
}

static void carry_out(const struct expression_step *step, struct stack *stack)
{
    if (step->work <= WORK_PP) {
        push(stack, step);
        return;
    }
    if (step->work == WORK_LOAD) {
        load(stack, stack->words[stack->depth - 1], stack->faults[stack->depth - 1]);
        return;
    }
    if (step->work < WORK_BOTH && step->work != WORK_INDEX) {
        uint32_t *const words = stack->words[stack->depth - (step->work == WORK_BELOW_TO_FLOAT ? 2 : 1)];
        for (uint32_t k = 0; k < stack->count; k++)
            words[k] = change(step, words[k]);
        return;
    }
    note_faults(step, stack);
    combine(step, stack->words[stack->depth - 2], stack->words[stack->depth - 1], stack->count);
    stack->depth--;
}

/* Whether the value on top is 0 in all lanes. */
static bool is_zero(const struct stack *stack)
{
    uint32_t any = 0;
    for (uint32_t k = 0; k < stack->count; k++)
        any |= stack->words[stack->depth - 1][k];
    return any == 0;
}

void debug_evaluate(const struct expression *expression, const struct expression_reader *reader,
                    const uint32_t *pps, uint32_t count, bool as_address, uint32_t *values, uint8_t *faults)
{
    struct stack stack;
    stack.reader = reader;
    stack.symbols = expression->symbols;
    stack.locals = expression->locals;
    stack.pps = pps;
    stack.count = count;
    stack.depth = 0;
    bool loads = expression->is_place && !as_address && !expression_is_large(expression);
    for (uint32_t k = 0; k < expression->step_count; k++) {
        struct expression_step step = expression->steps[k];
        if (loads && k + 1 == expression->step_count && step.work == WORK_LOCAL_ADDRESS) {
            step.work = WORK_LOCAL_VALUE; /* the variable may be in a register */
            loads = false;
        }
        if (step.work != WORK_SKIP)
            carry_out(&step, &stack);
        else if (is_zero(&stack))
            k += step.constant;
    }
    if (loads)
        load(&stack, stack.words[0], stack.faults[0]);
    for (uint32_t k = 0; k < count; k++)
        values[k] = stack.faults[0][k] == EXPRESSION_GOOD ? stack.words[0][k] : 0;
    memcpy(faults, stack.faults[0], count);
}

const char *word_text(uint32_t word, enum value_kind kind, char format, char text[WORD_TEXT])
{
    if (format == 0)
        format = kind == VALUE_FLOAT ? 'f' : kind == VALUE_UNSIGNED ? 'u' : 'd';
    if (format == 'f')
        snprintf(text, WORD_TEXT, "%.9g", (double)alu_float(word));
    else if (format == 'c' && word < 128 && isprint((int)word))
        snprintf(text, WORD_TEXT, "%u '%c'", word, (char)word);
    else
        snprintf(text, WORD_TEXT,
                 format == 'c'   ? "%u '\\x%02x'"
                 : format == 'x' ? "0x%x"
                 : format == 'u' ? "%u"
                                 : "%d",
                 word, word);
    return text;
}

const char *debug_explain(enum expression_fault fault)
{
    static const char *const texts[] = {[EXPRESSION_GOOD] = "nothing is wrong",
                                        [EXPRESSION_NO_MEMORY] = "there is no memory at that address",
                                        [EXPRESSION_DIVIDES] = "division by 0",
                                        [EXPRESSION_OPTIMISED_OUT] = "<optimised out; fcc -O0 keeps more>",
                                        [EXPRESSION_NO_ADDRESS] = "it is in a register and has no address",
                                        [EXPRESSION_NOT_KEPT] = "<not kept by the called function>",
                                        [EXPRESSION_DAMAGED] = "the debug information is damaged here"};
    return texts[fault];
}

/* NOLINTEND(clang-analyzer-core.*) */
