/* linked.c - the plugin of programs that have it in them. */
#include "sim/bsp/native/plugin.h"

extern const struct native_plugin pramsim_native_plugin;

const struct native_plugin *native_find_plugin(char *error, size_t error_size)
{
    (void)error, (void)error_size;
    return &pramsim_native_plugin;
}
