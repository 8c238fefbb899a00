/* safe.c - see safe.h. */
#include "sim/cli/safe.h"

#include <errno.h>
#include <string.h>
#include <sys/resource.h>

#include "common/message.h"
#include "common/stop.h"
#include "common/system/system.h"

void safe_begin(void)
{
    const struct rlimit none = {0, 0};
    system_clear_environment();
    setrlimit(RLIMIT_CORE, &none);
}

bool safe_enter(const struct safe_folders *folders, int status, char *error, size_t error_size)
{
    if (!system_forbid_privileges())
        return message_refuse(error, error_size, "--safe: the host refuses it: %s", strerror(errno));
    stop_catch_refused("pramsim: fault: --safe: the simulator asked for system call ", status);
    /* Landlock first: the filter allows none of its calls */
    return safe_landlock(folders, error, error_size) && safe_filter(folders, error, error_size);
}
