/* wire.c - see wire.h. */
#include "wire.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/memory.h"
#include "common/stop.h"

enum { PIECE = 65536, HEADER_MOST = 4096 };

static void drop(struct wire *wire, size_t count)
{
    memmove(wire->bytes, wire->bytes + count, wire->count - count);
    wire->count -= count;
}

/* Reads Content-Length from a header of `size` bytes. False: it is missing. */
static bool find_length(const char *header, size_t size, size_t *length)
{
    static const char name[] = "\nContent-Length:";
    char text[HEADER_MOST], *end;
    snprintf(text, sizeof text, "\n%.*s", (int)(size < HEADER_MOST ? size : HEADER_MOST), header);
    const char *line = strcasestr(text, name);
    if (line == NULL)
        return false;
    const char *digits = line + sizeof name - 1;
    *length = (size_t)strtoull(digits, &end, 10);
    return end != digits && *length <= WIRE_MESSAGE_MOST;
}

enum wire_answer wire_take(struct wire *wire, json_t **message, char *error, size_t error_size)
{
    const char *end = wire->count != 0 ? memmem(wire->bytes, wire->count, "\r\n\r\n", 4) : NULL;
    json_error_t problem;
    size_t length = 0;
    if (end == NULL && wire->count < HEADER_MOST)
        return WIRE_NOTHING;
    const size_t header = end != NULL ? (size_t)(end - wire->bytes) : wire->count;
    if (end == NULL || !find_length(wire->bytes, header, &length)) {
        snprintf(error, error_size, "a header without a Content-Length of at most %d", WIRE_MESSAGE_MOST);
        drop(wire, end != NULL ? header + 4 : header);
        return WIRE_GARBAGE;
    }
    if (wire->count < header + 4 + length)
        return WIRE_NOTHING;
    *message = json_loadb(wire->bytes + header + 4, length, 0, &problem);
    drop(wire, header + 4 + length);
    if (*message == NULL)
        snprintf(error, error_size, "a message that is no JSON: %.200s", problem.text);
    return *message != NULL ? WIRE_MESSAGE : WIRE_GARBAGE;
}

void wire_fill(struct wire *wire, bool waits)
{
    struct pollfd wanted = {.fd = wire->in, .events = POLLIN};
    if (wire->has_ended || (!waits && poll(&wanted, 1, 0) <= 0))
        return;
    wire->bytes = memory_grow(wire->bytes, &wire->room, wire->count + PIECE, 1);
    const ssize_t got = stop_read(wire->in, wire->bytes + wire->count, PIECE);
    if (got > 0)
        wire->count += (size_t)got;
    else if (got == 0 || errno != EINTR || stop_level() > 0)
        wire->has_ended = true;
}

static void send_all(struct wire *wire, const char *bytes, size_t count)
{
    while (count > 0 && !wire->is_broken) {
        const ssize_t sent = stop_write(wire->out, bytes, count);
        if (sent < 0 && errno == EINTR && stop_level() == 0)
            continue;
        if (sent < 0) {
            wire->is_broken = wire->has_ended = true;
            return;
        }
        bytes += sent;
        count -= (size_t)sent;
    }
}

void wire_send(struct wire *wire, const json_t *message)
{
    char header[48];
    char *text = json_dumps(message, JSON_COMPACT);
    if (text == NULL) {
        memory_is_short();
        return;
    }
    const size_t length = strlen(text);
    send_all(wire, header, (size_t)snprintf(header, sizeof header, "Content-Length: %zu\r\n\r\n", length));
    send_all(wire, text, length);
    free(text);
}
