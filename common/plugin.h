/* plugin.h - parts of a program that are loaded when they are asked for, because their libraries take long to
 * load or may be missing.
 *
 * A plugin lies beside the program: in BIN/../lib/pramsim (installed), else in BIN/../lib (build tree), where
 * BIN is the folder of the running program. The environment has no say in it. Knows no plugin.
 */
#ifndef PRAM_PLUGIN_H
#define PRAM_PLUGIN_H

#include <stddef.h>

/* Loads the plugin FILE ("real-arf.so") for the rest of the run, and returns it for plugin_symbol. NULL with
 * a line that says why it cannot be loaded. Loading it again costs nothing. */
void *plugin_load(const char *file, char *error, size_t error_size);

/* The address of what `plugin` calls `name`; NULL with a line if it has no such thing. */
void *plugin_symbol(void *plugin, const char *name, char *error, size_t error_size);

#endif
