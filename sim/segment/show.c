/* show.c - see show.h.
 *
 * PPs are shown in ascending order. A tile of one strand is scanned by members; for several strands, the
 * strand of each PP is noted first. Calls tile, observer. */
#include "sim/segment/show.h"

#include <stdlib.h>
#include <string.h>

#include "sim/machine/observer.h"

struct show {
    const struct tile_world *world;
    const struct tile *tiles;
    struct observer_step *steps; /* room for one per PP */
    struct observer_cycle cycle;
    const struct observer *observer;
};

struct show *show_create(const struct tile_world *world)
{
    struct show *show = calloc(1, sizeof *show);
    if (!show)
        return NULL;
    show->world = world;
    show->observer = world->machine->observers;
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

/* ---- queries of observers */

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

/* ---- steps */

/* The next steps of the members of a strand. False: the step is a fault. */
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

/* The steps of all strands, in PP order. */
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

enum tile_dozers show_dozers(const struct show *show)
{
    return show->observer->skips_barriers ? TILE_DOZE_IN_BARRIERS : TILE_DOZE_NOBODY;
}

bool show_cycle(struct show *show, const struct tile *tiles, uint32_t count, uint64_t cycle)
{
    static const struct observer_source source = {
        .word = word, .status = status, .image_words = image_words, .image = image};
    show->tiles = tiles;
    show->cycle = (struct observer_cycle){
        .cycle = cycle, .steps = show->steps, .knows_hints = true, .source = &source, .state = show};
    find_steps(show, count);
    return show->observer->before_cycle(show->observer->context, &show->cycle);
}
