/* order.h - the order of the instructions of a block; see order.c. */
#ifndef FCC_ORDER_H
#define FCC_ORDER_H

#include "fcc/back/machine.h"

/* Orders the instructions of every block so that delays are filled. Of those that are left, only the next
 * `window` ones, 12 at most, are looked at: with fewer of them registers live less long. */
void order_function(struct machine_function *function, unsigned window);

#endif
