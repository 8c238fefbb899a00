/* paths.h - whether every read of a value comes after a write of it on every path.
 *
 * Values and blocks are numbers. The verifiers of the intermediate representation and of the machine code add
 * edges, reads and writes in the order in which they stand, then call paths_find. Knows nothing of
 * instructions.
 */
#ifndef FCC_PATHS_H
#define FCC_PATHS_H

#include <stdbool.h>
#include <stdint.h>

#include "common/arena.h"

struct paths;

/* For values 0 to value_count - 1 and blocks 0 to block_count - 1; allocated in the arena. */
struct paths *paths_new(struct arena *arena, uint32_t value_count, uint32_t block_count, uint32_t entry);

/* An edge between blocks. */
void paths_add_edge(struct paths *paths, uint32_t from, uint32_t to);

/* The following reads and writes are in this block, in the order of its instructions. */
void paths_begin_block(struct paths *paths, uint32_t block);

/* The value is read, or written. `reader` identifies the read in the result of paths_find; not NULL. */
void paths_read(struct paths *paths, uint32_t value, const void *reader);
void paths_write(struct paths *paths, uint32_t value);

/* The value is read at the end of a block, after all its writes. */
void paths_read_at_end(struct paths *paths, uint32_t value, uint32_t block, const void *reader);

/* A read that a path from the entry reaches without a write of the value. */
struct paths_gap {
    const void *reader; /* NULL: none */
    uint32_t value;
    uint32_t block; /* of the read */
};

/* Calls `visit` for each such read, in the order of the values, until it returns false. In a block only the
 * first read before a write counts. */
void paths_find_all(const struct paths *paths, bool (*visit)(void *context, struct paths_gap gap),
                    void *context);

/* Such a read, of the lowest value that has one. */
struct paths_gap paths_find(const struct paths *paths);

#endif
