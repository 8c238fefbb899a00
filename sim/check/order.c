/* order.c - what orders the accesses of PPs: each one's releases and its last acquire, by their cycles.
 *
 * For group.c (barriers, splits) and race.c (locks, multiprefix). Knows check_state.h only.
 */
#include "check_state.h"

void order_release(struct check *check, uint32_t number)
{
    struct check_pp *pp = &check->pps[number];
    pp->release[pp->releases++ % CHECK_RELEASES] = check->cycle;
}

void order_acquire(struct check *check, uint32_t number)
{
    check->pps[number].acquired = check->cycle;
}
