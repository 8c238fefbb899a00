/* stand.c - where PPs stand with their events, and whether many store from one place: what is asked before a
 * store is carried out early.
 */
#include <string.h>

#include "sim/bsp/event/inside.h"

static bool stands_at(const struct event_pp *pp, uint32_t cell)
{
    return pp->cell == cell && (pp->kind == EVENT_LOAD || pp->kind == EVENT_STORE || pp->kind == EVENT_FOLD);
}

bool event_is_stood_at(const struct event_core *core, const struct event_pp *pp, uint32_t cell)
{
    if (core->pps > AHEAD_SOME) /* to ask all takes too long */
        return true;
    for (uint32_t number = 0; number < core->pps; number++) {
        const struct event_pp *other = event_pp(core, number);
        if ((other != pp && stands_at(other, cell)) || event_has_posted(other, cell))
            return true;
    }
    return false;
}

void event_see_standing(struct event_core *core)
{
    core->standing_rest = core->pps > STANDING_STRETCHES ? core->pps : STANDING_STRETCHES;
    memset(core->standing, 0, core->standing_mask / 8 + 1);
    for (uint32_t number = 0; number < core->pps; number++) {
        const struct event_pp *pp = event_pp(core, number);
        if (pp->kind != EVENT_GO_ON)
            event_stand(core, pp->cell);
        for (unsigned k = pp->post_first; k < pp->post_end; k++)
            event_stand(core, pp->posts[k].cell);
    }
}

/* ---- whether many are together */

/* A crowd is at least one PP of so many: smaller ones come about by chance where all go through the same
 * code, and tiles would soon part them again. */
enum { CROWD_OF = 4 };

static bool is_crowd(const struct event_core *core, const struct event_crowd *crowd)
{
    return crowd->at_one >= EVENT_CROWD && crowd->at_one > crowd->elsewhere &&
           crowd->at_one >= core->running / CROWD_OF;
}

void event_sample_crowd(struct event_core *core, uint32_t time, uint32_t pc)
{
    struct event_crowd *crowd = &core->crowds[time / CROWD_CYCLES % CROWDS];
    if (crowd->time != time) {
        const int64_t stores = (int64_t)(crowd->at_one + crowd->elsewhere) * CROWD_CYCLES;
        core->together += is_crowd(core, crowd) ? stores : -stores;
        *crowd = (struct event_crowd){.time = time, .pc = pc};
    }
    if (crowd->pc == pc)
        crowd->at_one++;
    else
        crowd->elsewhere++;
}
