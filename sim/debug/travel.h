/* travel.h - for travel.c and step.c: moves a session, without selecting a team. */
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
/* Repeats the user's stores of the current cycle. False with one line in `error`. */
bool patches_apply(struct session *session, char error[SESSION_ERROR]);

/* Ends a move: finds teams, selects one, counts the hit of a breakpoint. Returns the event. */
struct debug_event session_arrive(struct session *session, struct debug_event event);

#endif
