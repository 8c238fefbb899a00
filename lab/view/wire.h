/* wire.h - protobuf's wire format, field by field, from untrusted bytes. */
#ifndef PRAM_VIEW_WIRE_H
#define PRAM_VIEW_WIRE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What is left of a message. */
struct wire {
    const unsigned char *at, *end;
    bool is_bad; /* it ended within a field, or is no message */
};

enum wire_type { WIRE_NUMBER = 0, WIRE_FIXED64 = 1, WIRE_BYTES = 2, WIRE_FIXED32 = 5 };

struct wire_field {
    uint64_t number;
    unsigned type;      /* enum wire_type */
    uint64_t value;     /* of a number, fixed ones too */
    struct wire inside; /* of bytes: a text or another message */
};

/* The next field; false at the end, or where the message is bad. */
bool wire_next(struct wire *wire, struct wire_field *field);

#endif
