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
    const struct observer *observer;
    bool lets_doze;               /* those in barriers, who are of a listener's concern */
    bool counts_doze;             /* .. and it wants to know how often they load */
    bool dozes;                   /* strands do so in this segment, for that listener, */
    uint32_t doze_low, doze_high; /* .. and load in these cells, */
    uint64_t doze_from;           /* .. in cycles from this one on that have not been shown */
    bool has_rounds;              /* it is known what comes of their rounds, */
    uint64_t round_from;          /* .. from this cycle on, */
    uint64_t round_changes;       /* .. for those who doze since tiles have counted so many changes */
    struct observer_strand strands[MOST_STRANDS];
};

struct show *show_create(const struct tile_world *world)
{
    struct show *show = calloc(1, sizeof *show);
    if (!show)
        return NULL;
    show->world = world;
    const struct observer *const observer = show->observer = world->machine->observers;
    show->lets_doze = !observer->skips_barriers && (observer->skips_barrier_loads || observer->doze != NULL);
    show->counts_doze = !observer->skips_barrier_loads && !observer->skips_barriers;
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

/* False: there are too many. */
static bool add_to_cycle(struct show *show, const struct tile *tile, const struct strand *strand,
                         const struct observer_step *step)
{
    if (show->cycle.strand_count == MOST_STRANDS)
        return false;
    show->strands[show->cycle.strand_count++] =
        (struct observer_strand){.first_pp = tile->first_pp,
                                 .lanes = tile->pps,
                                 .set = strand_is_whole(tile, strand) ? NULL : strand->set,
                                 .count = strand->count,
                                 .pc = step->pc,
                                 .is_busy = step->is_busy,
                                 .is_synchronous = strand->in_sync,
                                 .is_in_barrier = strand->in_barrier,
                                 .has_rows = !strand_has_apart(tile, strand),
                                 .block = tile};
    return true;
}

/* without_dozing: those who doze are left out. */
static bool find_strands(struct show *show, uint32_t count, bool without_dozing)
{
    show->cycle.strand_count = 0;
    for (uint32_t t = 0; t < count; t++) {
        const struct tile *tile = &show->tiles[t];
        for (uint32_t k = 0; k < tile->strand_end; k++) {
            const struct strand *strand = &tile->strands[k];
            struct observer_step step;
            if (strand->state == STRAND_FREE || (without_dozing && strand->dozes) ||
                !find_step(show, strand, &step))
                continue;
            if (!add_to_cycle(show, tile, strand, &step))
                return false;
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

enum tile_dozers show_dozers(const struct show *show)
{
    if (show->observer->skips_barriers)
        return TILE_DOZE_IN_BARRIERS;
    if (!show->lets_doze)
        return TILE_DOZE_NOBODY;
    return show->counts_doze ? TILE_DOZE_PLAINLY : TILE_DOZE_IN_BARRIERS;
}

static const struct observer_source show_source = {
    .word = word, .status = status, .image_words = image_words, .image = image, .row = row};

static void begin_cycle(struct show *show, const struct tile *tiles, uint64_t cycle)
{
    show->tiles = tiles;
    show->cycle = (struct observer_cycle){.cycle = cycle,
                                          .steps = show->steps,
                                          .strands = show->strands,
                                          .source = &show_source,
                                          .state = show,
                                          .dozed_low = UINT32_MAX};
}

/* Whether the listener is content with what those do who do not doze. */
static bool glances_beside(struct show *show, uint32_t count)
{
    const struct observer *observer = show->observer;
    if (!show->dozes || !find_strands(show, count, true))
        return false;
    show->cycle.dozed_low = show->doze_low;
    show->cycle.dozed_high = show->doze_high;
    const bool is_content = observer->glance(observer->context, &show->cycle);
    show->cycle.dozed_low = UINT32_MAX;
    show->cycle.dozed_high = 0;
    return is_content;
}

bool show_cycle(struct show *show, const struct tile *tiles, uint32_t count, uint64_t cycle)
{
    const struct observer *observer = show->observer;
    begin_cycle(show, tiles, cycle);
    if (glances_beside(show, count))
        return true;
    show->doze_from = cycle + 1;
    const bool has_strands = find_strands(show, count, false);
    if (has_strands && observer->glance(observer->context, &show->cycle))
        return true;
    find_steps(show, count);
    return observer->before_cycle(observer->context, &show->cycle);
}

/* ---- those who doze */

/* In which cells they load; how often they have changed. */
static uint64_t survey_dozing(struct show *show, uint32_t count)
{
    uint64_t changes = 0;
    show->doze_low = UINT32_MAX;
    show->doze_high = 0;
    for (uint32_t t = 0; t < count; t++) {
        const struct tile *tile = &show->tiles[t];
        changes += tile->doze_changes;
        for (uint32_t k = strand_awake(tile, 0); k != STRAND_END; k = strand_awake(tile, k + 1)) {
            const struct strand *strand = &tile->strands[k];
            if (!strand->dozes)
                continue;
            show->doze_low = strand->doze.low < show->doze_low ? strand->doze.low : show->doze_low;
            show->doze_high = strand->doze.high > show->doze_high ? strand->doze.high : show->doze_high;
        }
    }
    return changes;
}

/* Where a strand that dozes is so many cycles later. */
static uint32_t place_later(const struct strand *strand, uint32_t later)
{
    return strand->doze.first + (strand->pc - strand->doze.first + later) % strand->doze.period;
}

/* The strands that doze and load so many cycles after the one that begins. False: they are too many. */
static bool find_dozing(struct show *show, uint32_t count, uint32_t later)
{
    show->cycle.strand_count = 0;
    for (uint32_t t = 0; t < count; t++) {
        const struct tile *tile = &show->tiles[t];
        for (uint32_t k = strand_awake(tile, 0); k != STRAND_END; k = strand_awake(tile, k + 1)) {
            const struct strand *strand = &tile->strands[k];
            if (!strand->dozes)
                continue;
            const uint32_t pc = place_later(strand, later);
            const struct observer_step step = {.pc = pc};
            if (show->world->code[pc].handler == HANDLE_LOAD && !add_to_cycle(show, tile, strand, &step))
                return false;
        }
    }
    return true;
}

/* Asks the listener what comes of a round of those who doze. False: it has to see it. */
static bool ask_of_round(struct show *show, uint32_t count)
{
    const struct observer *observer = show->observer;
    const uint64_t begin = show->cycle.cycle;
    bool is_known = true;
    for (unsigned phase = 0; phase < TILE_DOZE_ROUND && is_known; phase++) {
        show->cycle.cycle = begin + phase;
        is_known = find_dozing(show, count, phase) && observer->doze(observer->context, &show->cycle, phase);
    }
    return is_known;
}

bool show_dozing(struct show *show, const struct tile *tiles, uint32_t count, uint64_t cycle)
{
    if (!show->lets_doze)
        return true;
    begin_cycle(show, tiles, cycle);
    const uint64_t changes = survey_dozing(show, count);
    show->dozes = true;
    show->doze_from = cycle;
    if (!show->counts_doze || (show->has_rounds && show->round_changes == changes))
        return true;
    show->has_rounds = show->dozes = ask_of_round(show, count);
    show->round_from = cycle;
    show->round_changes = changes;
    return show->dozes;
}

void show_awake(struct show *show)
{
    show->dozes = show->has_rounds = false;
}

void show_dozed(struct show *show, uint64_t end)
{
    const struct observer *observer = show->observer;
    for (unsigned k = 0; show->dozes && show->counts_doze && k < TILE_DOZE_ROUND; k++) {
        const uint64_t cycle = show->doze_from + k;
        if (cycle < end)
            observer->dozed(observer->context, (unsigned)((cycle - show->round_from) % TILE_DOZE_ROUND),
                            (end - cycle + TILE_DOZE_ROUND - 1) / TILE_DOZE_ROUND);
    }
    show->doze_from = end > show->doze_from ? end : show->doze_from;
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
    struct observer_cycle coming = {.cycle = cycle,
                                    .strands = strands,
                                    .source = &show_source,
                                    .state = show,
                                    .dozed_low = show->dozes ? show->doze_low : UINT32_MAX,
                                    .dozed_high = show->doze_high};
    if (!prospect_strands(prospect, strands, &coming.strand_count))
        return false;
    return show->observer->foresee(show->observer->context, &coming);
}

unsigned show_ahead(struct show *show, const struct tile *tiles, uint32_t count, uint64_t cycle, bool dozes)
{
    enum { AHEAD_MOST = 64 };
    struct prospect prospect; /* most of it is left as it is */
    if (!prospect_begin(&prospect, tiles, count, cycle, dozes))
        return quiet_after(tiles, count, dozes);
    if (prospect_look(&prospect) >= PROSPECT_STORE)
        return 0;
    for (unsigned after = 0; after < AHEAD_MOST; after++) {
        prospect_step(&prospect);
        const enum prospect_deed deed = prospect_look(&prospect);
        const bool matters = deed == PROSPECT_STORE || deed == PROSPECT_LOAD;
        if (deed == PROSPECT_UNKNOWN || (matters && !is_foreseen(show, &prospect, cycle + after + 1)))
            return after;
        if (deed == PROSPECT_STORE)
            return after + 1;
    }
    return AHEAD_MOST;
}
