/* travel.h - for the files that move a session, without selecting a team. */
#ifndef PRAM_DEBUG_TRAVEL_H
#define PRAM_DEBUG_TRAVEL_H

#include "session.h"

/* Runs forward from where the sentry began; `watched`: with the sentry as observer; `traps`: traps may
 * replace it. */
struct debug_event travel_forward(struct session *session, uint64_t until, bool watched, bool traps);

/* Searches the run from cycle `least` to the start of cycle `before` backward, in parts that grow, for the
 * last step, or without stepper for the last event of the points (sentry_begin). The session then is
 * anywhere. False: there is none, or the user has interrupted. */
bool travel_search_back(struct session *session, uint64_t least, uint64_t before, struct points *points,
                        struct stepper *stepper, struct debug_event *event);

/* Ends a search backward that began at cycle `start`: goes to the event, or without one to the beginning; if
 * the user has interrupted the search, to `start`. */
struct debug_event travel_arrive_back(struct session *session, uint64_t start,
                                      const struct debug_event *event);

/* The first cycle after the current one with a user's store, if it is before `until` (0: no limit); else
 * `until`. */
uint64_t patches_next(const struct session *session, uint64_t until);
/* Repeats the user's stores of the current cycle. False: as seat_use. */
bool patches_apply(struct session *session);
/* Forgets stores, snapshots and output after the current cycle: there the run may become another one. */
void patches_forget_later(struct session *session);

/* ---- seat.c */

/* Moves the run into an engine with the sentry as observer (`watched`), or into the fast one. False: memory
 * is short, and the run has ended by a fault that says so. */
bool seat_use(struct session *session, bool watched);
/* Moves the run into a fast engine with traps at the breakpoints of the sentry: a PP that reaches one ends
 * the run by a fault in that cycle. False: as seat_use. */
bool seat_trap(struct session *session);
/* Moves the run into a new engine of the same kind. False: as seat_use. */
bool seat_renew(struct session *session);
/* Restores a moment in an engine of the given kind. False: as seat_use. */
bool seat_restore(struct session *session, const struct moment *moment, bool watched);
/* Runs the engine to a cycle (0: no limit). */
void seat_run(struct session *session, uint64_t until);

/* Ends a move: finds teams, selects one, counts the hit of a breakpoint. Returns the event. */
struct debug_event session_arrive(struct session *session, struct debug_event event);

#endif
