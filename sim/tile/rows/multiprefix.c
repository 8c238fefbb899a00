/* multiprefix.c - scans for one cell, and the direct way for many: the efficient mpadd of the paper's future
 * work.
 *
 * The direct way is hard to beat: requests to different cells overlap in the processor, and its limit is the
 * transfer of changed cache lines from the first level of cache to the second. Hashing and sorting are slower
 * for every mix of cells that a machine of some thousand PPs makes, and so are gather, scatter and conflict
 * instructions. Only in a run of requests to one cell each would wait for the store before it: whole blocks
 * of such runs are recognised, and scanned. */
#include "sim/tile/rows/multiprefix.h"

#include <string.h>

uint32_t multiprefix_one_cell(const struct rows *rows, enum system_fold operation, uint32_t start,
                              const uint32_t *contribution, uint32_t *result, size_t count)
{
    return result ? rows->scan[operation](result, contribution, start, count)
                  : rows->fold[operation](contribution, start, count);
}

/* ---- any cells */

/* The number of requests from the first on to the same cell. */
static size_t run_length(const uint32_t *index, size_t count)
{
    size_t length = 1;
    while (length < count && index[length] == index[0])
        length++;
    return length;
}

/* A request to *cell: returns its previous word. */
static inline uint32_t fetch(enum system_fold operation, uint32_t *cell, uint32_t contribution)
{
    const uint32_t value = *cell;
    *cell = system_folded(operation, value, contribution);
    return value;
}

/* The results of a block are written together: more stores beside those to the cells would only fill the
 * store queue. */
static inline __attribute__((always_inline)) void direct(enum system_fold operation, const struct rows *rows,
                                                         uint32_t *restrict cells, const uint32_t *index,
                                                         const uint32_t *contribution,
                                                         uint32_t *restrict result, size_t count)
{
    size_t k = 0;
    while (k + ROWS_BLOCK <= count) {
        if (index[k] == index[k + ROWS_BLOCK - 1]) {
            const size_t run = run_length(index + k, count - k);
            if (run >= ROWS_BLOCK) {
                cells[index[k]] = multiprefix_one_cell(rows, operation, cells[index[k]], contribution + k,
                                                       result ? result + k : NULL, run);
                k += run;
                continue;
            }
        }
        uint32_t values[ROWS_BLOCK];
#ifndef __clang__
#pragma GCC unroll 16
#endif
        for (unsigned i = 0; i < ROWS_BLOCK; i++)
            values[i] = fetch(operation, cells + index[k + i], contribution[k + i]);
        if (result)
            memcpy(result + k, values, sizeof values);
        k += ROWS_BLOCK;
    }
    for (; k < count; k++) {
        const uint32_t value = fetch(operation, cells + index[k], contribution[k]);
        if (result)
            result[k] = value;
    }
}

/* The operation is a constant, so that the loop is made four times. */
void multiprefix_cells(const struct rows *rows, enum system_fold operation, uint32_t *cells,
                       const uint32_t *index, const uint32_t *contribution, uint32_t *result, size_t count)
{
    switch (operation) {
    case SYSTEM_FOLD_ADD:
        direct(SYSTEM_FOLD_ADD, rows, cells, index, contribution, result, count);
        break;
    case SYSTEM_FOLD_MAX:
        direct(SYSTEM_FOLD_MAX, rows, cells, index, contribution, result, count);
        break;
    case SYSTEM_FOLD_AND:
        direct(SYSTEM_FOLD_AND, rows, cells, index, contribution, result, count);
        break;
    default:
        direct(SYSTEM_FOLD_OR, rows, cells, index, contribution, result, count);
    }
}

void multiprefix_members(enum system_fold operation, uint32_t *cells, const uint32_t *index,
                         const uint32_t *contribution, uint32_t *result, const uint16_t *set, size_t lanes)
{
    for (size_t block = 0; block < lanes / ROWS_BLOCK; block++)
        for (uint32_t rest = set[block]; rest; rest &= rest - 1) {
            const size_t k = block * ROWS_BLOCK + (size_t)__builtin_ctz(rest);
            const uint32_t value = fetch(operation, cells + index[k], contribution[k]);
            if (result)
                result[k] = value;
        }
}
