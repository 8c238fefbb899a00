/* merge.c - what few PPs have posted is carried out in the order of time, from one log or the other, without
 * the calendar: up to the first event that is no post, or a store that another PP may notice.
 *
 * The calendar takes a PP out and puts it back for each store; where stores are most of what PPs do that took
 * more time than all else. Calls queue.h.
 */
#include "sim/bsp/event/inside.h"

/* The posts of a PP. */
struct source {
    struct event_pp *pp;
    uint32_t time; /* of its next post; UINT32_MAX: there is none */
};

struct sources {
    struct source one[AHEAD_FEW];
    uint32_t count;
    uint32_t end; /* the time of the first event that is no post, or when the core stops */
};

static uint32_t earlier(const struct event_core *core, uint32_t time, uint64_t cycle)
{
    return cycle - core->base < time ? event_time(core, cycle) : time;
}

static void find_sources(const struct event_core *core, struct sources *sources)
{
    sources->count = 0;
    sources->end = earlier(core, UINT32_MAX - 1, core->stop);
    for (uint32_t number = 0; number < core->pps; number++) {
        struct event_pp *pp = event_pp(core, number);
        if (pp->is_queued && event_has_posts(pp))
            sources->one[sources->count++] = (struct source){pp, pp->posts[pp->post_first].time};
        else if (pp->is_queued)
            sources->end = earlier(core, sources->end, pp->now.cycle);
    }
}

static uint32_t first_time(const struct sources *sources)
{
    uint32_t time = UINT32_MAX;
    for (uint32_t k = 0; k < sources->count; k++)
        time = sources->one[k].time < time ? sources->one[k].time : time;
    return time;
}

static const struct event_post *next_post(const struct source *source)
{
    return &source->pp->posts[source->pp->post_first];
}

/* The sources with posts at that time, as indices. 0: two of them are to one cell, or somebody may notice
 * one. */
static uint32_t find_due(const struct event_core *core, const struct sources *sources, uint32_t time,
                         uint32_t *due)
{
    uint32_t count = 0;
    for (uint32_t k = 0; k < sources->count; k++) {
        if (sources->one[k].time != time)
            continue;
        const uint32_t cell = next_post(&sources->one[k])->cell;
        if (event_is_noticed(core, core->shadow[cell], time))
            return 0;
        for (uint32_t j = 0; j < count; j++)
            if (next_post(&sources->one[due[j]])->cell == cell)
                return 0;
        due[count++] = k;
    }
    return count;
}

static void carry_out_next(struct event_core *core, struct sources *sources, struct source *source)
{
    struct event_pp *pp = source->pp;
    const struct event_post *post = &pp->posts[pp->post_first++];
    uint32_t *cell = &core->machine->memory.cells[post->cell];
    if (*cell != post->datum) {
        core->changed = core->base + post->time;
        if (core->shadow[post->cell] >= SHADOW_ASKED)
            event_notice_store(core, post->cell, core->changed, (struct event_writer){pp, post->pc});
    }
    *cell = post->datum;
    event_depart(core, pp);
    if (event_has_posts(pp)) {
        source->time = pp->posts[pp->post_first].time;
        return;
    }
    source->time = UINT32_MAX;
    sources->end = earlier(core, sources->end, pp->now.cycle);
}

uint32_t event_merge_posts(struct event_core *core)
{
    struct sources sources;
    uint32_t due[AHEAD_FEW], cycles = 0, last = 0;
    find_sources(core, &sources);
    for (uint32_t time = first_time(&sources); time < sources.end; time = first_time(&sources)) {
        const uint32_t count = find_due(core, &sources, time, due);
        if (count == 0)
            break;
        for (uint32_t k = 0; k < count; k++)
            carry_out_next(core, &sources, &sources.one[due[k]]);
        core->together -= count; /* too few to be a crowd */
        last = time;
        cycles++;
    }
    if (cycles == 0)
        return 0;
    for (uint32_t k = 0; k < sources.count; k++) {
        queue_remove(&core->queue, sources.one[k].pp->number);
        event_queue(core, sources.one[k].pp);
    }
    core->segments += cycles;
    core->phases[STATS_PHASE_store] += cycles;
    core->written = core->base + last;
    core->present = core->written + 1;
    return cycles;
}
