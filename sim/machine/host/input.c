/* input.c - see input.h. */
#include "sim/machine/host/input.h"

#include <errno.h>
#include <poll.h>

#include "common/stop.h"

void input_init(struct input *input, int descriptor)
{
    input->descriptor = descriptor;
    input->ended = false;
    input->at = 0;
    input->end = 0;
    input->taken = 0;
}

bool input_waits(const struct input *input)
{
    struct pollfd wanted = {.fd = input->descriptor, .events = POLLIN};
    return input->at == input->end && !input->ended && poll(&wanted, 1, 0) == 0;
}

int input_character(struct input *input)
{
    if (input->at == input->end && !input->ended) {
        const ssize_t got = stop_read(input->descriptor, input->buffer, sizeof input->buffer);
        if (got < 0 && errno == EINTR)
            return INPUT_STOPPED;
        input->ended = got <= 0;
        input->at = 0;
        input->end = got > 0 ? (size_t)got : 0;
    }
    if (input->at == input->end)
        return INPUT_END;
    input->taken++;
    return input->buffer[input->at++];
}
