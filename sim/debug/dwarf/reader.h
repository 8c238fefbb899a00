/* reader.h - the reader of debug information as one table of functions, exported by the plugin
 * pram-dwarf.so.
 *
 * It is a plugin because libdw needs libelf and four more libraries, and most runs of pramsim never open
 * debug information. The functions are those of info.h; plugin/loaded.c calls them.
 */
#ifndef SIM_DEBUG_DWARF_READER_H
#define SIM_DEBUG_DWARF_READER_H

#include "sim/debug/dwarf/info.h"

#define READER_PLUGIN_FILE "pram-dwarf.so"
#define READER_PLUGIN_SYMBOL "info_reader"

struct info_reader {
    struct info *(*open)(const void *bytes, size_t size, struct info_error *error);
    void (*close)(struct info *info);
    bool (*is_there)(const struct info *info);
    const struct info_type *(*find_type)(struct info *info, const char *name);
    bool (*find_enumerator)(struct info *info, const char *name, int32_t *value);
    bool (*function_at)(struct info *info, uint32_t pc, struct info_function *function);
    size_t (*inlined_at)(struct info *info, uint32_t pc, struct info_inlined *list, size_t room);
    size_t (*variables)(struct info *info, uint32_t pc, size_t level,
                        bool (*visit)(void *context, const struct info_variable *variable), void *context);
    bool (*variable_named)(struct info *info, uint32_t pc, size_t level, const char *name,
                           struct info_variable *variable);
    size_t (*globals)(struct info *info, bool (*visit)(void *context, const struct info_variable *variable),
                      void *context);
    bool (*global_named)(struct info *info, const char *name, struct info_variable *variable);
    bool (*locate)(struct info *info, const struct info_variable *variable, uint32_t pc,
                   const struct info_machine *machine, struct info_location *location,
                   struct info_error *error);
};

#endif
