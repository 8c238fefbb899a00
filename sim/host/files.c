/* files.c - see files.h. Every path is walked part by part with O_NOFOLLOW: a strict openat2(RESOLVE_BENEATH)
 * that works on every kernel and also yields the directory in which common/output.h writes the file. */
#include "sim/host/files_inside.h"

#include "common/memory.h"
#include "common/message.h"
#include "common/output.h"
#include "common/stop.h"
#include "common/system/system.h"
#include "common/temporary.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

struct files *files_create(const char *in, const char *out, char *error, size_t error_size)
{
    struct files *files = memory_take(1, sizeof *files);
    const struct {
        const char *directory;
        int *descriptor;
    } roots[] = {{in, &files->in}, {out, &files->out}};
    files->in = files->out = -1;
    files->append_most = UINT64_MAX;
    for (size_t k = 0; k < sizeof roots / sizeof roots[0]; k++) {
        if (roots[k].directory == NULL)
            continue;
        *roots[k].descriptor = system_open_folder(AT_FDCWD, roots[k].directory, true);
        if (*roots[k].descriptor >= 0)
            continue;
        const int reason = errno;
        snprintf(error, error_size, "cannot open the directory '%s' of --files: %s", roots[k].directory,
                 strerror(reason));
        files_destroy(files);
        errno = reason;
        return NULL;
    }
    return files;
}

void files_protect(struct files *files, const char *path)
{
    if (stat(path, &files->program) != 0)
        files->program.st_ino = 0;
}

void files_protect_place(struct files *files, int folder, const char *name)
{
    if (fstat(folder, &files->kept_folder) == 0)
        files->kept_name = name;
}

static const char leads_out[] = "only relative names beneath the directory of --files are allowed";

/* Why a name is refused; NULL: it is not. */
static const char *refuse_name(const char *name, bool to_write)
{
    const size_t length = strlen(name);
    return length > FILES_MAX_NAME ? "the name is too long"
           : name[0] == '/'        ? leads_out
           : to_write && !message_is_plain(name, length)
               ? "names with control characters, or that are no UTF-8, are not written to"
               : NULL;
}

/* Why a part of a name, up to a / or the end, is refused; NULL: it is not. */
static const char *refuse_part(const char *part, size_t length, bool to_write)
{
    const bool is_last = part[length] == '\0', is_dot = length == 1 && part[0] == '.';
    if ((length == 2 && part[0] == '.' && part[1] == '.') || (is_last && (length == 0 || is_dot)))
        return leads_out;
    if (to_write && part[0] == '.' && !is_dot)
        return "names that begin with a dot are not written to";
    return length > NAME_MAX ? strerror(ENAMETOOLONG) : NULL;
}

/* The folder of that name in a folder, which is closed. -1 with errno, which tells of files that wait what it
 * would tell without a checkpoint. */
static int descend(const struct files *files, int directory, const char *part, size_t length)
{
    char component[NAME_MAX + 1];
    memcpy(component, part, length);
    component[length] = '\0';
    const int next = system_open_folder(directory, component, false);
    const int error = errno;
    const char *now = held_name(files, &(struct file){.directory = directory, .base = component});
    close(directory);
    errno = now == component ? error : now[0] == '\0' ? ENOENT : ENOTDIR;
    return next;
}

/* The directory that holds `name`, opened, and the last part of the name; -1: it cannot be opened. */
static int open_parent(struct files *files, int root, const char *name, bool to_write, const char **base)
{
    files->reason = refuse_name(name, to_write);
    if (files->reason != NULL)
        return -1;
    int directory = fcntl(root, F_DUPFD_CLOEXEC, 0);
    for (const char *part = name; directory >= 0;) {
        const size_t length = strcspn(part, "/");
        files->reason = refuse_part(part, length, to_write);
        if (files->reason != NULL) {
            close(directory);
            return -1;
        }
        if (part[length] == '\0') {
            *base = part;
            return directory;
        }
        if (length > 0 && !(length == 1 && part[0] == '.'))
            directory = descend(files, directory, part, length);
        part += length + 1;
    }
    files->reason = errno == ENOTDIR ? "a part of the name is no directory, or a link" : strerror(errno);
    return -1;
}

bool files_place(struct files *files, struct file *file, const char *name, bool to_write)
{
    const int root = to_write ? files->out : files->in;
    *file = (struct file){.written = to_write, .directory = -1, .name = memory_text(name, strlen(name))};
    files->reason = files->in < 0 && files->out < 0 ? "files are forbidden by --files=none"
                    : to_write                      ? "no file may be written: there is no --files-out"
                                                    : "no file may be read: there is no --files-in";
    if (root >= 0)
        file->directory = open_parent(files, root, file->name, to_write, &file->base);
    return file->directory >= 0;
}

bool files_is_plain(struct files *files, const struct stat *status)
{
    if (S_ISREG(status->st_mode))
        return true;
    files->reason = S_ISLNK(status->st_mode) ? "links are not followed" : "not a plain file";
    return false;
}

/* Opens the plain file that is at a place, or will be when held files have appeared; NULL: it cannot. */
static FILE *open_plain(struct files *files, const struct file *place)
{
    const char *base = held_name(files, place);
    struct stat before; /* opening a device can have an effect */
    if (fstatat(place->directory, base, &before, AT_SYMLINK_NOFOLLOW) == 0 && !files_is_plain(files, &before))
        return NULL;
    /* without O_NONBLOCK opening a FIFO would wait for its other end */
    int descriptor =
        openat(place->directory, base, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    struct stat status;
    FILE *stream = NULL;
    if (descriptor < 0 || fstat(descriptor, &status) != 0)
        files->reason = errno == ELOOP ? "links are not followed" : strerror(errno);
    else if (files_is_plain(files, &status)) {
        stream = fdopen(descriptor, "rb");
        files->reason = strerror(errno);
    }
    if (stream == NULL && descriptor >= 0)
        close(descriptor);
    return stream;
}

bool files_copy(struct files *files, const struct file *place, FILE *to)
{
    char bytes[4096];
    size_t count;
    bool good = true;
    FILE *from = open_plain(files, place);
    if (from == NULL)
        return false;
    while (good && (count = fread(bytes, 1, sizeof bytes, from)) > 0)
        good = fwrite(bytes, 1, count, to) == count && stop_level() == 0;
    good = good && !ferror(from);
    if (!good)
        files->reason = strerror(errno);
    fclose(from);
    return good;
}

bool files_may_replace(struct files *files, const struct file *file)
{
    struct stat status;
    files->reason = "it is the file of --checkpoint";
    if (files->kept_name != NULL && strcmp(file->base, files->kept_name) == 0 &&
        fstat(file->directory, &status) == 0 && files_is_same(&status, &files->kept_folder))
        return false;
    if (fstatat(file->directory, file->base, &status, AT_SYMLINK_NOFOLLOW) != 0 || !S_ISREG(status.st_mode))
        return true; /* which is said elsewhere */
    const bool is_itself = files->program.st_ino != 0 && files_is_same(&status, &files->program);
    const bool is_executable = (status.st_mode & (S_IXUSR | S_IXGRP | S_IXOTH)) != 0;
    files->reason =
        is_itself ? "a program does not write to its own file" : "executable files are not written to";
    return !is_itself && !is_executable;
}

/* Removes leftovers of killed runs from a directory, before its first file is written. */
static void sweep(struct files *files, int directory)
{
    struct stat status;
    if (fstat(directory, &status) != 0 || files_is_same(&status, &files->swept))
        return;
    files->swept = status;
    temporary_sweep(directory);
}

/* Begins the new file, with a copy of the existing one if `append`. */
static void open_to_write(struct files *files, struct file *file, bool append)
{
    if (!files_may_replace(files, file))
        return;
    sweep(files, file->directory);
    files->reason = files->error.text;
    if (!output_open_in(&file->output, file->directory, file->base, &files->error))
        return;
    const char *now = held_name(files, file);
    struct stat status;
    if (append && now[0] != '\0' && fstatat(file->directory, now, &status, AT_SYMLINK_NOFOLLOW) == 0)
        file->before = (uint64_t)status.st_size;
    if (file->before != 0 && file->before <= files->append_most &&
        !files_copy(files, file, file->output.stream))
        output_drop(&file->output);
    file->stream = file->output.stream;
}

bool files_open_at(struct files *files, struct file *file, const char *name, enum files_mode mode)
{
    if (files_place(files, file, name, mode != FILES_READ)) {
        if (mode != FILES_WRITE)
            held_see(files, file);
        if (file->written)
            open_to_write(files, file, mode == FILES_APPEND);
        else
            file->stream = open_plain(files, file);
    }
    if (file->stream == NULL)
        files_leave(file);
    return file->stream != NULL;
}

int files_open(struct files *files, const char *name, enum files_mode mode)
{
    int slot = 0;
    while (slot < FILES_MAX_OPEN && files->open[slot].stream != NULL)
        slot++;
    if (slot < FILES_MAX_OPEN)
        return files_open_at(files, &files->open[slot], name, mode) ? slot + FILES_FIRST_HANDLE : -1;
    files->reason = strerror(EMFILE);
    return -1;
}

struct file *files_find(struct files *files, int handle)
{
    if (handle < FILES_FIRST_HANDLE || handle >= FILES_FIRST_HANDLE + FILES_MAX_OPEN)
        return NULL;
    struct file *file = &files->open[handle - FILES_FIRST_HANDLE];
    return file->stream != NULL ? file : NULL;
}

uint64_t files_position(const struct file *file)
{
    const off_t position = ftello(file->stream);
    return position > 0 ? (uint64_t)position : 0;
}

/* A written file is complete: it appears, or waits. */
static bool complete(struct files *files, struct file *file, bool *waits)
{
    *waits = false;
    files->reason = files->error.text;
    if (!output_complete(&file->output, &files->error))
        return false;
    *waits = held_has_to_wait(files, file);
    if (*waits)
        held_add(files, file);
    return *waits || output_appear(&file->output, &files->error);
}

bool files_close(struct files *files, struct file *file, bool whole)
{
    bool good = !file->failed, waits = false;
    files->reason = "an earlier write failed";
    if (!file->written)
        fclose(file->stream);
    else if (!whole || file->failed)
        output_drop(&file->output);
    else
        good = complete(files, file, &waits);
    if (!good)
        held_lose(files, file->name);
    if (!waits)
        files_leave(file);
    memset(file, 0, sizeof *file);
    return good;
}

bool files_finish(struct files *files, bool whole)
{
    bool good = held_appear(files, false);
    files->holds = false;
    for (int i = 0; i < FILES_MAX_OPEN; i++)
        if (files->open[i].stream != NULL)
            good = (files_close(files, &files->open[i], whole) || !whole) && good;
    return good;
}

void files_destroy(struct files *files)
{
    if (files == NULL)
        return;
    held_drop(files);
    files_finish(files, false);
    if (files->in >= 0)
        close(files->in);
    if (files->out >= 0)
        close(files->out);
    free(files);
}
