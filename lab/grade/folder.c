/* folder.c - see folder.h. May call output.h and temporary.h. */
#include "lab/grade/folder.h"

#include "common/memory.h"
#include "common/output.h"
#include "common/system/system.h"
#include "common/temporary.h"
#include "lab/grade/discreet.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { FILE_MOST = 256 << 20 };

char *folder_file(const struct folder *folder, const char *name)
{
    char *path;
    if (asprintf(&path, "%s/%s", folder->path, name) < 0)
        memory_is_short();
    return path;
}

bool folder_write(const struct folder *folder, const char *name, const void *bytes, size_t size,
                  struct file_error *error)
{
    char *copy = folder_file(folder, name);
    const bool good = output_write(copy, bytes, size, error);
    free(copy);
    return good;
}

bool folder_copy(const struct folder *folder, const char *name, const char *path, struct file_error *error)
{
    struct file_error reason;
    size_t size;
    char *bytes = file_read(path, FILE_MOST, true, &size, &reason);
    const bool good = bytes != NULL && folder_write(folder, name, bytes, size, &reason);
    if (!good)
        snprintf(error->text, sizeof error->text, "%.80s: %.70s", discreet_name(path), reason.text);
    free(bytes);
    return good;
}

bool folder_make(struct folder *folder, const struct file_array *files, struct file_error *error)
{
    folder->path = temporary_folder(temporary_parent(), &folder->lock);
    if (folder->path == NULL) {
        temporary_explain(error->text, sizeof error->text);
        return false;
    }
    bool good = true;
    for (size_t k = 0; good && files != NULL && k < files->count; k++)
        good = folder_copy(folder, files->items[k].name, files->items[k].path, error);
    if (!good)
        folder_remove(folder);
    return good;
}

int folder_nameless(const struct folder *folder)
{
    return system_open_nameless(folder->path);
}

void folder_explain(struct file_error *error)
{
    const char *reason = strerror(errno);
    snprintf(error->text, sizeof error->text, "cannot make a temporary file in %.60s: %s", temporary_parent(),
             reason);
}

char *folder_read(int file, size_t most, size_t *size)
{
    const off_t end = lseek(file, 0, SEEK_END);
    if (end < 0)
        return NULL;
    *size = (size_t)end < most ? (size_t)end : most;
    char *text = memory_take(*size + 1, 1);
    for (size_t done = 0; done < *size;) {
        const ssize_t count = pread(file, text + done, *size - done, (off_t)done);
        if (count <= 0) {
            free(text);
            return NULL;
        }
        done += (size_t)count;
    }
    return text;
}

void folder_remove(struct folder *folder)
{
    if (folder->path != NULL)
        temporary_folder_remove(folder->path, folder->lock);
    free(folder->path);
    folder->path = NULL;
}
