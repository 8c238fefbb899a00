/* output.h - what the program prints: collected, and written to standard output in large pieces.
 *
 * Knows a file descriptor, a link and bytes, nothing else.
 */
#ifndef PRAM_OUTPUT_H
#define PRAM_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>

#include "sim/machine/host/link.h"

enum { OUTPUT_BUFFER = 1 << 16 };

struct output {
    int descriptor;
    int error;   /* errno of the first write that failed; 0: none. Nothing is written after it. EINTR: one was
                    asked to stop, and the reader took nothing */
    size_t lost; /* bytes that could not be written */
    unsigned long long written; /* bytes that were */
    bool by_lines;              /* a terminal: write whole lines at once */
    bool is_within_line;        /* what was last written out does not end with the end of a line */
    struct host_link *link;  /* where bytes go instead of to the descriptor; not owned; NULL: they do not */
    enum host_stream stream; /* and as which stream */
    size_t used;
    char buffer[OUTPUT_BUFFER];
};

void output_init(struct output *output, int descriptor);

/* Appends bytes; writes when the buffer is full (or a line ends, on a terminal). False once a write has
 * failed. */
bool output_bytes(struct output *output, const char *bytes, size_t count);

/* Where the next bytes may be written instead, and how many: the buffer is not full behind them. NULL: they
 * must be handed to output_bytes. Then output_take adds those that were written. */
char *output_room(struct output *output, size_t *room);
void output_take(struct output *output, size_t count);

/* Writes what is collected. False once a write has failed. */
bool output_flush(struct output *output);

#endif
