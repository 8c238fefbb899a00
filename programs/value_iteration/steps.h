/* steps.h - what value_iteration.fork and its oracle have to agree on: rewards, and the default budget. */
#ifndef VALUE_ITERATION_STEPS_H
#define VALUE_ITERATION_STEPS_H

/* What the substitutes of one step may be off together, in thousandths a task. */
enum { BUDGET = 10 };

#ifdef __FORK__
#include "mix.h"
#define STEPS_FUNCTION straight
#else
#include "programs/mix.h"
#define STEPS_FUNCTION static inline
#endif

/* U^3 for a number U that is drawn for the task. */
STEPS_FUNCTION float reward_of(unsigned seed, int task)
{
    float u = (float)(int)(mix2(seed, (unsigned)task) >> 8) * (1.0f / 16777216.0f);
    return u * u * u;
}

#endif
