/* nolink.c - see nolink.h. May call output.h.
 *
 * Folder by folder with O_NOFOLLOW: what openat2(RESOLVE_NO_SYMLINKS | RESOLVE_BENEATH) does in one call, on
 * kernels and in sandboxes that have no openat2, too.
 */
#include "common/nolink.h"

#include "common/memory.h"
#include "common/output.h"
#include "common/system/system.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char link_text[] = "it is a link, or is reached through one; links are not followed";

static enum nolink_end refuse(struct file_error *error, const char *what)
{
    snprintf(error->text, sizeof error->text, "%s", what);
    return NOLINK_REFUSED;
}

static enum nolink_end fail(struct file_error *error, int reason)
{
    snprintf(error->text, sizeof error->text, "%s", strerror(reason));
    return NOLINK_FAILED;
}

static bool is_link(int folder, const char *name)
{
    struct stat status;
    return fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0 && S_ISLNK(status.st_mode);
}

/* Takes one step down, or up, from *folder, which is closed. */
static enum nolink_end step(int *folder, const char *name, struct file_error *error)
{
    const int next = system_open_folder(*folder, name, false);
    const int reason = errno;
    const bool is_at_link = next < 0 && is_link(*folder, name);
    close(*folder);
    *folder = next;
    if (next >= 0)
        return NOLINK_DONE;
    return is_at_link ? refuse(error, link_text) : fail(error, reason);
}

static int open_start(const struct nolink_path *path)
{
    if (path->name[0] == '/')
        return system_open_folder(AT_FDCWD, "/", true);
    return system_open_folder(path->folder, ".", true);
}

enum nolink_end nolink_open_parent(const struct nolink_path *path, int *folder, const char **base,
                                   struct file_error *error)
{
    const char *part = path->name;
    enum nolink_end end = NOLINK_DONE;
    *folder = -1;
    if (path->is_beneath && part[0] == '/')
        return refuse(error, "its name begins with /");
    *folder = open_start(path);
    if (*folder < 0)
        return fail(error, errno);
    while (end == NOLINK_DONE) {
        char name[NAME_MAX + 1];
        part += strspn(part, "/");
        const size_t length = strcspn(part, "/");
        if (path->is_beneath && length == 2 && strncmp(part, "..", 2) == 0) {
            end = refuse(error, "its name has .. in it");
            break;
        }
        *base = part;
        if (part[length] == '\0')
            return NOLINK_DONE;
        if (length > NAME_MAX) {
            end = fail(error, ENAMETOOLONG);
            break;
        }
        memcpy(name, part, length);
        name[length] = '\0';
        end = step(folder, name, error);
        part += length;
    }
    if (*folder >= 0)
        close(*folder);
    *folder = -1;
    return end;
}

/* Whether an open file may be read. */
static enum nolink_end judge(int file, size_t limit, struct file_error *error)
{
    struct stat status;
    if (fstat(file, &status) != 0)
        return fail(error, errno);
    if (S_ISDIR(status.st_mode))
        return refuse(error, "it is a folder");
    if (!S_ISREG(status.st_mode))
        return refuse(error, "it is not a regular file");
    if (status.st_nlink > 1)
        return refuse(error, "it has a second name (a hard link); use a copy");
    if ((size_t)status.st_size <= limit)
        return NOLINK_DONE;
    snprintf(error->text, sizeof error->text, "it is larger than the limit of %zu bytes", limit);
    return NOLINK_REFUSED;
}

/* Opens the file `base` of a folder. */
static enum nolink_end open_file(int folder, const char *base, int *file, struct file_error *error)
{
    struct stat before; /* opening a device can have an effect */
    *file = -1;
    if (base[0] == '\0')
        return refuse(error, "it is a folder");
    if (fstatat(folder, base, &before, AT_SYMLINK_NOFOLLOW) != 0)
        return fail(error, errno);
    if (S_ISLNK(before.st_mode))
        return refuse(error, link_text);
    if (!S_ISREG(before.st_mode) && !S_ISDIR(before.st_mode))
        return refuse(error, "it is not a regular file");
    /* a pipe may have replaced it: without O_NONBLOCK, opening it would wait for a writer */
    *file = openat(folder, base, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (*file >= 0)
        return NOLINK_DONE;
    return errno == ELOOP ? refuse(error, link_text) : fail(error, errno);
}

/* Reads a file that may change meanwhile: at most one byte more than `limit`. */
static enum nolink_end read_all(int file, size_t limit, char **bytes, size_t *size, struct file_error *error)
{
    size_t capacity = 0, length = 0;
    char *text = NULL;
    ssize_t got = 1;
    while (got > 0 && length <= limit) {
        text = memory_grow(text, &capacity, length + (1 << 12) + 1, 1);
        const size_t room = capacity - length - 1;
        const size_t wanted = room <= limit - length ? room : limit - length + 1;
        do
            got = read(file, text + length, wanted);
        while (got < 0 && errno == EINTR);
        length += got > 0 ? (size_t)got : 0;
    }
    if (got >= 0 && length <= limit) {
        text[length] = '\0';
        *bytes = text;
        *size = length;
        return NOLINK_DONE;
    }
    const enum nolink_end end =
        got < 0 ? fail(error, errno) : refuse(error, "it grows while it is read, beyond the limit");
    free(text);
    return end;
}

enum nolink_end nolink_read_open(int file, size_t limit, char **bytes, size_t *size, struct file_error *error)
{
    const enum nolink_end end = judge(file, limit, error);
    *bytes = NULL;
    return end == NOLINK_DONE ? read_all(file, limit, bytes, size, error) : end;
}

enum nolink_end nolink_read(const struct nolink_path *path, size_t limit, char **bytes, size_t *size,
                            struct file_error *error)
{
    int folder, file = -1;
    const char *base;
    *bytes = NULL;
    enum nolink_end end = nolink_open_parent(path, &folder, &base, error);
    if (end == NOLINK_DONE)
        end = open_file(folder, base, &file, error);
    if (end == NOLINK_DONE)
        end = nolink_read_open(file, limit, bytes, size, error);
    if (file >= 0)
        close(file);
    if (folder >= 0)
        close(folder);
    return end;
}

int nolink_open_folder(const struct nolink_path *path, enum nolink_end *end, struct file_error *error)
{
    int folder, opened = -1;
    const char *base;
    *end = nolink_open_parent(path, &folder, &base, error);
    if (*end != NOLINK_DONE)
        return -1;
    opened = openat(folder, base[0] == '\0' ? "." : base, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    const int reason = errno;
    if (opened < 0)
        *end = is_link(folder, base) ? refuse(error, link_text) : fail(error, reason);
    close(folder);
    return opened;
}

bool nolink_print(const char *path, void (*print)(const void *context, FILE *stream), const void *context,
                  struct file_error *error)
{
    const struct nolink_path whole = {.folder = AT_FDCWD, .name = path};
    int folder;
    const char *base;
    if (strncmp(path, "/dev/", 5) == 0)
        return output_print(path, print, context, error);
    if (nolink_open_parent(&whole, &folder, &base, error) != NOLINK_DONE)
        return false;
    if (base[0] == '\0') {
        close(folder);
        fail(error, path[0] == '\0' ? ENOENT : EISDIR);
        return false;
    }
    const bool good = output_print_in(folder, base, print, context, error);
    close(folder);
    return good;
}
