/* room.c - see room.h. */
#include "sim/team/room.h"

#include "common/system/system.h"

#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

/* The number of threads that want to run now: before the stroke in "0.20 0.18 0.12 2/345 11206". 0: unknown.
 */
static unsigned count_running(const struct room *room)
{
    char text[128];
    const ssize_t size = room->file < 0 ? -1 : pread(room->file, text, sizeof text - 1, 0);
    if (size <= 0)
        return 0;
    text[size] = '\0';
    unsigned running;
    return sscanf(text, "%*s %*s %*s %9u/", &running) == 1 ? running : 0;
}

void room_open(struct room *room)
{
    const long cores = sysconf(_SC_NPROCESSORS_ONLN);
    *room = (struct room){.file = -1, .cores = cores > 0 ? (unsigned)cores : 0};
    if (room->cores == 0 || system_count_cores() != room->cores)
        return;
    room->file = open("/proc/loadavg", O_RDONLY | O_CLOEXEC);
    if (count_running(room) == 0)
        room_close(room);
}

void room_close(struct room *room)
{
    if (room->file >= 0)
        close(room->file);
    room->file = -1;
}

bool room_has(const struct room *room, unsigned more)
{
    const unsigned running = count_running(room);
    return running == 0 || running + more <= room->cores;
}
