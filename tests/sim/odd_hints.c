/* odd_hints.c - see odd_hints.h. */
#include "tests/sim/odd_hints.h"

#include "asm/isa.h"
#include "sim/machine/shint.h"

enum { CELLS = 8, ROUNDS_SHORT = 40, ROUNDS = 400, ROUNDS_LONG = 3000 };

static void hint(struct program_text *text)
{
    static const uint8_t others[] = {SHINT_barrier_early_wave, SHINT_async_enter, SHINT_async_leave,
                                     SHINT_group_enter,        SHINT_group_leave, SHINT_yield};
    const uint32_t kind = text_below(text, 100);
    text_emit_wide(text, OP_shint,
                   kind < 50   ? SHINT_barrier_enter
                   : kind < 80 ? SHINT_barrier_leave
                               : others[text_below(text, sizeof others)],
                   0);
}

static void load(struct program_text *text, const struct odd_registers *r)
{
    text_emit(text, OP_ldg, r->base, true, (int32_t)text_below(text, CELLS), r->word);
}

/* It ends by itself, however long the PP is in a barrier. */
static void count_down(struct program_text *text, const struct odd_registers *r)
{
    const uint32_t most = text_chance(text, 10) ? ROUNDS_LONG : text_chance(text, 50) ? ROUNDS : ROUNDS_SHORT;
    text_emit_wide(text, OP_getlo, (int32_t)text_below(text, most), r->count);
    if (text_chance(text, 30)) { /* not all for as long */
        text_emit(text, OP_and, r->number, true, 7, r->word);
        text_emit(text, OP_add, r->count, false, (int32_t)r->word, r->count);
    }
    const uint32_t head = text->count;
    if (text_chance(text, 40))
        load(text, r);
    if (text_chance(text, 20))
        text_emit(text, OP_nop, 0, false, 0, 0);
    if (text_chance(text, 5))
        text_emit_wide(text, OP_bmc, 0, 0);
    if (text_chance(text, 5))
        hint(text);
    text_emit(text, OP_subs, r->count, true, 1, r->count);
    text_emit_wide(text, OP_bpl, (int32_t)head - (int32_t)text->count, 0);
}

/* It may last for ever. */
static void wait_for_word(struct program_text *text, const struct odd_registers *r)
{
    static const uint8_t branches[] = {OP_beq, OP_beq, OP_beq, OP_bne, OP_bpl, OP_bmi};
    const uint32_t head = text->count;
    load(text, r);
    if (text_chance(text, 70))
        text_emit(text, OP_nop, 0, false, 0, 0);
    for (uint32_t more = text_chance(text, 30) ? text_below(text, 12) : 0; more > 0; more--)
        text_emit(text, OP_xor, r->word, true, (int32_t)text_below(text, 3), r->count);
    if (text_chance(text, 4))
        count_down(text, r);
    if (text_chance(text, 6))
        hint(text);
    if (text_chance(text, 3))
        text_emit(text, OP_getct, 0, false, 0, r->count);
    if (text_chance(text, 4))
        text_emit(text, OP_stg, r->base, true, (int32_t)text_below(text, CELLS), 0);
    text_emit(text, OP_subs, r->word, true, (int32_t)text_below(text, 3), 0);
    text_emit_wide(text, branches[text_below(text, sizeof branches)], (int32_t)head - (int32_t)text->count,
                   0);
}

/* What others may wait for, or what ends the PP. */
static void act(struct program_text *text, const struct odd_registers *r)
{
    const uint32_t kind = text_below(text, 100);
    const int32_t cell = (int32_t)text_below(text, CELLS);
    if (kind < 40)
        text_emit_wide(text, OP_getlo, (int32_t)text_below(text, 3), r->word);
    if (kind < 20)
        text_emit(text, OP_stg, r->base, true, cell, r->word);
    else if (kind < 40)
        text_emit(text, OP_syncadd + (unsigned)cell % 4, r->base, true, cell, r->word);
    else if (kind < 60)
        text_emit(text, OP_mpadd + (unsigned)cell % 4, r->base, true, cell, r->word);
    else if (kind < 75)
        load(text, r);
    else if (kind < 85)
        text_emit(text, OP_sys, 0, true, 20, 0);
    else if (kind < 95)
        text_emit(text, OP_halt, 0, false, 0, 0);
    else
        text_emit(text, OP_div, r->number, false, (int32_t)r->word, r->count);
}

static void one(struct program_text *text, const struct odd_registers *r)
{
    const uint32_t kind = text_below(text, 100);
    if (kind < 45)
        hint(text);
    else if (kind < 65)
        count_down(text, r);
    else if (kind < 80)
        wait_for_word(text, r);
    else
        act(text, r);
}

void odd_hints(struct program_text *text, const struct odd_registers *registers, uint32_t cells)
{
    text_set(text, cells, registers->base);
    for (uint32_t n = 1 + text_below(text, 6); n > 0; n--) {
        uint32_t others = UINT32_MAX;
        if (text_chance(text, 30)) {
            text_emit(text, OP_ands, registers->number, true, 1 << text_below(text, 7), 0);
            others = text_branch(text, text_chance(text, 50) ? OP_bne : OP_beq);
        }
        one(text, registers);
        if (others != UINT32_MAX)
            text_land(text, others);
    }
}
