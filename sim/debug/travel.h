/* travel.h - for travel.c and step.c: what moves a session, without selecting a team at the end. */
#ifndef PRAM_DEBUG_TRAVEL_H
#define PRAM_DEBUG_TRAVEL_H

#include "session.h"

/* A part of the run that is looked through: from the start of cycle `from` to that of `to`; what lies behind
 * `most` is not the answer. */
struct window {
    uint64_t from, to, most;
    bool is_last;  /* nothing behind it has been looked through */
    int32_t level; /* depth that the part behind it was looked back from (stepper_find) */
};

/* Goes to a cycle past all points. False: it cannot be done, and the session has ended by a fault that says
 * why.
 */
bool travel_to(struct session *session, uint64_t cycle);

/* Runs from where the sentry was begun; `watched`: so that it is asked. */
struct debug_event travel_forward(struct session *session, uint64_t until, bool watched);

/* Looks through parts of the run before a cycle, the last one first, each larger than the one behind it,
 * until `find` says that the answer is in one, or that a part has to begin earlier; NULL: until the sentry
 * has noted an event. The session then stands anywhere. False: there is none, or the user has interrupted. */
bool travel_look_back(struct session *session, uint64_t before, struct stepper *stepper, bool uses_points,
                      enum stepper_answer (*find)(struct session *session, struct window *window,
                                                  uint64_t *cycle),
                      struct debug_event *event);

/* The first cycle behind this one that the run has to pause at for words that were stored there, if it is
 * before `until` (0: none); else `until`. */
uint64_t patches_next(const struct session *session, uint64_t until);
/* Stores what was stored at this cycle. False with one line in `error`. */
bool patches_apply(struct session *session, char error[SESSION_ERROR]);

/* What has ended the run. */
struct debug_event travel_end(struct session *session);

/* The session stands still: finds teams, selects one, counts the hit, notes what shared variables hold.
 * Returns the event. */
struct debug_event session_arrive(struct session *session, struct debug_event event);

#endif
