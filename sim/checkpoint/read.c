/* read.c - reads a checkpoint's file (checkpoint.h): its checksum first, then its head, then the snapshot,
 * decompressed on demand.
 *
 * A file is untrusted: decompression takes at most the memory of two pieces, whatever the file says. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/memory.h"
#include "common/message.h"
#include "common/stop.h"
#include "sim/checkpoint/inside.h"

enum {
    IN_SIZE = 1 << 17,
    OUT_SIZE = 2 * SNAPSHOT_PIECE, /* the rest of a piece, and a new one */
    WINDOW_LOG = 23,               /* distance that libzstd may look back, as a power of two */
    FIXED = CHECKPOINT_MAGIC_SIZE + 2 * sizeof(uint32_t)
};

static bool refuse(struct file_error *error, const char *text)
{
    return message_refuse(error->text, sizeof error->text, "%s", text);
}

bool checkpoint_read_at(const struct checkpoint *checkpoint, void *bytes, size_t count, uint64_t place)
{
    for (size_t done = 0; done < count;) {
        const ssize_t got =
            pread(checkpoint->descriptor, (char *)bytes + done, count - done, (off_t)(place + done));
        if (got < 0 && errno == EINTR && stop_level() == 0)
            continue;
        if (got <= 0)
            return false;
        done += (size_t)got;
    }
    return true;
}

/* ---- unpacking */

/* Reads more of the compressed bytes into `in`. */
static bool fill(struct checkpoint *checkpoint)
{
    const uint64_t left = checkpoint->end - checkpoint->at;
    const size_t most = left < IN_SIZE ? (size_t)left : IN_SIZE;
    if (most == 0 || !checkpoint_read_at(checkpoint, checkpoint->in_bytes, most, checkpoint->at))
        return false;
    checkpoint->at += most;
    checkpoint->in = (ZSTD_inBuffer){checkpoint->in_bytes, most, 0};
    return true;
}

/* For struct snapshot_reader. */
static bool unpack(struct snapshot_reader *reader, size_t wanted)
{
    struct checkpoint *checkpoint = reader->context;
    const size_t kept = (size_t)(reader->end - reader->at);
    if (kept != 0)
        memmove(checkpoint->out_bytes, reader->at, kept);
    ZSTD_outBuffer out = {checkpoint->out_bytes, OUT_SIZE, kept};
    while (out.pos < wanted && !checkpoint->has_ended && stop_level() == 0) {
        if (checkpoint->in.pos == checkpoint->in.size && !fill(checkpoint))
            break;
        const size_t left = ZSTD_decompressStream(checkpoint->context, &out, &checkpoint->in);
        if (ZSTD_isError(left))
            break;
        /* the part before the snapshot is compressed separately */
        checkpoint->has_ended =
            left == 0 && checkpoint->in.pos == checkpoint->in.size && checkpoint->at == checkpoint->end;
    }
    checkpoint->unpacked += out.pos - kept;
    reader->at = checkpoint->out_bytes;
    reader->end = reader->at + out.pos;
    return out.pos >= wanted;
}

/* ---- opening */

/* A file that is not plain is not even read: that might block forever. */
static bool is_plain(struct checkpoint *checkpoint, struct file_error *error)
{
    struct stat status;
    if (checkpoint->descriptor < 0 || fstat(checkpoint->descriptor, &status) != 0)
        return message_refuse(error->text, sizeof error->text, "cannot read: %s", strerror(errno));
    if (!S_ISREG(status.st_mode))
        return message_refuse(error->text, sizeof error->text, "cannot read: %s",
                              S_ISDIR(status.st_mode) ? strerror(EISDIR) : "not a plain file");
    checkpoint->size = (uint64_t)status.st_size;
    return true;
}

static bool is_sound(struct checkpoint *checkpoint)
{
    struct sum sum = {.count = 0};
    uint64_t expected;
    const uint64_t end = checkpoint->size - CHECKPOINT_SUM_SIZE;
    for (uint64_t at = 0; at < end;) {
        const size_t most = end - at < IN_SIZE ? (size_t)(end - at) : IN_SIZE;
        if (!checkpoint_read_at(checkpoint, checkpoint->in_bytes, most, at))
            return false;
        sum_add(&sum, checkpoint->in_bytes, most);
        at += most;
    }
    return checkpoint_read_at(checkpoint, &expected, sizeof expected, end) && sum_of(&sum) == expected;
}

static void get_head(struct checkpoint_words *head, struct snapshot_reader *reader)
{
    head->version = snapshot_get_text(reader);
    head->program = snapshot_get_text(reader);
    reader->bad |= head->version == NULL || head->program == NULL;
    head->options = snapshot_get_texts(reader, &head->option_count);
}

/* Magic, version, head; the rest is compressed. */
static bool read_head(struct checkpoint *checkpoint, struct file_error *error)
{
    unsigned char *bytes = checkpoint->out_bytes;
    const uint64_t least = FIXED + CHECKPOINT_SUM_SIZE;
    if (checkpoint->size < CHECKPOINT_MAGIC_SIZE ||
        !checkpoint_read_at(checkpoint, bytes, CHECKPOINT_MAGIC_SIZE, 0) ||
        memcmp(bytes, CHECKPOINT_MAGIC, CHECKPOINT_MAGIC_SIZE) != 0)
        return refuse(error, "it is not a checkpoint of pramsim");
    if (checkpoint->size < least || !checkpoint_read_at(checkpoint, bytes, FIXED, 0))
        return refuse(error, "the checkpoint is damaged: its end is missing");
    struct snapshot_reader fixed = {.at = bytes + CHECKPOINT_MAGIC_SIZE, .end = bytes + FIXED};
    const uint32_t version = snapshot_get_word(&fixed), size = snapshot_get_word(&fixed);
    if (version != CHECKPOINT_VERSION)
        return message_refuse(error->text, sizeof error->text,
                              "the checkpoint has version %u, and this pramsim reads version %u", version,
                              CHECKPOINT_VERSION);
    if (!is_sound(checkpoint))
        return refuse(error, "the checkpoint is damaged: its checksum is wrong");
    checkpoint->at = FIXED + size;
    checkpoint->end = checkpoint->size - CHECKPOINT_SUM_SIZE;
    if (size > CHECKPOINT_HEAD_MOST || checkpoint->at > checkpoint->end ||
        !checkpoint_read_at(checkpoint, bytes, size, FIXED))
        return refuse(error, "the checkpoint is damaged");
    struct snapshot_reader *reader = &checkpoint->reader;
    *reader = (struct snapshot_reader){.at = bytes, .end = bytes + size};
    get_head(&checkpoint->head, reader);
    reader->more = unpack; /* for what follows */
    reader->context = checkpoint;
    return (!reader->bad && reader->at == reader->end) || refuse(error, "the checkpoint is damaged");
}

struct checkpoint *checkpoint_open(const char *path, struct file_error *error)
{
    return checkpoint_open_file(open(path, CHECKPOINT_OPENING), error);
}

struct checkpoint *checkpoint_open_file(int descriptor, struct file_error *error)
{
    struct checkpoint *checkpoint = memory_take(1, sizeof *checkpoint);
    checkpoint->descriptor = descriptor;
    checkpoint->in_bytes = memory_take(IN_SIZE, 1);
    checkpoint->out_bytes = memory_take(OUT_SIZE, 1);
    checkpoint->context = ZSTD_createDCtx();
    if (checkpoint->context == NULL)
        memory_is_short();
    ZSTD_DCtx_setParameter(checkpoint->context, ZSTD_d_windowLogMax, WINDOW_LOG);
    if (is_plain(checkpoint, error) && read_head(checkpoint, error))
        return checkpoint;
    checkpoint_close(checkpoint);
    return NULL;
}

void checkpoint_close(struct checkpoint *checkpoint)
{
    if (checkpoint == NULL)
        return;
    if (checkpoint->descriptor >= 0)
        close(checkpoint->descriptor);
    ZSTD_freeDCtx(checkpoint->context);
    arena_release(&checkpoint->reader.texts);
    free(checkpoint->in_bytes);
    free(checkpoint->out_bytes);
    free(checkpoint);
}

struct snapshot_reader *checkpoint_snapshot(struct checkpoint *checkpoint)
{
    return &checkpoint->reader;
}
