/* mark.c - see mark.h: how arithmetic propagates the marks of registers.
 *
 * A result is marked if an operand is marked, unless an unmarked operand alone decides the result. Predicated
 * code selects a or b as ((a ^ b) & mask) ^ b. If only b is marked, a ^ b is marked and remembers the value
 * of b, so that a second ^ b gives the unmarked a.
 */
#include "mark.h"

void mark_set(struct check *check, struct marks *marks, uint32_t registers,
              const struct origin_of_mark *origin)
{
    if (marks->each == NULL)
        marks->each = ARENA_ARRAY(&check->arena, struct mark, 32);
    marks->registers |= registers;
    marks->paired &= ~registers;
    for (unsigned k = 0; k < 32; k++)
        if ((registers >> k & 1u) != 0)
            marks->each[k].origin = *origin;
}

const struct origin_of_mark *mark_origin(const struct marks *marks, uint32_t registers)
{
    unsigned k = 0;
    while ((marks->registers & registers & 1u << k) == 0)
        k++;
    return &marks->each[k].origin;
}

static bool is_marked(const struct marks *marks, unsigned number)
{
    return number != 0 && (marks->registers >> number & 1u) != 0;
}

/* Whether the register is a marked value ^ an unmarked one. */
static bool is_paired_with(const struct marks *marks, unsigned number, uint32_t value)
{
    return is_marked(marks, number) && (marks->paired >> number & 1u) != 0 &&
           marks->each[number].pair == value;
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

/* Whether the marked operand goes into the result unchanged. */
static bool is_passed(enum effect effect, uint32_t other, bool is_second_marked)
{
    switch (effect) {
    case EFFECT_AND:
        return other == UINT32_MAX;
    case EFFECT_ANDN:
        return !is_second_marked && other == 0;
    case EFFECT_OR:
    case EFFECT_SUM:
    case EFFECT_MOVE:
        return other == 0;
    default:
        return false;
    }
}

/* The pair of the target, from the marked operand and the other one. */
static bool find_pair(const struct marks *marks, const struct instruction *i, enum effect effect, uint32_t a,
                      uint32_t b, uint32_t *pair)
{
    const bool is_second = is_marked(marks, i->rt);
    const unsigned number = is_second ? i->rt : i->rs;
    const bool is_paired = (marks->paired >> number & 1u) != 0;
    *pair = is_paired ? marks->each[number].pair : is_second ? b : a;
    return effect == EFFECT_XOR || (is_paired && is_passed(effect, is_second ? a : b, is_second));
}

void mark_compute(struct check *check, struct marks *marks, const struct instruction *i, enum effect effect,
                  uint32_t a, uint32_t b)
{
    const uint32_t sources = mark_sources(i), targets = mark_targets(i);
    const bool is_first = is_marked(marks, i->rs), is_second = is_marked(marks, i->rt);
    const bool reads_marked_flags = (marks->registers & sources & FLAGS) != 0;
    bool is_unmarked = false, has_pair = false;
    uint32_t pair = 0;
    if (is_first != is_second && !reads_marked_flags) {
        is_unmarked = is_decided(effect, is_first ? a : b, is_first ? b : a, is_second);
        has_pair = find_pair(marks, i, effect, a, b, &pair);
    } else if (is_first && is_second && effect == EFFECT_XOR) {
        is_unmarked = is_paired_with(marks, i->rs, b) || is_paired_with(marks, i->rt, a);
    }
    if (is_unmarked) {
        marks->registers &= ~targets;
        return;
    }
    const struct origin_of_mark origin = *mark_origin(marks, sources);
    mark_set(check, marks, targets, &origin);
    if (has_pair && i->target < DECODE_SINK) {
        marks->paired |= 1u << i->target;
        marks->each[i->target].pair = pair;
    }
}
