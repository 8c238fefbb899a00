/* flags.c - see flags.h. */
#include "tests/sim/flags.h"

#include "asm/isa.h"

static unsigned value(struct program_text *text)
{
    return 4 + text_below(text, 6);
}

/* Two values of which each may well be the larger one, or both be the same; and so they may be after a
 * subtraction. */
static void narrow(struct program_text *text, const struct flag_ground *ground, unsigned left, unsigned right)
{
    if (left != ground->number)
        text_emit(text, OP_and, text_chance(text, 50) ? ground->number : left, true, 7, left);
    if (right != left)
        text_emit(text, OP_and, right, true, 7, right);
}

/* As a rule a comparison or a test, which engines keep until they are read. */
static void set(struct program_text *text, const struct flag_ground *ground)
{
    static const uint8_t setters[] = {OP_subs, OP_subs, OP_subs, OP_subs, OP_subs, OP_subs,
                                      OP_ands, OP_ands, OP_ands, OP_ands, OP_adds, OP_muls,
                                      OP_lsls, OP_asrs, OP_adcs, OP_sbcs, OP_fcmp};
    const unsigned setter = setters[text_below(text, sizeof setters)];
    const unsigned left = text_chance(text, 40) ? ground->number : value(text), right = value(text);
    const bool is_constant = setter != OP_fcmp && text_chance(text, 50);
    const int32_t constant = text_chance(text, 30)   ? 0
                             : text_chance(text, 60) ? 1 << text_below(text, 7)
                                                     : (int32_t)text_below(text, 128) - 20;
    const uint32_t kind = setter == OP_fcmp ? 0 : text_below(text, 10);
    if (text_chance(text, 40))
        narrow(text, ground, left, right);
    text_emit(text, setter, left, is_constant, is_constant ? constant : (int32_t)right,
              kind < 4                             ? 0
              : kind < 7 && left != ground->number ? left
              : kind < 9                           ? right
                                                   : value(text));
}

/* Instructions that leave flags unchanged. */
static void pass(struct program_text *text, const struct flag_ground *ground)
{
    static const uint8_t operations[] = {OP_add, OP_xor, OP_lsr, OP_max, OP_mul};
    const uint32_t kind = text_below(text, 8);
    if (kind < 5)
        text_emit(text, operations[text_below(text, sizeof operations)], value(text), true,
                  (int32_t)text_below(text, 9), value(text));
    else if (kind < 6)
        text_emit(text, OP_ldg, ground->base, true, ground->offset + (int32_t)text_below(text, 4),
                  value(text));
    else if (kind < 7)
        text_emit(text, OP_stg, ground->base, true, ground->offset + (int32_t)text_below(text, 4),
                  value(text));
    else
        text_emit(text, OP_nop, 0, false, 0, 0);
}

void text_set_flags(struct program_text *text, const struct flag_ground *ground)
{
    set(text, ground);
    for (uint32_t n = text_chance(text, 60) ? 1 + text_below(text, 3) : 0; n > 0; n--)
        pass(text, ground);
}

unsigned text_condition(struct program_text *text)
{
    static const uint8_t of_carry[] = {OP_blo, OP_bls, OP_bhi, OP_bhs, OP_bvs, OP_bvc};
    return text_chance(text, 30) ? of_carry[text_below(text, sizeof of_carry)]
                                 : OP_beq + text_below(text, OP_bvc - OP_beq + 1);
}
