/* create.c - creates and destroys the event core: memory for PPs, logs and shadows.
 *
 * The shadow of shared memory comes from the operating system, so it costs only where it is touched. */
#include <stdlib.h>
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

static size_t calm_bytes(const struct event_core *core)
{
    return (core->machine->memory.shared_words >> CALM_SHIFT) + 1;
}

#define LARGE_PAGE ((size_t)1 << 21)

/* More than half of a huge page is rounded up to a whole one. */
static size_t whole_pages(size_t bytes)
{
    return bytes > LARGE_PAGE / 2 ? (bytes + LARGE_PAGE - 1) / LARGE_PAGE * LARGE_PAGE : bytes;
}

/* PPs and their polls. */
static size_t all_pp_bytes(const struct event_core *core)
{
    return whole_pages(core->pps * (sizeof *core->pp + sizeof *core->spins));
}

static size_t log_bytes(const struct event_core *core)
{
    return whole_pages(core->pps *
                       (core->room.early * sizeof *core->early + core->room.reads * sizeof *core->pp->reads +
                        core->posts_room * sizeof *core->pp->posts +
                        core->room.writes * sizeof *core->pp->writes));
}

static size_t request_bytes(const struct event_core *core)
{
    return (size_t)core->pps * core->image_most * sizeof *core->requests;
}

static size_t order_bytes(const struct event_core *core)
{
    return (size_t)core->pps * core->image_most * sizeof *core->order;
}

static size_t place_bytes(const struct event_core *core)
{
    return ((size_t)core->place_mask + 1) * sizeof *core->places;
}

/* PPs store early in machines that are not too large, unless stores may be refused. */
static bool may_be_early(const struct event_core *core)
{
    const struct machine *machine = core->machine;
    return core->pps > 1 && core->pps <= EARLY_PPS && machine->config.policy == POLICY_HIGH &&
           core->units == NULL;
}

void event_destroy(struct event_core *core)
{
    if (core == NULL)
        return;
    lanes_destroy(core->lanes);
    for (unsigned form = 0; form < LANE_FORMS; form++)
        if (core->stopping[form] != core->actions)
            free(core->stopping[form]);
    free(core->actions);
    release(core->pp, all_pp_bytes(core));
    release(core->early, log_bytes(core));
    free(core->histories);
    free(core->filters);
    free(core->queue.links);
    free(core->batch);
    free(core->member);
    free(core->wanted);
    free(core->standing);
    release(core->requests, request_bytes(core));
    release(core->order, order_bytes(core));
    release(core->places, place_bytes(core));
    if (core->units != NULL)
        real_bank_destroy(&core->before);
    free(core->units);
    event_forget_notices(core);
    free(core->watched);
    free(core->watched_at);
    release(core->shadow_area, shadow_bytes(core));
    release(core->calm, calm_bytes(core));
    free(core->calm_blocks);
    free(core);
}

static bool make_room(struct event_core *core)
{
    const size_t pps = core->pps;
    if (pps == 0) /* no such machine */
        return false;
    core->actions = calloc((size_t)core->world->code_count + 1, sizeof *core->actions);
    core->pp = system_reserve(all_pp_bytes(core));
    if (core->pp != NULL) /* thousands of PPs cover more pages than the TLB */
        system_advise_large(core->pp, all_pp_bytes(core));
    core->spins = (struct event_spin *)(core->pp + pps);
    core->histories = calloc(pps, sizeof *core->histories);
    core->early = system_reserve(log_bytes(core));
    core->filters = calloc(pps, sizeof *core->filters);
    core->queue.links = calloc(pps, sizeof *core->queue.links);
    core->batch = calloc(pps, sizeof *core->batch);
    core->member = calloc(pps / 64 + 1, sizeof *core->member);
    core->wanted = calloc(pps, sizeof *core->wanted);
    core->standing = calloc(core->standing_mask / 64 + 1, sizeof *core->standing);
    core->requests = system_reserve(request_bytes(core));
    core->order = system_reserve(order_bytes(core));
    core->place_mask = 3;
    while (core->place_mask < 2 * pps * core->image_most && core->place_mask != UINT32_MAX)
        core->place_mask = 2 * core->place_mask + 1;
    core->places = system_reserve(place_bytes(core));
    core->watched_room = core->pps < WATCHED_MOST / 2 ? 2 * core->pps : WATCHED_MOST;
    core->watched_mask = 3;
    while (core->watched_mask < 2 * core->watched_room)
        core->watched_mask = 2 * core->watched_mask + 1;
    core->watched = calloc(core->watched_room, sizeof *core->watched);
    core->watched_at = calloc((size_t)core->watched_mask + 1, sizeof *core->watched_at);
    core->calm = system_reserve(calm_bytes(core));
    core->calm_blocks = malloc(CALM_BLOCKS * sizeof *core->calm_blocks);
    core->notices = calloc(1, sizeof *core->notices);
    return core->actions && core->pp && core->histories && core->early && core->filters &&
           core->queue.links && core->batch && core->member && core->wanted && core->standing &&
           core->requests && core->notices && core->order && core->places && core->watched &&
           core->watched_at && create_shadow(core) && core->calm && core->calm_blocks;
}

/* Creates the precision units, if the program uses them. False: memory is short. */
static bool create_units(struct event_core *core)
{
    const struct program *program = &core->machine->program;
    core->image_most = 1;
    if (!program->uses_real)
        return true;
    for (uint32_t pc = 0; pc < program->count; pc++)
        if (program->code[pc].kind == ISA_KIND_REALSTORE) {
            const uint32_t words = real_image_words(core->world->bank, &program->code[pc]);
            core->image_most = words > core->image_most ? words : core->image_most;
        }
    core->units = calloc(core->pps, sizeof *core->units);
    if (core->units == NULL)
        return false;
    if (real_bank_create(&core->before, &core->machine->config.real, core->pps, program->uses_sums))
        return true;
    free(core->units);
    core->units = NULL;
    return false;
}

static struct event_limits limit(const struct event_limits *limits, uint32_t more, bool is_early)
{
    const uint32_t reads = limits->reads + more, writes = limits->writes + more;
    return (struct event_limits){.reads = reads < AHEAD_READS_MOST ? reads : AHEAD_READS_MOST,
                                 .writes = writes < AHEAD_WRITES_MOST ? writes : AHEAD_WRITES_MOST,
                                 .early = is_early ? limits->early : 0};
}

/* Chooses the sizes of logs. PPs with precision units have room for some images. */
static void choose_logs(struct event_core *core)
{
    enum { IMAGES = 8 };
    const bool is_early = may_be_early(core);
    const uint32_t more = core->units != NULL ? IMAGES * core->world->bank->format.image_words : 0;
    const struct event_limits few = {AHEAD_READS_MOST, AHEAD_WRITES_MOST, AHEAD_EARLY_MOST},
                              some = {AHEAD_READS_SOME, AHEAD_WRITES_SOME, AHEAD_EARLY_SOME},
                              many = {AHEAD_READS_MANY, AHEAD_WRITES_MANY, AHEAD_EARLY_MANY},
                              all = {is_early ? AHEAD_READS_EARLY : AHEAD_READS, AHEAD_WRITES, AHEAD_EARLY};
    const bool are_few = core->pps <= AHEAD_FEW, are_some = core->pps <= AHEAD_SOME;
    core->limits[0] = limit(are_some ? &some : &all, more, is_early);
    core->limits[1] =
        !are_some && is_early && core->pps <= AHEAD_MANY ? limit(&many, more, is_early) : core->limits[0];
    core->room = are_few ? limit(&few, more, is_early) : core->limits[1];
    if (are_few) /* these may get long logs, and fill them with stores */
        core->limits[0].early = core->limits[1].early = core->room.early;
    core->most = core->limits[0];
    core->posts_most = are_some ? AHEAD_POSTS_SOME : AHEAD_POSTS;
    core->posts_room = are_few ? AHEAD_POSTS_MOST : core->posts_most;
    core->standing_mask = (are_some ? STANDING_CELLS_SOME : STANDING_CELLS) - 1;
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
    if (!create_units(core)) {
        event_destroy(core);
        return NULL;
    }
    choose_logs(core);
    if (!make_room(core)) {
        event_destroy(core);
        return NULL;
    }
    event_choose_loops(core);
    event_prepare(world, core->actions);
    for (unsigned form = 0; form < LANE_FORMS; form++)
        core->stopping[form] = core->actions;
    if (!event_find_places(core)) {
        event_destroy(core);
        return NULL;
    }
    core->early_pause = EARLY_PAUSE;
    core->is_early = core->room.early != 0;
    core->early_worth = EARLY_WORTH;
    core->calm_may_be = core->room.early != 0;
    core->calm_pause = CALM_PAUSE;
    core->calm_first = UINT32_MAX;
    return core;
}

void event_expect_logs(const struct event_core *core)
{
    if (log_bytes(core) >= LARGE_PAGE)
        system_advise_large(core->early, log_bytes(core));
}

void event_forget_shadows(struct event_core *core, uint64_t cycle)
{
    event_forget_watched(core);
    event_forget_calm(core);
    system_zero(core->shadow_area, shadow_bytes(core));
    core->base = cycle;
}
