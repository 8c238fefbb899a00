/* hash_table_host.c - the oracle of hash_table.fork: what must be in the table at the end, and how many
 * collisions chance gives.
 *
 *     hash_table_host mixed [n]               what `mixed` prints first
 *     hash_table_host expected [n [places]]   the expected collisions of n keys, and their standard deviation
 */
#include "programs/mix.h"
#include "programs/oracle.h"

#include <math.h>
#include <stdio.h>

/* The value of key i at the end of `mixed`; -1 if it is not there. */
static int value_of(int i)
{
    if (i % 9 == 0)
        return 7 * i;
    if (i % 3 == 0)
        return -1;
    return i % 2 == 1 ? 5 * i : 3 * i;
}

static void print_mixed(int n)
{
    unsigned checksum = 0;
    int found = 0;

    for (int i = 0; i < n; i++)
        if (value_of(i) >= 0) {
            found++;
            checksum += mix((unsigned)i) * (unsigned)value_of(i);
        }
    printf("%d keys are there, checksum %08x, 0 wrong answers\n", found, checksum);
}

/* Collisions are n less the places in use; of those: mean m (1 - (1 - 1/m)^n), variance from the pairs of
 * empty places. */
static void print_expected(int n, int m)
{
    const double places = m;
    const double one = exp(n * log1p(-1 / places));
    const double two = m > 1 ? exp(n * log1p(-2 / places)) : 0;

    printf("%.1f %.1f\n", n - places * (1 - one),
           sqrt(fmax(0, places * one + places * (places - 1) * two - places * places * one * one)));
}

int main(int argc, char **argv)
{
    const struct oracle oracle = {"hash_table_host", argc, argv};
    const int mode = oracle_word(&oracle, 1, "mode", "mixed expected ");
    const int n = oracle_number(&oracle, 2, "n", 300, 1, 1000000);
    const int places = oracle_number(&oracle, 3, "places", 200, 1, 1600000);

    if (mode == 0)
        print_mixed(n);
    else
        print_expected(n, places);
    return 0;
}
