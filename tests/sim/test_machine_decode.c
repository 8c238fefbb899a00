/* test_machine_decode.c - decoding of words: extended constants, absolute targets, the sink for R0. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "asm/isa.h"
#include "sim/isa/decode.h"

enum { PLACE = 100 }; /* the word under test stands at this address */

static struct instruction decode_at_place(uint32_t word)
{
    uint32_t words[PLACE + 1] = {0};
    struct instruction out[PLACE + 1];
    words[PLACE] = word;
    decode_words(words, PLACE + 1, out);
    return out[PLACE];
}

static struct instruction decode(struct isa_instruction fields)
{
    return decode_at_place(isa_encode(&fields));
}

static void a_constant_is_extended_and_has_register_zero(void **state)
{
    (void)state;
    struct instruction got = decode(
        (struct isa_instruction){.opcode = OP_add, .rs = 3, .rd = 4, .immediate = true, .constant = -4096});
    assert_int_equal(got.opcode, OP_add);
    assert_int_equal(got.rs, 3);
    assert_int_equal(got.rt, 0);
    assert_int_equal(got.constant, 0xfffff000u);
    assert_int_equal(got.target, 4);
    assert_int_equal(got.traits, 0);
}

static void a_register_operand_has_constant_zero(void **state)
{
    (void)state;
    struct instruction got = decode((struct isa_instruction){.opcode = OP_sub, .rs = 3, .rt = 31, .rd = 4});
    assert_int_equal(got.rt, 31);
    assert_int_equal(got.constant, 0);
}

static void a_result_for_register_zero_goes_to_the_sink(void **state)
{
    (void)state;
    struct instruction got = decode((struct isa_instruction){.opcode = OP_subs, .rs = 3, .rt = 5, .rd = 0});
    assert_int_equal(got.target, DECODE_SINK);
    assert_int_equal(got.traits, DECODE_SETS_FLAGS);
}

static void a_store_has_no_target_but_a_datum(void **state)
{
    (void)state;
    struct instruction got = decode((struct isa_instruction){.opcode = OP_stg, .rs = 3, .rd = 9});
    assert_int_equal(got.target, DECODE_SINK);
    assert_int_equal(got.base, DECODE_SINK);
    assert_int_equal(got.rd, 9);
    got = decode((struct isa_instruction){.opcode = OP_stg, .rs = 3, .rd = 0});
    assert_int_equal(got.traits, DECODE_STATUS_DATUM | DECODE_READS_FLAGS);
}

static void pushes_and_pops_write_their_base(void **state)
{
    (void)state;
    struct instruction got = decode((struct isa_instruction){.opcode = OP_pshg, .rs = 2, .rd = 9});
    assert_int_equal(got.base, 2);
    assert_int_equal(got.target, DECODE_SINK);
    got = decode((struct isa_instruction){.opcode = OP_popng, .rs = 2, .rd = 9});
    assert_int_equal(got.base, 2);
    assert_int_equal(got.target, 9);
    assert_int_equal(got.traits, DECODE_DELAYED);
    got = decode((struct isa_instruction){.opcode = OP_popg, .rs = 0, .rd = 9});
    assert_int_equal(got.base, DECODE_SINK);
}

static void branch_targets_are_absolute(void **state)
{
    (void)state;
    struct instruction got = decode((struct isa_instruction){.opcode = OP_beq, .constant = -7});
    assert_int_equal(got.constant, PLACE - 7);
    assert_int_equal(got.traits, DECODE_READS_FLAGS | DECODE_WRITES_PC);
    got = decode((struct isa_instruction){.opcode = OP_bra, .constant = 0});
    assert_int_equal(got.constant, PLACE);
    assert_int_equal(got.traits, DECODE_WRITES_PC);
    got = decode((struct isa_instruction){.opcode = OP_call, .constant = 262143, .rd = 31});
    assert_int_equal(got.constant, PLACE + 262143);
    assert_int_equal(got.target, 31);
    got = decode((struct isa_instruction){.opcode = OP_bra, .constant = -262144});
    assert_int_equal(got.constant, 0xfffc0000u + PLACE);
}

static void wide_constants_are_ready_values(void **state)
{
    (void)state;
    assert_int_equal(decode((struct isa_instruction){.opcode = OP_getlo, .constant = -1, .rd = 1}).constant,
                     UINT32_MAX);
    struct instruction got =
        decode((struct isa_instruction){.opcode = OP_gethi, .constant = 0x3ffff, .rd = 5});
    assert_int_equal(got.constant, 0x7fffe000u);
    assert_int_equal(decode((struct isa_instruction){.opcode = OP_sys, .constant = 8191}).constant, 8191);
}

static void the_program_counter_is_noticed_as_operand_and_target(void **state)
{
    (void)state;
    struct instruction got = decode((struct isa_instruction){.opcode = OP_add, .rs = 1, .rd = 4});
    assert_int_equal(got.traits, DECODE_READS_PC);
    got = decode((struct isa_instruction){.opcode = OP_ldg, .rs = 4, .rd = 1});
    assert_int_equal(got.traits, DECODE_DELAYED | DECODE_WRITES_PC);
    got = decode((struct isa_instruction){.opcode = OP_syncadd, .rs = 4, .rd = 1});
    assert_int_equal(got.traits, DECODE_READS_PC);
    got = decode((struct isa_instruction){.opcode = OP_pshg, .rs = 1, .rd = 4});
    assert_int_equal(got.traits, DECODE_READS_PC | DECODE_WRITES_PC);
}

static void readers_of_flags_are_noticed(void **state)
{
    (void)state;
    static const uint8_t readers[] = {OP_adc, OP_adcs, OP_sbc, OP_sbcs, OP_getsr, OP_bne, OP_bvc};
    static const uint8_t others[] = {OP_add, OP_subs, OP_bmc, OP_bms, OP_bra, OP_getct, OP_halt};
    for (size_t i = 0; i < sizeof readers; i++)
        assert_true((decode((struct isa_instruction){.opcode = readers[i]}).traits & DECODE_READS_FLAGS) !=
                    0);
    for (size_t i = 0; i < sizeof others; i++)
        assert_true((decode((struct isa_instruction){.opcode = others[i]}).traits & DECODE_READS_FLAGS) == 0);
}

static void an_illegal_word_decodes_to_the_illegal_opcode(void **state)
{
    (void)state;
    struct instruction got = decode_at_place(0xffffffffu);
    assert_int_equal(got.opcode, DECODE_ILLEGAL);
    assert_int_equal(got.word, 0xffffffffu);
    assert_null(isa_row(DECODE_ILLEGAL));
    assert_int_equal(decode_at_place(0x00000020u).opcode, DECODE_ILLEGAL); /* add with a stray bit */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_constant_is_extended_and_has_register_zero),
        cmocka_unit_test(a_register_operand_has_constant_zero),
        cmocka_unit_test(a_result_for_register_zero_goes_to_the_sink),
        cmocka_unit_test(a_store_has_no_target_but_a_datum),
        cmocka_unit_test(pushes_and_pops_write_their_base),
        cmocka_unit_test(branch_targets_are_absolute),
        cmocka_unit_test(wide_constants_are_ready_values),
        cmocka_unit_test(the_program_counter_is_noticed_as_operand_and_target),
        cmocka_unit_test(readers_of_flags_are_noticed),
        cmocka_unit_test(an_illegal_word_decodes_to_the_illegal_opcode),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
