/* rows.c - see rows.h.
 *
 * The function has three parts. What is the same for all PPs is computed first, once: the prologue. Then
 * comes a loop over vectors: rows that are read are loaded, all instructions of the block are executed, and
 * rows that the block leaves are stored. What registers in between hold stays with LLVM. Last, registers that
 * are two numbers are stored, and the way is returned. All loads of a vector are done first, since no store
 * is part of a block. Calls ir, alu, block.
 */
#include "sim/native/rows.h"

#include <string.h>

#include "asm/isa.h"
#include "sim/native/alu.h"

/* A register in the making: two words of the prologue, or a vector of the loop. Each is NULL until it is
 * asked for. */
struct value {
    enum block_form form;
    ir_value base, stride; /* stride: not of BLOCK_UNIFORM */
    ir_value row;
};

struct loop {
    struct ir *ir;  /* words */
    struct ir wide; /* vectors */
    const struct native_subject *subject;
    const struct block_request *request;
    const struct native_block *block;
    ir_value frame, cells, lanes;
    LLVMBasicBlockRef prologue, head, body;
    ir_value lane; /* of the loop: the first of the vector, a wide word */
    ir_value all,
        some; /* .. bits of the lanes that all vectors before have taken the branch in, that any has */
    struct value reg[DECODE_SINK + 1];
    uint8_t late;
    struct value late_value;
    ir_value loaded[BLOCK_MOST];    /* by instruction: words of the vector */
    struct native_flag_state flags; /* of words, or of vectors */
    bool flags_are_equal;
    ir_value takes; /* of a branch: whom it takes: a truth, or a vector */
};

/* ---- where instructions go */

static const struct ir *in_prologue(const struct loop *loop)
{
    ir_begin(loop->ir, loop->prologue);
    return loop->ir;
}

static const struct ir *in_body(const struct loop *loop)
{
    ir_begin(loop->ir, loop->body);
    return &loop->wide;
}

/* A field of the frame. */
static ir_value field_at(const struct loop *loop, size_t offset, LLVMTypeRef type)
{
    return ir_beyond(loop->ir, loop->frame, offset, type);
}
#define FIELD(loop, field, type) field_at((loop), offsetof(struct block_frame, field), (type))

static LLVMTypeRef pointer_to(const struct loop *loop, LLVMTypeRef type)
{
    return loop->ir->llvm->PointerType(type, 0);
}

/* The word of a register in frame.base or frame.stride. */
static ir_value number_at(const struct loop *loop, size_t offset, unsigned number)
{
    const struct ir *ir = loop->ir;
    LLVMTypeRef words = pointer_to(loop, ir->word);
    return ir_element(ir, ir->word, ir_load(ir, words, field_at(loop, offset, words)), ir_word(ir, number));
}

/* The present vector of an array of words. */
static ir_value vector_at(const struct loop *loop, ir_value words)
{
    const struct ir *ir = loop->ir;
    ir_value index = loop->lane;
    const ir_value address = ir->llvm->BuildGEP2(ir->builder, ir->word, words, &index, 1, "");
    return ir_cast(ir, LLVM_BITCAST, address, pointer_to(loop, loop->wide.word));
}

/* The row of a register. Loaded in the prologue. */
static ir_value row_of(const struct loop *loop, unsigned number)
{
    const struct ir *ir = in_prologue(loop);
    LLVMTypeRef words = pointer_to(loop, ir->word), list = pointer_to(loop, words);
    const ir_value all = ir_load(ir, list, FIELD(loop, row, list));
    return ir_load(ir, words, ir_element(ir, words, all, ir_word(ir, number)));
}

/* 0, 1, 2, .. */
static ir_value lane_numbers(const struct loop *loop)
{
    ir_value numbers[IR_LANES];
    for (uint32_t lane = 0; lane < IR_LANES; lane++)
        numbers[lane] = ir_word(loop->ir, lane);
    return loop->ir->llvm->ConstVector(numbers, IR_LANES);
}

/* ---- values */

static struct value equal_value(ir_value word)
{
    return (struct value){.form = BLOCK_UNIFORM, .base = word};
}

static struct value row_value(ir_value vector)
{
    return (struct value){.form = BLOCK_ROW, .row = vector};
}

/* A register as the block finds it. */
static void fetch(struct loop *loop, unsigned number)
{
    struct value *value = &loop->reg[number];
    const struct ir *ir = loop->ir;
    if (value->base != NULL || value->row != NULL)
        return;
    if (number == 0) {
        *value = equal_value(ir_word(ir, 0));
        return;
    }
    value->form = (enum block_form)loop->request->forms[number];
    if (value->form == BLOCK_ROW) {
        const ir_value row = row_of(loop, number);
        in_body(loop);
        value->row = ir_load(ir, loop->wide.word, vector_at(loop, row));
        return;
    }
    in_prologue(loop);
    value->base = ir_load(ir, ir->word, number_at(loop, offsetof(struct block_frame, base), number));
    if (value->form == BLOCK_RUN)
        value->stride = ir_word(ir, 1);
    else if (value->form == BLOCK_EVEN)
        value->stride = ir_load(ir, ir->word, number_at(loop, offsetof(struct block_frame, stride), number));
}

static struct value read_register(struct loop *loop, unsigned number)
{
    fetch(loop, number);
    return loop->reg[number];
}

/* Any value as a vector. */
static ir_value as_row(const struct loop *loop, const struct value *value)
{
    const struct ir *ir = loop->ir, *wide = &loop->wide;
    if (value->row != NULL)
        return value->row;
    in_prologue(loop);
    const ir_value base = ir_equal_lanes(wide, value->base);
    if (value->form == BLOCK_UNIFORM)
        return base;
    const ir_value first =
        ir_operate(wide, LLVM_ADD, base,
                   ir_operate(wide, LLVM_MUL, lane_numbers(loop), ir_equal_lanes(wide, value->stride)));
    in_body(loop);
    const ir_value lane = ir_cast(ir, LLVM_TRUNC, loop->lane, ir->word);
    return ir_operate(wide, LLVM_ADD, first,
                      ir_equal_lanes(wide, ir_operate(ir, LLVM_MUL, lane, value->stride)));
}

/* An instruction ends: the delayed value lands, another one is on its way. */
static void land(struct loop *loop, uint8_t target, struct value value)
{
    if (loop->late != DECODE_SINK)
        loop->reg[loop->late] = loop->late_value;
    loop->late = target;
    loop->late_value = value;
}

static const struct value nothing = {.form = BLOCK_UNIFORM};

/* ---- loads */

/* The words at address + more, of lanes that lie one after the other. */
static ir_value load_run(const struct loop *loop, ir_value address, int32_t more)
{
    const struct ir *ir = loop->ir;
    ir_value index =
        ir_cast(ir, LLVM_ZEXT, ir_operate(ir, LLVM_ADD, address, ir_word(ir, (uint32_t)more)), ir->wide);
    const ir_value at = ir->llvm->BuildGEP2(ir->builder, ir->word, loop->cells, &index, 1, "");
    const ir_value words =
        ir_load(ir, loop->wide.word, ir_cast(ir, LLVM_BITCAST, at, pointer_to(loop, loop->wide.word)));
    ir->llvm->SetAlignment(words, sizeof(uint32_t));
    return words;
}

static ir_value gather(const struct loop *loop, ir_value addresses, int32_t more)
{
    static const char name[] = "llvm.masked.gather";
    const struct ir *ir = loop->ir, *wide = &loop->wide;
    const struct llvm *llvm = ir->llvm;
    ir_value index = ir_cast(
        wide, LLVM_ZEXT, ir_operate(wide, LLVM_ADD, addresses, ir_word(wide, (uint32_t)more)), wide->wide);
    const ir_value places = llvm->BuildGEP2(ir->builder, ir->word, loop->cells, &index, 1, "");
    LLVMTypeRef types[] = {wide->word, llvm->VectorType(pointer_to(loop, ir->word), IR_LANES)};
    const unsigned number = llvm->LookupIntrinsicID(name, sizeof name - 1);
    const ir_value function = llvm->GetIntrinsicDeclaration(ir->module, number, types, 2);
    ir_value arguments[] = {places, ir_word(ir, sizeof(uint32_t)), ir_bit(wide, true),
                            llvm->GetUndef(wide->word)};
    return llvm->BuildCall2(ir->builder, llvm->IntrinsicGetType(ir->context, number, types, 2), function,
                            arguments, 4, "");
}

/* Whether the instruction at a place loads through a register as the block finds it. */
static bool loads_through(const struct loop *loop, uint32_t place, unsigned number)
{
    const struct instruction *i = &loop->subject->code[loop->block->pc + place].i;
    return block_is_load(i) && i->rs == number && !(loop->block->known_loads >> place & 1u);
}

/* A truth for each lane as the bits of a half word. */
static ir_value lane_bits(const struct loop *loop, ir_value truths)
{
    return ir_cast(loop->ir, LLVM_BITCAST, truths, loop->ir->llvm->Int16TypeInContext(loop->ir->context));
}

static ir_value half_word(const struct loop *loop, uint32_t value)
{
    const struct llvm *llvm = loop->ir->llvm;
    return llvm->ConstInt(llvm->Int16TypeInContext(loop->ir->context), value, 0);
}

/* All loads through a row of addresses. Lanes that lie one after the other are the rule. */
static void load_through_row(struct loop *loop, unsigned number)
{
    const struct ir *ir = loop->ir, *wide = &loop->wide;
    const struct llvm *llvm = ir->llvm;
    const ir_value addresses = read_register(loop, number).row;
    in_body(loop);
    const ir_value first = llvm->BuildExtractElement(ir->builder, addresses, ir_word(ir, 0), "");
    const ir_value run = ir_operate(wide, LLVM_ADD, ir_equal_lanes(wide, first), lane_numbers(loop));
    const ir_value same = lane_bits(loop, ir_compare(wide, LLVM_EQ, addresses, run));
    LLVMBasicBlockRef near = ir_block(ir), far = ir_block(ir), join = ir_block(ir);
    ir_branch(ir, ir_compare(ir, LLVM_EQ, same, half_word(loop, UINT16_MAX)), near, far);
    ir_value words[2][BLOCK_MOST];
    for (unsigned way = 0; way < 2; way++) {
        ir_begin(ir, way == 0 ? near : far);
        for (uint32_t k = 0; k < loop->block->count; k++) {
            const int32_t more = (int32_t)loop->subject->code[loop->block->pc + k].i.constant;
            if (loads_through(loop, k, number))
                words[way][k] = way == 0 ? load_run(loop, first, more) : gather(loop, addresses, more);
        }
        ir_go(ir, join);
    }
    loop->body = join;
    in_body(loop);
    LLVMBasicBlockRef from[] = {near, far};
    for (uint32_t k = 0; k < loop->block->count; k++) {
        if (!loads_through(loop, k, number))
            continue;
        ir_value both[] = {words[0][k], words[1][k]};
        loop->loaded[k] = llvm->BuildPhi(ir->builder, wide->word, "");
        llvm->AddIncoming(loop->loaded[k], both, from, 2);
    }
}

/* All loads through evenly spaced addresses. */
static void load_through_run(struct loop *loop, unsigned number)
{
    const struct ir *ir = loop->ir;
    const ir_value base = read_register(loop, number).base;
    in_body(loop);
    const ir_value address = ir_operate(ir, LLVM_ADD, base, ir_cast(ir, LLVM_TRUNC, loop->lane, ir->word));
    for (uint32_t k = 0; k < loop->block->count; k++)
        if (loads_through(loop, k, number))
            loop->loaded[k] =
                load_run(loop, address, (int32_t)loop->subject->code[loop->block->pc + k].i.constant);
}

/* A load of a word that all PPs load. */
static ir_value load_one(struct loop *loop, const struct instruction *i)
{
    const ir_value base = read_register(loop, i->rs).base;
    const struct ir *ir = in_prologue(loop);
    const ir_value address = ir_operate(ir, LLVM_ADD, base, ir_word(ir, i->constant));
    return ir_load(ir, ir->word, ir_element(ir, ir->word, loop->cells, address));
}

/* ---- instructions */

static void load(struct loop *loop, uint32_t place)
{
    const struct instruction *i = &loop->subject->code[loop->block->pc + place].i;
    const bool is_one = loop->loaded[place] == NULL;
    land(loop, i->target, is_one ? equal_value(load_one(loop, i)) : row_value(loop->loaded[place]));
}

/* The flags as those of vectors. */
static struct native_flag_state wide_flags(struct loop *loop)
{
    struct native_flag_state flags = loop->flags;
    if (!loop->flags_are_equal)
        return flags;
    in_prologue(loop);
    flags.a = ir_equal_lanes(&loop->wide, flags.a);
    if (flags.b != NULL)
        flags.b = ir_equal_lanes(&loop->wide, flags.b);
    return flags;
}

/* Both operands are two numbers, and so is the result. */
static struct value compute_numbers(struct loop *loop, const struct instruction *i, const struct value *a,
                                    const struct value *b, enum block_form form)
{
    const struct ir *ir = in_prologue(loop);
    const ir_value zero = ir_word(ir, 0);
    const ir_value p = a->stride != NULL ? a->stride : zero, q = b->stride != NULL ? b->stride : zero;
    struct native_flag_state none = {.kind = NATIVE_FLAGS_WORD};
    struct value result = {.form = form, .base = native_compute(ir, i, a->base, b->base, &none)};
    switch (i->opcode) {
    case OP_add:
    case OP_adds:
        result.stride = ir_operate(ir, LLVM_ADD, p, q);
        break;
    case OP_sub:
    case OP_subs:
        result.stride = ir_operate(ir, LLVM_SUB, p, q);
        break;
    case OP_mul:
    case OP_muls:
        result.stride = ir_operate(ir, LLVM_ADD, ir_operate(ir, LLVM_MUL, p, b->base),
                                   ir_operate(ir, LLVM_MUL, q, a->base));
        break;
    default: /* lsl */
        result.stride = native_compute(ir, i, p, b->base, &none);
        break;
    }
    return result;
}

static void compute(struct loop *loop, const struct instruction *i)
{
    const struct value a = read_register(loop, i->rs);
    const struct value b =
        i->rt != 0 ? read_register(loop, i->rt) : equal_value(ir_word(loop->ir, i->constant));
    const bool reads_flags = i->traits & DECODE_READS_FLAGS, sets_flags = i->traits & DECODE_SETS_FLAGS;
    const bool is_equal =
        a.form == BLOCK_UNIFORM && b.form == BLOCK_UNIFORM && (!reads_flags || loop->flags_are_equal);
    const enum block_form form = reads_flags ? BLOCK_ROW : block_result_form(i, a.form, b.form);
    struct value result = nothing;
    if (is_equal) {
        const struct ir *ir = in_prologue(loop);
        struct native_flag_state flags = loop->flags;
        result = equal_value(native_compute(ir, i, a.base, b.base, &flags));
        if (sets_flags)
            loop->flags = flags;
    } else {
        if (form != BLOCK_ROW)
            result = compute_numbers(loop, i, &a, &b, form);
        if (form == BLOCK_ROW || sets_flags) {
            struct native_flag_state flags = reads_flags ? wide_flags(loop) : loop->flags;
            const ir_value p = as_row(loop, &a), q = as_row(loop, &b);
            const struct ir *wide = in_body(loop);
            const ir_value row = native_compute(wide, i, p, q, &flags);
            if (form == BLOCK_ROW)
                result = row_value(row);
            if (sets_flags)
                loop->flags = flags;
        }
    }
    if (sets_flags)
        loop->flags_are_equal = is_equal;
    loop->reg[i->target] = result;
    land(loop, DECODE_SINK, nothing);
}

static void execute(struct loop *loop, uint32_t place)
{
    const uint32_t pc = loop->block->pc + place;
    const struct instruction *i = &loop->subject->code[pc].i;
    const struct ir *ir = loop->ir;
    if (block_is_load(i)) {
        load(loop, place);
        return;
    }
    if (native_computes(i)) {
        compute(loop, i);
        return;
    }
    if (native_is_branch(i) && i->opcode != OP_bra) {
        const struct ir *here = loop->flags_are_equal ? in_prologue(loop) : in_body(loop);
        loop->takes = native_condition(here, i, &loop->flags);
    } else if (i->kind == ISA_KIND_CALL) {
        loop->reg[i->target] = equal_value(ir_word(ir, pc + 1));
    } else if (i->opcode == OP_getnp) {
        loop->reg[i->target] = equal_value(ir_word(ir, loop->subject->pps));
    } else if (i->opcode == OP_getpn) {
        in_prologue(loop);
        loop->reg[i->target] = (struct value){.form = BLOCK_RUN,
                                              .base = ir_load(ir, ir->word, FIELD(loop, first_pp, ir->word)),
                                              .stride = ir_word(ir, 1)};
    }
    land(loop, DECODE_SINK, nothing);
}

/* ---- the function */

static void add_attribute(const struct loop *loop, const char *name, const char *text)
{
    const struct ir *ir = loop->ir;
    ir->llvm->AddAttributeAtIndex(ir->function, UINT32_MAX,
                                  ir->llvm->CreateStringAttribute(ir->context, name, (unsigned)strlen(name),
                                                                  text, (unsigned)strlen(text)));
}

static void begin_function(struct loop *loop, const char *name)
{
    struct ir *ir = loop->ir;
    const struct llvm *llvm = ir->llvm;
    LLVMTypeRef types[] = {pointer_to(loop, ir->byte)}, words = pointer_to(loop, ir->word);
    ir->function = llvm->AddFunction(ir->module, name, llvm->FunctionType(ir->word, types, 1, 0));
    llvm->AddAttributeAtIndex(
        ir->function, UINT32_MAX,
        llvm->CreateEnumAttribute(ir->context, llvm->GetEnumAttributeKindForName("nounwind", 8), 0));
    add_attribute(loop, "prefer-vector-width", "512");
    add_attribute(loop, "min-legal-vector-width", "512");
    ir_widen(ir, &loop->wide);
    loop->frame = llvm->GetParam(ir->function, 0);
    loop->prologue = ir_block(ir);
    loop->head = loop->body = ir_block(ir);
    in_prologue(loop);
    loop->cells = ir_load(ir, words, FIELD(loop, cells, words));
    loop->lanes = ir_load(ir, ir->wide, FIELD(loop, lanes, ir->wide));
    in_body(loop);
    LLVMTypeRef half = llvm->Int16TypeInContext(ir->context);
    loop->lane = llvm->BuildPhi(ir->builder, ir->wide, "");
    loop->all = llvm->BuildPhi(ir->builder, half, "");
    loop->some = llvm->BuildPhi(ir->builder, half, "");
}

/* What the loop leaves: rows of registers and flags. */
static void store_rows(struct loop *loop)
{
    const struct ir *ir = loop->ir;
    LLVMTypeRef words = pointer_to(loop, ir->word);
    for (unsigned r = 1; r < 32; r++) {
        if (!(loop->block->to_row >> r & 1u))
            continue;
        const ir_value row = row_of(loop, r), words_of = as_row(loop, &loop->reg[r]);
        in_body(loop);
        ir_store(ir, words_of, vector_at(loop, row));
    }
    if (loop->block->flags != BLOCK_FLAGS_ROW)
        return;
    in_prologue(loop);
    const ir_value status = ir_load(ir, words, FIELD(loop, status, words));
    const struct ir *wide = in_body(loop);
    ir_store(ir, native_status(wide, &loop->flags), vector_at(loop, status));
}

/* .. and registers that are two numbers, or one. */
static void store_numbers(struct loop *loop)
{
    const struct ir *ir = loop->ir;
    for (unsigned r = 1; r < 32; r++) {
        const struct value *value = &loop->reg[r];
        if (!(loop->block->to_numbers >> r & 1u))
            continue;
        ir_store(ir, value->base, number_at(loop, offsetof(struct block_frame, base), r));
        ir_store(ir, value->stride != NULL ? value->stride : ir_word(ir, 0),
                 number_at(loop, offsetof(struct block_frame, stride), r));
    }
    if (loop->block->flags == BLOCK_FLAGS_UNIFORM)
        ir_store(ir, native_status(ir, &loop->flags), FIELD(loop, flags, ir->word));
}

/* enum block_way. `all`, `some`: bits of the lanes that all vectors, that any vector takes. */
static ir_value way_of(const struct loop *loop, ir_value all, ir_value some)
{
    const struct ir *ir = loop->ir;
    const struct instruction *last = &loop->subject->code[loop->block->pc + loop->block->count - 1].i;
    if (all == NULL && loop->takes != NULL)
        return ir_select(ir, loop->takes, ir_word(ir, BLOCK_JUMPS), ir_word(ir, BLOCK_FOLLOWS));
    if (all == NULL)
        return ir_word(ir, block_goes_away(last) ? BLOCK_JUMPS : BLOCK_FOLLOWS);
    return ir_select(ir, ir_compare(ir, LLVM_EQ, all, half_word(loop, UINT16_MAX)), ir_word(ir, BLOCK_JUMPS),
                     ir_select(ir, ir_compare(ir, LLVM_EQ, some, half_word(loop, 0)),
                               ir_word(ir, BLOCK_FOLLOWS), ir_word(ir, BLOCK_PARTS)));
}

/* Closes the loop; the function ends. */
static void end_function(struct loop *loop)
{
    const struct ir *ir = loop->ir;
    const struct llvm *llvm = ir->llvm;
    const bool parts = loop->takes != NULL && !loop->flags_are_equal;
    const bool loops = parts || loop->block->to_row != 0 || loop->block->flags == BLOCK_FLAGS_ROW;
    LLVMBasicBlockRef exit = ir_block(ir);
    in_body(loop);
    LLVMBasicBlockRef from[] = {loop->prologue, loop->body};
    ir_value lane[] = {llvm->ConstInt(ir->wide, 0, 0),
                       ir_operate(ir, LLVM_ADD, loop->lane, llvm->ConstInt(ir->wide, IR_LANES, 0))};
    ir_value all[] = {half_word(loop, UINT16_MAX), loop->all}, some[] = {half_word(loop, 0), loop->some};
    if (parts) {
        const ir_value bits = lane_bits(loop, loop->takes);
        all[1] = ir_operate(ir, LLVM_AND, loop->all, bits);
        some[1] = ir_operate(ir, LLVM_OR, loop->some, bits);
    }
    ir_branch(ir, loops ? ir_compare(ir, LLVM_ULT, lane[1], loop->lanes) : ir_bit(ir, false), loop->head,
              exit);
    in_prologue(loop);
    ir_go(ir, loop->head);
    llvm->AddIncoming(loop->lane, lane, from, 2);
    llvm->AddIncoming(loop->all, all, from, 2);
    llvm->AddIncoming(loop->some, some, from, 2);
    ir_begin(ir, exit);
    store_numbers(loop);
    llvm->BuildRet(ir->builder, way_of(loop, parts ? all[1] : NULL, some[1]));
}

void rows_build(struct ir *ir, const struct native_subject *subject, const struct block_request *request,
                const struct native_block *block, const char *name)
{
    struct loop loop = {
        .ir = ir, .subject = subject, .request = request, .block = block, .late = DECODE_SINK};
    begin_function(&loop, name);
    for (unsigned k = 0; k < block->address_count; k++) {
        const struct block_address *address = &block->addresses[k];
        if (address->form == BLOCK_ROW)
            load_through_row(&loop, address->number);
        else if (address->form == BLOCK_RUN)
            load_through_run(&loop, address->number);
    }
    for (uint32_t place = 0; place < block->count; place++)
        execute(&loop, place);
    store_rows(&loop);
    end_function(&loop);
}
