/* plugin.c - see plugin.h. */
#include "common/plugin.h"

#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Room for the longest place below after a folder's name. */
#define MAX_PLACE 64

/* Where plugins lie, seen from the program's folder. */
static const char *const places[] = {"../lib/pramsim", "../lib"};
enum { PLACES = sizeof places / sizeof places[0] };

/* The folder that the running program lies in, without a slash at its end. */
static bool find_own_folder(char *folder, size_t size)
{
    ssize_t length = readlink("/proc/self/exe", folder, size - 1);
    if (length <= 0)
        return false;
    folder[length] = '\0';
    char *slash = strrchr(folder, '/');
    if (slash != NULL)
        *slash = '\0';
    return true;
}

void *plugin_load(const char *file, char *error, size_t error_size)
{
    char folder[PATH_MAX];
    if (!find_own_folder(folder, sizeof folder)) {
        snprintf(error, error_size, "cannot load %s: cannot tell where this program lies: %s", file,
                 strerror(errno));
        return NULL;
    }
    for (int i = 0; i < PLACES; i++) {
        char name[PATH_MAX + MAX_PLACE];
        int length = snprintf(name, sizeof name, "%s/%s/%s", folder, places[i], file);
        if (length >= (int)sizeof name || access(name, F_OK) != 0)
            continue;
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

void *plugin_symbol(void *plugin, const char *name, char *error, size_t error_size)
{
    void *symbol = dlsym(plugin, name);
    if (symbol == NULL)
        snprintf(error, error_size, "the plugin has no %s; it belongs to another version of this program",
                 name);
    return symbol;
}
