/* snapshot_bytes.c - the bytes of a snapshot: numbers, texts, pieces (snapshot.h), without interpretation. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/machine/snapshot.h"

/* ---- putting */

void snapshot_drain(struct snapshot *snapshot)
{
    if (snapshot->sink == NULL)
        return;
    if (!snapshot->failed)
        snapshot->bytes = snapshot->sink(snapshot->context, snapshot->size);
    snapshot->failed = snapshot->failed || snapshot->bytes == NULL;
    snapshot->room = SNAPSHOT_PIECE;
    snapshot->size = 0;
}

/* Makes room for more bytes, at most SNAPSHOT_PIECE; false: memory is short. */
static bool make_room(struct snapshot *snapshot, size_t count)
{
    if (snapshot->size + count > snapshot->room)
        snapshot_drain(snapshot);
    if (snapshot->failed || snapshot->size + count <= snapshot->room)
        return !snapshot->failed;
    size_t room = snapshot->room * 2 > SNAPSHOT_PIECE ? snapshot->room * 2 : SNAPSHOT_PIECE;
    room = room > snapshot->size + count ? room : snapshot->size + count;
    unsigned char *bytes = realloc(snapshot->bytes, room);
    snapshot->failed = bytes == NULL;
    if (bytes == NULL)
        return false;
    snapshot->bytes = bytes;
    snapshot->room = room;
    return true;
}

void snapshot_put(struct snapshot *snapshot, const void *bytes, size_t count)
{
    const unsigned char *from = bytes;
    while (count != 0) {
        const size_t piece = count < SNAPSHOT_PIECE ? count : SNAPSHOT_PIECE;
        if (!make_room(snapshot, piece))
            return;
        memcpy(snapshot->bytes + snapshot->size, from, piece);
        snapshot->size += piece;
        from += piece;
        count -= piece;
    }
}

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "words lie in memory as in a snapshot");

void snapshot_put_word(struct snapshot *snapshot, uint32_t word)
{
    snapshot_put(snapshot, &word, sizeof word);
}

void snapshot_put_long(struct snapshot *snapshot, uint64_t value)
{
    snapshot_put(snapshot, &value, sizeof value);
}

void snapshot_put_text(struct snapshot *snapshot, const char *text)
{
    const size_t length = text != NULL ? strlen(text) : 0;
    snapshot_put_word(snapshot, text != NULL ? (uint32_t)length : UINT32_MAX);
    snapshot_put(snapshot, text, length);
}

void snapshot_put_texts(struct snapshot *snapshot, const char *const *texts, uint32_t count)
{
    snapshot_put_word(snapshot, count);
    for (uint32_t k = 0; k < count; k++)
        snapshot_put_text(snapshot, texts[k]);
}

void snapshot_forget(struct snapshot *snapshot)
{
    if (snapshot->sink == NULL)
        free(snapshot->bytes);
    *snapshot = (struct snapshot){.size = 0};
}

/* ---- getting */

void snapshot_refuse(struct snapshot_reader *reader, const char *format, ...)
{
    va_list arguments;
    reader->bad = true;
    if (reader->error[0] != '\0')
        return;
    va_start(arguments, format);
    vsnprintf(reader->error, sizeof reader->error, format, arguments);
    va_end(arguments);
}

const void *snapshot_get(struct snapshot_reader *reader, size_t count)
{
    if (!reader->bad && count > (size_t)(reader->end - reader->at))
        reader->bad = reader->more == NULL || count > SNAPSHOT_PIECE || !reader->more(reader, count);
    if (reader->bad)
        return NULL;
    const void *bytes = reader->at;
    reader->at += count;
    return bytes;
}

/* A number of `size` bytes; 0: there are fewer bytes. */
static void get_number(struct snapshot_reader *reader, void *number, size_t size)
{
    const void *bytes = snapshot_get(reader, size);
    memset(number, 0, size);
    if (bytes != NULL)
        memcpy(number, bytes, size);
}

uint32_t snapshot_get_word(struct snapshot_reader *reader)
{
    uint32_t word;
    get_number(reader, &word, sizeof word);
    return word;
}

void snapshot_get_words(struct snapshot_reader *reader, uint32_t *words, size_t count)
{
    const size_t most = SNAPSHOT_PIECE / sizeof *words;
    while (count != 0) {
        const size_t piece = count < most ? count : most;
        const void *bytes = snapshot_get(reader, piece * sizeof *words);
        if (bytes == NULL)
            return;
        if (words != NULL) {
            memcpy(words, bytes, piece * sizeof *words);
            words += piece;
        }
        count -= piece;
    }
}

uint64_t snapshot_get_long(struct snapshot_reader *reader)
{
    uint64_t value;
    get_number(reader, &value, sizeof value);
    return value;
}

const char *snapshot_get_text(struct snapshot_reader *reader)
{
    const uint32_t length = snapshot_get_word(reader);
    reader->bad |= length != UINT32_MAX && length > SNAPSHOT_TEXT_MOST;
    const void *bytes = length != UINT32_MAX ? snapshot_get(reader, length) : NULL;
    if (bytes == NULL || memchr(bytes, '\0', length) != NULL) {
        reader->bad |= bytes != NULL;
        return NULL;
    }
    return arena_text(&reader->texts, bytes, length);
}

const char **snapshot_get_texts(struct snapshot_reader *reader, uint32_t *count)
{
    const uint32_t expected = snapshot_get_word(reader);
    const char **texts = NULL;
    uint32_t room = 0;
    for (*count = 0; *count < expected && !reader->bad;) {
        const char *const text = snapshot_get_text(reader);
        *ARENA_ADD(&reader->texts, texts, *count, room) = text;
        reader->bad |= text == NULL;
    }
    return texts;
}
