/* reader.h - the reader of debug information as one table of functions.
 *
 * pramsim and libpramsim load it with the plugin pram-dwarf.so (plugin/loaded.c), because libdw needs libelf
 * and four more libraries, and most runs never open debug information. Tests are linked with it (reader.c).
 */
#ifndef SIM_DEBUG_DWARF_READER_H
#define SIM_DEBUG_DWARF_READER_H

#include "sim/debug/dwarf/info.h"

#define READER_PLUGIN_FILE "pram-dwarf.so"
#define READER_PLUGIN_SYMBOL "info_reader"

/* The functions of info.h with these names. */
struct info_reader {
    __typeof__(info_open) *open;
    __typeof__(info_close) *close;
    __typeof__(info_is_there) *is_there;
    __typeof__(info_find_type) *find_type;
    __typeof__(info_find_enumerator) *find_enumerator;
    __typeof__(info_function_at) *function_at;
    __typeof__(info_inlined_at) *inlined_at;
    __typeof__(info_variables) *variables;
    __typeof__(info_globals) *globals;
    __typeof__(info_locate) *locate;
};

/* The reader; NULL with *error: the plugin cannot be loaded. */
const struct info_reader *reader_load(struct info_error *error);

#endif
