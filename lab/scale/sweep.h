/* sweep.h - executes the runs of a plan, several at a time.
 */
#ifndef PRAM_SCALE_SWEEP_H
#define PRAM_SCALE_SWEEP_H

#include "lab/scale/journal.h"
#include "lab/scale/plan.h"

/* Executes all runs that are not in the journal, and fills in the points. The points of failed runs contain
 * the message. False after a message if runs cannot be started. */
bool sweep_run(struct plan *plan, struct journal *journal);

#endif
