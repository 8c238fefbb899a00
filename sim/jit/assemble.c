/* assemble.c - see assemble.h. Calls nothing. */
#include "sim/jit/assemble.h"

#include "common/memory.h"

#include <stdlib.h>
#include <string.h>

void asm_byte(struct assembler *code, unsigned value)
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
        asm_byte(code, value >> 8 * k & 0xff);
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
        asm_byte(code, 0xc0 | field | (second.base & 7));
        return;
    }
    const bool has_index = second.index != HOST_NONE || (second.base & 7) == RSP;
    const unsigned mode = second.offset == 0 && (second.base & 7) != RBP ? 0
                          : is_short(second.offset)                      ? 0x40
                                                                         : 0x80;
    asm_byte(code, mode | field | (has_index ? RSP : (second.base & 7)));
    if (has_index)
        asm_byte(code, (unsigned)second.scale << 6 |
                           (second.index != HOST_NONE ? (second.index & 7u) : (unsigned)RSP) << 3 |
                           (second.base & 7));
    if (mode == 0x40)
        asm_byte(code, (uint32_t)second.offset & 0xff);
    else if (mode == 0x80)
        word(code, (uint32_t)second.offset);
}

void asm_op(struct assembler *code, unsigned opcode, unsigned reg, struct operand second)
{
    if (opcode & X_66)
        asm_byte(code, 0x66);
    if (opcode & X_F3)
        asm_byte(code, 0xf3);
    const unsigned index = second.is_memory && second.index != HOST_NONE ? second.index : 0u;
    const unsigned extension =
        (opcode & X_WIDE ? 8u : 0u) | (reg >> 3 & 1) << 2 | (index >> 3 & 1) << 1 | (second.base >> 3 & 1);
    if (extension != 0)
        asm_byte(code, 0x40 | extension);
    if (opcode & X_0F)
        asm_byte(code, 0x0f);
    asm_byte(code, opcode & 0xff);
    operand(code, reg, second);
}

void asm_op_byte(struct assembler *code, unsigned opcode, unsigned digit, struct operand second,
                 unsigned value)
{
    asm_op(code, opcode, digit, second);
    asm_byte(code, value & 0xff);
}

void asm_constant(struct assembler *code, unsigned digit, struct operand second, uint32_t constant)
{
    const unsigned opcode = 0x81 | (digit & X_WIDE);
    if (is_short((int32_t)constant)) {
        asm_op_byte(code, opcode | 2, digit & 7, second, constant);
    } else {
        asm_op(code, opcode, digit & 7, second);
        word(code, constant);
    }
}

void asm_set(struct assembler *code, unsigned reg, uint32_t constant)
{
    if (reg >= R8)
        asm_byte(code, X_UPPER);
    asm_byte(code, 0xb8 | (reg & 7));
    word(code, constant);
}

/* ---- jumps */

void *asm_room(struct assembler *code, void *rows, size_t size, uint32_t count, size_t *room)
{
    void *const more = count < *room ? rows : memory_try_to_grow(rows, room, (size_t)count + 1, size);
    code->has_failed |= more == NULL;
    return more != NULL ? more : rows;
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
    if (condition == ALWAYS) {
        asm_byte(code, 0xe9);
        return;
    }
    asm_byte(code, 0x0f);
    asm_byte(code, 0x80 | (unsigned)condition);
}

void asm_jump(struct assembler *code, enum condition condition, uint32_t label)
{
    begin_jump(code, condition);
    way(code, label);
}

void asm_call(struct assembler *code, uint32_t label)
{
    asm_byte(code, 0xe8);
    way(code, label);
}

void asm_jump_to(struct assembler *code, enum condition condition, const uint8_t *to)
{
    begin_jump(code, condition);
    word(code, (uint32_t)(to - (code->at + 4)));
}

void asm_call_to(struct assembler *code, const uint8_t *to)
{
    asm_byte(code, 0xe8);
    word(code, (uint32_t)(to - (code->at + 4)));
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
