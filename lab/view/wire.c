/* wire.c - see wire.h. */
#include "lab/view/wire.h"

static bool read_varint(struct wire *wire, uint64_t *value)
{
    *value = 0;
    for (unsigned shift = 0; shift < 64 && wire->at < wire->end; shift += 7) {
        const unsigned char byte = *wire->at++;
        *value |= (uint64_t)(byte & 0x7f) << shift;
        if (byte < 0x80)
            return true;
    }
    return false;
}

static bool read_fixed(struct wire *wire, size_t size, uint64_t *value)
{
    *value = 0;
    if ((size_t)(wire->end - wire->at) < size)
        return false;
    for (size_t k = 0; k < size; k++)
        *value |= (uint64_t)*wire->at++ << 8 * k;
    return true;
}

static bool read_field(struct wire *wire, struct wire_field *field)
{
    uint64_t key, size;
    *field = (struct wire_field){.number = 0};
    if (!read_varint(wire, &key) || key >> 3 == 0)
        return false;
    field->number = key >> 3;
    field->type = key & 7;
    switch (field->type) {
    case WIRE_NUMBER:
        return read_varint(wire, &field->value);
    case WIRE_FIXED64:
        return read_fixed(wire, 8, &field->value);
    case WIRE_FIXED32:
        return read_fixed(wire, 4, &field->value);
    case WIRE_BYTES:
        if (!read_varint(wire, &size) || size > (size_t)(wire->end - wire->at))
            return false;
        field->inside = (struct wire){.at = wire->at, .end = wire->at + size};
        wire->at += size;
        return true;
    default:
        return false;
    }
}

bool wire_next(struct wire *wire, struct wire_field *field)
{
    if (wire->is_bad || wire->at == wire->end)
        return false;
    wire->is_bad = !read_field(wire, field);
    return !wire->is_bad;
}
