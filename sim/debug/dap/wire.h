/* wire.h - messages of the Debug Adapter Protocol on two descriptors. Knows bytes and JSON; no requests. */
#ifndef PRAM_DEBUG_DAP_WIRE_H
#define PRAM_DEBUG_DAP_WIRE_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

enum { WIRE_MESSAGE_MOST = 1 << 26 };

struct wire {
    int in, out;
    char *bytes; /* owned; what has come and was not taken yet */
    size_t count, room;
    bool has_ended; /* no more comes */
    bool is_broken; /* what came is no message, or nobody reads */
};

enum wire_answer { WIRE_NOTHING, WIRE_MESSAGE, WIRE_GARBAGE };

/* Takes the next message that has come as a whole. WIRE_GARBAGE: it was none, and is gone; `error` has one
 * line. */
enum wire_answer wire_take(struct wire *wire, json_t **message, char *error, size_t error_size);

/* Reads what has come; with `waits` until something has, the client has gone, or a signal asks to stop. */
void wire_fill(struct wire *wire, bool waits);

/* Writes a message. */
void wire_send(struct wire *wire, const json_t *message);

#endif
