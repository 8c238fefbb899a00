/* few.c - the usual events of few PPs in one cycle: loads of shared cells, multiprefix requests, posts, none
 * of which can be refused.
 *
 * The same as cycle.c does for any events, without a list of requests. Calls cycle.c for the order of PPs.
 */
#include "sim/bsp/event/carry.h"

enum { FEW = 32, SHIFT = 22, CELL_WORDS = (1 << (32 - SHIFT)) / 64 };

/* What a batch asks for; cells by a hash of theirs. */
struct few {
    uint32_t loads, folds, posts;
    uint32_t places, last; /* as in struct event_batch */
    unsigned kernels;      /* of multiprefix requests: a bit for each, */
    unsigned kernel;       /* .. one of them */
    bool may_meet;         /* two posts may be for one cell */
    uint64_t folded[CELL_WORDS], stored[CELL_WORDS];
    struct event_pp *load[FEW], *fold[FEW], *post[FEW];
};

static void note_place(struct few *few, uint32_t pc)
{
    few->places += pc != few->last;
    few->last = pc;
}

static uint32_t hash_of(uint32_t cell)
{
    return cell * 0x9e3779b1u >> SHIFT;
}

static void note_post(struct few *few, struct event_pp *pp)
{
    const struct event_post *post = &pp->posts[pp->post_first];
    const uint32_t hash = hash_of(post->cell);
    uint64_t *word = &few->stored[hash / 64];
    const uint64_t bit = (uint64_t)1 << hash % 64;
    few->may_meet |= (*word & bit) != 0;
    *word |= bit;
    note_place(few, post->pc);
    few->post[few->posts++] = pp;
}

static void note_fold(const struct event_core *core, struct few *few, struct event_pp *pp)
{
    const uint32_t hash = hash_of(pp->cell), pc = pp->now.reg[1];
    few->folded[hash / 64] |= (uint64_t)1 << hash % 64;
    few->kernel = event_operation(core, pc)->kernel;
    few->kernels |= 1u << few->kernel;
    note_place(few, pc);
    few->fold[few->folds++] = pp;
}

/* False: there is something else among them. */
static bool sort_out(const struct event_core *core, struct few *few, uint32_t count)
{
    for (uint32_t k = 0; k < count; k++) {
        struct event_pp *pp = event_pp(core, core->batch[k]);
        if (event_has_posts(pp))
            note_post(few, pp);
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

/* Whether requests might be refused, or stores that lose have to be counted. */
static bool may_clash(const struct event_core *core, const struct few *few)
{
    const struct machine_config *config = &core->machine->config;
    uint64_t met = 0;
    if (few->may_meet && config->count_conflicts)
        return true;
    if ((few->kernels & (few->kernels - 1)) != 0)
        return true;
    if (few->posts == 0 || few->folds == 0 || config->mixed != MIXED_ERROR)
        return false;
    for (unsigned k = 0; k < CELL_WORDS; k++)
        met |= few->folded[k] & few->stored[k];
    return met != 0;
}

static void count_cycle(struct event_core *core, const struct few *few)
{
    const uint32_t requests = few->folds + few->posts;
    core->segments += requests != 0;
    core->phases[STATS_PHASE_multiprefix] += few->folds != 0;
    core->phases[STATS_PHASE_store] += few->posts != 0;
    core->together += few->places * EVENT_CROWD <= requests ? (int64_t)requests : -(int64_t)requests;
}

static void go_on(struct event_core *core, struct event_pp *const *pps, uint32_t count)
{
    for (uint32_t k = 0; k < count; k++) {
        if (!pps[k]->sleeps && !pps[k]->is_queued)
            event_advance(core, pps[k], false);
    }
}

bool event_carry_out_few(struct event_core *core, uint32_t count)
{
    struct few few;
    if (count > FEW || core->machine->config.policy != POLICY_HIGH || core->machine->inject != NULL)
        return false;
    few.loads = few.folds = few.posts = few.places = 0;
    few.last = UINT32_MAX;
    few.kernels = 0;
    few.may_meet = false;
    for (unsigned k = 0; k < CELL_WORDS; k++)
        few.folded[k] = few.stored[k] = 0;
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
