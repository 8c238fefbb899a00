/* call.c - calls, by the rules of docs/internals/abi.md, sections 2 and 4; special values $ $$ @ #. */
#include "fcc/lower/state.h"
#include "fcc/ir/runtime.h"

/* The parts of a call before it is made. */
struct call {
    struct ir_operand *args; /* in registers and on the stack */
    uint32_t count;
    const struct expression **shared; /* sh parameters: stored relative to ssp just before the call */
    struct words *shared_values;      /* or addresses of records */
    uint32_t shared_count;
};

/* The address of a copy of a record, which the callee owns. */
static struct ir_operand copy_record(struct lower *l, const struct expression *e)
{
    struct place from = lower_record(l, e);
    if (e->kind == EXPRESSION_CALL)
        return lower_address(l, &from); /* it has no other name */
    struct place to = lower_memory_place(ir_slot_address(lower_temporary(l, type_words(e->type)), 0));
    lower_copy_words(l, &to, &from, type_words(e->type));
    return to.base;
}

static struct ir_operand lower_argument(struct lower *l, const struct expression *e)
{
    return type_is_record(e->type) ? copy_record(l, e) : lower_value(l, e);
}

static struct words lower_shared_argument(struct lower *l, const struct expression *e)
{
    return type_is_record(e->type) ? (struct words){copy_record(l, e), ir_none()} : lower_words(l, e);
}

/* The address of the image of a real that gets no register. */
static struct ir_operand copy_real(struct lower *l, const struct expression *e)
{
    struct ir_operand value = lower_value(l, e);
    struct ir_operand image = ir_slot_address(lower_temporary(l, l->ir->real_words), 0);
    lower_store(l, image, 0, 0, 0, value);
    return image;
}

static struct ir_operand copy_long_long(struct lower *l, const struct expression *e)
{
    const struct words value = lower_words(l, e);
    const struct place place = lower_memory_place(ir_slot_address(lower_temporary(l, 2), 0));
    lower_store_words(l, &place, value);
    return place.base;
}

/* An argument in registers or on the stack; *reals counts those of type real. */
static void lower_passed(struct lower *l, const struct expression *e, uint32_t *reals, struct call *call)
{
    bool by_address = type_is_real(e->type) && ++*reals > LOWER_REAL_ARGUMENTS;
    if (type_is_long_long(e->type)) {
        const struct words value = lower_words(l, e);
        call->args[call->count++] = value.low;
        call->args[call->count++] = value.high;
    } else {
        call->args[call->count++] = by_address ? copy_real(l, e) : lower_argument(l, e);
    }
}

/* The arguments after the named ones: their address is one more argument. */
static struct ir_operand lower_variable_arguments(struct lower *l, const struct expression *first)
{
    uint32_t words = 0;
    for (const struct expression *e = first; e != NULL; e = e->next)
        words++;
    if (words == 0)
        return ir_const(0);
    uint32_t slot = lower_temporary(l, words);
    struct ir_operand *values = ARENA_ARRAY(unit_nodes(l->unit), struct ir_operand, words);
    uint32_t index = 0;
    for (const struct expression *e = first; e != NULL; e = e->next)
        values[index++] = type_is_real(e->type)        ? copy_real(l, e)
                          : type_is_long_long(e->type) ? copy_long_long(l, e)
                                                       : lower_argument(l, e);
    for (index = 0; index < words; index++)
        lower_store(l, ir_slot_address(slot, (int32_t)index), 0, 0, 0, values[index]);
    return ir_slot_address(slot, 0);
}

static void store_shared_arguments(struct lower *l, const struct call *call)
{
    if (call->shared_count == 0)
        return;
    struct ir_operand ssp = lower_read(l, IR_SPECIAL_SSP);
    int32_t offset = 0;
    for (uint32_t i = 0; i < call->shared_count; i++) {
        const struct type *type = call->shared[i]->type;
        if (type_is_record(type)) {
            struct place from = lower_memory_place(call->shared_values[i].low);
            struct place to = {.base = ssp, .offset = offset, .memory = IR_MEM_SHARED};
            lower_copy_words(l, &to, &from, type_words(type));
        } else {
            lower_store(l, ssp, offset, IR_MEM_SHARED, 0, call->shared_values[i].low);
            if (type_is_long_long(type))
                lower_store(l, ssp, offset + 1, IR_MEM_SHARED, 0, call->shared_values[i].high);
        }
        offset += (int32_t)type_words(type);
    }
}

static void gather_arguments(struct lower *l, const struct expression *e, struct call *call)
{
    const struct parameter *parameter = e->left->type->base->parameters;
    const struct expression *argument = e->arguments;
    uint32_t reals = 0;
    for (; argument != NULL && parameter != NULL; argument = argument->next, parameter = parameter->next) {
        if (parameter->shared) {
            call->shared[call->shared_count] = argument;
            call->shared_values[call->shared_count++] = lower_shared_argument(l, argument);
        } else {
            lower_passed(l, argument, &reals, call);
        }
    }
    if (e->left->type->base->variadic) {
        call->args[call->count++] = lower_variable_arguments(l, argument);
        return;
    }
    for (; argument != NULL; argument = argument->next) /* no prototype */
        lower_passed(l, argument, &reals, call);
}

bool lower_returns_in_memory(const struct type *result)
{
    return type_is_record(result) || type_is_long_long(result);
}

struct ir_operand lower_call(struct lower *l, const struct expression *e, struct place *record)
{
    uint32_t most = 2;
    for (const struct expression *argument = e->arguments; argument != NULL; argument = argument->next)
        most += 2; /* of long long */
    struct call call = {.args = ARENA_ARRAY(l->ir->arena, struct ir_operand, most),
                        .shared = ARENA_ARRAY(unit_nodes(l->unit), const struct expression *, most),
                        .shared_values = ARENA_ARRAY(unit_nodes(l->unit), struct words, most)};
    if (lower_returns_in_memory(e->type)) {
        *record = lower_memory_place(ir_slot_address(lower_temporary(l, type_words(e->type)), 0));
        call.args[call.count++] = record->base;
    }
    struct ir_operand callee = lower_value(l, e->left);
    gather_arguments(l, e, &call);
    lower_at(l, e->pos);
    store_shared_arguments(l, &call);
    struct ir_instr *instr = lower_emit(l, IR_CALL);
    instr->a = callee;
    instr->args = call.args;
    instr->arg_count = call.count;
    if (e->type->kind == TYPE_VOID || lower_returns_in_memory(e->type))
        return ir_const(0);
    instr->dst = lower_vreg_of(l, e->type).id;
    return ir_vreg(instr->dst);
}

/* ---- special values */

static struct ir_operand read_pp_field(struct lower *l, int32_t field)
{
    struct ir_operand block = ir_symbol_address(lower_external(l, "__fork_pp", false), field);
    return lower_load(l, block, 0, IR_MEM_OWN, LOWER_PP_ALIAS);
}

struct ir_operand lower_special(struct lower *l, const struct expression *e)
{
    switch (e->token) {
    case TOKEN_NUMBER_IN_GROUP:
        return read_pp_field(l, PP_ID);
    case TOKEN_GROUP_NUMBER:
        return read_pp_field(l, PP_NUMBER);
    case TOKEN_RANK:
        if (l->whole_rank.kind != IR_NONE)
            return l->whole_rank;
        if (l->mode == MODE_SYNC)
            return lower_runtime(l, RUNTIME__fork_rank, true, 0, NULL);
        return read_pp_field(l, PP_RANK);
    case TOKEN_GROUP_SIZE:
        if (l->whole_size.kind != IR_NONE)
            return l->whole_size;
        return lower_group_size(l);
    case TOKEN_PROC_NR:
        return lower_read(l, IR_SPECIAL_PN);
    case TOKEN_STARTED_PROCS:
        return lower_read(l, IR_SPECIAL_NP);
    default:
        return ir_vreg(l->variable_args);
    }
}
