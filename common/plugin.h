/* plugin.h - parts of a program that are loaded on demand, because their libraries load slowly or may be
 * missing.
 *
 * A plugin lies beside the program: in BIN/../lib/pramsim (installed), else in BIN/../lib (build tree), where
 * BIN is the folder of the running program, or of libpramsim.so. The environment has no influence.
 */
#ifndef PRAM_PLUGIN_H
#define PRAM_PLUGIN_H

#include <stddef.h>

/* Before the declaration of a function that plugins call: all others are hidden from them. */
#define PLUGIN_VISIBLE __attribute__((visibility("default")))

/* Loads the plugin FILE ("real-arf.so") for the rest of the run, and returns it for plugin_symbol. NULL with
 * the reason in `error`. Loading it again costs nothing. */
void *plugin_load(const char *file, char *error, size_t error_size);

/* The address of the symbol `name` of `plugin`; NULL with the reason in `error`. */
void *plugin_symbol(void *plugin, const char *name, char *error, size_t error_size);

#endif
