/* access.c - instructions that access memory, as intermediate code: what sim/bsp/event/advance.c does, in its
 * two forms.
 *
 * An address is looked for where it most likely lies: in the own stack if its base is stack or frame pointer,
 * else in shared memory. If it lies there, and nothing forbids to go on, that is done here, without a branch
 * but for the one question whether it is so. Else a function of the frame does it. Calls ir.
 */
#include "asm/isa.h"
#include "sim/native/inside.h"

#define FRAME_WORD(field) LANE_WORD(lane, field)

/* The address of an access; *sum is what the base register becomes. */
static ir_value address_of(struct lane *lane, const struct operation *operation, ir_value *sum)
{
    const ir_value a = lane_register(lane, operation->i.rs);
    *sum = ir_operate(lane->ir, LLVM_ADD, a, lane_second(lane, &operation->i));
    return operation->address == ADDRESS_BEFORE ? a : *sum;
}

static ir_value shadow_at(const struct lane *lane, ir_value cell)
{
    return ir_element(lane->ir, lane->ir->word, lane->shadow, cell);
}

static ir_value cell_at(const struct lane *lane, ir_value cell)
{
    return ir_element(lane->ir, lane->ir->word, lane->cells, cell);
}

static ir_value both(const struct lane *lane, ir_value p, ir_value q)
{
    return ir_operate(lane->ir, LLVM_AND, p, q);
}

static bool is_stack_register(unsigned number)
{
    return number == MACHINE_SP || number == MACHINE_FP;
}

/* Where an access most likely leads. `truth`: it does; else `cell` is any one that may be looked at. */
struct guess {
    bool is_shared;
    ir_value truth, cell;
};

static struct guess guess(const struct lane *lane, ir_value address, unsigned base)
{
    const struct ir *ir = lane->ir;
    const struct native_subject *subject = lane->region->subject;
    const ir_value guard = ir_word(ir, subject->guard);
    ir_value truth, cell = address;
    if (is_stack_register(base)) {
        const ir_value offset = ir_operate(ir, LLVM_SUB, address, FRAME_WORD(stack_address));
        truth = ir_compare(ir, LLVM_ULT, offset, FRAME_WORD(stack_words));
        cell = ir_operate(ir, LLVM_ADD, FRAME_WORD(stack_cell),
                          ir_operate(ir, LLVM_SHL, offset, ir_word(ir, subject->lane_shift)));
    } else {
        truth = ir_compare(ir, LLVM_ULT, ir_operate(ir, LLVM_SUB, address, guard),
                           ir_word(ir, subject->shared_span));
    }
    return (struct guess){!is_stack_register(base), truth, ir_select(ir, truth, cell, guard)};
}

/* ---- the function of the frame that does it otherwise */

/* Calls a native_load or native_store; its answer. */
static ir_value call_other(struct lane *lane, size_t offset, const struct guess *guess, ir_value address,
                           ir_value datum)
{
    const struct ir *ir = lane->ir;
    const struct llvm *llvm = ir->llvm;
    const uint32_t undone = lane->block->count - lane->done;
    const ir_value hint = ir_word(ir, undone | (guess->is_shared ? NATIVE_GUESSED_SHARED : 0));
    LLVMTypeRef types[] = {llvm->PointerType(ir->byte, 0), ir->word, ir->word, ir->word, ir->word};
    const unsigned count = datum != NULL ? 5 : 3;
    LLVMTypeRef type = llvm->FunctionType(ir->wide, types, count, 0);
    LLVMTypeRef pointer = llvm->PointerType(type, 0);
    ir_value arguments[] = {lane->frame, address, hint, datum, ir_word(ir, lane->pc)};
    return llvm->BuildCall2(ir->builder, type, ir_load(ir, pointer, lane_field(lane, offset, pointer)),
                            arguments, count, "");
}
#define CALL_OTHER(function, guess, address, datum)                                                          \
    call_other(lane, offsetof(struct native_frame, function), (guess), (address), (datum))

/* The code stops if the answer says so. */
static void stop_if_told(struct lane *lane, ir_value answer)
{
    const struct ir *ir = lane->ir;
    lane_stop_if(lane, ir_compare(ir, LLVM_UGE, answer, ir->llvm->ConstInt(ir->wide, NATIVE_STOPS, 0)));
}

/* ---- logs */

/* Where a log goes on, as bytes. */
static ir_value log_place(const struct lane *lane, size_t offset)
{
    LLVMTypeRef bytes = lane->ir->llvm->PointerType(lane->ir->byte, 0);
    return ir_load(lane->ir, bytes, lane_field(lane, offset, bytes));
}

static ir_value has_room(const struct lane *lane, size_t next, size_t end)
{
    return ir_compare(lane->ir, LLVM_NE, log_place(lane, next), log_place(lane, end));
}
#define HAS_ROOM(log)                                                                                        \
    has_room(lane, offsetof(struct native_frame, log), offsetof(struct native_frame, log##_end))

static void advance_log(const struct lane *lane, size_t next, ir_value place, size_t size)
{
    const struct ir *ir = lane->ir;
    ir_store(ir, ir_beyond(ir, place, size, ir->byte),
             lane_field(lane, next, ir->llvm->PointerType(ir->byte, 0)));
}

static ir_value filter_bit(const struct lane *lane, ir_value cell)
{
    const struct ir *ir = lane->ir;
    const ir_value number = ir_cast(ir, LLVM_ZEXT, ir_operate(ir, LLVM_AND, cell, ir_word(ir, 63)), ir->wide);
    return ir_operate(ir, LLVM_SHL, ir->llvm->ConstInt(ir->wide, 1, 0), number);
}

static ir_value is_not_posted(const struct lane *lane, ir_value cell)
{
    const struct ir *ir = lane->ir;
    const ir_value posted = ir_load(ir, ir->wide, LANE_FIELD(lane, posted, ir->wide));
    return ir_compare(ir, LLVM_EQ, both(lane, posted, filter_bit(lane, cell)),
                      ir->llvm->ConstInt(ir->wide, 0, 0));
}

/* A shared word is read ahead. */
static void note_read(struct lane *lane, ir_value cell, ir_value value, ir_value before)
{
    const struct ir *ir = lane->ir;
    const size_t next = offsetof(struct native_frame, read);
    const ir_value place = log_place(lane, next), time = lane_time(lane);
    const ir_value later = ir_select(ir, ir_compare(ir, LLVM_UGT, time, before), time, before);
    ir_store(ir, later, shadow_at(lane, cell));
    ir_store(ir, cell, ir_beyond(ir, place, offsetof(struct native_read, cell), ir->word));
    ir_store(ir, value, ir_beyond(ir, place, offsetof(struct native_read, value), ir->word));
    ir_store(ir, time, ir_beyond(ir, place, offsetof(struct native_read, time), ir->word));
    advance_log(lane, next, place, sizeof(struct native_read));
    const ir_value filter = LANE_FIELD(lane, filter, ir->wide);
    ir_store(ir, ir_operate(ir, LLVM_OR, ir_load(ir, ir->wide, filter), filter_bit(lane, cell)), filter);
}

static void note_write(const struct lane *lane, ir_value cell)
{
    const struct ir *ir = lane->ir;
    const size_t next = offsetof(struct native_frame, write);
    const ir_value place = log_place(lane, next), before = ir_load(ir, ir->word, cell_at(lane, cell));
    ir_store(ir, cell, ir_beyond(ir, place, offsetof(struct native_write, cell), ir->word));
    ir_store(ir, before, ir_beyond(ir, place, offsetof(struct native_write, before), ir->word));
    advance_log(lane, next, place, sizeof(struct native_write));
}

/* ---- loads */

void lane_load(struct lane *lane, const struct operation *operation)
{
    const struct ir *ir = lane->ir;
    const struct instruction *i = &operation->i;
    const bool ahead = lane->region->form == NATIVE_AHEAD;
    ir_value sum, values[2];
    const ir_value address = address_of(lane, operation, &sum);
    const struct guess likely = guess(lane, address, i->rs);
    ir_value good = likely.truth, before = NULL;
    if (likely.is_shared) {
        before = ir_load(ir, ir->word, shadow_at(lane, likely.cell));
        good = both(lane, good, ir_compare(ir, LLVM_ULT, before, FRAME_WORD(asked)));
        if (ahead)
            good = both(lane, good, both(lane, HAS_ROOM(read), is_not_posted(lane, likely.cell)));
    }
    values[0] = ir_load(ir, ir->word, cell_at(lane, likely.cell));
    LLVMBasicBlockRef other = ir_block(ir), done = ir_block(ir);
    LLVMBasicBlockRef from[2];
    if (likely.is_shared && ahead) {
        LLVMBasicBlockRef here = ir_block(ir);
        ir_branch(ir, good, here, other);
        ir_begin(ir, here);
        note_read(lane, likely.cell, values[0], before);
        ir_go(ir, done);
        from[0] = here;
    } else {
        from[0] = ir->llvm->GetInsertBlock(ir->builder);
        ir_branch(ir, good, done, other);
    }
    ir_begin(ir, other);
    const ir_value answer = CALL_OTHER(load, &likely, address, NULL);
    stop_if_told(lane, answer);
    values[1] = ir_cast(ir, LLVM_TRUNC, answer, ir->word);
    from[1] = ir->llvm->GetInsertBlock(ir->builder);
    ir_go(ir, done);
    ir_begin(ir, done);
    const ir_value value = ir->llvm->BuildPhi(ir->builder, ir->word, "");
    ir->llvm->AddIncoming(value, values, from, 2);
    lane->counts.loads++;
    lane->counts.acts += likely.is_shared;
    lane_set_register(lane, i->base, sum);
    lane_arrive(lane, i->target, value);
}

/* ---- stores and multiprefix requests */

/* Sure: a shared cell becomes `datum`; it is noted when that was, and whether it has changed. */
static void write_shared(struct lane *lane, ir_value cell, ir_value datum, ir_value before)
{
    const struct ir *ir = lane->ir;
    const ir_value time = lane_time(lane);
    const ir_value changes = ir_compare(ir, LLVM_NE, before, datum);
    ir_store(ir, time, LANE_FIELD(lane, written, ir->word));
    ir_store(ir, ir_select(ir, changes, time, FRAME_WORD(changed)), LANE_FIELD(lane, changed, ir->word));
    ir_store(ir, datum, cell_at(lane, cell));
}

/* Whether no PP has read the cell later than now, nor has to be told that it changes. */
static ir_value is_unseen(struct lane *lane, ir_value cell)
{
    const struct ir *ir = lane->ir;
    return ir_compare(ir, LLVM_ULE, ir_load(ir, ir->word, shadow_at(lane, cell)), lane_time(lane));
}

/* A store that most likely is done as `likely` says. */
static void store_likely(struct lane *lane, const struct guess *likely, ir_value address, ir_value datum)
{
    const struct ir *ir = lane->ir;
    LLVMBasicBlockRef here = ir_block(ir), other = ir_block(ir), done = ir_block(ir);
    const bool ahead = lane->region->form == NATIVE_AHEAD;
    ir_value good = likely->truth;
    if (likely->is_shared)
        good = both(lane, good, is_unseen(lane, likely->cell));
    else if (ahead)
        good = both(lane, good, HAS_ROOM(write));
    ir_branch(ir, good, here, other);
    ir_begin(ir, here);
    if (likely->is_shared) {
        write_shared(lane, likely->cell, datum, ir_load(ir, ir->word, cell_at(lane, likely->cell)));
    } else {
        if (ahead)
            note_write(lane, likely->cell);
        ir_store(ir, datum, cell_at(lane, likely->cell));
    }
    ir_go(ir, done);
    ir_begin(ir, other);
    stop_if_told(lane, CALL_OTHER(store, likely, address, datum));
    ir_go(ir, done);
    ir_begin(ir, done);
    lane->counts.shared_stores += likely->is_shared;
}

void lane_store(struct lane *lane, const struct operation *operation)
{
    const struct instruction *i = &operation->i;
    ir_value sum;
    const ir_value address = address_of(lane, operation, &sum), datum = lane_register(lane, i->rd);
    struct guess likely = guess(lane, address, i->rs);
    if (likely.is_shared && lane->region->form == NATIVE_AHEAD) {
        likely.is_shared = false; /* nothing of it is counted here */
        stop_if_told(lane, CALL_OTHER(store, &likely, address, datum));
    } else {
        store_likely(lane, &likely, address, datum);
    }
    lane->counts.stores++;
    lane_set_register(lane, i->base, sum);
    lane_arrive(lane, DECODE_SINK, NULL);
}

static ir_value combine(const struct lane *lane, const struct instruction *i, ir_value cell, ir_value datum)
{
    const struct ir *ir = lane->ir;
    switch (i->opcode) {
    case OP_mpadd:
    case OP_syncadd:
        return ir_operate(ir, LLVM_ADD, cell, datum);
    case OP_mpmax:
    case OP_syncmax:
        return ir_select(ir, ir_compare(ir, LLVM_SGT, cell, datum), cell, datum);
    case OP_mpand:
    case OP_syncand:
        return ir_operate(ir, LLVM_AND, cell, datum);
    default:
        return ir_operate(ir, LLVM_OR, cell, datum);
    }
}

/* Sure, and to shared memory; any other is left to the interpreter. */
void lane_fold(struct lane *lane, const struct operation *operation)
{
    const struct ir *ir = lane->ir;
    const struct instruction *i = &operation->i;
    ir_value sum;
    const ir_value address = address_of(lane, operation, &sum), datum = lane_register(lane, i->rd);
    const struct guess likely = guess(lane, address, 0);
    const ir_value good = both(lane, likely.truth, is_unseen(lane, likely.cell));
    lane_stop_if(lane, ir_operate(ir, LLVM_XOR, good, ir_bit(ir, true)));
    const ir_value before = ir_load(ir, ir->word, cell_at(lane, likely.cell));
    write_shared(lane, likely.cell, combine(lane, i, before, datum), before);
    lane->counts.folds++;
    lane->counts.acts++;
    lane_arrive(lane, i->traits & DECODE_DELAYED ? i->target : DECODE_SINK, before);
}
