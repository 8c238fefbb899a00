/* streams.c - standard input and standard output of the run: see input.h, output.h. */
#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/stop.h"
#include "sim/host/input.h"
#include "sim/host/output.h"

/* ---- input */

bool input_waits(const struct input *input)
{
    struct pollfd wanted = {.fd = input->descriptor, .events = POLLIN};
    if (input->at != input->end || input->ended)
        return false;
    return input->link != NULL ? link_waits(input->link, input->taken) : poll(&wanted, 1, 0) == 0;
}

static ssize_t read_piece(struct input *input)
{
    return input->link != NULL ? link_read(input->link, input->taken, input->buffer, sizeof input->buffer)
                               : stop_read(input->descriptor, input->buffer, sizeof input->buffer);
}

int input_character(struct input *input)
{
    if (input->at == input->end && !input->ended) {
        const ssize_t got = read_piece(input);
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

int64_t input_position(const struct input *input)
{
    struct stat status;
    const bool is_plain =
        input->link == NULL && fstat(input->descriptor, &status) == 0 && S_ISREG(status.st_mode);
    return is_plain ? lseek(input->descriptor, 0, SEEK_CUR) : -1;
}

bool input_go_to(struct input *input, int64_t position)
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

void output_take(struct output *output, size_t count)
{
    output->used += count;
}
