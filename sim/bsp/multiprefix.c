/* multiprefix.c - scans for one cell, the direct way for many.
 *
 * The direct way is hard to beat: two dependent memory accesses a request, and requests to different cells
 * overlap in the processor. Hashing and sorting are slower at every mix of cells that a machine of some
 * thousand PPs makes (docs/engine.md). Only a run of requests to one cell would make each wait for the store
 * before it: runs are recognised by looking one request ahead, and folded in a register or by a vector scan.
 */
#include "sim/bsp/multiprefix.h"

enum { SCAN_FROM = 32 }; /* shorter runs are folded one by one: a scan has a fixed cost */

uint32_t multiprefix_neutral(enum rows_fold operation)
{
    static const uint32_t neutral[ROWS_FOLDS] = {[ROWS_FOLD_ADD] = 0,
                                                 [ROWS_FOLD_MAX] = 0x80000000u,
                                                 [ROWS_FOLD_AND] = 0xffffffffu,
                                                 [ROWS_FOLD_OR] = 0};
    return neutral[operation];
}

static inline uint32_t combine(enum rows_fold operation, uint32_t a, uint32_t b)
{
    switch (operation) {
    case ROWS_FOLD_ADD:
        return a + b;
    case ROWS_FOLD_MAX:
        return (int32_t)a > (int32_t)b ? a : b;
    case ROWS_FOLD_AND:
        return a & b;
    case ROWS_FOLD_OR:
        return a | b;
    case ROWS_FOLDS:
        break;
    }
    return a;
}

uint32_t multiprefix_combine(enum rows_fold operation, uint32_t a, uint32_t b)
{
    return combine(operation, a, b);
}

uint32_t multiprefix_one_cell(const struct rows *rows, enum rows_fold operation, uint32_t start,
                              const uint32_t *contribution, uint32_t *result, size_t count)
{
    return result ? rows->scan[operation](result, contribution, start, count)
                  : rows->fold[operation](contribution, start, count);
}

uint32_t multiprefix_total(const struct rows *rows, enum rows_fold operation, const uint32_t *contribution,
                           size_t count)
{
    return rows->fold[operation](contribution, multiprefix_neutral(operation), count);
}

static size_t run_length(const uint32_t *index, size_t count)
{
    size_t length = 1;
    while (length < count && index[length] == index[0])
        length++;
    return length;
}

/* The operation is a constant in each of the four copies that the switch below makes of this loop. */
static inline __attribute__((always_inline)) void direct(const struct rows *rows, enum rows_fold operation,
                                                         uint32_t *restrict cells, const uint32_t *index,
                                                         const uint32_t *contribution, uint32_t *result,
                                                         size_t count)
{
    size_t k = 0;
    while (k < count) {
        uint32_t *const cell = cells + index[k];
        if (k + 1 < count && index[k + 1] == index[k]) {
            const size_t run = run_length(index + k, count - k);
            if (run >= SCAN_FROM) {
                *cell = multiprefix_one_cell(rows, operation, *cell, contribution + k,
                                             result ? result + k : NULL, run);
                k += run;
                continue;
            }
            uint32_t value = *cell;
            for (const size_t end = k + run; k < end; k++) {
                const uint32_t own = contribution[k];
                if (result)
                    result[k] = value;
                value = combine(operation, value, own);
            }
            *cell = value;
            continue;
        }
        const uint32_t value = *cell, own = contribution[k];
        if (result)
            result[k] = value;
        *cell = combine(operation, value, own);
        k++;
    }
}

void multiprefix_cells(const struct rows *rows, enum rows_fold operation, uint32_t *cells,
                       const uint32_t *index, const uint32_t *contribution, uint32_t *result, size_t count)
{
    switch (operation) {
    case ROWS_FOLD_ADD:
        direct(rows, ROWS_FOLD_ADD, cells, index, contribution, result, count);
        break;
    case ROWS_FOLD_MAX:
        direct(rows, ROWS_FOLD_MAX, cells, index, contribution, result, count);
        break;
    case ROWS_FOLD_AND:
        direct(rows, ROWS_FOLD_AND, cells, index, contribution, result, count);
        break;
    case ROWS_FOLD_OR:
        direct(rows, ROWS_FOLD_OR, cells, index, contribution, result, count);
        break;
    case ROWS_FOLDS:
        break;
    }
}

void multiprefix_listed(enum rows_fold operation, uint32_t *cells, const uint32_t *index,
                        const uint32_t *contribution, uint32_t *result, const uint32_t *list, size_t count)
{
    for (size_t k = 0; k < count; k++) {
        const uint32_t at = list[k];
        uint32_t *const cell = cells + index[at];
        const uint32_t value = *cell, own = contribution[at];
        if (result)
            result[at] = value;
        *cell = combine(operation, value, own);
    }
}
