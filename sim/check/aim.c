/* aim.c - what an address is for: the block of a heap, or the variable, that the address in a PP's register
 * or in a word was made from, however far outside of it the address is by now.
 *
 * An aim begins where an allocator returns (heap.c), and where a label of fcc says that the address of a
 * variable is made (asm/tables/guard.h), or that an access is meant for one. It goes with the address:
 * through copies, sums with numbers, loads and stores. heap.c and variable.c know where objects lie;
 * word_access.c asks them for each access by an address that has an aim.
 *
 * Predicated code selects one of two values as ((a ^ b) & mask) ^ b, or ((p - s) & mask) + s. So the operands
 * of a ^ b and of p - s are remembered as a pair. */
#include <string.h>

#include "asm/tables/guard.h"
#include "sim/machine/labels.h"
#include "value.h"

/* The first words of memory belong to no object: a value below this number, or above minus this number, is no
 * address. */
#define NUMBERS 4096u

static const struct aim no_aim = {0}, mixed = {.kind = AIM_MIXED};

/* A word of memory with an aim, as long as it holds the value stored with it. Values from the host, a
 * multiprefix, or another PP's winning store are not reported, but are recognised as different values. */
struct word {
    struct aim aim;
    uint32_t value;
    bool is_of_host;   /* written by the host, with any value */
    uint64_t combined; /* 1 + the cycle of the requests that made that value; 0: a store did */
};

/* ---- words of memory */

/* `value`, which has this aim, is stored to the word at a host index. */
static void store_word(const struct pages *words, uint32_t index, uint32_t value, struct aim aim)
{
    if (pages_find(words, index, sizeof(struct word)) == NULL && aim.kind == AIM_NONE && !aim.has_code)
        return;
    *(struct word *)pages_at(words, index, sizeof(struct word)) = (struct word){.aim = aim, .value = value};
}

/* The block that a PP's address leads into, or none. */
static struct aim guess_block(const struct check *check, uint32_t value)
{
    const uint32_t index = memory_index(&check->machine->memory, check->step.pp, value);
    uint32_t number;
    if (index == MEMORY_ILLEGAL || words_is_in_stack(check, index) ||
        words_state(check, index, &number) == WORD_EDGE || number == 0)
        return no_aim;
    const struct block *block = &check->blocks[number];
    const bool is_inside = block->is_live && value - block->given < block->words;
    return is_inside ? aim_make(AIM_BLOCK, number, block->instance) : no_aim;
}

/* The aim of a word that the host has written, as from a file, when a PP loads it. The word may be an address
 * or a number that looks like one. If it now leads into a block or into a variable of several words, it gets
 * that object as its aim. This aim is a guess: it ends when the word is added to anything that is not
 * certainly a number. */
static struct aim guess_of(struct check *check, uint32_t value)
{
    struct aim aim = guess_block(check, value);
    const uint32_t row = aim.kind == AIM_NONE ? variable_around(check, value) : 0;
    if (row != 0)
        aim = aim_make(AIM_VARIABLE, row, 0);
    aim.is_guess = aim.kind != AIM_NONE;
    return aim;
}

void aim_give_host(struct check *check, uint32_t index)
{
    struct word *word = pages_at(&check->aimed, index, sizeof *word);
    *word = (struct word){.is_of_host = true};
}

struct aim aim_of_word(struct check *check, uint32_t index)
{
    const struct word *word = pages_find(&check->aimed, index, sizeof *word);
    const uint32_t value = check->machine->memory.cells[index];
    if (word != NULL && word->is_of_host)
        return guess_of(check, value);
    return word != NULL && word->value == value ? word->aim : no_aim;
}

/* A multiprefix request changes the word. The aim of a sum: that of the operand with an aim. Of a maximum:
 * that of the largest. Of `and` and `or`: that of an operand that passes unchanged, because the other one
 * changes no bit or is the same address. */
static void combine(struct word *word, enum system_fold fold, uint32_t value, struct aim aim)
{
    const uint32_t neutral = system_neutral(fold), result = system_folded(fold, word->value, value);
    switch (fold) {
    case SYSTEM_FOLD_ADD:
        if (aim.kind != AIM_NONE)
            word->aim = word->aim.kind == AIM_NONE ? aim : mixed;
        break;
    case SYSTEM_FOLD_MAX:
        if (result != word->value)
            word->aim = aim;
        break;
    default:
        if (word->value == neutral)
            word->aim = aim;
        else if (value != neutral && (value != word->value || !aim_is_same(aim, word->aim)))
            word->aim = no_aim;
    }
    word->value = result;
}

/* A multiprefix request with a value that has this aim, in the order in which the machine serves them.
 * Returns the aim of its result: of the word after the earlier requests of the cycle. */
static struct aim request_word(const struct check *check, uint32_t index, enum system_fold fold,
                               uint32_t value, struct aim aim)
{
    const struct pages *words = &check->aimed;
    const uint32_t present = check->machine->memory.cells[index]; /* before the cycle */
    if (pages_find(words, index, sizeof(struct word)) == NULL && aim.kind == AIM_NONE)
        return aim;
    struct word *word = pages_at(words, index, sizeof *word);
    if (word->value != present && word->combined != check->cycle + 1)
        *word = (struct word){.value = present};
    const struct aim before = word->aim;
    combine(word, fold, value, aim);
    word->combined = check->cycle + 1;
    return before;
}

/* ---- before the run */

/* Reads a label of a variable: where its address is made, or of an access that is meant for it. */
static void read_label(struct check *check, const struct object_symbol *label)
{
    static const struct {
        const char *prefix;
        enum aim_kind kind;
        enum aim_label says;
    } rows[] = {
        {AIM_PREFIX, AIM_VARIABLE, LABEL_MAKES},           {AIM_STACK_PREFIX, AIM_STACK, LABEL_MAKES},
        {AIM_SHARED_PREFIX, AIM_SHARED, LABEL_MAKES},      {MEANT_PREFIX, AIM_VARIABLE, LABEL_MEANS},
        {MEANT_MASKED_PREFIX, AIM_VARIABLE, LABEL_MASKED}, {MEANT_FRAME_PREFIX, AIM_STACK, LABEL_MEANS},
        {MEANT_SHARED_PREFIX, AIM_SHARED, LABEL_MEANS}};
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        const char *text = label_text(check->machine, label, rows[k].prefix);
        uint32_t offset = 0;
        if (text == NULL)
            continue;
        const uint32_t number = variable_of_label(check, rows[k].kind, label->value, text, &offset);
        if (number == 0 ||
            (rows[k].says == LABEL_MAKES && check->machine->program.code[label->value].target >= DECODE_SINK))
            continue;
        check->aims[label->value] = aim_make(rows[k].kind, number, offset);
        check->code[label->value].aim = rows[k].says;
    }
}

/* Reads a label of words that initially hold addresses. */
static void take_initial(struct check *check, const char *text)
{
    const struct memory *memory = &check->machine->memory;
    uint32_t address;
    for (uint32_t number = 0; variable_initial(check, text, number, &address); number++) {
        const uint32_t copies = (address & OBJECT_PRIVATE) != 0 ? check->machine->config.pps : 1;
        for (uint32_t pp = 0; pp < copies; pp++) {
            const uint32_t value = memory_word(memory, pp, address);
            const uint32_t row = variable_at(check, value);
            if (row != 0)
                store_word(&check->aimed, memory_index(memory, pp, address), value,
                           aim_make(AIM_VARIABLE, row, 0));
        }
    }
}

void aim_symbol(struct check *check, const struct object_symbol *label)
{
    if (label->section == SECTION_TEXT && /* at no instruction */
        strncmp(label->name, AIM_WORD_PREFIX, sizeof AIM_WORD_PREFIX - 1) == 0)
        take_initial(check, label->name + sizeof AIM_WORD_PREFIX - 1);
    read_label(check, label);
    index_label(check, label);
}

/* ---- registers */

void aim_set(struct check *check, unsigned number, struct aim aim)
{
    const uint32_t bit = 1u << number;
    check->own->paired &= ~bit;
    check->own->aimed &= ~bit;
    if (aim.kind == AIM_NONE && !aim.has_code)
        return;
    check->own->aims[number] = aim;
    check->own->aimed |= bit;
}

/* Forgets which subscripts lead to it. */
static struct aim without_code(struct aim aim)
{
    aim.has_code = false;
    return aim;
}

/* ---- instructions that compute */

/* The difference of addresses of one object is a number. */
static struct aim difference_of(struct aim a, struct aim b)
{
    if (b.kind == AIM_NONE || (b.is_guess && !a.is_guess))
        return without_code(a);
    if (a.is_guess)
        return no_aim;
    return aim_is_same(a, b) && a.kind != AIM_MIXED ? no_aim : mixed;
}

static void set_pair(struct check *check, unsigned number, struct aim_pair pair)
{
    if (check->own->pairs == NULL)
        check->own->pairs = ARENA_ARRAY(&check->machine->arena, struct aim_pair, 32);
    check->own->pairs[number] = pair;
    check->own->aimed &= ~(1u << number);
    check->own->paired |= 1u << number;
}

/* The pair of a register; NULL: it has none. */
static const struct aim_pair *get_pair(const struct check *check, unsigned number, bool is_difference)
{
    const bool has_one = (check->own->paired >> number & 1u) != 0;
    return has_one && check->own->pairs[number].is_difference == is_difference ? &check->own->pairs[number]
                                                                               : NULL;
}

static bool may_be_address(uint32_t value)
{
    return value - NUMBERS < 0u - 2 * NUMBERS;
}

/* A number or an address, plus p - s: adding s gives p. */
static struct aim add_to_difference(const struct aim_pair *pair, struct aim aim, uint32_t value)
{
    if (aim.kind != AIM_NONE)
        return mixed;
    return value == pair->values[1] ? pair->aims[0] : no_aim;
}

/* The aim of a + b, the values of these registers: that of the operand that has one. The sum of two addresses
 * is mixed: fcc reassociates sums, so p + (q - r) may be computed as (p - r) + q, whose result is an address
 * of p's object, not of q's. A guess stays a guess only if the added value is certainly a number, and is a
 * number itself if the added value is an address. */
static struct aim sum_in(const struct check *check, const struct instruction *i, uint32_t a, uint32_t b)
{
    const struct aim first = aim_in(check, i->rs), second = aim_in(check, i->rt);
    const struct aim_pair *const one = get_pair(check, i->rs, true);
    const struct aim_pair *const other = get_pair(check, i->rt, true);
    if (one != NULL)
        return add_to_difference(one, second, b);
    if (other != NULL)
        return add_to_difference(other, first, a);
    if (first.is_guess && (second.is_guess || (second.kind == AIM_NONE && may_be_address(b))))
        return no_aim;
    if (second.is_guess && first.kind == AIM_NONE && may_be_address(a))
        return no_aim;
    if (second.kind == AIM_NONE || (second.is_guess && first.kind != AIM_NONE))
        return without_code(first);
    return first.kind == AIM_NONE || first.is_guess ? without_code(second) : mixed;
}

static void step_sum(struct check *check, const struct instruction *i, uint32_t a, uint32_t b)
{
    const struct aim_pair *const one = get_pair(check, i->rs, true);
    const struct aim_pair *const pair = one != NULL ? one : get_pair(check, i->rt, true);
    const struct aim sum = sum_in(check, i, a, b);
    if (sum.kind == AIM_NONE && pair != NULL)
        set_pair(check, i->target, *pair);
    else
        aim_set(check, i->target, sum);
}

/* Mixed are also a number minus an address, and the difference of numbers that may both be addresses of
 * unknown objects. */
static void step_difference(struct check *check, const struct instruction *i, uint32_t a, uint32_t b)
{
    const struct aim first = aim_in(check, i->rs), second = aim_in(check, i->rt);
    const struct aim_pair *const pair = get_pair(check, i->rs, true);
    if (pair != NULL && second.kind == AIM_NONE)
        set_pair(check, i->target, *pair);
    else if (second.kind != AIM_NONE || i->rt == 0 || !may_be_address(b))
        aim_set(check, i->target, difference_of(first, second));
    else if (first.kind != AIM_NONE && first.kind != AIM_MIXED)
        set_pair(check, i->target, (struct aim_pair){true, {first, second}, {a, b}});
    else
        aim_set(check, i->target, first.kind != AIM_NONE || may_be_address(a) ? mixed : no_aim);
}

/* The value of a ^ b ^ c: one of the pair, or none. */
static struct aim chosen(const struct aim_pair *pair, struct aim aim, uint32_t value)
{
    for (unsigned k = 0; k < 2; k++)
        if (value == pair->values[k] && aim_is_same(aim, pair->aims[k]))
            return pair->aims[1 - k];
    return no_aim;
}

static void step_xor(struct check *check, const struct instruction *i, uint32_t a, uint32_t b)
{
    const struct aim first = aim_in(check, i->rs), second = aim_in(check, i->rt);
    const struct aim_pair *const one = get_pair(check, i->rs, false);
    const struct aim_pair *const other = get_pair(check, i->rt, false);
    if (one != NULL)
        aim_set(check, i->target, chosen(one, second, b));
    else if (other != NULL)
        aim_set(check, i->target, chosen(other, first, a));
    else if (a == 0 || b == 0)
        aim_set(check, i->target, a == 0 ? second : first);
    else
        set_pair(check, i->target, (struct aim_pair){false, {first, second}, {a, b}});
}

/* The operand passes unchanged, or nothing of it is in the target. */
static void pass(struct check *check, unsigned target, unsigned source)
{
    if ((check->own->paired >> source & 1u) != 0)
        set_pair(check, target, check->own->pairs[source]);
    else
        aim_set(check, target, aim_in(check, source));
}

/* The aim of some bits of an address, or of none. If subscripts led to the address, the subscripts of the
 * result are unknown. */
static struct aim without_address(const struct check *check, const struct instruction *i)
{
    const bool has_code = aim_or_pair(check, i->rs).has_code || aim_or_pair(check, i->rt).has_code;
    return (struct aim){.has_code = has_code, .code = CODE_UNKNOWN};
}

static void step_select(struct check *check, const struct instruction *i, enum effect effect, uint32_t a,
                        uint32_t b)
{
    if (effect_passes(effect, b, false))
        pass(check, i->target, i->rs);
    else if (effect_passes(effect, a, true) && i->constant == 0)
        pass(check, i->target, i->rt);
    else
        aim_set(check, i->target, without_address(check, i));
}

void aim_compute(struct check *check, const struct instruction *i, enum effect effect)
{
    const uint32_t operands = 1u << i->rs | 1u << i->rt;
    const bool has_any = ((check->own->aimed | check->own->paired) & operands) != 0;
    if (effect == EFFECT_CLEAR || (!has_any && (effect != EFFECT_DIFFERENCE || i->rt == 0))) {
        aim_set(check, i->target, no_aim);
        return;
    }
    if (effect == EFFECT_MOVE) {
        pass(check, i->target, i->rs);
        return;
    }
    const uint32_t a = step_word(check, i->rs);
    const uint32_t b = step_word(check, i->rt) + i->constant;
    switch (effect) {
    case EFFECT_SUM:
        step_sum(check, i, a, b);
        return;
    case EFFECT_DIFFERENCE:
        step_difference(check, i, a, b);
        return;
    case EFFECT_XOR:
        step_xor(check, i, a, b);
        return;
    default:
        step_select(check, i, effect, a, b);
    }
}

/* ---- instructions that access memory */

struct aim aim_of_access(const struct check *check, const struct instruction *i)
{
    const uint32_t operands = 1u << i->rs | 1u << i->rt;
    if (((check->own->aimed | check->own->paired) & operands) == 0)
        return no_aim;
    if (system_rows[i->opcode].address == SYSTEM_ADDRESS_BEFORE)
        return aim_in(check, i->rs);
    return sum_in(check, i, step_word(check, i->rs), step_word(check, i->rt) + i->constant);
}

/* The aim of the label at this step, of which only the offset in a frame is known before the run. base: of
 * the group's frame. */
static struct aim labelled(const struct check *check, uint32_t base)
{
    struct aim aim = check->aims[check->step.pc];
    if (aim.kind == AIM_STACK)
        aim.instance += step_word(check, MACHINE_FP);
    else if (aim.kind == AIM_SHARED)
        aim.instance += base;
    return aim;
}

struct aim aim_meant(const struct check *check, uint32_t address, struct aim aim)
{
    const enum aim_label label = check->code[check->step.pc].aim;
    if (label < LABEL_MEANS)
        return aim;
    const struct aim meant = labelled(check, aim.instance); /* the address says where a group's frame is */
    const bool is_elsewhere = meant.kind == AIM_SHARED
                                  ? aim.kind != AIM_GROUP_FRAME
                                  : label == LABEL_MASKED && variable_is_for_show(check, address);
    return is_elsewhere ? aim : meant;
}

struct aim aim_access(struct check *check, const struct instruction *i, uint32_t index)
{
    const struct check_code *code = &check->code[check->step.pc];
    if (index == MEMORY_ILLEGAL)
        return no_aim;
    if (code->intent == DEED_LOAD)
        return code->is_word ? aim_of_word(check, index) : no_aim;
    const struct aim aim = aim_in(check, i->rd);
    if (code->intent == DEED_COMBINE)
        return request_word(check, index, (enum system_fold)system_rows[i->opcode].fold,
                            step_word(check, i->rd), aim);
    const bool is_aimed = code->is_word && (aim.kind != AIM_NONE || aim.has_code);
    store_word(&check->aimed, index, is_aimed ? observer_datum(check->now, &check->step, i) : 0,
               is_aimed ? aim : no_aim);
    return no_aim;
}

/* ---- subscripts */

/* Gives a register this subscript code, or none, beside its aim. */
static void set_code(struct check *check, unsigned number, bool has_code, int64_t code)
{
    struct aim aim = aim_or_pair(check, number);
    aim.has_code = has_code;
    aim.code = code;
    if ((check->own->paired >> number & 1u) != 0)
        check->own->pairs[number].aims[0] = aim;
    else
        aim_set(check, number, aim);
}

void aim_label(struct check *check, const struct instruction *i, int64_t code)
{
    const bool has_index = check->code[check->step.pc].index != 0;
    if (check->code[check->step.pc].aim == LABEL_MAKES)
        aim_set(check, i->target, labelled(check, step_word(check, i->rs)));
    if (i->base < DECODE_SINK && (has_index || aim_or_pair(check, i->base).has_code))
        set_code(check, i->base, has_index, code);
    else if (has_index && check->code[check->step.pc].intent < DEED_SYS && i->target < DECODE_SINK)
        set_code(check, i->target, true, code);
}
