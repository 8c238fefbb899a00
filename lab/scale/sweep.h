/* sweep.h - makes the runs of a plan, several at a time.
 *
 * Knows pramsim's options and how to start it; nothing of what is made of its figures.
 */
#ifndef PRAM_SCALE_SWEEP_H
#define PRAM_SCALE_SWEEP_H

#include "lab/scale/journal.h"
#include "lab/scale/plan.h"

/* Makes all runs that the journal does not know, and fills in the points. Runs that fail say why in their
 * points. False, said, if runs cannot be made at all. */
bool sweep_run(struct plan *plan, struct journal *journal);

#endif
