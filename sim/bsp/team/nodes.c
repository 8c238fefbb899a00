/* nodes.c - see nodes.h. Calls the operating system only.
 */
#include "sim/bsp/team/nodes.h"

#include <linux/mempolicy.h>
#include <sched.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { WORD_BITS = 8 * sizeof(unsigned long) };

/* Linux reads one bit less than it is told of. */
#define SET_BITS ((unsigned long)NODES_MOST + 1)

/* Whether the user leaves it to the system where memory lies. */
static bool is_left_to_us(void)
{
    int policy = MPOL_DEFAULT;
    return syscall(SYS_get_mempolicy, &policy, NULL, 0ul, NULL, 0ul) == 0 && policy == MPOL_DEFAULT;
}

void nodes_find(struct nodes *nodes)
{
    *nodes = (struct nodes){.count = 0};
    if (syscall(SYS_get_mempolicy, NULL, nodes->set, SET_BITS, NULL, (unsigned long)MPOL_F_MEMS_ALLOWED) == 0)
        for (size_t k = 0; k < sizeof nodes->set / sizeof nodes->set[0]; k++)
            nodes->count += (unsigned)__builtin_popcountl(nodes->set[k]);
    if (nodes->count == 0 || (nodes->count > 1 && !is_left_to_us()))
        nodes->count = 1;
}

bool nodes_differ(const struct nodes *nodes)
{
#ifdef PRAM_HOSTILE
    (void)nodes;
    return true;
#else
    return nodes->count > 1;
#endif
}

unsigned nodes_here(void)
{
    unsigned core, node;
    return getcpu(&core, &node) == 0 && node < NODES_MOST ? node : 0;
}

/* Whole pages, those at the ends included: what else lies there moves along. */
static void place(unsigned policy, const unsigned long *set, void *memory, size_t bytes)
{
    const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    const uintptr_t begin = (uintptr_t)memory / page * page;
    const uintptr_t end = ((uintptr_t)memory + bytes + page - 1) / page * page;
    if (bytes != 0)
        (void)syscall(SYS_mbind, begin, end - begin, policy, set, SET_BITS, (unsigned)MPOL_MF_MOVE);
}

void nodes_bring(unsigned node, void *memory, size_t bytes)
{
    unsigned long set[NODES_MOST / WORD_BITS] = {0};
    set[node / WORD_BITS] = 1ul << node % WORD_BITS;
    place(MPOL_PREFERRED, set, memory, bytes);
}

void nodes_spread(const struct nodes *nodes, void *memory, size_t bytes)
{
    place(MPOL_INTERLEAVE, nodes->set, memory, bytes);
}
