/* frame.h - for inspect.c and variable.c: the registers of a PP in one of the functions that it is in. */
#ifndef PRAM_DEBUG_FRAME_H
#define PRAM_DEBUG_FRAME_H

#include "session.h"

/* The registers of a PP in a frame. A set bit of `lost` marks a register whose value in this frame is
 * unknown, because a called function has overwritten it. */
struct frame_view {
    uint32_t pc;
    size_t level; /* 0: the function of the instruction at pc; 1 and up: the functions around it
                     (info_inlined_at) */
    uint32_t r[32];
    uint32_t lost;
};

/* Reads registers of the view, for expressions of its PP. The view must outlive the reader. */
struct expression_reader frame_reader(const struct session *session, const struct frame_view *view);

/* Reads the registers of a PP in a frame. False: the PP is in fewer functions. */
bool frame_view(const struct session *session, uint32_t pp, size_t number, struct frame_view *view);

#endif
