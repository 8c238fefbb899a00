/* instruction.c - instructions and pseudo instructions: operands by letter, then one or two words.
 *
 * isa_operands describes the operands of a form in letters; pseudo.def uses the same letters. May call isa.h,
 * expression.c and emit.c.
 */
#include "asm/prasm/prasm.h"

#include "asm/isa.h"

#include <stdio.h>
#include <string.h>

static const struct {
    char letter;
    const char *name; /* as the manual writes it */
    enum field field;
} operands[] = {
    {'x', "Xs", FIELD_COUNT},       {'y', "Xt", FIELD_COUNT},       {'z', "Xd", FIELD_COUNT},
    {'s', "Rs", FIELD_COUNT},       {'t', "Rt", FIELD_COUNT},       {'d', "Rd", FIELD_COUNT},
    {'S', "S", FIELD_NARROW},       {'k', "I19", FIELD_WIDE},       {'l', "LABEL", FIELD_BRANCH},
    {'c', "I13", FIELD_UNSIGNED13}, {'C', "I19", FIELD_UNSIGNED19},
};

struct pseudo {
    const char *name;
    const char *operands;
    struct isa_instruction instruction; /* the fields that are not in the source */
};

static const struct pseudo pseudos[] = {
#define PSEUDO(name, instruction, operands, rd, rs, rt, immediate, constant, text)                           \
    {#name, operands, {OP_##instruction, rd, rs, rt, immediate, constant}},
#include "asm/tables/pseudo.def"
};

static const struct {
    const char *name;
    const char *reason;
} refused[] = {
#define REFUSED(name, reason) {#name, reason},
#include "asm/tables/pseudo.def"
};

/* An instruction while it is read. */
struct reading {
    const char *name;
    const char *letters;
    struct isa_instruction instruction;
    bool has_expression;
    enum field field;
    struct expression expression;
};

static size_t operand_of(char letter)
{
    size_t i = 0;
    while (operands[i].letter != letter)
        i++;
    return i;
}

/* "add Rs,S,Rd" */
static const char *usage(const struct reading *reading, char *text, size_t size)
{
    size_t length = (size_t)snprintf(text, size, "%s", reading->name);
    for (const char *letter = reading->letters; *letter != '\0'; letter++)
        length +=
            (size_t)snprintf(text + length, size - length, "%c%s", letter == reading->letters ? ' ' : ',',
                             operands[operand_of(*letter)].name);
    return text;
}

/* The field that a register's letter stands for. */
static uint8_t *register_field(struct reading *reading, char letter)
{
    switch (letter) {
    case 's':
    case 'x':
        return &reading->instruction.rs;
    case 'd':
    case 'z':
        return &reading->instruction.rd;
    default:
        return &reading->instruction.rt;
    }
}

static bool is_real(char letter)
{
    return letter == 'x' || letter == 'y' || letter == 'z';
}

static bool take_register(struct assembler *assembler, struct reading *reading, char letter, int number)
{
    char text[64];
    char buffer[48];
    struct spot spot = scan_spot(assembler);
    if (number < 0)
        number = is_real(letter) ? scan_real_register(assembler) : scan_register(assembler);
    if (number < 0)
        return complain(assembler, &spot, "expected %s for %s of '%s', found %s",
                        is_real(letter) ? "one of the registers X0 to X15" : "a register",
                        operands[operand_of(letter)].name, usage(reading, text, sizeof text),
                        scan_found(assembler, buffer, sizeof buffer));
    *register_field(reading, letter) = (uint8_t)number;
    return true;
}

static bool take_operand(struct assembler *assembler, struct reading *reading, char letter)
{
    if (letter == 's' || letter == 't' || letter == 'd' || is_real(letter))
        return take_register(assembler, reading, letter, -1);
    if (letter == 'S') {
        int number = scan_register(assembler);
        if (number >= 0)
            return take_register(assembler, reading, letter, number);
        reading->instruction.immediate = true;
    }
    reading->has_expression = true;
    reading->field = operands[operand_of(letter)].field;
    return expression_parse(assembler, &reading->expression);
}

static bool take_comma(struct assembler *assembler, const struct reading *reading)
{
    char text[64];
    char buffer[48];
    struct spot spot = scan_spot(assembler);
    if (scan_take(assembler, ','))
        return true;
    return complain(assembler, &spot, "expected ',' and the next operand of '%s', found %s",
                    usage(reading, text, sizeof text), scan_found(assembler, buffer, sizeof buffer));
}

static bool take_operands(struct assembler *assembler, struct reading *reading)
{
    char text[64];
    for (const char *letter = reading->letters; *letter != '\0'; letter++) {
        if (letter != reading->letters && !take_comma(assembler, reading))
            return false;
        if (!take_operand(assembler, reading, *letter))
            return false;
    }
    if (scan_at_end(assembler))
        return true;
    struct spot spot = scan_spot(assembler);
    return complain(assembler, &spot, "too many operands for '%s'", usage(reading, text, sizeof text));
}

static bool emit_reading(struct assembler *assembler, const struct reading *reading, const struct spot *spot)
{
    return emit_instruction(assembler, isa_encode(&reading->instruction), spot) &&
           (!reading->has_expression || emit_field(assembler, reading->field, &reading->expression));
}

static bool emit_constant(struct assembler *assembler, enum isa_opcode opcode, uint8_t rd,
                          const struct expression *expression, const struct spot *spot)
{
    struct reading reading = {
        .instruction = {.opcode = (uint8_t)opcode, .rd = rd, .immediate = opcode == OP_add},
        .has_expression = true,
        .field = opcode == OP_add ? FIELD_NARROW : FIELD_WIDE,
        .expression = *expression};
    if (opcode == OP_add)
        reading.instruction.rs = rd;
    return emit_reading(assembler, &reading, spot);
}

/* `call LABEL,Rd` of a distant label of another file: through the register that gets the return address. */
static bool emit_long_call(struct assembler *assembler, const struct reading *reading,
                           const struct spot *spot)
{
    const uint8_t rd = reading->instruction.rd;
    const struct isa_instruction call = {.opcode = OP_callr, .rs = rd, .rd = rd};
    (void)island_number_branch(assembler);
    const struct expression high = expression_wrap(assembler, &reading->expression, TERM_HIGH);
    const struct expression low = expression_wrap(assembler, &reading->expression, TERM_LOW);
    return emit_constant(assembler, OP_gethi, rd, &high, spot) &&
           emit_constant(assembler, OP_add, rd, &low, spot) &&
           emit_instruction(assembler, isa_encode(&call), spot);
}

/* `set VALUE,Rd`: the shortest form, by the knowledge of VALUE at this point. */
static bool assemble_set(struct assembler *assembler, const struct spot *spot)
{
    struct reading reading = {.name = "set", .letters = "kd"};
    if (!take_operands(assembler, &reading))
        return false;
    uint8_t rd = reading.instruction.rd;
    const struct expression *expression = &reading.expression;
    struct value value;
    enum evaluation result = expression_evaluate(assembler, expression, false, &value);
    if (result == EVALUATION_FAILED)
        return false;
    bool known = result == EVALUATED && value.kind == VALUE_NUMBER;
    if (known && (value.number < INT32_MIN || value.number > UINT32_MAX))
        return complain(assembler, &expression->spot, "constant %lld does not fit a word",
                        (long long)value.number);
    int64_t number = known ? (int32_t)(uint32_t)value.number : 0;
    if (known && number >= ISA_WIDE_MIN && number <= ISA_WIDE_MAX) {
        reading.instruction.opcode = OP_getlo;
        reading.instruction.constant = (int32_t)number;
        reading.has_expression = false;
        return emit_reading(assembler, &reading, spot);
    }
    struct expression high = expression_wrap(assembler, expression, TERM_HIGH);
    if (!emit_constant(assembler, OP_gethi, rd, &high, spot))
        return false;
    if (known && (number & 0x1fff) == 0)
        return true;
    struct expression low = expression_wrap(assembler, expression, TERM_LOW);
    return emit_constant(assembler, OP_add, rd, &low, spot);
}

/* `mov S,Rd` */
static bool assemble_mov(struct assembler *assembler, const struct spot *spot)
{
    struct reading reading = {.name = "mov", .letters = "Sd"};
    if (!take_operands(assembler, &reading))
        return false;
    if (reading.has_expression)
        return emit_constant(assembler, OP_getlo, reading.instruction.rd, &reading.expression, spot);
    reading.instruction.opcode = OP_add;
    reading.instruction.rs = reading.instruction.rt;
    reading.instruction.rt = 0;
    reading.instruction.immediate = true;
    return emit_reading(assembler, &reading, spot);
}

static const struct {
    const char *name;
    bool (*assemble)(struct assembler *assembler, const struct spot *spot);
} specials[] = {
#define PSEUDO_SPECIAL(name, operands, text) {#name, assemble_##name},
#include "asm/tables/pseudo.def"
};

bool instruction_assemble(struct assembler *assembler, const char *name, size_t length,
                          const struct spot *spot)
{
    char mnemonic[32] = "";
    if (assembler->section == SECTION_TEXT)
        island_begin_statement(assembler);
    if (length < sizeof mnemonic)
        memcpy(mnemonic, name, length);
    const struct isa_row *row = isa_find(mnemonic);
    if (row != NULL) {
        struct reading reading = {.name = row->mnemonic,
                                  .letters = isa_operands(row->form),
                                  .instruction = {.opcode = row->opcode}};
        if (!take_operands(assembler, &reading))
            return false;
        if (reading.field == FIELD_BRANCH && island_make_long(assembler))
            return emit_long_call(assembler, &reading, spot);
        return emit_reading(assembler, &reading, spot);
    }
    for (size_t i = 0; i < sizeof pseudos / sizeof pseudos[0]; i++)
        if (strcmp(pseudos[i].name, mnemonic) == 0) {
            struct reading reading = {.name = pseudos[i].name,
                                      .letters = pseudos[i].operands,
                                      .instruction = pseudos[i].instruction};
            return take_operands(assembler, &reading) && emit_reading(assembler, &reading, spot);
        }
    for (size_t i = 0; i < sizeof specials / sizeof specials[0]; i++)
        if (strcmp(specials[i].name, mnemonic) == 0)
            return specials[i].assemble(assembler, spot);
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++)
        if (strcmp(refused[i].name, mnemonic) == 0)
            return complain(assembler, spot, "'%s' %s", refused[i].name, refused[i].reason);
    return complain(assembler, spot, "unknown instruction '%.*s'", length < 64 ? (int)length : 64, name);
}
