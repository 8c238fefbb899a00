/* assemble.c - see assemble.h. Calls nothing. */
#include "sim/jit/assemble.h"

#include <stdlib.h>
#include <string.h>

static void byte(struct assembler *code, unsigned value)
{
    if (code->at == code->end) {
        code->has_failed = true;
        return;
    }
    *code->at++ = (uint8_t)value;
}

static void word(struct assembler *code, uint32_t value)
{
    for (unsigned k = 0; k < 4; k++)
        byte(code, value >> 8 * k & 0xff);
}

static bool is_short(int32_t value)
{
    return value >= -128 && value <= 127;
}

void asm_begin(struct assembler *code, void *begin, void *end)
{
    code->begin = code->at = begin;
    code->end = end;
    code->label_count = code->jump_count = 0;
    code->has_failed = false;
}

void asm_destroy(struct assembler *code)
{
    free(code->labels);
    free(code->jumps);
    *code = (struct assembler){.begin = NULL};
}

/* ---- operands */

/* Encodes the second operand after the opcode. A base of rbp or r13 must have an offset, one of rsp or r12 an
 * index byte. */
static void operand(struct assembler *code, unsigned reg, struct operand second)
{
    const unsigned field = (reg & 7) << 3;
    if (!second.is_memory) {
        byte(code, 0xc0 | field | (second.base & 7));
        return;
    }
    const bool has_index = second.index != HOST_NONE || (second.base & 7) == RSP;
    const unsigned mode = second.offset == 0 && (second.base & 7) != RBP ? 0
                          : is_short(second.offset)                      ? 0x40
                                                                         : 0x80;
    byte(code, mode | field | (has_index ? RSP : (second.base & 7)));
    if (has_index)
        byte(code, (unsigned)second.scale << 6 |
                       (second.index != HOST_NONE ? (second.index & 7u) : (unsigned)RSP) << 3 |
                       (second.base & 7));
    if (mode == 0x40)
        byte(code, (uint32_t)second.offset & 0xff);
    else if (mode == 0x80)
        word(code, (uint32_t)second.offset);
}

void asm_op(struct assembler *code, unsigned opcode, unsigned reg, struct operand second)
{
    if (opcode & X_66)
        byte(code, 0x66);
    if (opcode & X_F3)
        byte(code, 0xf3);
    const unsigned index = second.is_memory && second.index != HOST_NONE ? second.index : 0u;
    const unsigned extension =
        (opcode & X_WIDE ? 8u : 0u) | (reg >> 3 & 1) << 2 | (index >> 3 & 1) << 1 | (second.base >> 3 & 1);
    if (extension != 0)
        byte(code, 0x40 | extension);
    if (opcode & X_0F)
        byte(code, 0x0f);
    byte(code, opcode & 0xff);
    operand(code, reg, second);
}

static void constant_op(struct assembler *code, unsigned size, unsigned digit, struct operand second,
                        int32_t constant)
{
    asm_op(code, size | (is_short(constant) ? 0x83 : 0x81), digit, second);
    if (is_short(constant))
        byte(code, (uint32_t)constant & 0xff);
    else
        word(code, (uint32_t)constant);
}

void asm_constant(struct assembler *code, unsigned digit, struct operand second, uint32_t constant)
{
    constant_op(code, 0, digit, second, (int32_t)constant);
}

void asm_wide_constant(struct assembler *code, unsigned digit, struct operand second, int32_t constant)
{
    constant_op(code, X_WIDE, digit, second, constant);
}

void asm_shift(struct assembler *code, unsigned digit, struct operand second, unsigned by)
{
    asm_op(code, 0xc1, digit, second);
    byte(code, by);
}

void asm_shift_by_cl(struct assembler *code, unsigned digit, struct operand second)
{
    asm_op(code, 0xd3, digit, second);
}

void asm_unary(struct assembler *code, unsigned digit, struct operand second)
{
    asm_op(code, 0xf7, digit, second);
}

void asm_set(struct assembler *code, unsigned reg, uint32_t constant)
{
    if (reg >= R8)
        byte(code, 0x41);
    byte(code, 0xb8 | (reg & 7));
    word(code, constant);
}

void asm_set_memory(struct assembler *code, struct operand second, uint32_t constant)
{
    asm_op(code, 0xc7, 0, second);
    word(code, constant);
}

void asm_bytes(struct assembler *code, uint32_t bytes, unsigned count)
{
    for (unsigned k = 0; k < count; k++)
        byte(code, bytes >> 8 * k & 0xff);
}

/* ---- jumps */

void *asm_room(struct assembler *code, void *rows, size_t size, uint32_t count, uint32_t *room)
{
    if (count < *room)
        return rows;
    void *more = realloc(rows, (2 * (size_t)*room + 64) * size);
    if (more == NULL) {
        code->has_failed = true;
        return rows;
    }
    *room = 2 * *room + 64;
    return more;
}

uint32_t asm_label(struct assembler *code)
{
    code->labels = asm_room(code, code->labels, sizeof *code->labels, code->label_count, &code->label_room);
    if (code->has_failed)
        return 0;
    code->labels[code->label_count] = UINT32_MAX;
    return code->label_count++;
}

static uint32_t here(const struct assembler *code)
{
    return (uint32_t)(code->at - code->begin);
}

void asm_place(struct assembler *code, uint32_t label)
{
    if (!code->has_failed)
        code->labels[label] = here(code);
}

/* A jump distance to a label: four bytes, filled in later. */
static void way(struct assembler *code, uint32_t label)
{
    code->jumps = asm_room(code, code->jumps, sizeof *code->jumps, code->jump_count, &code->jump_room);
    if (code->has_failed)
        return;
    code->jumps[code->jump_count++] = (struct jump){here(code), label};
    word(code, 0);
}

static void begin_jump(struct assembler *code, enum condition condition)
{
    if (condition == ALWAYS)
        byte(code, 0xe9);
    else
        asm_bytes(code, 0x800fu | (unsigned)condition << 8, 2);
}

void asm_jump(struct assembler *code, enum condition condition, uint32_t label)
{
    if (condition == NEVER)
        return;
    begin_jump(code, condition);
    way(code, label);
}

void asm_call(struct assembler *code, uint32_t label)
{
    byte(code, 0xe8);
    way(code, label);
}

void asm_jump_to(struct assembler *code, enum condition condition, const uint8_t *to)
{
    begin_jump(code, condition);
    word(code, (uint32_t)(to - (code->at + 4)));
}

void asm_call_to(struct assembler *code, const uint8_t *to)
{
    byte(code, 0xe8);
    word(code, (uint32_t)(to - (code->at + 4)));
}

void asm_jump_by(struct assembler *code, struct operand second)
{
    asm_op(code, 0xff, 4, second);
}

void asm_call_by(struct assembler *code, struct operand second)
{
    asm_op(code, 0xff, 2, second);
}

bool asm_finish(struct assembler *code)
{
    for (uint32_t k = 0; k < code->jump_count && !code->has_failed; k++) {
        const struct jump *jump = &code->jumps[k];
        const uint32_t to = code->labels[jump->label], distance = to - (jump->at + 4);
        code->has_failed = to == UINT32_MAX;
        memcpy(code->begin + jump->at, &distance, sizeof distance);
    }
    return !code->has_failed;
}
