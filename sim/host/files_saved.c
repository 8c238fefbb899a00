/* files_saved.c - saves the open files of a program in a snapshot (sim/machine/snapshot.h) and restores them.
 *
 * A written file is saved whole, since its temporary disappears with the process; a file for reading only by
 * its name and position, unless the name leads elsewhere now. Knows the operating system and snapshots. */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>

#include "common/memory.h"
#include "common/system/system.h"
#include "sim/host/files_inside.h"
#include "sim/machine/snapshot.h"

enum { PIECE = 1 << 16 };

/* What of a file is in a snapshot. */
enum kept {
    KEPT_PLACE,   /* it is read: name and position */
    KEPT_WRITTEN, /* it is written: what was written */
    KEPT_READ,    /* for reading, and replaced since: contents included */
    KEPT_HELD,    /* complete, appears with this checkpoint: contents included; has no slot */
    KEPT_ABSENT,  /* to be deleted with this checkpoint; before a snapshot: there was no such file */
    KEPT_KINDS
};

/* A file of a snapshot: the data before its contents. */
struct head {
    uint32_t slot;
    const char *name;
    uint32_t kept;
    bool failed;       /* of a written one: a write has failed, or it could not be read */
    uint64_t position; /* of one that is read */
    uint64_t size;     /* size of the contents, which follow, except for KEPT_PLACE */
};

/* ---- saving */

static bool is_in_place(const struct files *files, const struct file *file)
{
    struct stat here, there;
    return file->directory >= 0 && fstat(fileno(file->stream), &here) == 0 &&
           fstatat(file->directory, held_name(files, file), &there, AT_SYMLINK_NOFOLLOW) == 0 &&
           files_is_same(&here, &there);
}

/* Writes zeros in place of unreadable contents. */
static bool put_content(struct snapshot *snapshot, int descriptor, uint64_t size)
{
    char bytes[PIECE];
    bool good = true;
    for (uint64_t done = 0; done < size && !snapshot->failed; done += sizeof bytes) {
        const size_t most = size - done < sizeof bytes ? (size_t)(size - done) : sizeof bytes;
        memset(bytes, 0, sizeof bytes);
        good = good && pread(descriptor, bytes, most, (off_t)done) == (ssize_t)most;
        snapshot_put(snapshot, bytes, most);
    }
    return good;
}

/* Saves a file: its head, and of most kinds its contents, which are at the descriptor; -1: they cannot be
 * read. The size, and of a file that is not read the position, come from there. False: not all is saved. */
static bool put_file(struct snapshot *snapshot, struct head head, int descriptor)
{
    struct stat status;
    const bool is_absent = head.kept == KEPT_ABSENT;
    const bool is_file =
        !is_absent && descriptor >= 0 && fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode);
    head.size = is_file ? (uint64_t)status.st_size : 0;
    snapshot_put_word(snapshot, head.slot);
    snapshot_put_text(snapshot, head.name);
    snapshot_put_word(snapshot, head.kept);
    const bool is_read = head.kept == KEPT_PLACE || head.kept == KEPT_READ;
    snapshot_put_long(snapshot, is_read ? head.position : head.size);
    snapshot_put_long(snapshot, head.size);
    const bool whole = !head.failed && (is_file || is_absent);
    const bool is_copied = head.kept == KEPT_PLACE || put_content(snapshot, descriptor, head.size);
    snapshot_put_word(snapshot, !whole || !is_copied);
    return whole && is_copied;
}

/* A file that is open or waits. */
static void save_file(const struct files *files, const struct file *file, struct snapshot *snapshot)
{
    struct head head = {.name = file->name, .failed = file->failed};
    if (file->stream == NULL) {
        head.kept = file->is_absent ? KEPT_ABSENT : KEPT_HELD;
        put_file(snapshot, head, file->output.lock);
        return;
    }
    head.slot = (uint32_t)(file - files->open);
    head.position = files_position(file);
    head.kept = file->written ? KEPT_WRITTEN : is_in_place(files, file) ? KEPT_PLACE : KEPT_READ;
    const int descriptor =
        !file->written ? fileno(file->stream)
        : fflush(file->stream) != 0
            ? -1
            : openat(file->output.directory, file->output.temporary, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
    put_file(snapshot, head, descriptor);
    if (file->written && descriptor >= 0)
        close(descriptor);
}

/* What lies at a file's place now. */
static void save_place(const struct file *file, struct snapshot *snapshot)
{
    const int descriptor =
        openat(file->directory, file->base, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    const bool is_absent = descriptor < 0 && errno == ENOENT;
    const struct head head = {.name = file->name, .kept = is_absent ? KEPT_ABSENT : KEPT_HELD};
    snapshot->failed |= !put_file(snapshot, head, descriptor);
    if (descriptor >= 0)
        close(descriptor);
}

/* Whether an open file appears at the end of the run, in a place that the program has used. */
static bool changes(const struct files *files, const struct file *file, bool whole)
{
    return whole && file->stream != NULL && file->written && !file->failed && held_is_seen(files, file);
}

uint32_t files_changes(const struct files *files, bool whole)
{
    uint32_t count = (uint32_t)files->held_count;
    for (int slot = 0; slot < FILES_MAX_OPEN; slot++)
        count += changes(files, &files->open[slot], whole);
    return count;
}

void files_save_before(const struct files *files, bool whole, struct snapshot *snapshot)
{
    snapshot_put_word(snapshot, files_changes(files, whole));
    for (size_t k = 0; k < files->held_count; k++)
        save_place(&files->held[k], snapshot);
    for (int slot = 0; slot < FILES_MAX_OPEN; slot++)
        if (changes(files, &files->open[slot], whole))
            save_place(&files->open[slot], snapshot);
}

void files_save(const struct files *files, struct snapshot *snapshot)
{
    uint32_t count = (uint32_t)files->held_count;
    for (int slot = 0; slot < FILES_MAX_OPEN; slot++)
        count += files->open[slot].stream != NULL;
    snapshot_put_word(snapshot, count);
    for (size_t k = 0; k < files->held_count; k++)
        save_file(files, &files->held[k], snapshot);
    for (int slot = 0; slot < FILES_MAX_OPEN; slot++)
        if (files->open[slot].stream != NULL)
            save_file(files, &files->open[slot], snapshot);
}

/* ---- restoring */

/* False: something is damaged. */
static bool get_head(struct snapshot_reader *reader, struct head *head)
{
    head->slot = snapshot_get_word(reader);
    head->name = snapshot_get_text(reader);
    head->kept = snapshot_get_word(reader);
    head->position = snapshot_get_long(reader);
    head->size = snapshot_get_long(reader);
    reader->bad |= head->slot >= FILES_MAX_OPEN || head->name == NULL || head->kept >= KEPT_KINDS ||
                   head->position > head->size || head->size > INT64_MAX ||
                   (head->name != NULL && strlen(head->name) > FILES_MAX_NAME);
    return !reader->bad;
}

/* Copies the contents from the snapshot to `stream`; NULL: skips them. */
static bool take_content(struct snapshot_reader *reader, uint64_t size, FILE *stream)
{
    bool good = true;
    for (uint64_t left = size; left > 0 && !reader->bad;) {
        const size_t most = left < PIECE ? (size_t)left : PIECE;
        const void *bytes = snapshot_get(reader, most);
        good = good && bytes != NULL && (stream == NULL || fwrite(bytes, 1, most, stream) == most);
        left -= most;
    }
    return good;
}

/* A file that has no name any more. */
static bool restore_read(struct snapshot_reader *reader, const struct head *head, struct file *file)
{
    const int descriptor = system_open_memory();
    FILE *stream = descriptor >= 0 ? fdopen(descriptor, "w+b") : NULL;
    if (stream == NULL && descriptor >= 0)
        close(descriptor);
    if (stream == NULL || !take_content(reader, head->size, stream) || fflush(stream) != 0) {
        if (stream != NULL)
            fclose(stream);
        return false;
    }
    *file =
        (struct file){.stream = stream, .directory = -1, .name = memory_text(head->name, strlen(head->name))};
    return true;
}

/* A complete file, or a deletion: waits until everything else is restored. */
static bool restore_held(struct files *files, struct snapshot_reader *reader, const struct head *head)
{
    struct file file;
    if (!files_open_at(files, &file, head->name, FILES_WRITE))
        return false;
    const bool good = take_content(reader, head->size, file.stream);
    snprintf(files->error.text, sizeof files->error.text, "it cannot be written");
    files->reason = files->error.text;
    file.is_absent = head->kept == KEPT_ABSENT;
    file.failed = snapshot_get_word(reader) != 0 || !good || reader->bad;
    if (file.failed || file.is_absent)
        output_drop(&file.output);
    if (!file.failed && (file.is_absent || output_complete(&file.output, &files->error))) {
        held_add(files, &file);
        return true;
    }
    files_leave(&file);
    return false;
}

/* Opens a file again; its contents follow in the snapshot. */
static bool restore_file(struct files *files, struct snapshot_reader *reader, const struct head *head)
{
    struct file *file = &files->open[head->slot];
    const bool written = head->kept == KEPT_WRITTEN;
    struct stat status;
    bool good;
    files->reason = "it cannot be read or written as before";
    if (head->kept == KEPT_READ)
        good = restore_read(reader, head, file);
    else
        good = files_open_at(files, file, head->name, written ? FILES_WRITE : FILES_READ);
    if (!good)
        return false;
    files->reason = "it cannot be read or written as before";
    if (written)
        good = take_content(reader, head->size, file->stream);
    file->failed = snapshot_get_word(reader) != 0 && written;
    if (!good || written)
        return good || reader->bad; /* which is said elsewhere */
    files->reason = "it has another size than it had";
    return fstat(fileno(file->stream), &status) == 0 && (uint64_t)status.st_size == head->size &&
           fseeko(file->stream, (off_t)head->position, SEEK_SET) == 0;
}

static const char cannot_put_back[] = "the file '%.200s' cannot be put back as it was: %s";
static const char cannot_open[] = "the file '%.200s', which the program had open, cannot be opened again: %s";

void files_restore(struct files *files, struct snapshot_reader *reader, bool before)
{
    for (uint32_t count = snapshot_get_word(reader); count > 0 && !reader->bad; count--) {
        struct head head;
        const bool whole = get_head(reader, &head);
        const bool has_slot = head.kept != KEPT_HELD && head.kept != KEPT_ABSENT;
        reader->bad |= !whole || (has_slot && (before || files->open[head.slot].stream != NULL));
        if (!reader->bad && !(has_slot ? restore_file : restore_held)(files, reader, &head) && !reader->bad)
            snapshot_refuse(reader, before ? cannot_put_back : cannot_open, head.name, files->reason);
    }
}

void files_put_back(struct files *files, struct snapshot_reader *reader)
{
    if (!held_appear(files, false))
        snapshot_refuse(reader, cannot_put_back, files->lost, files->lost_reason.text);
}

/* ---- for people */

void files_describe(struct snapshot_reader *reader, struct snapshot_about *about)
{
    uint32_t room = 0;
    for (uint32_t count = snapshot_get_word(reader); count > 0 && !reader->bad; count--) {
        struct head head;
        reader->bad |=
            !get_head(reader, &head) || (about != NULL && about->file_count == FILES_MAX_OPEN + HELD_MOST);
        if (reader->bad)
            return;
        if (head.kept != KEPT_PLACE)
            take_content(reader, head.size, NULL);
        snapshot_get_word(reader); /* failed */
        const bool waits = head.kept == KEPT_HELD || head.kept == KEPT_ABSENT;
        if (about == NULL)
            continue;
        about->files =
            arena_grow(&reader->texts, about->files, about->file_count, &room, sizeof *about->files);
        about->files[about->file_count++] =
            (struct snapshot_file){.name = head.name,
                                   .handle = waits ? 0 : head.slot + FILES_FIRST_HANDLE,
                                   .is_absent = head.kept == KEPT_ABSENT,
                                   .written = head.kept == KEPT_WRITTEN,
                                   .position = head.position};
    }
}
