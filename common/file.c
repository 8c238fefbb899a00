/* file.c - files read and written whole.
 *
 * May call the C library and POSIX.
 */
#include "common/file.h"
#include "common/memory.h"

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

/* Lets `print` write to the descriptor and closes it. False with errno set if not all of it went through. */
static bool print_to(int descriptor, void (*print)(const void *context, FILE *stream), const void *context)
{
    FILE *stream = fdopen(descriptor, "w");
    if (stream == NULL) {
        int reason = errno;
        close(descriptor);
        errno = reason;
        return false;
    }
    errno = 0;
    print(context, stream);
    bool good = fflush(stream) == 0 && !ferror(stream);
    int reason = errno;
    if (fclose(stream) != 0 && good)
        return false;
    errno = reason;
    return good;
}

/* The permissions that a newly made file gets. */
static mode_t new_file_mode(void)
{
    mode_t mask = umask(0);
    umask(mask);
    return 0666 & ~mask;
}

bool file_print(const char *path, void (*print)(const void *context, FILE *stream), const void *context,
                struct file_error *error)
{
    struct stat status;
    bool in_place = stat(path, &status) == 0 && !S_ISREG(status.st_mode);
    size_t length = strlen(path);
    char *written = memory_take(length + sizeof ".XXXXXX", 1);
    snprintf(written, length + sizeof ".XXXXXX", "%s%s", path, in_place ? "" : ".XXXXXX");
    int descriptor = in_place ? open(written, O_WRONLY | O_CLOEXEC) : mkostemp(written, O_CLOEXEC);
    bool good = descriptor >= 0 && print_to(descriptor, print, context);
    if (!in_place && good)
        good = chmod(written, new_file_mode()) == 0 && rename(written, path) == 0;
    if (!good) {
        explain(error, strerror(errno));
        if (!in_place && descriptor >= 0)
            unlink(written);
    }
    free(written);
    return good;
}

/* What file_write hands to file_print. */
struct piece {
    const void *bytes;
    size_t size;
};

static void print_piece(const void *context, FILE *stream)
{
    const struct piece *piece = context;
    fwrite(piece->bytes, 1, piece->size, stream);
}

bool file_write(const char *path, const void *bytes, size_t size, struct file_error *error)
{
    struct piece piece = {.bytes = bytes, .size = size};
    return file_print(path, print_piece, &piece, error);
}
