/* loaded.c - pramsim finds its plugin for native code when a run wants some; programs that are no pramsim
 * have the plugin in them (linked.c). Calls common/plugin.h. */
#include <stdio.h>

#include "common/plugin.h"
#include "sim/bsp/native/plugin.h"

const struct native_plugin *native_find_plugin(char *error, size_t error_size)
{
    void *library = plugin_load(NATIVE_PLUGIN_FILE, error, error_size);
    if (library == NULL)
        return NULL;
    const struct native_plugin *plugin = plugin_symbol(library, NATIVE_PLUGIN_SYMBOL, error, error_size);
    if (plugin == NULL || plugin->version == NATIVE_PLUGIN_VERSION)
        return plugin;
    snprintf(error, error_size, "%s belongs to another version of this program", NATIVE_PLUGIN_FILE);
    return NULL;
}
