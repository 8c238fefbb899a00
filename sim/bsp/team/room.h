/* room.h - whether a core is free for one more thread, as the system sees it at this moment.
 *
 * Linux says how many threads want to run (/proc/loadavg). Where it does not say so, or where this process
 * may use some of the cores only, nothing is known, and what a team costs is found by trying. May call the C
 * library only; knows nothing of teams.
 */
#ifndef PRAM_ROOM_H
#define PRAM_ROOM_H

#include <stdbool.h>

struct room {
    int file;       /* -1: nothing can be known */
    unsigned cores; /* of the system */
};

/* To be opened before a run is confined (--safe); needs no memory. Cannot fail: then nothing is known. */
void room_open(struct room *room);
void room_close(struct room *room);

/* Whether there is word on free cores at all. */
bool room_is_known(const struct room *room);

/* Whether all threads that want to run now, this one among them, and `more` ones would have a core each; true
 * if nothing is known. Takes about a microsecond. */
bool room_has(const struct room *room, unsigned more);

#endif
