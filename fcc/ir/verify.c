/* verify.c - the invariants of invariant.def that one instruction shows, and the form of a function.
 *
 * verify_flow.c has those about values. A breach is an error of fcc, whatever the program. */
#include "fcc/ir/verify.h"

#include <stdlib.h>

#include "common/message.h"

/* ---- the fields of an instruction */

static bool check_exists(const struct ir_verifier *v, struct ir_operand operand)
{
    static const char *const kinds[] = {
        [IR_VREG] = "register v", [IR_SYMBOL] = "symbol ", [IR_SLOT] = "slot "};
    bool good = true;
    if (operand.kind == IR_VREG)
        good = operand.id != 0 && operand.id <= v->function->vreg_count;
    else if (operand.kind == IR_SYMBOL)
        good = operand.id < v->unit->symbol_count;
    else if (operand.kind == IR_SLOT)
        good = operand.id < v->function->slot_count;
    return good ||
           ir_breach_here(v, IR_INVARIANT_exists, "there is no %s%u", kinds[operand.kind], operand.id);
}

enum need { NO, MAY, MUST };

/* Which fields a shape has. */
static const struct shape {
    enum need result, a, b, c;
    bool args;
    unsigned targets;
} shapes[] = {
    [IR_SHAPE_NONE] = {.a = NO},
    [IR_SHAPE_D] = {.result = MUST},
    [IR_SHAPE_DA] = {.result = MUST, .a = MUST},
    [IR_SHAPE_DAB] = {.result = MUST, .a = MUST, .b = MUST},
    [IR_SHAPE_DABC] = {.result = MUST, .a = MUST, .b = MUST, .c = MUST},
    [IR_SHAPE_AB] = {.a = MUST, .b = MUST},
    [IR_SHAPE_A] = {.a = MUST},
    [IR_SHAPE_ADDRESS] = {.a = MUST, .b = MUST},
    [IR_SHAPE_LOAD] = {.result = MUST, .a = MUST, .b = MUST},
    [IR_SHAPE_STORE] = {.a = MUST, .b = MUST, .c = MUST},
    [IR_SHAPE_MULTI] = {.result = MAY, .a = MUST, .b = MUST, .c = MUST},
    [IR_SHAPE_CALL] = {.result = MAY, .a = MUST, .args = true},
    [IR_SHAPE_SYS] = {.result = MAY, .a = MUST, .args = true},
    [IR_SHAPE_READ] = {.result = MUST},
    [IR_SHAPE_WRITE] = {.a = MUST},
    [IR_SHAPE_CONSTANT] = {.a = MUST},
    [IR_SHAPE_JUMP] = {.targets = 1},
    [IR_SHAPE_BRANCH] = {.a = MUST, .b = MUST, .targets = 2},
    [IR_SHAPE_RETURN] = {.a = MAY},
    [IR_SHAPE_PHI] = {.result = MUST, .args = true},
};

static bool agrees(enum need need, bool is_there)
{
    return need == MAY || (need == MUST) == is_there;
}

static bool check_operands(const struct ir_verifier *v, const struct shape *shape)
{
    const struct ir_instr *instr = v->instr;
    const struct ir_operand operands[] = {instr->a, instr->b, instr->c};
    const enum need needs[] = {shape->a, shape->b, shape->c};
    for (unsigned i = 0; i < 3; i++) {
        bool is_there = operands[i].kind != IR_NONE;
        if (!agrees(needs[i], is_there))
            return ir_breach_here(v, IR_INVARIANT_operand, "operand %c is %s", "abc"[i],
                                  is_there ? "there" : "missing");
        if (!check_exists(v, operands[i]))
            return false;
    }
    if (!agrees(shape->result, instr->dst != 0))
        return ir_breach_here(v, IR_INVARIANT_result, "the result is %s",
                              instr->dst != 0 ? "there" : "missing");
    return (instr->dst == 0 || check_exists(v, ir_vreg(instr->dst))) && check_exists(v, instr->meant);
}

static bool check_arguments(const struct ir_verifier *v, const struct shape *shape)
{
    const struct ir_instr *instr = v->instr;
    unsigned most = ir_ops[instr->op].shape == IR_SHAPE_SYS ? 3 : UINT32_MAX;
    if ((instr->arg_count != 0 && !shape->args) || instr->arg_count > most)
        return ir_breach_here(v, IR_INVARIANT_argument, "there are %u arguments", instr->arg_count);
    for (uint32_t i = 0; i < instr->arg_count; i++) {
        if (instr->args[i].kind == IR_NONE)
            return ir_breach_here(v, IR_INVARIANT_argument, "argument %u is missing", i);
        if (!check_exists(v, instr->args[i]))
            return false;
    }
    return true;
}

/* `placed` by block id: the block is in the layout. */
static bool check_targets(const struct ir_verifier *v, const struct shape *shape, const bool *placed)
{
    for (unsigned i = 0; i < 2; i++) {
        const struct ir_block *target = v->instr->target[i];
        if ((target != NULL) != (i < shape->targets))
            return ir_breach_here(v, IR_INVARIANT_target, "target %u is %s", i,
                                  target != NULL ? "there" : "missing");
        if (target != NULL && (target->id >= v->function->block_count || !placed[target->id]))
            return ir_breach_here(v, IR_INVARIANT_target, "b%u is not in the layout", target->id);
        if (target != NULL && target == v->function->first)
            return ir_breach_here(v, IR_INVARIANT_entry, "b%u is the entry", target->id);
    }
    return true;
}

/* Registers that a call may change: all that callees do not keep (ir.h, invariant 8). */
static uint32_t changeable(void)
{
    enum { MACHINE, CALLER, CALLEE, RUNTIME };
    uint32_t set = 0;
#define ABI_REGISTER(number, name, who, text) set |= (who) == CALLER || (who) == RUNTIME ? 1u << (number) : 0;
#include "asm/tables/abi.def"
    return set;
}

/* Invariants of single shapes. */
static bool check_shape(const struct ir_verifier *v)
{
    const struct ir_instr *instr = v->instr;
    const enum ir_shape shape = ir_ops[instr->op].shape;
    if ((shape == IR_SHAPE_SYS || shape == IR_SHAPE_CONSTANT) && instr->a.kind != IR_CONST)
        return ir_breach_here(v, IR_INVARIANT_constant, "operand a is none");
    bool is_writable = instr->special >= IR_SPECIAL_GP && instr->special <= IR_SPECIAL_SP;
    if ((shape == IR_SHAPE_READ && instr->special >= IR_SPECIAL_COUNT) ||
        (shape == IR_SHAPE_WRITE && !is_writable))
        return ir_breach_here(v, IR_INVARIANT_special, "the special register has number %u", instr->special);
    if (shape == IR_SHAPE_BRANCH && instr->condition >= IR_CONDITION_COUNT)
        return ir_breach_here(v, IR_INVARIANT_condition, "there is no condition %u", instr->condition);
    if (shape == IR_SHAPE_CALL && instr->a.kind == IR_SYMBOL && !v->unit->symbols[instr->a.id].function)
        return ir_breach_here(v, IR_INVARIANT_callee, "%.60s is no function",
                              v->unit->symbols[instr->a.id].name);
    if (instr->call_clobbers != 0 && (shape != IR_SHAPE_CALL || (instr->call_clobbers & ~changeable()) != 0))
        return ir_breach_here(v, IR_INVARIANT_clobbers, "the set is 0x%08x", instr->call_clobbers);
    if ((instr->memory & IR_MEM_OWN) != 0 && (instr->memory & IR_MEM_SHARED) != 0)
        return ir_breach_here(v, IR_INVARIANT_memory, "it is both");
    if (instr->line != 0 && instr->file >= v->unit->file_count)
        return ir_breach_here(v, IR_INVARIANT_place, "there is no file %u", instr->file);
    return true;
}

/* ---- classes */

/* WORD, the most frequent; ANY: either; ALIKE: all fields with ALIKE have one class. */
enum class { WORD, REAL, ANY, ALIKE };

/* Classes of operations that do not work on words only. */
static const struct classes {
    enum class result, a, b, c, args;
} classes[IR_OP_COUNT] = {
    [IR_COPY] = {.result = ALIKE, .a = ALIKE},
    [IR_UNWRITTEN] = {.result = ANY},
    [IR_ASSIGN] = {.result = ALIKE, .a = ALIKE},
    [IR_KEEP] = {.a = ANY},
    [IR_FADD] = {.result = ALIKE, .a = ALIKE, .b = ALIKE},
    [IR_FSUB] = {.result = ALIKE, .a = ALIKE, .b = ALIKE},
    [IR_FMUL] = {.result = ALIKE, .a = ALIKE, .b = ALIKE},
    [IR_FDIV] = {.result = ALIKE, .a = ALIKE, .b = ALIKE},
    [IR_FSQRT] = {.result = ALIKE, .a = ALIKE},
    [IR_FNEG] = {.result = ALIKE, .a = ALIKE},
    [IR_FABS] = {.result = ALIKE, .a = ALIKE},
    [IR_FSEQ] = {.a = ALIKE, .b = ALIKE},
    [IR_FSNE] = {.a = ALIKE, .b = ALIKE},
    [IR_FSLT] = {.a = ALIKE, .b = ALIKE},
    [IR_FSLE] = {.a = ALIKE, .b = ALIKE},
    [IR_FMA] = {.result = REAL, .a = REAL, .b = REAL, .c = REAL},
    [IR_ITOR] = {.result = REAL},
    [IR_FTOR] = {.result = REAL},
    [IR_RTOI] = {.a = REAL},
    [IR_RTOF] = {.a = REAL},
    [IR_ACC_MULTIPLY] = {.a = REAL, .b = REAL},
    [IR_ACC_ADD] = {.a = REAL},
    [IR_ACC_SUBTRACT] = {.a = REAL},
    [IR_ACC_ROUND] = {.result = REAL},
    [IR_LOAD] = {.result = ANY},
    [IR_STORE] = {.c = ANY},
    [IR_CALL] = {.result = ANY, .args = ANY},
    [IR_BRANCH] = {.a = ALIKE, .b = ALIKE},
    [IR_RETURN] = {.a = ANY},
    [IR_PHI] = {.result = ALIKE, .args = ALIKE},
};

/* One field of an instruction; `alike` is the class of those before it that must be alike. */
static bool check_class(const struct ir_verifier *v, enum class wanted, struct ir_operand operand, int *alike)
{
    bool is_real = ir_operand_is_real(v->function, operand);
    if (wanted == ANY || operand.kind == IR_NONE)
        return true;
    if (wanted == ALIKE) {
        wanted = *alike < 0 ? (is_real ? REAL : WORD) : (enum class) * alike;
        *alike = (int)wanted;
    }
    if (is_real == (wanted == REAL))
        return true;
    return operand.kind == IR_VREG
               ? ir_breach_here(v, IR_INVARIANT_class, "v%u is a %s", operand.id, is_real ? "real" : "word")
               : ir_breach_here(v, IR_INVARIANT_class, "a constant operand is a %s",
                                is_real ? "real" : "word");
}

static bool check_classes(const struct ir_verifier *v)
{
    const struct ir_instr *instr = v->instr;
    const struct classes *wanted = &classes[instr->op];
    const struct ir_operand result = instr->dst != 0 ? ir_vreg(instr->dst) : ir_none();
    int alike = instr->op == IR_BRANCH && instr->condition < IR_FEQ ? WORD : -1;
    bool good = check_class(v, wanted->result, result, &alike) &&
                check_class(v, wanted->a, instr->a, &alike) && check_class(v, wanted->b, instr->b, &alike) &&
                check_class(v, wanted->c, instr->c, &alike);
    for (uint32_t i = 0; i < instr->arg_count && good; i++)
        good = check_class(v, wanted->args, instr->args[i], &alike);
    if (!good || (instr->op != IR_LOAD && instr->op != IR_STORE))
        return good;
    bool moves_real = ir_operand_is_real(v->function, instr->op == IR_LOAD ? result : instr->c);
    if (instr->words != (moves_real ? v->unit->real_words : 0))
        return ir_breach_here(v, IR_INVARIANT_image, "it has %u words", instr->words);
    return true;
}

/* ---- the form of a function */

static bool check_block(struct ir_verifier *v, const bool *placed)
{
    const struct ir_instr *previous = NULL;
    for (v->instr = v->block->first; v->instr != NULL; v->instr = v->instr->next) {
        const struct shape *shape = &shapes[ir_ops[v->instr->op].shape];
        if (v->instr->previous != previous)
            return ir_breach_here(v, IR_INVARIANT_linked, "`previous` is another instruction");
        if ((ir_ops[v->instr->op].flags & IR_ENDS) != 0 && v->instr->next != NULL)
            return ir_breach_here(v, IR_INVARIANT_terminator, "instructions follow");
        if (!check_operands(v, shape) || !check_arguments(v, shape) || !check_targets(v, shape, placed) ||
            !check_shape(v) || !check_classes(v))
            return false;
        previous = v->instr;
    }
    if (v->block->last != previous)
        return ir_breach_here(v, IR_INVARIANT_linked, "`last` is another instruction");
    if (previous == NULL || (ir_ops[previous->op].flags & IR_ENDS) == 0)
        return ir_breach_here(v, IR_INVARIANT_terminator, "it ends with something else");
    return true;
}

static bool check_parameters(const struct ir_verifier *v, struct arena *arena)
{
    const struct ir_function *function = v->function;
    bool *seen = ARENA_ARRAY(arena, bool, function->vreg_count + 1);
    for (uint32_t i = 0; i < function->param_count; i++) {
        uint32_t reg = function->params[i];
        if (reg == 0 || reg > function->vreg_count || seen[reg])
            return ir_breach_here(v, IR_INVARIANT_parameter, "parameter %u is v%u", i, reg);
        seen[reg] = true;
    }
    return true;
}

static bool check_function(struct ir_verifier *v, struct arena *arena)
{
    const struct ir_symbol *symbol = &v->unit->symbols[v->function->symbol];
    bool *placed = ARENA_ARRAY(arena, bool, v->function->block_count + 1);
    if (!symbol->function || symbol->section != IR_SECTION_TEXT)
        return ir_breach_here(v, IR_INVARIANT_function_symbol, "%.60s is none", symbol->name);
    if (v->function->first == NULL)
        return ir_breach_here(v, IR_INVARIANT_block_number, "there are no blocks");
    for (const struct ir_block *block = v->function->first; block != NULL; block = block->next) {
        if (block->id >= v->function->block_count || placed[block->id])
            return ir_breach_here(v, IR_INVARIANT_block_number, "b%u is there twice, or too large",
                                  block->id);
        placed[block->id] = true;
    }
    if (!check_parameters(v, arena))
        return false;
    for (v->block = v->function->first; v->block != NULL; v->block = v->block->next) {
        if (!check_block(v, placed))
            return false;
    }
    return ir_verify_flow(v) && (!v->modes || ir_verify_mode(v));
}

static bool verify_function(const struct ir_unit *unit, const struct ir_function *function, enum ir_form form,
                            bool modes, struct ir_breach *breach)
{
    struct arena arena = {0};
    struct ir_verifier v = {
        .unit = unit, .function = function, .form = form, .modes = modes, .breach = breach};
    breach->invariant = IR_INVARIANT_none;
    bool good = check_function(&v, &arena);
    arena_release(&arena);
    return good;
}

bool ir_verify_function(const struct ir_unit *unit, const struct ir_function *function, enum ir_form form,
                        struct ir_breach *breach)
{
    return verify_function(unit, function, form, true, breach);
}

/* ---- the unit */

static bool check_data(const struct ir_verifier *v, const struct ir_data *data)
{
    const struct ir_symbol *symbol = &v->unit->symbols[data->symbol];
    bool zero = symbol->section == IR_SECTION_BSS || symbol->section == IR_SECTION_PRIVATE_BSS;
    if (data->words == NULL && !zero)
        return ir_breach_here(v, IR_INVARIANT_data_words, "%.60s has none", symbol->name);
    for (uint32_t i = 0; data->words != NULL && i < symbol->words; i++) {
        if (data->words[i].symbol > v->unit->symbol_count)
            return ir_breach_here(v, IR_INVARIANT_data_words, "word %u of %.60s names symbol %u", i,
                                  symbol->name, data->words[i].symbol - 1);
    }
    return true;
}

bool ir_verify(const struct ir_unit *unit, struct ir_breach *breach)
{
    struct ir_verifier v = {.unit = unit, .breach = breach};
    breach->invariant = IR_INVARIANT_none;
    for (const struct ir_data *data = unit->data; data != NULL; data = data->next) {
        if (!check_data(&v, data))
            return false;
    }
    for (const struct ir_function *function = unit->functions; function != NULL; function = function->next) {
        if (!ir_verify_function(unit, function, IR_FORM_PLAIN, breach))
            return false;
    }
    return true;
}

void ir_verify_after(const struct ir_unit *unit, const struct ir_function *function, enum ir_form form,
                     bool modes, const char *pass)
{
    struct ir_breach breach;
    if (!verify_function(unit, function, form, modes, &breach)) {
        message_line(stderr, "fcc: internal error after pass %s: %s; please report it", pass, breach.text);
        if (breach.invariant >= IR_INVARIANT_defined) /* then the function has a printable form */
            ir_print_function(stderr, unit, function);
        abort();
    }
}
