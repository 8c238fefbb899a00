/* place.c - see place.h. */
#include "lab/place.h"

#include "common/file.h"
#include "common/memory.h"

#include <stdio.h>
#include <stdlib.h>

char *place_beside(const char *name)
{
    char *folder = file_own_folder();
    char *path;
    if (asprintf(&path, "%s%s%s", folder != NULL ? folder : "", folder != NULL ? "/" : "", name) < 0)
        memory_is_short();
    free(folder);
    return path;
}
