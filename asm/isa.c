/* isa.c - encode, decode and print instruction words from the table isa.def.
 *
 * Knows forms and fields, no mnemonic by name: a new instruction needs no change here.
 */
#include "isa.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#define CONSTANT_BIT (1u << 13)
#define NARROW_MASK 0x1fffu
#define WIDE_MASK 0x7ffffu
#define RD_SHIFT 19
#define RS_SHIFT 14
#define OPCODE_SHIFT 24

static const struct isa_row rows[] = {
#define ISA_ROW(opcode, name, form, kind, delay, cost, text)                                                 \
    {#name, text, opcode, ISA_##form, ISA_KIND_##kind, delay, cost},
#include "asm/tables/isa.def"
};

/* Which fields of the word a form uses. */
static const struct {
    bool rd, rs, operand, rt, wide, narrow, is_signed;
} fields[] = {
    [ISA_RSD] = {.rd = true, .rs = true, .operand = true, .is_signed = true},
    [ISA_RTD] = {.rd = true, .rs = true, .rt = true},
    [ISA_RT] = {.rs = true, .rt = true},
    [ISA_RD] = {.rd = true, .rs = true},
    [ISA_S] = {.operand = true, .is_signed = true},
    [ISA_D] = {.rd = true},
    [ISA_KD] = {.rd = true, .wide = true, .is_signed = true},
    [ISA_L] = {.wide = true, .is_signed = true},
    [ISA_LD] = {.rd = true, .wide = true, .is_signed = true},
    [ISA_K13] = {.narrow = true},
    [ISA_K19] = {.wide = true},
    [ISA_RSX] = {.rd = true, .rs = true, .operand = true, .is_signed = true},
    [ISA_XX] = {.rd = true, .rs = true},
    [ISA_XXX] = {.rd = true, .rs = true, .rt = true},
    [ISA_XT] = {.rs = true, .rt = true},
    [ISA_RX] = {.rd = true, .rs = true},
    [ISA_XR] = {.rd = true, .rs = true},
    [ISA_XS] = {.rs = true},
    [ISA_XD] = {.rd = true},
    [ISA_RS] = {.rs = true, .operand = true, .is_signed = true},
    [ISA_NONE] = {0},
};

static const char *const form_operands[] = {
    [ISA_RSD] = "sSd", [ISA_RTD] = "std", [ISA_RT] = "st", [ISA_RD] = "sd",   [ISA_S] = "S",
    [ISA_D] = "d",     [ISA_KD] = "kd",   [ISA_L] = "l",   [ISA_LD] = "ld",   [ISA_K13] = "c",
    [ISA_K19] = "C",   [ISA_RSX] = "sSz", [ISA_XX] = "xz", [ISA_XXX] = "xyz", [ISA_XT] = "xy",
    [ISA_RX] = "sz",   [ISA_XR] = "xd",   [ISA_XS] = "x",  [ISA_XD] = "z",    [ISA_RS] = "sS",
    [ISA_NONE] = "",
};

const char *const isa_register_roles[32] = {
#define ABI_REGISTER(number, name, who, text) [number] = #name,
#include "asm/tables/abi.def"
};

const struct isa_row *isa_rows(size_t *count)
{
    *count = sizeof rows / sizeof rows[0];
    return rows;
}

const struct isa_row *isa_row(unsigned opcode)
{
    size_t low = 0;
    size_t high = sizeof rows / sizeof rows[0];
    while (low < high) { /* the table is in ascending order of opcodes: a test checks it */
        size_t middle = (low + high) / 2;
        if (rows[middle].opcode == opcode)
            return &rows[middle];
        if (rows[middle].opcode < opcode)
            low = middle + 1;
        else
            high = middle;
    }
    return NULL;
}

const struct isa_row *isa_find(const char *mnemonic)
{
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (strcmp(rows[i].mnemonic, mnemonic) == 0)
            return &rows[i];
    return NULL;
}

const char *isa_operands(enum isa_form form)
{
    return form_operands[form];
}

static int32_t sign_extend(uint32_t field, unsigned bits)
{
    uint32_t sign = 1u << (bits - 1);
    return (int32_t)((field ^ sign) - sign);
}

/* Whether all fields of X registers name one. */
static bool has_real_registers(const struct isa_instruction *instruction, enum isa_form form)
{
    for (const char *letter = form_operands[form]; *letter != '\0'; letter++)
        if ((*letter == 'x' && instruction->rs >= ISA_REAL_REGISTERS) ||
            (*letter == 'y' && instruction->rt >= ISA_REAL_REGISTERS) ||
            (*letter == 'z' && instruction->rd >= ISA_REAL_REGISTERS))
            return false;
    return true;
}

uint32_t isa_encode(const struct isa_instruction *instruction)
{
    const struct isa_row *row = isa_row(instruction->opcode);
    uint32_t word = (uint32_t)instruction->opcode << OPCODE_SHIFT;
    unsigned form = row ? row->form : ISA_NONE;
    uint32_t constant = (uint32_t)instruction->constant;
    if (fields[form].rd)
        word |= (uint32_t)instruction->rd << RD_SHIFT;
    if (fields[form].rs)
        word |= (uint32_t)instruction->rs << RS_SHIFT;
    if (fields[form].rt || (fields[form].operand && !instruction->immediate))
        word |= instruction->rt;
    if (fields[form].operand && instruction->immediate)
        word |= CONSTANT_BIT | (constant & NARROW_MASK);
    if (fields[form].narrow)
        word |= constant & NARROW_MASK;
    if (fields[form].wide)
        word |= constant & WIDE_MASK;
    return word;
}

bool isa_decode(uint32_t word, struct isa_instruction *out)
{
    const struct isa_row *row = isa_row(word >> OPCODE_SHIFT);
    memset(out, 0, sizeof *out);
    if (row == NULL)
        return false;
    struct isa_instruction found = {.opcode = row->opcode};
    unsigned form = row->form;
    if (fields[form].rd)
        found.rd = (word >> RD_SHIFT) & 31;
    if (fields[form].rs)
        found.rs = (word >> RS_SHIFT) & 31;
    if (fields[form].operand && (word & CONSTANT_BIT) != 0) {
        found.immediate = true;
        found.constant = sign_extend(word & NARROW_MASK, 13);
    } else if (fields[form].operand || fields[form].rt) {
        found.rt = word & 31;
    }
    if (fields[form].narrow)
        found.constant = (int32_t)(word & NARROW_MASK);
    if (fields[form].wide)
        found.constant =
            fields[form].is_signed ? sign_extend(word & WIDE_MASK, 19) : (int32_t)(word & WIDE_MASK);
    if (isa_encode(&found) != word ||
        !has_real_registers(&found, form)) /* a bit set where this form has none */
        return false;
    *out = found;
    return true;
}

bool isa_fits(enum isa_form form, int64_t constant)
{
    unsigned bits = fields[form].wide ? 19 : 13;
    int64_t low = fields[form].is_signed ? -((int64_t)1 << (bits - 1)) : 0;
    int64_t high = ((int64_t)1 << (fields[form].is_signed ? bits - 1 : bits)) - 1;
    return low <= constant && constant <= high;
}

/* The number behind the letter of a register's name, below `count`, or -1. */
static int number_behind(const char *name, size_t length, char upper, int count)
{
    if (length < 2 || length > 3 || (name[0] & ~0x20) != upper || (length == 3 && name[1] == '0'))
        return -1;
    int number = 0;
    for (size_t i = 1; i < length; i++) {
        if (name[i] < '0' || name[i] > '9')
            return -1;
        number = number * 10 + (name[i] - '0');
    }
    return number < count ? number : -1;
}

int isa_register_number(const char *name, size_t length)
{
    int plain = number_behind(name, length, 'R', 32);
    if (plain >= 0)
        return plain;
    for (int number = 0; number < 32; number++)
        if (strlen(isa_register_roles[number]) == length &&
            strncasecmp(isa_register_roles[number], name, length) == 0)
            return number;
    return -1;
}

int isa_real_register_number(const char *name, size_t length)
{
    return number_behind(name, length, 'X', ISA_REAL_REGISTERS);
}

/* One operand. */
static int print_operand(char *text, size_t size, const struct isa_instruction *instruction, char letter,
                         const char *target)
{
    switch (letter) {
    case 's':
        return snprintf(text, size, "R%u", instruction->rs);
    case 't':
        return snprintf(text, size, "R%u", instruction->rt);
    case 'd':
        return snprintf(text, size, "R%u", instruction->rd);
    case 'x':
        return snprintf(text, size, "X%u", instruction->rs);
    case 'y':
        return snprintf(text, size, "X%u", instruction->rt);
    case 'z':
        return snprintf(text, size, "X%u", instruction->rd);
    default:
        break;
    }
    if (target != NULL && letter != 'c' && letter != 'C')
        return snprintf(text, size, "%s", target);
    if (letter == 'S' && !instruction->immediate)
        return snprintf(text, size, "R%u", instruction->rt);
    return snprintf(text, size, letter == 'l' ? ".%+" PRId32 : "%" PRId32, instruction->constant);
}

int isa_print(char *text, size_t size, const struct isa_instruction *instruction, const char *target)
{
    const struct isa_row *row = isa_row(instruction->opcode);
    if (row == NULL)
        return snprintf(text, size, ".word ?");
    size_t used = (size_t)snprintf(text, size, "%s", row->mnemonic);
    for (const char *letter = form_operands[row->form]; *letter != '\0'; letter++) {
        size_t rest = used < size ? size - used : 0;
        used += (size_t)snprintf(text + (size - rest), rest, letter == form_operands[row->form] ? " " : ",");
        rest = used < size ? size - used : 0;
        used += (size_t)print_operand(text + (size - rest), rest, instruction, *letter, target);
    }
    return (int)used;
}
