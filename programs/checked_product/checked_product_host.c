/* checked_product_host.c - the oracle of checked_product.fork: the product, without sums.
 *
 *     checked_product_host N OUTPUT
 */
#include "programs/oracle.h"

#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    const struct oracle oracle = {"checked_product_host", argc, argv};
    const int n = oracle_number(&oracle, 1, "n", 8, 1, 64);
    const size_t cells = (size_t)n * (size_t)n;
    int *product = oracle_memory(&oracle, cells, sizeof *product);

    if (argc != 3) {
        fprintf(stderr, "usage: %s N OUTPUT\n", oracle.program);
        free(product);
        return 2;
    }
    for (int row = 0; row < n; row++)
        for (int column = 0; column < n; column++)
            for (int k = 0; k < n; k++)
                product[row * n + column] += ((row * n + k) * 7 % 11 - 5) * ((k * n + column) * 5 % 13 - 6);
    oracle_write(&oracle, argv[2], &(struct oracle_part){product, cells}, 1);
    free(product);
    return 0;
}
