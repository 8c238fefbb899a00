/* sandpile_host.c - the oracle of sandpile.fork: the same pile, relaxed by one stack of cells, or in rounds.
 *
 *     sandpile_host [async|sync|sizes [n [grains [initial [seed [output]]]]]]
 *
 * Prints what the PRAM program prints except for the cycles, and writes the same output.
 */
#include "programs/mix.h"
#include "programs/oracle.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ASYNC, SYNC, SIZES };

/* A pile of n x n cells; `list` and `next` have room for all. */
struct pile {
    int n;
    int *height, *toppled, *fired, *list;
};

static int cell_of(unsigned seed, int i, int n)
{
    return (int)(mix2(seed, (unsigned)i) % (unsigned)(n * n));
}

/* Gives `grains` to the neighbours of a cell; calls `visit` for each that is there. */
static void give(struct pile *pile, int cell, int grains)
{
    const int row = cell / pile->n;
    const int column = cell % pile->n;

    if (row > 0)
        pile->height[cell - pile->n] += grains;
    if (column > 0)
        pile->height[cell - 1] += grains;
    if (column < pile->n - 1)
        pile->height[cell + 1] += grains;
    if (row < pile->n - 1)
        pile->height[cell + pile->n] += grains;
}

/* One round: all cells that can topple. Returns the topplings. */
static int topple_all(struct pile *pile)
{
    const int cells = pile->n * pile->n;
    int listed = 0;
    int topplings = 0;

    for (int cell = 0; cell < cells; cell++)
        if (pile->height[cell] >= 4) {
            pile->list[listed++] = cell;
            pile->fired[cell] = pile->height[cell] / 4;
        }
    for (int k = 0; k < listed; k++) {
        const int cell = pile->list[k];

        pile->height[cell] -= 4 * pile->fired[cell];
        pile->toppled[cell] += pile->fired[cell];
        topplings += pile->fired[cell];
        give(pile, cell, pile->fired[cell]);
    }
    return topplings;
}

/* Rounds until nothing topples; returns how many, and adds the topplings to *topplings. */
static int relax(struct pile *pile, int *topplings)
{
    int round = 0;

    for (int more; (more = topple_all(pile)) > 0; round++)
        *topplings += more;
    return round;
}

/* The same by sweeps in place, in another order: what is Abelian does not mind. */
static void relax_in_place(struct pile *pile)
{
    int more = 1;

    while (more > 0) {
        more = 0;
        for (int cell = pile->n * pile->n - 1; cell >= 0; cell--)
            while (pile->height[cell] >= 4) {
                pile->height[cell] -= 4;
                pile->toppled[cell]++;
                give(pile, cell, 1);
                more = 1;
            }
    }
}

int main(int argc, char **argv)
{
    const struct oracle oracle = {"sandpile_host", argc, argv};
    const int mode = oracle_word(&oracle, 1, "mode", "async sync sizes ");
    const int n = oracle_number(&oracle, 2, "n", 16, 1, 512);
    const int grains = oracle_number(&oracle, 3, "grains", 200, 0, mode == SIZES ? 1 << 20 : 1 << 28);
    const int initial = oracle_number(&oracle, 4, "initial", 2, 0, 1000);
    const unsigned seed = (unsigned)oracle_number(&oracle, 5, "seed", 1, 0, 0x7fffffff);
    const size_t cells = (size_t)n * (size_t)n;
    const size_t avalanches = mode == SIZES ? (size_t)grains : 0;
    int *block = oracle_memory(&oracle, 4 * cells + 2 * avalanches, sizeof *block);
    int *size = block + 4 * cells;
    int *rounds = size + avalanches;
    struct pile pile = {n, block, block + cells, block + 2 * cells, block + 3 * cells};
    int topplings = 0;
    int left = 0;

    for (size_t cell = 0; cell < cells; cell++)
        pile.height[cell] = initial;
    for (int i = 0; i < grains; i++) {
        pile.height[cell_of(seed, i, n)]++;
        if (mode == SIZES)
            rounds[i] = relax(&pile, &size[i]);
    }
    if (mode == ASYNC)
        relax_in_place(&pile);
    else
        relax(&pile, &topplings);
    topplings = 0;
    for (size_t cell = 0; cell < cells; cell++) {
        topplings += pile.toppled[cell];
        left += pile.height[cell];
    }
    if (argc > 6)
        oracle_write(&oracle, argv[6], (struct oracle_part[]){{block, 2 * cells}, {size, 2 * avalanches}}, 2);
    printf("%d x %d cells, %d grains: %d topplings, %d grains are left, %d are gone\n", n, n, grains,
           topplings, left, n * n * initial + grains - left);
    free(block);
    return 0;
}
