/* predict.h - what a team of so many threads would save a run, by the timed segments of the present window.
 *
 * A segment of a team takes as long as its longest part, and a team barrier more. What teams cost beyond
 * that, because threads fetch what others have written, is not predicted but measured (pace.c). Not for
 * anybody but pace.c. Nanoseconds of a segment, unless said otherwise; the window has segments.
 */
#ifndef PRAM_PREDICT_H
#define PRAM_PREDICT_H

#include "sim/bsp/team/pace.h"

/* What a team barrier takes at least. */
uint64_t predict_least_meeting(unsigned threads);

/* What the team at work costs a segment beyond its longest part. */
uint64_t predict_meeting(const struct pace *pace);

/* What the segments of the window would have taken one thread, and what they have taken the team; all. */
uint64_t predict_alone_time(const struct pace *pace);
uint64_t predict_team_time(const struct pace *pace);

/* What a segment's work would be shorter by in the team than in one thread, and what the team would cost it.
 */
uint64_t predict_gain(const struct pace *pace, const struct pace_team *team);
uint64_t predict_cost(const struct pace *pace, const struct pace_team *team);

/* The difference of the two. */
int64_t predict_saved(const struct pace *pace, const struct pace_team *team);

/* One thread is at work: the part of its own time that the team would save. */
double predict_saves(const struct pace *pace, const struct pace_team *team);

/* The team that would save most. */
unsigned predict_best(const struct pace *pace);

#endif
