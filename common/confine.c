/* confine.c - whether a file that a source names lies in the folders that --safe allows.
 *
 * May call only the C library and the system.
 */
#include "confine.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>
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
    return access("/proc/self/fd", X_OK) == 0;
}

enum confine_answer confine_asks(int descriptor, const char *const *roots, size_t count)
{
    char link[64];
    char path[PATH_MAX];
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length <= 0)
        return CONFINE_UNKNOWN;
    path[length] = '\0';
    for (size_t i = 0; i < count; i++)
        if (lies_in(path, roots[i]))
            return CONFINE_INSIDE;
    return CONFINE_OUTSIDE;
}
