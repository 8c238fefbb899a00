/* room.c - see room.h. */
#include "sim/team/room.h"

#include "common/system/system.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
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
    const char *stroke = strchr(text, '/');
    if (stroke == NULL)
        return 0;
    const char *number = stroke;
    while (number > text && number[-1] >= '0' && number[-1] <= '9')
        number--;
    return (unsigned)strtoul(number, NULL, 10);
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

bool room_is_known(const struct room *room)
{
    return room->file >= 0;
}

bool room_has(const struct room *room, unsigned more)
{
    const unsigned running = count_running(room);
    return running == 0 || running + more <= room->cores;
}
