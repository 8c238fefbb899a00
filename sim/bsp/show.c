/* show.c - see show.h.
 *
 * PPs are shown in ascending order. A tile that has one strand is gone through by its members; in one with
 * several it is first noted which PP is a member of which strand. Calls tile, observer.
 */
#include "sim/bsp/show.h"

#include <stdlib.h>
#include <string.h>

#include "sim/bsp/prospect.h"
#include "sim/machine/observer.h"

enum { MOST_STRANDS = 256 }; /* with more, PPs are shown one by one at once */

struct show {
    const struct tile_world *world;
    const struct tile *tiles;
    struct observer_step *steps; /* room for one a PP */
    struct observer_cycle cycle;
    bool all_glance; /* no listener wants more than a glance to begin with */
    bool all_skip_barriers;
    bool all_skip_loads, all_foresee;
    struct observer_strand strands[MOST_STRANDS];
};

struct show *show_create(const struct tile_world *world)
{
    struct show *show = calloc(1, sizeof *show);
    if (!show)
        return NULL;
    show->world = world;
    show->all_glance = observer_all_glance(world->machine->observers);
    show->all_skip_barriers = observer_all_skip_barriers(world->machine->observers);
    show->all_skip_loads = observer_all_skip_loads(world->machine->observers);
    show->all_foresee = observer_all_foresee(world->machine->observers);
    show->steps = calloc(world->machine->config.pps, sizeof *show->steps);
    if (!show->steps) {
        show_destroy(show);
        return NULL;
    }
    return show;
}

void show_destroy(struct show *show)
{
    if (!show)
        return;
    free(show->steps);
    free(show);
}

/* ---- what listeners may ask */

static uint32_t word(const void *state, uint32_t pp, unsigned number)
{
    const struct show *show = state;
    const struct tile *tile = &show->tiles[pp >> show->world->tile_shift];
    const uint32_t lane = pp - tile->first_pp;
    return tile_is_apart(tile, lane) ? tile->apart[lane].reg[number]
                                     : operand_word(tile_operand(tile, number), lane);
}

static uint32_t status(const void *state, uint32_t pp)
{
    const struct show *show = state;
    const struct tile *tile = &show->tiles[pp >> show->world->tile_shift];
    const uint32_t lane = pp - tile->first_pp;
    return tile_status(tile, tile_strand_of(tile, lane), lane) | ((uint32_t)show->cycle.cycle & 1u);
}

static uint32_t image_words(const void *state, const struct instruction *instruction)
{
    const struct show *show = state;
    return real_image_words(show->world->bank, instruction);
}

static void image(const void *state, uint32_t pp, const struct instruction *instruction, uint32_t *words)
{
    const struct show *show = state;
    real_store(show->world->bank, pp, instruction, words);
}

static struct observer_row row(const void *state, const struct observer_strand *strand, unsigned number)
{
    (void)state;
    const struct operand operand = tile_operand(strand->block, number);
    return (struct observer_row){.word = operand.row, .base = operand.base, .stride = operand.stride};
}

/* ---- steps */

/* What the members of a strand are about to do. False: there is a fault as soon as they do it. */
static bool find_step(const struct show *show, const struct strand *strand, struct observer_step *step)
{
    *step = (struct observer_step){.pc = strand_place(strand, show->cycle.cycle),
                                   .is_busy = strand->cycle + strand->busy > show->cycle.cycle,
                                   .is_synchronous = strand->in_sync,
                                   .is_in_barrier = strand->in_barrier};
    return step->pc < show->world->code_count;
}

static void add_step(struct show *show, const struct observer_step *step, uint32_t pp)
{
    struct observer_step *next = &show->steps[show->cycle.count++];
    *next = *step;
    next->pp = pp;
}

static void add_strand(struct show *show, const struct tile *tile, const struct strand *strand)
{
    struct observer_step step;
    if (!find_step(show, strand, &step))
        return;
    if (strand_is_whole(tile, strand))
        for (uint32_t lane = 0; lane < tile->pps; lane++)
            add_step(show, &step, tile->first_pp + lane);
    else
        for (uint32_t lane = strand_first(strand); lane != STRAND_END; lane = strand_next(strand, lane))
            add_step(show, &step, tile->first_pp + lane);
}

/* The members of all strands in PP order. */
static void add_strands(struct show *show, const struct tile *tile)
{
    enum { NO_MEMBER = UINT16_MAX };
    uint16_t member_of[TILE_ROW_WORDS];
    struct observer_step steps[TILE_LANES_MAX];
    memset(member_of, 0xff, tile->lanes * sizeof *member_of);
    for (uint32_t k = 0; k < tile->strand_end; k++) {
        const struct strand *strand = &tile->strands[k];
        if (strand->state == STRAND_FREE || !find_step(show, strand, &steps[k]))
            continue;
        for (uint32_t lane = strand_first(strand); lane != STRAND_END; lane = strand_next(strand, lane))
            member_of[lane] = (uint16_t)k;
    }
    for (uint32_t lane = 0; lane < tile->pps; lane++)
        if (member_of[lane] != NO_MEMBER)
            add_step(show, &steps[member_of[lane]], tile->first_pp + lane);
}

/* ---- strands */

/* Whether the registers of some members are out of the rows. */
static bool has_apart(const struct tile *tile, const struct strand *strand)
{
    for (uint32_t block = strand->first_block; tile->some_apart && block < strand->end_block; block++)
        if ((tile->is_apart[block] & strand->set[block]) != 0)
            return true;
    return false;
}

/* False: there are too many. */
static bool find_strands(struct show *show, uint32_t count)
{
    show->cycle.strand_count = 0;
    for (uint32_t t = 0; t < count; t++) {
        const struct tile *tile = &show->tiles[t];
        for (uint32_t k = 0; k < tile->strand_end; k++) {
            const struct strand *strand = &tile->strands[k];
            struct observer_step step;
            if (strand->state == STRAND_FREE || !find_step(show, strand, &step))
                continue;
            if (show->cycle.strand_count == MOST_STRANDS)
                return false;
            show->strands[show->cycle.strand_count++] =
                (struct observer_strand){.first_pp = tile->first_pp,
                                         .lanes = tile->pps,
                                         .set = strand_is_whole(tile, strand) ? NULL : strand->set,
                                         .count = strand->count,
                                         .pc = step.pc,
                                         .is_busy = step.is_busy,
                                         .is_synchronous = strand->in_sync,
                                         .is_in_barrier = strand->in_barrier,
                                         .has_rows = !has_apart(tile, strand),
                                         .block = tile};
        }
    }
    return true;
}

/* ---- the cycle */

static void find_steps(struct show *show, uint32_t count)
{
    for (uint32_t t = 0; t < count; t++) {
        const struct tile *tile = &show->tiles[t];
        if (tile->strand_end == 1 && tile->strands[0].state != STRAND_FREE)
            add_strand(show, tile, &tile->strands[0]);
        else if (tile->running != 0)
            add_strands(show, tile);
    }
}

bool show_skips_quiet(const struct show *show)
{
    return show->all_glance;
}

bool show_skips_barriers(const struct show *show)
{
    return show->all_glance && show->all_skip_barriers;
}

static const struct observer_source show_source = {
    .word = word, .status = status, .image_words = image_words, .image = image, .row = row};

bool show_cycle(struct show *show, const struct tile *tiles, uint32_t count, uint64_t cycle)
{
    bool has_steps = false;
    show->tiles = tiles;
    show->cycle = (struct observer_cycle){.cycle = cycle,
                                          .steps = show->steps,
                                          .strands = show->strands,
                                          .source = &show_source,
                                          .state = show};
    const bool has_strands = find_strands(show, count);
    const struct observer *observer = show->world->machine->observers;
    for (; observer != NULL; observer = observer->next) {
        if (has_strands && observer->glance != NULL && observer->glance(observer->context, &show->cycle))
            continue;
        if (!has_steps)
            find_steps(show, count);
        has_steps = true;
        if (!observer->before_cycle(observer->context, &show->cycle))
            return false;
    }
    return true;
}

/* ---- cycles to come */

/* For how long strands only compute after this cycle, if they but load in it. */
static unsigned quiet_after(const struct tile *tiles, uint32_t count, bool dozes)
{
    unsigned after = UINT8_MAX;
    for (uint32_t t = 0; t < count && after > 0; t++) {
        const unsigned own = tile_quiet_after(&tiles[t], dozes);
        after = own < after ? own : after;
    }
    return after;
}

static bool is_foreseen(struct show *show, const struct prospect *prospect, uint64_t cycle)
{
    struct observer_strand strands[PROSPECT_PATHS];
    struct observer_cycle coming = {
        .cycle = cycle, .strands = strands, .source = &show_source, .state = show};
    if (!prospect_strands(prospect, strands, &coming.strand_count))
        return false;
    const struct observer *observer = show->world->machine->observers;
    for (; observer != NULL; observer = observer->next)
        if (!observer->foresee(observer->context, &coming))
            return false;
    return true;
}

unsigned show_ahead(struct show *show, const struct tile *tiles, uint32_t count, uint64_t cycle, bool dozes)
{
    enum { AHEAD_MOST = 64 };
    struct prospect prospect; /* most of it is left as it is */
    if (!show->all_foresee || !prospect_begin(&prospect, tiles, count, cycle, dozes))
        return quiet_after(tiles, count, dozes);
    if (prospect_look(&prospect) >= PROSPECT_STORE)
        return 0;
    for (unsigned after = 0; after < AHEAD_MOST; after++) {
        prospect_step(&prospect);
        const enum prospect_deed deed = prospect_look(&prospect);
        const bool matters = deed == PROSPECT_STORE || (deed == PROSPECT_LOAD && !show->all_skip_loads);
        if (deed == PROSPECT_UNKNOWN || (matters && !is_foreseen(show, &prospect, cycle + after + 1)))
            return after;
        if (deed == PROSPECT_STORE)
            return after + 1;
    }
    return AHEAD_MOST;
}
