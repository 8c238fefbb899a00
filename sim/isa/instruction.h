/* instruction.h - properties of one decoded instruction, derived from system.h and isa.def: memory access,
 * calls, jumps. Knows no machine. */
#ifndef PRAM_INSTRUCTION_H
#define PRAM_INSTRUCTION_H

#include "asm/isa.h"
#include "sim/isa/decode.h"
#include "sim/isa/system.h"

/* The effect of an instruction on the words that it accesses. */
enum instruction_access { INSTRUCTION_NO_ACCESS, INSTRUCTION_LOADS, INSTRUCTION_STORES, INSTRUCTION_FOLDS };

/* Whether it moves an image of the precision unit: as many words as its format has. */
static inline bool instruction_is_image(const struct instruction *i)
{
    return i->kind == ISA_KIND_REALLOAD || i->kind == ISA_KIND_REALSTORE;
}

/* Its access, of one word or of an image. */
static inline enum instruction_access instruction_access(const struct instruction *i)
{
    if (instruction_is_image(i))
        return i->kind == ISA_KIND_REALLOAD ? INSTRUCTION_LOADS : INSTRUCTION_STORES;
    switch (system_rows[i->opcode].work) {
    case SYSTEM_LOAD:
        return INSTRUCTION_LOADS;
    case SYSTEM_STORE:
        return INSTRUCTION_STORES;
    case SYSTEM_FOLD:
        return INSTRUCTION_FOLDS;
    default:
        return INSTRUCTION_NO_ACCESS;
    }
}

/* Whether it is a call. */
static inline bool instruction_calls(const struct instruction *i)
{
    const uint8_t work = system_rows[i->opcode].work;
    return work == SYSTEM_CALL || work == SYSTEM_CALL_REGISTER;
}

/* Whether it is a jump or call to an address in a register. */
static inline bool instruction_leaps(const struct instruction *i)
{
    const uint8_t work = system_rows[i->opcode].work;
    return work == SYSTEM_CALL_REGISTER || (work == SYSTEM_JUMP && i->rt != 0);
}

/* Whether it may be a call, or the return from one. */
static inline bool instruction_links(const struct instruction *i)
{
    return instruction_calls(i) || instruction_leaps(i);
}

/* Whether it returns through the register `link`. */
static inline bool instruction_returns_by(const struct instruction *i, unsigned link)
{
    return system_rows[i->opcode].work == SYSTEM_JUMP && i->rt == link;
}

/* Whether it is a jump, call or branch, which write R1 by definition. */
static inline bool instruction_goes_away(const struct instruction *i)
{
    return instruction_calls(i) || system_rows[i->opcode].work == SYSTEM_JUMP || system_branches(i->opcode);
}

/* Whether it is a load, pop or multiprefix to R1: a jump that takes effect one instruction later. */
static inline bool instruction_jumps_late(const struct instruction *i)
{
    return (i->traits & DECODE_DELAYED) != 0 && i->target == 1;
}

/* For instructions of the precision unit: whether the first operand is a general register. */
static inline bool instruction_takes_word(const struct instruction *i)
{
    return isa_row(i->opcode)->form == ISA_RX;
}

/* Whether it reads or writes the register; R0 counts if it is an operand. */
static inline bool instruction_touches(const struct instruction *i, unsigned number)
{
    return i->rs == number || i->rt == number || i->rd == number || i->target == number || i->base == number;
}

/* The registers that it reads before its effect, a bit each: operands, and the datum of a store or
 * multiprefix request. Without R0 and without registers of the precision unit. A host call reads R3, R4 and
 * R5 when it is served. */
static inline uint32_t instruction_reads(const struct instruction *i)
{
    const struct isa_row *row = isa_row(i->opcode);
    const bool has_datum =
        instruction_access(i) == INSTRUCTION_STORES || instruction_access(i) == INSTRUCTION_FOLDS;
    uint32_t registers = 0;
    for (const char *operand = row != NULL ? isa_operands(row->form) : ""; *operand != '\0'; operand++)
        switch (*operand) {
        case 's':
            registers |= 1u << i->rs;
            break;
        case 'S':
        case 't':
            registers |= 1u << i->rt;
            break;
        case 'd':
            registers |= has_datum ? 1u << i->rd : 0;
            break;
        default:
            break;
        }
    return registers & ~1u;
}

#endif
