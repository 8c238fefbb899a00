/* test_real_bank.c - an instruction for many PPs at once: also where several in a row have the same operands,
 * and where the result goes to one of the operands. */
#include <string.h>

#include "asm/isa.h"
#include "real_case.h"
#include "asm/tables/alu.h"
#include "sim/real/bank.h"

enum { PPS = 12, X = 1, Y = 2, Z = 3 };

/* Numbers of two bits, which all formats hold; some PPs in a row have the same. */
static const struct {
    float x, y, quotient, root; /* of x */
} cases[PPS] = {{4, 2, 2, 2},    {4, 2, 2, 2},  {4, 2, 2, 2},   {4, 4, 1, 2},  {16, 4, 4, 4}, {16, 4, 4, 4},
                {16, -4, -4, 4}, {0, -4, 0, 0}, {0, -4, -0, 0}, {1, 2, .5, 1}, {1, 1, 1, 1},  {4, 2, 2, 2}};

static uint32_t execute(const struct real_bank *bank, uint32_t pp, unsigned opcode, unsigned rs, unsigned rd,
                        float a)
{
    const struct instruction i = {.opcode = (uint8_t)opcode, .rs = (uint8_t)rs, .rd = (uint8_t)rd};
    return real_execute(bank, pp, &i, alu_bits(a));
}

/* The PPs first .. PPS - 1 divide or take roots, from X1 and X2 to the register rd. */
static void check(struct real_bank *bank, unsigned opcode, uint32_t first, unsigned rd)
{
    const struct instruction i = {.opcode = (uint8_t)opcode, .rs = X, .rt = Y, .rd = (uint8_t)rd};
    for (uint32_t pp = 0; pp < PPS; pp++) {
        execute(bank, pp, OP_xfromf, 0, X, cases[pp].x);
        execute(bank, pp, OP_xfromf, 0, Y, cases[pp].y);
        execute(bank, pp, OP_xfromf, 0, Z, 3);
    }
    real_execute_run(bank, first, PPS - first, &i);
    for (uint32_t pp = 0; pp < PPS; pp++) {
        const float before[] = {[X] = cases[pp].x, [Y] = cases[pp].y, [Z] = 3};
        const float result = opcode == OP_xdiv ? cases[pp].quotient : cases[pp].root;
        for (unsigned number = X; number <= Z; number++) {
            const float got = alu_float(execute(bank, pp, OP_xtof, number, 0, 0));
            assert_true(got == (number == rd && pp >= first ? result : before[number]));
        }
    }
}

static void test_same_operands(void **state)
{
    (void)state;
    for (int n = 0; n < TRIED; n++) {
        const struct real_choice choice = {.format = tried_formats[n]};
        struct real_bank bank;
        assert_true(real_bank_create(&bank, &choice, PPS, n % 2 == 0));
        for (uint32_t first = 0; first < PPS; first++)
            for (unsigned rd = X; rd <= Z; rd++) {
                check(&bank, OP_xdiv, first, rd);
                check(&bank, OP_xsqrt, first, rd);
            }
        real_bank_destroy(&bank);
    }
}

/* 1/3 and 1/5 differ in their last digits only from what is near them. */
static void test_nearly_the_same(void **state)
{
    (void)state;
    const struct real_choice choice = {.format = "mpfr:256"};
    const struct instruction divide = {.opcode = OP_xdiv, .rs = X, .rt = Y, .rd = Z};
    const struct instruction store = {.opcode = OP_xst, .rd = Z};
    struct real_bank bank;
    uint32_t image[PPS][NUMBERS_MAX_IMAGE];
    assert_true(real_bank_create(&bank, &choice, PPS, false));
    for (uint32_t pp = 0; pp < PPS; pp++) {
        const struct instruction load = {.opcode = OP_xld, .rd = X};
        execute(&bank, pp, OP_xfromf, 0, X, 1);
        execute(&bank, pp, OP_xfromf, 0, Y, 3);
        real_execute_run(&bank, pp, 1, &divide);
        real_store(&bank, pp, &store, image[pp]);
        image[pp][2] += pp / 2; /* the lowest bits of 1/3 */
        real_load(&bank, pp, &load, image[pp]);
        execute(&bank, pp, OP_xfromf, 0, Y, 1);
    }
    real_execute_run(&bank, 0, PPS, &divide); /* by 1 */
    for (uint32_t pp = 0; pp < PPS; pp++) {
        uint32_t quotient[NUMBERS_MAX_IMAGE];
        real_store(&bank, pp, &store, quotient);
        assert_memory_equal(quotient, image[pp], real_image_words(&bank, &store) * sizeof *quotient);
    }
    real_bank_destroy(&bank);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_same_operands),
        cmocka_unit_test(test_nearly_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
