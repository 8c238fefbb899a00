/* endless.c - see endless.h. */
#include "endless.h"

#include "sim/inject/inject.h"
#include "sim/machine/follow/follow.h"

/* Whether loops are tested before this cycle. Not if --faults will still change something. */
static bool looks_for_loops(const struct deadlock_run *run)
{
    return circle_is_asked(run->cycle) && !inject_goes_on(run->machine->inject);
}

bool endless_is_asked(const struct deadlock_run *run, const struct presence *presence, uint32_t running)
{
    return deadlock_is_asked(run->cycle) && inject_asleep(run->machine->inject) == 0 &&
           (presence->waiting == running || looks_for_loops(run));
}

/* In a cycle of both tests, that of loops includes that of barriers. If all PPs are in barriers, they must
 * have waited long enough for either. */
bool endless_is_over(const struct deadlock_run *run, const struct presence *presence, uint32_t running,
                     uint32_t *refuter)
{
    if ((presence->waiting == running && !deadlock_have_waited(run)) ||
        !deadlock_all_repeat(run, looks_for_loops(run), refuter))
        return false;
    deadlock_end(run);
    return true;
}
