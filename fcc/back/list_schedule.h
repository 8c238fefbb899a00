/* list_schedule.h - the order of the instructions of a block; see list_schedule.c. */
#ifndef FCC_LIST_SCHEDULE_H
#define FCC_LIST_SCHEDULE_H

#include "fcc/back/machine.h"

/* Orders the instructions of every block so that delays are filled. Chooses among the next `window` remaining
 * instructions, at most 12: a small window keeps registers' lives short. */
void list_schedule(struct machine_function *function, unsigned window);

#endif
