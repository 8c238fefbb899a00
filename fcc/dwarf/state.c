/* state.c - the values in registers and spill words of a function before each instruction.
 *
 * A value is the one that a register had before register allocation: instr->value names it. It is where it
 * was computed, or copied to, until that place is written again. A delayed write counts as immediate: a
 * reader of registers applies the pending value. A fact holds at the start of a block if it holds on all
 * paths to it. Must have run before: all other steps of the back end. Calls machine.h only. */
#include "fcc/dwarf/state.h"

#include <string.h>

static void kill_place(struct state *state, uint32_t place)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < state->count; i++) {
        if (state->pairs[i].place != place)
            state->pairs[kept++] = state->pairs[i];
    }
    state->count = kept;
}

static void kill_value(struct state *state, uint32_t value)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < state->count; i++) {
        if (state->pairs[i].value != value)
            state->pairs[kept++] = state->pairs[i];
    }
    state->count = kept;
}

static bool holds(const struct state *state, struct state_pair pair)
{
    for (uint32_t i = 0; i < state->count; i++) {
        if (state->pairs[i].place == pair.place && state->pairs[i].value == pair.value)
            return true;
    }
    return false;
}

static void add(struct arena *arena, struct state *state, uint32_t place, uint32_t value)
{
    const struct state_pair pair = {place, value};
    if (value == 0 || holds(state, pair))
        return;
    if (state->count == state->capacity) {
        struct state more = {.capacity = state->capacity ? 2 * state->capacity : 16};
        more.pairs = ARENA_ARRAY(arena, struct state_pair, more.capacity);
        if (state->count)
            memcpy(more.pairs, state->pairs, state->count * sizeof *more.pairs);
        state->pairs = more.pairs;
        state->capacity = more.capacity;
    }
    state->pairs[state->count++] = pair;
}

/* The value is at this place only. */
static void define(struct arena *arena, struct state *state, uint32_t place, uint32_t value)
{
    if (value == 0)
        return;
    kill_value(state, value);
    add(arena, state, place, value);
}

/* The contents of `from` are also at `to`. */
static void copy_all(struct arena *arena, struct state *state, uint32_t to, uint32_t from)
{
    const uint32_t count = state->count;
    for (uint32_t i = 0; i < count; i++) {
        if (state->pairs[i].place == from)
            add(arena, state, to, state->pairs[i].value);
    }
}

static void apply_note(struct arena *arena, struct state *state, const struct machine_note *note)
{
    const uint32_t count = state->count;
    if (note->place) {
        define(arena, state, note->place, note->value);
        return;
    }
    /* its place has another value now: search the value that it is a copy of */
    for (uint32_t i = 0; i < count; i++) {
        if (state->pairs[i].value == note->value)
            state->pairs[i].value = UINT32_MAX;
    }
    for (uint32_t i = 0; i < count; i++) {
        if (state->pairs[i].value == note->from)
            add(arena, state, state->pairs[i].place, note->value);
    }
    kill_value(state, UINT32_MAX);
}

static void apply_notes(struct arena *arena, struct state *state, const struct machine_note *notes)
{
    for (; notes; notes = notes->next)
        apply_note(arena, state, notes);
}

void state_copy(struct arena *arena, struct state *to, const struct state *from)
{
    to->count = 0;
    for (uint32_t i = 0; i < from->count; i++)
        add(arena, to, from->pairs[i].place, from->pairs[i].value);
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
    for (unsigned i = 0; i < uses.writes; i++)
        kill_place(state, uses.written[i]);
    for (uint32_t reg = 0; instr->implicit_writes && reg < MACHINE_REGISTERS; reg++) {
        if (instr->implicit_writes >> reg & 1)
            kill_place(state, reg);
    }
}

/* rd gets the contents of a place, and a name of its own. */
static void copy_place(struct arena *arena, struct state *state, const struct machine_instr *instr,
                       uint32_t from)
{
    struct state source = {0};
    for (uint32_t i = 0; i < state->count; i++) {
        if (state->pairs[i].place == from)
            add(arena, &source, instr->rd, state->pairs[i].value);
    }
    overwrite(state, instr);
    define(arena, state, instr->rd, instr->value);
    for (uint32_t i = 0; i < source.count; i++)
        add(arena, state, instr->rd, source.pairs[i].value);
}

void state_after(struct arena *arena, struct state *state, const struct machine_instr *instr)
{
    uint32_t word;
    const bool is_spill = spill_place(instr, &word);
    const struct machine_row *row = &machine_rows[instr->op];
    if (is_spill && row->memory_write) {
        kill_place(state, word);
        define(arena, state, word, instr->value);
        copy_all(arena, state, word, instr->rd);
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
    for (uint32_t i = 0; i < state->count; i++) {
        if (holds(other, state->pairs[i]))
            state->pairs[kept++] = state->pairs[i];
    }
    const bool is_less = kept < state->count;
    state->count = kept;
    return is_less;
}

static bool leave_block(struct arena *arena, struct state *starts, const struct machine_block *block,
                        const struct state *end)
{
    bool changed = false;
    for (unsigned i = 0; i < 2; i++) {
        if (!block->successor[i])
            continue;
        struct state way = {0};
        state_copy(arena, &way, end);
        for (const struct machine_ways *ways = block->ways[i]; ways; ways = ways->next)
            apply_notes(arena, &way, ways->block->notes);
        changed |= meet(arena, &starts[block->successor[i]->id], &way);
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
            struct state end = {.is_reached = true};
            state_copy(arena, &end, &state);
            changed |= leave_block(arena, starts, block, &end);
            arena_release(&own);
        }
    }
    return starts;
}

bool state_place(const struct state *state, uint32_t value, uint32_t *place)
{
    bool found = false;
    for (uint32_t i = 0; i < state->count; i++) {
        if (state->pairs[i].value == value && (!found || state->pairs[i].place < *place)) {
            *place = state->pairs[i].place;
            found = true;
        }
    }
    return found;
}
