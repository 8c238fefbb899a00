/* test_machine_memory.c - the address map: what is shared, what is a PP's own, what is illegal, and that the
 * host's interleaved layout is invisible. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "sim/machine/memory.h"

/* five PPs: 4096..8191 shared, 5 stacks of 16 words, 5 private areas of 32 words */
enum { PPS = 5, GUARD = 4096, SHARED = 8192, STACK = 16, OWN = 32 };
enum { STACKS = 8192, PRIVATE = STACKS + PPS * STACK, END = PRIVATE + PPS * OWN };

static void make(struct memory *memory, uint32_t pps, uint32_t guard)
{
    struct memory_shape shape = {
        .pps = pps, .guard = guard, .shared_words = SHARED, .stack_words = STACK, .private_words = OWN};
    char error[160];
    assert_true(memory_create(memory, &shape, error, sizeof error));
}

static void shared_addresses_are_the_identity(void **state)
{
    (void)state;
    struct memory memory;
    make(&memory, PPS, 0);
    for (uint32_t address = 0; address < SHARED; address++)
        assert_int_equal(memory_index(&memory, address % PPS, address), address);
    memory_destroy(&memory);
}

static void addresses_below_the_guard_are_illegal(void **state)
{
    (void)state;
    struct memory memory;
    make(&memory, PPS, GUARD);
    assert_int_equal(memory_index(&memory, 0, 0), MEMORY_ILLEGAL);
    assert_int_equal(memory_index(&memory, 0, GUARD - 1), MEMORY_ILLEGAL);
    assert_int_equal(memory_index(&memory, 0, GUARD), GUARD);
    memory_destroy(&memory);
}

static void addresses_behind_the_last_area_are_illegal(void **state)
{
    (void)state;
    struct memory memory;
    make(&memory, PPS, 0);
    assert_int_equal(memory.end, END);
    assert_int_not_equal(memory_index(&memory, 0, END - 1), MEMORY_ILLEGAL);
    assert_int_equal(memory_index(&memory, 0, END), MEMORY_ILLEGAL);
    assert_int_equal(memory_index(&memory, 0, 0x7fffffffu), MEMORY_ILLEGAL);
    memory_destroy(&memory);
}

static void private_offsets_end_with_the_area(void **state)
{
    (void)state;
    struct memory memory;
    make(&memory, PPS, 0);
    assert_int_not_equal(memory_index(&memory, 4, MEMORY_PRIVATE + OWN - 1), MEMORY_ILLEGAL);
    assert_int_equal(memory_index(&memory, 0, MEMORY_PRIVATE + OWN), MEMORY_ILLEGAL);
    assert_int_equal(memory_index(&memory, 0, 0xffffffffu), MEMORY_ILLEGAL);
    memory_destroy(&memory);
}

static void a_private_address_is_base_plus_offset(void **state)
{
    (void)state;
    struct memory memory;
    make(&memory, PPS, 0);
    for (uint32_t pp = 0; pp < PPS; pp++) {
        assert_int_equal(memory_base(&memory, pp), PRIVATE + pp * OWN);
        for (uint32_t word = 0; word < OWN; word++)
            assert_int_equal(memory_index(&memory, pp, MEMORY_PRIVATE + word),
                             memory_index(&memory, 0, PRIVATE + pp * OWN + word));
    }
    memory_destroy(&memory);
}

static void every_legal_address_has_a_cell_of_its_own(void **state)
{
    (void)state;
    struct memory memory;
    make(&memory, PPS, 0);
    for (uint32_t address = 0; address < END; address++) {
        uint32_t index = memory_index(&memory, 0, address);
        assert_true(index < memory.host_words);
        assert_int_equal(memory.cells[index], 0);
        memory.cells[index] = address + 1;
        assert_int_equal(memory_address(&memory, index), address);
    }
    memory_destroy(&memory);
}

static void the_same_word_of_neighbours_lies_side_by_side(void **state)
{
    (void)state;
    struct memory memory;
    make(&memory, 4, 0);
    for (uint32_t word = 0; word < STACK; word++)
        for (uint32_t pp = 1; pp < 4; pp++) {
            assert_int_equal(memory_stack_index(&memory, pp, word),
                             memory_stack_index(&memory, 0, word) + pp);
            assert_int_equal(memory_private_index(&memory, pp, word),
                             memory_private_index(&memory, 0, word) + pp);
        }
    memory_destroy(&memory);
}

static void a_place_says_whose_cell_it_is(void **state)
{
    (void)state;
    struct memory memory;
    make(&memory, PPS, 0);
    struct memory_place place = memory_place(&memory, 1, STACKS + 3 * STACK + 7);
    assert_int_equal(place.region, MEMORY_REGION_STACK);
    assert_int_equal(place.owner, 3);
    assert_int_equal(place.word, 7);
    place = memory_place(&memory, 1, PRIVATE + 4 * OWN + 31);
    assert_int_equal(place.region, MEMORY_REGION_OWN);
    assert_int_equal(place.owner, 4);
    assert_int_equal(place.word, 31);
    place = memory_place(&memory, 2, MEMORY_PRIVATE + 5);
    assert_int_equal(place.region, MEMORY_REGION_OWN);
    assert_int_equal(place.owner, 2);
    assert_int_equal(place.word, 5);
    assert_int_equal(memory_place(&memory, 2, 4711).region, MEMORY_REGION_SHARED);
    assert_int_equal(memory_place(&memory, 2, END).region, MEMORY_REGION_ILLEGAL);
    memory_destroy(&memory);
}

static void the_hash_is_of_addresses_and_values(void **state)
{
    (void)state;
    struct memory one;
    struct memory many;
    make(&one, 1, 0);
    make(&many, PPS, 0);
    uint64_t empty = memory_hash(&one);
    assert_true(empty == memory_hash(&many));
    one.cells[5000] = 7;
    many.cells[5000] = 7;
    assert_true(memory_hash(&one) == memory_hash(&many)); /* another layout of the areas behind */
    assert_true(memory_hash(&one) != empty);
    one.cells[5000] = 0;
    one.cells[5001] = 7;
    assert_true(memory_hash(&one) != memory_hash(&many));
    one.cells[5001] = 0;
    assert_true(memory_hash(&one) == empty);                     /* written and 0 again is as never written */
    many.cells[memory_index(&many, 4, MEMORY_PRIVATE + 31)] = 1; /* the last page counts too */
    many.cells[5000] = 0;
    assert_true(memory_hash(&many) != empty);
    memory_destroy(&one);
    memory_destroy(&many);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shared_addresses_are_the_identity),
        cmocka_unit_test(addresses_below_the_guard_are_illegal),
        cmocka_unit_test(addresses_behind_the_last_area_are_illegal),
        cmocka_unit_test(private_offsets_end_with_the_area),
        cmocka_unit_test(a_private_address_is_base_plus_offset),
        cmocka_unit_test(every_legal_address_has_a_cell_of_its_own),
        cmocka_unit_test(the_same_word_of_neighbours_lies_side_by_side),
        cmocka_unit_test(a_place_says_whose_cell_it_is),
        cmocka_unit_test(the_hash_is_of_addresses_and_values),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
