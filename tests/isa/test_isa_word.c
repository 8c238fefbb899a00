/* test_isa_word.c - sim/isa: what instructions do to one PP, against the hand-written cases; and that the
 * kinds of rows of asm/tables/alu.def are what the rows do.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "cases.h"
#include "sim/isa/system.h"
#include "sim/isa/word.h"
#include "tests/sim/answers.h"

enum { OTHER_FLAGS = STATUS_V | STATUS_Z };

/* ---- the hand-written cases */

static void check_case(const char *path, const struct instruction_case *item, uint32_t carry)
{
    const struct isa_row *twin = cases_twin(item->row);
    const uint32_t a = item->operand[0], b = item->operand[1];
    const uint32_t before = OTHER_FLAGS | (carry != 0 ? STATUS_C : 0);
    uint32_t status = before, twin_status = before;
    if (!system_computes(item->row->opcode))
        return;
    const uint32_t result = word_compute(item->row->opcode, a, b, &status);
    if (item->row->kind == ISA_KIND_FLOATCMP) {
        assert_int_equal(status >> 1, item->flags);
        return;
    }
    if (result != item->result || status != before)
        fail_msg("%s:%d: %s gives %08x, flags %02x", path, item->line, item->row->mnemonic, result, status);
    if (twin == NULL)
        return;
    const uint32_t twin_result = word_compute(twin->opcode, a, b, &twin_status);
    if (twin_result != item->result || (item->has_flags && twin_status >> 1 != item->flags))
        fail_msg("%s:%d: %s gives %08x, flags %02x", path, item->line, twin->mnemonic, twin_result,
                 twin_status);
}

static void check_file(const char *path)
{
    struct instruction_cases cases = cases_read_instructions(path);
    for (size_t k = 0; k < cases.count; k++)
        for (uint32_t carry = 0; carry < 2; carry++)
            if (!cases.item[k].has_carry || cases.item[k].carry == carry)
                check_case(path, &cases.item[k], carry);
    free(cases.item);
}

static void instructions_compute_what_the_cases_say_and_only_those_with_s_change_flags(void **state)
{
    (void)state;
    check_file("tests/isa/integer.cases");
    check_file("tests/isa/float.cases");
}

static void branches_are_taken_as_the_cases_say(void **state)
{
    (void)state;
    struct branch_cases cases = cases_read_branches("tests/isa/branch.cases");
    size_t count;
    const struct isa_row *rows = isa_rows(&count);
    for (size_t k = 0; k < cases.count; k++)
        for (size_t n = 0; n < count; n++)
            if (cases_is_conditional(&rows[n]))
                assert_int_equal(word_branches(rows[n].opcode, cases.item[k].flags << 1),
                                 cases.item[k].taken[rows[n].opcode - OP_bra]);
    free(cases.item);
}

/* ---- the kinds of rows */

/* Whether the result or the flags of an instruction depend on the carry, or leave carry or overflow. */
static void look_at_row(uint8_t opcode, bool *takes_carry, bool *leaves_carry)
{
    for (unsigned m = 0; m < ANSWERS_EDGES; m++)
        for (unsigned n = 0; n < ANSWERS_EDGES; n++) {
            const uint32_t a = answers_edges[m], b = answers_edges[n];
            uint32_t clear = 0, set = STATUS_C;
            const uint32_t r = word_compute(opcode, a, b, &clear);
            *takes_carry |= r != word_compute(opcode, a, b, &set) || clear != set;
            *leaves_carry |= (clear & (STATUS_C | STATUS_V)) != 0;
        }
}

static void rows_take_and_leave_the_carry_as_their_kind_says(void **state)
{
    (void)state;
    size_t count;
    const struct isa_row *rows = isa_rows(&count);
    for (size_t n = 0; n < count; n++) {
        const uint8_t kind = system_rows[rows[n].opcode].row;
        bool takes_carry = false, leaves_carry = false;
        if (rows[n].kind != ISA_KIND_ALUFLAGS || kind == SYSTEM_ROW_DIVIDE)
            continue;
        look_at_row(rows[n].opcode, &takes_carry, &leaves_carry);
        if (takes_carry != (kind == SYSTEM_ROW_CARRY) || leaves_carry == (kind == SYSTEM_ROW_WORD))
            fail_msg("%s %s the carry, and %s carry or overflow", rows[n].mnemonic,
                     takes_carry ? "takes" : "does not take", leaves_carry ? "leaves" : "does not leave");
    }
}

static void branches_depend_on_flags_and_time_as_their_kind_says(void **state)
{
    (void)state;
    size_t count;
    const struct isa_row *rows = isa_rows(&count);
    for (size_t n = 0; n < count; n++) {
        const uint8_t opcode = rows[n].opcode, kind = system_rows[opcode].row;
        bool by_flags = false, by_time = false;
        for (uint32_t status = 0; status <= (STATUS_FLAGS | STATUS_MODULO); status++) {
            const bool taken = word_branches(opcode, status);
            by_flags |= taken != word_branches(opcode, status & STATUS_MODULO);
            by_time |= taken != word_branches(opcode, status & STATUS_FLAGS);
        }
        assert_int_equal(by_flags, kind == SYSTEM_ROW_BRANCH);
        assert_int_equal(by_time, kind == SYSTEM_ROW_CLOCK);
        assert_int_equal(word_branches(opcode, 0) && !by_flags && !by_time, kind == SYSTEM_ROW_ALWAYS);
        assert_int_equal(system_branches(opcode), rows[n].kind == ISA_KIND_BRANCH);
    }
}

static void branches_by_unsigned_comparison_alone_ask_for_the_carry(void **state)
{
    static const bool is_unsigned[ISA_OPCODES] = {
#define ALU_UNSIGNED(name, condition) [OP_##name] = true,
#include "asm/tables/alu.def"
    };
    (void)state;
    for (unsigned opcode = 0; opcode < ISA_OPCODES; opcode++) {
        bool by_carry = false;
        for (uint32_t status = 0; status <= STATUS_FLAGS; status++)
            by_carry |=
                word_branches((uint8_t)opcode, status) != word_branches((uint8_t)opcode, status ^ STATUS_C);
        assert_int_equal(by_carry, is_unsigned[opcode]);
    }
}

static void every_instruction_has_a_row(void **state)
{
    (void)state;
    size_t count;
    const struct isa_row *rows = isa_rows(&count);
    for (size_t n = 0; n < count; n++) {
        const struct system_row *row = &system_rows[rows[n].opcode];
        const bool is_real = rows[n].kind >= ISA_KIND_REAL && rows[n].kind <= ISA_KIND_REALSTORE;
        if ((row->row != SYSTEM_ROW_NONE) == (row->work != SYSTEM_OTHER) ||
            is_real != (row->row == SYSTEM_ROW_REAL || row->row == SYSTEM_ROW_SUM))
            fail_msg("%s is row %u, work %u", rows[n].mnemonic, row->row, row->work);
    }
    assert_int_equal(system_rows[DECODE_ILLEGAL].row, SYSTEM_ROW_NONE);
    assert_int_equal(system_rows[DECODE_ILLEGAL].work, SYSTEM_OTHER);
}

/* ---- registers and where a PP goes on */

struct after {
    uint32_t pc, r5, status;
};

/* The state after an instruction of a PP at 7, with R3 = 20, R4 = 3, R5 = 9. */
static struct after execute(struct isa_instruction fields, uint32_t status)
{
    uint32_t words[8] = {0}, reg[DECODE_SINK + 1] = {0};
    struct instruction code[8];
    words[7] = isa_encode(&fields);
    decode_words(words, 8, code);
    const struct instruction *i = &code[7];
    const struct word_pp pp = {.reg = reg, .status = &status, .number = 2, .pps = 16, .cycle = 1001};
    reg[3] = 20;
    reg[4] = 3;
    reg[5] = 9;
    reg[1] = 8;
    word_execute(i, reg[i->rs], reg[i->rt] + i->constant, &pp);
    assert_int_equal(reg[3], 20);
    assert_int_equal(reg[4], 3);
    return (struct after){reg[1], reg[5], status};
}

static void instructions_leave_registers_as_the_manual_says(void **state)
{
    (void)state;
    const struct {
        struct isa_instruction fields;
        uint32_t before;
        struct after after;
    } rows[] = {
        {{.opcode = OP_add, .rs = 3, .rt = 4, .rd = 5}, STATUS_C, {8, 23, STATUS_C}},
        {{.opcode = OP_subs, .rs = 4, .rt = 3, .rd = 5}, STATUS_C, {8, 0xffffffef, STATUS_N}},
        {{.opcode = OP_sub, .rs = 3, .rt = 4, .rd = 1}, 0, {17, 9, 0}},
        {{.opcode = OP_fcmp, .rs = 3, .rt = 3}, STATUS_N, {8, 9, STATUS_Z | STATUS_C}},
        {{.opcode = OP_getlo, .rd = 5, .immediate = true, .constant = -2}, 0, {8, 0xfffffffe, 0}},
        {{.opcode = OP_gethi, .rd = 5, .immediate = true, .constant = 1}, 0, {8, 0x2000, 0}},
        {{.opcode = OP_beq, .immediate = true, .constant = 5}, STATUS_Z, {12, 9, STATUS_Z}},
        {{.opcode = OP_beq, .immediate = true, .constant = 5}, 0, {8, 9, 0}},
        {{.opcode = OP_bms, .immediate = true, .constant = 5}, 0, {12, 9, 0}},
        {{.opcode = OP_bmc, .immediate = true, .constant = 5}, 0, {8, 9, 0}},
        {{.opcode = OP_jmp, .rt = 3}, 0, {20, 9, 0}},
        {{.opcode = OP_call, .rd = 5, .immediate = true, .constant = -4}, 0, {3, 8, 0}},
        {{.opcode = OP_callr, .rs = 3, .rd = 5}, 0, {20, 8, 0}},
        {{.opcode = OP_getct, .rd = 5}, 0, {8, 1001, 0}},
        {{.opcode = OP_getpn, .rd = 5}, 0, {8, 2, 0}},
        {{.opcode = OP_getnp, .rd = 5}, 0, {8, 16, 0}},
        {{.opcode = OP_getsr, .rd = 5}, STATUS_V, {8, STATUS_V | STATUS_MODULO, STATUS_V}},
        {{.opcode = OP_nop}, STATUS_V, {8, 9, STATUS_V}},
        {{.opcode = OP_ldg, .rs = 3, .rd = 5, .immediate = true}, 0, {8, 9, 0}},
        {{.opcode = OP_pshg, .rs = 3, .rd = 4, .immediate = true, .constant = 1}, 0, {8, 9, 0}},
        {{.opcode = OP_mpadd, .rs = 3, .rd = 5, .immediate = true}, 0, {8, 9, 0}},
        {{.opcode = OP_halt}, 0, {8, 9, 0}},
    };
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        const struct after after = execute(rows[k].fields, rows[k].before);
        if (after.pc != rows[k].after.pc || after.r5 != rows[k].after.r5 ||
            after.status != rows[k].after.status)
            fail_msg("%s: pc %u, R5 %08x, status %02x", isa_row(rows[k].fields.opcode)->mnemonic, after.pc,
                     after.r5, after.status);
    }
}

/* ---- memory */

static void addresses_and_multiprefix_are_as_the_manual_says(void **state)
{
    (void)state;
    assert_int_equal(system_address(OP_ldg, 20, 3), 23);
    assert_int_equal(system_address(OP_popng, 20, 3), 23);
    assert_int_equal(system_address(OP_pshng, 20, 3), 23);
    assert_int_equal(system_address(OP_syncor, 20, 3), 23);
    assert_int_equal(system_address(OP_popg, 20, 3), 20);
    assert_int_equal(system_address(OP_pshg, 20, 3), 20);
    assert_int_equal(system_folded(system_rows[OP_mpadd].fold, 0xffffffff, 3), 2);
    assert_int_equal(system_folded(system_rows[OP_syncmax].fold, 0xffffffff, 3), 3);
    assert_int_equal(system_folded(system_rows[OP_mpmax].fold, 5, 0x80000000), 5);
    assert_int_equal(system_folded(system_rows[OP_mpand].fold, 6, 3), 2);
    assert_int_equal(system_folded(system_rows[OP_syncor].fold, 6, 3), 7);
    assert_int_equal(system_folded(system_rows[OP_stg].fold, 6, 3), 6);
    for (unsigned fold = SYSTEM_FOLD_ADD; fold <= SYSTEM_FOLD_OR; fold++)
        for (unsigned k = 0; k < ANSWERS_EDGES; k++)
            assert_int_equal(system_folded(fold, answers_edges[k], system_neutral(fold)), answers_edges[k]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(instructions_compute_what_the_cases_say_and_only_those_with_s_change_flags),
        cmocka_unit_test(branches_are_taken_as_the_cases_say),
        cmocka_unit_test(rows_take_and_leave_the_carry_as_their_kind_says),
        cmocka_unit_test(branches_depend_on_flags_and_time_as_their_kind_says),
        cmocka_unit_test(branches_by_unsigned_comparison_alone_ask_for_the_carry),
        cmocka_unit_test(every_instruction_has_a_row),
        cmocka_unit_test(instructions_leave_registers_as_the_manual_says),
        cmocka_unit_test(addresses_and_multiprefix_are_as_the_manual_says),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
