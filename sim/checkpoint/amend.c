/* amend.c - adds to the checkpoint of a run that has ended (checkpoint.h): files in the places of the run's
 * last files go before the existing snapshot, which is copied compressed. */
#include "common/output.h"
#include "sim/checkpoint/inside.h"
#include "sim/checkpoint/pack.h"

enum { COPIED = 1 << 16 };

/* A file under construction, from an old one. */
struct amending {
    struct checkpoint *old;
    struct output_file file;
    struct packer packer;
    bool good;
};

/* Copies bytes of the old file. */
static void copy(struct amending *amending, uint64_t from, uint64_t to)
{
    unsigned char bytes[COPIED];
    while (amending->good && from < to) {
        const size_t count = to - from < COPIED ? (size_t)(to - from) : COPIED;
        amending->good = checkpoint_read_at(amending->old, bytes, count, from) &&
                         packer_write(&amending->packer, bytes, count);
        from += count;
    }
}

static void write_all(struct amending *amending, const struct machine *machine, bool whole)
{
    const uint64_t start = amending->old->at, end = amending->old->end; /* of what is compressed */
    struct snapshot before = {.sink = packer_collect, .context = &amending->packer};
    copy(amending, 0, start);
    snapshot_put_before(&before, machine, whole);
    amending->good = amending->good && !before.failed && packer_end(&amending->packer);
    snapshot_forget(&before);
    copy(amending, start, end);
}

bool checkpoint_amend(const struct checkpoint_place *place, const struct machine *machine, bool whole,
                      struct file_error *error)
{
    struct amending amending = {.old = checkpoint_open_in(place->folder, place->name, error)};
    if (amending.old == NULL)
        return false;
    if (!output_open_in(&amending.file, place->folder, place->name, error)) {
        checkpoint_close(amending.old);
        return false;
    }
    amending.good = packer_make(&amending.packer, amending.file.stream, 0);
    if (amending.good)
        write_all(&amending, machine, whole);
    snprintf(error->text, sizeof error->text, "a file could not be read, or memory is short");
    amending.good = packer_finish(&amending.packer, amending.good, &amending.file, error);
    packer_forget(&amending.packer);
    checkpoint_close(amending.old);
    return amending.good;
}
