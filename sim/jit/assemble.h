/* assemble.h - encodes the x86-64 instructions that compiled code uses.
 *
 * Operands are as in Intel's manual: a register, and a second one that is a register or in memory. All
 * operate on 32 bits except those marked WIDE. Jumps within a piece of code lead to labels, which may be
 * placed later. Knows nothing of the purpose of the code. */
#ifndef PRAM_LANE_ASSEMBLE_H
#define PRAM_LANE_ASSEMBLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum host_number {
    RAX,
    RCX,
    RDX,
    RBX,
    RSP,
    RBP,
    RSI,
    RDI,
    R8,
    R9,
    R10,
    R11,
    R12,
    R13,
    R14,
    R15,
    HOST_NONE = 0xff
};

/* A second operand. */
struct operand {
    bool is_memory;
    uint8_t base; /* or the register itself */
    uint8_t index, scale;
    int32_t offset;
};

static inline struct operand host_register(unsigned number)
{
    return (struct operand){.base = (uint8_t)number, .index = HOST_NONE};
}

static inline struct operand host_memory(unsigned base, int32_t offset)
{
    return (struct operand){.is_memory = true, .base = (uint8_t)base, .index = HOST_NONE, .offset = offset};
}

/* base + (index << scale) + offset */
static inline struct operand host_indexed(unsigned base, unsigned index, unsigned scale, int32_t offset)
{
    return (struct operand){true, (uint8_t)base, (uint8_t)index, (uint8_t)scale, offset};
}

/* An opcode with its prefix. */
enum {
    X_0F = 0x100,
    X_WIDE = 0x200,
    X_66 = 0x400,
    X_F3 = 0x800,
    X_ADD = 0x03,
    X_SUB = 0x2b,
    X_CMP = 0x3b,
    X_CMP_INTO = 0x39, /* compares the second operand with the register */
    X_LOAD = 0x8b,     /* register = second operand */
    X_STORE = 0x89,    /* second operand = register */
    X_LEA = 0x8d,
    X_EXTEND_SIGN = X_WIDE | 0x63, /* from 32 to 64 bits */
    X_TEST = 0x85,
    X_IMUL = X_0F | 0xaf,
    X_CMOV = X_0F | 0x40,     /* + enum condition */
    X_BT_INTO = X_0F | 0xa3,  /* bit `register` of the second operand: carry */
    X_BTS_INTO = X_0F | 0xab, /* and sets it */
    X_MOVD = X_66 | X_0F | 0x6e,
    X_MOVD_INTO = X_66 | X_0F | 0x7e,
    X_ADDSS = X_F3 | X_0F | 0x58,
    X_MULSS = X_F3 | X_0F | 0x59,
    X_SUBSS = X_F3 | X_0F | 0x5c,
    X_DIVSS = X_F3 | X_0F | 0x5e,
    X_UCOMISS = X_0F | 0x2e
};

/* Opcodes with a digit in place of a register, and their digits: shifts; a negation, and a division of
 * edx:eax; and those that lead to an address. */
enum {
    X_SHIFT_BY_CL = 0xd3,
    X_SHIFT = 0xc1, /* with a byte */
    X_SHL = 4,
    X_SHR = 5,
    X_SAR = 7,
    X_UNARY = 0xf7,
    X_NEG = 3,
    X_DIV = 6,
    X_IDIV = 7,
    X_TO = 0xff,
    X_CALL_TO = 2,
    X_JUMP_TO = 4,
    X_PUSH = 6
};

/* Others, with a byte and a digit. */
enum {
    X_CMP_BYTE = 0x80,  /* digit 7 */
    X_TEST_BYTE = 0xf6, /* digit 0 */
    X_BT = X_0F | 0xba  /* digit 4: this bit of the second operand: carry */
};

/* The digit of an operation with a constant; digit << 3 | 3 is the opcode with two operands. */
enum { X_ADD_K = 0, X_OR_K = 1, X_AND_K = 4, X_SUB_K = 5, X_XOR_K = 6, X_CMP_K = 7 };

/* Instructions of one byte, for asm_byte; X_POP with the register's lower three bits, after X_UPPER if it is
 * R8 or a later one. */
enum {
    X_RETURN = 0xc3,
    X_CLEAR_CARRY = 0xf8,
    X_SET_CARRY = 0xf9,
    X_EXTEND_TO_RDX = 0x99,
    X_POP = 0x58,
    X_UPPER = 0x41
};

/* As in jcc, cmovcc. Flipping the lowest bit negates a condition. */
enum condition {
    IF_OVERFLOW,
    IF_NO_OVERFLOW,
    IF_BELOW,
    IF_NOT_BELOW,
    IF_EQUAL,
    IF_NOT_EQUAL,
    IF_NOT_ABOVE,
    IF_ABOVE,
    IF_SIGN,
    IF_NO_SIGN,
    IF_UNORDERED,
    IF_ORDERED,
    IF_LESS,
    IF_NOT_LESS,
    IF_NOT_GREATER,
    IF_GREATER,
    ALWAYS
};

struct assembler {
    uint8_t *begin, *at, *end;
    uint32_t *labels; /* their places, from `begin`; UINT32_MAX: not placed yet */
    uint32_t label_count;
    size_t label_room, jump_room;
    struct jump {
        uint32_t at, label;
    } * jumps; /* jumps still to be filled in */
    uint32_t jump_count;
    bool has_failed; /* room or memory is short: the code is unusable */
};

void asm_begin(struct assembler *code, void *begin, void *end);

/* `rows` with room for one more, perhaps moved. If memory is short, the code fails. */
void *asm_room(struct assembler *code, void *rows, size_t size, uint32_t count, size_t *room);

/* Fills in the jumps. False: the code has failed. */
bool asm_finish(struct assembler *code);
void asm_destroy(struct assembler *code);

/* `opcode` with a register, or a digit, and a second operand. */
void asm_op(struct assembler *code, unsigned opcode, unsigned reg, struct operand second);

/* The same with a byte as a third operand. */
void asm_op_byte(struct assembler *code, unsigned opcode, unsigned digit, struct operand second,
                 unsigned value);

/* second op= constant. `digit` may be WIDE. */
void asm_constant(struct assembler *code, unsigned digit, struct operand second, uint32_t constant);

void asm_set(struct assembler *code, unsigned reg, uint32_t constant);

/* An instruction of one byte. */
void asm_byte(struct assembler *code, unsigned value);

static inline void asm_move(struct assembler *code, unsigned to, unsigned from)
{
    if (to != from)
        asm_op(code, X_LOAD, to, host_register(from));
}

uint32_t asm_label(struct assembler *code);
void asm_place(struct assembler *code, uint32_t label);
void asm_jump(struct assembler *code, enum condition condition, uint32_t label);
void asm_call(struct assembler *code, uint32_t label);

/* To existing code. */
void asm_jump_to(struct assembler *code, enum condition condition, const uint8_t *to);
void asm_call_to(struct assembler *code, const uint8_t *to);

#endif
