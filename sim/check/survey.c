/* survey.c - what the checker finds in the program before the run (check_state.h): which instructions belong
 * to the runtime, to loops that wait for others, to one source line, and what its symbols say.
 */
#include "asm/isa.h"
#include "sim/machine/lines.h"
#include "sim/machine/shint.h"
#include "sim/isa/instruction.h"
#include "sim/machine/waits.h"
#include "sim/observe/record/allocations.h"
#include "words.h"

/* The effect of an instruction, as far as it does not depend on the address. */
static enum deed intent_of(const struct instruction *instruction)
{
    static const uint8_t accesses[] = {[INSTRUCTION_LOADS] = DEED_LOAD,
                                       [INSTRUCTION_STORES] = DEED_STORE,
                                       [INSTRUCTION_FOLDS] = DEED_COMBINE};
    static const uint8_t deeds[] = {
        [SYSTEM_HOST] = DEED_SYS, [SYSTEM_HINT] = DEED_HINT, [SYSTEM_HALT] = DEED_HALT};
    const uint8_t work = system_rows[instruction->opcode].work;
    const enum instruction_access access = instruction_access(instruction);
    if (access != INSTRUCTION_NO_ACCESS)
        return (enum deed)accesses[access];
    if (work == SYSTEM_HINT && shint_number(instruction->constant) == SHINT_group_leave)
        return DEED_LEAVE;
    return (enum deed)deeds[work];
}

static enum effect effect_of(const struct instruction *i)
{
    static const uint8_t effects[] = {
        [OP_add] = EFFECT_SUM,         [OP_adds] = EFFECT_SUM,   [OP_sub] = EFFECT_DIFFERENCE,
        [OP_subs] = EFFECT_DIFFERENCE, [OP_and] = EFFECT_AND,    [OP_ands] = EFFECT_AND,
        [OP_andn] = EFFECT_ANDN,       [OP_andns] = EFFECT_ANDN, [OP_or] = EFFECT_OR,
        [OP_ors] = EFFECT_OR,          [OP_xor] = EFFECT_XOR,    [OP_xors] = EFFECT_XOR};
    const enum effect effect = i->opcode < sizeof effects ? (enum effect)effects[i->opcode] : EFFECT_NOTHING;
    const bool has_target = i->target < DECODE_SINK;
    if (!has_target || i->opcode == DECODE_ILLEGAL || intent_of(i) >= DEED_SYS)
        return EFFECT_NOTHING;
    if ((effect == EFFECT_SUM || effect == EFFECT_DIFFERENCE) && i->rt == 0 && i->constant == 0)
        return EFFECT_MOVE;
    return effect != EFFECT_NOTHING ? effect : EFFECT_CLEAR;
}

void check_survey(struct check *check)
{
    const struct program *program = &check->machine->program;
    const struct object *object = &check->machine->object;
    const size_t count = (size_t)program->count + 1;
    const uint32_t start = object_value_of(object, "_start", UINT32_MAX);
    const uint8_t *given = allocations_kinds(check->machine->allocations);
    const bool is_sifted = check->mishaps == NULL && !check->machine->config.tests.examines_all;
    check->code = ARENA_ARRAY(&check->machine->arena, struct check_code, count);
    check->aims = ARENA_ARRAY(&check->machine->arena, struct aim, count);
    check->waits = ARENA_ARRAY(&check->machine->arena, uint8_t, count);
    waits_find(program, check->waits);
    check->places = lines_first(check->machine);
    variable_survey(check);
    for (uint32_t k = 0; k < object->symbol_count; k++) {
        heap_symbol(check, &object->symbols[k]);
        follow_symbol(check, k);
        aim_symbol(check, &object->symbols[k]);
    }
    for (uint32_t pc = 0; pc < program->count; pc++) {
        const struct instruction *i = &program->code[pc];
        const enum deed intent = intent_of(i);
        const bool is_start = start != UINT32_MAX && program->functions[pc] == start;
        struct check_code *code = &check->code[pc];
        code->intent = intent;
        code->effect = effect_of(i);
        /* the start and the end of a program are trusted, also in user code: no groups exist then */
        code->is_runtime = program->origins[pc] == ORIGIN_RUNTIME || is_start;
        code->is_word = (intent == DEED_LOAD || intent == DEED_STORE) &&
                        (i->traits & (DECODE_REAL | DECODE_STATUS_DATUM)) == 0;
        code->moves_stack = i->target == MACHINE_SP || i->base == MACHINE_SP;
        code->is_quiet = is_sifted && intent == DEED_NOTHING && !code->moves_stack && code->variable == 0 &&
                         code->allocator == 0 && given[pc] == GIVEN_NOTHING;
    }
}
