/* multiprefix.h - the multiprefix engine: many fetch-and-op requests at once, as if one after the other.
 *
 * The requests of a list take effect in its order: request k reads its cell into result[k], then combines its
 * contribution into the cell. All functions give the bits of that sequential fold. Knows arrays, rows and the
 * operations of system.def, neither machines nor threads. */
#ifndef PRAM_MULTIPREFIX_H
#define PRAM_MULTIPREFIX_H

#include <stddef.h>
#include <stdint.h>

#include "sim/tile/rows/rows.h"
#include "sim/isa/system.h"

/* `count` requests to one cell that holds `start`: exclusive scan of the contributions. Returns the cell's
 * final value. result may be NULL (sync*), or the array of contributions itself. */
uint32_t multiprefix_one_cell(const struct rows *rows, enum system_fold operation, uint32_t start,
                              const uint32_t *contribution, uint32_t *result, size_t count);

/* `count` requests to any cells: request k is for cells[index[k]]. Long runs of equal indices become scans.
 * result may be NULL; it must not be one of the other arrays. */
void multiprefix_cells(const struct rows *rows, enum system_fold operation, uint32_t *cells,
                       const uint32_t *index, const uint32_t *contribution, uint32_t *result, size_t count);

/* The same for those requests of `lanes` (whole blocks, see rows.h) that are in the set. */
void multiprefix_members(enum system_fold operation, uint32_t *cells, const uint32_t *index,
                         const uint32_t *contribution, uint32_t *result, const uint16_t *set, size_t lanes);

#endif
