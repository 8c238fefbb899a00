/* work.c - functions that execute one instruction of a lone PP and continue with the function of the next. */
#include <math.h>

#include "asm/isa.h"
#include "asm/tables/alu.h"
#include "inside.h"

#define ALWAYS_INLINE static inline __attribute__((always_inline))

#define ARGUMENTS                                                                                            \
    struct lone *lone, uint32_t *registers, const struct lone_code *i, uint32_t *note, uint32_t flags

/* ---- one PP */

/* The instruction has to wait for its cycle. */
void lone_stop(ARGUMENTS)
{
    const uint32_t length = (uint32_t)(note - lone->notes);
    struct lone_day *const day = &lone->all->days[(lone->since + length) % LONE_DAYS];
    (void)registers;
    lone->length = (uint8_t)length;
    lone->code = i;
    lone->flags = flags;
    lone->next = day->first;
    day->first = lone;
    day->is_needed |= i->need > OBSERVER_NEEDS_MEETING;
}

/* Continues after a branch or jump. */
static inline void arrive(ARGUMENTS)
{
    if (note >= lone->notes + LONE_AHEAD)
        lone_stop(lone, registers, i, note, flags);
    else
        i->work(lone, registers, i, note, flags);
}

/* Writes the delayed value of the previous cycle's instruction to its register. */
static void land(struct lone *lone, uint32_t *registers)
{
    const struct cycle_state *const state = lone->all->state;
    registers[lone->late * state->stride] = state->late[~state->cycle & 1][lone->pp];
    lone->late = DECODE_SINK;
}

/* Keeps the state in which the PP begins to run ahead, from the instruction `first`. */
static inline void keep(struct lone *lone, const struct lone_code *first, uint32_t flags)
{
    lone->first = first->pc;
    lone->since = lone->all->state->cycle + 1;
    lone->flags_before = flags;
    lone->compared_before = lone->compared;
    lone->landing = DECODE_SINK;
}

/* Runs ahead after the instruction of this cycle. */
static inline void begin(struct lone *lone, uint32_t *registers, const struct lone_code *i, uint32_t flags)
{
    if (lone->late != DECODE_SINK)
        land(lone, registers);
    keep(lone, i, flags);
    i->work(lone, registers, i, lone->notes, flags);
}

/* ---- the profile */

static inline void count_taken(struct lone *lone, const struct lone_code *i)
{
    if (lone->taken != NULL)
        lone->taken[i->pc].count[0]++;
}

void lone_count_leap(const struct lone_pps *all, uint32_t pp, uint32_t pc, uint32_t target, uint64_t weight,
                     uint64_t cycle)
{
    struct counts *const counts = all->state->machine->counts;
    const unsigned inside = lone_is_inside(all, pp);
    counts->taken[pc].count[inside] += weight;
    if (instruction_leaps(&counts->code[pc]))
        counts_start(counts, inside, target, (int64_t)weight);
    if (instruction_links(&counts->code[pc]))
        counts_jump(counts, pc, target, weight, weight * cycle);
}

static inline void count_jump(const struct lone *lone, const struct lone_code *i, uint32_t target,
                              uint32_t cycle)
{
    const uint64_t now = lone->all->state->cycle;
    if (lone->taken != NULL)
        lone_count_leap(lone->all, lone->pp, i->pc, target, 1, now + (cycle - (uint32_t)now));
}

/* ---- back to strands */

struct strand *lone_join(struct lone *lone, const struct lone_code *i)
{
    struct lone_pps *const all = lone->all;
    struct cycle_state *const state = all->state;
    struct strand *const strand = strands_take(&state->strands, 1);
    const uint32_t pp = lone->pp;
    strand_add(strand, pp);
    if (i->pc == all->program_count)
        lone->registers[state->stride] = i->pc; /* R1 */
    strand->pc = i->pc < all->program_count ? i->pc : UINT32_MAX;
    strand->late = lone->late;
    strand->is_inside = lone_is_inside(all, pp) != 0;
    state->flags[pp] = lone_flags_now(lone, lone->flags);
    all->is_lone[pp] = 0;
    all->count--;
    if (lone->taken != NULL)
        counts_start(state->machine->counts, lone_is_inside(all, pp), i->pc, -1);
    return strand;
}

void lone_leave(ARGUMENTS)
{
    struct strands *const strands = &lone->all->state->strands;
    (void)registers;
    (void)note;
    lone->flags = flags;
    struct strand *const strand = lone_join(lone, i);
    strand->is_left = true;
    strand->link = NULL;
    strands->current[strands->current_count++] = strand;
}

static const struct lone_code *jump_target(const struct lone_pps *all, uint32_t *registers, uint32_t pc)
{
    if (pc < all->program_count)
        return &all->code[pc];
    registers[all->state->stride] = pc; /* R1 */
    return &all->code[all->program_count + 1];
}

/* ---- memory */

/* The cell of an address outside shared memory; MEMORY_ILLEGAL: there is none, or a profile has to count the
 * access. */
static __attribute__((noinline)) uint32_t find_cell(const struct lone_pps *all, uint32_t pp,
                                                    const struct lone_code *i, uint32_t address, bool stores)
{
    const struct machine *const machine = all->state->machine;
    const uint32_t cell = memory_area_index(&machine->memory, pp, address);
    if (cell == MEMORY_ILLEGAL ||
        (stores && machine_stack_overflow(machine, machine->program.code[i->pc].rs, address, pp)) ||
        (machine->counts != NULL && memory_is_foreign(&machine->memory, pp, address)))
        return MEMORY_ILLEGAL;
    return cell;
}

/* As find_cell, for any address; the words of shared memory and of the PP itself come first. */
static inline uint32_t resolve(const struct lone *lone, const struct lone_code *i, uint32_t address,
                               bool stores)
{
    const struct lone_pps *const all = lone->all;
    const uint32_t stack_word = address - lone->stack, private_word = address - MEMORY_PRIVATE;
    if (memory_is_plain(&lone->all->memory, address))
        return address;
    if (stack_word <= all->memory.stack_mask)
        return lone->stack_cell + (stack_word << all->memory.lane_shift);
    if (private_word <= all->memory.private_mask)
        return lone->private_cell + (private_word << all->memory.lane_shift);
    return find_cell(all, lone->pp, i, address, stores);
}

/* A push or pop moves its pointer; other instructions write to the sink. */
static inline void move_base(uint32_t *registers, const struct lone_code *i)
{
    registers[i->base] = registers[i->a] + registers[i->b] + i->constant;
}

/* Loads the cell, and runs ahead. */
ALWAYS_INLINE void load_cell(struct lone *lone, uint32_t *registers, const struct lone_code *i,
                             uint32_t flags, bool lands_first, uint32_t cell)
{
    struct cycle_state *const state = lone->all->state;
    const uint32_t value = lone->all->memory.cells[cell];
    state->load_count++;
    if (lone->late != DECODE_SINK)
        land(lone, registers);
    keep(lone, i + 1, flags);
    if (!lands_first) {
        lone->late = (uint8_t)i->number;
        state->late[state->cycle & 1][lone->pp] = value;
        lone_stop(lone, registers, i + 1, lone->notes, flags);
        return;
    }
    lone->landing = (uint8_t)i->number;
    lone->landed = registers[i->target];
    registers[i->target] = value;
    i[1].work(lone, registers, i + 1, lone->notes, flags);
}

/* Any load; and one that is no pop, for which shared memory is tested first. */
#define LOAD(name, lands_first)                                                                              \
    static __attribute__((noinline)) void any_##name(ARGUMENTS)                                              \
    {                                                                                                        \
        const uint32_t cell = resolve(lone, i, lone_address(i, registers), false);                           \
        if (cell == MEMORY_ILLEGAL) {                                                                        \
            lone_leave(lone, registers, i, note, flags);                                                     \
            return;                                                                                          \
        }                                                                                                    \
        (void)note;                                                                                          \
        move_base(registers, i);                                                                             \
        load_cell(lone, registers, i, flags, lands_first, cell);                                             \
    }                                                                                                        \
    static void load_##name(ARGUMENTS)                                                                       \
    {                                                                                                        \
        const uint32_t address = lone_address(i, registers);                                                 \
        if (memory_is_plain(&lone->all->memory, address))                                                    \
            load_cell(lone, registers, i, flags, lands_first, address);                                      \
        else                                                                                                 \
            any_##name(lone, registers, i, note, flags);                                                     \
    }
LOAD(later, false)
LOAD(first, true)

static void store(ARGUMENTS)
{
    const uint32_t cell = resolve(lone, i, lone_address(i, registers), true);
    (void)note;
    if (cell == MEMORY_ILLEGAL) {
        lone_leave(lone, registers, i, note, flags);
        return;
    }
    const struct cell_request request = {
        .cell = cell, .value = registers[i->target], .pp = lone->pp, .pc = i->pc};
    requests_add_one(&lone->all->state->requests, &request);
    move_base(registers, i);
    begin(lone, registers, i + 1, flags);
}

/* A multiprefix request: its result comes at the end of the cycle. */
static void fold(ARGUMENTS)
{
    struct cycle_state *const state = lone->all->state;
    const uint32_t address = lone_address(i, registers);
    const struct instruction *const instruction = &state->machine->program.code[i->pc];
    const uint8_t kind = system_rows[instruction->opcode].fold;
    if (!memory_is_plain(&lone->all->memory, address)) {
        lone_leave(lone, registers, i, note, flags);
        return;
    }
    const struct cell_request request = {.cell = address,
                                         .value = registers[instruction->rd * state->stride],
                                         .pp = lone->pp,
                                         .pc = i->pc,
                                         .fold = kind};
    requests_add_one(&state->requests, &request);
    if (lone->late != DECODE_SINK)
        land(lone, registers);
    keep(lone, i + 1, flags);
    lone->late = (uint8_t)i->number;
    (void)note;
    lone_stop(lone, registers, i + 1, lone->notes, flags);
}

#include "lone.inc"

/* ---- the tables */

lone_work *lone_start(const struct instruction *i)
{
    switch (system_rows[i->opcode].work) {
    case SYSTEM_LOAD:
        return i->base == DECODE_SINK ? load_later : any_later;
    case SYSTEM_STORE:
        return store;
    case SYSTEM_FOLD:
        return fold;
    default:
        return rows[i->opcode].start != NULL ? rows[i->opcode].start : lone_leave;
    }
}

lone_work *lone_work_ahead(const struct instruction *i)
{
    return rows[i->opcode].work;
}

lone_work *lone_compare(const struct instruction *comparison, const struct instruction *branch)
{
    return comparison->opcode == OP_subs ? rows[branch->opcode].compared : NULL;
}

lone_work *lone_load_ahead(const struct instruction *i)
{
    return i->base == DECODE_SINK ? load_first : any_first;
}
