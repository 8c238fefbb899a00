/* collisions.c - see collisions.h. */
#include "tests/sim/collisions.h"

#include "asm/isa.h"

enum { STRETCH = 16 };

static unsigned value(struct program_text *text)
{
    return 4 + text_below(text, 6);
}

/* Appends code that PPs leave in a cycle that gives one remainder by 16: those that come in the same stretch
 * of 16 cycles are in the same cycle then. */
static void text_fall_in_step(struct program_text *text, unsigned scratch)
{
    text_emit(text, OP_getct, 0, false, 0, scratch);
    text_emit(text, OP_and, scratch, true, STRETCH - 1, scratch);
    text_emit(text, OP_add, scratch, true, 1, scratch);
    text_emit(text, OP_add, 1, false, (int32_t)scratch, 1);
    for (uint32_t k = 1; k < STRETCH; k++)
        text_emit(text, OP_nop, 0, false, 0, 0);
}

static unsigned fold(struct program_text *text)
{
    return (text_chance(text, 70) ? OP_mpadd : OP_syncadd) + text_below(text, 4);
}

static unsigned plain(struct program_text *text)
{
    return text_chance(text, 80) ? OP_stg : OP_ldg;
}

static void ask(struct program_text *text, const struct collision_ground *ground, unsigned opcode,
                unsigned base, int32_t offset)
{
    const bool is_store = opcode == OP_stg;
    text_emit(text, opcode, base, true, offset,
              is_store && text_chance(text, 50) ? ground->number : value(text));
}

void text_collide(struct program_text *text, const struct collision_ground *ground, enum collision collision,
                  unsigned base, int32_t offset)
{
    const bool folds = collision == COLLISION_FOLDS || text_chance(text, 30);
    const unsigned one = folds ? fold(text) : plain(text);
    unsigned other =
        folds && (collision == COLLISION_FOLDS || text_chance(text, 50)) ? fold(text) : plain(text);
    if (folds && collision == COLLISION_ONE_KIND)
        other = text_chance(text, 50) ? one : OP_ldg;
    if (text_chance(text, 50))
        text_fall_in_step(text, ground->scratch);
    text_emit(text, OP_ands, ground->number, true, 1 << text_below(text, 6), 0);
    const uint32_t branch = text_branch(text, text_chance(text, 50) ? OP_bne : OP_beq);
    ask(text, ground, one, base, offset);
    const uint32_t end = text_branch(text, OP_bra);
    text_land(text, branch);
    ask(text, ground, other, base, offset);
    text_emit(text, OP_nop, 0, false, 0, 0);
    text_land(text, end);
}
