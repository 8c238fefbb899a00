/* state.c - a PP as native code has it: the frame, registers, the delayed value, places where the code stops.
 * Calls ir.
 */
#include <stdlib.h>

#include "sim/native/inside.h"

/* ---- the frame */

ir_value lane_field(const struct lane *lane, size_t offset, LLVMTypeRef type)
{
    return ir_beyond(lane->ir, lane->frame, offset, type);
}

ir_value lane_word(const struct lane *lane, size_t offset)
{
    return ir_load(lane->ir, lane->ir->word, lane_field(lane, offset, lane->ir->word));
}

void lane_count(const struct lane *lane, size_t offset, uint32_t number)
{
    const struct ir *ir = lane->ir;
    if (number != 0)
        ir_store(ir, ir_operate(ir, LLVM_ADD, lane_word(lane, offset), ir_word(ir, number)),
                 lane_field(lane, offset, ir->word));
}

/* ---- registers */

static ir_value home_of(const struct lane *lane, unsigned number)
{
    return ir_beyond(lane->ir, lane->registers, number * sizeof(uint32_t), lane->ir->word);
}

ir_value lane_register(struct lane *lane, unsigned number)
{
    if (number == 0)
        return ir_word(lane->ir, 0);
    if (lane->reg[number] == NULL)
        lane->reg[number] = ir_load(lane->ir, lane->ir->word, home_of(lane, number));
    return lane->reg[number];
}

void lane_set_register(struct lane *lane, unsigned number, ir_value value)
{
    if (number == DECODE_SINK || number == 0)
        return;
    lane->reg[number] = value;
    ir_store(lane->ir, value, home_of(lane, number));
}

void lane_arrive(struct lane *lane, uint8_t target, ir_value value)
{
    if (lane->late != DECODE_SINK)
        lane_set_register(lane, lane->late, lane->late_value);
    lane->late = target;
    lane->late_value = value;
}

ir_value lane_time(const struct lane *lane)
{
    const struct ir *ir = lane->ir;
    const ir_value left = ir_operate(ir, LLVM_ADD, lane->left, ir_word(ir, lane->block->count - lane->done));
    return ir_operate(ir, LLVM_SUB, LANE_WORD(lane, time_end), left);
}

/* ---- stopping */

/* Notes a place where the code stops, and returns its number. */
static uint32_t note_stop(struct lane *lane, uint32_t pc, uint32_t undone)
{
    if (lane->stop_count == lane->stop_room) {
        const uint32_t room = 2 * lane->stop_room + 64;
        struct native_stop *stops = realloc(lane->stops, room * sizeof *stops);
        if (stops == NULL) {
            lane->failed = true;
            return 0;
        }
        lane->stops = stops;
        lane->stop_room = room;
    }
    struct native_stop *stop = &lane->stops[lane->stop_count];
    *stop = lane->counts;
    stop->pc = pc;
    stop->late_target = lane->late;
    stop->undone = (uint8_t)undone;
    return lane->stop_count++;
}

void lane_stop_here(struct lane *lane, uint32_t pc, uint32_t undone)
{
    const struct ir *ir = lane->ir;
    ir_value number = ir_word(ir, note_stop(lane, pc, undone));
    LLVMBasicBlockRef from = ir->llvm->GetInsertBlock(ir->builder);
    if (lane->late != DECODE_SINK)
        ir_store(ir, lane->late_value, LANE_FIELD(lane, late_value, ir->word));
    ir->llvm->AddIncoming(lane->leave_number, &number, &from, 1);
    ir_go(ir, lane->leave);
}

void lane_stop_with(struct lane *lane, ir_value truth, uint32_t undone)
{
    const struct ir *ir = lane->ir;
    LLVMBasicBlockRef stop = ir_block(ir), on = ir_block(ir);
    ir_branch_rarely(ir, truth, stop, on);
    ir_begin(ir, stop);
    lane_stop_here(lane, lane->pc, undone);
    ir_begin(ir, on);
}

void lane_stop_if(struct lane *lane, ir_value truth)
{
    lane_stop_with(lane, truth, lane->block->count - lane->done);
}
