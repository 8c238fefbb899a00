/* predict.h - the time that teams of other sizes would save, predicted from the timed segments of the window.
 *
 * A segment of a team takes the time of its longest part and of a team barrier. The further cost of a team,
 * that threads fetch what others have written, is measured, not predicted (pace.c). Private to pace.c. Times
 * are nanoseconds of a segment unless said otherwise; the window has at least one segment.
 */
#ifndef PRAM_PREDICT_H
#define PRAM_PREDICT_H

#include "sim/team/pace.h"

/* The least time of a team barrier. */
uint64_t predict_least_meeting(unsigned threads);

/* The time that all segments of the window would have taken one thread, and their time in the team. */
uint64_t predict_alone_time(const struct pace *pace);
uint64_t predict_team_time(const struct pace *pace);

/* The time by which a segment's work is shorter in the team than in one thread; the cost of the team. */
uint64_t predict_gain(const struct pace *pace, const struct pace_team *team);
uint64_t predict_cost(const struct pace *pace, const struct pace_team *team);

/* predict_gain - predict_cost. */
int64_t predict_saved(const struct pace *pace, const struct pace_team *team);

/* While one thread is at work: the share of its time that the team would save. */
double predict_saves(const struct pace *pace, const struct pace_team *team);

/* The team that would save most. */
unsigned predict_best(const struct pace *pace);

#endif
