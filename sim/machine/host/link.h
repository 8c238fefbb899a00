/* link.h - where standard output, standard error and standard input of a run lead that may be put back to an
 * earlier cycle: to its debugger instead of to the process.
 *
 * What has been shown once is not shown again when the run repeats it, and what has been read once is read
 * again. Outlives hosts: a snapshot is restored into a new host with the same link. Knows bytes and a file
 * descriptor, nothing else.
 */
#ifndef PRAM_HOST_LINK_H
#define PRAM_HOST_LINK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum host_stream { HOST_STREAM_OUTPUT, HOST_STREAM_ERROR, HOST_STREAMS };

/* All zero except for `show`, `context` and `descriptor` in the beginning. link_forget frees it. */
struct host_link {
    void (*show)(void *context, enum host_stream stream, const char *bytes, size_t count);
    void *context;
    uint64_t shown[HOST_STREAMS]; /* bytes that `show` has been given */
    int descriptor;               /* that new input is read from; -1: there is none */
    uint64_t skipped;             /* bytes of input that `read` begins behind */
    unsigned char *read;          /* owned; all that has been read from it */
    size_t read_count, read_room;
    bool read_ended; /* the descriptor has come to its end */
};

/* Lets the input begin behind the first `position` bytes, which another process has read: a descriptor that
 * is a file goes there, a pipe begins there. False: the file is shorter. Nothing has been read from it yet.
 */
bool link_skip(struct host_link *link, uint64_t position);

/* The bytes behind the first `position` ones of the stream: `show` is given those that are new. */
void link_show(struct host_link *link, enum host_stream stream, uint64_t position, const char *bytes,
               size_t count);

/* Up to `size` bytes of input behind the first `position` ones, which have been read: 0 at the end, -1 with
 * errno as stop_read. */
long link_read(struct host_link *link, uint64_t position, unsigned char *bytes, size_t size);

/* Whether link_read would wait. */
bool link_waits(const struct host_link *link, uint64_t position);

void link_forget(struct host_link *link);

#endif
