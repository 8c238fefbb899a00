/* multiprefix.h - the multiprefix engine: many fetch-and-op requests at once, as if one after the other.
 *
 * The requests of a list take effect in its order: request k reads its cell into result[k], then combines its
 * contribution into the cell. All functions give the bits of that sequential fold. Knows arrays, rows and the
 * operations of system.def, neither machines nor threads; callers may give consecutive pieces of one list to
 * several threads. */
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

/* ---- one list, whose cells several owners share
 *
 * Each piece of the list is dealt into parts, one an owner, in the order of the piece. An owner serves its
 * parts of all pieces, in their order. Then the results of each piece are collected. Pieces can be dealt at
 * the same time, and so can owners serve: they have no cell and no cache line of cells in common. */

/* A request in its part: its contribution, and after it was served its result. */
struct multiprefix_entry {
    uint32_t cell, value;
};

/* counts[owner] grows by the requests of `lanes` (whole blocks) in the set that are to cells of this owner,
 * of `owners`. */
void multiprefix_count(const uint32_t *index, const uint16_t *set, size_t lanes, uint32_t *counts,
                       unsigned owners);

/* Writes them to entries[next[owner]], and on; next[owner] grows. */
void multiprefix_deal(const uint32_t *index, const uint32_t *contribution, const uint16_t *set, size_t lanes,
                      struct multiprefix_entry *entries, uint32_t *next, unsigned owners);

/* `count` entries take effect in their order; each value becomes the result. */
void multiprefix_serve(enum system_fold operation, uint32_t *cells, struct multiprefix_entry *entries,
                       size_t count);

/* The results of the same requests, from where multiprefix_deal has written them. */
void multiprefix_collect(const uint32_t *index, uint32_t *result, const uint16_t *set, size_t lanes,
                         const struct multiprefix_entry *entries, uint32_t *next, unsigned owners);

#endif
