/* start.c - see start.h. May call message.h. */
#include "common/start.h"

#include "common/message.h"
#include "common/system/system.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

/* The reading end of a pipe that nothing writes to: the host may have no /dev/null. */
static bool hold(int stream)
{
    int ends[2];
    if (pipe(ends) != 0)
        return false;
    close(ends[1]);
    return ends[0] == stream; /* the lowest free number */
}

/* Whether the main thread's stack may grow to `size`; *most: the limit that forbids it. */
static bool raise_limit(size_t size, rlim_t *most)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur >= size) /* RLIM_INFINITY is the largest */
        return true;
    *most = limit.rlim_max;
    limit.rlim_cur = size < limit.rlim_max ? size : limit.rlim_max;
    return limit.rlim_cur >= size && setrlimit(RLIMIT_STACK, &limit) == 0;
}

bool start_program(const char *program)
{
    rlim_t most = 0;
    for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; stream++)
        if (fcntl(stream, F_GETFD) < 0 && !hold(stream))
            break;
    if (raise_limit(START_STACK, &most) && system_give_threads(START_STACK))
        return true;
    message_line(stderr,
                 "%s: the stack may grow to %llu KiB only, but has to have %zu KiB: ulimit -s %zu, or more, "
                 "in the shell, or in what starts it",
                 program, (unsigned long long)most >> 10, START_STACK >> 10, START_STACK >> 10);
    return false;
}
