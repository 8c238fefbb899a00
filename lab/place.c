/* place.c - see place.h. */
#include "lab/place.h"

#include "common/memory.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

char *place_beside(const char *name)
{
    char own[PATH_MAX];
    const ssize_t size = readlink("/proc/self/exe", own, sizeof own - 1);
    char *path;
    own[size > 0 ? size : 0] = '\0';
    char *slash = strrchr(own, '/');
    if (asprintf(&path, "%.*s%s", slash != NULL ? (int)(slash - own) + 1 : 0, own, name) < 0)
        memory_is_short();
    return path;
}
