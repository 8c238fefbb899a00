/* follow.c - see follow.h. One instruction after another, as in docs/isa.md; calls alu.def and memory. */
#include "sim/machine/follow/follow.h"

#include <string.h>

#include "asm/isa.h"
#include "asm/tables/alu.h"
#include "sim/machine/shint.h"
#include "sim/machine/system.h"

/* An instruction at work: operands, and where its result goes. */
struct step {
    const struct machine *machine;
    const struct instruction *i;
    struct follow *follow;
    uint32_t pc, a, b;
};

/* ---- what an instruction does; false: it is one that ends the way (follow_finds_circle) */

static bool load(const struct step *step)
{
    struct follow *const follow = step->follow;
    const struct memory *memory = &step->machine->memory;
    const uint32_t address = system_address(step->i->opcode, step->a, step->b);
    const struct memory_place place = memory_place(memory, follow->pp, address);
    if (place.region == MEMORY_REGION_ILLEGAL ||
        (place.region != MEMORY_REGION_SHARED && place.owner != follow->pp))
        return false;
    follow->reg[step->i->base] = step->a + step->b;
    follow->late_target = step->i->target;
    follow->late_value = memory->cells[place.index];
    return true;
}

/* What is no arithmetic. */
static bool do_work(const struct step *step)
{
    const struct instruction *const i = step->i;
    uint32_t *const reg = step->follow->reg;
    switch ((enum system_work)system_rows[i->opcode].work) {
    case SYSTEM_COMPARE_FLOAT:
        step->follow->flags = alu_float_compare(alu_float(step->a), alu_float(step->b));
        return true;
    case SYSTEM_CONSTANT:
        reg[i->target] = i->constant;
        return true;
    case SYSTEM_LOAD:
        return load(step);
    case SYSTEM_JUMP:
        reg[1] = step->b;
        return true;
    case SYSTEM_CALL:
        reg[i->target] = step->pc + 1;
        reg[1] = i->constant;
        return true;
    case SYSTEM_CALL_REGISTER:
        reg[i->target] = step->pc + 1;
        reg[1] = step->a;
        return true;
    case SYSTEM_NUMBER:
        reg[i->target] = step->follow->pp;
        return true;
    case SYSTEM_COUNT:
        reg[i->target] = step->machine->memory.pps;
        return true;
    case SYSTEM_STATUS:
        reg[i->target] = step->follow->flags | ((uint32_t)step->follow->cycle & STATUS_MODULO);
        return true;
    case SYSTEM_HINT: /* all others leave the machine as it is */
        return shint_number(i->constant) != SHINT_barrier_leave;
    case SYSTEM_NOTHING:
        return true;
    case SYSTEM_OTHER:
    case SYSTEM_STORE:
    case SYSTEM_FOLD:
    case SYSTEM_CYCLE:
    case SYSTEM_HOST:
    case SYSTEM_HALT:
        break;
    }
    return false;
}

/* NOLINTNEXTLINE(readability-function-size): the rows of alu.def are its cases */
static bool execute(const struct step *step)
{
    const struct instruction *const i = step->i;
    struct follow *const follow = step->follow;
    uint32_t *const reg = follow->reg;
    const uint32_t a = step->a, b = step->b;
    const uint32_t m = (uint32_t)follow->cycle & STATUS_MODULO;
    switch (i->opcode) {
#define FLAG(bit) ((follow->flags & (bit)) != 0)
#define ALU_INTEGER(name, result, carry, overflow)                                                           \
    case OP_##name: {                                                                                        \
        const uint32_t c __attribute__((unused)) = FLAG(STATUS_C);                                           \
        reg[i->target] = (result);                                                                           \
        return true;                                                                                         \
    }                                                                                                        \
    case OP_##name##s: {                                                                                     \
        const uint32_t c __attribute__((unused)) = FLAG(STATUS_C);                                           \
        const uint32_t r = (result);                                                                         \
        follow->flags = alu_flags(r, (carry), (overflow));                                                   \
        reg[i->target] = r;                                                                                  \
        return true;                                                                                         \
    }
#define ALU_DIVIDE(name, result, overflow)                                                                   \
    case OP_##name:                                                                                          \
    case OP_##name##s: {                                                                                     \
        if (b == 0)                                                                                          \
            return false;                                                                                    \
        const uint32_t r = (result);                                                                         \
        if (i->opcode == OP_##name##s)                                                                       \
            follow->flags = alu_flags(r, 0, (overflow));                                                     \
        reg[i->target] = r;                                                                                  \
        return true;                                                                                         \
    }
#define ALU_FLOAT2(name, result)                                                                             \
    case OP_##name: {                                                                                        \
        const float x = alu_float(a);                                                                        \
        const float y = alu_float(b);                                                                        \
        reg[i->target] = alu_canonical(result);                                                              \
        return true;                                                                                         \
    }
#define ALU_FLOAT1(name, result)                                                                             \
    case OP_##name: {                                                                                        \
        const float x = alu_float(a);                                                                        \
        reg[i->target] = alu_canonical(result);                                                              \
        return true;                                                                                         \
    }
#define ALU_BITS1(name, result)                                                                              \
    case OP_##name:                                                                                          \
        reg[i->target] = (result);                                                                           \
        return true;
#define ALU_BRANCH(name, condition)                                                                          \
    case OP_##name: {                                                                                        \
        const uint32_t n __attribute__((unused)) = FLAG(STATUS_N);                                           \
        const uint32_t z __attribute__((unused)) = FLAG(STATUS_Z);                                           \
        const uint32_t v __attribute__((unused)) = FLAG(STATUS_V);                                           \
        const uint32_t c __attribute__((unused)) = FLAG(STATUS_C);                                           \
        const uint32_t u __attribute__((unused)) = n & z;                                                    \
        if (condition)                                                                                       \
            reg[1] = i->constant;                                                                            \
        return true;                                                                                         \
    }
#include "asm/tables/alu.def"
    default:
        return do_work(step);
    }
}

static bool go_on(const struct machine *machine, struct follow *follow)
{
    const uint32_t pc = follow->reg[1];
    if (pc >= machine->program.count)
        return false;
    const struct instruction *const i = &machine->program.code[pc];
    const struct step step = {.machine = machine,
                              .i = i,
                              .follow = follow,
                              .pc = pc,
                              .a = follow->reg[i->rs],
                              .b = follow->reg[i->rt] + i->constant};
    const uint32_t landing = follow->late_target, value = follow->late_value;
    follow->reg[1] = pc + 1;
    follow->late_target = DECODE_SINK;
    if ((i->traits & DECODE_REAL) != 0 || !execute(&step))
        return false;
    if (landing != DECODE_SINK)
        follow->reg[landing] = value;
    follow->cycle++;
    return true;
}

/* ---- circles */

static bool is_same(const struct follow *a, const struct follow *b)
{
    return a->reg[1] == b->reg[1] && a->flags == b->flags && (a->cycle & 1) == (b->cycle & 1) &&
           a->late_target == b->late_target &&
           (a->late_target == DECODE_SINK || a->late_value == b->late_value) &&
           memcmp(a->reg, b->reg, DECODE_SINK * sizeof a->reg[0]) == 0;
}

/* Brent's way to find a circle: the state after 1, 2, 4, ... instructions is compared with all that follow up
 * to the next of these. Returns the instructions of a round; 0: none is found. */
static uint32_t find_round(const struct machine *machine, const struct follow *from)
{
    struct follow now = *from, seen = *from;
    for (uint32_t steps = 1, at = 0; steps <= FOLLOW_MOST; steps++) {
        if (!go_on(machine, &now))
            return 0;
        if (is_same(&now, &seen))
            return steps - at;
        if ((steps & (steps - 1)) == 0) {
            seen = now;
            at = steps;
        }
    }
    return 0;
}

bool follow_finds_circle(const struct machine *machine, const struct follow *from)
{
    return find_round(machine, from) != 0;
}

void follow_to(const struct machine *machine, struct follow *follow, uint64_t cycle)
{
    const uint64_t round = find_round(machine, follow);
    uint64_t steps = 0;
    if (round == 0)
        return;
    if (follow->cycle <= cycle)
        steps = cycle - follow->cycle;
    else
        steps = (round - (follow->cycle - cycle) % round) % round;
    if (steps > FOLLOW_MOST) /* by then it goes round */
        steps = FOLLOW_MOST + (steps - FOLLOW_MOST) % round;
    while (steps-- > 0 && go_on(machine, follow))
        ;
}
