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
    struct info *(*open)(const void *bytes, size_t size, struct info_error *error);
    void (*close)(struct info *info);
    bool (*is_there)(const struct info *info);
    const struct info_type *(*find_type)(struct info *info, const char *name);
    bool (*find_enumerator)(struct info *info, const char *name, int32_t *value);
    bool (*function_at)(struct info *info, uint32_t pc, struct info_function *function);
    size_t (*inlined_at)(struct info *info, uint32_t pc, struct info_inlined *list, size_t room);
    size_t (*variables)(struct info *info, uint32_t pc, size_t level, info_visit *visit, void *context);
    size_t (*globals)(struct info *info, info_visit *visit, void *context);
    bool (*locate)(struct info *info, const struct info_variable *variable, uint32_t pc,
                   const struct info_machine *machine, struct info_location *location,
                   struct info_error *error);
};

/* The reader; NULL with *error: the plugin cannot be loaded. */
const struct info_reader *reader_load(struct info_error *error);

#endif
