/* lane.c - see lane.h.
 *
 * What an instruction writes goes to the frame at once: registers, flags, and by the block what is counted.
 * So the places where the code stops, of which there are many, have nothing to do but to say their number;
 * what is known of such a place stands in its native_stop. What is read stays with LLVM as long as the block.
 * Calls ir, alu, access.
 */
#include "sim/native/lane.h"

#include <stdlib.h>

#include "asm/isa.h"
#include "sim/native/inside.h"

/* ---- flags */

static void set_flags(struct lane *lane, struct native_flag_state flags)
{
    const struct ir *ir = lane->ir;
    if (!lane->knows_flags || lane->flags.kind != flags.kind)
        ir_store(ir, ir_word(ir, flags.kind), LANE_FIELD(lane, flags, ir->word));
    ir_store(ir, flags.a, LANE_FIELD(lane, flags_a, ir->word));
    if (flags.b != NULL)
        ir_store(ir, flags.b, LANE_FIELD(lane, flags_b, ir->word));
    lane->flags = flags;
    lane->knows_flags = true;
}

/* Their status word, of whatever kind they are. */
static void make_flags_known(struct lane *lane)
{
    const struct ir *ir = lane->ir;
    if (lane->knows_flags)
        return;
    const ir_value kind = LANE_WORD(lane, flags), a = LANE_WORD(lane, flags_a), b = LANE_WORD(lane, flags_b);
    ir_value status = a;
    for (unsigned k = NATIVE_FLAGS_COMPARE; k <= NATIVE_FLAGS_FLOAT; k++) {
        const struct native_flag_state flags = {(enum native_flags)k, a, b};
        status =
            ir_select(ir, ir_compare(ir, LLVM_EQ, kind, ir_word(ir, k)), native_status(ir, &flags), status);
    }
    set_flags(lane, (struct native_flag_state){NATIVE_FLAGS_WORD, status, NULL});
}

/* ---- instructions */

static void compute(struct lane *lane, const struct instruction *i)
{
    const struct ir *ir = lane->ir;
    const ir_value a = lane_register(lane, i->rs), b = lane_second(lane, i);
    if (i->traits & DECODE_DIVIDES)
        lane_stop_if(lane, ir_compare(ir, LLVM_EQ, b, ir_word(ir, 0)));
    if (i->traits & DECODE_READS_FLAGS)
        make_flags_known(lane);
    struct native_flag_state flags = lane->flags;
    const ir_value result = native_compute(ir, i, a, b, &flags);
    if (i->traits & DECODE_SETS_FLAGS)
        set_flags(lane, flags);
    lane_set_register(lane, i->target, result);
    lane_arrive(lane, DECODE_SINK, NULL);
}

static void execute(struct lane *lane, const struct operation *operation)
{
    const struct instruction *i = &operation->i;
    switch (i->kind) {
    case ISA_KIND_LOAD:
    case ISA_KIND_POP:
        lane_load(lane, operation);
        break;
    case ISA_KIND_STORE:
    case ISA_KIND_PUSH:
        lane_store(lane, operation);
        break;
    case ISA_KIND_MULTIPREFIX:
    case ISA_KIND_SYNC:
        lane_fold(lane, operation);
        break;
    case ISA_KIND_IDENTITY:
        lane_set_register(lane, i->target,
                          i->opcode == OP_getnp ? ir_word(lane->ir, lane->region->subject->pps)
                                                : LANE_WORD(lane, number));
        lane_arrive(lane, DECODE_SINK, NULL);
        break;
    case ISA_KIND_HINT:
        lane_arrive(lane, DECODE_SINK, NULL);
        break;
    default:
        compute(lane, i);
        break;
    }
}

/* ---- the ends of blocks */

/* What was done in the block is counted. */
static void settle_counts(struct lane *lane)
{
    LANE_COUNT(lane, loads, lane->counts.loads);
    LANE_COUNT(lane, stores, lane->counts.stores);
    LANE_COUNT(lane, acts, lane->counts.acts);
    LANE_COUNT(lane, shared_stores, lane->counts.shared_stores);
    LANE_COUNT(lane, folds, lane->counts.folds);
    lane->counts = (struct native_stop){.pc = 0};
}

/* The block of the region that comes next, or a place where the code stops. */
static LLVMBasicBlockRef way_out(struct lane *lane, uint32_t number, uint32_t pc)
{
    const struct ir *ir = lane->ir;
    if (number != REGION_OUTSIDE)
        return lane->code[number];
    LLVMBasicBlockRef here = ir->llvm->GetInsertBlock(ir->builder), out = ir_block(ir);
    ir_begin(ir, out);
    lane_stop_here(lane, pc, 0);
    ir_begin(ir, here);
    return out;
}

/* A block that only one other leads to begins with what is known of the flags there. */
static void hand_flags(struct lane *lane, uint32_t number)
{
    if (number == REGION_OUTSIDE || !lane->knows_flags)
        return;
    const struct region_block *block = &lane->region->blocks[number];
    if (block->ways_in != 1 || block->is_entry || block->is_return)
        return;
    lane->known[number] = true;
    lane->handed[number] = lane->flags;
}

/* To wherever a register says: mostly to after a call of the region. */
static void jump(struct lane *lane, ir_value target)
{
    const struct ir *ir = lane->ir;
    const struct region *region = lane->region;
    LLVMBasicBlockRef out = ir_block(ir);
    const ir_value choice = ir->llvm->BuildSwitch(ir->builder, target, out, region->count);
    for (uint32_t k = 0; k < region->count; k++)
        if (region->blocks[k].is_return)
            ir->llvm->AddCase(choice, ir_word(ir, region->blocks[k].pc), lane->code[k]);
    ir_begin(ir, out);
    ir_store(ir, target, LANE_FIELD(lane, pc, ir->word));
    lane_stop_here(lane, NATIVE_ANYWHERE, 0);
}

static void go_away(struct lane *lane, const struct instruction *i)
{
    const struct ir *ir = lane->ir;
    const struct region_block *block = lane->block;
    ir_value truth = NULL, target = NULL;
    if (block->end == REGION_BRANCH) {
        make_flags_known(lane);
        truth = native_condition(ir, i, &lane->flags);
    }
    if (block->end == REGION_JUMP)
        target = i->opcode == OP_callr ? lane_register(lane, i->rs) : lane_second(lane, i);
    if (i->kind == ISA_KIND_CALL)
        lane_set_register(lane, i->target, ir_word(ir, lane->pc + 1));
    lane_arrive(lane, DECODE_SINK, NULL);
    settle_counts(lane);
    if (block->end == REGION_JUMP) {
        jump(lane, target);
        return;
    }
    hand_flags(lane, block->next);
    hand_flags(lane, block->taken);
    LLVMBasicBlockRef taken = way_out(lane, block->taken, i->constant);
    if (block->end == REGION_CALL)
        ir_go(ir, taken);
    else
        ir_branch(ir, truth, taken, way_out(lane, block->next, lane->pc + 1));
}

static void begin_block(struct lane *lane, uint32_t number)
{
    const struct ir *ir = lane->ir;
    const struct region_block *block = lane->block = &lane->region->blocks[number];
    ir_begin(ir, lane->code[number]);
    lane->pc = block->pc;
    lane->done = 0;
    for (unsigned r = 0; r < DECODE_SINK; r++)
        lane->reg[r] = NULL;
    lane->late = block->late;
    lane->late_value = block->late != DECODE_SINK ? LANE_WORD(lane, late_value) : NULL;
    lane->counts = (struct native_stop){.pc = 0};
    lane->knows_flags = lane->known[number];
    lane->flags = lane->handed[number];
    const ir_value left = LANE_WORD(lane, left), count = ir_word(ir, block->count);
    lane_stop_with(lane, ir_compare(ir, LLVM_ULT, left, count), 0);
    lane->left = ir_operate(ir, LLVM_SUB, left, count);
    ir_store(ir, lane->left, LANE_FIELD(lane, left, ir->word));
}

static void build_block(struct lane *lane, uint32_t number)
{
    const struct ir *ir = lane->ir;
    const struct operation *code = lane->region->subject->code;
    begin_block(lane, number);
    const struct region_block *block = lane->block;
    const bool goes_away =
        block->end == REGION_BRANCH || block->end == REGION_CALL || block->end == REGION_JUMP;
    for (; lane->done < block->count - goes_away; lane->done++, lane->pc++)
        execute(lane, &code[lane->pc]);
    if (goes_away) {
        go_away(lane, &code[lane->pc].i);
        return;
    }
    settle_counts(lane);
    if (lane->late != DECODE_SINK)
        ir_store(ir, lane->late_value, LANE_FIELD(lane, late_value, ir->word));
    hand_flags(lane, block->next);
    ir_go(ir, way_out(lane, block->next, lane->pc));
}

/* ---- the function */

static void begin_function(struct lane *lane, const char *name)
{
    struct ir *ir = lane->ir;
    const struct llvm *llvm = ir->llvm;
    LLVMTypeRef types[] = {llvm->PointerType(ir->byte, 0), ir->word};
    ir->function = llvm->AddFunction(ir->module, name, llvm->FunctionType(ir->word, types, 2, 0));
    llvm->AddAttributeAtIndex(
        ir->function, UINT32_MAX,
        llvm->CreateEnumAttribute(ir->context, llvm->GetEnumAttributeKindForName("nounwind", 8), 0));
    lane->frame = llvm->GetParam(ir->function, 0);
}

/* A pointer in the frame, to bytes or words. */
static ir_value pointer_of(struct lane *lane, size_t offset, LLVMTypeRef to)
{
    LLVMTypeRef type = lane->ir->llvm->PointerType(to, 0);
    return ir_load(lane->ir, type, lane_field(lane, offset, type));
}

static void build_leave(struct lane *lane)
{
    const struct ir *ir = lane->ir;
    lane->leave = ir_block(ir);
    ir_begin(ir, lane->leave);
    lane->leave_number = ir->llvm->BuildPhi(ir->builder, ir->word, "");
    ir->llvm->BuildRet(ir->builder, lane->leave_number);
}

/* The way from the beginning to the entries. */
static void build_entries(struct lane *lane, LLVMBasicBlockRef begin, struct native_region *out)
{
    const struct ir *ir = lane->ir;
    const struct region *region = lane->region;
    LLVMBasicBlockRef nowhere = ir_block(ir);
    ir_value none = ir_word(ir, 0);
    ir_begin(ir, begin);
    const ir_value choice =
        ir->llvm->BuildSwitch(ir->builder, ir->llvm->GetParam(ir->function, 1), nowhere, region->count);
    for (uint32_t k = 0; k < region->count; k++) {
        if (!region->blocks[k].is_entry)
            continue;
        ir->llvm->AddCase(choice, ir_word(ir, out->entry_count), lane->code[k]);
        out->entries[out->entry_count] =
            (struct native_place){.pc = region->blocks[k].pc, .place = out->entry_count};
        out->entry_count++;
    }
    ir_begin(ir, nowhere); /* no PP comes here */
    ir->llvm->AddIncoming(lane->leave_number, &none, &nowhere, 1);
    ir_go(ir, lane->leave);
}

bool lane_build(struct ir *ir, const struct region *region, const char *name, struct native_region *out)
{
    struct lane lane = {.ir = ir, .region = region};
    out->entries = calloc(region->count, sizeof *out->entries);
    if (region->count > LANE_BLOCKS_MOST || out->entries == NULL)
        return false;
    begin_function(&lane, name);
    LLVMBasicBlockRef begin = ir_block(ir);
    ir_begin(ir, begin);
    lane.cells = pointer_of(&lane, offsetof(struct native_frame, cells), ir->word);
    lane.shadow = pointer_of(&lane, offsetof(struct native_frame, shadow), ir->word);
    lane.registers = pointer_of(&lane, offsetof(struct native_frame, reg), ir->byte);
    build_leave(&lane);
    for (uint32_t k = 0; k < region->count; k++)
        lane.code[k] = ir_block(ir);
    build_entries(&lane, begin, out);
    for (uint32_t k = 0; k < region->count; k++)
        build_block(&lane, k);
    out->stops = lane.stops;
    out->stop_count = lane.stop_count;
    return !lane.failed;
}
