/* loaded.c - the reader of debug information from its plugin. Replaces reader.c, with which tests are linked.
 * May call common/plugin.h. */
#include "common/plugin.h"
#include "sim/debug/dwarf/reader.h"

const struct info_reader *reader_load(struct info_error *error)
{
    void *plugin = plugin_load(READER_PLUGIN_FILE, error->text, sizeof error->text);
    return plugin != NULL ? plugin_symbol(plugin, READER_PLUGIN_SYMBOL, error->text, sizeof error->text)
                          : NULL;
}
