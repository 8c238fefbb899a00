/* output.h - output of the program: collected, and written to standard output in large pieces.
 *
 * Knows a file descriptor, a link and bytes, nothing else.
 */
#ifndef PRAM_OUTPUT_H
#define PRAM_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>

#include "sim/host/link.h"

enum { OUTPUT_BUFFER = 1 << 16 };

struct output {
    int descriptor;
    int error;   /* errno of the first write that failed; 0: none. Nothing is written after it. EINTR: the run
                    was asked to stop, and the reader took nothing */
    size_t lost; /* bytes that could not be written */
    unsigned long long written; /* bytes written */
    bool by_lines;              /* a terminal: write whole lines at once */
    bool is_within_line;        /* the last written byte is not a newline */
    struct host_link *link;     /* destination of the bytes; not owned; NULL: the descriptor */
    enum host_stream stream;    /* the stream's name there */
    size_t used;
    char buffer[OUTPUT_BUFFER];
};

/* Begins an output, which is all zero. */
void output_init(struct output *output, int descriptor);

/* Appends bytes; writes when the buffer is full (or a line ends, on a terminal). False once a write has
 * failed. */
bool output_bytes(struct output *output, const char *bytes, size_t count);

/* Where the caller may write the next bytes itself, and their number, so that the buffer does not become
 * full. NULL: use output_bytes. output_take then adds the written bytes. */
char *output_room(struct output *output, size_t *room);
void output_take(struct output *output, size_t count);

/* Writes the collected bytes. False once a write has failed. */
bool output_flush(struct output *output);

#endif
