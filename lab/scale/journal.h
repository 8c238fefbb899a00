/* journal.h - a file with the finished runs of a sweep, so that a killed sweep can continue.
 *
 * It has one line of JSON per run, written when the run is over; incomplete lines are ignored. The key of a
 * run contains everything that determines its result.
 */
#ifndef PRAM_SCALE_JOURNAL_H
#define PRAM_SCALE_JOURNAL_H

#include "common/file.h"
#include "lab/scale/plan.h"

struct journal {
    int file; /* -1: no journal */
    struct journal_line *lines;
    size_t count, capacity;
};

/* Reads or creates the file. NULL as path: no journal. False with *error. */
bool journal_open(struct journal *journal, const char *path, struct file_error *error);
void journal_close(struct journal *journal);

/* Fills in the point of that key; false: it is not in the journal. */
bool journal_find(const struct journal *journal, uint64_t key, struct point *point);

/* Adds the point. False with *error if writing fails. */
bool journal_add(struct journal *journal, uint64_t key, const struct point *point, struct file_error *error);

#endif
