/* evaluate.c - see expression.h: carries out the steps of an expression, each for all lanes. */
#include <string.h>

#include "inside_expression.h"
#include "sim/machine/machine.h"

/* What the lanes compute with. */
struct stack {
    const struct expression_reader *reader;
    const uint32_t *pps;
    uint32_t count;
    uint32_t depth;
    uint32_t words[EXPRESSION_DEPTH][EXPRESSION_LANES];
    uint8_t faults[EXPRESSION_DEPTH][EXPRESSION_LANES];
};

static float to_float(uint32_t word)
{
    float value;
    memcpy(&value, &word, sizeof value);
    return value;
}

static uint32_t from_float(float value)
{
    uint32_t word;
    memcpy(&word, &value, sizeof word);
    return word;
}

/* ---- pushing */

static void push_constant(struct stack *stack, uint32_t constant)
{
    for (uint32_t k = 0; k < stack->count; k++)
        stack->words[stack->depth][k] = constant;
}

static void push_register(struct stack *stack, unsigned number)
{
    const struct expression_reader *reader = stack->reader;
    uint32_t *const words = stack->words[stack->depth];
    if (reader->rows != NULL && number != 1)
        for (uint32_t k = 0; k < stack->count; k++)
            words[k] = reader->rows[number * reader->stride + stack->pps[k]];
    else
        for (uint32_t k = 0; k < stack->count; k++)
            words[k] = reader->word(reader->context, stack->pps[k], number);
}

static void push(struct stack *stack, const struct expression_step *step)
{
    memset(stack->faults[stack->depth], EXPRESSION_GOOD, stack->count);
    if (step->work == WORK_CONSTANT)
        push_constant(stack, step->constant);
    else if (step->work == WORK_REGISTER)
        push_register(stack, step->constant);
    else
        memcpy(stack->words[stack->depth], stack->pps, stack->count * sizeof *stack->pps);
    stack->depth++;
}

/* NOLINTBEGIN(clang-analyzer-core.*): a step takes only what steps before it have pushed; expression.c counts
 * the depth */

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

static int32_t float_to_int(float value)
{
    return value >= -2147483648.0f && value < 2147483648.0f ? (int32_t)value : INT32_MIN;
}

static uint32_t change(const struct expression_step *step, uint32_t word)
{
    switch ((enum expression_work)step->work) {
    case WORK_NEGATE:
        return step->kind == VALUE_FLOAT ? from_float(-to_float(word)) : 0u - word;
    case WORK_INVERT:
        return ~word;
    case WORK_NOT:
        return step->kind == VALUE_FLOAT ? to_float(word) == 0 : word == 0;
    case WORK_TO_FLOAT:
    case WORK_BELOW_TO_FLOAT:
        return from_float(step->kind == VALUE_UNSIGNED ? (float)word : (float)(int32_t)word);
    default: /* WORK_TO_INT */
        return (uint32_t)float_to_int(to_float(word));
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
    const float a __attribute__((unused)) = to_float(left[k]), b __attribute__((unused)) = to_float(right[k])

/* left[k] = left[k] OP right[k]. Where b is 0, divisions of integers are left out: they are faults. */
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
            EACH(REALS; left[k] = from_float(real))                                                          \
        break;
#define COMPARISON(token, name, precedence, all)                                                             \
    case WORK_##name:                                                                                        \
        if (step->kind == VALUE_INT)                                                                         \
            EACH(INTEGERS; left[k] = (all))                                                                  \
        else if (step->kind == VALUE_UNSIGNED)                                                               \
            EACH(UNSIGNEDS; left[k] = (all))                                                                 \
        else                                                                                                 \
            EACH(REALS; left[k] = (all))                                                                     \
        break;
#define DIVISION(token, name, precedence, integer, unsigned_, real)                                          \
    case WORK_##name:                                                                                        \
        if (step->kind == VALUE_INT)                                                                         \
            EACH(INTEGERS; left[k] = b == 0 ? 0 : (integer))                                                 \
        else if (step->kind == VALUE_UNSIGNED)                                                               \
            EACH(UNSIGNEDS; left[k] = b == 0 ? 0 : (unsigned_))                                              \
        else                                                                                                 \
            EACH(REALS; left[k] = from_float(real))                                                          \
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
        const bool is_decided = (step->work == WORK_BOTH && left[k] == 0) ||
                                (step->work == WORK_EITHER && left[k] != 0); /* by the left operand */
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

/* Whether the value on top is 0 for all lanes. */
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
    stack.pps = pps;
    stack.count = count;
    stack.depth = 0;
    for (uint32_t k = 0; k < expression->step_count; k++)
        if (expression->steps[k].work != WORK_SKIP)
            carry_out(&expression->steps[k], &stack);
        else if (is_zero(&stack))
            k += expression->steps[k].constant;
    if (expression->is_place && !as_address && expression->place.dimensions == 0)
        load(&stack, stack.words[0], stack.faults[0]);
    for (uint32_t k = 0; k < count; k++)
        values[k] = stack.faults[0][k] == EXPRESSION_GOOD ? stack.words[0][k] : 0;
    memcpy(faults, stack.faults[0], count);
}

const char *debug_explain(enum expression_fault fault)
{
    static const char *const texts[] = {[EXPRESSION_GOOD] = "nothing is wrong",
                                        [EXPRESSION_NO_MEMORY] = "there is no memory at that address",
                                        [EXPRESSION_DIVIDES] = "division by 0"};
    return texts[fault];
}

/* NOLINTEND(clang-analyzer-core.*) */
