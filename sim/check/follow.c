/* follow.c - see value.h: moves what is known of values with the values, one instruction after the other.
 *
 * A PP may load and copy a word that was never written, because structures are copied whole. So a taint of
 * each register, and of the flags, says that the value comes from such a word. Stored words get the taints of
 * their registers. A finding is a visible use of a tainted value: a branch, an address, a multiprefix, a
 * jump, a host call (hosted.c). It is reported once; then the value counts as written.
 *
 * A result is tainted if an operand is, unless another operand alone decides the result. Predicated code
 * selects a or b as ((a ^ b) & mask) ^ b. If only b is unwritten, a ^ b remembers the value of b, so that a
 * second ^ b gives a, which is written. */
#include <string.h>

#include "asm/isa.h"
#include "asm/tables/guard.h"
#include "sim/machine/labels.h"
#include "value.h"

void follow_symbol(struct check *check, uint32_t number)
{
    const struct object_symbol *label = &check->machine->object.symbols[number];
    const char *text = label_text(check->machine, label, UNWRITTEN_PREFIX);
    uint32_t line;
    if (label_text(check->machine, label, FIELD_REST_PREFIX) != NULL)
        check->code[label->value].is_rest = true;
    if (text != NULL && variable_label(text, &line) != NULL &&
        check->machine->program.code[label->value].target < DECODE_SINK)
        check->code[label->value].variable = number + 1;
}

/* ---- registers */

/* The delayed value arrives in its register. */
static void land(struct check *check)
{
    const uint32_t bit = 1u << check->own->late;
    for (enum taint taint = 0; taint < TAINTS; taint++)
        if ((check->own->late_tainted >> taint & 1u) != 0)
            taint_set(check, taint, bit, &check->own->late_sources[taint]);
        else
            check->own->tainted[taint] &= ~bit;
    aim_set(check, check->own->late, check->own->late_aim);
    check->own->late = 0;
    check->own->late_tainted = 0;
}

/* ---- the stack */

/* The stack has grown since the last call: the words of the new frame are unwritten. (Words of a frame that
 * has ended may still be read: the last word that a function loads is above sp.) */
static void settle_stack(struct check *check)
{
    const struct memory *memory = &check->machine->memory;
    const uint32_t sp = step_word(check, MACHINE_SP);
    const uint32_t top = sp - memory_stack_address(memory, check->step.pp);
    if (!check->machine->program.uses_stack || top > memory->stack_mask)
        return;
    for (uint32_t word = check->own->top; check->own->has_stack && word < top; word++)
        words_set(check, memory_stack_index(memory, check->step.pp, word), WORD_UNWRITTEN, 0);
    if (check->own->has_stack && check->own->top < top)
        variable_take_frame(check, check->own->top, top);
    check->own->has_stack = true;
    check->own->top = top;
}

/* ---- instructions that access memory */

/* The words that it accesses: sets the taint of its result, and its source, if that is to be unwritten. */
static void access_words(struct check *check, const struct instruction *i, uint32_t address, uint8_t *tainted,
                         struct source *source)
{
    const bool is_image = (i->traits & DECODE_REAL) != 0;
    const bool is_rest = check->code[check->step.pc].is_rest;
    const enum deed deed = check->code[check->step.pc].intent;
    const struct aim aim = aim_of_access(check, i);
    const uint32_t words = is_image ? check->now->source->image_words(check->now->units, i) : 1;
    written_use(check, (1u << i->rs | 1u << i->rt) & ~FLAGS, "an address");
    const struct source *stored =
        deed == DEED_STORE && !is_image ? taint_find(check, TAINT_UNWRITTEN, 1u << i->rd & ~FLAGS) : NULL;
    for (uint32_t word = 0; word < words; word++) {
        uint32_t index;
        const bool is_unwritten = written_access(check, deed, address + word, aim, stored, &index);
        /* an allocator called with no block reads words of the user where it expects a head */
        if (is_unwritten && !is_rest && deed != DEED_STORE && !is_image && !check->own->is_allocating) {
            *tainted |= 1u << TAINT_UNWRITTEN;
            *source = (struct source){.index = index, .at = moment_of(check)};
            if (written_source(check, index) != NULL)
                source->variable = written_source(check, index)->variable;
        }
    }
    /* a value stored to an unwritten word has no effect, nor has a predicated contribution */
    if (deed == DEED_COMBINE && *tainted == 0 && !variable_is_for_show(check, address))
        written_use(check, 1u << i->rd & ~FLAGS, "a multiprefix");
}

/* The results of all accesses are delayed: what is known of this one waits, after the one before has landed.
 */
static void access_memory(struct check *check, const struct instruction *i)
{
    const uint32_t address = observer_address(check->now, &check->step, i);
    const uint32_t index = memory_index(&check->machine->memory, check->step.pp, address);
    const struct check_code *code = &check->code[check->step.pc];
    struct source sources[TAINTS];
    uint8_t tainted = 0;
    access_words(check, i, address, &tainted, &sources[TAINT_UNWRITTEN]);
    if (check->own->tainted[TAINT_FOREIGN] != 0)
        pointer_use(check, code->intent, address,
                    taint_find(check, TAINT_FOREIGN, 1u << i->rs | 1u << i->rt));
    if (code->is_word && code->intent == DEED_STORE)
        pointer_store(check, i, address);
    const struct source *foreign = code->is_word && code->intent == DEED_LOAD && index != MEMORY_ILLEGAL
                                       ? pointer_load(check, index)
                                       : NULL;
    if (foreign != NULL) {
        tainted |= 1u << TAINT_FOREIGN;
        sources[TAINT_FOREIGN] = *foreign;
    }
    const struct aim aim = aim_access(check, i, index);
    /* a push makes room for the word that it writes, a pop takes it away */
    if (i->base == MACHINE_SP && check->own->has_stack)
        check->own->top += step_word(check, i->rt) + i->constant;
    if (check->own->late != 0)
        land(check);
    if (i->target >= DECODE_SINK)
        return;
    check->own->late = i->target;
    check->own->late_tainted = tainted;
    check->own->late_aim = aim;
    if (tainted != 0)
        memcpy(check->own->late_sources, sources, sizeof sources);
}

/* ---- instructions that compute; a marked value depends on an unwritten word */

/* Whether the register is a marked value ^ an unmarked one. */
static bool is_paired_with(const struct check *check, unsigned number, uint32_t value)
{
    const struct source *source = taint_find(check, TAINT_UNWRITTEN, 1u << number);
    return source != NULL && source->is_paired && source->pair == value;
}

/* Whether an unmarked operand decides the result alone. */
static bool is_decided(enum effect effect, uint32_t marked, uint32_t other, bool is_second_marked)
{
    switch (effect) {
    case EFFECT_AND:
        return other == 0;
    case EFFECT_ANDN:
        return is_second_marked ? other == 0 : other == UINT32_MAX;
    case EFFECT_OR: /* also the two truth values of a || b */
        return other == UINT32_MAX || (other == 1 && marked <= 1);
    default:
        return false;
    }
}

/* Sets the pair of a result, by the source of its only marked operand, which has that value. */
static void pair_up(struct source *source, enum effect effect, uint32_t value, uint32_t other,
                    bool is_second_marked)
{
    if (!source->is_paired)
        source->pair = value;
    source->is_paired =
        effect == EFFECT_XOR || (source->is_paired && effect_passes(effect, other, is_second_marked));
}

/* Its targets get the marks of the operands, whose values are a and b. */
static void mark_results(struct check *check, const struct instruction *i, enum effect effect, uint32_t a,
                         uint32_t b)
{
    const uint32_t sources =
        ((1u << i->rs | 1u << i->rt) & ~FLAGS) | ((i->traits & DECODE_READS_FLAGS) != 0 ? FLAGS : 0);
    const uint32_t targets =
        (i->target < DECODE_SINK ? 1u << i->target : 0) | ((i->traits & DECODE_SETS_FLAGS) != 0 ? FLAGS : 0);
    const struct source *found = taint_find(check, TAINT_UNWRITTEN, sources);
    const uint32_t marked = check->own->tainted[TAINT_UNWRITTEN], numbered = marked & ~FLAGS;
    const bool is_first = (numbered >> i->rs & 1u) != 0, is_second = (numbered >> i->rt & 1u) != 0;
    const bool reads_marked_flags = (marked & sources & FLAGS) != 0;
    bool is_unmarked = found == NULL;
    struct source source = found != NULL ? *found : (struct source){0};
    if (is_first != is_second && !reads_marked_flags) {
        is_unmarked = is_decided(effect, is_first ? a : b, is_first ? b : a, is_second);
        pair_up(&source, effect, is_first ? a : b, is_first ? b : a, is_second);
    } else {
        if (is_first && is_second && effect == EFFECT_XOR)
            is_unmarked = is_paired_with(check, i->rs, b) || is_paired_with(check, i->rt, a);
        source.is_paired = false;
    }
    check->own->tainted[TAINT_UNWRITTEN] &= ~targets;
    if (!is_unmarked)
        taint_set(check, TAINT_UNWRITTEN, targets, &source);
}

/* An instruction that accesses no memory; a register is marked. Its targets get the marks of its operands.
 * Warns if others can see a marked one. */
static void mark_step(struct check *check, const struct instruction *i, enum effect effect)
{
    switch (i->kind) {
    case ISA_KIND_ALU:
    case ISA_KIND_ALUFLAGS:
    case ISA_KIND_FLOAT:
    case ISA_KIND_FLOATCMP:
        mark_results(check, i, effect, step_word(check, i->rs), step_word(check, i->rt) + i->constant);
        return;
    case ISA_KIND_BRANCH:
        if ((i->traits & DECODE_READS_FLAGS) != 0)
            written_use(check, FLAGS, "a branch");
        return;
    case ISA_KIND_JUMP:
        written_use(check, 1u << i->rs & ~FLAGS, "a jump");
        return;
    default:
        check->own->tainted[TAINT_UNWRITTEN] &= ~(i->target < DECODE_SINK ? 1u << i->target : 0);
    }
}

/* ---- steps */

/* The results of a host call are in the registers of its arguments. */
static void call_host(struct check *check, const struct instruction *i)
{
    hosted_call(check, i->constant);
    for (enum taint taint = 0; taint < TAINTS; taint++)
        check->own->tainted[taint] &= ~(7u << MACHINE_A0);
    for (unsigned number = MACHINE_A0; number < MACHINE_A0 + 3; number++)
        aim_set(check, number, (struct aim){0});
}

static void compute(struct check *check, const struct instruction *i, enum effect effect)
{
    if (check->own->tainted[TAINT_UNWRITTEN] != 0)
        mark_step(check, i, effect);
    if (check->own->tainted[TAINT_FOREIGN] != 0)
        pointer_compute(check, i, effect);
    if (effect != EFFECT_NOTHING)
        aim_compute(check, i, effect);
}

void follow_values(struct check *check)
{
    const struct instruction *i = &check->machine->program.code[check->step.pc];
    const struct check_code *code = &check->code[check->step.pc];
    const int64_t subscripts = code->index != 0 ? index_code(check, i) : 0;
    if (code->intent >= DEED_LOAD) {
        access_memory(check, i);
    } else {
        if (code->intent == DEED_SYS)
            call_host(check, i);
        else
            compute(check, i, code->effect);
        if (check->own->late != 0)
            land(check);
    }
    if (code->variable != 0)
        taint_set(check, TAINT_UNWRITTEN, 1u << i->target,
                  &(struct source){.index = MEMORY_ILLEGAL,
                                   .at = {check->step.pp, check->step.pc, check->cycle},
                                   .variable = code->variable});
    if (code->aim == LABEL_MAKES || code->index != 0 || i->base < DECODE_SINK)
        aim_label(check, i, subscripts);
}

void follow_step(struct check *check)
{
    heap_step(check);
    if (check->code[check->step.pc].intent >= DEED_SYS || check->code[check->step.pc].moves_stack)
        settle_stack(check);
    follow_values(check);
}
