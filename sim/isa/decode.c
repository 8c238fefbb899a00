/* decode.c - makes struct instruction from words. */
#include "sim/isa/decode.h"

#include "sim/isa/instruction.h"

/* By enum isa_kind: Rd is written. */
static const bool kind_has_target[ISA_KIND_NONE + 1] = {
    [ISA_KIND_ALU] = true,    [ISA_KIND_ALUFLAGS] = true, [ISA_KIND_FLOAT] = true,
    [ISA_KIND_CONST] = true,  [ISA_KIND_LOAD] = true,     [ISA_KIND_POP] = true,
    [ISA_KIND_CALL] = true,   [ISA_KIND_IDENTITY] = true, [ISA_KIND_MULTIPREFIX] = true,
    [ISA_KIND_REALOUT] = true};

static bool reads_flags(uint8_t opcode)
{
    const uint8_t row = system_rows[opcode].row;
    return row == SYSTEM_ROW_CARRY || row == SYSTEM_ROW_BRANCH || system_rows[opcode].work == SYSTEM_STATUS;
}

static uint32_t decode_constant(const struct isa_instruction *word, enum isa_form form, uint32_t address)
{
    uint32_t constant = (uint32_t)word->constant;
    if (form == ISA_L || form == ISA_LD)
        return address + constant;
    return word->opcode == OP_gethi ? constant << 13 : constant;
}

static struct instruction decode_word(uint32_t word, uint32_t address)
{
    struct instruction out = {.opcode = DECODE_ILLEGAL,
                              .kind = ISA_KIND_NONE,
                              .target = DECODE_SINK,
                              .base = DECODE_SINK,
                              .word = word};
    struct isa_instruction fields;
    if (!isa_decode(word, &fields))
        return out;
    const struct isa_row *row = isa_row(fields.opcode);
    const enum isa_kind kind = row->kind;
    out.opcode = fields.opcode;
    out.kind = kind;
    out.rd = fields.rd;
    out.rs = fields.rs;
    out.rt = fields.rt;
    out.constant = decode_constant(&fields, row->form, address);
    if (kind_has_target[kind] && fields.rd != 0)
        out.target = fields.rd;
    if ((kind == ISA_KIND_PUSH || kind == ISA_KIND_POP) && fields.rs != 0)
        out.base = fields.rs;

    unsigned traits = 0;
    if (row->delay != 0)
        traits |= DECODE_DELAYED;
    if (kind == ISA_KIND_ALUFLAGS || kind == ISA_KIND_FLOATCMP || kind == ISA_KIND_REALCMP)
        traits |= DECODE_SETS_FLAGS;
    if ((kind == ISA_KIND_STORE || kind == ISA_KIND_PUSH) && fields.rd == 0)
        traits |= DECODE_STATUS_DATUM;
    if (kind >= ISA_KIND_REAL && kind <= ISA_KIND_REALSTORE)
        traits |= DECODE_REAL;
    if (system_rows[fields.opcode].row == SYSTEM_ROW_DIVIDE)
        traits |= DECODE_DIVIDES;
    if (reads_flags(fields.opcode) || (traits & DECODE_STATUS_DATUM) != 0)
        traits |= DECODE_READS_FLAGS;
    if (kind == ISA_KIND_BRANCH || kind == ISA_KIND_JUMP || kind == ISA_KIND_CALL || out.target == 1 ||
        out.base == 1)
        traits |= DECODE_WRITES_PC;
    if ((instruction_reads(&out) >> 1 & 1u) != 0)
        traits |= DECODE_READS_PC;
    out.traits = (uint8_t)traits;
    return out;
}

void decode_words(const uint32_t *words, size_t count, struct instruction *out)
{
    for (size_t i = 0; i < count; i++)
        out[i] = decode_word(words[i], (uint32_t)i);
}
