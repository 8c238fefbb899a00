/* frame.h - for inspect.c and variable.c: a PP as it stands in one of the functions that it is in. */
#ifndef PRAM_DEBUG_FRAME_H
#define PRAM_DEBUG_FRAME_H

#include "session.h"

/* Its registers there. A bit of `lost` says of a register that the functions that it has called have not
 * kept it. */
struct frame_view {
    uint32_t pc;
    size_t level; /* 0: in the function that pc is from; more: in one that has its call (info_inlined_at) */
    uint32_t r[32];
    uint32_t lost;
};

/* False: the PP is in fewer functions. */
bool frame_view(const struct session *session, uint32_t pp, size_t number, struct frame_view *view);

#endif
