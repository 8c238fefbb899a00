/* block.c - code of a region, block by block. Each begins with the test whether all of its instructions may
 * still be executed. Calls compute, flags, access, state. */
#include <stdlib.h>

#include "sim/jit/inside.h"
#include "sim/isa/instruction.h"
#include "sim/isa/word.h"

/* ---- jumps */

/* The label of a block of the region, or of a jump to a pc outside, where there may be other code. */
static uint32_t way_to(struct lane_maker *maker, uint32_t number, uint32_t pc)
{
    if (number != REGION_OUTSIDE)
        return maker->block_labels[number];
    if (maker->late != DECODE_SINK || pc >= maker->region->ground->count)
        return lane_exit(maker, lane_note_stop(maker, pc, 0));
    struct detour *detour = lane_detour(maker, DETOUR_ELSEWHERE);
    if (detour == NULL)
        return 0;
    detour->pc = pc;
    return detour->label;
}

/* rcx is the pc. */
static void jump(struct lane_maker *maker)
{
    struct assembler *code = &maker->code;
    asm_constant(code, X_CMP_K, host_register(RCX), maker->region->ground->count);
    asm_jump_to(code, IF_NOT_BELOW, maker->shared->nowhere);
    asm_op(code, X_LOAD | X_WIDE, RDX, FIELD(places));
    asm_jump_by(code, host_indexed(RDX, RCX, 3, 0));
}

/* ---- blocks */

/* rax = the lower word of the cycle. */
static void test_clock(struct lane_maker *maker, const struct instruction *i)
{
    struct assembler *code = &maker->code;
    asm_op(code, X_LEA, RCX, host_memory(R14, (int32_t)lane_undone(maker)));
    asm_op(code, X_LOAD, RAX, FIELD(cycle_end));
    asm_op(code, X_SUB, RAX, host_register(RCX));
    lane_put(maker, i->target, RAX);
}

static void branch_by_clock(struct lane_maker *maker, const struct instruction *i, uint32_t taken)
{
    test_clock(maker, i);
    asm_constant(&maker->code, X_AND_K, host_register(RAX), 1);
    asm_jump(&maker->code, word_branches(i->opcode, 0) ? IF_EQUAL : IF_NOT_EQUAL, taken);
}

static void execute(struct lane_maker *maker, const struct operation *operation)
{
    const struct instruction *i = &operation->i;
    switch (i->kind) {
    case ISA_KIND_LOAD:
    case ISA_KIND_POP:
        lane_load_one(maker, operation);
        return;
    case ISA_KIND_STORE:
    case ISA_KIND_PUSH:
        lane_store_one(maker, operation);
        return;
    case ISA_KIND_MULTIPREFIX:
    case ISA_KIND_SYNC:
        lane_fold_one(maker, operation);
        return;
    case ISA_KIND_IDENTITY:
        if (system_rows[i->opcode].work == SYSTEM_CYCLE) {
            test_clock(maker, i);
        } else if (system_rows[i->opcode].work == SYSTEM_COUNT) {
            lane_put_constant(maker, i->target, maker->subject->pps);
        } else if (i->target != DECODE_SINK) {
            asm_op(&maker->code, X_LOAD, RAX, FIELD(number));
            lane_put(maker, i->target, RAX);
        }
        break;
    case ISA_KIND_HINT:
        if (lane_is_hint(i))
            lane_hint_one(maker, i);
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
    const struct region_block *block = maker->block = &maker->region->blocks[number];
    asm_place(code, maker->block_labels[number]);
    maker->pc = block->pc;
    maker->done = 0;
    maker->late = DECODE_SINK;
    maker->counts = (struct lane_stop){.pc = 0};
    maker->flags = (struct flag_state){.is_known = false};
    asm_constant(code, X_SUB_K, host_register(R14), block->count);
    asm_jump(code, IF_BELOW, lane_exit(maker, lane_note_stop(maker, block->pc, block->count)));
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
    if (maker->flags.set == FLAGS_IN_FRAME)
        lane_settle(maker);
    if (block->end == REGION_JUMP) {
        jump(maker);
        return;
    }
    const bool falls = block->end == REGION_BRANCH;
    const uint32_t taken = way_to(maker, block->taken, i->constant);
    if (system_rows[i->opcode].row == SYSTEM_ROW_CLOCK)
        branch_by_clock(maker, i, taken);
    else if (falls)
        lane_branch(maker, i, taken);
    if (!falls)
        asm_jump(&maker->code, ALWAYS, taken);
}

/* Returns the block that must follow immediately, or REGION_OUTSIDE. */
static uint32_t make_block(struct lane_maker *maker, uint32_t number)
{
    const struct operation *code = maker->region->ground->code;
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
    if (block->next != REGION_OUTSIDE && maker->code.labels[maker->block_labels[block->next]] == UINT32_MAX)
        return block->next;
    asm_jump(&maker->code, ALWAYS, way_to(maker, block->next, maker->pc));
    return REGION_OUTSIDE;
}

/* ---- regions */

/* Calls of the frame's functions, with registers stored before and reloaded after them. An access sets carry
 * if the code must stop. */
static void make_call(struct lane_maker *maker, uint32_t label, size_t function, bool is_access)
{
    struct assembler *code = &maker->code;
    asm_place(code, label);
    asm_op(code, X_LOAD, RSI, host_register(RAX));
    asm_op(code, X_LOAD | X_WIDE, RDI, host_register(R13));
    asm_op(code, X_STORE, R14, FIELD(left));
    asm_wide_constant(code, X_SUB_K, host_register(RSP), 8);
    asm_call_by(code, frame_field(function));
    asm_wide_constant(code, X_ADD_K, host_register(RSP), 8);
    if (is_access)
        asm_bytes(code, 0xe0ba0f48u, 4), asm_bytes(code, 32, 1); /* bt rax,32 */
    lane_load_registers(maker, false);
    asm_bytes(code, 0xc3, 1);
}

static void make_exit(struct lane_maker *maker, const struct exit *exit)
{
    asm_place(&maker->code, exit->label);
    asm_set(&maker->code, RAX, exit->stop);
    asm_jump_to(&maker->code, ALWAYS, maker->shared->leave);
}

static bool begin_region(struct lane_maker *maker, const struct region *region)
{
    maker->region = region;
    maker->shared = &maker->routines[region->form];
    maker->detour_count = maker->exit_count = 0;
    if (maker->block_room < region->count) {
        free(maker->block_labels);
        maker->block_room = 2 * region->count;
        maker->block_labels = calloc(maker->block_room, sizeof *maker->block_labels);
    }
    if (maker->block_labels == NULL) {
        maker->block_room = 0;
        return false;
    }
    for (uint32_t k = 0; k < region->count; k++)
        maker->block_labels[k] = asm_label(&maker->code);
    for (unsigned k = 0; k < LANE_CALLS; k++)
        maker->accesses[k] = asm_label(&maker->code);
    maker->compute = asm_label(&maker->code);
    lane_allot(maker);
    return !maker->code.has_failed;
}

static void make_blocks(struct lane_maker *maker)
{
    for (uint32_t k = 0; k < maker->region->count && !maker->code.has_failed; k++) {
        uint32_t number = maker->code.labels[maker->block_labels[k]] == UINT32_MAX ? k : REGION_OUTSIDE;
        while (number != REGION_OUTSIDE && !maker->code.has_failed)
            number = make_block(maker, number);
    }
}

bool lane_make_region(struct lane_maker *maker, const struct region *region, const uint8_t **entries)
{
    if (!begin_region(maker, region))
        return false;
    make_blocks(maker);
    for (uint32_t k = 0; k < maker->detour_count && !maker->code.has_failed; k++)
        lane_make_detour(maker, &maker->detours[k]);
    for (uint32_t k = 0; k < maker->exit_count && !maker->code.has_failed; k++)
        make_exit(maker, &maker->exits[k]);
    for (unsigned k = 0; k < LANE_CALLS; k++)
        make_call(maker, maker->accesses[k],
                  offsetof(struct lane_frame, accesses) + k * sizeof(lane_access *), true);
    make_call(maker, maker->compute, offsetof(struct lane_frame, compute), false);
    for (uint32_t k = 0; k < region->count; k++) {
        entries[k] = maker->code.at;
        if (!region->blocks[k].is_reachable)
            continue;
        lane_load_registers(maker, true);
        asm_jump(&maker->code, ALWAYS, maker->block_labels[k]);
    }
    return asm_finish(&maker->code);
}
