/* reference.h - the time references of Fork's barriers, one a group (the paper's section "Runtime
 * Estimation").
 *
 * PPs' cycle counters diverge inside segments. The exact barrier makes them agree again: every member leaves
 * it in the cycle BARRIER_LENGTH after the latest member's entry, whatever the segments in which they met.
 * Groups are known by their group pointer.
 *
 * During a segment threads only note who enters and leaves; between segments one thread takes the notes over.
 * The table is read by all threads while segments run. Knows numbers only.
 */
#ifndef PRAM_BARRIER_H
#define PRAM_BARRIER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* From the latest barrier_enter hint to everybody's barrier_leave hint, in cycles; fork-rt/barrier.s keeps it
 * (docs/internals/abi.md, "The exact barrier"). */
#define BARRIER_LENGTH 12u

/* So many segments after the last one has entered, all have left at the latest: two readings, a store and the
 * early wave end one each, and a PP's budget may once run out in between. */
#define BARRIER_SEGMENTS 7u

struct barrier_group {
    uint32_t group;   /* the group pointer */
    uint32_t waiting; /* members inside; 0: the entry is free */
    uint64_t latest;  /* cycle of the latest barrier_enter */
};

/* A PP has entered the barrier of a group. */
struct barrier_entry {
    uint32_t group;
    uint64_t segment;
};

struct barrier_table {
    struct barrier_group *groups; /* hash table, open addressing */
    uint32_t mask;                /* size - 1 */
    uint32_t used;
    struct barrier_entry *entries; /* of the last BARRIER_SEGMENTS segments, in their order */
    size_t entry_count, entry_room;
};

/* Members of a group entering or leaving. */
struct barrier_note {
    uint32_t group;
    uint32_t entering;
    uint32_t leaving;
    uint64_t latest; /* of those that enter */
};

struct barrier_notes {
    struct barrier_note *note;
    size_t count, room;
};

bool barrier_table_create(struct barrier_table *table);
void barrier_table_destroy(struct barrier_table *table);

/* The time reference of a group: the cycle of the latest entry into the barrier that the group is in; false
 * if none of it is in one. */
bool barrier_latest(const struct barrier_table *table, uint32_t group, uint64_t *latest);

/* The earliest cycle in which members of a group may leave a barrier in the next segments; UINT64_MAX if none
 * will. A group that no PP has entered for BARRIER_SEGMENTS segments waits for a PP who is not there
 * yet. Called once a segment, behind barrier_take_notes. */
uint64_t barrier_departure(struct barrier_table *table, uint64_t segment);

/* Notes that PPs enter (the latest of them in cycle `latest`) or leave. False if memory is short. */
bool barrier_note_enter(struct barrier_notes *notes, uint32_t group, uint32_t count, uint64_t latest);
bool barrier_note_leave(struct barrier_notes *notes, uint32_t group, uint32_t count);
void barrier_notes_destroy(struct barrier_notes *notes);

/* Takes notes over and empties them: those who leave first, so that a group may leave one barrier and enter
 * the next in one segment. False if memory is short. */
bool barrier_take_notes(struct barrier_table *table, struct barrier_notes *const *notes, size_t count,
                        uint64_t segment);

#endif
