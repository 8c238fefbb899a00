/* chains.c - see chains.h. */
#include "tests/sim/chains.h"

#include "asm/isa.h"

/* Jump k is executed in the slot of jump k - 1, so jump 1 stands behind jump 0, and jump k at target k - 2.
 */
enum { JUMPS_MOST = 4, LENGTH_MOST = 90 };

enum jump_kind { JUMP_LOAD, JUMP_POP, JUMP_FOLD, JUMP_KINDS };

struct chain {
    struct program_text *text;
    const struct chain_ground *ground;
    unsigned jumps;
    uint32_t address[JUMPS_MOST]; /* where the program computes target k */
    bool parts[JUMPS_MOST];       /* some PPs go to the instruction after target k */
    int32_t pointer;              /* the word of the table that the second scratch register points to */
};

static unsigned value(struct program_text *text)
{
    return 4 + text_below(text, 6);
}

static void set_flags(struct program_text *text)
{
    static const uint8_t setters[] = {OP_subs, OP_adds, OP_muls, OP_ands, OP_lsls, OP_subs};
    text_emit(text, setters[text_below(text, sizeof setters)], value(text), false, (int32_t)value(text),
              text_chance(text, 50) ? 0 : value(text));
}

static void read_flags(struct chain *chain)
{
    struct program_text *text = chain->text;
    if (chain->ground->parts && text_chance(text, 50)) {
        text_emit_wide(text, OP_beq + text_below(text, OP_bvc - OP_beq + 1), 2, 0);
        text_emit(text, OP_xor, value(text), true, 77, value(text));
    } else if (text_chance(text, 50)) {
        text_emit(text, OP_getsr, 0, false, 0, value(text));
    } else {
        text_emit(text, OP_adc, value(text), true, 5, value(text));
    }
}

/* An instruction that is the slot of the last jump. */
static void emit_slot(struct chain *chain)
{
    static const uint8_t calls[] = {17, 18, 19, 20, 21};
    struct program_text *text = chain->text;
    const unsigned base = chain->ground->base;
    const int32_t own = chain->ground->offset + JUMPS_MOST + (int32_t)text_below(text, 4);
    switch (text_below(text, 12)) {
    case 0:
        text_emit(text, OP_stg, base, true, own, text_chance(text, 30) ? 0 : value(text));
        break;
    case 1:
        text_emit(text, OP_ldg, base, true, own, value(text));
        break;
    case 2:
        text_emit(text, OP_mpadd + text_below(text, 4), base, true, own, value(text));
        break;
    case 3:
        text_emit(text, OP_sys, 0, true, calls[text_below(text, sizeof calls)], 0);
        break;
    case 4:
        text_emit(text, OP_div + 2 * text_below(text, 4) + text_below(text, 2), value(text), true,
                  1 + (int32_t)text_below(text, 9), value(text));
        break;
    case 5:
        text_emit_wide(text, OP_bra, 1 + (int32_t)text_below(text, 9), 0);
        break;
    case 6:
        text_emit(text, OP_adc, value(text), true, 1, value(text));
        break;
    case 7:
        text_emit(text, OP_add, value(text), false, (int32_t)value(text), value(text));
        break;
    default:
        set_flags(text);
        break;
    }
}

/* One or two copies of jump k: it has to move the pointer alike, wherever a PP stands. */
static void emit_jump(struct chain *chain, unsigned k, unsigned copies)
{
    struct program_text *text = chain->text;
    const struct chain_ground *ground = chain->ground;
    const enum jump_kind kind = text_below(text, JUMP_KINDS);
    const unsigned fold = OP_mpadd + text_below(text, 4);
    for (; copies > 0; copies--)
        if (kind == JUMP_POP)
            text_emit(text, OP_popng, ground->scratch + 1, true, (int32_t)k - chain->pointer, 1);
        else
            text_emit(text, kind == JUMP_LOAD ? OP_ldg : fold, ground->base, true,
                      ground->offset + (int32_t)k, 1);
    if (kind == JUMP_POP)
        chain->pointer = (int32_t)k;
}

/* Nobody comes here. */
static void emit_decoys(struct chain *chain)
{
    if (text_chance(chain->text, 80))
        text_emit(chain->text, OP_subs, value(chain->text), false, (int32_t)value(chain->text), 0);
    text_emit(chain->text, OP_halt, 0, false, 0, 0);
}

/* Fills the table; the constants of its additions to the pc come with the targets. */
static void fill_table(struct chain *chain)
{
    struct program_text *text = chain->text;
    const struct chain_ground *ground = chain->ground;
    const unsigned address = ground->scratch, bit = ground->scratch + 1;
    text_emit(text, OP_lsr, ground->number, true, (int32_t)text_below(text, 4), bit);
    text_emit(text, OP_and, bit, true, 1, bit);
    for (unsigned k = 0; k < chain->jumps; k++) {
        chain->parts[k] = ground->parts && text_chance(text, 25);
        chain->address[k] = text->count;
        text_emit(text, OP_add, 1, true, 0, address);
        if (chain->parts[k])
            text_emit(text, OP_add, address, false, (int32_t)bit, address);
        text_emit(text, OP_stg, ground->base, true, ground->offset + (int32_t)k, address);
    }
    text_emit(text, OP_add, ground->base, true, ground->offset, bit);
}

static void land_here(struct chain *chain, unsigned k)
{
    struct isa_instruction instruction;
    uint32_t *const word = &chain->text->words[chain->address[k]];
    isa_decode(*word, &instruction);
    instruction.constant = (int32_t)chain->text->count - (int32_t)chain->address[k];
    *word = isa_encode(&instruction);
}

void text_chain(struct program_text *text, const struct chain_ground *ground)
{
    struct chain chain = {.text = text, .ground = ground, .jumps = 2 + text_below(text, JUMPS_MOST - 1)};
    if (text->count + LENGTH_MOST > ENGINES_MAX_TEXT)
        return;
    fill_table(&chain);
    set_flags(text);
    emit_jump(&chain, 0, 1);
    emit_jump(&chain, 1, 1);
    emit_decoys(&chain);
    for (unsigned k = 0; k + 1 < chain.jumps; k++) {
        const unsigned copies = chain.parts[k] ? 2 : 1;
        land_here(&chain, k);
        if (k + 2 < chain.jumps)
            emit_jump(&chain, k + 2, copies);
        for (unsigned n = 0; n < copies && k + 2 == chain.jumps; n++)
            emit_slot(&chain);
        emit_decoys(&chain);
    }
    land_here(&chain, chain.jumps - 1);
    if (chain.parts[chain.jumps - 1])
        text_emit(text, OP_add, value(text), true, 3, value(text));
    if (text_chance(text, 70))
        read_flags(&chain);
}
