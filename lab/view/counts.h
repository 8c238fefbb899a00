/* counts.h - the costs of source lines, from a file of pramsim --profile=FILE, for the margin of the page.
 *
 * The file is in callgrind's format; inclusive costs of calls are ignored.
 */
#ifndef PRAM_VIEW_COUNTS_H
#define PRAM_VIEW_COUNTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { COUNTS_EVENTS = 32 };

/* What a line has cost, by event. */
struct counts_line {
    uint32_t file, line;
    uint64_t cost[COUNTS_EVENTS];
};

struct counts {
    char *events[COUNTS_EVENTS]; /* names; owned, as the rest */
    size_t event_count;
    char **files; /* by number; NULL: there is none of this number */
    size_t file_count, file_room;
    struct counts_line *lines; /* by file and line, each once */
    size_t line_count, line_room;
    uint64_t total[COUNTS_EVENTS]; /* of all lines, those of files without a name too */
};

/* Reads `text`, which ends with a 0 and is changed. False: it is not such a file. */
bool counts_read(struct counts *counts, char *text);
void counts_free(struct counts *counts);

#endif
