/* journal.h - what PPs tell of themselves by hints while a run lasts, for --trace: groups entered and left,
 * barriers, asynchronous regions, marks of trace.h; and host calls, what --faults does, PPs that halt, the
 * lines that they come to, and what --model and --check find between two PPs.
 *
 * Engines that execute cycle by cycle write it if machine->journal is set. Entries come in the order of
 * cycles, those of one cycle in any order until journal_sort. Knows no engine, no timeline.
 */
#ifndef PRAM_JOURNAL_H
#define PRAM_JOURNAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct machine;

enum journal_kind {
    JOURNAL_HINT, /* `hint` says which (shint.h) */
    JOURNAL_HOST,
    JOURNAL_LOCK,  /* `group` is the lock, `hint` what is done (lock_watch.h) */
    JOURNAL_FAULT, /* of --faults: `hint` says what happens (sim/inject/inject.h), `group` for how many cycles
                      the PP stands still; `pc` is where it was to go on */
    JOURNAL_CONFLICT, /* of --model and --check: `group` is the cell, `place` where the lower one of two PPs
                         was, `pc` where the other one was */
    JOURNAL_HALT,
    JOURNAL_LINE /* `place` is an instruction of the line that PPs come to (sim/observe/trace/line_watch.c) */
};

/* PPs that do the same in one cycle. */
struct journal_entry {
    uint64_t cycle;
    uint32_t pc;      /* of the instruction, */
    uint32_t place;   /* of the user's call that led there */
    uint32_t group;   /* what gp holds */
    uint32_t hint;    /* the hint's constant; of a host call its number */
    uint32_t count;   /* number of PPs */
    uint32_t first;   /* the PPs are first .. first + count - 1, if `list` is UINT32_MAX */
    uint32_t list;    /* else they are journal.pps[list ..] */
    uint8_t kind;     /* enum journal_kind */
    const char *text; /* of a conflict, with %s for the cell; not owned */
};

struct journal {
    struct journal_entry *entries; /* owned, as pps */
    size_t count, room;
    uint32_t *pps;
    size_t pp_count, pp_room;
    uint32_t conflicts; /* JOURNAL_CONFLICTS_MOST of them; more are left out */
    bool only_regions;  /* of hints marks of trace.h are noted, and no host calls */
    uint64_t lost;      /* entries that there was no room for, */
    uint64_t until;     /* the cycle of the first lost entry; UINT64_MAX: there are none */
};

/* JOURNAL_MOST: entries, and PPs in lists; more are lost. */
enum { JOURNAL_MOST = 1 << 24, JOURNAL_CONFLICTS_MOST = 1 << 16 };

/* An empty one. Ends the program if memory is short, as all here do. */
struct journal *journal_create(bool only_regions);
void journal_destroy(struct journal *journal);

/* Notes what `count` PPs do, in any order; `entry` has all but count, first and list. */
void journal_note(struct journal *journal, const struct journal_entry *entry, const uint32_t *pps,
                  uint32_t count);

/* One of two PPs that are in conflict, and the user's instruction that it has executed. */
struct journal_side {
    uint32_t pp, pc;
};

/* Notes a conflict over a cell of shared memory. `text` says what happens to %s, the cell. It lives as long
 * as the run; the same pointer for one kind. */
void journal_note_conflict(struct journal *journal, uint64_t cycle, const char *text, uint32_t address,
                           struct journal_side one, struct journal_side other);

/* Copies the text of a conflict with the cell's name in place of %s. */
void journal_put_cell(const char *text, const char *cell, char *copy, size_t size);

/* Whether a hint is noted. */
bool journal_wants(const struct journal *journal, uint32_t constant);

/* The machine has not executed `cycle`: forgets what PPs tell of it and of later ones. */
void journal_cut(struct journal *journal, uint64_t cycle);

/* After the run: sorts the entries of each cycle; those that differ only in their PPs become one. */
void journal_sort(struct journal *journal);

/* The PP number `k` of an entry. */
static inline uint32_t journal_pp(const struct journal *journal, const struct journal_entry *entry,
                                  uint32_t k)
{
    return entry->list == UINT32_MAX ? entry->first + k : journal->pps[entry->list + k];
}

#endif
