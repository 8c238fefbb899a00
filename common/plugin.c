/* plugin.c - see plugin.h. */
#include "common/plugin.h"

#include "common/file.h"

#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Room for a folder's name plus the longest place below. */
#define MAX_PLACE 64

/* Places of plugins, relative to the program's folder. */
static const char *const places[] = {"../lib/pramsim", "../lib"};
enum { PLACES = sizeof places / sizeof places[0] };

/* If this code is in libpramsim.so, plugins need its functions. A program may have loaded that library with
 * RTLD_LOCAL; then plugins do not find them. */
static void show_own_library(void)
{
    char *library = file_own_library();
    if (library != NULL)
        dlopen(library, RTLD_NOW | RTLD_NOLOAD | RTLD_GLOBAL);
    free(library);
}

/* In the folder of the program. */
static void *load_from(const char *folder, const char *file, char *error, size_t error_size)
{
    for (int i = 0; i < PLACES; i++) {
        char name[PATH_MAX + MAX_PLACE];
        int length = snprintf(name, sizeof name, "%s/%s/%s", folder, places[i], file);
        if (length >= (int)sizeof name || access(name, F_OK) != 0)
            continue;
        show_own_library();
        void *plugin = dlopen(name, RTLD_NOW | RTLD_LOCAL);
        if (plugin == NULL) {
            const char *reason = dlerror();
            snprintf(error, error_size, "cannot load %s: %s", file,
                     reason != NULL ? reason : "no reason known");
        }
        return plugin;
    }
    snprintf(error, error_size, "cannot find %s, which belongs in %s/%s; install pramsim again, or build it",
             file, folder, places[0]);
    return NULL;
}

void *plugin_load(const char *file, char *error, size_t error_size)
{
    char *folder = file_own_folder();
    void *plugin = NULL;
    if (folder != NULL)
        plugin = load_from(folder, file, error, error_size);
    else
        snprintf(error, error_size, "cannot load %s: cannot tell where this program lies: /proc/self/exe: %s",
                 file, strerror(errno));
    free(folder);
    return plugin;
}

void *plugin_symbol(void *plugin, const char *name, char *error, size_t error_size)
{
    void *symbol = dlsym(plugin, name);
    if (symbol == NULL)
        snprintf(error, error_size, "the plugin has no %s; it belongs to another version of this program",
                 name);
    return symbol;
}
