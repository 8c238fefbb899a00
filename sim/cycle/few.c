/* few.c - see few.h. */
#include "few.h"

#include "asm/isa.h"
#include "asm/tables/alu.h"
#include "sim/isa/system.h"
#include "state.h"

/* A strand's instruction under execution. */
struct few {
    struct cycle_state *state;
    const struct instruction *instruction;
    const uint32_t *pps;
    uint32_t count;
    const uint32_t *a, *b; /* rows of Rs and Rt */
    uint32_t *target;      /* row */
    uint32_t pc;
    uint32_t next;    /* next pc of the members */
    uint32_t leaving; /* the register that gets a delayed value in the next cycle */
    uint32_t taken;   /* of a branch: the members that take it, a bit for each position */
};

static enum few_work work_of(const struct instruction *i)
{
    static const uint8_t works[] = {
        [SYSTEM_CONSTANT] = FEW_CONSTANT, [SYSTEM_LOAD] = FEW_LOAD, [SYSTEM_STORE] = FEW_STORE,
        [SYSTEM_JUMP] = FEW_JUMP,         [SYSTEM_CALL] = FEW_CALL, [SYSTEM_NOTHING] = FEW_NOTHING,
        [SYSTEM_HALT] = FEW_UNKNOWN};
    const uint8_t work = system_rows[i->opcode].work;
    if (work != SYSTEM_OTHER)
        return work < sizeof works ? (enum few_work)works[work] : FEW_UNKNOWN;
    if (kernels_one.count_taken[i->opcode] != NULL)
        return FEW_BRANCH;
    return kernels_one.compute[i->opcode] != NULL ? FEW_COMPUTE : FEW_UNKNOWN;
}

enum few_work few_work(const struct instruction *i)
{
    const bool is_usual = (i->traits & (DECODE_READS_PC | DECODE_STATUS_DATUM)) == 0 && i->target != 1 &&
                          i->base != 1 && i->rd != 1;
    return is_usual ? work_of(i) : FEW_UNKNOWN;
}

/* The statement for each member. */
#define EACH(few, ...)                                                                                       \
    for (uint32_t k = 0; k < (few)->count; k++) {                                                            \
        const uint32_t pp = (few)->pps[k];                                                                   \
        __VA_ARGS__                                                                                          \
    }

/* ---- arithmetic and branches: the rows of alu.def */

static bool has_zero(const struct few *few)
{
    EACH(few, if (few->b[pp] + few->instruction->constant == 0) return true;)
    return false;
}

/* Executes an arithmetic instruction, or finds which members take a branch: a bit for each position. False: a
 * member divides by 0. The strand is not empty. */
/* NOLINTNEXTLINE(readability-function-size): a case for each row */
static bool compute(const struct few *few, uint32_t *taken)
{
    const uint32_t constant = few->instruction->constant, count = few->count;
    const uint32_t *const pps = few->pps;
    uint32_t *const flags = few->state->flags;
    *taken = 0;
    if ((few->instruction->traits & DECODE_DIVIDES) != 0 && has_zero(few))
        return false;
    switch (few->instruction->opcode) {
#define ISA_CASE(name)                                                                                       \
    case OP_##name:                                                                                          \
        for (uint32_t k = 0;; k++)
#define NEXT_MEMBER                                                                                          \
    if (k + 1 == count)                                                                                      \
    return true
#define ISA_A few->a[pps[k]]
#define ISA_B (few->b[pps[k]] + constant)
#define ISA_STATUS flags[pps[k]]
#define ISA_MODULO ((uint32_t)few->state->cycle & STATUS_MODULO)
#define ISA_SET_STATUS(word) (flags[pps[k]] = (word))
#define ISA_BY_ZERO return false
#define ISA_RESULT(word)                                                                                     \
    few->target[pps[k]] = (word);                                                                            \
    NEXT_MEMBER
#define ISA_BRANCH(name, is_taken)                                                                           \
    *taken |= (uint32_t)((is_taken) != 0) << k;                                                              \
    NEXT_MEMBER
#include "sim/isa/cases.inc"
    default:
        return false;
    }
}

/* ---- memory */

/* Whether it is a cell of another PP's stack or private area. */
static bool is_foreign(const struct memory *memory, uint32_t pp, uint32_t address)
{
    const struct memory_place place = memory_place(memory, pp, address);
    return place.region != MEMORY_REGION_SHARED && place.owner != pp;
}

/* The cell at an address outside shared memory; MEMORY_ILLEGAL: none, or a profile has to count it. */
static __attribute__((noinline)) uint32_t find_cell(const struct few *few, uint32_t pp, uint32_t address,
                                                    bool stores)
{
    const struct machine *machine = few->state->machine;
    const uint32_t cell = memory_area_index(&machine->memory, pp, address);
    if (cell == MEMORY_ILLEGAL ||
        (stores && machine_stack_overflow(machine, few->instruction->rs, address, pp)) ||
        (listens(machine->counts) && is_foreign(&machine->memory, pp, address)))
        return MEMORY_ILLEGAL;
    return cell;
}

static inline uint32_t resolve(const struct few *few, uint32_t pp, bool is_before, bool stores)
{
    const uint32_t a = few->a[pp];
    const uint32_t address = is_before ? a : a + few->b[pp] + few->instruction->constant;
    return memory_is_plain(&few->state->machine->memory, address) ? address
                                                                  : find_cell(few, pp, address, stores);
}

static bool is_before(const struct few *few)
{
    return system_rows[few->instruction->opcode].address == SYSTEM_ADDRESS_BEFORE;
}

/* A push or pop moves its pointer. */
static void move_base(const struct few *few)
{
    uint32_t *const base = cycle_row(few->state, few->instruction->base);
    if (few->instruction->base != DECODE_SINK)
        EACH(few, base[pp] = few->a[pp] + few->b[pp] + few->instruction->constant;)
}

static bool load(struct few *few)
{
    struct cycle_state *state = few->state;
    const uint32_t *const cells = state->machine->memory.cells;
    uint32_t *const values = state->late[state->cycle & 1];
    const bool before = is_before(few);
    EACH(few, {
        const uint32_t cell = resolve(few, pp, before, false);
        if (cell == MEMORY_ILLEGAL)
            return false;
        values[pp] = cells[cell];
    })
    move_base(few);
    few->leaving = few->instruction->target;
    state->load_count += few->count;
    return true;
}

/* Requests made before a member with a fault is found are repeated by execute.c, or dropped. */
static bool store(const struct few *few)
{
    struct cycle_state *state = few->state;
    struct cycle_requests *requests = &state->requests;
    const uint32_t *const values = cycle_row(state, few->instruction->rd);
    const bool before = is_before(few);
    EACH(few, {
        const uint32_t cell = resolve(few, pp, before, true);
        if (cell == MEMORY_ILLEGAL)
            return false;
        requests->index[pp] = cell;
        requests->value[pp] = values[pp];
        requests->pc[pp] = few->pc;
        requests->stores[pp / 64] |= UINT64_C(1) << pp % 64;
        requests->store_words[pp / 4096] |= UINT64_C(1) << pp / 64 % 64;
    })
    requests->store_count += few->count;
    requests->kinds |= 1u << SYSTEM_FOLD_NONE;
    move_base(few);
    return true;
}

/* ---- control */

/* A jump of all members to one place. False: the targets differ. */
static bool jump(struct few *few)
{
    const uint32_t constant = few->instruction->constant;
    uint32_t *const targets = cycle_row(few->state, 1);
    few->next = few->b[few->pps[0]] + constant;
    EACH(few, if (few->b[pp] + constant != few->next) return false;)
    EACH(few, targets[pp] = few->next;)
    return true;
}

static bool execute(struct few *few, enum few_work work)
{
    const uint32_t constant = few->instruction->constant;
    switch (work) {
    case FEW_COMPUTE:
    case FEW_BRANCH:
        return compute(few, &few->taken);
    case FEW_LOAD:
        return load(few);
    case FEW_STORE:
        return store(few);
    case FEW_JUMP:
        return jump(few);
    case FEW_CALL:
        EACH(few, few->target[pp] = few->pc + 1;)
        few->next = constant;
        return true;
    case FEW_CONSTANT:
        EACH(few, few->target[pp] = constant;)
        return true;
    default:
        return true;
    }
}

/* Members that take the branch go to its target, or sleep if they poll; the strand keeps the others. */
static void branch(const struct few *few, struct strand *strand)
{
    struct cycle_state *state = few->state;
    const uint32_t taken = few->taken, all = (UINT32_C(1) << few->count) - 1;
    struct strand *takers = taken == all ? strand : NULL;
    if (taken != 0 && taken != all) {
        const bool is_sorted = strand->is_sorted;
        uint32_t kept = 0;
        takers = strands_take(&state->strands, strand->count);
        for (uint32_t k = 0; k < few->count; k++)
            if ((taken >> k & 1u) != 0)
                takers->members[takers->count++] = strand->members[k];
            else
                strand->members[kept++] = strand->members[k];
        takers->is_sorted = strand->is_sorted = is_sorted;
        strand->count = kept;
    }
    if (takers != strand)
        sprint_place(state, strand, few->pc + 1);
    if (takers != NULL && !sleep_begin(state, takers, few->pc))
        sprint_place(state, takers, few->instruction->constant);
}

bool few_execute(struct cycle_state *state, struct strand *strand, enum few_work work)
{
    const struct instruction *const i = &state->machine->program.code[strand->pc];
    struct few few = {.state = state,
                      .instruction = i,
                      .pps = strand->members,
                      .count = strand->count,
                      .a = cycle_row(state, i->rs),
                      .b = cycle_row(state, i->rt),
                      .target = cycle_row(state, i->target),
                      .pc = strand->pc,
                      .next = strand->pc + 1,
                      .leaving = DECODE_SINK};
    const uint32_t landing = strand->late;
    if (landing == 1 || !execute(&few, work))
        return false;
    if (landing != DECODE_SINK) {
        uint32_t *const lands = cycle_row(state, landing);
        const uint32_t *const values = state->late[~state->cycle & 1];
        EACH(&few, lands[pp] = values[pp];)
    }
    if (listens(state->machine->counts))
        profile_strand(state, strand, work == FEW_JUMP || work == FEW_CALL ? few.next : UINT32_MAX);
    strand->late = few.leaving;
    if (work == FEW_BRANCH)
        branch(&few, strand);
    else
        sprint_place(state, strand, few.next);
    return true;
}
