/* value_iteration_host.c - the oracle of value_iteration.fork, in floats and in the same order of operations.
 *
 * value_iteration_host check FILE: computes FILE again from its tasks that are there: bit for bit the same?
 *
 * value_iteration_host draw MODE N SEED STEPS BREAKS MENDS [budget]: the chain of failures is drawn
 * here, for each of the two PPs of a task; BREAKS and MENDS are probabilities in a step.
 *
 * value_iteration_host curve ... (as draw): the error after each step, too.
 *
 * The error is the mean over the cells of |V - V*|, where V* is computed in doubles; the distance the same
 * from the values at which a run without failures stops.
 */
#include "programs/oracle.h"
#include "programs/value_iteration/steps.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 64, WIDE = MOST + 2, CELLS = WIDE * WIDE, MOST_STEPS = 2000 };
enum { NONE, UNLIMITED, MEASURED };
enum { CHECK, DRAW, CURVE };

/* Cells have a frame, whose value is 0. */
struct grid {
    int n, mode, budget;
    float reward[CELLS], ahead[CELLS], aside[CELLS];
    float value[2][CELLS], weight[4][CELLS];
    int current;
    bool there[CELLS]; /* in this step */
};

static const int to_side[4] = {-WIDE, -1, 1, WIDE};

static int cell_of(const struct grid *grid, int task)
{
    return (task / grid->n + 1) * WIDE + task % grid->n + 1;
}

static bool is_inside(const struct grid *grid, int cell)
{
    return cell / WIDE > 0 && cell / WIDE <= grid->n && cell % WIDE > 0 && cell % WIDE <= grid->n;
}

static void make_grid(struct grid *grid, unsigned seed)
{
    for (int task = 0; task < grid->n * grid->n; task++) {
        const int cell = cell_of(grid, task);
        int neighbours = 0;

        for (int d = 0; d < 4; d++)
            neighbours += is_inside(grid, cell + to_side[d]);
        grid->reward[cell] = reward_of(seed, task);
        grid->aside[cell] = 0.2f / (float)neighbours;
        grid->ahead[cell] = 0.8f - grid->aside[cell];
    }
}

static float new_value(const struct grid *grid, int cell)
{
    const float *value = grid->value[grid->current];
    const float up = value[cell - WIDE];
    const float left = value[cell - 1];
    const float right = value[cell + 1];
    const float down = value[cell + WIDE];
    const float most = fmaxf(fmaxf(up, left), fmaxf(right, down));

    return grid->reward[cell] + 0.95f * (grid->ahead[cell] * most +
                                         grid->aside[cell] * (((up + left) + (right + down)) + value[cell]));
}

/* The direction from a missing cell to its substitute; -1: there is none. */
static int substitute_of(const struct grid *grid, int cell)
{
    int best = -1;
    uint32_t least = UINT32_MAX;

    for (int d = 0; d < 4; d++) {
        const float difference = grid->weight[d][cell];
        uint32_t key = 0;

        if (!is_inside(grid, cell + to_side[d]) || !grid->there[cell + to_side[d]])
            continue;
        if (grid->mode == MEASURED) {
            memcpy(&key, &difference, sizeof key);
            key = (key + 3) & ~(uint32_t)3; /* the two last bits are the direction's, as on the machine */
        }
        if (key < least) {
            least = key;
            best = d;
        }
    }
    return best;
}

/* A step. True if it makes progress; *substitutions is added to, *moves becomes whether a value has changed.
 */
static bool step_on(struct grid *grid, int *substitutions, bool *moves)
{
    const float *old = grid->value[grid->current];
    float *next = grid->value[1 - grid->current];
    int spent = 0;
    int substituted = 0;

    *moves = false;
    for (int task = 0; task < grid->n * grid->n; task++) {
        const int cell = cell_of(grid, task);

        if (grid->there[cell])
            next[cell] = new_value(grid, cell);
    }
    for (int task = 0; task < grid->n * grid->n; task++) {
        const int cell = cell_of(grid, task);

        if (!grid->there[cell]) {
            const int d = grid->mode == NONE ? -1 : substitute_of(grid, cell);

            if (d < 0)
                return false;
            next[cell] = next[cell + to_side[d]];
            substituted++;
            if (grid->mode == MEASURED)
                spent += (int)(grid->weight[d][cell] * 1000.0f);
        }
        *moves = *moves || fabsf(next[cell] - old[cell]) > 0.001f;
    }
    if (spent > grid->budget * grid->n * grid->n)
        return false;
    for (int task = 0; task < grid->n * grid->n; task++) {
        const int cell = cell_of(grid, task);

        for (int d = 0; d < 4; d++)
            if (grid->there[cell] && is_inside(grid, cell + to_side[d]) && grid->there[cell + to_side[d]])
                grid->weight[d][cell] = fabsf(next[cell] - next[cell + to_side[d]]);
    }
    grid->current = 1 - grid->current;
    *substitutions += substituted;
    return true;
}

/* ---- the right values */

static void solve(const struct grid *grid, double *right)
{
    double change = 1;

    memset(right, 0, CELLS * sizeof *right);
    while (change > 1e-12) {
        change = 0;
        for (int task = 0; task < grid->n * grid->n; task++) {
            const int cell = cell_of(grid, task);
            double most = 0;
            double sum = right[cell];
            int neighbours = 0;

            for (int d = 0; d < 4; d++)
                if (is_inside(grid, cell + to_side[d])) {
                    most = fmax(most, right[cell + to_side[d]]);
                    sum += right[cell + to_side[d]];
                    neighbours++;
                }
            const double now =
                grid->reward[cell] + 0.95 * ((0.8 - 0.2 / neighbours) * most + 0.2 / neighbours * sum);

            change = fmax(change, fabs(now - right[cell]));
            right[cell] = now;
        }
    }
}

/* The mean difference to these values. */
static double error_of(const struct grid *grid, const double *right)
{
    double sum = 0;

    for (int task = 0; task < grid->n * grid->n; task++)
        sum += fabs(grid->value[grid->current][cell_of(grid, task)] - right[cell_of(grid, task)]);
    return sum / (grid->n * grid->n);
}

/* ---- failures */

/* Two PPs of each task; each breaks and is mended by its own draws. */
struct chain {
    unsigned seed;
    double breaks, mends;
    bool broken[2 * MOST * MOST];
};

static void draw_step(struct chain *chain, struct grid *grid, int step)
{
    const int tasks = grid->n * grid->n;

    for (int pp = 0; pp < 2 * tasks; pp++) {
        const double drawn = mix2(chain->seed + (unsigned)step, (unsigned)pp) * 0x1p-32;

        if (drawn < (chain->broken[pp] ? chain->mends : chain->breaks))
            chain->broken[pp] = !chain->broken[pp];
    }
    for (int task = 0; task < tasks; task++)
        grid->there[cell_of(grid, task)] = !chain->broken[task] || !chain->broken[task + tasks];
}

static void read_step(struct grid *grid, const uint32_t *bits)
{
    for (int task = 0; task < grid->n * grid->n; task++)
        grid->there[cell_of(grid, task)] = (bits[task / 32] >> task % 32 & 1) != 0;
}

/* ---- runs */

struct result {
    int steps, progress, substitutions;
};

/* At most `steps` steps; failures come from `words` or `chain`, if they are not NULL. */
static struct result iterate(struct grid *grid, int steps, const uint32_t *words, struct chain *chain,
                             const double *right_if_curve)
{
    const int words_a_step = (grid->n * grid->n + 31) / 32;
    struct result result = {0, 0, 0};
    bool moves = true;

    memset(grid->there, true, sizeof grid->there);
    while (result.steps < steps && moves) {
        bool goes_on;

        if (words != NULL)
            read_step(grid, words + (ptrdiff_t)result.steps * words_a_step);
        else if (chain != NULL)
            draw_step(chain, grid, result.steps);
        goes_on = step_on(grid, &result.substitutions, &moves);
        moves = moves || !goes_on;
        result.progress += goes_on;
        result.steps++;
        if (right_if_curve != NULL)
            printf("%d,%.6f\n", result.steps, error_of(grid, right_if_curve));
    }
    return result;
}

/* The values at which a run without failures stops. */
static void iterate_without_failures(const struct oracle *oracle, int n, unsigned seed, double *values)
{
    struct grid *grid = oracle_memory(oracle, 1, sizeof *grid);

    grid->n = n;
    make_grid(grid, seed);
    iterate(grid, MOST_STEPS, NULL, NULL, NULL);
    for (int cell = 0; cell < CELLS; cell++)
        values[cell] = grid->value[grid->current][cell];
    free(grid);
}

static void print_result(const struct oracle *oracle, const struct grid *grid, unsigned seed,
                         struct result result)
{
    double *right = oracle_memory(oracle, 2 * CELLS, sizeof *right);
    double *without = right + CELLS;

    solve(grid, right);
    iterate_without_failures(oracle, grid->n, seed, without);
    printf("%d x %d cells: %d steps, %d with progress, %d substitutions, error %.6f, distance %.6f\n",
           grid->n, grid->n, result.steps, result.progress, result.substitutions, error_of(grid, right),
           error_of(grid, without));
    free(right);
}

/* Bit for bit. */
static bool is_same(float number, uint32_t word)
{
    uint32_t bits;

    memcpy(&bits, &number, sizeof bits);
    return bits == word;
}

static int check(const struct oracle *oracle, const char *path, struct grid *grid)
{
    size_t count;
    uint32_t *words = oracle_read(oracle, path, &count);
    struct result result;
    int status = 1;

    if (count < 5 || words[0] > MEASURED || words[1] < 2 || words[1] > MOST || words[3] > MOST_STEPS ||
        count != 5 + (size_t)words[3] * ((words[1] * words[1] + 31) / 32) + (size_t)words[1] * words[1]) {
        fprintf(stderr, "%s: %s: has another size\n", oracle->program, path);
        free(words);
        return 1;
    }
    grid->mode = (int)words[0];
    grid->n = (int)words[1];
    grid->budget = (int)words[4];
    make_grid(grid, words[2]);
    result = iterate(grid, (int)words[3], words + 5, NULL, NULL);
    const uint32_t *values = words + count - (size_t)words[1] * words[1];
    int task = 0;
    while (task < grid->n * grid->n && is_same(grid->value[grid->current][cell_of(grid, task)], values[task]))
        task++;
    if (result.steps != (int)words[3])
        printf("%d steps, %d expected\n", (int)words[3], result.steps);
    else if (task < grid->n * grid->n)
        printf("cell %d differs\n", task);
    else
        status = 0;
    if (status == 0)
        print_result(oracle, grid, words[2], result);
    free(words);
    return status;
}

int main(int argc, char **argv)
{
    const struct oracle oracle = {"value_iteration_host", argc, argv};
    const int what = oracle_word(&oracle, 1, "what", "check draw curve ");
    struct grid *grid = oracle_memory(&oracle, 1, sizeof *grid);
    struct chain *chain = oracle_memory(&oracle, 1, sizeof *chain);
    double *right = oracle_memory(&oracle, CELLS, sizeof *right);
    int status = 0;

    if (what == CHECK) {
        status = check(&oracle, argc > 2 ? argv[2] : "", grid);
    } else {
        const unsigned seed = (unsigned)oracle_number(&oracle, 4, "seed", 1, 0, 0x7fffffff);
        const int steps = oracle_number(&oracle, 5, "steps", 300, 1, MOST_STEPS);

        grid->mode = oracle_word(&oracle, 2, "mode", "none unlimited measured ");
        grid->n = oracle_number(&oracle, 3, "n", 10, 2, MOST);
        chain->breaks = oracle_double(&oracle, 6, "breaks", 0);
        chain->mends = oracle_double(&oracle, 7, "mends", 0.1);
        grid->budget = oracle_number(&oracle, 8, "budget", BUDGET, 0, 10000);
        chain->seed = mix2(seed, 0xfa117);
        make_grid(grid, seed);
        if (what == CURVE)
            solve(grid, right);
        print_result(&oracle, grid, seed, iterate(grid, steps, NULL, chain, what == CURVE ? right : NULL));
    }
    free(right);
    free(chain);
    free(grid);
    return status;
}
