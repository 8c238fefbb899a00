/* stripes_host.c - the oracle of stripes.fork: borders by their definition, one search from the first row for
 * each.
 *
 *     stripes_host sum|product|lost [n [stripes [lost]]]
 *
 * Prints what the PRAM program prints except for its cycles.
 */
#include "programs/mix.h"
#include "programs/oracle.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { SUM, PRODUCT, LOST };

/* The most rows that weigh no more than k / stripes of all; rows at the end that weigh nothing belong to the
 * last stripe. */
static int border_of(const int64_t *first, int n, int k, int stripes)
{
    const int64_t share = first[n] * k / stripes;
    int rows = 0;

    if (k == 0)
        return 0;
    while (rows < n && first[rows + 1] <= share)
        rows++;
    return k == stripes ? n : rows;
}

static void print_sum(int n, const int *border, int tasks)
{
    int64_t sum = 0;

    for (int i = 0; i < n; i++)
        sum += i;
    for (int task = 0; tasks <= 16 && task < tasks; task++)
        printf("task %d: %d-%d\n", task, border[task], border[task + 1] - 1);
    printf("%d entries, %d tasks: sum %lld\n", n, tasks, (long long)sum);
}

static void print_product(int n, const int64_t *first, int stripes)
{
    uint32_t sum = 0;

    for (int row = 0; row < n; row++) {
        uint32_t product = 0;

        for (int64_t k = first[row]; k < first[row + 1]; k++) {
            const unsigned column = mix2(1, (unsigned)k) % (unsigned)n;
            const int value = (int)(mix2(2, (unsigned)k) % 19) - 9;

            product += (uint32_t)(value * ((int)(mix2(3, column) % 199) - 99));
        }
        sum += product * mix((unsigned)row);
    }
    printf("%d rows, %lld entries, %d stripes: checksum %08x\n", n, (long long)first[n], stripes, sum);
}

/* Entries that move when stripe `lost` is gone and stripe k becomes the rows after[k] to after[k + 1],
 * survivors in order. */
static void print_lost(const char *how, const int64_t *first, const int *border, const int *after,
                       int stripes, int lost)
{
    int64_t moved = 0;
    int64_t largest = 0;

    for (int k = 0; k < stripes; k++) {
        const int now = k < lost ? k : k - 1;

        for (int row = border[k]; row < border[k + 1]; row++)
            if (k == lost || row < after[now] || row >= after[now + 1])
                moved += first[row + 1] - first[row];
        if (k != lost && first[after[now + 1]] - first[after[now]] > largest)
            largest = first[after[now + 1]] - first[after[now]];
    }
    printf("%s: %lld of %lld entries move, largest load %lld\n", how, (long long)moved,
           (long long)first[border[stripes]], (long long)largest);
}

static void lose(const int64_t *first, int n, const int *border, int *after, int stripes, int lost)
{
    int middle = border[lost];

    for (int k = 0; k < stripes; k++)
        after[k] = border_of(first, n, k, stripes - 1);
    print_lost("cut anew", first, border, after, stripes, lost);
    while (middle < border[lost + 1] && 2 * first[middle] < first[border[lost]] + first[border[lost + 1]])
        middle++;
    if (lost == 0)
        middle = border[lost];
    if (lost == stripes - 1)
        middle = border[lost + 1];
    for (int k = 0; k < stripes; k++)
        after[k] = k < lost ? border[k] : k == lost ? middle : border[k + 1];
    after[0] = 0;
    after[stripes - 1] = n;
    print_lost("to the neighbours", first, border, after, stripes, lost);
}

int main(int argc, char **argv)
{
    const struct oracle oracle = {"stripes_host", argc, argv};
    const int mode = oracle_word(&oracle, 1, "mode", "sum product lost ");
    const int n = oracle_number(&oracle, 2, "n", mode == SUM ? 1000 : 500, 1, mode == SUM ? 1000000 : 40000);
    const int stripes = oracle_number(&oracle, 3, "stripes", 3, mode == LOST ? 2 : 1, 32768);
    const int lost = oracle_number(&oracle, 4, "lost", 0, 0, stripes - 1);
    int64_t *first = oracle_memory(&oracle, (size_t)n + 1, sizeof *first);
    int *border = oracle_memory(&oracle, 2 * ((size_t)stripes + 1), sizeof *border);

    for (int i = 0; i < n; i++)
        first[i + 1] = first[i] + (mode == SUM ? 1 : 1 + 4 * n / (i + 64));
    for (int k = 0; k <= stripes; k++)
        border[k] = border_of(first, n, k, stripes);
    if (mode == SUM)
        print_sum(n, border, stripes);
    else if (mode == PRODUCT)
        print_product(n, first, stripes);
    else
        lose(first, n, border, border + stripes + 1, stripes, lost);
    free(first);
    free(border);
    return 0;
}
