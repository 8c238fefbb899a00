/* lone.c - see lone.h. */
#include "lone.h"

#include <math.h>
#include <stdlib.h>

#include "asm/isa.h"
#include "asm/tables/alu.h"
#include "common/memory.h"
#include "sim/isa/instruction.h"
#include "sim/isa/word.h"
#include "state.h"

enum {
    LARGEST_MACHINE = 1 << 16, /* with more PPs, their notes would take too much memory */
    GATHER_LEAST = 80,         /* PPs at one instruction that form a strand again */
    GATHER_LONGEST = 256       /* cycles between two attempts */
};
#define ALWAYS_INLINE static inline __attribute__((always_inline))

#define ARGUMENTS                                                                                            \
    struct lone *lone, uint32_t *registers, const struct lone_code *i, struct lone_note *note,               \
        uint32_t flags, struct lone_pps *all

/* ---- one PP */

static uint32_t flags_now(const struct lone *lone, uint32_t flags)
{
    return flags == LONE_COMPARED ? word_flags_subs(lone->compared.a, lone->compared.b, 0) : flags;
}

static void put(struct lone_pps *all, struct lone *lone, uint32_t list)
{
    struct lone **const first = &all->days[(lone->since + lone->length) % LONE_DAYS][list];
    lone->next = *first;
    *first = lone;
}

/* The PP has come to an instruction that must wait for its cycle. */
static void work_stop(struct lone *lone, uint32_t *registers, const struct lone_code *i,
                      struct lone_note *note, uint32_t flags, struct lone_pps *all)
{
    (void)registers;
    lone->length = (uint32_t)(note - lone->notes);
    lone->code = i;
    lone->flags = flags;
    put(all, lone, i->list);
}

/* The PP goes on after a branch or jump. */
static inline void arrive(struct lone *lone, uint32_t *registers, const struct lone_code *i,
                          struct lone_note *note, uint32_t flags, struct lone_pps *all)
{
    if (note >= lone->last)
        work_stop(lone, registers, i, note, flags, all);
    else
        i->work(lone, registers, i, note, flags, all);
}

/* The delayed value of the instruction before the one of this cycle. */
static void land(const struct lone_pps *all, struct lone *lone, uint32_t *registers)
{
    const struct cycle_state *const state = all->state;
    registers[lone->late * state->stride] = state->late[~state->cycle & 1][lone->pp];
    lone->late = DECODE_SINK;
}

/* The state in which the PP starts to run ahead. */
static inline void keep(const struct lone_pps *all, struct lone *lone, uint32_t flags)
{
    lone->since = all->next_cycle;
    lone->flags_before = flags;
    lone->compared_before = lone->compared;
    lone->landing = DECODE_SINK;
}

/* The PP has executed the instruction of this cycle and runs ahead from there on. */
static inline void begin(struct lone *lone, uint32_t *registers, const struct lone_code *i, uint32_t flags,
                         struct lone_pps *all)
{
    if (lone->late != DECODE_SINK)
        land(all, lone, registers);
    keep(all, lone, flags);
    i->work(lone, registers, i, lone->notes, flags, all);
}

/* ---- the profile */

static unsigned is_inside(const struct lone_pps *all, uint32_t pp)
{
    return all->state->barrier_since[pp] != 0;
}

static inline void count_taken(struct lone *lone, const struct lone_code *i)
{
    if (lone->taken != NULL)
        lone->taken[i->pc].count[0]++;
}

static void count_leap(const struct lone_pps *all, uint32_t pp, uint32_t pc, uint32_t target, uint64_t weight,
                       uint64_t cycle)
{
    struct counts *const counts = all->state->machine->counts;
    const unsigned inside = is_inside(all, pp);
    counts->taken[pc].count[inside] += weight;
    if (instruction_leaps(&counts->code[pc]))
        counts->executed[inside][counts_place(counts, target)] += weight;
    if (instruction_links(&counts->code[pc]))
        counts_jump(counts, pc, target, weight, weight * cycle);
}

static inline void count_jump(const struct lone_pps *all, const struct lone *lone, const struct lone_code *i,
                              uint32_t target, uint32_t cycle)
{
    const uint64_t now = all->cycle;
    if (lone->taken != NULL)
        count_leap(all, lone->pp, i->pc, target, 1, now + (cycle - (uint32_t)now));
}

/* ---- back to strands */

/* The PP is no longer lone; the caller gets a strand for the instruction, which is not placed. */
static struct strand *join(struct lone_pps *all, struct lone *lone, const struct lone_code *i)
{
    struct cycle_state *const state = all->state;
    struct strand *const strand = strands_take(&state->strands, 1);
    const uint32_t pp = lone->pp;
    strand_add(strand, pp);
    strand->pc = i->pc < all->program_count ? i->pc : UINT32_MAX;
    strand->late = lone->late;
    strand->is_inside = is_inside(all, pp) != 0;
    state->flags[pp] = flags_now(lone, lone->flags);
    all->is_lone[pp] = 0;
    all->count--;
    if (lone->taken != NULL)
        counts_stop(state->machine->counts, is_inside(all, pp), i->pc);
    return strand;
}

/* The instruction of this cycle is left to execute.c, with nothing changed: it may fault, or the PP may fall
 * asleep. */
static void leave(struct lone_pps *all, struct lone *lone, const struct lone_code *i, uint32_t flags)
{
    struct strands *const strands = &all->state->strands;
    lone->flags = flags;
    struct strand *const strand = join(all, lone, i);
    strand->is_left = true;
    strand->link = NULL;
    strands->current[strands->current_count++] = strand;
}

/* Whether the branch, which is taken, closes a loop in which the PP may fall asleep. */
static bool sleeps(const struct lone_pps *all, const struct lone_code *i)
{
    struct poll_loop *const loop = poll_at(&all->state->sleepers.loops, i->pc);
    if (loop != NULL && loop->skips != 0) {
        loop->skips--;
        return false;
    }
    return loop != NULL;
}

static const struct lone_code *jump_target(const struct lone_pps *all, uint32_t *registers, uint32_t pc)
{
    if (pc < all->program_count)
        return &all->code[pc];
    registers[all->state->stride] = pc; /* R1 */
    return &all->code[all->program_count + 1];
}

/* ---- memory */

/* Whether it is a cell of another PP's stack or private area. */
static bool is_foreign(const struct memory *memory, uint32_t pp, uint32_t address)
{
    const struct memory_place place = memory_place(memory, pp, address);
    return place.region != MEMORY_REGION_SHARED && place.owner != pp;
}

/* The cell at an address outside shared memory; MEMORY_ILLEGAL: none, or a profile has to count it. */
static __attribute__((noinline)) uint32_t find_cell(const struct lone_pps *all, uint32_t pp,
                                                    const struct lone_code *i, uint32_t address, bool stores)
{
    const struct machine *const machine = all->state->machine;
    const uint32_t cell = memory_area_index(&machine->memory, pp, address);
    if (cell == MEMORY_ILLEGAL ||
        (stores && machine_stack_overflow(machine, machine->program.code[i->pc].rs, address, pp)) ||
        (listens(machine->counts) && is_foreign(&machine->memory, pp, address)))
        return MEMORY_ILLEGAL;
    return cell;
}

/* The cell of an address in the PP's own areas; elsewhere as find_cell. */
static inline uint32_t resolve(const struct lone_pps *all, const struct lone *lone, const struct lone_code *i,
                               uint32_t address, bool stores)
{
    const uint32_t stack_word = address - lone->stack, private_word = address - MEMORY_PRIVATE;
    if (stack_word <= all->stack_mask)
        return lone->stack_cell + (stack_word << all->lane_shift);
    if (private_word <= all->private_mask)
        return lone->private_cell + (private_word << all->lane_shift);
    return find_cell(all, lone->pp, i, address, stores);
}

/* How an instruction accesses memory. */
enum access {
    ACCESS_PLAIN, /* at Rs + S */
    ACCESS_PUSH,  /* likewise, and Rs becomes that */
    ACCESS_POP    /* at Rs, which becomes Rs + S */
};

/* How a loaded value reaches its register. */
enum landing {
    LAND_LATER,  /* the next instruction waits for its cycle, too */
    LAND_FIRST,  /* before the next instruction, which does not touch the register */
    LAND_SECOND, /* after it */
    LAND_WITH    /* the next instruction does nothing, and is executed with the load */
};

/* Continues where `cell` is known. */
ALWAYS_INLINE void load_cell(struct lone *lone, uint32_t *registers, const struct lone_code *i,
                             uint32_t flags, struct lone_pps *all, enum access access, enum landing landing,
                             uint32_t cell)
{
    const uint32_t value = all->cells[cell];
    if (access != ACCESS_PLAIN)
        registers[i->base] = registers[i->a] + registers[i->b] + i->constant;
    all->loads++;
    if (lone->late != DECODE_SINK)
        land(all, lone, registers);
    keep(all, lone, flags);
    if (landing == LAND_LATER) {
        lone->late = (uint8_t)i->number;
        all->late[lone->pp] = value;
        work_stop(lone, registers, i->to, lone->notes, flags, all);
        return;
    }
    lone->landing = (uint8_t)i->number;
    lone->value = value;
    if (landing != LAND_SECOND) {
        lone->landed = registers[i->target];
        registers[i->target] = value;
    }
    if (landing == LAND_WITH)
        lone->notes[0].code = i + 1;
    i->to->work(lone, registers, i->to, lone->notes + (landing == LAND_WITH), flags, all);
}

ALWAYS_INLINE uint32_t address_of(const uint32_t *registers, const struct lone_code *i, enum access access)
{
    return access == ACCESS_POP ? registers[i->a] : registers[i->a] + registers[i->b] + i->constant;
}

/* A load, and the same of a cell outside shared memory. */
#define LOAD(name, access, landing)                                                                          \
    static __attribute__((noinline)) void area_##name(ARGUMENTS)                                             \
    {                                                                                                        \
        const uint32_t cell = resolve(all, lone, i, address_of(registers, i, access), false);                \
        (void)note;                                                                                          \
        if (cell == MEMORY_ILLEGAL)                                                                          \
            leave(all, lone, i, flags);                                                                      \
        else                                                                                                 \
            load_cell(lone, registers, i, flags, all, access, landing, cell);                                \
    }                                                                                                        \
    static void load_##name(ARGUMENTS)                                                                       \
    {                                                                                                        \
        const uint32_t address = address_of(registers, i, access);                                           \
        if (address - all->guard < all->shared_span)                                                         \
            load_cell(lone, registers, i, flags, all, access, landing, address);                             \
        else                                                                                                 \
            area_##name(lone, registers, i, note, flags, all);                                               \
    }
#define LOADS(name, access)                                                                                  \
    LOAD(name##_later, access, LAND_LATER)                                                                   \
    LOAD(name##_first, access, LAND_FIRST)                                                                   \
    LOAD(name##_second, access, LAND_SECOND)                                                                 \
    LOAD(name##_with, access, LAND_WITH)
LOADS(plain, ACCESS_PLAIN)
LOADS(push, ACCESS_PUSH)
LOADS(pop, ACCESS_POP)

/* The value lands after the first instruction that the PP has executed ahead. */
static void work_land(struct lone *lone, uint32_t *registers, const struct lone_code *i,
                      struct lone_note *note, uint32_t flags, struct lone_pps *all)
{
    lone->landed = registers[i->target];
    registers[i->target] = lone->value;
    i->to->work(lone, registers, i->to, note, flags, all);
}

ALWAYS_INLINE void store_cell(struct lone *lone, uint32_t *registers, const struct lone_code *i,
                              uint32_t flags, struct lone_pps *all, enum access access, uint32_t cell)
{
    struct cycle_requests *const requests = &all->state->requests;
    const uint32_t pp = lone->pp;
    requests->index[pp] = cell;
    requests->value[pp] = registers[i->target];
    requests->pc[pp] = i->pc;
    requests->stores[pp / 64] |= UINT64_C(1) << pp % 64;
    requests->store_words[pp / 4096] |= UINT64_C(1) << pp / 64 % 64;
    requests->store_count++;
    requests->kinds |= 1u << SYSTEM_FOLD_NONE;
    if (access != ACCESS_PLAIN)
        registers[i->base] = registers[i->a] + registers[i->b] + i->constant;
    begin(lone, registers, i + 1, flags, all);
}

#define STORE(name, access)                                                                                  \
    static __attribute__((noinline)) void store_area_##name(ARGUMENTS)                                       \
    {                                                                                                        \
        const uint32_t cell = resolve(all, lone, i, address_of(registers, i, access), true);                 \
        (void)note;                                                                                          \
        if (cell == MEMORY_ILLEGAL)                                                                          \
            leave(all, lone, i, flags);                                                                      \
        else                                                                                                 \
            store_cell(lone, registers, i, flags, all, access, cell);                                        \
    }                                                                                                        \
    static void store_##name(ARGUMENTS)                                                                      \
    {                                                                                                        \
        const uint32_t address = address_of(registers, i, access);                                           \
        if (address - all->guard < all->shared_span)                                                         \
            store_cell(lone, registers, i, flags, all, access, address);                                     \
        else                                                                                                 \
            store_area_##name(lone, registers, i, note, flags, all);                                         \
    }
STORE(plain, ACCESS_PLAIN)
STORE(push, ACCESS_PUSH)
STORE(pop, ACCESS_POP)

/* A multiprefix request: its result comes at the end of the cycle. */
static void fold(ARGUMENTS)
{
    struct cycle_requests *const requests = &all->state->requests;
    const uint32_t address = address_of(registers, i, ACCESS_PLAIN), pp = lone->pp;
    const struct instruction *const instruction = &all->state->machine->program.code[i->pc];
    if (address - all->guard >= all->shared_span) {
        leave(all, lone, i, flags);
        return;
    }
    requests->index[pp] = address;
    requests->value[pp] = registers[instruction->rd * all->state->stride];
    requests->pc[pp] = i->pc;
    requests->combines[pp / 64] |= UINT64_C(1) << pp % 64;
    requests->combine_words[pp / 4096] |= UINT64_C(1) << pp / 64 % 64;
    requests->combine_count++;
    requests->kinds |= 1u << system_rows[instruction->opcode].fold;
    if (lone->late != DECODE_SINK)
        land(all, lone, registers);
    keep(all, lone, flags);
    lone->late = (uint8_t)i->number;
    (void)note;
    work_stop(lone, registers, i + 1, lone->notes, flags, all);
}

#include "lone.inc"

/* ---- before the run */

static bool is_unusual(const struct instruction *i)
{
    return (i->traits & (DECODE_READS_PC | DECODE_STATUS_DATUM)) != 0 || i->target == 1 || i->base == 1 ||
           i->rd == 1;
}

static bool has_target(const struct instruction *i)
{
    return system_branches(i->opcode) || system_rows[i->opcode].work == SYSTEM_CALL;
}

static enum access access_of(const struct instruction *i)
{
    if (system_rows[i->opcode].address == SYSTEM_ADDRESS_BEFORE)
        return ACCESS_POP;
    return i->base != DECODE_SINK ? ACCESS_PUSH : ACCESS_PLAIN;
}

#define BY_LANDING(name)                                                                                     \
    {                                                                                                        \
        load_##name##_later, load_##name##_first, load_##name##_second, load_##name##_with                   \
    }
static lone_work *const load_works[][4] = {
    [ACCESS_PLAIN] = BY_LANDING(plain), [ACCESS_PUSH] = BY_LANDING(push), [ACCESS_POP] = BY_LANDING(pop)};
static lone_work *const store_works[] = {
    [ACCESS_PLAIN] = store_plain, [ACCESS_PUSH] = store_push, [ACCESS_POP] = store_pop};

/* What executes the instruction in its cycle; NULL: only strands. */
static lone_work *start_of(const struct lone_pps *all, const struct instruction *i)
{
    const struct system_row *const row = &system_rows[i->opcode];
    if (is_unusual(i) || (has_target(i) && i->constant >= all->program_count))
        return NULL;
    if (row->work == SYSTEM_LOAD)
        return load_works[access_of(i)][LAND_LATER];
    if (row->work == SYSTEM_FOLD)
        return fold;
    if (row->work == SYSTEM_STORE)
        return store_works[access_of(i)];
    return rows[i->opcode].start;
}

/* What executes it ahead. */
static lone_work *work_of(const struct cycle_state *state, uint32_t pc)
{
    const struct machine *const machine = state->machine;
    const struct instruction *const i = &machine->program.code[pc];
    lone_work *const work = rows[i->opcode].work[i->rt == 0];
    if (work == NULL || state->lone.code[pc].start == NULL || !observer_all_let_pass(machine->observers) ||
        !observer_all_pass(machine->observers, pc) || poll_at(&state->sleepers.loops, pc) != NULL)
        return work_stop;
    if ((i->traits & DECODE_DIVIDES) != 0 && (i->rt != 0 || i->constant == 0))
        return work_stop;
    return work;
}

static void prepare(struct cycle_state *state, uint32_t pc)
{
    struct lone_pps *const all = &state->lone;
    const struct instruction *const i = &state->machine->program.code[pc];
    struct lone_code *const code = &all->code[pc];
    const bool is_store = system_rows[i->opcode].work == SYSTEM_STORE;
    *code = (struct lone_code){
        .start = start_of(all, i),
        .to = has_target(i) && i->constant < all->program_count ? &all->code[i->constant] : code + 1,
        .a = (uint32_t)(i->rs * state->stride),
        .b = (uint32_t)(i->rt * state->stride),
        .target = (uint32_t)((is_store ? i->rd : i->target) * state->stride),
        .base = (uint32_t)(i->base * state->stride),
        .number = i->target,
        .constant = i->constant,
        .pc = pc};
    code->list = code->start != NULL ? LONE_STARTS : LONE_JOINS;
    code->work = work_of(state, pc);
}

static bool goes_away(const struct instruction *i)
{
    return system_branches(i->opcode) || system_rows[i->opcode].work == SYSTEM_CALL ||
           system_rows[i->opcode].work == SYSTEM_JUMP;
}

/* A long sequence of instructions is cut where a PP stops running ahead. */
static void cut(struct cycle_state *state)
{
    struct lone_code *const code = state->lone.code;
    uint32_t length = 0;
    for (uint32_t pc = state->lone.program_count; pc-- > 0;) {
        const uint8_t opcode = state->machine->program.code[pc].opcode;
        const bool goes_on = system_branches(opcode) || !goes_away(&state->machine->program.code[pc]);
        length = code[pc].work == work_stop ? 0 : goes_on ? length + 1 : 1;
        if (length > LONE_STRAIGHT) {
            code[pc].work = work_stop;
            length = 0;
        }
    }
}

/* A comparison and the branch after it become one. */
static void compare(struct cycle_state *state)
{
    struct lone_code *const code = state->lone.code;
    const struct instruction *const program = state->machine->program.code;
    for (uint32_t pc = 0; pc + 1 < state->lone.program_count; pc++) {
        const uint8_t opcode = program[pc + 1].opcode;
        lone_work *const work = comparisons[opcode][program[pc].rt == 0][program[pc].target == DECODE_SINK];
        if (program[pc].opcode == OP_subs && code[pc].work != work_stop && code[pc + 1].work != work_stop &&
            opcode != OP_bvs && opcode != OP_bvc && work != NULL)
            code[pc].work = work;
    }
}

/* Chooses when the values of loads land. `spare`: room for two instructions a load. */
static void choose_landings(struct cycle_state *state, struct lone_code *spare)
{
    struct lone_code *const code = state->lone.code;
    const struct instruction *const program = state->machine->program.code;
    for (uint32_t pc = 0; pc + 1 < state->lone.program_count; pc++) {
        const enum access access = access_of(&program[pc]);
        const struct instruction *const next = &program[pc + 1];
        if (system_rows[program[pc].opcode].work != SYSTEM_LOAD || code[pc].start == NULL ||
            code[pc + 1].work == work_stop)
            continue;
        if (system_rows[next->opcode].work == SYSTEM_NOTHING) {
            code[pc].start = load_works[access][LAND_WITH];
            code[pc].to = &code[pc + 2];
        } else if (!instruction_touches(next, program[pc].target) || program[pc].target == DECODE_SINK) {
            code[pc].start = load_works[access][LAND_FIRST];
        } else if (!goes_away(next)) {
            spare[0] = code[pc + 1];
            spare[0].work = rows[next->opcode].work[next->rt == 0];
            spare[1] = (struct lone_code){
                .work = work_land, .target = code[pc].target, .to = &code[pc + 2], .pc = pc + 2};
            code[pc].start = load_works[access][LAND_SECOND];
            code[pc].to = spare;
            spare += 2;
        }
    }
}

static bool create_code(struct cycle_state *state)
{
    struct lone_pps *const all = &state->lone;
    const uint32_t count = state->machine->program.count;
    uint32_t loads = 0;
    for (uint32_t pc = 0; pc < count; pc++)
        loads += system_rows[state->machine->program.code[pc].opcode].work == SYSTEM_LOAD;
    all->program_count = count;
    all->code = calloc((size_t)count + 2 + 2 * (size_t)loads, sizeof *all->code);
    all->crowds = calloc((size_t)count + 2, sizeof *all->crowds);
    if (all->code == NULL || all->crowds == NULL)
        return false;
    for (uint32_t pc = 0; pc < count; pc++)
        prepare(state, pc);
    for (uint32_t pc = count; pc < count + 2; pc++)
        all->code[pc] = (struct lone_code){.work = work_stop, .list = LONE_JOINS, .pc = pc};
    cut(state);
    compare(state);
    choose_landings(state, &all->code[count + 2]);
    return true;
}

bool lone_create(struct cycle_state *state)
{
    struct lone_pps *const all = &state->lone;
    const uint32_t pps = state->machine->config.pps;
    const struct memory *const memory = &state->machine->memory;
    all->state = state;
    all->cells = memory->cells;
    all->guard = memory->guard;
    all->shared_span = memory->shared_span;
    all->stack_mask = memory->stack_mask;
    all->private_mask = memory->private_mask;
    all->lane_shift = memory->lane_shift;
    if (pps > LARGEST_MACHINE)
        return true;
    all->pps = calloc(pps, sizeof *all->pps);
    all->notes = calloc((size_t)pps * LONE_NOTES, sizeof *all->notes);
    all->is_lone = calloc(pps, sizeof *all->is_lone);
    all->numbers = calloc(pps, sizeof *all->numbers);
    if (all->pps == NULL || all->notes == NULL || all->is_lone == NULL || all->numbers == NULL ||
        !create_code(state))
        return false;
    for (uint32_t pp = 0; pp < pps; pp++) {
        struct lone_note *const notes = &all->notes[(size_t)pp * LONE_NOTES];
        all->numbers[pp] = pp;
        all->pps[pp] = (struct lone){.registers = state->rows + pp,
                                     .notes = notes,
                                     .last = notes + LONE_AHEAD,
                                     .pp = pp,
                                     .stack = memory_stack_address(memory, pp),
                                     .stack_cell = memory_stack_index(memory, pp, 0),
                                     .private_cell = memory_private_index(memory, pp, 0)};
    }
    return true;
}

void lone_destroy(struct cycle_state *state)
{
    struct lone_pps *const all = &state->lone;
    free(all->code);
    free(all->pps);
    free(all->notes);
    free(all->is_lone);
    free(all->numbers);
    free(all->crowds);
}

/* ---- a cycle */

static void set_cycle(struct cycle_state *state)
{
    struct lone_pps *const all = &state->lone;
    all->cycle = state->cycle;
    all->next_cycle = state->cycle + 1;
    all->late = state->late[state->cycle & 1];
    all->loads = 0;
}

void lone_execute(struct cycle_state *state)
{
    struct lone_pps *const all = &state->lone;
    struct lone **const first = &all->days[state->cycle % LONE_DAYS][LONE_STARTS];
    struct lone *lone = *first, *next;
    *first = NULL;
    set_cycle(state);
    for (; lone != NULL; lone = next) {
        const struct lone_code *const code = lone->code;
        next = lone->next;
        lone->from = code;
        code->start(lone, lone->registers, code, lone->notes, lone->flags, all);
    }
    state->load_count += all->loads;
}

bool lone_take(struct cycle_state *state, struct strand *strand)
{
    struct lone_pps *const all = &state->lone;
    if (all->code == NULL || strand->is_left || strand->late == 1 || state->watch.cycles != 0 ||
        state->breakpoints != NULL || all->code[strand->pc].start == NULL)
        return false;
    const struct lone_code *const code = &all->code[strand->pc];
    struct counts *const counts = state->machine->counts;
    set_cycle(state);
    all->count += strand->count;
    for (uint32_t k = 0; k < strand->count; k++) {
        const uint32_t pp = strand->members[k];
        struct lone *const lone = &all->pps[pp];
        all->is_lone[pp] = 1;
        lone->late = (uint8_t)strand->late;
        lone->from = code;
        lone->taken = NULL;
        if (listens(counts)) {
            counts_begin(counts, is_inside(all, pp), strand->pc);
            /* the counters in barriers stand after those outside */
            lone->taken = (struct counts_taken *)((uint64_t *)counts->taken + is_inside(all, pp));
        }
        code->start(lone, lone->registers, code, lone->notes, state->flags[pp], all);
    }
    state->load_count += all->loads;
    strands_free(&state->strands, strand);
    return true;
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
                .stamp = stamp, .strand = strands_find(&state->strands, lone->code->pc, is_inside(all, lone->pp) != 0)};
        crowd->count++;
        is_worth_it = is_worth_it || crowd->strand != NULL || crowd->count >= GATHER_LEAST;
    }
    return is_worth_it;
}

/* PPs of the list join strands where many are. */
static void gather(struct cycle_state *state, struct lone **first)
{
    struct lone_pps *const all = &state->lone;
    struct lone *kept = NULL, *next;
    for (struct lone *lone = *first; lone != NULL; lone = next) {
        struct lone_crowd *const crowd = &all->crowds[lone->code->pc];
        next = lone->next;
        if (lone->late != DECODE_SINK || (crowd->strand == NULL && crowd->count < GATHER_LEAST)) {
            lone->next = kept;
            kept = lone;
        } else {
            strands_place(&state->strands, join(all, lone, lone->code));
        }
    }
    *first = kept;
}

void lone_turn(struct cycle_state *state)
{
    struct lone_pps *const all = &state->lone;
    struct lone **const lists = all->days[(state->cycle + 1) % LONE_DAYS];
    for (struct lone *lone = lists[LONE_JOINS], *next; lone != NULL; lone = next) {
        next = lone->next;
        if (lone->code->pc == all->program_count)
            lone->registers[state->stride] = lone->code->pc;
        strands_place(&state->strands, join(all, lone, lone->code));
    }
    lists[LONE_JOINS] = NULL;
    if (state->cycle < all->gather_due)
        return;
    const bool is_worth_it = count_crowds(state, lists[LONE_STARTS]);
    if (is_worth_it)
        gather(state, &lists[LONE_STARTS]);
    all->gather_delay = is_worth_it                          ? 1
                        : all->gather_delay < GATHER_LONGEST ? 2 * all->gather_delay + 1
                                                             : GATHER_LONGEST;
    all->gather_due = state->cycle + all->gather_delay;
}

/* ---- back to an earlier cycle */

static void work_return(struct lone *lone, uint32_t *registers, const struct lone_code *i,
                        struct lone_note *note, uint32_t flags, struct lone_pps *all)
{
    (void)registers, (void)i, (void)note, (void)all;
    lone->flags = flags;
}

/* Executes the first of the instructions again that the PP has executed ahead, up to a number. */
static void repeat(struct lone_pps *all, struct lone *lone, uint32_t count)
{
    const struct cycle_state *const state = all->state;
    struct lone_note *const last = lone->last;
    lone->last = lone->notes + LONE_NOTES;
    for (uint32_t k = 0; k < count; k++) {
        const struct lone_code *const code = lone->notes[k].code;
        const struct instruction *const i = &state->machine->program.code[code->pc];
        struct lone_code alone[2] = {*code, {.work = work_return}};
        alone[0].to = &alone[1];
        if (system_rows[i->opcode].work != SYSTEM_JUMP)
            rows[i->opcode].work[i->rt == 0](lone, lone->registers, alone, &lone->notes[k], lone->flags, all);
        lone->notes[k].code = code;
        if (k == 0 && lone->landing != DECODE_SINK)
            lone->registers[lone->landing * state->stride] = lone->value;
    }
    lone->last = last;
}

/* Removes from the profile that the PP went from an instruction to another one. */
static void take_back_count(const struct lone_pps *all, const struct lone *lone, uint32_t pc, uint32_t next,
                            uint64_t cycle)
{
    const struct instruction *const i = &all->state->machine->program.code[pc];
    if (goes_away(i) && (next != pc + 1 || instruction_links(i)))
        count_leap(all, lone->pp, pc, next, UINT64_MAX, cycle);
}

/* The address of the instruction before which the PP stands, having executed a number of instructions ahead.
 */
static uint32_t place_after(const struct lone_pps *all, const struct lone *lone, uint32_t executed)
{
    const uint32_t pc = executed < lone->length ? lone->notes[executed].code->pc : lone->code->pc;
    return pc <= all->program_count ? pc : lone->registers[all->state->stride];
}

/* Removes from the profile what the PP has executed ahead, but for the first instructions; and that of the
 * last cycle if it does not count. */
static void take_back_counts(struct lone_pps *all, const struct lone *lone, uint32_t executed)
{
    struct cycle_state *const state = all->state;
    for (uint32_t k = executed; k < lone->length; k++)
        take_back_count(all, lone, lone->notes[k].code->pc, place_after(all, lone, k + 1), lone->since + k);
    if (state->has_failed && lone->since == state->cycle + 1) {
        take_back_count(all, lone, lone->from->pc, place_after(all, lone, 0), state->cycle);
        counts_move(state->machine->counts, is_inside(all, lone->pp), lone->from->pc,
                    place_after(all, lone, 0), 1);
    }
}

/* The state of the PP at the start of an earlier cycle. */
static void undo(struct lone_pps *all, struct lone *lone, uint32_t executed)
{
    struct cycle_state *const state = all->state;
    const struct lone_code *const place = lone->notes[executed].code;
    for (uint32_t k = lone->length; k-- > 0;) {
        if (k == 0 && lone->landing != DECODE_SINK)
            lone->registers[lone->landing * state->stride] = lone->landed;
        lone->registers[lone->notes[k].code->target] = lone->notes[k].old;
    }
    lone->flags = lone->flags_before;
    lone->compared = lone->compared_before;
    if (executed == 0 && lone->landing != DECODE_SINK) {
        lone->late = lone->landing;
        state->late[~lone->since & 1][lone->pp] = lone->value;
    }
    struct counts_taken *const taken = lone->taken;
    lone->taken = NULL;
    repeat(all, lone, executed);
    lone->taken = taken;
    lone->code = &all->code[place->pc];
}

/* Takes the PP back to this cycle, into a strand. */
static struct strand *go_back(struct lone_pps *all, struct lone *lone)
{
    const struct cycle_state *const state = all->state;
    const uint64_t now = state->cycle + state->is_refused;
    const uint32_t executed = now > lone->since ? (uint32_t)(now - lone->since) : 0;
    if (lone->taken != NULL)
        take_back_counts(all, lone, executed);
    if (executed < lone->length)
        undo(all, lone, executed);
    if (lone->code->pc == all->program_count)
        lone->registers[state->stride] = lone->code->pc;
    return join(all, lone, lone->code);
}

void lone_interrupt(struct cycle_state *state)
{
    struct strands *const strands = &state->strands;
    struct lone_pps *const all = &state->lone;
    uint32_t kept = 0;
    for (uint32_t k = 0; k < strands->current_count; k++)
        if (strands->current[k] != NULL)
            strands->current[kept++] = strands->current[k];
    strands->current_count = kept;
    for (unsigned day = 0; day < LONE_DAYS && all->count != 0; day++)
        for (unsigned list = 0; list < LONE_LISTS; list++) {
            struct lone *lone = all->days[day][list], *next;
            all->days[day][list] = NULL;
            for (; lone != NULL; lone = next) {
                next = lone->next;
                struct strand *const strand = go_back(all, lone);
                strand->link = NULL;
                strands->current[strands->current_count++] = strand;
            }
        }
}

/* ---- for others */

uint32_t lone_flags(const struct cycle_state *state, uint32_t pp)
{
    const struct lone_pps *const all = &state->lone;
    return all->code != NULL && all->is_lone[pp] != 0 ? flags_now(&all->pps[pp], all->pps[pp].flags)
                                                      : state->flags[pp];
}

void lone_show(const struct cycle_state *state,
               void (*tell)(void *context, const uint32_t *pp, uint32_t pc, uint32_t late), void *context)
{
    const struct lone_pps *const all = &state->lone;
    if (all->count == 0)
        return;
    for (const struct lone *lone = all->days[state->cycle % LONE_DAYS][LONE_STARTS]; lone != NULL;
         lone = lone->next)
        tell(context, &all->numbers[lone->pp], lone->code->pc, lone->late);
}

bool lone_marks(const struct cycle_state *state, uint8_t *seen)
{
    const struct lone_pps *const all = &state->lone;
    bool is_right = true;
    for (unsigned day = 0; all->code != NULL && day < LONE_DAYS; day++)
        for (unsigned list = 0; list < LONE_LISTS; list++)
            for (const struct lone *lone = all->days[day][list]; lone != NULL; lone = lone->next) {
                const uint64_t due = lone->since + lone->length;
                is_right = is_right && seen[lone->pp]++ == 0 && all->is_lone[lone->pp] != 0 &&
                           due % LONE_DAYS == day && due >= state->cycle && due - state->cycle < LONE_DAYS &&
                           lone->since <= state->cycle && lone->length < LONE_NOTES;
            }
    return is_right;
}
