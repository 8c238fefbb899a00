/* memory.h - allocation for all programs: it succeeds or the program ends with one line.
 *
 * For what is freed piece by piece, and for arrays that grow; what lives as long as its owner lies in an
 * arena (arena.h).
 */
#ifndef PRAM_MEMORY_H
#define PRAM_MEMORY_H

#include <stddef.h>
#include <stdint.h>

/* Exit status of a tool that runs out of memory. */
#define MEMORY_EXIT_STATUS 3

/* Says that memory ran out and ends the program, with MEMORY_EXIT_STATUS unless memory_when_short said
 * otherwise. */
_Noreturn void memory_is_short(void);

/* The same for another reason, one line that says what to do. */
_Noreturn void memory_end(const char *reason);

/* What memory_is_short does in place of exit, once. */
struct memory_last_act {
    int (*end)(void *context); /* gives up what is unfinished and returns the exit status, without asking for
                                  memory; NULL: exit */
    void *context;
};

/* Sets it, and returns what was set before, for a caller with only a part of the work to restore. */
struct memory_last_act memory_when_short(struct memory_last_act act);

/* `count` zeroed elements of `size` bytes; free() them. Never NULL. */
void *memory_take(size_t count, size_t size);

/* Makes an array hold at least `wanted` elements of `size` bytes: doubles *capacity, returns the array, which
 * may have moved. New elements are not zeroed. */
void *memory_grow(void *array, size_t *capacity, size_t wanted, size_t size);

/* The same for a caller that can do without: NULL if memory is short, and the array stays as it was. */
void *memory_try_to_grow(void *array, size_t *capacity, size_t wanted, size_t size);

/* Bytes of the host's memory that the process has used at most so far. */
uint64_t memory_peak(void);

#endif
