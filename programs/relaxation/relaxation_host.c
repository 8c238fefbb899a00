/* relaxation_host.c - the oracle of relaxation.fork: Laplace's equation by Jacobi sweeps with dead cells, in
 * doubles.
 *
 * relaxation_host check FILE: computes FILE again from its dead cells: bit for bit the same?
 *
 * relaxation_host draw PERCENT SEED [n [limit]]: scattered dead cells, drawn.
 *
 * relaxation_host cluster SIDE SEED [n [limit]]: a square of dead cells, its place drawn.
 *
 * Prints dead cells, sweeps, and the mean and largest error of live cells against the solution without dead
 * ones. FILE has words: n, sweeps, n * n times 1 (alive) or 0, n * n doubles, as relaxation.fork writes them.
 */
#include "programs/mix.h"
#include "programs/oracle.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHANGE 1e-8

/* A square of n x n cells whose upper edge is 1, the others 0. */
struct square {
    int n;
    const uint8_t *alive;
    double *now, *next;
};

/* What a cell gets from a neighbour: its own value if the neighbour is dead. */
static double value_of(const struct square *square, int row, int column, double own)
{
    if (row < 0)
        return 1;
    if (row >= square->n || column < 0 || column >= square->n)
        return 0;
    return square->alive[row * square->n + column] ? square->now[row * square->n + column] : own;
}

/* One sweep, in the order of operations of the PRAM program; true if a cell has changed by more than CHANGE.
 */
static bool sweep(struct square *square)
{
    const int n = square->n;
    bool moves = false;
    double *swap = square->now;

    for (int row = 0; row < n; row++)
        for (int column = 0; column < n; column++) {
            const int cell = row * n + column;
            const double own = square->now[cell];

            square->next[cell] = own;
            if (!square->alive[cell])
                continue;
            square->next[cell] =
                ((value_of(square, row - 1, column, own) + value_of(square, row + 1, column, own) +
                  value_of(square, row, column - 1, own)) +
                 value_of(square, row, column + 1, own)) *
                0.25;
            moves = moves || fabs(square->next[cell] - own) > CHANGE;
        }
    square->now = square->next;
    square->next = swap;
    return moves;
}

/* Sweeps until nothing moves, at most `limit`; returns how many. The values lie in `now`. */
static int relax(struct square *square, int limit)
{
    int sweeps = 0;

    while (sweeps < limit && sweep(square))
        sweeps++;
    return sweeps + (sweeps < limit);
}

static void print_errors(const struct square *square, const double *right, int sweeps)
{
    const int cells = square->n * square->n;
    double sum = 0;
    double largest = 0;
    int live = 0;

    for (int cell = 0; cell < cells; cell++)
        if (square->alive[cell]) {
            const double error = fabs(square->now[cell] - right[cell]);

            live++;
            sum += error;
            largest = fmax(largest, error);
        }
    printf("%d of %d cells are dead: %d sweeps, mean error %.5f, largest %.4f\n", cells - live, cells, sweeps,
           live > 0 ? sum / live : 0, largest);
}

/* Bit for bit. */
static bool is_same(double number, const uint32_t *words)
{
    uint64_t bits, stored;
    memcpy(&bits, &number, sizeof bits);
    memcpy(&stored, words, sizeof stored);
    return bits == stored;
}

static int check(const struct oracle *oracle, const char *path, struct square *square, uint8_t *alive,
                 const uint32_t *words, size_t count)
{
    const size_t cells = (size_t)square->n * (size_t)square->n;
    int sweeps;

    if (count != 2 + 3 * cells) {
        fprintf(stderr, "%s: %s: has another size\n", oracle->program, path);
        return 1;
    }
    for (size_t cell = 0; cell < cells; cell++)
        alive[cell] = words[2 + cell] != 0;
    sweeps = relax(square, (int)words[1]);
    if (sweeps != (int)words[1]) {
        printf("%d sweeps, %d expected\n", (int)words[1], sweeps);
        return 1;
    }
    for (size_t cell = 0; cell < cells; cell++)
        if (alive[cell] && !is_same(square->now[cell], &words[2 + cells + 2 * cell])) {
            printf("cell %zu differs\n", cell);
            return 1;
        }
    return 0;
}

int main(int argc, char **argv)
{
    const struct oracle oracle = {"relaxation_host", argc, argv};
    const int mode = oracle_word(&oracle, 1, "mode", "check draw cluster ");
    size_t count = 0;
    uint32_t *words = mode == 0 ? oracle_read(&oracle, argc > 2 ? argv[2] : "", &count) : NULL;
    const double amount = mode == 0 ? 0 : oracle_double(&oracle, 2, "percent or side", 0);
    const unsigned seed = mode == 0 ? 0 : (unsigned)oracle_number(&oracle, 3, "seed", 1, 0, 0x7fffffff);
    const int n = mode == 0 ? (count > 1 && words[0] <= 1024 ? (int)words[0] : 1)
                            : oracle_number(&oracle, 4, "n", 64, 1, 1024);
    const int limit = mode == 0 ? 100000000 : oracle_number(&oracle, 5, "limit", 100000000, 1, 100000000);
    const size_t cells = (size_t)n * (size_t)n;
    double *memory = oracle_memory(&oracle, 4 * cells, sizeof *memory);
    uint8_t *alive = oracle_memory(&oracle, cells, 1);
    struct square whole = {n, alive, memory, memory + cells};
    struct square holed = {n, alive, memory + 2 * cells, memory + 3 * cells};
    const int side = mode == 2 ? (int)amount : 0;
    const int row = (int)(mix2(seed, 0) % (unsigned)(n - side + 1));
    const int column = (int)(mix2(seed, 1) % (unsigned)(n - side + 1));
    int status = 0;
    int sweeps;

    memset(alive, 1, cells);
    (void)relax(&whole, 100000000);
    for (int cell = 0; mode != 0 && cell < n * n; cell++)
        alive[cell] = mode == 1 ? mix2(seed, (unsigned)cell) >= amount / 100 * 4294967296.0
                                : cell / n < row || cell / n >= row + side || cell % n < column ||
                                      cell % n >= column + side;
    if (mode == 0)
        status = check(&oracle, argv[2], &holed, alive, words, count);
    sweeps = mode == 0 ? (int)(count > 1 ? words[1] : 0) : relax(&holed, limit);
    if (status == 0)
        print_errors(&holed, whole.now, sweeps);
    free(memory);
    free(alive);
    free(words);
    return status;
}
