/* finish.h - ends of blocks become branches, and last changes before the function is printed. */
#ifndef FCC_FINISH_H
#define FCC_FINISH_H

#include "fcc/back/machine.h"

/* Redirects all paths to empty blocks. Must have run before: frame. */
void finish_thread_jumps(struct machine_function *function);

/* Gives every block the branches that its successors need in the layout order, and marks the blocks that are
 * branched to. */
void finish_blocks(struct machine_function *function);

#endif
