/* streams.h - the standard streams of the program: input, read in large pieces and returned by the character;
 * output, collected and written in large pieces; and a link, which replaces the streams of the process in a
 * run that may be put back to an earlier cycle.
 *
 * Knows file descriptors and bytes, nothing else.
 */
#ifndef PRAM_STREAMS_H
#define PRAM_STREAMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- the link of a run with its debugger
 *
 * When the run repeats a part, output that was shown before is not shown again, and input that was read
 * before is read again. A link outlives hosts: a snapshot is restored into a new host with the same link. */

enum host_stream { HOST_STREAM_OUTPUT, HOST_STREAM_ERROR, HOST_STREAMS };

/* Initially all zero except `show`, `context` and `descriptor`. link_forget frees it. */
struct host_link {
    void (*show)(void *context, enum host_stream stream, const char *bytes, size_t count);
    void *context;
    uint64_t shown[HOST_STREAMS]; /* bytes that `show` has been given */
    int descriptor;               /* source of new input; -1: none */
    uint64_t skipped;             /* bytes of input before the first one that `read` has */
    unsigned char *read;          /* owned; all that has been read from it */
    size_t read_count, read_room;
    bool read_ended; /* the descriptor is at its end */
};

/* Starts the input after the first `position` bytes, which another process has read: moves a descriptor that
 * is a file there; a pipe is there already. False: the file is shorter. Must precede all reads. */
bool link_skip(struct host_link *link, uint64_t position);

void link_forget(struct host_link *link);

/* ---- standard input */

enum { INPUT_BUFFER = 1 << 12 };

/* In place of a character. */
enum { INPUT_END = -1, INPUT_STOPPED = -2, INPUT_FAILED = -3 };

/* All zero, except for the descriptor: nothing has been read. */
struct host_input {
    int descriptor;
    struct host_link *link; /* source of the bytes; not owned; NULL: the descriptor */
    bool ended;             /* permanently, even if more could come (a terminal) */
    size_t at, end;
    unsigned long long taken; /* bytes that the program has read */
    unsigned char buffer[INPUT_BUFFER];
};

/* Whether the next character must be waited for. */
bool input_waits(const struct host_input *input);

/* The next character, 0..255; INPUT_END; INPUT_STOPPED if a request to stop came while it waited;
 * INPUT_FAILED with errno if reading fails, as from a folder. */
int input_character(struct host_input *input);

/* Position of the next piece; -1: not a plain file. input_go_to goes to a position of a plain file, and
 * otherwise does nothing; false if the file is shorter. */
int64_t input_position(const struct host_input *input);
bool input_go_to(struct host_input *input, int64_t position);

/* ---- standard output and standard error */

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

/* Appends bytes; writes if the buffer is full, or at a terminal's line end. False once a write has failed. */
bool output_bytes(struct output *output, const char *bytes, size_t count);

/* Where the caller may write the next bytes itself, and their number, so that the buffer does not become
 * full; it adds those that it has written to `used`. NULL: use output_bytes. */
char *output_room(struct output *output, size_t *room);

/* Writes the collected bytes. False once a write has failed. */
bool output_flush(struct output *output);

#endif
