/* activity.h - the activity of a PP in the event core (activity.def), and the only way to change it. */
#ifndef PRAM_EVENT_ACTIVITY_H
#define PRAM_EVENT_ACTIVITY_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum event_activity {
#define ACTIVITY(name, text) PP_##name,
#include "sim/solo/activity.def"
};

/* Whether activity.def has a row for the transition. */
static inline bool event_may_become(enum event_activity from, enum event_activity to)
{
#define TRANSITION(before, after, text)                                                                      \
    if (from == PP_##before && to == PP_##after)                                                             \
        return true;
#include "sim/solo/activity.def"
    return false;
}

/* Changes a PP's activity. Hostile builds abort if activity.def has no row for the transition. */
static inline void event_become(uint8_t *activity, enum event_activity to)
{
#ifdef PRAM_HOSTILE
    if (!event_may_become((enum event_activity) * activity, to)) {
        fprintf(stderr, "activity.def has no transition from %u to %u\n", *activity, to);
        abort();
    }
#endif
    *activity = (uint8_t)to;
}

#endif
