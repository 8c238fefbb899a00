/* state.c - the state of a PP in compiled code: registers, the delayed value, slow paths, places where the
 * code stops. Calls assemble. */
#include <string.h>

#include "sim/jit/inside.h"

/* ---- register allocation */

enum { LOOP_WEIGHT = 8, LOOPS_MOST = 4, HELD_MOST = 8 };

/* The first ones survive calls of C. */
static const uint8_t holders[HELD_MOST] = {R15, R12, RSI, RDI, R8, R9, R10, R11};

/* The weight of a block: grows with the number of loops around it. */
static uint64_t weight_of(const struct region *region, uint32_t pc)
{
    uint64_t weight = 1;
    for (uint32_t k = 0, loops = 0; k < region->count && loops < LOOPS_MOST; k++) {
        const struct region_block *block = &region->blocks[k];
        const uint32_t to = block->taken == REGION_OUTSIDE ? UINT32_MAX : region->blocks[block->taken].pc;
        if (block->end != REGION_STOP && block->pc >= pc && to <= pc) {
            weight *= LOOP_WEIGHT;
            loops++;
        }
    }
    return weight;
}

static void count_uses(const struct region *region, const struct region_block *block,
                       uint64_t uses[DECODE_SINK + 1])
{
    const uint64_t weight = weight_of(region, block->pc);
    for (uint32_t k = 0; k < block->count; k++) {
        const struct instruction *i = &region->code[block->pc + k].i;
        uses[i->rs] += weight;
        uses[i->rt] += weight;
        uses[i->target] += weight;
        if (i->kind == ISA_KIND_STORE || i->kind == ISA_KIND_PUSH)
            uses[i->rd] += weight;
    }
}

void lane_allot(struct lane_maker *maker)
{
    uint64_t uses[DECODE_SINK + 1] = {0};
    for (uint32_t k = 0; k < maker->region.count; k++)
        count_uses(&maker->region, &maker->region.blocks[k], uses);
    memset(maker->host, HOST_NONE, sizeof maker->host);
    uses[0] = uses[1] = uses[DECODE_SINK] = 0;
    for (unsigned k = 0; k < HELD_MOST; k++) {
        unsigned most = 0;
        for (unsigned r = 2; r < DECODE_SINK; r++)
            most = uses[r] > uses[most] ? r : most;
        if (uses[most] == 0)
            break;
        maker->host[most] = holders[k];
        uses[most] = 0;
    }
}

void lane_load_registers(struct lane_maker *maker, bool all)
{
    for (unsigned r = 2; r < DECODE_SINK; r++) {
        const unsigned host = maker->host[r];
        if (host != HOST_NONE && (all || (host != R12 && host != R15)))
            asm_op(&maker->code, X_LOAD, host, home_of(r));
    }
}

/* ---- their values */

void lane_take(struct lane_maker *maker, unsigned host, unsigned number)
{
    if (number == 0)
        asm_set(&maker->code, host, 0);
    else if (maker->host[number] != host)
        asm_op(&maker->code, X_LOAD, host, lane_operand(maker, number));
}

void lane_take_second(struct lane_maker *maker, unsigned host, const struct instruction *i)
{
    if (lane_has_constant(i))
        asm_set(&maker->code, host, i->constant);
    else
        lane_take(maker, host, i->rt);
}

unsigned lane_hold(struct lane_maker *maker, unsigned work, unsigned number)
{
    if (maker->host[number] != HOST_NONE)
        return maker->host[number];
    lane_take(maker, work, number);
    return work;
}

void lane_put(struct lane_maker *maker, unsigned number, unsigned host)
{
    if (number == DECODE_SINK || number == 0)
        return;
    asm_op(&maker->code, X_STORE, host, home_of(number));
    if (maker->host[number] != HOST_NONE)
        asm_move(&maker->code, maker->host[number], host);
}

void lane_put_constant(struct lane_maker *maker, unsigned number, uint32_t value)
{
    asm_set(&maker->code, RAX, value);
    lane_put(maker, number, RAX);
}

/* ---- the delayed value */

void lane_land(struct lane_maker *maker)
{
    if (maker->late != DECODE_SINK) {
        asm_op(&maker->code, X_LOAD, RDX, FIELD(late_value));
        lane_put(maker, maker->late, RDX);
    }
    maker->late = DECODE_SINK;
}

/* Whether the code may stop before an instruction. */
static bool may_stop(const struct lane_maker *maker, uint32_t pc)
{
    const struct operation *operation = &maker->region.code[pc];
    return operation->address != SYSTEM_ADDRESS_NONE || (operation->i.traits & DECODE_DIVIDES);
}

/* The value may be written early if the next instruction neither reads nor writes the register, and the code
 * does not stop before it. */
void lane_delay(struct lane_maker *maker, unsigned target)
{
    lane_land(maker);
    if (target == DECODE_SINK)
        return;
    const bool is_last = maker->done + 1 == maker->block->count;
    const struct instruction *next = &maker->region.code[is_last ? maker->pc : maker->pc + 1].i;
    if (is_last || instruction_touches(next, target) || may_stop(maker, maker->pc + 1)) {
        asm_op(&maker->code, X_STORE, RAX, FIELD(late_value));
        maker->late = (uint8_t)target;
    } else {
        lane_put(maker, target, RAX);
    }
}

/* ---- counters, slow paths, and stopping */

void lane_settle(struct lane_maker *maker)
{
    struct lane_stop *counts = &maker->counts;
    struct assembler *code = &maker->code;
    if (counts->loads != 0)
        asm_constant(code, X_ADD_K, FIELD(loads), counts->loads);
    if (counts->stores != 0)
        asm_constant(code, X_ADD_K, FIELD(stores), counts->stores);
    if (counts->shared_stores != 0)
        asm_constant(code, X_ADD_K, FIELD(shared_stores), counts->shared_stores);
    *counts = (struct lane_stop){.pc = 0};
}

uint32_t lane_note_stop(struct lane_maker *maker, uint32_t pc, uint32_t undone)
{
    maker->stops =
        asm_room(&maker->code, maker->stops, sizeof *maker->stops, maker->stop_count, &maker->stop_room);
    if (maker->code.has_failed)
        return 0;
    struct lane_stop *stop = &maker->stops[maker->stop_count];
    *stop = maker->counts;
    stop->pc = pc;
    stop->late_target = maker->late;
    stop->undone = (uint8_t)undone;
    return maker->stop_count++;
}

struct detour lane_detour(struct lane_maker *maker, enum detour_kind kind)
{
    return (struct detour){.kind = kind,
                           .label = asm_label(&maker->code),
                           .back = asm_label(&maker->code),
                           .fails = kind == DETOUR_CALL ? lane_exit_here(maker) : 0,
                           .pc = maker->pc,
                           .hint = lane_undone(maker),
                           .datum = DECODE_SINK};
}

void lane_postpone(struct lane_maker *maker, const struct detour *detour)
{
    maker->detours = asm_room(&maker->code, maker->detours, sizeof *maker->detours, maker->detour_count,
                              &maker->detour_room);
    if (!maker->code.has_failed)
        maker->detours[maker->detour_count++] = *detour;
}

uint32_t lane_exit(struct lane_maker *maker, uint32_t pc, uint32_t undone)
{
    const struct detour detour = {
        .kind = DETOUR_STOP, .label = asm_label(&maker->code), .stop = lane_note_stop(maker, pc, undone)};
    lane_postpone(maker, &detour);
    return detour.label;
}
