/* link.h - standard output, standard error and standard input of a run that may be put back to an earlier
 * cycle: they lead to its debugger instead of to the process.
 *
 * When the run repeats a part, output that was shown before is not shown again, and input that was read
 * before is read again. Outlives hosts: a snapshot is restored into a new host with the same link. Knows
 * bytes and a file descriptor, nothing else.
 */
#ifndef PRAM_HOST_LINK_H
#define PRAM_HOST_LINK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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

/* The bytes after the first `position` ones of the stream: `show` is called with the new ones. */
void link_show(struct host_link *link, enum host_stream stream, uint64_t position, const char *bytes,
               size_t count);

/* Up to `size` bytes of input after the first `position` ones, which have been read: 0 at the end, -1 with
 * errno as stop_read. */
long link_read(struct host_link *link, uint64_t position, unsigned char *bytes, size_t size);

/* Whether link_read would wait. */
bool link_waits(const struct host_link *link, uint64_t position);

void link_forget(struct host_link *link);

/* Moves a descriptor that is a plain file to a position; others stay. False: the file is shorter. */
bool link_seek(int descriptor, uint64_t position);

#endif
