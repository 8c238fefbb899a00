/* folds.c - a phase of multiprefix requests to many cells: what each thread of a team does of it. Calls team.
 */
#include "sim/segment/run.h"

_Static_assert((int)TEAM_MAX <= (int)COMMIT_OWNERS_MOST, "each thread owns some of the cells");

bool folds_begin(struct hand *hand, const struct heard *heard)
{
    struct bsp *bsp = hand->bsp;
    const struct commit_summary *all = &heard->all.summary;
    if (hand->member == NULL || bsp->meeting != NULL || !commit_shares_folds(all, bsp->active))
        return false;
    const struct worker *worker = &bsp->workers[hand->first];
    commit_deal_folds(bsp->shared, worker->tiles, worker->tile_count, hand->first, bsp->active);
    team_barrier(hand->member);
    commit_serve_folds(bsp->shared, &bsp->world, (enum rows_fold)all->fold, hand->first, bsp->active);
    return true;
}

void folds_end(struct hand *hand)
{
    const struct worker *worker = &hand->bsp->workers[hand->first];
    commit_collect_folds(hand->bsp->shared, worker->tiles, worker->tile_count, hand->first,
                         hand->bsp->active);
}
