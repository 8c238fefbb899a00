/* line_watch.h - at which source line each PP is: for --trace-strands, which has it in the run's journal.
 *
 * A listener that sees PPs come to other lines of the user's code. In the runtime and the library, as in the
 * barrier at the end of a loop, a PP stays at the line that it came from. Entries are those of PPs, not of an
 * engine's strands: one for all PPs that come to one line in one cycle. Knows machine, objects and observers;
 * no engine.
 */
#ifndef PRAM_LINE_WATCH_H
#define PRAM_LINE_WATCH_H

#include "sim/machine/machine.h"

/* For the cycles from .. to - 1; to 0: to the end. Registers it with the machine, which has a journal and
 * owns it. */
void line_watch_create(struct machine *machine, uint64_t from, uint64_t to);

#endif
