/* file.c - files read whole, and whether they lie in the folders that --safe allows (confine.h).
 *
 * May call the C library and POSIX.
 */
#include "common/file.h"
#include "common/confine.h"
#include "common/memory.h"
#include "common/system/system.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool confine_allows_name(const char *name)
{
    if (*name == '/')
        return false;
    while (*name != '\0') {
        size_t length = strcspn(name, "/");
        if (length == 2 && name[0] == '.' && name[1] == '.')
            return false;
        name += length;
        name += strspn(name, "/");
    }
    return true;
}

static bool lies_in(const char *path, const char *root)
{
    size_t length = strlen(root);
    if (length > 0 && root[length - 1] == '/')
        length--; /* the root of all */
    return strncmp(path, root, length) == 0 && path[length] == '/';
}

bool confine_is_possible(void)
{
    return system_can_name();
}

enum confine_answer confine_asks(int descriptor, const char *const *roots, size_t count)
{
    char path[PATH_MAX];
    if (!system_name(descriptor, path, sizeof path))
        return CONFINE_UNKNOWN;
    for (size_t i = 0; i < count; i++)
        if (lies_in(path, roots[i]))
            return CONFINE_INSIDE;
    return CONFINE_OUTSIDE;
}

/* ---- reading */

static void explain(struct file_error *error, const char *what)
{
    snprintf(error->text, sizeof error->text, "%s", what);
}

/* A name in new memory, or NULL if it is not known for another reason than that memory is short. */
static char *or_end(char *name)
{
    if (name == NULL && errno == ENOMEM)
        memory_is_short();
    return name;
}

char *file_real_name(const char *path)
{
    return or_end(realpath(path, NULL));
}

char *file_own_library(void)
{
    return or_end(system_own_library());
}

char *file_own_folder(void)
{
    char *name = file_own_library();
    if (name == NULL)
        name = or_end(system_own_program());
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
    /* a tool that wants regular files must not hang on a pipe without a writer */
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
