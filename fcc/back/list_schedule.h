/* list_schedule.h - the order of the instructions of a block; see list_schedule.c. */
#ifndef FCC_LIST_SCHEDULE_H
#define FCC_LIST_SCHEDULE_H

#include "fcc/back/machine.h"

/* Orders the instructions of every block so that delays are filled. Of those that are left, only the next
 * `window` ones, 12 at most, are looked at: with fewer of them registers live less long. */
void list_schedule(struct machine_function *function, unsigned window);

#endif
