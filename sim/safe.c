/* safe.c - see safe.h. */
#include "sim/safe.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>

#include "common/stop.h"

void safe_begin(void)
{
    const struct rlimit none = {0, 0};
    clearenv();
    setrlimit(RLIMIT_CORE, &none);
}

bool safe_enter(const struct safe_folders *folders, int status, struct safe_means *means, char *error,
                size_t error_size)
{
    *means = (struct safe_means){false, false};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) {
        snprintf(error, error_size, "--safe: the host refuses it: %s", strerror(errno));
        return false;
    }
    stop_catch_refused("pramsim: fault: --safe: the simulator asked for system call ", status);
    /* Landlock first: the filter allows none of its calls */
    return safe_landlock(folders, &means->landlock, error, error_size) &&
           safe_filter(folders, &means->filter, error, error_size);
}
