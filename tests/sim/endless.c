/* endless.c - see endless.h.
 */
#include "tests/sim/endless.h"

#include <string.h>

#include "sim/machine/deadlock.h"

bool endless_in_barriers(const struct outcome *outcome)
{
    return outcome->fault.code == FAULT_deadlock && strstr(outcome->fault.text, "barrier") != NULL &&
           deadlock_is_asked(outcome->stats.cycles);
}

bool endless_are(const struct outcome *a, const struct outcome *b)
{
    const int p = a->fault.code, q = b->fault.code;
    return !endless_in_barriers(a) && !endless_in_barriers(b) &&
           ((p == FAULT_deadlock && q == FAULT_runaway) || (p == FAULT_runaway && q == FAULT_deadlock));
}
