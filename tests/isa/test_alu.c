/* test_alu.c - the formulas of asm/tables/alu.def against the hand-written cases, one value at a time.
 *
 * No assembler and no engine in between: what fails here is a formula.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "cases.h"
#include "asm/tables/alu.h"

struct outcome {
    uint32_t result;
    uint32_t carry;
    uint32_t overflow;
};

/* One function per row: compute_add, compute_div, compute_fadd, ... */
#define ALU_INTEGER(name, value, carry_out, overflow_out)                                                    \
    static struct outcome compute_##name(uint32_t a, uint32_t b, uint32_t c)                                 \
    {                                                                                                        \
        uint32_t r = (value);                                                                                \
        (void)b;                                                                                             \
        (void)c;                                                                                             \
        return (struct outcome){r, (carry_out), (overflow_out)};                                             \
    }
#define ALU_DIVIDE(name, value, overflow_out)                                                                \
    static struct outcome compute_##name(uint32_t a, uint32_t b, uint32_t c)                                 \
    {                                                                                                        \
        (void)c;                                                                                             \
        return (struct outcome){(value), 0, (overflow_out)};                                                 \
    }
#define ALU_FLOAT2(name, value)                                                                              \
    static struct outcome compute_##name(uint32_t a, uint32_t b, uint32_t c)                                 \
    {                                                                                                        \
        float x = alu_float(a);                                                                              \
        float y = alu_float(b);                                                                              \
        (void)c;                                                                                             \
        return (struct outcome){alu_canonical(value), 0, 0};                                                 \
    }
#define ALU_FLOAT1(name, value)                                                                              \
    static struct outcome compute_##name(uint32_t a, uint32_t b, uint32_t c)                                 \
    {                                                                                                        \
        float x = alu_float(a);                                                                              \
        (void)b;                                                                                             \
        (void)c;                                                                                             \
        return (struct outcome){alu_canonical(value), 0, 0};                                                 \
    }
#define ALU_BITS1(name, value)                                                                               \
    static struct outcome compute_##name(uint32_t a, uint32_t b, uint32_t c)                                 \
    {                                                                                                        \
        (void)b;                                                                                             \
        (void)c;                                                                                             \
        return (struct outcome){(value), 0, 0};                                                              \
    }
#define ALU_BRANCH(name, condition)                                                                          \
    static bool takes_##name(uint32_t n, uint32_t z, uint32_t c, uint32_t v, uint32_t m)                     \
    {                                                                                                        \
        uint32_t u = n & z;                                                                                  \
        (void)n, (void)z, (void)c, (void)v, (void)m, (void)u;                                                \
        return (condition);                                                                                  \
    }
#include "asm/tables/alu.def"

static const struct {
    unsigned opcode;
    struct outcome (*compute)(uint32_t a, uint32_t b, uint32_t c);
} formulas[] = {
#define ALU_INTEGER(name, value, carry, overflow) {OP_##name, compute_##name},
#define ALU_DIVIDE(name, value, overflow) {OP_##name, compute_##name},
#define ALU_FLOAT2(name, value) {OP_##name, compute_##name},
#define ALU_FLOAT1(name, value) {OP_##name, compute_##name},
#define ALU_BITS1(name, value) {OP_##name, compute_##name},
#include "asm/tables/alu.def"
};

static const struct {
    unsigned opcode;
    bool (*takes)(uint32_t n, uint32_t z, uint32_t c, uint32_t v, uint32_t m);
} conditions[] = {
#define ALU_BRANCH(name, condition) {OP_##name, takes_##name},
#include "asm/tables/alu.def"
};

static void check_case(const char *path, const struct instruction_case *item, uint32_t carry)
{
    if (item->row->opcode == OP_fcmp) {
        uint32_t flags = alu_float_compare(alu_float(item->operand[0]), alu_float(item->operand[1]));
        if (flags >> 1 != item->flags)
            fail_msg("%s:%d: fcmp gives status %02x", path, item->line, flags);
        return;
    }
    for (size_t i = 0; i < sizeof formulas / sizeof formulas[0]; i++) {
        if (formulas[i].opcode != item->row->opcode)
            continue;
        struct outcome out = formulas[i].compute(item->operand[0], item->operand[1], carry);
        char text[5];
        uint32_t flags = alu_flags(out.result, out.carry, out.overflow) >> 1;
        if (out.result != item->result || (item->has_flags && flags != item->flags))
            fail_msg("%s:%d: %s with C = %u gives %08x %s", path, item->line, item->row->mnemonic, carry,
                     out.result, cases_flags_text(flags, text));
        return;
    }
    if (item->row->kind != ISA_KIND_CONST)
        fail_msg("%s:%d: alu.def has no row for %s", path, item->line, item->row->mnemonic);
}

static void check_file(const char *path)
{
    struct instruction_cases cases = cases_read_instructions(path);
    for (size_t i = 0; i < cases.count; i++)
        for (uint32_t carry = 0; carry < 2; carry++)
            if (!cases.item[i].has_carry || cases.item[i].carry == carry)
                check_case(path, &cases.item[i], carry);
    free(cases.item);
}

static void integer_formulas_give_what_the_cases_say(void **state)
{
    (void)state;
    check_file("tests/isa/integer.cases");
}

static void float_formulas_give_what_the_cases_say(void **state)
{
    (void)state;
    check_file("tests/isa/float.cases");
}

static void branches_are_taken_as_the_cases_say(void **state)
{
    (void)state;
    struct branch_cases cases = cases_read_branches("tests/isa/branch.cases");
    for (size_t i = 0; i < cases.count; i++) {
        const struct branch_case *item = &cases.item[i];
        for (size_t k = 0; k < sizeof conditions / sizeof conditions[0]; k++) {
            const struct isa_row *row = isa_row(conditions[k].opcode);
            if (!cases_is_conditional(row))
                continue;
            bool taken = conditions[k].takes(!!(item->flags & CASE_N), !!(item->flags & CASE_Z),
                                             !!(item->flags & CASE_C), !!(item->flags & CASE_V), 0);
            if (taken != item->taken[row->opcode - OP_bra])
                fail_msg("branch.cases:%d: %s is %s", item->line, row->mnemonic,
                         taken ? "taken" : "not taken");
        }
    }
    free(cases.item);
}

static void the_modulo_bit_decides_bmc_and_bms(void **state)
{
    (void)state;
    assert_true(takes_bra(0, 0, 0, 0, 0));
    assert_true(takes_bmc(1, 1, 1, 1, 0));
    assert_false(takes_bmc(0, 0, 0, 0, 1));
    assert_true(takes_bms(0, 0, 0, 0, 1));
    assert_false(takes_bms(1, 1, 1, 1, 0));
}

/* At least three cases for every instruction that computes. */
static void every_instruction_has_three_cases(void **state)
{
    (void)state;
    unsigned found[ISA_OPCODES] = {0};
    const char *const paths[] = {"tests/isa/integer.cases", "tests/isa/float.cases"};
    for (size_t f = 0; f < 2; f++) {
        struct instruction_cases cases = cases_read_instructions(paths[f]);
        for (size_t i = 0; i < cases.count; i++) {
            const struct isa_row *twin = cases_twin(cases.item[i].row);
            found[cases.item[i].row->opcode]++;
            if (twin != NULL && cases.item[i].has_flags)
                found[twin->opcode]++;
        }
        free(cases.item);
    }
    size_t count;
    const struct isa_row *rows = isa_rows(&count);
    for (size_t i = 0; i < count; i++)
        if (rows[i].kind <= ISA_KIND_CONST && found[rows[i].opcode] < 3)
            fail_msg("%s has %u cases", rows[i].mnemonic, found[rows[i].opcode]);
}

/* No instruction is forgotten, none has two meanings. */
static void every_instruction_stands_in_one_table(void **state)
{
    (void)state;
    unsigned found[ISA_OPCODES] = {0};
    for (size_t i = 0; i < sizeof formulas / sizeof formulas[0]; i++) {
        const struct isa_row *twin = cases_twin(isa_row(formulas[i].opcode));
        found[formulas[i].opcode]++;
        if (twin != NULL)
            found[twin->opcode]++;
    }
    for (size_t i = 0; i < sizeof conditions / sizeof conditions[0]; i++)
        found[conditions[i].opcode]++;
#define ALU_COMPARE(name, flags) found[OP_##name]++;
#include "asm/tables/alu.def"
#define SYSTEM(name, work, fold, address) found[OP_##name]++;
#include "asm/tables/system.def"
    size_t count;
    const struct isa_row *rows = isa_rows(&count);
    for (size_t i = 0; i < count; i++) {
        bool is_real = rows[i].kind >= ISA_KIND_REAL && rows[i].kind <= ISA_KIND_REALSTORE;
        if (found[rows[i].opcode] + is_real != 1)
            fail_msg("%s stands in %u tables", rows[i].mnemonic, found[rows[i].opcode] + is_real);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(integer_formulas_give_what_the_cases_say),
        cmocka_unit_test(float_formulas_give_what_the_cases_say),
        cmocka_unit_test(branches_are_taken_as_the_cases_say),
        cmocka_unit_test(the_modulo_bit_decides_bmc_and_bms),
        cmocka_unit_test(every_instruction_has_three_cases),
        cmocka_unit_test(every_instruction_stands_in_one_table),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
