/* inside.h - what lane.c, access.c and state.c share: a function in the making. Not for anybody else. */
#ifndef PRAM_NATIVE_INSIDE_H
#define PRAM_NATIVE_INSIDE_H

#include <stddef.h>

#include "sim/native/alu.h"
#include "sim/native/region.h"

#define LANE_BLOCKS_MOST 1024u

struct lane {
    struct ir *ir;
    const struct region *region;
    /* of the function */
    ir_value frame, cells, shadow, registers;
    LLVMBasicBlockRef code[LANE_BLOCKS_MOST]; /* of each block */
    bool known[LANE_BLOCKS_MOST];             /* what the flags are when it begins, */
    struct native_flag_state handed[LANE_BLOCKS_MOST];
    LLVMBasicBlockRef leave; /* where all ways out meet: */
    ir_value leave_number;   /* .. the number of the stop */
    struct native_stop *stops;
    uint32_t stop_count, stop_room;
    bool failed; /* memory is short */
    /* of the block */
    const struct region_block *block;
    uint32_t pc;
    uint32_t done;             /* instructions of the block before the present one */
    ir_value left;             /* instructions that may be executed after the block */
    ir_value reg[DECODE_SINK]; /* what registers are, as far as that is known; NULL: what the frame says */
    uint8_t late;              /* the register that a delayed value is on its way to, */
    ir_value late_value;
    struct native_stop counts; /* what is done in the block */
    bool knows_flags;          /* else they are what the frame says */
    struct native_flag_state flags;
};

/* ---- state.c */

ir_value lane_register(struct lane *lane, unsigned number);
void lane_set_register(struct lane *lane, unsigned number, ir_value value);

/* Ends an instruction: the delayed value lands, and `value` is on its way to `target`; DECODE_SINK: nothing
 * is. */
void lane_arrive(struct lane *lane, uint8_t target, ir_value value);

/* A field of the frame: its address, its value, a number is added to it. */
ir_value lane_field(const struct lane *lane, size_t offset, LLVMTypeRef type);
#define LANE_FIELD(lane, field, type) lane_field((lane), offsetof(struct native_frame, field), (type))
ir_value lane_word(const struct lane *lane, size_t offset);
#define LANE_WORD(lane, field) lane_word((lane), offsetof(struct native_frame, field))
void lane_count(const struct lane *lane, size_t offset, uint32_t number);
#define LANE_COUNT(lane, field, number) lane_count((lane), offsetof(struct native_frame, field), (number))

/* The time of the present instruction. */
ir_value lane_time(const struct lane *lane);

/* The code stops here, at a pc; or if `truth` holds, before the present instruction: `undone` instructions
 * that were taken off `left` have not been executed. */
void lane_stop_here(struct lane *lane, uint32_t pc, uint32_t undone);
void lane_stop_with(struct lane *lane, ir_value truth, uint32_t undone);

/* Stops before the present instruction. */
void lane_stop_if(struct lane *lane, ir_value truth);

/* S */
static inline ir_value lane_second(struct lane *lane, const struct instruction *i)
{
    return i->rt != 0 ? lane_register(lane, i->rt) : ir_word(lane->ir, i->constant);
}

/* ---- access.c: instructions that access memory, whole */

void lane_load(struct lane *lane, const struct operation *operation);
void lane_store(struct lane *lane, const struct operation *operation);
void lane_fold(struct lane *lane, const struct operation *operation);

#endif
