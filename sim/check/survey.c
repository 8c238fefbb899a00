/* survey.c - what the checker knows about the program before it runs (check_state.h): which instructions
 * belong to the runtime, to functions that wait for others, to one source line.
 */
#include <stdlib.h>
#include <string.h>

#include "asm/isa.h"
#include "check_state.h"
#include "sim/machine/lines.h"
#include "sim/machine/shint.h"
#include "sim/machine/system.h"

/* Begin and end of a program are trusted whoever wrote them: there are no groups yet, or none any more. */
static bool is_trusted(const struct program *program, uint32_t pc, const char *function)
{
    return program->origins[pc] == ORIGIN_RUNTIME || (function != NULL && strcmp(function, "_start") == 0);
}

static bool is_yield(const struct instruction *instruction)
{
    return instruction->opcode == OP_shint && shint_number(instruction->constant) == SHINT_yield;
}

/* A function is known by its first instruction. */
static void survey_functions(struct check *check)
{
    const struct program *program = &check->machine->program;
    uint32_t first = 0;
    bool waits = false;
    for (uint32_t pc = 0; pc <= program->count; pc++) {
        uint32_t offset = 0;
        const char *name =
            pc < program->count ? object_find_function(&check->machine->object, pc, &offset) : NULL;
        if (offset == 0 || pc == program->count) { /* the function before ends here */
            memset(check->is_waiting + first, waits, pc - first);
            first = pc;
            waits = false;
        }
        if (pc == program->count)
            break;
        check->is_runtime[pc] = is_trusted(program, pc, name);
        waits |= is_yield(&program->code[pc]);
    }
}

/* What an instruction looks like, wherever it is executed. */
static enum deed intent_of(const struct instruction *instruction)
{
    static const uint8_t deeds[] = {
        [SYSTEM_LOAD] = DEED_LOAD, [SYSTEM_STORE] = DEED_STORE, [SYSTEM_FOLD] = DEED_COMBINE,
        [SYSTEM_HOST] = DEED_SYS,  [SYSTEM_HINT] = DEED_HINT,   [SYSTEM_HALT] = DEED_HALT};
    if (instruction->kind == ISA_KIND_REALLOAD)
        return DEED_LOAD;
    if (instruction->kind == ISA_KIND_REALSTORE)
        return DEED_STORE;
    if (instruction->opcode == OP_shint && shint_number(instruction->constant) == SHINT_group_leave)
        return DEED_LEAVE;
    return (enum deed)deeds[system_rows[instruction->opcode].work];
}

bool check_survey(struct check *check)
{
    const size_t count = (size_t)check->machine->program.count + 1;
    check->intents = calloc(count, sizeof *check->intents);
    check->is_runtime = calloc(count, sizeof *check->is_runtime);
    check->is_waiting = calloc(count, sizeof *check->is_waiting);
    if (check->intents == NULL || check->is_runtime == NULL || check->is_waiting == NULL)
        return false;
    for (uint32_t pc = 0; pc < check->machine->program.count; pc++)
        check->intents[pc] = (uint8_t)intent_of(&check->machine->program.code[pc]);
    survey_functions(check);
    check->places = lines_first(&check->machine->object, check->machine->program.count);
    return true;
}
