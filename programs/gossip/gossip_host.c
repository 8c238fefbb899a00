/* gossip_host.c - the oracle of gossip.fork.
 *
 *     gossip_host [n [seed [lost [rounds [output]]]]]
 *
 * Prints what the PRAM program prints except for the cycles, and writes the same output.
 */
#include "programs/mix.h"
#include "programs/oracle.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 65536, ROUNDS = 1000, UNIT = 1 << 16, WEIGHT = 1 << 26 };

/* What each node has, in 1/UNIT and 1/WEIGHT; `next` is what it will have. */
struct nodes {
    int n;
    int *value, *weight, *next_value, *next_weight;
};

/* In 1/64: the value's unit is 1024 times the weight's. */
static int believed(const struct nodes *nodes, int node)
{
    return nodes->weight[node] > 0 ? (int)(65536.0f * (float)nodes->value[node] / (float)nodes->weight[node])
                                   : -1;
}

/* One round; returns how many nodes are off by more than `bound`. */
static int talk(struct nodes *nodes, unsigned seed, unsigned lost, int right, int bound)
{
    const size_t size = (size_t)nodes->n * sizeof(int);
    int wrong = 0;

    memset(nodes->next_value, 0, size);
    memset(nodes->next_weight, 0, size);
    for (int node = 0; node < nodes->n; node++) {
        const unsigned key = mix2(seed, (unsigned)node);
        const unsigned to = key % (unsigned)nodes->n;
        const int half_value = nodes->value[node] >> 1;
        const int half_weight = nodes->weight[node] >> 1;

        nodes->next_value[node] += nodes->value[node] - half_value;
        nodes->next_weight[node] += nodes->weight[node] - half_weight;
        if (mix(key) % 100 >= lost) {
            nodes->next_value[to] += half_value;
            nodes->next_weight[to] += half_weight;
        }
    }
    memcpy(nodes->value, nodes->next_value, size);
    memcpy(nodes->weight, nodes->next_weight, size);
    for (int node = 0; node < nodes->n; node++)
        wrong += abs(believed(nodes, node) - right) > bound;
    return wrong;
}

int main(int argc, char **argv)
{
    const struct oracle oracle = {"gossip_host", argc, argv};
    const int n = oracle_number(&oracle, 1, "n", 256, 2, MOST);
    const unsigned seed = (unsigned)oracle_number(&oracle, 2, "seed", 1, 0, 0x7fffffff);
    const unsigned lost = (unsigned)oracle_number(&oracle, 3, "lost", 0, 0, 99);
    const int most = oracle_number(&oracle, 4, "rounds", 100, 1, ROUNDS);
    int *memory = oracle_memory(&oracle, 5 * (size_t)n + ROUNDS, sizeof *memory);
    struct nodes nodes = {n, memory, memory + n, memory + 2 * (ptrdiff_t)n, memory + 3 * (ptrdiff_t)n};
    int *estimate = memory + 4 * (ptrdiff_t)n;
    int *wrong = estimate + n;
    int sum = 0;
    int rounds = 0;
    int worst = 0;

    for (int node = 0; node < n; node++) {
        const int own = (int)(mix2(seed ^ 0x5eed, (unsigned)node) % 1000);

        nodes.value[node] = own * UNIT;
        nodes.weight[node] = WEIGHT;
        sum += own;
    }
    const int right = (int)(64.0f * (float)sum / (float)n);
    do
        wrong[rounds] = talk(&nodes, seed + (unsigned)rounds, lost, right, right / 1000 + 1);
    while (wrong[rounds++] != 0 && rounds < most);
    for (int node = 0; node < n; node++) {
        estimate[node] = believed(&nodes, node);
        worst = abs(estimate[node] - right) > worst ? abs(estimate[node] - right) : worst;
    }
    if (argc > 5)
        oracle_write(&oracle, argv[5], (struct oracle_part[]){{estimate, (size_t)n}, {wrong, (size_t)rounds}},
                     2);
    printf("%d nodes, average %f: %d rounds, largest error %f\n", n, (double)((float)sum / (float)n), rounds,
           worst / 64.0);
    free(memory);
    return 0;
}
