/* level.c - the tables behind level.h, and small analyses of the program: how many quiet instructions follow
 * each one, where flags are dead, what may race.
 *
 * The first two follow control flow as flow.h gives it; a computed jump may go anywhere, so nothing is
 * assumed after it. */
#include "sim/tile/code/level.h"

#include <stdlib.h>
#include <string.h>

#include "asm/isa.h"
#include "sim/isa/flow.h"
#include "sim/isa/instruction.h"
#include "sim/machine/lines.h"
#include "sim/machine/shint.h"
#include "sim/machine/waits.h"

enum { QUIET_MOST = 250, SWEEPS_MOST = 16 };

/* ---- how an instruction is executed */

static const uint8_t handlers[ISA_OPCODES] = {
#define ALU_INTEGER(name, result, carry, overflow)                                                           \
    [OP_##name] = HANDLE_OPERATE, [OP_##name##s] = HANDLE_OPERATE_FLAGS,
#define ALU_CARRY(name, result, carry, overflow)                                                             \
    [OP_##name] = HANDLE_OPERATE_FLAGS, [OP_##name##s] = HANDLE_OPERATE_FLAGS,
#define ALU_DIVIDE(name, result, overflow) [OP_##name] = HANDLE_DIVIDE, [OP_##name##s] = HANDLE_DIVIDE,
#define ALU_FLOAT2(name, result) [OP_##name] = HANDLE_OPERATE,
#define ALU_FLOAT1(name, result) [OP_##name] = HANDLE_OPERATE,
#define ALU_BITS1(name, result) [OP_##name] = HANDLE_OPERATE,
#define ALU_COMPARE(name, flags) [OP_##name] = HANDLE_OPERATE_FLAGS,
#define ALU_BRANCH(name, condition) [OP_##name] = HANDLE_BRANCH,
#define ALU_ALWAYS(name, condition) [OP_##name] = HANDLE_BRANCH_ALWAYS,
#define ALU_CLOCK(name, condition) [OP_##name] = HANDLE_BRANCH_MODULO,
#include "asm/tables/alu.def"
#define SYSTEM(name, work, fold, address) [OP_##name] = HANDLE_##work,
#include "asm/tables/system.def"
};

/* The handlers of the precision unit. */
static const uint8_t real_handlers[] = {[ISA_KIND_REAL] = HANDLE_REAL,
                                        [ISA_KIND_REALCMP] = HANDLE_REAL_COMPARE,
                                        [ISA_KIND_REALOUT] = HANDLE_REAL_OUT,
                                        [ISA_KIND_REALLOAD] = HANDLE_REAL_LOAD,
                                        [ISA_KIND_REALSTORE] = HANDLE_REAL_STORE};

static struct operation operation_of(const struct instruction *i, const uint32_t *real_cost)
{
    struct operation out = {.i = *i, .plain = DECODE_ILLEGAL, .cost = 1};
    if (i->opcode == DECODE_ILLEGAL)
        return out;
    if (i->traits & DECODE_REAL) {
        out.handler = real_handlers[i->kind];
        out.cost = real_cost[i->opcode];
        return out;
    }
    out.handler = handlers[i->opcode];
    out.fold = system_rows[i->opcode].fold;
    out.address = system_rows[i->opcode].address;
    const bool touches_pc =
        (i->traits & DECODE_READS_PC) || ((i->traits & DECODE_WRITES_PC) && !instruction_goes_away(i));
    if (!touches_pc)
        out.plain = i->opcode;
    if (i->opcode == OP_subs && i->rs > 1 && i->rt != 1 && i->target != i->rs && i->target != i->rt)
        out.handler = HANDLE_COMPARE;
    return out;
}

/* ---- properties of instructions */

/* Whether an instruction is of some kind. */
typedef bool level_kind(const struct operation *operation);

/* Whether an instruction certainly leaves memory and host unchanged, and its PP running, unless it faults.
 * Such a fault comes before all requests of the segment, which are of its last cycle. */
static bool is_quiet(const struct operation *operation)
{
    switch (operation->handler) {
    case HANDLE_ILLEGAL:
    case HANDLE_STORE:
    case HANDLE_FOLD:
    case HANDLE_HOST:
    case HANDLE_HALT:
    case HANDLE_REAL_LOAD:
    case HANDLE_REAL_STORE:
        return false;
    default:
        return true;
    }
}

/* Whether an instruction cannot be a request to memory or host, nor a hint that its PP will now load what
 * others have stored. */
static bool is_modest(const struct operation *operation)
{
    if (operation->handler == HANDLE_HINT)
        return shint_number(operation->i.constant) != SHINT_yield;
    return operation->handler == HANDLE_HALT || is_quiet(operation);
}

/* Minimum number of instructions of the kind from a place on; for a delay slot only the slot is known. */
static unsigned distance_from(const struct operation *code, level_kind *is_one, const uint8_t *distance,
                              struct flow_place at)
{
    const unsigned own = is_one(&code[at.pc]) ? code[at.pc].cost : 0;
    return at.jumps && own < distance[at.pc] ? own : distance[at.pc];
}

/* The same after the instruction at pc, if no delayed jump is pending there. */
static unsigned distance_after(const struct operation *code, uint32_t count, level_kind *is_one,
                               unsigned most, const uint8_t *distance, uint32_t pc)
{
    struct flow_place next[FLOW_MOST];
    const unsigned ways = flow_next(&code[pc].i, count, (struct flow_place){.pc = pc}, next);
    unsigned least = ways == FLOW_ANYWHERE ? 0 : most;
    for (unsigned k = 0; k < ways && ways <= FLOW_MOST; k++) {
        const unsigned own = distance_from(code, is_one, distance, next[k]);
        least = own < least ? own : least;
    }
    return least;
}

/* distance[pc] = minimum number of cycles from pc on in which only instructions of one kind are executed, at
 * most `most`; for pcs up to `count`. Every intermediate state of the sweeps is correct, if small: it starts
 * from 0, and only uses what is known of the successors. */
static void find_distance(const struct operation *code, uint32_t count, level_kind *is_one, unsigned most,
                          uint8_t *distance)
{
    bool changed = true;
    memset(distance, 0, (size_t)count + 1);
    for (unsigned sweep = 0; changed && sweep < SWEEPS_MOST; sweep++) {
        changed = false;
        for (uint32_t pc = count; pc-- > 0;) {
            unsigned found = 0;
            if (is_one(&code[pc])) {
                found = code[pc].cost < most ? code[pc].cost : most;
                found += distance_after(code, count, is_one, most, distance, pc);
                found = found < most ? found : most;
            }
            changed |= found != distance[pc];
            distance[pc] = (uint8_t)found;
        }
    }
}

/* Whether whole tiles execute an instruction in a loop of its own: those that they execute most, if they
 * access R1 only by a branch. */
static bool is_swift(const struct operation *operation)
{
    const struct instruction *i = &operation->i;
    const bool is_plain = operation->plain != DECODE_ILLEGAL;
    switch ((enum handler)operation->handler) {
    case HANDLE_OPERATE:
    case HANDLE_CONSTANT:
        return is_plain && i->target != DECODE_SINK;
    case HANDLE_OPERATE_FLAGS:
        return is_plain && system_rows[i->opcode].row != SYSTEM_ROW_CARRY;
    case HANDLE_COMPARE:
        return is_plain && i->target == DECODE_SINK;
    case HANDLE_LOAD: /* from a register plus a constant */
        return i->rs > 1 && i->rt == 0 && operation->address == SYSTEM_ADDRESS_SUM &&
               i->base == DECODE_SINK && i->target != 1;
    case HANDLE_BRANCH:
    case HANDLE_BRANCH_ALWAYS:
    case HANDLE_NOTHING:
        return true;
    default:
        return false;
    }
}

/* Whether flags are live after the instruction at pc. If a delayed jump may be pending, anything may follow.
 */
static bool are_live_after(const struct operation *code, uint32_t count, const uint8_t *slots,
                           const uint8_t *live, uint32_t pc)
{
    struct flow_place next[FLOW_MOST];
    const unsigned ways = flow_next(&code[pc].i, count, (struct flow_place){.pc = pc}, next);
    bool after = slots[pc] || ways == FLOW_ANYWHERE;
    for (unsigned k = 0; k < ways && ways <= FLOW_MOST; k++)
        after |= live[next[k].pc] != 0;
    return after;
}

/* Flags are live before an instruction that reads them, that shows them (halt, sys), or that keeps them for
 * one of its successors. This is the least solution, so all sweeps are needed; `live` has a flag per
 * instruction. */
static void find_live_flags(struct operation *code, uint32_t count, const uint8_t *slots, bool shows_flags,
                            uint8_t *live)
{
    bool changed = true;
    memset(live, 0, count);
    live[count] = 1;
    while (changed) {
        changed = false;
        for (uint32_t pc = count; pc-- > 0;) {
            const struct instruction *i = &code[pc].i;
            const bool after = are_live_after(code, count, slots, live, pc);
            const bool shown = code[pc].handler == HANDLE_HALT || code[pc].handler == HANDLE_HOST ||
                               code[pc].handler == HANDLE_ILLEGAL;
            const bool before =
                (i->traits & DECODE_READS_FLAGS) || shown || (after && !(i->traits & DECODE_SETS_FLAGS));
            code[pc].flags_live = after || shown || shows_flags;
            if (before && !live[pc]) {
                live[pc] = 1;
                changed = true;
            }
        }
    }
}

struct operation *level_prepare(const struct program *program, const uint32_t *real_cost, bool shows_flags)
{
    const uint32_t count = program->count;
    struct operation *code = calloc((size_t)count + 1, sizeof *code);
    uint8_t *scratch = calloc((size_t)count + 1, 1), *slots = calloc((size_t)count + 1, 1);
    if (!code || !scratch || !slots) {
        free(code);
        free(scratch);
        free(slots);
        return NULL;
    }
    for (uint32_t pc = 0; pc < count; pc++)
        code[pc] = operation_of(&program->code[pc], real_cost);
    code[count] = (struct operation){
        .i = {.opcode = DECODE_ILLEGAL, .target = DECODE_SINK, .base = DECODE_SINK}, .plain = DECODE_ILLEGAL};
    find_distance(code, count, is_quiet, QUIET_MOST, scratch);
    for (uint32_t pc = 0; pc <= count; pc++)
        code[pc].quiet = scratch[pc];
    find_distance(code, count, is_modest, LEVEL_AHEAD_MOST, scratch);
    for (uint32_t pc = 0; pc <= count; pc++)
        code[pc].ahead = scratch[pc];
    for (uint32_t pc = 0; pc < count; pc++)
        code[pc].swift = is_swift(&code[pc]) ? code[pc].handler : HANDLE_ILLEGAL;
    flow_find_slots(program->code, count, slots);
    find_live_flags(code, count, slots, shows_flags, scratch);
    for (uint32_t pc = 0; pc <= count; pc++)
        code[pc].flags_wanted = shows_flags || scratch[pc];
    free(scratch);
    free(slots);
    return code;
}

/* ---- races */

/* A load from the PP's own stack does not poll. */
static bool may_poll(const struct operation *operation)
{
    return operation->handler == HANDLE_LOAD && operation->i.rs != MACHINE_SP &&
           operation->i.rs != MACHINE_FP;
}

uint8_t *level_find_judged(const struct machine *machine, struct operation *code)
{
    const struct program *program = &machine->program;
    uint8_t *marks = calloc((size_t)program->count + 1, sizeof *marks);
    if (marks != NULL)
        waits_find(program, marks);
    for (uint32_t pc = 0; marks != NULL && pc < program->count; pc++) {
        const bool is_near = (marks[pc] & WAITS_LOOK) != 0;
        code[pc].polls = is_near && may_poll(&code[pc]);
        marks[pc] = program->origins[pc] == ORIGIN_USER && !code[pc].polls &&
                    !(is_near && code[pc].handler == HANDLE_REAL_LOAD);
    }
    return marks;
}
