/* delay_slots.h - what stands in the cycle after a delayed instruction. */
#ifndef FCC_DELAY_SLOTS_H
#define FCC_DELAY_SLOTS_H

#include "fcc/back/machine.h"

/* Before register allocation: moves independent instructions into slots, where that is possible. */
void delay_slots_fill(struct machine_function *function);

/* After finish_blocks: fills the slots that are still open, and puts a nop where nothing fits. From here on
 * the instructions are correct in the order in which they stand. */
void delay_slots_close(struct machine_function *function);

#endif
