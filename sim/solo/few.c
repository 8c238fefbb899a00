/* few.c - a cheaper cycle.c for the usual events of few PPs in one cycle.
 *
 * Usual are loads of shared cells, multiprefix requests and posts. None of them can be refused, so no list of
 * requests is needed. Calls cycle.c for PP order. */
#include <string.h>

#include "sim/solo/carry.h"

enum { FEW = 32 };

/* The requests of a batch. */
struct few {
    uint32_t loads, folds, posts;
    uint32_t places, last; /* of multiprefix requests, as in struct event_batch */
    unsigned kernels;      /* operations of multiprefix requests: a bit for each */
    unsigned kernel;       /* one of them */
    struct event_pp *load[FEW], *fold[FEW], *post[FEW];
};

static void note_fold(const struct event_core *core, struct few *few, struct event_pp *pp)
{
    const uint32_t pc = pp->now.reg[1];
    few->kernel = event_operation(core, pc)->kernel;
    few->kernels |= 1u << few->kernel;
    few->places += pc != few->last;
    few->last = pc;
    few->fold[few->folds++] = pp;
}

/* False: the batch has another kind of event. */
static bool sort_out(const struct event_core *core, struct few *few, uint32_t count)
{
    for (uint32_t k = 0; k < count; k++) {
        struct event_pp *pp = event_pp(core, core->batch[k]);
        if (event_has_posts(pp))
            few->post[few->posts++] = pp;
        else if (!event_is_shared(core, pp->cell))
            return false;
        else if (pp->kind == EVENT_FOLD)
            note_fold(core, few, pp);
        else if (pp->kind == EVENT_LOAD)
            few->load[few->loads++] = pp;
        else
            return false;
    }
    return true;
}

/* Bits for hashes of cells that are stored to. */
enum { CELLS_SHIFT = 22, CELL_WORDS = (1 << (32 - CELLS_SHIFT)) / 64 };

static uint32_t hash_of(uint32_t cell)
{
    return cell * 0x9e3779b1u >> CELLS_SHIFT;
}

/* Whether requests might be refused, or losing stores must be counted. */
static bool may_clash(const struct event_core *core, const struct few *few)
{
    const struct machine_config *config = &core->machine->config;
    const bool may_mix = few->folds != 0 && config->mixed == MIXED_ERROR;
    uint64_t stored[CELL_WORDS], met = 0, mixed = 0;
    if ((few->kernels & (few->kernels - 1)) != 0)
        return true;
    if (few->posts == 0 || !(may_mix || config->count_conflicts))
        return false;
    memset(stored, 0, sizeof stored);
    for (uint32_t k = 0; k < few->posts; k++) {
        const uint32_t hash = hash_of(few->post[k]->posts[few->post[k]->post_first].cell);
        met |= stored[hash / 64] >> hash % 64;
        stored[hash / 64] |= (uint64_t)1 << hash % 64;
    }
    for (uint32_t k = 0; k < few->folds; k++) {
        const uint32_t hash = hash_of(few->fold[k]->cell);
        mixed |= stored[hash / 64] >> hash % 64;
    }
    return ((met & 1u) != 0 && config->count_conflicts) || ((mixed & 1u) != 0 && may_mix);
}

static void count_cycle(struct event_core *core, const struct few *few)
{
    event_count(core, STATS_PHASE_multiprefix, few->folds);
    event_count(core, STATS_PHASE_store, few->posts);
    event_weigh_folds(core, few->folds, few->places);
}

static void go_on(struct event_core *core, struct event_pp *const *pps, uint32_t count)
{
    for (uint32_t k = 0; k < count; k++) {
        if (pps[k]->activity == PP_AT_WORK)
            event_advance(core, pps[k], false);
    }
}

bool event_carry_out_few(struct event_core *core, uint32_t count)
{
    struct few few;
    if (count > FEW || core->machine->config.policy != POLICY_HIGH)
        return false;
    few.loads = few.folds = few.posts = few.places = 0;
    few.last = UINT32_MAX;
    few.kernels = 0;
    event_sort(core, count);
    if (!sort_out(core, &few, count) || may_clash(core, &few))
        return false;
    count_cycle(core, &few);
    for (uint32_t k = 0; k < few.loads; k++)
        event_carry_out_load(core, few.load[k], few.load[k]->cell);
    for (uint32_t k = 0; k < few.folds; k++)
        event_carry_out_fold(core, few.fold[k], few.fold[k]->cell, few.fold[k]->datum, few.kernel);
    for (uint32_t k = 0; k < few.posts; k++)
        event_carry_out_post(core, few.post[k]);
    core->present++;
    go_on(core, few.load, few.loads);
    go_on(core, few.fold, few.folds);
    return true;
}
