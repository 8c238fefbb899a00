/* file.c - files read whole.
 *
 * May call the C library and POSIX.
 */
#include "common/file.h"
#include "common/confine.h"
#include "common/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/stat.h>
#include <unistd.h>

static void explain(struct file_error *error, const char *what)
{
    snprintf(error->text, sizeof error->text, "%s", what);
}

char *file_real_name(const char *path)
{
    char *name = realpath(path, NULL);
    if (name == NULL && errno == ENOMEM)
        memory_is_short();
    return name;
}

char *file_own_folder(void)
{
    /* NOLINTNEXTLINE(performance-no-int-to-ptr): the kernel gives the address of a text as a number */
    const char *started = (const char *)getauxval(AT_EXECFN);
    char *name = file_real_name("/proc/self/exe");
    if (name == NULL && started != NULL)
        name = file_real_name(started);
    if (name != NULL)
        *strrchr(name, '/') = '\0';
    return name;
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

/* Reads and closes an open file. */
static char *read_open(int descriptor, size_t limit, bool only_regular, size_t *size,
                       struct file_error *error)
{
    char *bytes = NULL;
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

char *file_read(const char *path, size_t limit, bool only_regular, size_t *size, struct file_error *error)
{
    /* a pipe without a writer must not hang a tool that wants regular files only */
    int descriptor = open(path, O_RDONLY | O_CLOEXEC | (only_regular ? O_NONBLOCK : 0));
    if (descriptor < 0) {
        explain(error, strerror(errno));
        return NULL;
    }
    return read_open(descriptor, limit, only_regular, size, error);
}

char *file_read_in(const char *path, const char *const *roots, size_t count, size_t limit, size_t *size,
                   struct file_error *error)
{
    int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (descriptor < 0) {
        explain(error, strerror(errno));
        return NULL;
    }
    const enum confine_answer answer = confine_asks(descriptor, roots, count);
    if (answer != CONFINE_INSIDE) {
        explain(error, answer == CONFINE_OUTSIDE ? "it lies outside of the folders that may be read"
                                                 : "a safe reader " CONFINE_UNKNOWN_TEXT);
        close(descriptor);
        return NULL;
    }
    return read_open(descriptor, limit, true, size, error);
}
