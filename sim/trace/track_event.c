/* track_event.c - see track_event.h. */
#include "track_event.h"

#include <string.h>

enum { TEXT_MOST = 400, MESSAGE_MOST = 1024, SEQUENCE = 1 };

/* Field numbers. */
enum {
    TRACE_PACKET = 1,
    PACKET_TIMESTAMP = 8,
    PACKET_SEQUENCE = 10,
    PACKET_TRACK_EVENT = 11,
    PACKET_DESCRIPTOR = 60,
    DESCRIPTOR_UUID = 1,
    DESCRIPTOR_NAME = 2,
    DESCRIPTOR_PARENT = 5,
    DESCRIPTOR_COUNTER = 8,
    EVENT_TYPE = 9,
    EVENT_TRACK = 11,
    EVENT_NAME = 23,
    EVENT_VALUE = 30
};
enum { WIRE_VARINT = 0, WIRE_BYTES = 2 };

struct message {
    unsigned char bytes[MESSAGE_MOST];
    size_t size;
};

static void put_varint(struct message *message, uint64_t value)
{
    for (; value >= 0x80; value >>= 7)
        message->bytes[message->size++] = (unsigned char)(value | 0x80);
    message->bytes[message->size++] = (unsigned char)value;
}

static void put_number(struct message *message, unsigned field, uint64_t value)
{
    put_varint(message, (uint64_t)field << 3 | WIRE_VARINT);
    put_varint(message, value);
}

static void put_bytes(struct message *message, unsigned field, const void *bytes, size_t size)
{
    put_varint(message, (uint64_t)field << 3 | WIRE_BYTES);
    put_varint(message, size);
    memcpy(message->bytes + message->size, bytes, size);
    message->size += size;
}

/* Names are strangers' words: what is no UTF-8 or would command a terminal is left out, and what is too long.
 */
static void put_text(struct message *message, unsigned field, const char *text)
{
    char clean[TEXT_MOST];
    size_t size = 0;
    for (; *text != '\0' && size < sizeof clean; text++)
        clean[size++] = (unsigned char)*text < ' ' || (unsigned char)*text > '~' ? '?' : *text;
    put_bytes(message, field, clean, size);
}

static void write_packet(FILE *stream, struct message *packet)
{
    struct message head = {.size = 0};
    put_number(packet, PACKET_SEQUENCE, SEQUENCE);
    put_varint(&head, (uint64_t)TRACE_PACKET << 3 | WIRE_BYTES);
    put_varint(&head, packet->size);
    fwrite(head.bytes, 1, head.size, stream);
    fwrite(packet->bytes, 1, packet->size, stream);
}

void track_describe(FILE *stream, uint64_t uuid, uint64_t parent, const char *name, bool is_counter)
{
    struct message descriptor = {.size = 0}, packet = {.size = 0};
    put_number(&descriptor, DESCRIPTOR_UUID, uuid);
    put_text(&descriptor, DESCRIPTOR_NAME, name);
    if (parent != 0)
        put_number(&descriptor, DESCRIPTOR_PARENT, parent);
    if (is_counter)
        put_bytes(&descriptor, DESCRIPTOR_COUNTER, "", 0);
    put_bytes(&packet, PACKET_DESCRIPTOR, descriptor.bytes, descriptor.size);
    write_packet(stream, &packet);
}

void track_event(FILE *stream, uint64_t time, enum track_kind kind, uint64_t uuid, const char *name,
                 int64_t value)
{
    struct message event = {.size = 0}, packet = {.size = 0};
    put_number(&event, EVENT_TYPE, kind);
    put_number(&event, EVENT_TRACK, uuid);
    if (name != NULL)
        put_text(&event, EVENT_NAME, name);
    if (kind == TRACK_COUNTER)
        put_number(&event, EVENT_VALUE, (uint64_t)value);
    put_number(&packet, PACKET_TIMESTAMP, time);
    put_bytes(&packet, PACKET_TRACK_EVENT, event.bytes, event.size);
    write_packet(stream, &packet);
}
