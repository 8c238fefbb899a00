/* output.c - see output.h. */
#include "sim/host/output.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "common/stop.h"

void output_init(struct output *output, int descriptor)
{
    output->descriptor = descriptor;
    output->error = 0;
    output->used = 0;
    output->lost = 0;
    output->written = 0;
    output->is_within_line = false;
    output->by_lines = isatty(descriptor) != 0;
    output->link = NULL;
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

void output_take(struct output *output, size_t count)
{
    output->used += count;
}
