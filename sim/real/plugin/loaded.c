/* loaded.c - number formats whose libraries pramsim loads when a run asks for them.
 *
 * FLINT and libqd bring the library of C++ and others with them; to load them takes three times as long as
 * all else that pramsim does before a short run. So `arf` is in the plugin real-arf.so, and `dd` and `qd` are
 * in real-qd.so, and OpenCL's devices in real-opencl.so (mk/25-real.mk); here are the families that stand for
 * them. Programs that are no pramsim have the families themselves in their place. May call common/plugin.h;
 * knows no format.
 */
#include "common/plugin.h"
#include "sim/real/opencl.h"
#include "sim/real/unit.h"

/* Loads the plugin, and makes the family that it calls `name` that of the format. */
static bool open_family(struct real_format *format, const char *file, const char *name, char *error,
                        size_t error_size)
{
    void *plugin = plugin_load(file, error, error_size);
    if (plugin == NULL)
        return false;
    format->family = plugin_symbol(plugin, name, error, error_size);
    return format->family != NULL;
}

#define LOADED_FAMILY(name, file)                                                                            \
    static bool open_##name(struct real_format *format, char *error, size_t error_size)                      \
    {                                                                                                        \
        return open_family(format, file, "real_" #name, error, error_size);                                  \
    }                                                                                                        \
    extern const struct real_family real_##name;                                                             \
    const struct real_family real_##name = {.open = open_##name};

#if REAL_HAVE_OPENCL
const struct opencl_driver *opencl_find(char *error, size_t error_size)
{
    void *plugin = plugin_load("real-opencl.so", error, error_size);
    return plugin != NULL ? plugin_symbol(plugin, "real_opencl", error, error_size) : NULL;
}
#endif

LOADED_FAMILY(dd, "real-qd.so")
LOADED_FAMILY(qd, "real-qd.so")
LOADED_FAMILY(arf, "real-arf.so")
