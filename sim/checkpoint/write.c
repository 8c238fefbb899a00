/* write.c - writes a run's snapshot into a file (checkpoint.h): the snapshot is collected in memory, and a
 * thread compresses it while the run continues (pack.h). The thread allocates nothing, gets no signals, and
 * touches nothing of the run. */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/message.h"
#include "common/output.h"
#include "common/system/system.h"
#include "sim/checkpoint/inside.h"
#include "sim/checkpoint/pack.h"

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

/* ---- the file */

static void put_head(struct snapshot *head, const struct checkpoint_words *words)
{
    size_t size = strlen(words->program);
    for (size_t k = 0; k < words->option_count; k++)
        size += strlen(words->options[k]) + sizeof(uint32_t);
    const bool fits = size < CHECKPOINT_HEAD_MOST / 2;
    snapshot_put_text(head, words->version);
    snapshot_put_text(head, fits ? words->program : "");
    snapshot_put_texts(head, words->options, fits ? (uint32_t)words->option_count : 0);
}

static bool write_head(struct packer *packer, const struct checkpoint_words *words)
{
    struct snapshot head = {.size = 0};
    put_head(&head, words);
    const uint32_t numbers[] = {CHECKPOINT_VERSION, (uint32_t)head.size};
    const bool good = !head.failed && packer_write(packer, CHECKPOINT_MAGIC, CHECKPOINT_MAGIC_SIZE) &&
                      packer_write(packer, numbers, sizeof numbers) &&
                      packer_write(packer, head.bytes, head.size);
    snapshot_forget(&head);
    return good;
}

/* ---- the thread, and what it shares with the run */

struct checkpoint_writing {
    struct output_file file;
    struct packer packer;
    pthread_t thread;
    bool has_thread;
    bool is_whole;       /* the snapshot was taken */
    atomic_bool is_left; /* it is not wanted any more */
    atomic_bool is_over; /* then: */
    struct checkpoint_written written;
};

static const char short_of_memory[] = "the host has not enough memory";

static bool is_wanted(const struct checkpoint_writing *writing)
{
    return writing->is_whole && !atomic_load(&writing->is_left);
}

/* Compresses what has been collected, and puts the file into its place. */
static void *write_collected(void *context)
{
    struct checkpoint_writing *writing = context;
    struct packer *packer = &writing->packer;
    bool good = true;
    while (good && packer->at != packer->count && is_wanted(writing))
        good = packer_pack(packer);
    const bool is_complete = good && is_wanted(writing);
    good = good && (!is_complete || packer_end(packer));
    struct checkpoint_written *written = &writing->written;
    if (!good)
        snprintf(written->error.text, sizeof written->error.text, "%s", short_of_memory);
    written->good = packer_finish(packer, good && is_complete, &writing->file, &written->error);
    written->bytes = packer->sum.count + CHECKPOINT_SUM_SIZE;
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

static void forget(struct checkpoint_writing *writing)
{
    output_drop(&writing->file);
    packer_forget(&writing->packer);
    free(writing);
}

/* Everything for writing, and the head of the file. */
static bool prepare(struct checkpoint_writing *writing, const struct checkpoint_place *place,
                    const struct checkpoint_words *words, size_t room, struct file_error *error)
{
    if (!output_open_in(&writing->file, place->folder, place->name, error))
        return false;
    return (packer_make(&writing->packer, writing->file.stream, room) &&
            write_head(&writing->packer, words)) ||
           message_refuse(error->text, sizeof error->text, "%s", short_of_memory);
}

struct checkpoint_writing *checkpoint_begin(const struct checkpoint_place *place,
                                            const struct checkpoint_words *words, struct machine *machine,
                                            const struct engine *engine, const void *state, size_t room,
                                            struct file_error *error)
{
    struct checkpoint_writing *writing = calloc(1, sizeof *writing);
    if (writing == NULL) {
        snprintf(error->text, sizeof error->text, "%s", short_of_memory);
        return NULL;
    }
    if (!prepare(writing, place, words, room, error)) {
        forget(writing);
        return NULL;
    }
    struct snapshot snapshot = {.sink = packer_collect, .context = &writing->packer};
    writing->is_whole = snapshot_take(&snapshot, machine, engine, state, error->text, sizeof error->text);
    snapshot_forget(&snapshot);
    writing->has_thread = writing->is_whole && start(writing);
    if (!writing->has_thread)
        write_collected(writing);
    if (writing->is_whole)
        return writing;
    const struct checkpoint_written written = checkpoint_end(writing);
    if (written.error.text[0] != '\0')
        *error = written.error;
    return NULL;
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
