/* few.c - see few.h. */
#include "few.h"

#include <math.h>

#include "asm/isa.h"
#include "asm/tables/alu.h"
#include "sim/isa/system.h"
#include "state.h"

/* A strand's instruction in the making. */
struct few {
    struct cycle_state *state;
    const struct instruction *instruction;
    const uint32_t *pps;
    uint32_t count;
    const uint32_t *a, *b; /* rows of Rs and Rt */
    uint32_t *target;      /* row */
    uint32_t pc;
    uint32_t next;    /* where the members go on */
    uint32_t leaving; /* the register that gets a delayed value in the next cycle */
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

/* ---- arithmetic: the rows of alu.def */

/* False: a member divides by 0. */
/* NOLINTNEXTLINE(readability-function-size): a case for each row */
static bool compute(const struct few *few)
{
    const uint32_t constant = few->instruction->constant;
    uint32_t *const flags = few->state->flags;
    switch (few->instruction->opcode) {
#define OPERANDS                                                                                             \
    const uint32_t a __attribute__((unused)) = few->a[pp];                                                   \
    const uint32_t b __attribute__((unused)) = few->b[pp] + constant;                                        \
    const uint32_t c __attribute__((unused)) = (flags[pp] & STATUS_C) != 0;
#define ALU_INTEGER(name, result, carry, overflow)                                                           \
    case OP_##name:                                                                                          \
        EACH(few, OPERANDS few->target[pp] = (result);)                                                      \
        return true;                                                                                         \
    case OP_##name##s:                                                                                       \
        EACH(few, OPERANDS const uint32_t r = (result); flags[pp] = alu_flags(r, (carry), (overflow));       \
             few->target[pp] = r;)                                                                           \
        return true;
#define ALU_DIVIDE(name, result, overflow)                                                                   \
    case OP_##name:                                                                                          \
    case OP_##name##s:                                                                                       \
        EACH(few, if (few->b[pp] + constant == 0) return false;)                                             \
        EACH(few, OPERANDS const uint32_t r = (result);                                                      \
             if (few->instruction->opcode == OP_##name##s) flags[pp] = alu_flags(r, 0, (overflow));          \
             few->target[pp] = r;)                                                                           \
        return true;
#define ALU_FLOAT2(name, result)                                                                             \
    case OP_##name:                                                                                          \
        EACH(few, OPERANDS const float x = alu_float(a); const float y = alu_float(b);                       \
             few->target[pp] = alu_canonical(result);)                                                       \
        return true;
#define ALU_FLOAT1(name, result)                                                                             \
    case OP_##name:                                                                                          \
        EACH(few, OPERANDS const float x = alu_float(a); few->target[pp] = alu_canonical(result);)           \
        return true;
#define ALU_BITS1(name, result)                                                                              \
    case OP_##name:                                                                                          \
        EACH(few, OPERANDS few->target[pp] = (result);)                                                      \
        return true;
#include "asm/tables/alu.def"
    default:
        return false;
    }
}

/* Which members take the branch: a bit for each position. */
static uint32_t find_takers(const struct few *few)
{
    const uint32_t m __attribute__((unused)) = (uint32_t)few->state->cycle & STATUS_MODULO;
    uint32_t taken = 0;
    switch (few->instruction->opcode) {
#define FLAG(bit) ((few->state->flags[pp] & (bit)) != 0)
#define ALU_BRANCH(name, condition)                                                                          \
    case OP_##name:                                                                                          \
        EACH(few, const uint32_t n __attribute__((unused)) = FLAG(STATUS_N);                                 \
             const uint32_t z __attribute__((unused)) = FLAG(STATUS_Z);                                      \
             const uint32_t v __attribute__((unused)) = FLAG(STATUS_V);                                      \
             const uint32_t c __attribute__((unused)) = FLAG(STATUS_C);                                      \
             const uint32_t u __attribute__((unused)) = n & z; taken |= (uint32_t)((condition) != 0) << k;)  \
        break;
#include "asm/tables/alu.def"
    default:
        break;
    }
    return taken;
}

/* ---- memory */

/* Finds the members' cells: state->scratch. False: one has none, or it is a profile's matter. */
static bool resolve(const struct few *few, bool stores)
{
    struct cycle_state *state = few->state;
    const struct instruction *i = few->instruction;
    const struct machine *machine = state->machine;
    const struct memory *memory = &machine->memory;
    const bool is_counted = listens(machine->counts);
    EACH(few, {
        const uint32_t address = system_address(i->opcode, few->a[pp], few->b[pp] + i->constant);
        state->scratch[k] = address;
        if (memory_is_plain(memory, address))
            continue;
        state->scratch[k] = memory_area_index(memory, pp, address);
        if (is_counted || state->scratch[k] == MEMORY_ILLEGAL ||
            (stores && machine_stack_overflow(machine, i->rs, address, pp)))
            return false;
    })
    return true;
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
    if (!resolve(few, false))
        return false;
    move_base(few);
    EACH(few, values[pp] = cells[state->scratch[k]];)
    few->leaving = few->instruction->target;
    state->load_count += few->count;
    return true;
}

static bool store(const struct few *few)
{
    struct cycle_state *state = few->state;
    struct cycle_requests *requests = &state->requests;
    const uint32_t *const values = cycle_row(state, few->instruction->rd);
    if (!resolve(few, true))
        return false;
    EACH(few, {
        requests->index[pp] = state->scratch[k];
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

/* A jump of all members to one place. False: they go to several. */
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
        return compute(few);
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
    const uint32_t taken = find_takers(few), all = (UINT32_C(1) << few->count) - 1;
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
        cycle_place(state, strand, few->pc + 1);
    if (takers != NULL && !sleep_begin(state, takers, few->pc))
        cycle_place(state, takers, few->instruction->constant);
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
        cycle_place(state, strand, few.next);
    return true;
}
