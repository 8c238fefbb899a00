/* real.c - reals: constants, conversions, selection without a branch, exact sums.
 *
 * A constant that is not exactly an int or a float is a literal: an image in shared memory that the runtime
 * makes from the text at the start of the program (fork-rt/real.s), one for equal texts of a unit. The table
 * of literals is made here; the linker chains the tables of all objects (docs/internals/abi.md, section 11).
 */
#include <string.h>

#include "fcc/lower/state.h"

/* An image that a text is rounded to: a literal, or a part of a shared object. */
struct rounded {
    struct rounded *next;
    struct ir_operand text;
    struct ir_operand image;
};

struct literal {
    struct literal *next;
    const struct name *digits; /* equal texts are one name */
    uint32_t symbol;
};

/* A part of a private object, which every PP copies from a literal. */
struct copied {
    struct copied *next;
    uint32_t literal;
    struct ir_operand image;
};

struct real_literals {
    struct literal *literals;
    struct rounded *rounded;
    uint32_t rounded_count;
    struct copied *copied;
    uint32_t copied_count;
};

/* Words of the table before its lines: address of the next table, address of the routine that reads it, and
 * the numbers of lines of both kinds. */
enum { TABLE_NEXT, TABLE_ROUTINE, TABLE_ROUNDED, TABLE_COPIED, TABLE_HEAD, LINE_WORDS = 2 };

static const char table_name[] = "__real_literals";

static struct real_literals *literals_of(struct lower *l)
{
    if (l->real_literals == NULL)
        l->real_literals = ARENA_NEW(l->unit->arena, struct real_literals);
    return l->real_literals;
}

static void round_to(struct lower *l, const struct name *digits, struct ir_operand image)
{
    struct real_literals *all = literals_of(l);
    struct string_literal *string = ARENA_NEW(l->unit->arena, struct string_literal);
    string->count = digits->length + 1;
    string->words = ARENA_ARRAY(l->unit->arena, uint32_t, string->count);
    for (uint32_t i = 0; i < digits->length; i++)
        string->words[i] = (unsigned char)digits->text[i];
    struct rounded *new = ARENA_NEW(l->unit->arena, struct rounded);
    *new = (struct rounded){all->rounded, ir_symbol_address(lower_string(l, string), 0), image};
    all->rounded = new;
    all->rounded_count++;
}

/* The symbol of the image of a text. */
static uint32_t literal_symbol(struct lower *l, const char *text)
{
    struct real_literals *all = literals_of(l);
    const struct name *digits = lex_name(l->unit->arena, &l->unit->names, text, strlen(text));
    for (const struct literal *known = all->literals; known != NULL; known = known->next) {
        if (known->digits == digits)
            return known->symbol;
    }
    struct literal *new = ARENA_NEW(l->unit->arena, struct literal);
    uint32_t symbol =
        ir_add_symbol(l->ir, arena_format(l->ir->arena, ".real.%u", all->rounded_count + 1), IR_SECTION_BSS);
    l->ir->symbols[symbol].words = l->ir->real_words;
    ir_add_data(l->ir, symbol);
    *new = (struct literal){all->literals, digits, symbol};
    all->literals = new;
    round_to(l, digits, ir_symbol_address(symbol, 0));
    return symbol;
}

struct ir_operand lower_real_constant(struct lower *l, const struct expression *e)
{
    struct ir_operand word = ir_const((int32_t)e->value);
    if (e->exact == EXACT_INT && e->value == 0)
        return ir_real_zero();
    if (e->exact != EXACT_NONE)
        return lower_unary_op(l, e->exact == EXACT_INT ? IR_ITOR : IR_FTOR, word);
    uint32_t symbol = literal_symbol(l, e->digits);
    return lower_load_real(l, ir_symbol_address(symbol, 0), 0, IR_MEM_SHARED | IR_MEM_CONSTANT, 0);
}

void lower_real_initialiser(struct lower *l, struct symbol *symbol, uint32_t offset, const char *digits)
{
    struct ir_operand image = ir_symbol_address(lower_symbol(l, symbol), (int32_t)offset);
    if (symbol->shared) {
        round_to(l, lex_name(l->unit->arena, &l->unit->names, digits, strlen(digits)), image);
        return;
    }
    struct real_literals *all = literals_of(l);
    struct copied *new = ARENA_NEW(l->unit->arena, struct copied);
    *new = (struct copied){all->copied, literal_symbol(l, digits), image};
    all->copied = new;
    all->copied_count++;
}

static void put_address(struct ir_data_word **word, struct ir_operand address)
{
    *(*word)++ = (struct ir_data_word){.value = (uint32_t)address.value, .symbol = address.id + 1};
}

void lower_real_table(struct lower *l)
{
    const struct real_literals *all = l->real_literals;
    if (all == NULL)
        return;
    uint32_t symbol = ir_add_symbol(l->ir, table_name, IR_SECTION_DATA);
    struct ir_symbol *made = &l->ir->symbols[symbol];
    made->words = TABLE_HEAD + LINE_WORDS * (all->rounded_count + all->copied_count);
    made->global = true;
    uint32_t words = made->words;
    struct ir_data *data = ir_add_data(l->ir, symbol);
    data->words = ARENA_ARRAY(l->ir->arena, struct ir_data_word, words);
    data->words[TABLE_ROUTINE].symbol = lower_external(l, "__fork_reals", true) + 1;
    data->words[TABLE_ROUNDED].value = all->rounded_count;
    data->words[TABLE_COPIED].value = all->copied_count;
    struct ir_data_word *word = &data->words[TABLE_HEAD];
    for (const struct rounded *line = all->rounded; line != NULL; line = line->next) {
        put_address(&word, line->text);
        put_address(&word, line->image);
    }
    for (const struct copied *line = all->copied; line != NULL; line = line->next) {
        put_address(&word, ir_symbol_address(line->literal, 0));
        put_address(&word, line->image);
    }
}

/* ---- conversions */

/* High and low half are exact, and so is their sum in every format that has 32 bits. */
static struct ir_operand unsigned_to_real(struct lower *l, struct ir_operand value)
{
    struct ir_operand high = lower_unary_op(l, IR_ITOR, lower_binary_op(l, IR_SHR, value, ir_const(16)));
    struct ir_operand low = lower_unary_op(l, IR_ITOR, lower_binary_op(l, IR_AND, value, ir_const(0xffff)));
    return lower_fma(l, high, lower_unary_op(l, IR_ITOR, ir_const(0x10000)), low);
}

/* The nearest unsigned integer towards zero; 0 for NaN. RTOI saturates at 2^31: larger numbers are reduced by
 * it, and get the highest bit afterwards. Negative numbers become 0 in between. */
static struct ir_operand real_to_unsigned(struct lower *l, struct ir_operand value)
{
    const struct ir_operand limit = ir_const(0x4f000000); /* the float 2^31 */
    struct ir_operand large = lower_binary_op(l, IR_FSLE, lower_unary_op(l, IR_FTOR, limit), value);
    struct ir_operand mask = lower_binary_op(l, IR_SUB, ir_const(0), large);
    struct ir_operand less = lower_unary_op(l, IR_FTOR, lower_binary_op(l, IR_AND, mask, limit));
    struct ir_operand word = lower_unary_op(l, IR_RTOI, lower_binary_op(l, IR_FSUB, value, less));
    word = lower_binary_op(l, IR_MAX, word, ir_const(0));
    return lower_binary_op(l, IR_XOR, word, lower_binary_op(l, IR_SHL, large, ir_const(31)));
}

struct ir_operand lower_real_conversion(struct lower *l, struct ir_operand value, const struct type *from,
                                        const struct type *to)
{
    if (type_is_real(to)) {
        if (type_is_float(from))
            return lower_unary_op(l, IR_FTOR, value);
        return type_is_unsigned(from) ? unsigned_to_real(l, value) : lower_unary_op(l, IR_ITOR, value);
    }
    if (type_is_float(to))
        return lower_unary_op(l, IR_RTOF, value);
    return type_is_unsigned(to) ? real_to_unsigned(l, value) : lower_unary_op(l, IR_RTOI, value);
}

/* ---- selection */

/* The mask is -1 or 0: both images are stored, and one of them is loaded. */
struct ir_operand lower_select_real(struct lower *l, struct ir_operand mask, struct ir_operand yes,
                                    struct ir_operand no)
{
    int32_t words = (int32_t)l->ir->real_words;
    struct ir_operand both = ir_slot_address(lower_temporary(l, 2 * l->ir->real_words), 0);
    lower_store(l, both, 0, IR_MEM_OWN, 0, no);
    lower_store(l, both, words, IR_MEM_OWN, 0, yes);
    struct ir_operand offset = lower_binary_op(l, IR_AND, mask, ir_const(words));
    struct ir_operand chosen = lower_load_real(l, both, 0, IR_MEM_OWN, 0);
    l->block->last->b = offset;
    return chosen;
}

/* ---- sums */

/* A pointer that is stepped through an array of reals. */
struct walk {
    struct ir_operand at;
    struct ir_operand step; /* words */
};

static struct walk begin_walk(struct lower *l, struct ir_operand array, struct ir_operand step)
{
    struct walk walk = {.at = lower_vreg(l)};
    lower_copy(l, walk.at.id, array);
    walk.step = lower_binary_op(l, IR_MUL, step, ir_const((int32_t)l->ir->real_words));
    return walk;
}

static void step_walk(struct lower *l, const struct walk *walk)
{
    lower_copy(l, walk->at.id, lower_binary_op(l, IR_ADD, walk->at, walk->step));
}

struct ir_operand lower_sum(struct lower *l, enum ir_op op, const struct ir_operand *values, uint32_t count)
{
    bool product = op == IR_ACC_MULTIPLY;
    bool square = product && ir_same(values[0], values[2]) && ir_same(values[1], values[3]);
    struct ir_block *body = lower_new_block(l);
    struct ir_block *end = lower_new_block(l);
    struct ir_operand left = lower_vreg(l);
    lower_emit(l, IR_ACC_CLEAR);
    lower_copy(l, left.id, values[count - 1]);
    struct walk x = begin_walk(l, values[0], values[1]);
    struct walk y = product && !square ? begin_walk(l, values[2], values[3]) : x;
    lower_branch(l, IR_GT, left, ir_const(0), body, end);
    l->loop_depth++;
    lower_place_block(l, body);
    struct ir_operand factor = lower_load_real(l, x.at, 0, 0, 0);
    struct ir_operand other = product && !square ? lower_load_real(l, y.at, 0, 0, 0) : factor;
    struct ir_instr *add = lower_emit(l, op);
    add->a = factor;
    add->b = product ? other : ir_none();
    step_walk(l, &x);
    if (product && !square)
        step_walk(l, &y);
    lower_copy(l, left.id, lower_binary_op(l, IR_SUB, left, ir_const(1)));
    lower_branch(l, IR_GT, left, ir_const(0), body, end);
    l->loop_depth--;
    lower_place_block(l, end);
    struct ir_instr *round = lower_emit(l, IR_ACC_ROUND);
    round->dst = ir_add_real(l->ir, l->function);
    return ir_vreg(round->dst);
}
