/* resume.c - see resume.h.
 *
 * The first rank reads the checkpoint, and sends each decompressed piece to the others: all read the same
 * snapshot in the same steps. A rank that fails stops receiving; the result is sent to all.
 */
#include "sim/cli/resume.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "common/memory.h"
#include "common/message.h"
#include "common/stop.h"
#include "sim/checkpoint/checkpoint.h"
#include "sim/cli/ranks.h"

#define THE_END UINT64_MAX

/* ---- the rank that reads */

/* State between a reader and the source of its bytes. */
struct teller {
    struct ranks *ranks;
    bool (*more)(struct snapshot_reader *reader, size_t wanted); /* the reader's own, */
    void *context;                                               /* the context of `more` */
};

static bool read_and_send(struct snapshot_reader *reader, size_t wanted)
{
    struct teller *teller = reader->context;
    const size_t kept = (size_t)(reader->end - reader->at);
    reader->context = teller->context;
    const bool good = teller->more(reader, wanted);
    reader->context = teller;
    uint64_t count = (uint64_t)(reader->end - reader->at) - kept;
    teller->ranks->broadcast(teller->ranks, &count, sizeof count, 0);
    teller->ranks->broadcast(teller->ranks, (void *)(reader->at + kept), count, 0);
    return good;
}

static void send_end(struct ranks *ranks)
{
    uint64_t count = THE_END;
    ranks->broadcast(ranks, &count, sizeof count, 0);
}

bool resume_restore(const char *path, struct machine *machine, const struct engine *engine, void *state,
                    struct file_error *error)
{
    struct checkpoint *checkpoint = checkpoint_open(path, error);
    struct teller teller = {.ranks = machine->ranks};
    if (checkpoint == NULL)
        return false;
    struct snapshot_reader *reader = checkpoint_snapshot(checkpoint);
    if (machine->ranks != NULL) {
        teller.more = reader->more;
        teller.context = reader->context;
        reader->more = read_and_send;
        reader->context = &teller;
    }
    const bool good = snapshot_restore(reader, machine, engine, state, error->text, sizeof error->text);
    checkpoint_close(checkpoint);
    return good;
}

/* ---- the others */

struct listener {
    struct ranks *ranks;
    unsigned char *bytes;
    size_t room;
    bool has_ended;
};

/* The next piece, after `kept` bytes. Returns its size. */
static size_t receive_piece(struct listener *listener, size_t kept)
{
    uint64_t count;
    listener->ranks->broadcast(listener->ranks, &count, sizeof count, 0);
    listener->has_ended = count == THE_END;
    if (listener->has_ended)
        return 0;
    listener->bytes = memory_grow(listener->bytes, &listener->room, kept + count, 1);
    listener->ranks->broadcast(listener->ranks, listener->bytes + kept, count, 0);
    return count;
}

static bool hear(struct snapshot_reader *reader, size_t wanted)
{
    struct listener *listener = reader->context;
    size_t kept = (size_t)(reader->end - reader->at);
    if (kept != 0)
        memmove(listener->bytes, reader->at, kept);
    kept += listener->has_ended ? 0 : receive_piece(listener, kept);
    reader->at = listener->bytes;
    reader->end = reader->at + kept;
    return kept >= wanted;
}

static bool listen(struct machine *machine, const struct engine *engine, void *state,
                   struct file_error *error)
{
    struct listener listener = {.ranks = machine->ranks};
    struct snapshot_reader reader = {.more = hear, .context = &listener};
    const bool good = snapshot_restore(&reader, machine, engine, state, error->text, sizeof error->text);
    while (!listener.has_ended)
        (void)receive_piece(&listener, 0);
    free(listener.bytes);
    arena_release(&reader.texts);
    return good;
}

/* ---- both */

int resume_run(const struct options *options, struct machine *machine, void *state)
{
    struct file_error error = {.text = ""};
    const double start = stats_clock();
    const double loaded = machine->stats.seconds[STATS_TIME_load];
    const bool reads = machine->ranks == NULL || machine->ranks->rank == 0;
    const bool good = reads ? resume_restore(options->resume, machine, options->engine, state, &error)
                            : listen(machine, options->engine, state, &error);
    if (reads && machine->ranks != NULL)
        send_end(machine->ranks);
    if (!good && stop_reason() != STOP_NOTHING)
        snprintf(error.text, sizeof error.text, "the run was stopped before it could go on");
    if (!good) {
        message_line(stderr, "pramsim: error: %s: %s", options->resume, error.text);
        return EXIT_CODE_checkpoint;
    }
    machine->stats.seconds[STATS_TIME_load] += loaded + stats_clock() - start;
    if (!options->quiet)
        message_line(stderr, "pramsim: note: goes on at cycle %" PRIu64, machine->stats.cycles);
    return 0;
}
