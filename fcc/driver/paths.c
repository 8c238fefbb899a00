/* paths.c - places of tools, headers and runtime.
 *
 * One rule for the build tree and for an installation, relative to BIN, the folder of the running fcc:
 *   prasm prlink           BIN, else PATH
 *   fork-lsp libfork.a     BIN/../lib/pramsim, else BIN/../lib
 *   headers                BIN/../share/pramsim/include, else (build tree) BIN/../../fork-rt/include, one
 * folder further up for the sanitizer and hostile builds
 * --runtime=DIR replaces the last two by DIR/lib and DIR/include, or those beneath the DIR of an
 * installation. BIN is the folder of libpramsim.so where this code is part of that. May call nothing of the
 * compiler.
 */
#include "fcc/driver/paths.h"
#include "common/file.h"
#include "common/memory.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

char *driver_format(const char *format, ...)
{
    char *text = NULL;
    va_list arguments;
    va_start(arguments, format);
    int length = vasprintf(&text, format, arguments);
    va_end(arguments);
    if (length < 0)
        memory_is_short();
    return text;
}

bool driver_has_suffix(const char *name, const char *suffix)
{
    size_t length = strlen(name);
    size_t tail = strlen(suffix);
    return length > tail && strcmp(name + length - tail, suffix) == 0;
}

char *driver_replace_suffix(const char *name, const char *suffix)
{
    const char *slash = strrchr(name, '/');
    const char *base = slash ? slash + 1 : name;
    const char *dot = strrchr(base, '.');
    size_t stem = dot && dot != base ? (size_t)(dot - base) : strlen(base);
    return driver_format("%.*s%s", (int)stem, base, suffix);
}

/* FOLDER/FILE if that can be accessed in `mode`, else NULL. */
static char *probe(const char *folder, const char *file, int mode)
{
    char *name = driver_format("%s/%s", folder, file);
    if (access(name, mode) == 0)
        return name;
    free(name);
    return NULL;
}

static char *search_path(const char *tool)
{
    const char *path = getenv("PATH");
    char *found = NULL;
    while (path && *path && !found) {
        size_t length = strcspn(path, ":");
        char *folder = driver_format("%.*s", (int)length, length ? path : ".");
        found = probe(folder, tool, X_OK);
        free(folder);
        path += length + (path[length] == ':');
    }
    return found;
}

/* `file` in the first of the folders, relative to `base`, that has it; as the absolute, tidy name of the
 * folder joined with the file, or of the folder alone. */
static char *search_folders(const char *base, const char *const folders[], const char *file, bool want_folder)
{
    for (; *folders; folders++) {
        char *folder = driver_format("%s/%s", base, *folders);
        char *tidy = file_real_name(folder);
        char *found = tidy ? probe(tidy, file, R_OK) : NULL;
        free(folder);
        if (found && want_folder) {
            free(found);
            return tidy;
        }
        free(tidy);
        if (found)
            return found;
    }
    return NULL;
}

void driver_paths_find(struct driver_paths *paths, const struct fcc_options *options)
{
    static const char *const library_folders[] = {"../lib/pramsim", "../lib", NULL};
    static const char *const header_folders[] = {"../share/pramsim/include", "../../fork-rt/include",
                                                 "../../../fork-rt/include", NULL};
    static const char *const given_library[] = {"lib", "lib/pramsim", NULL};
    static const char *const given_headers[] = {"include", "share/pramsim/include", NULL};
    char *bin = file_own_folder();
    if (!bin)
        bin = driver_format(".");
    const char *given = options->runtime_folder;
    const char *base = given ? given : bin;

    *paths = (struct driver_paths){.prasm = probe(bin, "prasm", X_OK), .prlink = probe(bin, "prlink", X_OK)};
    if (!paths->prasm)
        paths->prasm = search_path("prasm");
    if (!paths->prlink)
        paths->prlink = search_path("prlink");
    paths->library = search_folders(base, given ? given_library : library_folders, "libfork.a", false);
    paths->headers = search_folders(base, given ? given_headers : header_folders, "fork.h", true);
    paths->server = search_folders(bin, library_folders, "fork-lsp", false);
    free(bin);
}

void driver_paths_free(struct driver_paths *paths)
{
    free(paths->prasm);
    free(paths->prlink);
    free(paths->headers);
    free(paths->library);
    free(paths->server);
}
