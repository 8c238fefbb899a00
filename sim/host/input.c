/* input.c - see input.h. */
#include "sim/host/input.h"

#include <errno.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/stop.h"

void input_init(struct input *input, int descriptor)
{
    input->descriptor = descriptor;
    input->link = NULL;
    input->ended = false;
    input->at = 0;
    input->end = 0;
    input->taken = 0;
}

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
