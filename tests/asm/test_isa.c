/* test_isa.c - the instruction table and the words made from it.
 *
 * Encoder and decoder against words written by hand, a million random words, the table's own order; all 2^32
 * words are all_words.c's.
 */
#include "asm/isa.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

static void the_table_is_in_ascending_order_of_opcodes(void **state)
{
    (void)state;
    size_t count;
    const struct isa_row *rows = isa_rows(&count);
    for (size_t i = 1; i < count; i++)
        assert_true(rows[i - 1].opcode < rows[i].opcode);
}

static void every_row_is_found_by_opcode_and_by_name(void **state)
{
    (void)state;
    size_t count;
    const struct isa_row *rows = isa_rows(&count);
    for (size_t i = 0; i < count; i++) {
        assert_ptr_equal(isa_row(rows[i].opcode), &rows[i]);
        assert_ptr_equal(isa_find(rows[i].mnemonic), &rows[i]); /* so no name appears twice */
    }
    assert_null(isa_row(0xff));
    assert_null(isa_row(ISA_OPCODES));
    assert_null(isa_find("popig"));
    assert_null(isa_find(""));
    assert_null(isa_find("ADD"));
}

/* One word of each form, put together by hand from the drawing in isa.def. */
static const struct {
    const char *text;
    uint32_t word;
} by_hand[] = {
    {"add R3,5,R4", 0x0020e005},  /* 00 | Rd 4 << 19 | Rs 3 << 14 | 1 << 13 | 5 */
    {"add R3,-1,R4", 0x0020ffff}, /* 13 bits of -1 */
    {"add R3,4095,R4", 0x0020efff},
    {"add R3,-4096,R4", 0x0020f000},
    {"add R3,R5,R4", 0x0020c005},
    {"subs R31,R30,R0", 0x0507c01e},
    {"rm R7,R8", 0x2c41c000},
    {"getlo -262144,R31", 0x38fc0000},
    {"getlo 262143,R0", 0x3803ffff},
    {"gethi -1,R1", 0x390fffff},
    {"fadd R1,R2,R3", 0x40184002},
    {"fcmp R9,R10", 0x4d02400a},
    {"stg R2,-1,R31", 0x51f8bfff},
    {"bra .+1", 0x60000001},
    {"bms .-1", 0x7007ffff},
    {"jmp R31", 0x7100001f},
    {"jmp 17", 0x71002011},
    {"call .-2,R31", 0x72fffffe},
    {"callr R4,R31", 0x73f90000},
    {"getpn R3", 0x79180000},
    {"sys 8191", 0x80001fff},
    {"shint 524287", 0x8107ffff},
    {"nop", 0x82000000},
    {"halt", 0x83000000},
    {"xld R11,2,X3", 0x901ae002},
    {"xst R3,R4,X15", 0x9178c004},
    {"xmov X15,X0", 0x9203c000},
    {"xneg X1,X2", 0x93104000},
    {"xabs X14,X3", 0x941b8000},
    {"xsqrt X7,X8", 0x9541c000},
    {"xadd X1,X2,X3", 0x96184002},
    {"xsub X15,X14,X13", 0x976bc00e},
    {"xmul X1,X2,X15", 0x98784002},
    {"xdiv X4,X5,X6", 0x99310005},
    {"xfma X8,X9,X10", 0x9a520009},
    {"xcmp X9,X10", 0x9b02400a},
    {"xfromi R31,X1", 0x9c0fc000},
    {"xfromf R3,X4", 0x9d20c000},
    {"xtoi X1,R30", 0x9ef04000},
    {"xtof X2,R31", 0x9ff88000},
    {"xaclr", 0xa0000000},
    {"xacmul X1,X15", 0xa100400f},
    {"xacadd X3", 0xa200c000},
    {"xacsub X12", 0xa3030000},
    {"xacround X4", 0xa4200000},
    {"xacsave R2,R5", 0xa5008005},
    {"xacmerge R2,-1", 0xa600bfff},
};

static void words_decode_and_print_as_the_drawing_says(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof by_hand / sizeof by_hand[0]; i++) {
        struct isa_instruction instruction;
        char text[64];
        assert_true(isa_decode(by_hand[i].word, &instruction));
        isa_print(text, sizeof text, &instruction, NULL);
        assert_string_equal(text, by_hand[i].text);
        assert_int_equal(isa_encode(&instruction), by_hand[i].word);
    }
}

static void words_with_a_bit_where_their_form_has_none_are_illegal(void **state)
{
    (void)state;
    static const uint32_t illegal[] = {
        0x0020c020,           /* add with a register: bit 5 set */
        0x0020d005,           /* add with a register: bit 12 set */
        0x2c41c001,           /* rm has no S */
        0x40184022,           /* fadd: bit 5 set */
        0x4d0a400a,           /* fcmp has no Rd */
        0x60080000,           /* bra has no Rd */
        0x71004011,           /* jmp has no Rs */
        0x73f90001,           /* callr has no S */
        0x79180001,           /* getpn has no constant */
        0x80002000,           /* sys has 13 bits */
        0x81080000,           /* shint has 19 bits */
        0x82000001,           /* nop */
        0x83800000,           /* halt */
        0x90842000,           /* xld: X16 */
        0x92004001,           /* xmov has no Xt */
        0x92040000,           /* xmov: X16 as Xs */
        0x98784012,           /* xmul: X18 as Xt */
        0x9b0a400a,           /* xcmp has no Xd */
        0xa0000001,           /* xaclr */
        0xa604bfff | 0x80000, /* xacmerge has no Xd */
        0xff000000,           /* no such opcode */
    };
    for (size_t i = 0; i < sizeof illegal / sizeof illegal[0]; i++) {
        struct isa_instruction instruction = {.rd = 1};
        struct isa_instruction zero = {0};
        assert_false(isa_decode(illegal[i], &instruction));
        assert_memory_equal(&instruction, &zero, sizeof zero);
    }
}

static void a_million_random_words_survive_decoding_and_encoding(void **state)
{
    (void)state;
    size_t row_count;
    const struct isa_row *rows = isa_rows(&row_count);
    uint64_t random = 0x9e3779b97f4a7c15u;
    size_t legal = 0;
    for (int i = 0; i < 1000000; i++) {
        random = random * 6364136223846793005u + 1442695040888963407u;
        uint32_t word = (uint32_t)(random >> 32);
        if (i % 2 == 0) /* half of them with an opcode that exists */
            word = (word & 0x00ffffffu) | (uint32_t)rows[word % row_count].opcode << 24;
        struct isa_instruction instruction;
        if (!isa_decode(word, &instruction))
            continue;
        legal++;
        if (isa_encode(&instruction) != word)
            fail_msg("%08x comes back as %08x", word, isa_encode(&instruction));
    }
    assert_true(legal > 100000);
}

static void constants_fit_up_to_the_edges_of_their_fields(void **state)
{
    (void)state;
    assert_true(isa_fits(ISA_RSD, -4096) && isa_fits(ISA_RSD, 4095));
    assert_false(isa_fits(ISA_RSD, -4097) || isa_fits(ISA_RSD, 4096));
    assert_true(isa_fits(ISA_KD, -262144) && isa_fits(ISA_KD, 262143));
    assert_false(isa_fits(ISA_KD, -262145) || isa_fits(ISA_KD, 262144));
    assert_true(isa_fits(ISA_K13, 0) && isa_fits(ISA_K13, 8191));
    assert_false(isa_fits(ISA_K13, -1) || isa_fits(ISA_K13, 8192));
    assert_true(isa_fits(ISA_K19, 0) && isa_fits(ISA_K19, 524287));
    assert_false(isa_fits(ISA_K19, -1) || isa_fits(ISA_K19, 524288));
}

static void registers_have_numbers_and_roles(void **state)
{
    (void)state;
    assert_int_equal(isa_register_number("R0", 2), 0);
    assert_int_equal(isa_register_number("r31", 3), 31);
    assert_int_equal(isa_register_number("sp", 2), 2);
    assert_int_equal(isa_register_number("RA", 2), 31);
    assert_int_equal(isa_register_number("spx", 2), 2); /* only the length counts */
    assert_int_equal(isa_register_number("R32", 3), -1);
    assert_int_equal(isa_register_number("R07", 3), -1);
    assert_int_equal(isa_register_number("R", 1), -1);
    assert_int_equal(isa_register_number("", 0), -1);
    assert_int_equal(isa_register_number("gp", 2), 29);
    assert_int_equal(isa_real_register_number("X0", 2), 0);
    assert_int_equal(isa_real_register_number("x15", 3), 15);
    assert_int_equal(isa_real_register_number("X16", 3), -1);
    assert_int_equal(isa_real_register_number("X01", 3), -1);
    assert_int_equal(isa_real_register_number("R1", 2), -1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_table_is_in_ascending_order_of_opcodes),
        cmocka_unit_test(every_row_is_found_by_opcode_and_by_name),
        cmocka_unit_test(words_decode_and_print_as_the_drawing_says),
        cmocka_unit_test(words_with_a_bit_where_their_form_has_none_are_illegal),
        cmocka_unit_test(a_million_random_words_survive_decoding_and_encoding),
        cmocka_unit_test(constants_fit_up_to_the_edges_of_their_fields),
        cmocka_unit_test(registers_have_numbers_and_roles),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
