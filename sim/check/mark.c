/* mark.c - see value.h: what instructions that compute do with unwritten values: marked ones, here.
 *
 * A result is marked if an operand is marked, unless an unmarked operand alone decides the result. Predicated
 * code selects a or b as ((a ^ b) & mask) ^ b. If only b is marked, a ^ b is marked and remembers the value
 * of b, so that a second ^ b gives the unmarked a.
 */
#include "value.h"

/* Whether the register is a marked value ^ an unmarked one. */
static bool is_paired_with(const struct registers *registers, unsigned number, uint32_t value)
{
    const struct source *source = taint_find(registers, TAINT_UNWRITTEN, 1u << number);
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
static void compute(struct check *check, struct registers *registers, const struct instruction *i,
                    enum effect effect, uint32_t a, uint32_t b)
{
    const uint32_t sources =
        ((1u << i->rs | 1u << i->rt) & ~FLAGS) | ((i->traits & DECODE_READS_FLAGS) != 0 ? FLAGS : 0);
    const uint32_t targets =
        (i->target < DECODE_SINK ? 1u << i->target : 0) | ((i->traits & DECODE_SETS_FLAGS) != 0 ? FLAGS : 0);
    const struct source *found = taint_find(registers, TAINT_UNWRITTEN, sources);
    const uint32_t marked = registers->tainted[TAINT_UNWRITTEN], numbered = marked & ~FLAGS;
    const bool is_first = (numbered >> i->rs & 1u) != 0, is_second = (numbered >> i->rt & 1u) != 0;
    const bool reads_marked_flags = (marked & sources & FLAGS) != 0;
    bool is_unmarked = found == NULL;
    struct source source = found != NULL ? *found : (struct source){0};
    if (is_first != is_second && !reads_marked_flags) {
        is_unmarked = is_decided(effect, is_first ? a : b, is_first ? b : a, is_second);
        pair_up(&source, effect, is_first ? a : b, is_first ? b : a, is_second);
    } else {
        if (is_first && is_second && effect == EFFECT_XOR)
            is_unmarked = is_paired_with(registers, i->rs, b) || is_paired_with(registers, i->rt, a);
        source.is_paired = false;
    }
    registers->tainted[TAINT_UNWRITTEN] &= ~targets;
    if (!is_unmarked)
        taint_set(check, registers, TAINT_UNWRITTEN, targets, &source);
}

void mark_step(struct check *check, const struct observer_step *step, struct registers *registers,
               const struct instruction *i, enum effect effect)
{
    switch (i->kind) {
    case ISA_KIND_ALU:
    case ISA_KIND_ALUFLAGS:
    case ISA_KIND_FLOAT:
    case ISA_KIND_FLOATCMP:
        compute(check, registers, i, effect, observer_word(check->now, step, i->rs),
                observer_word(check->now, step, i->rt) + i->constant);
        return;
    case ISA_KIND_BRANCH:
        if ((i->traits & DECODE_READS_FLAGS) != 0)
            written_use(check, step, FLAGS, "a branch");
        return;
    case ISA_KIND_JUMP:
        written_use(check, step, 1u << i->rs & ~FLAGS, "a jump");
        return;
    default:
        registers->tainted[TAINT_UNWRITTEN] &= ~(i->target < DECODE_SINK ? 1u << i->target : 0);
    }
}
