/* checkpoint_damage.c - makes a hostile checkpoint: other bytes in its snapshot, and a right checksum. For
 * checkpoint_crafted.sh.
 *
 * checkpoint_damage FROM TO SEED
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zstd.h>

#include "common/memory.h"
#include "sim/checkpoint/inside.h"

static uint64_t state;

static uint64_t random_below(uint64_t limit)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return limit != 0 ? (state >> 33) % limit : 0;
}

/* All of the snapshot in a checkpoint. */
static void unpack(struct checkpoint *checkpoint, struct snapshot *snapshot)
{
    struct snapshot_reader *reader = checkpoint_snapshot(checkpoint);
    while (reader->more(reader, 1)) {
        snapshot_put(snapshot, reader->at, (size_t)(reader->end - reader->at));
        reader->at = reader->end;
    }
}

/* Numbers that programs trip over are as frequent as others. */
static void damage(struct snapshot *snapshot)
{
    static const uint32_t words[] = {0, 1, 0x7fffffff, 0x80000000, UINT32_MAX, UINT32_MAX - 1, 1 << 20, 256};
    if (snapshot->bytes == NULL)
        return;
    const size_t ends = snapshot->size < 600 ? snapshot->size : 600;
    for (uint64_t n = 1 + random_below(3); n > 0; n--) {
        const bool at_end = random_below(2) != 0;
        size_t at = random_below(3) == 0 ? random_below(snapshot->size) : random_below(ends);
        at = at < ends && at_end ? snapshot->size - 1 - at : at;
        if (random_below(2) != 0 && at + sizeof words[0] <= snapshot->size)
            memcpy(snapshot->bytes + at, &words[random_below(sizeof words / sizeof words[0])],
                   sizeof words[0]);
        else
            snapshot->bytes[at] = (unsigned char)random_below(256);
    }
    if (random_below(8) == 0)
        snapshot->size = random_below(snapshot->size);
    if (random_below(8) == 0) { /* a few bytes of the file, and a gigabyte to be unpacked */
        void *zeros = memory_take(1 << 24, 1);
        snapshot_put(snapshot, zeros, 1 << 24);
        free(zeros);
    }
}

/* The head of the old file, the snapshot, the checksum. */
static bool write_all(FILE *from, FILE *to, const struct snapshot *snapshot)
{
    unsigned char head[CHECKPOINT_HEAD_MOST + 16];
    struct sum sum = {.count = 0};
    uint32_t size;
    const size_t room = ZSTD_compressBound(snapshot->size);
    void *packed = memory_take(room, 1);
    if (fread(head, 1, 16, from) != 16)
        return false;
    memcpy(&size, head + 12, sizeof size);
    if (size > CHECKPOINT_HEAD_MOST || fread(head + 16, 1, size, from) != size)
        return false;
    const size_t count = ZSTD_compress(packed, room, snapshot->bytes, snapshot->size, 1);
    sum_add(&sum, head, 16 + size);
    sum_add(&sum, packed, count);
    const uint64_t hash = sum_of(&sum);
    const bool good = fwrite(head, 1, 16 + size, to) == 16 + size && fwrite(packed, 1, count, to) == count &&
                      fwrite(&hash, sizeof hash, 1, to) == 1;
    free(packed);
    return good;
}

int main(int argc, char **argv)
{
    struct file_error error;
    struct snapshot snapshot = {.size = 0};
    if (argc != 4)
        return 2;
    state = strtoull(argv[3], NULL, 10) * 0x9e3779b97f4a7c15u + 1;
    struct checkpoint *checkpoint = checkpoint_open(argv[1], &error);
    FILE *from = fopen(argv[1], "rb"), *to = fopen(argv[2], "wb");
    if (checkpoint == NULL || from == NULL || to == NULL)
        return 1;
    unpack(checkpoint, &snapshot);
    damage(&snapshot);
    const bool good = write_all(from, to, &snapshot);
    snapshot_forget(&snapshot);
    checkpoint_close(checkpoint);
    fclose(from);
    return good && fclose(to) == 0 ? 0 : 1;
}
