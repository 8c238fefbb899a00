/* block.c - code of a region, block by block. Each begins with the test whether all of its instructions may
 * still be executed. Calls compute, flags, access, state. */
#include "sim/jit/inside.h"
#include "sim/isa/instruction.h"
#include "sim/isa/word.h"
#include "sim/machine/shint.h"

/* ---- jumps */

/* The label of a block of the region, or of a jump to a pc outside, where there may be other code. */
static uint32_t way_to(struct lane_maker *maker, uint32_t number, uint32_t pc)
{
    if (number != REGION_OUTSIDE)
        return number;
    if (maker->late != DECODE_SINK || pc >= maker->region.lanes->count)
        return lane_exit(maker, pc, 0);
    struct detour detour = lane_detour(maker, DETOUR_ELSEWHERE);
    detour.pc = pc;
    lane_postpone(maker, &detour);
    return detour.label;
}

/* ---- blocks */

/* rax = the lower word of the cycle. */
static void take_clock(struct lane_maker *maker)
{
    struct assembler *code = &maker->code;
    asm_op(code, X_LEA, RCX, host_memory(R14, (int32_t)lane_undone(maker)));
    asm_op(code, X_LOAD, RAX, FIELD(cycle_end));
    asm_op(code, X_SUB, RAX, host_register(RCX));
}

static void branch_by_clock(struct lane_maker *maker, const struct instruction *i, uint32_t taken)
{
    take_clock(maker);
    asm_constant(&maker->code, X_AND_K, host_register(RAX), 1);
    asm_jump(&maker->code, word_branches(i->opcode, 0) ? IF_EQUAL : IF_NOT_EQUAL, taken);
}

static void execute(struct lane_maker *maker, const struct operation *operation)
{
    const struct instruction *i = &operation->i;
    switch ((enum system_work)system_rows[i->opcode].work) {
    case SYSTEM_LOAD:
        lane_load_one(maker, operation);
        return;
    case SYSTEM_STORE:
        lane_store_one(maker, operation);
        return;
    case SYSTEM_FOLD:
        lane_fold_one(maker, operation);
        return;
    case SYSTEM_CONSTANT:
        lane_put_constant(maker, i->target, i->constant);
        break;
    case SYSTEM_CYCLE:
        take_clock(maker);
        lane_put(maker, i->target, RAX);
        break;
    case SYSTEM_COUNT:
        lane_put_constant(maker, i->target, maker->memory->pps);
        break;
    case SYSTEM_NUMBER:
        asm_op(&maker->code, X_LOAD, RAX, FIELD(number));
        lane_put(maker, i->target, RAX);
        break;
    case SYSTEM_HINT:
        if (shint_changes_state(i->constant))
            lane_hint_one(maker, i);
        break;
    case SYSTEM_NOTHING:
        break;
    default:
        lane_compute_one(maker, operation);
        break;
    }
    lane_land(maker);
}

static void begin_block(struct lane_maker *maker, uint32_t number)
{
    struct assembler *code = &maker->code;
    const struct region_block *block = maker->block = &maker->region.blocks[number];
    asm_place(code, number);
    maker->pc = block->pc;
    maker->done = 0;
    maker->late = DECODE_SINK;
    maker->counts = (struct lane_stop){.pc = 0};
    maker->flags = FLAGS_IN_FRAME;
    asm_constant(code, X_SUB_K, host_register(R14), block->count);
    asm_jump(code, IF_BELOW, lane_exit(maker, block->pc, block->count));
}

/* The last instruction of a block if it jumps. */
static void go_away(struct lane_maker *maker, const struct instruction *i)
{
    const struct region_block *block = maker->block;
    if (block->end == REGION_JUMP) {
        if (instruction_calls(i))
            lane_take(maker, RCX, i->rs);
        else
            lane_take_second(maker, RCX, i);
    }
    if (instruction_calls(i))
        lane_put_constant(maker, i->target, maker->pc + 1);
    lane_land(maker);
    if (maker->flags == FLAGS_IN_FRAME)
        lane_settle(maker);
    if (block->end == REGION_JUMP) {
        asm_jump_to(&maker->code, ALWAYS, maker->routines.go);
        return;
    }
    const uint32_t taken = way_to(maker, block->taken, i->constant);
    if (system_reads_clock(i->opcode))
        branch_by_clock(maker, i, taken);
    else if (block->end == REGION_BRANCH)
        lane_branch(maker, i, taken);
    else
        asm_jump(&maker->code, ALWAYS, taken);
}

/* Whether the code of a block is there. */
static bool is_placed(const struct lane_maker *maker, uint32_t number)
{
    return maker->code.labels[number] != UINT32_MAX;
}

/* Returns the block that must follow immediately, or REGION_OUTSIDE. */
static uint32_t make_block(struct lane_maker *maker, uint32_t number)
{
    const struct operation *code = maker->region.code;
    begin_block(maker, number);
    const struct region_block *block = maker->block;
    const bool goes_away =
        block->end == REGION_BRANCH || block->end == REGION_CALL || block->end == REGION_JUMP;
    for (; maker->done < block->count - goes_away; maker->done++, maker->pc++)
        execute(maker, &code[maker->pc]);
    if (goes_away) {
        go_away(maker, &code[maker->pc].i);
        maker->pc++;
    } else {
        lane_settle(maker);
    }
    if (block->end == REGION_CALL || block->end == REGION_JUMP)
        return REGION_OUTSIDE;
    if (block->next != REGION_OUTSIDE && !is_placed(maker, block->next))
        return block->next;
    asm_jump(&maker->code, ALWAYS, way_to(maker, block->next, maker->pc));
    return REGION_OUTSIDE;
}

/* ---- regions */

/* Calls of the frame's functions, with registers stored before and reloaded after them. Carry is set if the
 * code must stop. */
static void make_call(struct lane_maker *maker, enum lane_call call)
{
    struct assembler *code = &maker->code;
    asm_place(code, maker->calls[call]);
    asm_op(code, X_LOAD, RSI, host_register(RAX));
    asm_op(code, X_LOAD | X_WIDE, RDI, host_register(R13));
    asm_op(code, X_STORE, R14, FIELD(left));
    asm_constant(code, X_SUB_K | X_WIDE, host_register(RSP), 8);
    asm_op(code, X_TO, X_CALL_TO,
           frame_field(offsetof(struct lane_frame, calls) + call * sizeof(lane_function *)));
    asm_constant(code, X_ADD_K | X_WIDE, host_register(RSP), 8);
    asm_op_byte(code, X_BT | X_WIDE, 4, host_register(RAX), 32);
    lane_load_registers(maker, false);
    asm_byte(code, X_RETURN);
}

static void begin_region(struct lane_maker *maker)
{
    maker->detour_count = 0;
    for (uint32_t k = 0; k < maker->region.count; k++)
        (void)asm_label(&maker->code); /* the label of block k is k */
    for (unsigned k = 0; k < LANE_CALLS; k++)
        maker->calls[k] = asm_label(&maker->code);
    lane_allot(maker);
}

static void make_blocks(struct lane_maker *maker)
{
    for (uint32_t k = 0; k < maker->region.count && !maker->code.has_failed; k++) {
        uint32_t number = is_placed(maker, k) ? REGION_OUTSIDE : k;
        while (number != REGION_OUTSIDE && !maker->code.has_failed)
            number = make_block(maker, number);
    }
}

bool lane_make_region(struct lane_maker *maker)
{
    const struct region *region = &maker->region;
    begin_region(maker);
    make_blocks(maker);
    for (uint32_t k = 0; k < maker->detour_count && !maker->code.has_failed; k++)
        lane_make_detour(maker, &maker->detours[k]);
    for (unsigned k = 0; k < LANE_CALLS; k++)
        make_call(maker, k);
    for (uint32_t k = 0; k < region->count; k++) {
        if (!region->blocks[k].is_entry)
            continue;
        region->blocks[k].entry = maker->code.at;
        lane_load_registers(maker, true);
        asm_jump(&maker->code, ALWAYS, k);
    }
    return asm_finish(&maker->code);
}
