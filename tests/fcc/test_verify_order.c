/* test_verify_order.c - the verifier finds steps of the back end that break the rules of synchronous code.
 *
 * Accesses to memory change places: some may, and some must not. Control flow of select is changed.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "fcc/back/select.h"
#include "fcc/back/verify/verify.h"
#include "tests/fcc/ir_text.h"

/* The accesses of b0, in their order; CALL is a fence. */
enum { LOAD_1, STORE_1, LOAD_2, STORE_3, CALL, STORE_ANY, LOAD_1_AGAIN, LOAD_ALONE };

static const char text[] = "sync function f(v1, v2)\n"
                           "b0: sync\n"
                           "  v3 = load [v1] alias1\n"
                           "  store [v2] alias1, v3\n"
                           "  v4 = load [v2] alias2\n"
                           "  store [v1] alias3, v4\n"
                           "  call &g()\n"
                           "  store [v2], v4\n"
                           "  v5 = load [v1] alias1\n"
                           "  v6 = load [&g + 1] alias2147483652\n"
                           "  branch lt v5, v6 ? b1 : b2\n"
                           "b1: sync\n"
                           "  store [v1], v2\n"
                           "  jump b2\n"
                           "b2: sync\n"
                           "  return v5\n";

static struct ir_unit *read_unit(struct arena *arena)
{
    char error[200] = "";
    struct ir_unit *unit = ir_text_read_any(arena, text, error, sizeof error);
    if (!unit) {
        fail_msg("%s", error);
        abort(); /* for readers that do not know that fail_msg does not return */
    }
    return unit;
}

/* ---- order */

static struct machine_instr *find_access(const struct machine_function *function, int number)
{
    for (struct machine_instr *instr = function->first->first; instr; instr = instr->next) {
        const bool is_one = instr->op == MACHINE_ldg || instr->op == MACHINE_stg || instr->op == MACHINE_call;
        if (is_one && number-- == 0)
            return instr;
    }
    fail_msg("there are fewer accesses");
    abort();
}

static const struct order_case {
    const char *name;
    int moved, before; /* accesses: the one moves in front of the other */
    bool may;
} order_cases[] = {
    {"a load may go before another load", LOAD_2, LOAD_1, true},
    {"a load may go before a store to another object", LOAD_2, STORE_1, true},
    {"stores to two objects may change places", STORE_3, STORE_1, true},
    {"an object that no pointer leads to is another one", LOAD_ALONE, STORE_ANY, true},
    {"a store must not go before a load of the object", STORE_1, LOAD_1, false},
    {"a load must not go before a store that may be to its object", LOAD_1_AGAIN, STORE_ANY, false},
    {"nothing goes up over a fence", LOAD_ALONE, CALL, false},
    {"nothing goes down over a fence", LOAD_1, STORE_ANY, false},
    {"a fence does not move", CALL, LOAD_1, false},
};

static void test_order(void **state)
{
    const struct order_case *c = *state;
    struct arena arena = {0};
    struct machine_breach breach;
    const struct ir_unit *unit = read_unit(&arena);
    struct machine_function *function = select_function(&arena, unit, unit->functions);
    const struct machine_order *order = machine_keep_order(&arena, function);
    if (!machine_verify_order(order, function, MACHINE_VIRTUAL, &breach))
        fail_msg("the good function is refused: %s", breach.text);
    machine_move(function->first, find_access(function, c->moved), find_access(function, c->before));
    const bool accepted = machine_verify_order(order, function, MACHINE_VIRTUAL, &breach);
    assert_int_equal(accepted, c->may);
    if (!accepted) {
        assert_int_equal(breach.invariant, MACHINE_INVARIANT_ordered);
        assert_non_null(strstr(breach.text, "function f, block 0, instruction "));
    }
    arena_release(&arena);
}

/* ---- control flow */

static void other_mode(struct machine_function *function)
{
    function->first->next->synchronous = false;
}

static void swapped(struct machine_function *function)
{
    struct machine_block *first = function->first->successor[0];
    function->first->successor[0] = function->first->successor[1];
    function->first->successor[1] = first;
}

static void no_second(struct machine_function *function)
{
    function->first->successor[1] = NULL;
}

static void block_less(struct machine_function *function)
{
    function->first->next->next = NULL;
}

static void block_more(struct machine_function *function)
{
    struct machine_block *more = ARENA_NEW(function->arena, struct machine_block);
    more->id = function->block_count++;
    function->first->next->next->next = more;
}

static const struct control_case {
    const char *name;
    void (*spoil)(struct machine_function *function);
} control_cases[] = {
    {"a block keeps its mode", other_mode},  {"a branch keeps its ways", swapped},
    {"a branch keeps both ways", no_second}, {"no block is gone", block_less},
    {"no block is new", block_more},
};

static void test_control(void **state)
{
    const struct control_case *c = *state;
    struct arena arena = {0};
    struct machine_breach breach;
    const struct ir_unit *unit = read_unit(&arena);
    struct machine_function *function = select_function(&arena, unit, unit->functions);
    if (!machine_verify_control(unit->functions, function, &breach))
        fail_msg("the good function is refused: %s", breach.text);
    c->spoil(function);
    assert_false(machine_verify_control(unit->functions, function, &breach));
    assert_int_equal(breach.invariant, MACHINE_INVARIANT_control);
    arena_release(&arena);
}

int main(void)
{
    enum {
        ORDERS = sizeof order_cases / sizeof *order_cases,
        CONTROLS = sizeof control_cases / sizeof *control_cases
    };
    static struct CMUnitTest tests[ORDERS + CONTROLS];
    for (size_t i = 0; i < ORDERS; i++)
        tests[i] = (struct CMUnitTest){
            .name = order_cases[i].name, .test_func = test_order, .initial_state = (void *)&order_cases[i]};
    for (size_t i = 0; i < CONTROLS; i++)
        tests[ORDERS + i] = (struct CMUnitTest){.name = control_cases[i].name,
                                                .test_func = test_control,
                                                .initial_state = (void *)&control_cases[i]};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
