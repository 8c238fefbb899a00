/* allocations.h - words of shared memory that runtime and library have given a program while it runs, and
 * what they are called: shared variables of functions, blocks of the heaps.
 *
 * Where a routine gives words is known by its name and one of its accesses: `shared frames` are given where
 * __fork_shared_frame loads the end of the group's memory, blocks where shalloc and __fork_shmalloc store
 * what stands before the block. Whoever is shown cycles (--model, --check) tells of these accesses; names are
 * looked for only when a cell is to be named. Knows machine, objects and observers; no engine.
 */
#ifndef PRAM_GIVEN_H
#define PRAM_GIVEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct machine;
struct observer_cycle;
struct observer_step;

enum allocation_kind { GIVEN_NOTHING, GIVEN_FRAME, GIVEN_GROUP_BLOCK, GIVEN_BLOCK };

struct allocations;

/* By pc: enum allocation_kind, of the accesses by which words are allocated. */
const uint8_t *allocations_kinds(const struct allocations *allocations);

/* Makes the machine record allocations from now on, in machine->allocations. */
void allocations_begin(struct machine *machine);

/* Takes in a step at a pc where words are given. */
void allocations_note(const struct machine *machine, const struct observer_cycle *cycle,
                      const struct observer_step *step);

/* "a[17] of sort", "word 5 of the block that shmalloc gave at sort.fork:30". False: it is in none. */
bool allocations_name(const struct machine *machine, uint32_t address, char *text, size_t size);

#endif
