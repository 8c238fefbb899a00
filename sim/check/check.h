/* check.h - --check: follows the hints of a program (docs/internals/abi.md, section 6) while it runs, and
 * finds what the machine itself would not notice. docs/check.md explains the findings to users.
 *
 * Failures stop the run (FAULT_check): members of a leaf group that do something visible while they stand at
 * different pcs, work in a synchronous region in no group, hints in an order that makes no sense. All other
 * findings are warnings, and go to machine->warnings.
 */
#ifndef PRAM_CHECK_H
#define PRAM_CHECK_H

#include "sim/machine/machine.h"

/* Registers an observer with the machine, which owns it. It looks at each cycle before its execution and ends
 * the run where the program is wrong. */
void check_create(struct machine *machine);

#endif
