/* wire.h - messages of the Debug Adapter Protocol on two descriptors. Knows bytes and JSON; no requests. */
#ifndef PRAM_DEBUG_DAP_WIRE_H
#define PRAM_DEBUG_DAP_WIRE_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

enum { WIRE_MESSAGE_MOST = 1 << 26 };

struct wire {
    int in, out;
    char *bytes; /* owned; received bytes of incomplete messages */
    size_t count, room;
    bool has_ended; /* the input has ended */
    bool is_broken; /* the output cannot be written */
};

enum wire_answer { WIRE_NOTHING, WIRE_MESSAGE, WIRE_GARBAGE };

/* Takes the next complete message. WIRE_GARBAGE: the bytes were no message and are dropped; `error` has
 * one line. */
enum wire_answer wire_take(struct wire *wire, json_t **message, char *error, size_t error_size);

/* Reads received bytes; with `waits`, blocks until there are some, the client has gone, or a signal comes. */
void wire_fill(struct wire *wire, bool waits);

/* Writes a message. */
void wire_send(struct wire *wire, const json_t *message);

#endif
