/* select_call.c - chooses instructions for calls: arguments, results, parameters, by the rules of
 * docs/internals/abi.md, section 2.
 *
 * Called by select.c only.
 */
#include "fcc/back/select_state.h"

enum { ARGUMENT_REGISTERS = 6 };

/* Registers of arguments: reals in X0 and following ones, others in a0 and following ones. */
struct passing {
    uint32_t words;
    uint32_t reals;
};

/* The register of the next argument; 0: it goes on the stack. */
static uint32_t next_register(struct passing *passing, bool is_real)
{
    if (is_real)
        return FIRST_REAL + passing->reals++;
    return passing->words < ARGUMENT_REGISTERS ? REGISTER_a0 + passing->words++ : 0;
}

/* Puts register arguments into their registers; returns their set. Computations precede the first write of an
 * argument register, so that these lives are short. */
static register_set pass_in_registers(struct selector *s)
{
    uint32_t prepared[ARGUMENT_REGISTERS] = {0};
    register_set set = 0;
    struct passing passing = {0};
    for (uint32_t i = 0; i < s->instr->arg_count; i++) {
        struct ir_operand argument = s->instr->args[i];
        uint32_t reg = next_register(&passing, select_is_real(s, argument));
        if (argument.kind == IR_SLOT && reg)
            prepared[reg - REGISTER_a0] = select_use(s, argument);
    }
    passing = (struct passing){0};
    for (uint32_t i = 0; i < s->instr->arg_count; i++) {
        struct ir_operand argument = s->instr->args[i];
        uint32_t reg = next_register(&passing, select_is_real(s, argument));
        if (!reg)
            continue;
        if (argument.kind == IR_SLOT)
            select_copy_register(s, prepared[reg - REGISTER_a0], reg);
        else
            select_into(s, argument, reg);
        set |= REGISTER_BIT(reg);
    }
    return set;
}

static void pass_on_stack(struct selector *s)
{
    const struct ir_instr *call = s->instr;
    struct passing passing = {0};
    uint32_t on_stack = 0;
    for (uint32_t i = 0; i < call->arg_count; i++)
        on_stack += !next_register(&passing, select_is_real(s, call->args[i]));
    passing = (struct passing){0};
    int32_t offset = -(int32_t)on_stack;
    for (uint32_t i = 0; i < call->arg_count; i++) {
        if (next_register(&passing, select_is_real(s, call->args[i])))
            continue;
        uint32_t datum = select_datum(s, call->args[i]);
        select_rir(s, MACHINE_stg, REGISTER_sp, offset++, datum)->memory.own = true;
    }
    if (on_stack > s->function->outgoing_words)
        s->function->outgoing_words = on_stack;
}

/* The register of a result. */
static uint32_t result_register(bool is_real)
{
    return is_real ? FIRST_REAL : REGISTER_a0;
}

void select_call(struct selector *s)
{
    const struct ir_instr *call = s->instr;
    uint32_t callee = call->a.kind == IR_SYMBOL ? 0 : select_use(s, call->a);

    pass_on_stack(s);
    register_set arguments = pass_in_registers(s);
    struct machine_instr *m = select_op(s, callee ? MACHINE_callr : MACHINE_call);
    m->rd = REGISTER_ra;
    m->rs = callee;
    if (!callee) {
        m->base = BASE_SYMBOL;
        m->symbol = call->a.id;
        m->imm = call->a.value;
    }
    m->shared_objects = call->shared_objects;
    m->implicit_reads = arguments | GROUP_REGISTERS;
    m->implicit_writes = REGISTER_BIT(REGISTER_ra);
    m->implicit_writes |= call->call_clobbers ? call->call_clobbers : machine_caller_saved();
    s->function->calls = true;
    if (call->dst)
        select_copy_register(s, result_register(ir_is_real(s->source, call->dst)),
                             select_register(call->dst));
}

void select_sys(struct selector *s)
{
    register_set arguments = pass_in_registers(s);
    struct machine_instr *m = select_op(s, MACHINE_sys);
    m->imm = s->instr->a.value;
    m->implicit_reads = arguments;
    m->implicit_writes = REGISTER_BIT(REGISTER_a0) | REGISTER_BIT(REGISTER_a1) | REGISTER_BIT(REGISTER_a2);
    if (s->instr->dst)
        select_copy_register(s, REGISTER_a0, select_register(s->instr->dst));
}

void select_return(struct selector *s)
{
    register_set result = 0;
    if (s->instr->a.kind != IR_NONE) {
        uint32_t reg = result_register(select_is_real(s, s->instr->a));
        select_into(s, s->instr->a, reg);
        result = REGISTER_BIT(reg);
    }
    select_op(s, MACHINE_RET)->implicit_reads = result | GROUP_REGISTERS;
}

void select_receive_parameters(struct selector *s)
{
    const struct ir_function *source = s->source;
    s->block = s->blocks[source->first->id];
    s->parameters = (struct ir_instr){.line = source->line, .file = source->file};
    s->parameters.names = source->first->first->names;
    s->instr = &s->parameters;
    struct passing passing = {0};
    int32_t offset = 0;
    for (uint32_t i = 0; i < source->param_count; i++)
        offset -= !next_register(&passing, ir_is_real(source, source->params[i]));
    passing = (struct passing){0};
    for (uint32_t i = 0; i < source->param_count; i++) {
        uint32_t reg = next_register(&passing, ir_is_real(source, source->params[i]));
        uint32_t parameter = select_register(source->params[i]);
        if (reg) {
            s->function->received |= REGISTER_BIT(reg);
            select_copy_register(s, reg, parameter);
            continue;
        }
        /* the last of them is just below fp */
        select_rir(s, MACHINE_ldg, REGISTER_fp, offset++, parameter)->memory.own = true;
    }
    s->instr = NULL;
}
