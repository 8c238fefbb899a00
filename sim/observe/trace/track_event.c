/* track_event.c - see inside.h: writing of messages (protobuf; field numbers of perfetto's
 * protos/perfetto/trace). Does not interpret the data. */
#include "inside.h"

#include <string.h>

#include "common/system/system.h"
#include "common/track_field.h"

enum { TEXT_MOST = 400, NOTE_MOST = 440, MESSAGE_MOST = TRACK_NOTES * 64 + 2 * NOTE_MOST + 16, SEQUENCE = 1 };

enum { WIRE_VARINT = 0, WIRE_FIXED64 = 1, WIRE_BYTES = 2 };

/* Of a packet: resets interned data; refers to interned data. */
enum { FLAG_CLEARED = 1, FLAG_REFERS = 2 };

/* Set only .size to 0: clearing everything would take longer than filling it. */
struct message {
    size_t size;
    unsigned char bytes[MESSAGE_MOST];
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

static void put_fixed(struct message *message, unsigned field, uint64_t value)
{
    put_varint(message, (uint64_t)field << 3 | WIRE_FIXED64);
    for (int k = 0; k < 8; k++)
        message->bytes[message->size++] = (unsigned char)(value >> 8 * k);
}

static void put_bytes(struct message *message, unsigned field, const void *bytes, size_t size)
{
    put_varint(message, (uint64_t)field << 3 | WIRE_BYTES);
    put_varint(message, size);
    memcpy(message->bytes + message->size, bytes, size);
    message->size += size;
}

/* Names are untrusted: invalid UTF-8 and control characters are dropped, and long names cut. */
static void put_text(struct message *message, unsigned field, const char *text, size_t most)
{
    const size_t size = strnlen(text, most);
    put_bytes(message, field, text, size);
    unsigned char *clean = message->bytes + message->size - size;
    for (size_t k = 0; k < size; k++)
        clean[k] = clean[k] < ' ' || clean[k] > '~' ? '?' : clean[k];
}

static void put_note(struct message *message, const struct track_note *note)
{
    enum { NAME_MOST = 32 };
    struct message inside;
    inside.size = 0;
    put_number(&inside, NOTE_INTEGER, (uint64_t)note->value);
    put_text(&inside, NOTE_NAME, note->name, NAME_MOST);
    put_bytes(message, EVENT_NOTE, inside.bytes, inside.size);
}

static void write_packet(FILE *stream, struct message *packet, uint64_t flags)
{
    struct message whole;
    whole.size = 0;
    put_number(packet, PACKET_SEQUENCE, SEQUENCE);
    if (flags != 0)
        put_number(packet, PACKET_FLAGS, flags);
    put_bytes(&whole, TRACE_PACKET, packet->bytes, packet->size);
    system_write_own(whole.bytes, whole.size, stream); /* of one thread */
}

void track_begin(FILE *stream)
{
    struct message packet;
    packet.size = 0;
    write_packet(stream, &packet, FLAG_CLEARED);
}

static bool is_plain(const char *text)
{
    size_t size = 0;
    while (size <= TEXT_MOST && text[size] >= ' ' && text[size] <= '~')
        size++;
    return size <= TEXT_MOST && text[size] == '\0';
}

void track_describe(FILE *stream, uint64_t uuid, uint64_t parent, const char *name, bool is_counter,
                    const char *remark)
{
    struct message descriptor, packet;
    descriptor.size = packet.size = 0;
    put_number(&descriptor, DESCRIPTOR_UUID, uuid);
    put_text(&descriptor, DESCRIPTOR_NAME, name, TEXT_MOST);
    if (parent != 0)
        put_number(&descriptor, DESCRIPTOR_PARENT, parent);
    if (is_counter)
        put_bytes(&descriptor, DESCRIPTOR_COUNTER, "", 0);
    if (remark != NULL && is_plain(remark))
        put_text(&descriptor, DESCRIPTOR_REMARK, remark, TEXT_MOST);
    put_bytes(&packet, PACKET_DESCRIPTOR, descriptor.bytes, descriptor.size);
    write_packet(stream, &packet, 0);
}

void track_place(FILE *stream, uint64_t number, const char *file, const char *function, uint32_t line)
{
    struct message place, interned, packet;
    place.size = interned.size = packet.size = 0;
    put_number(&place, PLACE_NUMBER, number);
    put_text(&place, PLACE_FILE, file, TEXT_MOST);
    if (function != NULL)
        put_text(&place, PLACE_FUNCTION, function, TEXT_MOST);
    put_number(&place, PLACE_LINE, line);
    put_bytes(&interned, INTERNED_PLACE, place.bytes, place.size);
    put_bytes(&packet, PACKET_INTERNED, interned.bytes, interned.size);
    write_packet(stream, &packet, FLAG_REFERS);
}

void track_event(FILE *stream, const struct track_event *what)
{
    struct message event, packet;
    event.size = packet.size = 0;
    for (const struct track_note *note = what->notes; note != NULL && note->name != NULL; note++)
        put_note(&event, note);
    put_number(&event, EVENT_TYPE, what->kind);
    put_number(&event, EVENT_TRACK, what->track);
    if (what->name != NULL)
        put_text(&event, EVENT_NAME, what->name, TEXT_MOST);
    if (what->kind == TRACK_COUNTER)
        put_number(&event, EVENT_VALUE, (uint64_t)what->value);
    if (what->place != 0)
        put_number(&event, EVENT_PLACE, what->place);
    if (what->flow_from != 0)
        put_fixed(&event, EVENT_FLOW, what->flow_from);
    if (what->flow_to != 0)
        put_fixed(&event, EVENT_LAST_FLOW, what->flow_to);
    put_number(&packet, PACKET_TIMESTAMP, what->time);
    put_bytes(&packet, PACKET_TRACK_EVENT, event.bytes, event.size);
    write_packet(stream, &packet, what->place != 0 ? FLAG_REFERS : 0);
}
