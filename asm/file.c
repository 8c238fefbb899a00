/* file.c - files read and written whole.
 *
 * May call the C library and POSIX.
 */
#include "file.h"
#include "memory.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void explain(struct file_error *error, const char *what)
{
    snprintf(error->text, sizeof error->text, "%s", what);
}

static bool read_all(int descriptor, size_t limit, size_t expected, char **bytes, size_t *size,
                     struct file_error *error)
{
    size_t capacity = 0;
    char *buffer = memory_grow(NULL, &capacity, expected + 2, 1);
    size_t length = 0;
    for (;;) {
        buffer = memory_grow(buffer, &capacity, length + 2, 1);
        ssize_t got = read(descriptor, buffer + length, capacity - length - 1);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            explain(error, strerror(errno));
        else if (length + (size_t)got > limit)
            snprintf(error->text, sizeof error->text, "larger than the limit of %zu bytes", limit);
        if (got < 0 || length + (size_t)got > limit) {
            free(buffer);
            return false;
        }
        length += (size_t)got;
        if (got == 0)
            break;
    }
    buffer[length] = '\0';
    *bytes = buffer;
    *size = length;
    return true;
}

char *file_read(const char *path, size_t limit, bool only_regular, size_t *size, struct file_error *error)
{
    char *bytes = NULL;
    /* a pipe without a writer must not hang a tool that wants regular files only */
    int descriptor = open(path, O_RDONLY | O_CLOEXEC | (only_regular ? O_NONBLOCK : 0));
    if (descriptor < 0) {
        explain(error, strerror(errno));
        return NULL;
    }
    struct stat status;
    if (fstat(descriptor, &status) != 0)
        explain(error, strerror(errno));
    else if (S_ISDIR(status.st_mode))
        explain(error, strerror(EISDIR));
    else if (only_regular && !S_ISREG(status.st_mode))
        explain(error, "not a regular file");
    else if (S_ISREG(status.st_mode) && (size_t)status.st_size > limit)
        snprintf(error->text, sizeof error->text, "larger than the limit of %zu bytes", limit);
    else
        read_all(descriptor, limit, S_ISREG(status.st_mode) ? (size_t)status.st_size : 0, &bytes, size,
                 error);
    close(descriptor);
    return bytes;
}

static bool write_all(int descriptor, const char *bytes, size_t size)
{
    while (size > 0) {
        ssize_t wrote = write(descriptor, bytes, size);
        if (wrote < 0 && errno == EINTR)
            continue;
        if (wrote < 0)
            return false;
        bytes += wrote;
        size -= (size_t)wrote;
    }
    return true;
}

static bool write_in_place(const char *path, const void *bytes, size_t size, struct file_error *error)
{
    int descriptor = open(path, O_WRONLY | O_CLOEXEC);
    bool good = descriptor >= 0 && write_all(descriptor, bytes, size);
    int reason = errno;
    if (descriptor >= 0 && close(descriptor) != 0 && good) {
        good = false;
        reason = errno;
    }
    if (!good)
        explain(error, strerror(reason));
    return good;
}

bool file_write(const char *path, const void *bytes, size_t size, struct file_error *error)
{
    struct stat status;
    if (stat(path, &status) == 0 && !S_ISREG(status.st_mode))
        return write_in_place(path, bytes, size, error);

    size_t length = strlen(path);
    char *temporary = memory_take(length + sizeof ".XXXXXX", 1);
    memcpy(temporary, path, length);
    memcpy(temporary + length, ".XXXXXX", sizeof ".XXXXXX");
    int descriptor = mkostemp(temporary, O_CLOEXEC);
    if (descriptor < 0) {
        explain(error, strerror(errno));
        free(temporary);
        return false;
    }
    mode_t mask = umask(0);
    umask(mask);
    bool good = write_all(descriptor, bytes, size) && fchmod(descriptor, 0666 & ~mask) == 0;
    int reason = errno;
    if (close(descriptor) != 0 && good) {
        good = false;
        reason = errno;
    }
    if (good && rename(temporary, path) != 0) {
        good = false;
        reason = errno;
    }
    if (!good) {
        explain(error, strerror(reason));
        unlink(temporary);
    }
    free(temporary);
    return good;
}
