/* create.c - creates and destroys the event core: memory for PPs, logs and shadows.
 *
 * The shadow of shared memory comes from the operating system, so it costs only where it is touched. */
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "common/system/system.h"
#include "sim/solo/inside.h"

#define LARGE_PAGE ((size_t)1 << 21)

/* A cell and its shadow are used together. Areas of this size mostly lie a power of two apart, and processors
 * that hash line addresses (AMD) keep only one of two lines 2^28 bytes apart. So the shadow starts some pages
 * and lines later. */
enum { SHADOW_SKEW = 33 * 4096 + 3 * 64 };

static size_t shadow_bytes(const struct event_core *core)
{
    return (size_t)core->machine->memory.shared_words * sizeof *core->shadow + SHADOW_SKEW;
}

/* PPs, their logs, and what they wait for. More than half of a huge page is rounded up to a whole one. */
static size_t pp_bytes(const struct event_core *core)
{
    const size_t bytes =
        core->pps * (sizeof *core->pp + sizeof *core->waits + core->room.early * sizeof *core->early +
                     core->room.reads * sizeof *core->reads + core->room.writes * sizeof *core->writes);
    return bytes > LARGE_PAGE / 2 ? (bytes + LARGE_PAGE - 1) / LARGE_PAGE * LARGE_PAGE : bytes;
}

void event_destroy(struct event_core *core)
{
    if (core == NULL)
        return;
    lanes_destroy(core->lanes);
    if (core->pp != NULL)
        munmap(core->pp, pp_bytes(core));
    if (core->shadow_area != NULL)
        munmap(core->shadow_area, shadow_bytes(core));
    collide_destroy(&core->collide);
    memory_free_blocks(&core->memory);
    free(core);
}

/* Makes the actions of the program, and a copy of them for each loop. */
static void create_actions(struct event_core *core)
{
    const size_t count = (size_t)core->world->code_count + 1;
    core->actions = memory_block(&core->memory, count, sizeof *core->actions);
    if (core->actions != NULL)
        event_prepare(core->world, core->actions);
    for (unsigned form = 0; form < LANE_FORMS; form++) {
        core->stopping[form] = memory_block(&core->memory, count, sizeof *core->actions);
        if (core->stopping[form] != NULL && core->actions != NULL)
            memcpy(core->stopping[form], core->actions, count * sizeof *core->actions);
    }
}

/* Memory of which not all may be used comes from the system, in large pages: thousands of PPs cover more
 * small ones than the host's cache of page addresses (TLB). */
static bool reserve(struct event_core *core)
{
    core->pp = system_reserve(pp_bytes(core));
    core->shadow_area = system_reserve(shadow_bytes(core));
    if (core->pp == NULL || core->shadow_area == NULL)
        return false;
    system_advise_large(core->pp, pp_bytes(core));
    core->early = (struct lane_early *)(core->pp + core->pps);
    core->reads = (struct lane_read *)(core->early + (size_t)core->pps * core->room.early);
    core->writes = (struct event_write *)(core->reads + (size_t)core->pps * core->room.reads);
    core->waits = (struct event_wait *)(core->writes + (size_t)core->pps * core->room.writes);
    core->shadow = (uint32_t *)(core->shadow_area + SHADOW_SKEW);
    return true;
}

static void create_arrays(struct event_core *core)
{
    const size_t pps = core->pps;
    struct memory_blocks *const memory = &core->memory;
    core->filters = memory_block(memory, pps, sizeof *core->filters);
    core->readers = memory_block(memory, READER_CELLS, sizeof *core->readers);
    while ((pps - 1) >> core->group_shift >= READER_GROUPS)
        core->group_shift++;
    core->changers = memory_block(memory, pps, sizeof *core->changers);
    core->queue.links = memory_block(memory, pps, sizeof *core->queue.links);
    core->batch = memory_block(memory, pps, sizeof *core->batch);
    core->member = memory_block(memory, pps / 64 + 1, sizeof *core->member);
    core->wanted = memory_block(memory, pps, sizeof *core->wanted);
    core->pending = memory_block(memory, PENDING_CELLS / 64, sizeof *core->pending);
    core->watched_mask = 3;
    while (core->watched_mask < 2 * core->pps && core->watched_mask < WATCHED_MOST - 1)
        core->watched_mask = 2 * core->watched_mask + 1;
    const size_t places = (size_t)core->watched_mask + WATCHED_PLACES;
    core->watched = memory_block(memory, places, sizeof *core->watched);
    core->watched_cells = memory_block(memory, places, sizeof *core->watched_cells);
    const size_t blocks = (core->machine->memory.shared_words >> CALM_SHIFT) + 1;
    core->calm = memory_block(memory, blocks, sizeof *core->calm);
    core->calm_blocks = memory_block(memory, CALM_BLOCKS, sizeof *core->calm_blocks);
    core->notices = memory_block(memory, 1, sizeof *core->notices);
}

/* Chooses the sizes of logs. PPs store early unless stores may be refused. */
static void choose_logs(struct event_core *core)
{
    const bool are_few = core->pps <= STRETCH_FEW_PPS;
    const bool is_early = core->pps > 1 && core->machine->config.policy == POLICY_HIGH;
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
    core->world = world;
    core->machine = core->collide.machine = world->machine;
    core->pps = world->machine->memory.pps;
    choose_logs(core);
    create_arrays(core);
    create_actions(core);
    if (core->pps == 0 || !reserve(core) || core->memory.is_short || !event_find_places(core)) {
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
