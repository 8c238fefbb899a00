/* array_watch.h - --trace-watch: contents of arrays of the program, cycle by cycle.
 *
 * A listener that compares the words with their earlier values. A change belongs to the cycle of its store.
 * If there is no room for more changes, only the last one of every 2 cycles is kept, then of every 4, and so
 * on: the final values are always right. Knows machine and observers; no engine.
 */
#ifndef PRAM_ARRAY_WATCH_H
#define PRAM_ARRAY_WATCH_H

#include "sim/machine/machine.h"

enum { WATCH_ARRAYS = 16, WATCH_WORDS_MOST = 1 << 16 }; /* words of all arrays together */

/* Words of shared memory. */
struct watched_array {
    const char *name; /* not owned; `name_length` characters */
    size_t name_length;
    uint32_t address, words;
    uint32_t first; /* index of the first of them */
};

struct array_watch;

/* Registers it with the machine, which owns it. */
struct array_watch *array_watch_create(struct machine *machine, const struct watched_array *arrays,
                                       size_t count);

#endif
