/* room.h - whether a core is free for one more thread at this moment.
 *
 * Linux reports how many threads want to run (/proc/loadavg). If it does not, or if this process may use only
 * some of the cores, nothing is known, and trying shows what a team costs. May call the C library only; knows
 * nothing of teams. */
#ifndef PRAM_ROOM_H
#define PRAM_ROOM_H

#include <stdbool.h>

struct room {
    int file;       /* -1: nothing can be known */
    unsigned cores; /* of the system */
};

/* Opened before a run is confined (--safe); needs no memory. Cannot fail: then nothing is known. */
void room_open(struct room *room);
void room_close(struct room *room);

/* Whether all threads that want to run now, including this one, and `more` others would have a core each;
 * true if nothing is known. Takes about a microsecond. */
bool room_has(const struct room *room, unsigned more);

#endif
