/* journal.h - what is known of the runs of a sweep, kept while it goes on: a sweep that was killed goes on
 * where it was.
 *
 * A line of JSON for each run, written at once when the run is over; a line that is not whole is left out. A
 * run is known by a key, which is made of all that decides its result. Knows files; makes no run.
 */
#ifndef PRAM_SCALE_JOURNAL_H
#define PRAM_SCALE_JOURNAL_H

#include "common/file.h"
#include "lab/scale/plan.h"

struct journal {
    int file; /* -1: nothing is kept */
    struct journal_line *lines;
    size_t count, capacity;
};

/* Reads what is there already; the file is made if it is not. NULL as path: nothing is kept. False with
 * *error. */
bool journal_open(struct journal *journal, const char *path, struct file_error *error);
void journal_close(struct journal *journal);

/* Fills in the point of that key; false: it is not known. */
bool journal_find(const struct journal *journal, uint64_t key, struct point *point);

/* Keeps the point. False with *error if it could not be written. */
bool journal_add(struct journal *journal, uint64_t key, const struct point *point, struct file_error *error);

#endif
