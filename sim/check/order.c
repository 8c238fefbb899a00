/* order.c - happens-before: the cycles of each PP's releases and of its last acquire.
 *
 * For group.c (barriers, splits) and race.c (locks, multiprefix). Knows check_state.h only.
 */
#include "check_state.h"

void order_release(struct check *check, uint32_t number)
{
    struct check_pp *pp = &check->pps[number];
    pp->release[pp->releases++ % CHECK_RELEASES] = check->cycle;
}

void order_release_at(struct check *check, uint32_t number, uint64_t cycle)
{
    struct check_pp *pp = &check->pps[number];
    const uint32_t kept = pp->releases < CHECK_RELEASES ? pp->releases : CHECK_RELEASES;
    uint32_t later = 0;
    while (later < kept && pp->release[(pp->releases - 1 - later) % CHECK_RELEASES] > cycle)
        later++;
    const uint32_t place = pp->releases - later;
    if (later == CHECK_RELEASES) {
        if (pp->releases == CHECK_RELEASES)
            pp->releases += CHECK_RELEASES; /* the ring stays as it is; one release counts as dropped */
        return;
    }
    for (uint32_t k = pp->releases; k > place; k--)
        pp->release[k % CHECK_RELEASES] = pp->release[(k - 1) % CHECK_RELEASES];
    pp->release[place % CHECK_RELEASES] = cycle;
    pp->releases++;
}

void order_acquire(struct check *check, uint32_t number)
{
    check->pps[number].acquired = check->cycle;
}
