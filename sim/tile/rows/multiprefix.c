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

/* Calls a function with the operation as a constant, so that its loop is made four times. */
#define WITH_CONSTANT(function, operation, ...)                                                              \
    switch (operation) {                                                                                     \
    case SYSTEM_FOLD_ADD:                                                                                    \
        function(SYSTEM_FOLD_ADD, __VA_ARGS__);                                                              \
        break;                                                                                               \
    case SYSTEM_FOLD_MAX:                                                                                    \
        function(SYSTEM_FOLD_MAX, __VA_ARGS__);                                                              \
        break;                                                                                               \
    case SYSTEM_FOLD_AND:                                                                                    \
        function(SYSTEM_FOLD_AND, __VA_ARGS__);                                                              \
        break;                                                                                               \
    default:                                                                                                 \
        function(SYSTEM_FOLD_OR, __VA_ARGS__);                                                               \
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

void multiprefix_cells(const struct rows *rows, enum system_fold operation, uint32_t *cells,
                       const uint32_t *index, const uint32_t *contribution, uint32_t *result, size_t count)
{
    WITH_CONSTANT(direct, operation, rows, cells, index, contribution, result, count)
}

/* Does `act` for each k of the requests in the set; most blocks are whole. */
#define EACH_REQUEST(act)                                                                                    \
    for (size_t first = 0; first < lanes; first += ROWS_BLOCK) {                                             \
        if (set[first / ROWS_BLOCK] == 0xffff) {                                                             \
            for (size_t k = first; k < first + ROWS_BLOCK; k++)                                              \
                act;                                                                                         \
            continue;                                                                                        \
        }                                                                                                    \
        for (uint32_t rest = set[first / ROWS_BLOCK]; rest; rest &= rest - 1) {                              \
            const size_t k = first + (size_t)__builtin_ctz(rest);                                            \
            act;                                                                                             \
        }                                                                                                    \
    }

void multiprefix_members(enum system_fold operation, uint32_t *cells, const uint32_t *index,
                         const uint32_t *contribution, uint32_t *result, const uint16_t *set, size_t lanes)
{
    EACH_REQUEST({
        const uint32_t value = fetch(operation, cells + index[k], contribution[k]);
        if (result)
            result[k] = value;
    })
}

/* ---- owners of cells */

enum { LINE_SHIFT = 4, AHEAD = 24 }; /* log2 of the cells of a cache line; entries from a fetch to its use */

/* Neighbours are dealt at random, for cells in use may lie at any distance from each other. */
static inline unsigned owner_of(uint32_t cell, unsigned owners)
{
    const uint32_t line = (cell >> LINE_SHIFT) * 2654435761u;
    return (unsigned)((uint64_t)line * owners >> 32);
}

void multiprefix_count(const uint32_t *index, const uint16_t *set, size_t lanes, uint32_t *counts,
                       unsigned owners)
{
    EACH_REQUEST(counts[owner_of(index[k], owners)]++)
}

void multiprefix_deal(const uint32_t *index, const uint32_t *contribution, const uint16_t *set, size_t lanes,
                      struct multiprefix_entry *entries, uint32_t *next, unsigned owners)
{
    EACH_REQUEST(entries[next[owner_of(index[k], owners)]++] =
                     ((struct multiprefix_entry){index[k], contribution[k]}))
}

void multiprefix_collect(const uint32_t *index, uint32_t *result, const uint16_t *set, size_t lanes,
                         const struct multiprefix_entry *entries, uint32_t *next, unsigned owners)
{
    EACH_REQUEST(result[k] = entries[next[owner_of(index[k], owners)]++].value)
}

static inline __attribute__((always_inline)) void serve(enum system_fold operation, uint32_t *restrict cells,
                                                        struct multiprefix_entry *restrict entries,
                                                        size_t count)
{
    for (size_t k = 0; k < count; k++) {
        __builtin_prefetch(cells + entries[k + AHEAD < count ? k + AHEAD : k].cell, 1);
        entries[k].value = fetch(operation, cells + entries[k].cell, entries[k].value);
    }
}

void multiprefix_serve(enum system_fold operation, uint32_t *cells, struct multiprefix_entry *entries,
                       size_t count)
{
    WITH_CONSTANT(serve, operation, cells, entries, count)
}
