/* lone.c - see lone.h. */
#include "lone.h"

#include <string.h>

#include "inside.h"

void lone_create(struct cycle_state *state)
{
    struct lone_pps *const all = &state->lone;
    const uint32_t pps = state->machine->config.pps;
    const struct memory *const memory = &state->machine->memory;
    const bool is_shown = state->machine->observers != NULL && !state->shown.skips;
    all->state = state;
    all->most = is_shown ? SHOWN_MOST : LONE_MOST;
    all->least = is_shown ? SHOWN_LEAST : GATHER_LEAST;
    all->memory = *memory;
    if (pps > LARGEST_MACHINE)
        return;
    all->pps = memory_block(&state->memory, pps, sizeof *all->pps);
    all->is_lone = memory_block(&state->memory, pps, sizeof *all->is_lone);
    lone_code_create(state);
    if (state->memory.is_short)
        return;
    for (uint32_t pp = 0; pp < pps; pp++)
        all->pps[pp] = (struct lone){.registers = state->rows + pp,
                                     .pp = pp,
                                     .stack = memory_stack_address(memory, pp),
                                     .stack_cell = memory_stack_index(memory, pp, 0),
                                     .private_cell = memory_private_index(memory, pp, 0)};
}

void lone_create_range(struct cycle_state *range, const struct cycle_state *whole)
{
    struct lone_pps *const all = &range->lone;
    *all = whole->lone;
    all->state = range;
    memset(all->days, 0, sizeof all->days);
    all->count = 0;
    all->gather_due = all->gather_delay = 0;
    if (all->code != NULL)
        all->crowds = memory_block(&range->memory, (size_t)all->program_count + 2, sizeof *all->crowds);
}

/* ---- a cycle */

void lone_execute(struct cycle_state *state)
{
    struct lone_pps *const all = &state->lone;
    struct lone *lone = lone_empty(&all->days[state->cycle % LONE_DAYS]), *next;
    for (; lone != NULL; lone = next) {
        const struct lone_code *const code = lone->code;
        next = lone->next;
        __builtin_prefetch(next);
        lone->from = code;
        code->start(lone, lone->registers, code, lone->notes, lone->flags);
    }
}

bool lone_take(struct cycle_state *state, struct strand *strand)
{
    struct lone_pps *const all = &state->lone;
    if (all->code == NULL || strand->count > all->most || strand->is_left || strand->late == 1 ||
        all->code[strand->pc].start == lone_leave)
        return false;
    const struct lone_code *const code = &all->code[strand->pc];
    struct counts *const counts = state->machine->counts;
    all->count += strand->count;
    collide_extend(&state->requests.collide, strand->count);
    for (uint32_t k = 0; k < strand->count; k++) {
        const uint32_t pp = strand->members[k];
        struct lone *const lone = &all->pps[pp];
        all->is_lone[pp] = 1;
        lone->late = (uint8_t)strand->late;
        lone->from = code;
        lone->all = all;
        lone->taken = NULL;
        if (counts != NULL) {
            counts_start(counts, lone_is_inside(all, pp), strand->pc, 1);
            /* each counter outside barriers is followed by the one in barriers */
            lone->taken = (struct counts_taken *)((uint64_t *)counts->taken + lone_is_inside(all, pp));
        }
        code->start(lone, lone->registers, code, lone->notes, state->flags[pp]);
    }
    strands_free(&state->strands, strand);
    return true;
}

uint64_t lone_next_cycle(const struct cycle_state *state)
{
    const struct lone_pps *const all = &state->lone;
    uint64_t cycle = state->cycle;
    while (all->days[cycle % LONE_DAYS].first == NULL)
        cycle++;
    return cycle;
}

/* ---- the end of a cycle */

/* Counts the PPs at each instruction of the list. Returns whether some of them form or join a strand. */
static bool count_crowds(struct cycle_state *state, const struct lone *first)
{
    struct lone_pps *const all = &state->lone;
    const uint64_t stamp = state->cycle + 1;
    bool is_worth_it = false;
    for (const struct lone *lone = first; lone != NULL; lone = lone->next) {
        struct lone_crowd *const crowd = &all->crowds[lone->code->pc];
        if (lone->late != DECODE_SINK)
            continue;
        if (crowd->stamp != stamp)
            *crowd = (struct lone_crowd){
                .stamp = stamp,
                .strand = strands_find(&state->strands, lone->code->pc, lone_is_inside(all, lone->pp) != 0)};
        crowd->count++;
        is_worth_it = is_worth_it || crowd->strand != NULL || crowd->count >= all->least;
    }
    return is_worth_it;
}

/* Lets PPs of the list join strands where many PPs are. */
static void gather(struct cycle_state *state, struct lone **first)
{
    struct lone_pps *const all = &state->lone;
    struct lone *kept = NULL, *next;
    for (struct lone *lone = *first; lone != NULL; lone = next) {
        struct lone_crowd *const crowd = &all->crowds[lone->code->pc];
        next = lone->next;
        if (lone->late != DECODE_SINK || (crowd->strand == NULL && crowd->count < all->least)) {
            lone->next = kept;
            kept = lone;
        } else {
            strands_place(&state->strands, lone_join(lone, lone->code));
        }
    }
    *first = kept;
}

void lone_turn(struct cycle_state *state)
{
    struct lone_pps *const all = &state->lone;
    struct lone **const first = &all->days[(state->cycle + 1) % LONE_DAYS].first;
    if (state->cycle < all->gather_due)
        return;
    const bool is_worth_it = count_crowds(state, *first);
    if (is_worth_it)
        gather(state, first);
    all->gather_delay = is_worth_it                          ? 1
                        : all->gather_delay < GATHER_LONGEST ? 2 * all->gather_delay + 1
                                                             : GATHER_LONGEST;
    all->gather_due = state->cycle + all->gather_delay;
}

/* ---- for other files of the engine */

bool lone_is(const struct cycle_state *state, uint32_t pp)
{
    return state->lone.code != NULL && state->lone.is_lone[pp] != 0;
}

uint32_t lone_flags(const struct cycle_state *state, uint32_t pp)
{
    const struct lone_pps *const all = &state->lone;
    return lone_is(state, pp) ? lone_flags_now(&all->pps[pp], all->pps[pp].flags) : state->flags[pp];
}

void lone_show(const struct cycle_state *state, struct present *shown)
{
    const struct lone_pps *const all = &state->lone;
    struct observer_strand *strand = &shown->strands[shown->strand_count];
    struct observer_access *load = shown->loads, *change = shown->changes;
    const struct lone_day *const day = &all->days[state->cycle % LONE_DAYS];
    const struct lone *lone = day->is_needed || shown->strand_count != 0 ? day->first : NULL;
    for (; lone != NULL; lone = lone->next) {
        const struct lone_code *const code = lone->code;
        if (code->need == OBSERVER_NEEDS_PP) {
            *strand++ = (struct observer_strand){.pps = &lone->pp,
                                                 .count = 1,
                                                 .pc = code->pc,
                                                 .late = lone->late != DECODE_SINK ? lone->late : 0};
        } else if (code->need != OBSERVER_NEEDS_NOTHING) {
            const uint32_t address = lone_address(code, lone->registers);
            const bool is_shared = memory_is_plain(&all->memory, address);
            *load = *change = (struct observer_access){.pp = lone->pp, .pc = code->pc, .address = address};
            load += is_shared && code->is_load;
            change += is_shared && !code->is_load;
        }
    }
    shown->strand_count = (uint32_t)(strand - shown->strands);
    shown->load_count = (uint32_t)(load - shown->loads);
    shown->change_count = (uint32_t)(change - shown->changes);
}

bool lone_marks(const struct cycle_state *state, uint8_t *seen)
{
    const struct lone_pps *const all = &state->lone;
    bool is_right = true;
    for (unsigned day = 0; all->code != NULL && day < LONE_DAYS; day++)
        for (const struct lone *lone = all->days[day].first; lone != NULL; lone = lone->next) {
            const uint64_t due = lone->since + lone->length;
            is_right = is_right && seen[lone->pp]++ == 0 && all->is_lone[lone->pp] != 0 &&
                       due % LONE_DAYS == day && due >= state->cycle && due - state->cycle < LONE_DAYS &&
                       lone->since <= state->cycle && lone->length < LONE_NOTES;
        }
    return is_right;
}
