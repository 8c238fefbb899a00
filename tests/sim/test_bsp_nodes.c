/* test_bsp_nodes.c - memory that is brought to a node of the host, or spread over all, is what it was before;
 * where the system says where a page lies, it lies there. A host with one node shows that the calls are
 * right, and no more.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <linux/mempolicy.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "sim/bsp/team/nodes.h"

enum { BYTES = 1 << 16, WORD_BITS = 8 * sizeof(unsigned long) };

static unsigned char *make_memory(void)
{
    unsigned char *memory = mmap(NULL, BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert_true(memory != MAP_FAILED);
    for (size_t k = 0; k < BYTES / 2; k++) /* the rest has not been touched yet */
        memory[k] = (unsigned char)(k * 7 + k / 256);
    return memory;
}

static void assert_memory(const unsigned char *memory)
{
    for (size_t k = 0; k < BYTES; k++)
        assert_int_equal(memory[k], k < BYTES / 2 ? (unsigned char)(k * 7 + k / 256) : 0);
    munmap((void *)memory, BYTES);
}

/* -1: the system does not say. */
static int node_of(const void *memory)
{
    int node = -1;
    const unsigned long flags = MPOL_F_NODE | MPOL_F_ADDR;
    return syscall(SYS_get_mempolicy, &node, NULL, 0ul, memory, flags) == 0 ? node : -1;
}

static bool may_place(void)
{
    unsigned char *page = make_memory();
    const unsigned long here = 1;
    const bool may =
        syscall(SYS_mbind, page, (unsigned long)BYTES, (unsigned long)MPOL_DEFAULT, &here, 0ul, 0u) == 0;
    munmap(page, BYTES);
    return may;
}

static void there_is_a_node(void **state)
{
    (void)state;
    struct nodes nodes;
    nodes_find(&nodes);
    assert_in_range(nodes.count, 1, NODES_MOST);
    assert_in_range(nodes_here(), 0, NODES_MOST - 1);
}

static void what_is_brought_stays_as_it_is(void **state)
{
    (void)state;
    static const size_t begins[] = {0, 1, 4095, 4096, 5000}, lengths[] = {0, 1, 4096, 8000, 40000};
    for (size_t b = 0; b < sizeof begins / sizeof begins[0]; b++)
        for (size_t k = 0; k < sizeof lengths / sizeof lengths[0]; k++) {
            unsigned char *memory = make_memory();
            const unsigned node = nodes_here();
            nodes_bring(node, memory + begins[b], lengths[k]);
            if (may_place() && lengths[k] != 0) {
                assert_int_equal(node_of(memory + begins[b]), node);
                assert_int_equal(node_of(memory + begins[b] + lengths[k] - 1), node);
            }
            assert_memory(memory);
        }
}

static void what_is_spread_stays_as_it_is(void **state)
{
    (void)state;
    struct nodes nodes;
    nodes_find(&nodes);
    unsigned char *memory = make_memory();
    nodes_spread(&nodes, memory, BYTES);
    for (size_t k = 0; k < BYTES && may_place(); k += 4096) {
        const int node = node_of(memory + k);
        assert_true(node >= 0 && nodes.set[node / WORD_BITS] >> node % WORD_BITS & 1);
    }
    assert_memory(memory);
}

/* Pieces that the system refuses are left as they are. */
static void what_cannot_be_brought_is_left(void **state)
{
    (void)state;
    unsigned char *memory = make_memory();
    nodes_bring(NODES_MOST - 1, memory, BYTES);
    munmap(memory + BYTES / 2, BYTES / 2);
    nodes_bring(nodes_here(), memory, BYTES);
    for (size_t k = 0; k < BYTES / 2; k++)
        assert_int_equal(memory[k], (unsigned char)(k * 7 + k / 256));
    munmap(memory, BYTES / 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(there_is_a_node),
        cmocka_unit_test(what_is_brought_stays_as_it_is),
        cmocka_unit_test(what_is_spread_stays_as_it_is),
        cmocka_unit_test(what_cannot_be_brought_is_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
