/* async_iteration_host.c - the oracle of async_iteration.fork, and the proof of what it leaves.
 *
 *     async_iteration_host ticks PERCENT SEED [n]    ticks until all cells are right to 1e-4, if a cell is
 * updated in a tick with this probability async_iteration_host solve FILE [n]            writes the solution
 * as floats async_iteration_host prove FILE [n]            the largest residual and error of the field in
 * FILE
 */
#include "programs/mix.h"
#include "programs/oracle.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define RIGHT 1e-4f

/* Fields have a frame: (n + 2) x (n + 2), whose upper edge is 1. */
static void frame(float *field, int n)
{
    for (int column = 1; column <= n; column++)
        field[column] = 1;
}

static double mean_of(const double *field, int at, int n)
{
    return (field[at - n - 2] + field[at + n + 2] + field[at - 1] + field[at + 1]) * 0.25;
}

/* The solution, by successive overrelaxation in doubles. */
static void solve(const struct oracle *oracle, float *solution, int n)
{
    const size_t words = (size_t)(n + 2) * (size_t)(n + 2);
    const double omega = 2 / (1 + sin(M_PI / (n + 1)));
    double *field = oracle_memory(oracle, words, sizeof *field);
    double change = 1;

    for (int column = 1; column <= n; column++)
        field[column] = 1;
    while (change > 1e-14) {
        change = 0;
        for (int row = 1; row <= n; row++)
            for (int column = 1; column <= n; column++) {
                const int at = row * (n + 2) + column;
                const double step = omega * (mean_of(field, at, n) - field[at]);

                field[at] += step;
                change = fmax(change, fabs(step));
            }
    }
    for (size_t k = 0; k < words; k++)
        solution[k] = (float)field[k];
    free(field);
}

/* One tick: cells that are chosen get the mean of their neighbours as they were. True if a cell is not right.
 */
static bool tick(const float *from, float *to, const float *solution, int n, unsigned key, double share)
{
    bool wrong = false;

    for (int row = 1; row <= n; row++)
        for (int column = 1; column <= n; column++) {
            const int at = row * (n + 2) + column;

            to[at] = from[at];
            if (mix2(key, (unsigned)at) < share * 4294967296.0)
                to[at] = (((from[at - n - 2] + from[at + n + 2]) + from[at - 1]) + from[at + 1]) * 0.25f;
            wrong = wrong || fabsf(to[at] - solution[at]) > RIGHT;
        }
    return wrong;
}

static int count_ticks(float *field, float *other, const float *solution, int n, unsigned seed, double share)
{
    int ticks = 1;

    for (; tick(field, other, solution, n, mix2(seed, (unsigned)ticks), share); ticks++) {
        float *swap = field;

        field = other;
        other = swap;
    }
    return ticks;
}

static void prove(const float *field, const float *solution, int n)
{
    float residual = 0;
    float error = 0;

    for (int row = 1; row <= n; row++)
        for (int column = 1; column <= n; column++) {
            const int at = row * (n + 2) + column;
            const float mean =
                (field[at - n - 2] + field[at + n + 2] + field[at - 1] + field[at + 1]) * 0.25f;

            residual = fmaxf(residual, fabsf(mean - field[at]));
            error = fmaxf(error, fabsf(solution[at] - field[at]));
        }
    printf("residual %.1e, error %.1e\n", (double)residual, (double)error);
}

int main(int argc, char **argv)
{
    const struct oracle oracle = {"async_iteration_host", argc, argv};
    const int mode = oracle_word(&oracle, 1, "mode", "ticks solve prove ");
    const int n = oracle_number(&oracle, mode == 0 ? 4 : 3, "n", 62, 1, 254);
    const size_t words = (size_t)(n + 2) * (size_t)(n + 2);
    float *fields = oracle_memory(&oracle, 3 * words, sizeof *fields);
    float *solution = fields + 2 * words;

    solve(&oracle, solution, n);
    frame(fields, n);
    frame(fields + words, n);
    if (mode == 0) {
        printf("%d ticks\n", count_ticks(fields, fields + words, solution, n,
                                         (unsigned)oracle_number(&oracle, 3, "seed", 1, 0, 0x7fffffff),
                                         oracle_double(&oracle, 2, "percent", 100) / 100));
    } else if (argc < 3) {
        fprintf(stderr, "%s: which file?\n", oracle.program);
        return 2;
    } else if (mode == 1) {
        oracle_write(&oracle, argv[2], &(struct oracle_part){solution, words}, 1);
    } else {
        size_t count;
        uint32_t *file = oracle_read(&oracle, argv[2], &count);

        memcpy(fields, file, (count < words ? count : words) * sizeof *file);
        prove(fields, solution, n);
        free(file);
    }
    free(fields);
    return 0;
}
