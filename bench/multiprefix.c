/* multiprefix.c - the multiprefix engine alone: requests a second, from rows of cells and contributions to a
 * row of results, 1024 requests (a tile) at a time. Beside it what bounds requests to many cells: how fast
 * changed cache lines come and go. Prints CSV: what, rows, giga requests (lines) a second. Called by
 * multiprefix.sh.
 *
 * The least of many runs counts.
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "sim/bsp/rows/multiprefix.h"

enum { TILE = 1024, TILES = 64, WORDS = TILE * TILES, CELLS = 1 << 18, LINE_WORDS = 16, RUNS = 200 };

struct arrays {
    uint32_t *cells; /* 1 MiB */
    uint32_t *index, *contribution, *result;
};

static double clock_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now); /* other loads of the host do not count */
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static uint32_t *new_words(size_t count)
{
    uint32_t *words = aligned_alloc(ROWS_ALIGNMENT, count * sizeof *words);
    if (words == NULL)
        abort();
    for (size_t k = 0; k < count; k++)
        words[k] = (uint32_t)k;
    return words;
}

static void to_one_cell(const struct rows *rows, struct arrays *a, enum rows_fold fold)
{
    for (size_t k = 0; k < WORDS; k += TILE)
        a->cells[0] = multiprefix_one_cell(rows, fold, a->cells[0], a->contribution, a->result, TILE);
}

static void to_random_cells(const struct rows *rows, struct arrays *a, enum rows_fold fold)
{
    for (size_t k = 0; k < WORDS; k += TILE)
        multiprefix_cells(rows, fold, a->cells, a->index + k, a->contribution, a->result, TILE);
}

/* A word of every line, in order: no requests at all. */
static void change_lines(const struct rows *rows, struct arrays *a, enum rows_fold fold)
{
    (void)rows, (void)fold;
    volatile uint32_t *cells = a->cells;
    for (size_t k = 0; k < WORDS; k++)
        cells[k * LINE_WORDS % CELLS] += 1;
}

static void measure(const char *what, const struct rows *rows, struct arrays *a, enum rows_fold fold,
                    void (*work)(const struct rows *, struct arrays *, enum rows_fold))
{
    double least = 1e9;
    for (int run = 0; run < RUNS; run++) {
        const double start = clock_now();
        work(rows, a, fold);
        const double seconds = clock_now() - start;
        least = seconds < least ? seconds : least;
    }
    printf("%s,%s,%.3f\n", what, rows->name, WORDS / least / 1e9);
}

int main(void)
{
    static const char *const levels[] = {"plain", "v3", "v4"};
    struct arrays a = {new_words(CELLS), new_words(WORDS), new_words(TILE), new_words(TILE)};
    uint32_t random = 1;
    for (size_t k = 0; k < WORDS; k++) {
        random = random * 1664525u + 1013904223u;
        a.index[k] = random >> 14; /* of 2^18 */
    }
    for (size_t n = 0; n < sizeof levels / sizeof *levels; n++) {
        const struct rows *rows = rows_named(levels[n]);
        if (!rows)
            continue;
        measure("add to one cell", rows, &a, ROWS_FOLD_ADD, to_one_cell);
        measure("max to one cell", rows, &a, ROWS_FOLD_MAX, to_one_cell);
    }
    const struct rows *best = rows_best();
    measure("add to random cells in 1 MiB", best, &a, ROWS_FOLD_ADD, to_random_cells);
    measure("max to random cells in 1 MiB", best, &a, ROWS_FOLD_MAX, to_random_cells);
    measure("nothing but changing a word of each line of 1 MiB", best, &a, ROWS_FOLD_ADD, change_lines);
    free(a.cells);
    free(a.index);
    free(a.contribution);
    free(a.result);
    return 0;
}
