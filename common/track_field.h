/* track_field.h - field numbers of Perfetto's messages. pramsim writes them (sim/observe/trace), pramview
 * reads them (lab/view).
 */
#ifndef PRAM_TRACK_FIELD_H
#define PRAM_TRACK_FIELD_H

enum {
    TRACE_PACKET = 1,
    PACKET_TIMESTAMP = 8,
    PACKET_SEQUENCE = 10,
    PACKET_TRACK_EVENT = 11,
    PACKET_INTERNED = 12,
    PACKET_FLAGS = 13,
    PACKET_DESCRIPTOR = 60,
    DESCRIPTOR_UUID = 1,
    DESCRIPTOR_NAME = 2,
    DESCRIPTOR_PARENT = 5,
    DESCRIPTOR_COUNTER = 8,
    DESCRIPTOR_REMARK = 14,
    INTERNED_PLACE = 4,
    PLACE_NUMBER = 1,
    PLACE_FILE = 2,
    PLACE_FUNCTION = 3,
    PLACE_LINE = 4,
    EVENT_NOTE = 4,
    EVENT_TYPE = 9,
    EVENT_TRACK = 11,
    EVENT_NAME = 23,
    EVENT_VALUE = 30,
    EVENT_PLACE = 34,
    EVENT_FLOW = 47,
    EVENT_LAST_FLOW = 48,
    NOTE_INTEGER = 4,
    NOTE_NAME = 10
};

#endif
