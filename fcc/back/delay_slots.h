/* delay_slots.h - fills the cycles after delayed instructions. */
#ifndef FCC_DELAY_SLOTS_H
#define FCC_DELAY_SLOTS_H

#include "fcc/back/machine.h"

/* Before register allocation: moves independent instructions into slots. */
void delay_slots_fill(struct machine_function *function);

/* After finish_blocks: fills the remaining slots, with a nop if nothing fits. From here on the instructions
 * are correct in their order. */
void delay_slots_close(struct machine_function *function);

#endif
