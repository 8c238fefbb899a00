/* create.c - creates and destroys the event core: memory for PPs, logs and shadows.
 *
 * The shadow of shared memory comes from the operating system, so it costs only where it is touched. */
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "common/system/system.h"
#include "sim/solo/inside.h"

static void release(void *memory, size_t bytes)
{
    if (memory != NULL)
        munmap(memory, bytes);
}

/* A cell and its shadow are used together. Areas of this size mostly lie a power of two apart, and processors
 * that hash line addresses (AMD) keep only one of two lines 2^28 bytes apart. So the shadow starts some pages
 * and lines later. */
enum { SHADOW_SKEW = 33 * 4096 + 3 * 64 };

static size_t shadow_bytes(const struct event_core *core)
{
    return (size_t)core->machine->memory.shared_words * sizeof *core->shadow + SHADOW_SKEW;
}

static bool create_shadow(struct event_core *core)
{
    core->shadow_area = system_reserve(shadow_bytes(core));
    core->shadow = core->shadow_area != NULL ? (uint32_t *)(core->shadow_area + SHADOW_SKEW) : NULL;
    return core->shadow != NULL;
}

#define LARGE_PAGE ((size_t)1 << 21)

/* More than half of a huge page is rounded up to a whole one. */
static size_t whole_pages(size_t bytes)
{
    return bytes > LARGE_PAGE / 2 ? (bytes + LARGE_PAGE - 1) / LARGE_PAGE * LARGE_PAGE : bytes;
}

/* PPs and what they wait for. */
static size_t all_pp_bytes(const struct event_core *core)
{
    return whole_pages(core->pps * (sizeof *core->pp + sizeof *core->waits));
}

static size_t log_bytes(const struct event_core *core)
{
    return whole_pages(core->pps *
                       (core->room.early * sizeof *core->early + core->room.reads * sizeof *core->pp->reads +
                        core->room.writes * sizeof *core->pp->writes));
}

/* PPs store early unless stores may be refused. */
static bool may_be_early(const struct event_core *core)
{
    const struct machine *machine = core->machine;
    return core->pps > 1 && machine->config.policy == POLICY_HIGH;
}

void event_destroy(struct event_core *core)
{
    if (core == NULL)
        return;
    lanes_destroy(core->lanes);
    for (unsigned form = 0; form < LANE_FORMS; form++)
        free(core->stopping[form]);
    free(core->actions);
    release(core->pp, all_pp_bytes(core));
    release(core->early, log_bytes(core));
    free(core->filters);
    free(core->queue.links);
    free(core->batch);
    free(core->member);
    free(core->wanted);
    free(core->pending);
    collide_destroy(&core->collide);
    event_forget_notices(core);
    free(core->watched);
    free(core->watched_cells);
    release(core->shadow_area, shadow_bytes(core));
    free(core->calm);
    free(core->calm_blocks);
    free(core);
}

/* Makes the actions of the program, and a copy of them for each loop. False: memory is short. */
static bool create_actions(struct event_core *core)
{
    const size_t count = (size_t)core->world->code_count + 1;
    core->actions = calloc(count, sizeof *core->actions);
    if (core->actions == NULL)
        return false;
    event_prepare(core->world, core->actions);
    for (unsigned form = 0; form < LANE_FORMS; form++) {
        core->stopping[form] = calloc(count, sizeof *core->actions);
        if (core->stopping[form] == NULL)
            return false;
        memcpy(core->stopping[form], core->actions, count * sizeof *core->actions);
    }
    return true;
}

static bool make_room(struct event_core *core)
{
    const size_t pps = core->pps;
    if (pps == 0) /* no such machine */
        return false;
    core->pp = system_reserve(all_pp_bytes(core));
    if (core->pp != NULL) /* thousands of PPs cover more pages than the TLB */
        system_advise_large(core->pp, all_pp_bytes(core));
    core->waits = (struct event_wait *)(core->pp + pps);
    core->early = system_reserve(log_bytes(core));
    if (core->early != NULL && log_bytes(core) >= LARGE_PAGE)
        system_advise_large(core->early, log_bytes(core));
    core->filters = calloc(pps, sizeof *core->filters);
    core->queue.links = calloc(pps, sizeof *core->queue.links);
    core->batch = calloc(pps, sizeof *core->batch);
    core->member = calloc(pps / 64 + 1, sizeof *core->member);
    core->wanted = calloc(pps, sizeof *core->wanted);
    core->pending = calloc(PENDING_CELLS / 64, sizeof *core->pending);
    core->collide.machine = core->machine;
    core->watched_mask = 3;
    while (core->watched_mask < 2 * core->pps && core->watched_mask < WATCHED_MOST - 1)
        core->watched_mask = 2 * core->watched_mask + 1;
    core->watched = calloc((size_t)core->watched_mask + WATCHED_PLACES, sizeof *core->watched);
    core->watched_cells = calloc((size_t)core->watched_mask + WATCHED_PLACES, sizeof *core->watched_cells);
    core->calm = calloc((core->machine->memory.shared_words >> CALM_SHIFT) + 1, sizeof *core->calm);
    core->calm_blocks = malloc(CALM_BLOCKS * sizeof *core->calm_blocks);
    core->notices = calloc(1, sizeof *core->notices);
    return core->pp && core->early && core->filters && core->queue.links && core->batch && core->member &&
           core->wanted && core->pending && core->notices && core->watched && core->watched_cells &&
           create_shadow(core) && core->calm && core->calm_blocks;
}

/* Chooses the sizes of logs. */
static void choose_logs(struct event_core *core)
{
    const bool are_few = core->pps <= STRETCH_FEW_PPS, is_early = may_be_early(core);
    core->room = are_few ? (struct event_limits){STRETCH_READS_FEW, STRETCH_WRITES_FEW, STRETCH_EARLY_FEW}
                         : (struct event_limits){STRETCH_READS, STRETCH_WRITES, STRETCH_EARLY};
    core->room.early = is_early ? core->room.early : 0;
}

struct event_core *event_create(const struct tile_world *world)
{
    struct event_core *core = calloc(1, sizeof *core);
    if (core == NULL || world->code == NULL) {
        free(core);
        return NULL;
    }
    const struct memory *memory = &world->machine->memory;
    core->world = world;
    core->machine = world->machine;
    core->pps = memory->pps;
    core->crowd = core->pps <= EVENT_SMALL ? EVENT_CROWD_SMALL : EVENT_CROWD;
    choose_logs(core);
    if (!make_room(core) || !create_actions(core) || !event_find_places(core)) {
        event_destroy(core);
        return NULL;
    }
    core->calm_pause = CALM_PAUSE;
    core->calm_first = UINT32_MAX;
    return core;
}

void event_forget_shadows(struct event_core *core, uint64_t cycle)
{
    system_zero(core->shadow_area, shadow_bytes(core));
    core->base = cycle;
}
