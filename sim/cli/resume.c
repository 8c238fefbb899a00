/* resume.c - see resume.h. */
#include "sim/cli/resume.h"

#include <fcntl.h>
#include <inttypes.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/message.h"
#include "common/stop.h"
#include "common/system/system.h"
#include "sim/checkpoint/checkpoint.h"

enum { PIECE = 1 << 16 };

/* Restores an open checkpoint and closes it. `checkpoint` NULL: there is none. */
static bool restore(struct checkpoint *checkpoint, struct machine *machine, const struct engine *engine,
                    void *state, struct file_error *error)
{
    if (checkpoint == NULL)
        return false;
    struct snapshot_reader *reader = checkpoint_snapshot(checkpoint);
    const bool good = snapshot_restore(reader, machine, engine, state) ||
                      message_refuse(error->text, sizeof error->text, "%s", reader->error);
    checkpoint_close(checkpoint);
    return good;
}

bool resume_restore(const char *path, struct machine *machine, const struct engine *engine, void *state,
                    struct file_error *error)
{
    return restore(checkpoint_open(path, error), machine, engine, state, error);
}

/* Sends the file of the first rank to all others, which get it in memory. `path`: of the first rank; NULL: an
 * empty file. Returns a descriptor of the file, to be closed; -1: there is none. */
static int share_file(struct ranks *ranks, const char *path)
{
    const bool sends = ranks->rank == 0;
    const int file = !sends ? system_open_memory() : path != NULL ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    struct stat status;
    uint64_t size = sends && file >= 0 && fstat(file, &status) == 0 ? (uint64_t)status.st_size : 0;
    ranks->broadcast(ranks, &size, sizeof size, 0);
    for (uint64_t at = 0; at < size; at += PIECE) {
        char bytes[PIECE] = {0};
        const size_t count = size - at < PIECE ? (size_t)(size - at) : PIECE;
        /* what cannot be read or written is missing in the checksum */
        if (sends)
            (void)!pread(file, bytes, count, (off_t)at);
        ranks->broadcast(ranks, bytes, count, 0);
        if (!sends)
            (void)!pwrite(file, bytes, count, (off_t)at);
    }
    return file;
}

/* The checkpoint of the first rank, on each rank. NULL with *error. */
static struct checkpoint *open_on_all(struct ranks *ranks, const char *path, struct file_error *error)
{
    struct checkpoint *checkpoint = ranks->rank == 0 ? checkpoint_open(path, error) : NULL;
    const int file = share_file(ranks, checkpoint != NULL ? path : NULL);
    if (ranks->rank != 0)
        return checkpoint_open_file(file, error);
    if (file >= 0)
        close(file);
    return checkpoint;
}

int resume_run(const struct options *options, struct machine *machine, void *state)
{
    struct file_error error = {.text = ""};
    const double start = stats_clock();
    const double loaded = machine->stats.seconds[STATS_TIME_load];
    struct checkpoint *checkpoint = machine->ranks != NULL
                                        ? open_on_all(machine->ranks, options->resume, &error)
                                        : checkpoint_open(options->resume, &error);
    const bool good = restore(checkpoint, machine, options->engine, state, &error);
    if (!good && stop_reason() != STOP_NOTHING)
        snprintf(error.text, sizeof error.text, "the run was stopped before it could go on");
    if (!good)
        return message_fail(EXIT_CODE_checkpoint, "pramsim: error: %s: %s", options->resume, error.text);
    machine->stats.seconds[STATS_TIME_load] += loaded + stats_clock() - start;
    if (!options->has[OPTION_quiet])
        message_line(stderr, "pramsim: note: goes on at cycle %" PRIu64, machine->stats.cycles);
    return 0;
}
