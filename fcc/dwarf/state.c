/* state.c - the values in registers and spill words of a function before each instruction.
 *
 * A value is the one that a register had before register allocation: instr->value names it. It is where it
 * was computed, or copied to, until that place is written again. A delayed write counts as immediate: a
 * reader of registers applies the pending value. A fact holds at the start of a block if it holds on all
 * paths to it. Must have run before: all other steps of the back end. Calls machine.h only. */
#include "fcc/dwarf/state.h"

#include <string.h>

enum { MOST_PAIRS = 1 << 21 }; /* at the starts of a function's blocks together: 16 MiB */

/* ---- pairs, in the order of values, those of a value in the order of places */

/* The first pair that is not before this one. */
static uint32_t find(const struct state *state, struct state_pair pair)
{
    uint32_t low = 0, high = state->count;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        const struct state_pair *at = &state->pairs[middle];
        if (at->value < pair.value || (at->value == pair.value && at->place < pair.place))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool holds(const struct state *state, uint32_t index, struct state_pair pair)
{
    return index < state->count && state->pairs[index].value == pair.value &&
           state->pairs[index].place == pair.place;
}

static void reserve(struct arena *arena, struct state *state, uint32_t count)
{
    if (count <= state->capacity)
        return;
    const uint32_t capacity = count < 16 ? 16 : count;
    struct state_pair *pairs = ARENA_ARRAY(arena, struct state_pair, capacity);
    if (state->count)
        memcpy(pairs, state->pairs, state->count * sizeof *pairs);
    state->pairs = pairs;
    state->capacity = capacity;
}

static void add(struct arena *arena, struct state *state, uint32_t place, uint32_t value)
{
    const struct state_pair pair = {place, value};
    const uint32_t index = find(state, pair);
    if (value == 0 || holds(state, index, pair))
        return;
    if (state->count == state->capacity)
        reserve(arena, state, 2 * state->count + 1);
    memmove(&state->pairs[index + 1], &state->pairs[index], (state->count - index) * sizeof pair);
    state->pairs[index] = pair;
    state->count++;
}

/* Drops what is in registers of the set, and in a place that is none of them; 0: no such place. */
static void kill_places(struct state *state, uint64_t registers, uint32_t place)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < state->count; i++) {
        const uint32_t at = state->pairs[i].place;
        if (at < MACHINE_REGISTERS ? (registers >> at & 1) == 0 : at != place)
            state->pairs[kept++] = state->pairs[i];
    }
    state->count = kept;
}

static void kill_value(struct state *state, uint32_t value)
{
    const uint32_t first = find(state, (struct state_pair){0, value});
    uint32_t end = first;
    while (end < state->count && state->pairs[end].value == value)
        end++;
    if (first != end)
        memmove(&state->pairs[first], &state->pairs[end], (state->count - end) * sizeof *state->pairs);
    state->count -= end - first;
}

/* The value is at this place only. */
static void define(struct arena *arena, struct state *state, uint32_t place, uint32_t value)
{
    if (value == 0)
        return;
    kill_value(state, value);
    add(arena, state, place, value);
}

/* The pairs of a place, in memory of their own. */
static struct state select_pairs(struct arena *arena, const struct state *state, uint32_t place)
{
    struct state found = {0};
    for (uint32_t i = 0; i < state->count; i++)
        if (state->pairs[i].place == place)
            add(arena, &found, place, state->pairs[i].value);
    return found;
}

static void add_values(struct arena *arena, struct state *state, uint32_t place, const struct state *source)
{
    for (uint32_t i = 0; i < source->count; i++)
        add(arena, state, place, source->pairs[i].value);
}

static void apply_note(struct arena *arena, struct state *state, const struct machine_note *note)
{
    struct state from = {0};
    if (note->place) {
        define(arena, state, note->place, note->value);
        return;
    }
    /* its place has another value now: the places of the value that it is a copy of */
    kill_value(state, note->value);
    for (uint32_t i = find(state, (struct state_pair){0, note->from});
         i < state->count && state->pairs[i].value == note->from; i++)
        add(arena, &from, state->pairs[i].place, note->value);
    for (uint32_t i = 0; i < from.count; i++)
        add(arena, state, from.pairs[i].place, note->value);
}

static void apply_notes(struct arena *arena, struct state *state, const struct machine_note *notes)
{
    for (; notes; notes = notes->next)
        apply_note(arena, state, notes);
}

void state_copy(struct arena *arena, struct state *to, const struct state *from)
{
    to->count = 0;
    reserve(arena, to, from->count);
    if (from->count && to->pairs)
        memcpy(to->pairs, from->pairs, from->count * sizeof *to->pairs);
    to->count = from->count;
    to->is_reached = from->is_reached;
}

/* Whether the block has only its jumps left. */
static bool ends_block(const struct machine_instr *instr)
{
    return !instr || machine_rows[instr->op].ends;
}

void state_before(struct arena *arena, struct state *state, const struct machine_block *block,
                  const struct machine_instr *instr)
{
    if (instr)
        apply_notes(arena, state, instr->notes);
    if (ends_block(instr) && (!instr || !instr->previous || !ends_block(instr->previous)))
        apply_notes(arena, state, block->notes);
}

/* The spill word that an instruction accesses; false: none, or an unknown one. */
static bool spill_place(const struct machine_instr *instr, uint32_t *place)
{
    *place = STATE_WORD + (uint32_t)instr->imm;
    return instr->memory.is_spill && instr->rs == REGISTER_fp && instr->has_imm;
}

static void overwrite(struct state *state, const struct machine_instr *instr)
{
    struct machine_uses uses;
    machine_uses(instr, &uses);
    uint64_t registers = instr->implicit_writes;
    for (unsigned i = 0; i < uses.writes; i++)
        registers |= REGISTER_BIT(uses.written[i]);
    if (registers)
        kill_places(state, registers, 0);
}

/* rd gets the contents of a place, and a name of its own. */
static void copy_place(struct arena *arena, struct state *state, const struct machine_instr *instr,
                       uint32_t from)
{
    const struct state source = select_pairs(arena, state, from);
    overwrite(state, instr);
    define(arena, state, instr->rd, instr->value);
    add_values(arena, state, instr->rd, &source);
}

void state_after(struct arena *arena, struct state *state, const struct machine_instr *instr)
{
    uint32_t word;
    const bool is_spill = spill_place(instr, &word);
    const struct machine_row *row = &machine_rows[instr->op];
    if (is_spill && row->memory_write) {
        kill_places(state, 0, word);
        define(arena, state, word, instr->value);
        const struct state source = select_pairs(arena, state, instr->rd);
        add_values(arena, state, word, &source);
    } else if (is_spill) {
        copy_place(arena, state, instr, word);
    } else if (instr->op == MACHINE_COPY) {
        copy_place(arena, state, instr, instr->rs);
    } else {
        overwrite(state, instr);
        if (row->rd == ROLE_WRITE || row->rd == ROLE_BOTH)
            define(arena, state, instr->rd, instr->value);
    }
    define(arena, state, instr->rs, instr->stepped);
    apply_notes(arena, state, instr->after);
}

/* Intersects the states: true if that is smaller than before. */
static bool meet(struct arena *arena, struct state *state, const struct state *other)
{
    if (!state->is_reached) {
        state_copy(arena, state, other);
        state->is_reached = true;
        return true;
    }
    uint32_t kept = 0;
    for (uint32_t i = 0, k = 0; i < state->count; i++) {
        const struct state_pair pair = state->pairs[i];
        while (k < other->count && other->pairs[k].value < pair.value)
            k++;
        while (k < other->count && other->pairs[k].value == pair.value && other->pairs[k].place < pair.place)
            k++;
        if (holds(other, k, pair))
            state->pairs[kept++] = pair;
    }
    const bool is_less = kept < state->count;
    state->count = kept;
    return is_less;
}

/* `own` is for what is forgotten. Adds the pairs of starts that are new to *pairs. */
static bool leave_block(struct arena *arena, struct arena *own, struct state *starts,
                        const struct machine_block *block, const struct state *end, uint64_t *pairs)
{
    bool changed = false;
    for (unsigned i = 0; i < 2; i++) {
        if (!block->successor[i])
            continue;
        struct state way = {0}, *const start = &starts[block->successor[i]->id];
        state_copy(own, &way, end);
        for (const struct machine_ways *ways = block->ways[i]; ways; ways = ways->next)
            apply_notes(own, &way, ways->block->notes);
        *pairs += start->is_reached ? 0 : way.count;
        changed |= meet(arena, start, &way);
    }
    return changed;
}

/* Whether the instruction loads an argument from the stack. */
static bool loads_argument(const struct machine_instr *instr)
{
    return instr->op == MACHINE_ldg && instr->rs == REGISTER_fp && instr->has_imm && instr->imm < 0 &&
           instr->imm >= -STATE_ARGUMENTS;
}

/* Parameters are in their registers until they are copied, or on the stack until they are loaded. */
static void receive(struct arena *arena, struct state *start, const struct machine_function *function)
{
    for (const struct machine_instr *instr = function->first->first; instr && instr->implicit_writes == 0;
         instr = instr->next) {
        if (instr->op == MACHINE_COPY && instr->rs < MACHINE_REGISTERS && instr->from == instr->rs &&
            (function->received & REGISTER_BIT(instr->rs)) != 0)
            add(arena, start, instr->rs, instr->value);
    }
    for (const struct machine_instr *instr = function->first->first; instr; instr = instr->next) {
        if (loads_argument(instr))
            add(arena, start, STATE_WORD + (uint32_t)instr->imm, instr->value);
    }
}

struct state *state_find(struct arena *arena, const struct machine_function *function)
{
    struct state *starts = ARENA_ARRAY(arena, struct state, function->block_count + 1);
    uint64_t pairs = 0;
    if (!function->first)
        return starts;
    starts[function->first->id].is_reached = true;
    receive(arena, &starts[function->first->id], function);
    for (bool changed = true; changed;) {
        changed = false;
        for (const struct machine_block *block = function->first; block; block = block->next) {
            struct arena own;
            struct state state = {0};
            if (!starts[block->id].is_reached)
                continue;
            arena_within(&own, arena);
            state_copy(&own, &state, &starts[block->id]);
            for (const struct machine_instr *instr = block->first; instr; instr = instr->next) {
                state_before(&own, &state, block, instr);
                state_after(&own, &state, instr);
            }
            if (!block->last || !ends_block(block->last))
                state_before(&own, &state, block, NULL);
            state.is_reached = true;
            changed |= leave_block(arena, &own, starts, block, &state, &pairs);
            arena_release(&own);
            if (pairs > MOST_PAIRS)
                return NULL;
        }
    }
    return starts;
}

bool state_place(const struct state *state, uint32_t value, uint32_t *place)
{
    const uint32_t index = find(state, (struct state_pair){0, value});
    const bool found = index < state->count && state->pairs[index].value == value;
    *place = found ? state->pairs[index].place : 0;
    return found;
}
