/* loaded.c - the functions of info.h for programs that load the reader when they open debug information.
 *
 * It replaces the other files of sim/debug/dwarf, which tests link directly. May call common/plugin.h.
 */
#include "common/memory.h"
#include "common/plugin.h"
#include "sim/debug/dwarf/reader.h"

#include <stdlib.h>

/* An info of this file: the plugin, and the plugin's info. */
struct info {
    const struct info_reader *reader;
    struct info *read; /* the plugin's info, opaque here */
};

struct info *info_open(const void *bytes, size_t size, struct info_error *error)
{
    void *plugin = plugin_load(READER_PLUGIN_FILE, error->text, sizeof error->text);
    const struct info_reader *reader =
        plugin != NULL ? plugin_symbol(plugin, READER_PLUGIN_SYMBOL, error->text, sizeof error->text) : NULL;
    struct info *read = reader != NULL ? reader->open(bytes, size, error) : NULL;
    if (read == NULL)
        return NULL;
    struct info *info = memory_take(1, sizeof *info);
    *info = (struct info){reader, read};
    return info;
}

void info_close(struct info *info)
{
    if (info == NULL)
        return;
    info->reader->close(info->read);
    free(info);
}

bool info_is_there(const struct info *info)
{
    return info->reader->is_there(info->read);
}

const struct info_type *info_find_type(struct info *info, const char *name)
{
    return info->reader->find_type(info->read, name);
}

bool info_find_enumerator(struct info *info, const char *name, int32_t *value)
{
    return info->reader->find_enumerator(info->read, name, value);
}

bool info_function_at(struct info *info, uint32_t pc, struct info_function *function)
{
    return info->reader->function_at(info->read, pc, function);
}

size_t info_inlined_at(struct info *info, uint32_t pc, struct info_inlined *list, size_t room)
{
    return info->reader->inlined_at(info->read, pc, list, room);
}

size_t info_variables(struct info *info, uint32_t pc, size_t level,
                      bool (*visit)(void *context, const struct info_variable *variable), void *context)
{
    return info->reader->variables(info->read, pc, level, visit, context);
}

bool info_variable_named(struct info *info, uint32_t pc, size_t level, const char *name,
                         struct info_variable *variable)
{
    return info->reader->variable_named(info->read, pc, level, name, variable);
}

size_t info_globals(struct info *info, bool (*visit)(void *context, const struct info_variable *variable),
                    void *context)
{
    return info->reader->globals(info->read, visit, context);
}

bool info_global_named(struct info *info, const char *name, struct info_variable *variable)
{
    return info->reader->global_named(info->read, name, variable);
}

bool info_locate(struct info *info, const struct info_variable *variable, uint32_t pc,
                 const struct info_machine *machine, struct info_location *location, struct info_error *error)
{
    return info->reader->locate(info->read, variable, pc, machine, location, error);
}
