/* write.c - writes a run's snapshot into a file (checkpoint.h): the snapshot is collected in memory, and a
 * thread compresses it while the run continues. The thread allocates nothing, gets no signals, and touches
 * nothing of the run. */
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "common/output.h"
#include "common/system/system.h"
#include "sim/checkpoint/inside.h"

#define PACKING 1 /* libzstd's fastest usual level: cores may be scarce */

enum { PACKED = 1 << 17, COPIED = 1 << 16 }; /* bytes that are written at once */

static const char short_of_memory[] = "the host has not enough memory";

struct checkpoint_writing {
    struct output_file file;
    struct sum sum;           /* of what was written */
    unsigned char *collected; /* room of `size` bytes of memory, */
    size_t size, count;       /* of which `count` wait to be compressed */
    ZSTD_CCtx *context;
    unsigned char packed[PACKED];
    pthread_t thread;
    bool has_thread;
    atomic_bool is_left; /* it is not wanted any more */
    atomic_bool is_over; /* then: */
    struct checkpoint_written written;
};

/* ---- the place */

bool checkpoint_place(struct checkpoint_place *place, const char *path, struct file_error *error)
{
    struct output_file probe;
    *place = (struct checkpoint_place){.path = path, .folder = -1};
    if (!output_open(&probe, path, error))
        return false;
    const bool is_plain = probe.directory >= 0;
    if (is_plain) {
        place->folder = fcntl(probe.directory, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
        place->name = strdup(probe.name);
    }
    output_drop(&probe);
    if (place->folder >= 0 && place->name != NULL)
        return true;
    snprintf(error->text, sizeof error->text, "%s", is_plain ? strerror(errno) : "not a plain file");
    checkpoint_place_forget(place);
    return false;
}

void checkpoint_place_forget(struct checkpoint_place *place)
{
    if (place->folder >= 0)
        close(place->folder);
    free(place->name);
    *place = (struct checkpoint_place){.folder = -1};
}

/* ---- the file: plain bytes, compressed bytes, a checksum over all of them */

static void forget(struct checkpoint_writing *writing)
{
    output_drop(&writing->file);
    ZSTD_freeCCtx(writing->context);
    if (writing->collected != NULL)
        munmap(writing->collected, writing->size);
    free(writing);
}

/* Bytes to be collected: about `room`, but at most a quarter of the host's free memory. */
static size_t size_within(size_t room)
{
    const size_t least = 4 * SNAPSHOT_PIECE;
    const long pages = sysconf(_SC_AVPHYS_PAGES), page_bytes = sysconf(_SC_PAGESIZE);
    const size_t most = pages > 0 && page_bytes > 0 ? (size_t)pages / 4 * (size_t)page_bytes : 0;
    room = room < most ? room : most;
    return room > least ? room : least;
}

/* Begins a file that replaces the one in the place. NULL with *error. */
static struct checkpoint_writing *create(const struct checkpoint_place *place, size_t room,
                                         struct file_error *error)
{
    struct checkpoint_writing *writing = calloc(1, sizeof *writing);
    snprintf(error->text, sizeof error->text, "%s", short_of_memory);
    if (writing == NULL)
        return NULL;
    writing->size = size_within(room);
    writing->collected = system_reserve(writing->size);
    writing->context = ZSTD_createCCtx();
    if (writing->collected != NULL)
        system_advise_large(writing->collected, writing->size);
    if (writing->collected != NULL && writing->context != NULL &&
        !ZSTD_isError(ZSTD_CCtx_setParameter(writing->context, ZSTD_c_compressionLevel, PACKING)) &&
        output_open_in(&writing->file, place->folder, place->name, error))
        return writing;
    forget(writing);
    return NULL;
}

/* Writes bytes as they are. */
static bool put(struct checkpoint_writing *writing, const void *bytes, size_t count)
{
    sum_add(&writing->sum, bytes, count);
    return fwrite(bytes, 1, count, writing->file.stream) == count;
}

/* Compresses and writes what was collected; is_last: and ends the compressed part. Stops if the checkpoint is
 * abandoned. False: the stream has an error, or libzstd is short of memory. */
static bool pack(struct checkpoint_writing *writing, bool is_last)
{
    ZSTD_inBuffer in = {writing->collected, 0, 0};
    bool is_packed = !is_last && writing->count == 0;
    while (!is_packed && !atomic_load(&writing->is_left)) {
        ZSTD_outBuffer out = {writing->packed, PACKED, 0};
        const size_t left = writing->count - in.pos;
        in.size = in.pos + (left < SNAPSHOT_PIECE ? left : SNAPSHOT_PIECE);
        const bool ends = is_last && in.size == writing->count;
        const size_t held =
            ZSTD_compressStream2(writing->context, &out, &in, ends ? ZSTD_e_end : ZSTD_e_continue);
        if (ZSTD_isError(held) || !put(writing, writing->packed, out.pos))
            return false;
        is_packed = in.pos == writing->count && (!ends || held == 0);
    }
    writing->count = 0;
    return true;
}

/* The sink of a snapshot (sim/machine/snapshot.h). If there is no more room, what has been collected is
 * compressed. */
static unsigned char *collect(void *context, size_t size)
{
    struct checkpoint_writing *writing = context;
    writing->count += size;
    const bool is_full = writing->count + SNAPSHOT_PIECE > writing->size;
    return is_full && !pack(writing, false) ? NULL : writing->collected + writing->count;
}

/* If all is good, writes the checksum, and puts the file into its place; otherwise drops it. False: with
 * *error if the stream or the file has one, else *error is unchanged. */
static bool finish(struct checkpoint_writing *writing, bool good, struct file_error *error)
{
    const uint64_t sum = sum_of(&writing->sum);
    FILE *stream = writing->file.stream;
    good = good && fwrite(&sum, sizeof sum, 1, stream) == 1;
    /* if writing failed, output_force gives the reason */
    good = (good || ferror(stream)) && output_force(&writing->file, error) &&
           output_close(&writing->file, error);
    output_drop(&writing->file);
    return good;
}

static void put_head(struct snapshot *head, const struct checkpoint_words *words)
{
    size_t size = strlen(words->program);
    for (size_t k = 0; k < words->option_count; k++)
        size += strlen(words->options[k]) + sizeof(uint32_t);
    const bool fits = size < CHECKPOINT_HEAD_MOST / 2;
    snapshot_put_text(head, words->version);
    snapshot_put_text(head, fits ? words->program : "");
    snapshot_put_texts(head, words->options, fits ? words->option_count : 0);
}

static bool write_head(struct checkpoint_writing *writing, const struct checkpoint_words *words)
{
    struct snapshot head = {.size = 0};
    put_head(&head, words);
    const uint32_t numbers[] = {CHECKPOINT_VERSION, (uint32_t)head.size};
    const bool good = !head.failed && put(writing, CHECKPOINT_MAGIC, CHECKPOINT_MAGIC_SIZE) &&
                      put(writing, numbers, sizeof numbers) && put(writing, head.bytes, head.size);
    snapshot_forget(&head);
    return good;
}

/* ---- the thread */

/* Compresses what has been collected, and puts the file into its place. */
static void *write_collected(void *context)
{
    struct checkpoint_writing *writing = context;
    struct checkpoint_written *written = &writing->written;
    const bool good = pack(writing, true);
    if (!good)
        snprintf(written->error.text, sizeof written->error.text, "%s", short_of_memory);
    written->good = finish(writing, good && !atomic_load(&writing->is_left), &written->error);
    written->bytes = writing->sum.count + CHECKPOINT_SUM_SIZE;
    written->when = stats_clock();
    atomic_store(&writing->is_over, true);
    return NULL;
}

/* Signals are for the run's own threads. */
static bool start(struct checkpoint_writing *writing)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    const bool good = system_start_thread(&writing->thread, write_collected, writing);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return good;
}

/* ---- for the run */

struct checkpoint_writing *checkpoint_begin(const struct checkpoint_place *place,
                                            const struct checkpoint_words *words, struct machine *machine,
                                            const struct engine *engine, const void *state, size_t room,
                                            struct file_error *error)
{
    struct checkpoint_writing *writing = create(place, room, error);
    if (writing == NULL)
        return NULL;
    struct snapshot snapshot = {.sink = collect, .context = writing};
    if (!write_head(writing, words) ||
        !snapshot_take(&snapshot, machine, engine, state, error->text, sizeof error->text)) {
        finish(writing, false, error);
        forget(writing);
        return NULL;
    }
    writing->has_thread = start(writing);
    if (!writing->has_thread)
        write_collected(writing);
    return writing;
}

bool checkpoint_is_over(const struct checkpoint_writing *writing)
{
    return atomic_load(&writing->is_over);
}

struct checkpoint_written checkpoint_end(struct checkpoint_writing *writing)
{
    if (writing->has_thread)
        pthread_join(writing->thread, NULL);
    const struct checkpoint_written written = writing->written;
    forget(writing);
    return written;
}

void checkpoint_give_up(struct checkpoint_writing *writing)
{
    atomic_store(&writing->is_left, true);
    checkpoint_end(writing);
}

/* ---- after the run */

/* Copies bytes of an old file. */
static bool copy(struct checkpoint_writing *writing, const struct checkpoint *old, uint64_t from, uint64_t to)
{
    unsigned char bytes[COPIED];
    bool good = true;
    while (good && from < to) {
        const size_t count = to - from < COPIED ? (size_t)(to - from) : COPIED;
        good = checkpoint_read_at(old, bytes, count, from) && put(writing, bytes, count);
        from += count;
    }
    return good;
}

/* The files go before the old snapshot, which is copied compressed. */
bool checkpoint_amend(const struct checkpoint_place *place, const struct machine *machine, bool whole,
                      struct file_error *error)
{
    struct checkpoint *old =
        checkpoint_open_file(openat(place->folder, place->name, CHECKPOINT_OPENING), error);
    struct checkpoint_writing *writing = old != NULL ? create(place, 0, error) : NULL;
    bool good = writing != NULL;
    if (good) {
        struct snapshot before = {.sink = collect, .context = writing};
        const uint64_t start = old->at; /* of what is compressed */
        good = copy(writing, old, 0, start);
        snapshot_put_before(&before, machine, whole);
        good = good && !before.failed && pack(writing, true) && copy(writing, old, start, old->end);
        snprintf(error->text, sizeof error->text, "a file could not be read, or memory is short");
        good = finish(writing, good, error);
        forget(writing);
    }
    checkpoint_close(old);
    return good;
}
