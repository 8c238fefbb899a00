/* streams.c - see streams.h. */
#include "sim/host/streams.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/memory.h"
#include "common/stop.h"

/* Whether reading from a descriptor would wait. */
static bool is_silent(int descriptor)
{
    struct pollfd wanted = {.fd = descriptor, .events = POLLIN};
    return poll(&wanted, 1, 0) == 0;
}

/* ---- the link */

/* The bytes after the first `position` ones of the stream: `show` is called with the new ones. */
static void link_show(struct host_link *link, enum host_stream stream, uint64_t position, const char *bytes,
                      size_t count)
{
    const uint64_t shown = link->shown[stream];
    const uint64_t known = shown > position ? shown - position : 0;
    if (known >= count)
        return;
    link->show(link->context, stream, bytes + known, count - (size_t)known);
    link->shown[stream] = position + count;
}

/* Moves a descriptor that is a plain file to a position; others stay. False: the file is shorter. */
static bool link_seek(int descriptor, uint64_t position)
{
    struct stat status;
    if (fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode))
        return true;
    return position <= (uint64_t)status.st_size &&
           lseek(descriptor, (off_t)position, SEEK_SET) == (off_t)position;
}

bool link_skip(struct host_link *link, uint64_t position)
{
    link->skipped = position;
    return position == 0 || link->descriptor < 0 || link_seek(link->descriptor, position);
}

/* Up to `size` bytes of input after the first `position` ones, which have been read: 0 at the end, -1 with
 * errno as stop_read. */
static long link_read(struct host_link *link, uint64_t position, unsigned char *bytes, size_t size)
{
    const uint64_t known = link->skipped + link->read_count;
    if (position < known) {
        const size_t left = (size_t)(known - position), count = left < size ? left : size;
        memcpy(bytes, link->read + link->read_count - left, count);
        return (long)count;
    }
    if (link->read_ended || link->descriptor < 0)
        return 0;
    const ssize_t got = stop_read(link->descriptor, bytes, size);
    link->read_ended = got == 0;
    if (got <= 0)
        return got;
    link->read = memory_grow(link->read, &link->read_room, link->read_count + (size_t)got, 1);
    memcpy(link->read + link->read_count, bytes, (size_t)got);
    link->read_count += (size_t)got;
    return got;
}

/* Whether link_read would wait. */
static bool link_waits(const struct host_link *link, uint64_t position)
{
    return position >= link->skipped + link->read_count && !link->read_ended && link->descriptor >= 0 &&
           is_silent(link->descriptor);
}

void link_forget(struct host_link *link)
{
    free(link->read);
    link->read = NULL;
    link->read_count = link->read_room = 0;
}

/* ---- input */

bool input_waits(const struct host_input *input)
{
    if (input->at != input->end || input->ended)
        return false;
    return input->link != NULL ? link_waits(input->link, input->taken) : is_silent(input->descriptor);
}

int input_character(struct host_input *input)
{
    if (input->at == input->end && !input->ended) {
        const ssize_t got = input->link != NULL
                                ? link_read(input->link, input->taken, input->buffer, sizeof input->buffer)
                                : stop_read(input->descriptor, input->buffer, sizeof input->buffer);
        if (got < 0 && errno == EINTR)
            return INPUT_STOPPED;
        if (got < 0)
            return INPUT_FAILED;
        input->ended = got == 0;
        input->at = 0;
        input->end = got > 0 ? (size_t)got : 0;
    }
    if (input->at == input->end)
        return INPUT_END;
    input->taken++;
    return input->buffer[input->at++];
}

int64_t input_position(const struct host_input *input)
{
    struct stat status;
    const bool is_plain =
        input->link == NULL && fstat(input->descriptor, &status) == 0 && S_ISREG(status.st_mode);
    return is_plain ? lseek(input->descriptor, 0, SEEK_CUR) : -1;
}

bool input_go_to(struct host_input *input, int64_t position)
{
    return input->link != NULL || link_seek(input->descriptor, (uint64_t)position);
}

/* ---- output */

void output_init(struct output *output, int descriptor)
{
    output->descriptor = descriptor;
    output->by_lines = isatty(descriptor) != 0;
}

bool output_flush(struct output *output)
{
    size_t done = 0;
    if (output->link != NULL && output->used != 0) {
        link_show(output->link, output->stream, output->written, output->buffer, output->used);
        done = output->used;
    }
    while (done < output->used && output->error == 0) {
        ssize_t written = stop_write(output->descriptor, output->buffer + done, output->used - done);
        if (written >= 0)
            done += (size_t)written;
        else
            output->error = errno;
    }
    if (output->used != 0)
        output->is_within_line = output->buffer[output->used - 1] != '\n';
    output->lost += output->used - done;
    output->written += done;
    output->used = 0;
    return output->error == 0;
}

bool output_bytes(struct output *output, const char *bytes, size_t count)
{
    bool line_ends = output->by_lines && memchr(bytes, '\n', count) != NULL;
    while (count > 0) {
        size_t room = sizeof output->buffer - output->used;
        size_t piece = count < room ? count : room;
        memcpy(output->buffer + output->used, bytes, piece);
        output->used += piece;
        bytes += piece;
        count -= piece;
        if (output->used == sizeof output->buffer)
            output_flush(output);
    }
    if (line_ends)
        output_flush(output);
    return output->error == 0;
}

char *output_room(struct output *output, size_t *room)
{
    *room = sizeof output->buffer - output->used - 1;
    return output->by_lines || output->error != 0 ? NULL : output->buffer + output->used;
}
