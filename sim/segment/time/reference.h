/* reference.h - the time references of Fork's barriers, one per group (the paper's section "Runtime
 * Estimation").
 *
 * PPs' cycle counters diverge inside segments. The exact barrier makes them agree again: every member leaves
 * it in the cycle BARRIER_LENGTH after the latest member's entry, whatever the segments in which they met. A
 * group is identified by its group pointer.
 *
 * During a segment threads only note entries and exits; between segments one thread applies the notes. All
 * threads read the table while segments run. Knows numbers only. */
#ifndef PRAM_BARRIER_H
#define PRAM_BARRIER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* From the latest barrier_enter hint to all barrier_leave hints, in cycles; fork-rt/barrier.s keeps it
 * (docs/internals/abi.md, "The exact barrier"). */
#define BARRIER_LENGTH 12u

/* Maximum number of segments from the last entry until all have left: two reads, a store and the early wave
 * end one each, and a PP's budget may be spent once in between. */
#define BARRIER_SEGMENTS 7u

struct barrier_group {
    uint32_t group;   /* the group pointer */
    uint32_t waiting; /* members inside; 0: the entry is free */
    uint64_t latest;  /* cycle of the latest barrier_enter, + 1 */
    uint64_t segment; /* in which a PP has entered last */
};

struct barrier_table {
    struct barrier_group *groups; /* hash table, open addressing */
    uint32_t mask;                /* size - 1 */
    uint32_t used;
    uint64_t last_entry; /* the segment of the last entry of a PP */
};

/* Members of a group entering or leaving. */
struct barrier_note {
    uint32_t group;
    uint32_t entering;
    uint32_t leaving;
    uint64_t latest; /* cycle in which the last of those that enter does */
};

struct barrier_notes {
    struct barrier_note *note;
    size_t count, room;
};

bool barrier_table_create(struct barrier_table *table);
void barrier_table_destroy(struct barrier_table *table);

/* The time reference of a group: the cycle of the latest entry into its barrier; false if no member is in
 * one. */
bool barrier_latest(const struct barrier_table *table, uint32_t group, uint64_t *latest);

/* The earliest cycle in which members of a group may leave a barrier in the next segments; UINT64_MAX if none
 * will. A group without an entry for BARRIER_SEGMENTS segments waits for a PP that is not there yet. Called
 * once a segment, after barrier_take_notes. */
uint64_t barrier_departure(const struct barrier_table *table, uint64_t segment);

/* Notes that PPs enter or leave. False if memory is short. */
bool barrier_note(struct barrier_notes *notes, struct barrier_note new);
void barrier_notes_destroy(struct barrier_notes *notes);

/* Applies notes and empties them: exits first, so that a group may leave one barrier and enter the next in
 * one segment. False if memory is short. */
bool barrier_take_notes(struct barrier_table *table, struct barrier_notes *const *notes, size_t count,
                        uint64_t segment);

#endif
