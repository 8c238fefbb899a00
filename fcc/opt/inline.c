/* inline.c - inlines small functions that call nothing.
 *
 * A call of a function of the same file is replaced by a copy of its blocks if the function is straight or
 * asynchronous and very small, or small and declared `inline` or called nowhere else. The function must call
 * nothing (so it has no group, no shared frame and no recursion) and use no register of a frame.
 *
 * Arguments become copies into fresh registers, slots become slots of the caller, a return becomes a copy and
 * a jump. In synchronous code all PPs of the group make the call together and so execute the copy together: a
 * straight function takes the same number of instructions in all of them, and a synchronous one called by a
 * whole group divides nothing, since that would be a call. Copies keep the source lines of the function, and
 * its name. Works on code that is not in SSA form. Runs before: all other passes. */
#include "fcc/opt/opt.h"

#include <string.h>

/* Limits in instructions, without copies and jumps: for an inlined function, and for all that one function
 * inlines. An asynchronous function not declared `inline` must have no slots: they would be on the caller's
 * stack even on paths without the call, and in each recursion; and later calls would find old values in them,
 * unnoticed by --check. */
enum { MOST_SMALL = 32, MOST_INLINE = 80, MOST_GROWTH = 1000, MOST_SLOT_WORDS = 1 << 20 };

struct inliner {
    struct opt *opt;
    const struct ir_function *callee;
    struct ir_block **blocks; /* by id of the callee's block: its copy */
    uint32_t *registers;      /* by register of the callee: the caller's */
    uint32_t slots;           /* the callee's slot 0 is this one of the caller */
    struct ir_block *rest;    /* where execution continues after the call */
    const struct ir_instr *call;
    struct told *told; /* debuggers; NULL: they are not */
};

/* A variable of the callee, and what names say it is in the caller. */
struct told_variable {
    const struct ir_variable *variable;
    uint32_t name;
};

/* An older call in the callee, whose place its copy takes in this one. */
struct told_call {
    struct told_call *next;
    const struct ir_inlined *was;
    struct ir_inlined *is;
};

/* What is needed meanwhile to tell debuggers of a call. */
struct told {
    struct ir_inlined *inlined;
    struct told_call *calls;
    struct told_variable *variables; /* of a callee that has been optimised, those in registers */
    uint32_t count;
    const struct ir_names *was, *is; /* names of the callee, and of the caller for them */
};

/* ---- what may be copied */

static bool is_special_of_frame(const struct ir_instr *instr)
{
    bool frame = instr->special == IR_SPECIAL_SP || instr->special == IR_SPECIAL_FP ||
                 instr->special == IR_SPECIAL_SFP || instr->special == IR_SPECIAL_RA;
    return instr->op == IR_READ && frame;
}

/* The size of a function; UINT32_MAX: it cannot be inlined. */
static uint32_t size_of(const struct ir_function *function)
{
    uint32_t size = 0;
    for (uint32_t i = 0; i < function->slot_count; i++) {
        if (function->slots[i].words > MOST_SLOT_WORDS)
            return UINT32_MAX;
    }
    for (const struct ir_block *block = function->first; block; block = block->next) {
        for (const struct ir_instr *instr = block->first; instr; instr = instr->next) {
            if (instr->op == IR_CALL || instr->op == IR_WRITE || instr->op == IR_SHINT ||
                instr->op == IR_HALT || instr->op == IR_STACK || is_special_of_frame(instr) ||
                size > MOST_INLINE)
                return UINT32_MAX;
            size += instr->op != IR_COPY && instr->op != IR_UNWRITTEN && instr->op != IR_JUMP &&
                    instr->op != IR_RETURN;
        }
    }
    return size;
}

/* Whether a function not declared `inline` is inlined. */
static bool is_taken_unasked(const struct ir_function *function)
{
    return function->mode == IR_STRAIGHT || (function->mode == IR_ASYNC && function->slot_count == 0);
}

bool opt_may_be_copied(const struct ir_function *function)
{
    return (function->is_inline || is_taken_unasked(function)) && size_of(function) <= MOST_INLINE;
}

/* Whether the function has only this call: then the program does not grow. */
static bool is_called_once(const struct opt *opt, const struct ir_function *function)
{
    return function->call_count == 1 && !opt->unit->symbols[function->symbol].global;
}

static const struct ir_function *find_callee(const struct opt *opt, const struct ir_instr *call)
{
    if (call->op != IR_CALL || call->a.kind != IR_SYMBOL || call->a.value != 0)
        return NULL;
    const struct ir_function *f = opt->unit->symbols[call->a.id].definition;
    return f && f != opt->function && f->first && f->param_count == call->arg_count ? f : NULL;
}

/* Whether the call is inlined; adds to *growth. */
static const struct ir_function *choose_callee(const struct opt *opt, const struct ir_instr *call,
                                               uint32_t *growth)
{
    const struct ir_function *callee = find_callee(opt, call);
    if (!callee || (!callee->is_inline && !is_taken_unasked(callee)))
        return NULL;
    uint32_t size = size_of(callee);
    const uint32_t most = callee->is_inline || is_called_once(opt, callee) ? MOST_INLINE : MOST_SMALL;
    if (size > most || *growth + size > MOST_GROWTH)
        return NULL;
    *growth += size;
    return callee;
}

/* ---- what debuggers are told; nothing of it changes code */

/* The call whose place something in the callee takes: this one, or one in the copy. */
static struct ir_inlined *call_of_copy(const struct inliner *in, const struct ir_inlined *was)
{
    struct told *told = in->told;
    if (!told || !was)
        return told ? told->inlined : NULL;
    for (struct told_call *call = told->calls; call; call = call->next) {
        if (call->was == was)
            return call->is;
    }
    struct told_call *call = ARENA_NEW(in->opt->arena, struct told_call);
    call->was = was;
    call->is = ARENA_NEW(in->opt->unit->file_arena, struct ir_inlined);
    *call->is = *was;
    call->is->entry = NULL;
    call->is->outer = call_of_copy(in, was->outer);
    call->next = told->calls;
    told->calls = call;
    return call->is;
}

/* Adds the callee's variables to those of the caller. */
static void tell_variables(struct inliner *in)
{
    struct ir_function *function = in->opt->function;
    uint32_t count = 0;
    for (const struct ir_variable *v = in->callee->variables; v; v = v->next)
        count++;
    in->told->variables = ARENA_ARRAY(in->opt->arena, struct told_variable, count + 1);
    for (const struct ir_variable *v = in->callee->variables; v; v = v->next) {
        struct ir_variable *copy = ARENA_NEW(in->opt->unit->arena, struct ir_variable);
        *copy = *v;
        copy->inlined = call_of_copy(in, v->inlined);
        if (v->kind == IR_VARIABLE_SLOT) {
            copy->id += in->slots;
        } else if (!in->callee->is_renamed) {
            copy->id = in->registers[v->id];
        } else {
            copy->id = IR_INLINED_FIRST + function->inlined_count++;
            in->told->variables[in->told->count++] = (struct told_variable){v, copy->id};
        }
        copy->next = function->variables;
        function->variables = copy;
    }
}

/* Which register of the callee has a variable where it has these names; 0: none that is known. */
static uint32_t find_register(const struct ir_function *callee, const struct ir_names *names, uint32_t reg)
{
    enum { MOST_STEPS = 1000 };
    unsigned steps = 0;
    for (; names && names->reg != reg && steps < MOST_STEPS; names = names->outer)
        steps++;
    reg = names && steps < MOST_STEPS ? names->name : reg;
    while (reg != 0 && reg < callee->fate_count && callee->fates[reg].instead.kind == IR_VREG &&
           !callee->fates[reg].is_changed)
        reg = callee->fates[reg].instead.id;
    const bool is_lost = reg > callee->vreg_count || steps == MOST_STEPS ||
                         (reg < callee->fate_count &&
                          (callee->fates[reg].is_changed || callee->fates[reg].instead.kind != IR_NONE));
    return is_lost ? 0 : reg;
}

/* The names of the copy of an instruction, until there is SSA form. */
static const struct ir_names *names_of_copy(struct inliner *in, const struct ir_instr *instr)
{
    struct told *told = in->told;
    const struct ir_names *names = NULL;
    if (!told || told->count == 0)
        return NULL;
    if (told->is && told->was == instr->names)
        return told->is;
    for (uint32_t i = 0; i < told->count; i++) {
        struct ir_names *name = ARENA_NEW(in->opt->unit->arena, struct ir_names);
        const uint32_t reg = find_register(in->callee, instr->names, told->variables[i].variable->id);
        *name = (struct ir_names){names, told->variables[i].name, reg ? in->registers[reg] : 0};
        names = name;
    }
    told->was = instr->names;
    told->is = names;
    return names;
}

static void tell_call(struct inliner *in)
{
    if (!in->opt->unit->debug || !in->opt->function->entry || !in->callee->entry || in->call->line == 0)
        return;
    const struct ir_file *file = &in->opt->unit->files[in->call->file];
    in->told = ARENA_NEW(in->opt->arena, struct told);
    in->told->inlined = ARENA_NEW(in->opt->unit->file_arena, struct ir_inlined);
    *in->told->inlined = (struct ir_inlined){
        .outer = file->inlined, .callee = in->callee->entry, .line = in->call->line, .file = in->call->file};
    tell_variables(in);
}

/* ---- copying */

static void map_operand(void *context, struct ir_operand *operand)
{
    struct inliner *in = context;
    if (operand->kind == IR_SLOT)
        operand->id += in->slots;
    else if (operand->kind == IR_VREG)
        operand->id = in->registers[operand->id];
}

/* A register of the caller for each of the callee's. */
static void map_registers(struct inliner *in)
{
    in->registers = ARENA_ARRAY(in->opt->arena, uint32_t, in->callee->vreg_count + 1);
    for (uint32_t reg = 1; reg <= in->callee->vreg_count; reg++)
        in->registers[reg] = ir_is_real(in->callee, reg) ? ir_add_real(in->opt->unit, in->opt->function)
                                                         : ir_add_vreg(in->opt->function);
}

/* The file of a copy names the inlined function. */
static uint32_t file_of_copy(const struct inliner *in, const struct ir_instr *instr)
{
    struct ir_unit *unit = in->opt->unit;
    if (instr->line == 0)
        return instr->file;
    return ir_add_copied_file(unit, instr->file, unit->symbols[in->callee->symbol].name,
                              call_of_copy(in, unit->files[instr->file].inlined));
}

static void append_copy(struct inliner *in, struct ir_block *block, uint32_t to, struct ir_operand from,
                        const struct ir_instr *where)
{
    struct ir_instr *copy = ir_append(in->opt->unit, block, IR_COPY);
    copy->dst = to;
    copy->a = from;
    copy->line = where->line;
    copy->file = where->file;
    copy->names = where->names;
}

static void append_jump(struct inliner *in, struct ir_block *block, struct ir_block *target,
                        const struct ir_instr *where)
{
    struct ir_instr *jump = ir_append(in->opt->unit, block, IR_JUMP);
    jump->target[0] = target;
    jump->line = where->line;
    jump->file = where->file;
    jump->names = where->names;
}

static void copy_instr(struct inliner *in, struct ir_block *block, const struct ir_instr *instr)
{
    const struct ir_instr place = {
        .line = instr->line, .file = file_of_copy(in, instr), .names = names_of_copy(in, instr)};
    if (instr->op == IR_RETURN) {
        struct ir_instr result = *instr;
        ir_each_source(&result, map_operand, in);
        if (in->call->dst)
            append_copy(in, block, in->call->dst,
                        result.a.kind != IR_NONE ? result.a : ir_zero_like(in->opt->function, in->call->dst),
                        &place);
        append_jump(in, block, in->rest, &place);
        return;
    }
    struct ir_instr *copy = opt_copy_instr(in->opt, block, instr);
    copy->file = place.file;
    copy->names = place.names;
    ir_each_source(copy, map_operand, in);
    map_operand(in, &copy->meant);
    copy->dst = in->registers[instr->dst]; /* 0: none */
    for (unsigned t = 0; t < 2; t++) {
        if (instr->target[t])
            copy->target[t] = in->blocks[instr->target[t]->id];
    }
}

/* Moves the instructions after the call to a block of their own. */
static struct ir_block *split_after(struct opt *opt, struct ir_block *block, struct ir_instr *call)
{
    struct ir_block *rest = ir_new_block(opt->unit, opt->function);
    rest->synchronous = block->synchronous;
    rest->loop_depth = block->loop_depth;
    rest->first = call->next;
    rest->last = block->last;
    call->next->previous = NULL;
    call->next = NULL;
    block->last = call;
    ir_remove(block, call);
    return rest;
}

/* A variable of an inlined function has that function's name, too (asm/tables/guard.h). */
static const char *name_of_copy(const struct inliner *in, const char *name)
{
    struct ir_unit *unit = in->opt->unit;
    const char *function = unit->symbols[in->callee->symbol].name;
    if (!name || strchr(name, '.'))
        return name;
    return arena_format(unit->arena, "%s.%s", name, function);
}

static void copy_slots(struct inliner *in)
{
    in->slots = in->opt->function->slot_count;
    for (uint32_t i = 0; i < in->callee->slot_count; i++) {
        const struct ir_slot *slot = &in->callee->slots[i];
        uint32_t copy =
            ir_add_slot(in->opt->unit, in->opt->function, name_of_copy(in, slot->name), slot->words);
        in->opt->function->slots[copy].guarded = slot->guarded;
        in->opt->function->slots[copy].is_word = slot->is_word;
    }
}

/* Puts the copy between the block, which ends before the call, and a new block for the rest, which is
 * returned. */
static struct ir_block *inline_call(struct opt *opt, struct ir_block *block, struct ir_instr *call,
                                    const struct ir_function *callee)
{
    struct inliner in = {.opt = opt, .callee = callee, .call = call};
    in.blocks = ARENA_ARRAY(opt->arena, struct ir_block *, callee->block_count + 1);
    in.rest = split_after(opt, block, call);
    copy_slots(&in);
    map_registers(&in);
    tell_call(&in);
    struct ir_block *after = block->next;
    struct ir_block *last = block;
    for (const struct ir_block *source = callee->first; source; source = source->next) {
        struct ir_block *copy = ir_new_block(opt->unit, opt->function);
        copy->synchronous = block->synchronous;
        copy->loop_depth = block->loop_depth + source->loop_depth;
        in.blocks[source->id] = copy;
        last->next = copy;
        last = copy;
    }
    last->next = in.rest;
    in.rest->next = after;
    if (opt->function->last == block)
        opt->function->last = in.rest;
    for (uint32_t i = 0; i < call->arg_count; i++)
        append_copy(&in, block, in.registers[callee->params[i]], call->args[i], call);
    append_jump(&in, block, block->next, call); /* the copy of the callee's first block */
    for (const struct ir_block *source = callee->first; source; source = source->next) {
        for (const struct ir_instr *instr = source->first; instr; instr = instr->next)
            copy_instr(&in, in.blocks[source->id], instr);
    }
    return in.rest;
}

void opt_inline(struct opt *opt)
{
    uint32_t growth = 0;
    for (struct ir_block *block = opt->function->first; block; block = block->next) {
        for (struct ir_instr *instr = block->first, *next; instr; instr = next) {
            next = instr->next;
            const struct ir_function *callee = choose_callee(opt, instr, &growth);
            if (callee) {
                block = inline_call(opt, block, instr, callee);
                next = block->first;
            }
        }
    }
    opt->graph = graph_build(opt->arena, opt->function);
}
