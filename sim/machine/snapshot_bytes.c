/* snapshot_bytes.c - the bytes of a snapshot, put and got: numbers, texts, pieces (snapshot.h). Knows nothing
 * of what they mean.
 */
#include <stdlib.h>
#include <string.h>

#include "common/memory.h"
#include "sim/machine/snapshot.h"

void snapshot_put(struct snapshot *snapshot, const void *bytes, size_t count)
{
    snapshot->bytes = memory_grow(snapshot->bytes, &snapshot->room, snapshot->size + count, 1);
    if (count != 0)
        memcpy(snapshot->bytes + snapshot->size, bytes, count);
    snapshot->size += count;
}

void snapshot_put_word(struct snapshot *snapshot, uint32_t word)
{
    const unsigned char bytes[] = {(unsigned char)word, (unsigned char)(word >> 8),
                                   (unsigned char)(word >> 16), (unsigned char)(word >> 24)};
    snapshot_put(snapshot, bytes, sizeof bytes);
}

void snapshot_put_long(struct snapshot *snapshot, uint64_t value)
{
    snapshot_put_word(snapshot, (uint32_t)value);
    snapshot_put_word(snapshot, (uint32_t)(value >> 32));
}

void snapshot_put_text(struct snapshot *snapshot, const char *text)
{
    const size_t length = text != NULL ? strlen(text) : 0;
    snapshot_put_word(snapshot, text != NULL ? (uint32_t)length : UINT32_MAX);
    snapshot_put(snapshot, text, length);
}

const void *snapshot_get(struct snapshot_reader *reader, size_t count)
{
    const void *bytes = reader->at;
    reader->bad |= count > (size_t)(reader->end - reader->at);
    if (reader->bad)
        return NULL;
    reader->at += count;
    return bytes;
}

uint32_t snapshot_get_word(struct snapshot_reader *reader)
{
    const unsigned char *bytes = snapshot_get(reader, 4);
    return bytes == NULL
               ? 0
               : bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

uint64_t snapshot_get_long(struct snapshot_reader *reader)
{
    const uint64_t low = snapshot_get_word(reader);
    return low | (uint64_t)snapshot_get_word(reader) << 32;
}

char *snapshot_get_text(struct snapshot_reader *reader)
{
    const uint32_t length = snapshot_get_word(reader);
    const void *bytes = length != UINT32_MAX ? snapshot_get(reader, length) : NULL;
    if (bytes == NULL)
        return NULL;
    char *text = memory_take((size_t)length + 1, 1);
    memcpy(text, bytes, length);
    return text;
}

void snapshot_forget(struct snapshot *snapshot)
{
    free(snapshot->bytes);
    *snapshot = (struct snapshot){.size = 0};
}
