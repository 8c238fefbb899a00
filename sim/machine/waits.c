/* waits.c - see waits.h. Nearness to the hint is measured along the paths of a PP from instruction to
 * instruction within a function. */
#include "sim/machine/waits.h"

#include <stdbool.h>

#include "sim/isa/flow.h"
#include "sim/isa/instruction.h"
#include "sim/machine/machine.h"
#include "sim/machine/shint.h"

/* Instructions that count as near: the time that polls wait at levels 1 to 4 (docs/ends.md). A loop is short,
 * or found at all, up to this number of instructions before the hint and after it. */
enum { NEAR = 24, LOOP_SHORT = 64, LOOP_MOST = 1024 };

static bool is_yield(const struct instruction *i)
{
    return system_rows[i->opcode].work == SYSTEM_HINT && shint_number(i->constant) == SHINT_yield;
}

/* A word outside the PP's own stack. */
static bool may_load_shared(const struct instruction *i)
{
    return instruction_access(i) == INSTRUCTION_LOADS && i->rs != MACHINE_SP && i->rs != MACHINE_FP;
}

/* Instructions that a PP may reach within this number of steps. */
struct reach {
    uint32_t count, end;
    uint32_t pc[4 * NEAR];
};

static void reach_add(struct reach *reach, uint32_t pc)
{
    for (uint32_t k = 0; k < reach->count; k++)
        if (reach->pc[k] == pc)
            return;
    if (pc < reach->end && reach->count < sizeof reach->pc / sizeof *reach->pc)
        reach->pc[reach->count++] = pc;
}

/* Step by step from pc, within its function: skips called functions. */
static void reach_from(struct reach *reach, const struct program *program, uint32_t pc)
{
    *reach = (struct reach){.count = 1, .end = program->count, .pc = {pc}};
    uint32_t next = 0;
    for (unsigned steps = 0; steps < NEAR; steps++)
        for (const uint32_t end = reach->count; next < end; next++) {
            const struct flow_place at = {.pc = reach->pc[next]};
            struct flow_place to[FLOW_MOST];
            const unsigned ways = flow_next_inside(&program->code[at.pc], program->count, at, to);
            for (unsigned k = 0; k < ways && ways <= FLOW_MOST; k++)
                reach_add(reach, to[k].pc);
        }
}

/* Compilers test the condition of a loop once before the loop. */
static void mark_before(const struct program *program, uint8_t *marks, uint32_t pc)
{
    for (uint32_t k = 0; k < NEAR && pc > 0 && system_rows[program->code[pc - 1].opcode].work != SYSTEM_JUMP;
         k++)
        marks[--pc] |= WAITS_LOOK;
}

/* The surroundings of the hint at pc. Returns whether it has loads after it. */
static bool mark_near(const struct program *program, uint8_t *marks, uint32_t pc)
{
    struct reach after;
    bool some = false;
    reach_from(&after, program, pc);
    for (uint32_t k = 0; k < after.count; k++) {
        marks[after.pc[k]] |= WAITS_LOOK;
        some |= may_load_shared(&program->code[after.pc[k]]);
    }
    mark_before(program, marks, pc);
    return some;
}

/* The innermost loop around the hint at pc, of those that end at *last or after it: from the target of its
 * backward jump to the jump. */
static bool find_loop(const struct program *program, uint32_t pc, uint32_t *first, uint32_t *last)
{
    for (; *last < program->count && *last - pc <= LOOP_MOST; ++*last) {
        const struct instruction *i = &program->code[*last];
        *first = i->constant;
        if (system_branches(i->opcode) && i->constant <= pc && pc - i->constant <= LOOP_MOST)
            return true;
    }
    return false;
}

static void mark(uint8_t *marks, uint32_t first, uint32_t last, uint8_t bit)
{
    for (uint32_t pc = first; pc <= last; pc++)
        marks[pc] |= bit;
}

/* The nearest instructions that load a shared word, before pc and after it, within the search distance; else
 * the last ones there. */
struct loads {
    uint32_t before, after;
};

static struct loads find_loads(const struct program *program, uint32_t pc)
{
    struct loads loads = {.before = pc, .after = pc};
    while (loads.before > 0 && pc - loads.before < LOOP_MOST &&
           !may_load_shared(&program->code[loads.before]))
        loads.before--;
    while (loads.after + 1 < program->count && loads.after - pc < LOOP_MOST &&
           !may_load_shared(&program->code[loads.after]))
        loads.after++;
    return loads;
}

static bool is_in(const struct program *program, const struct loads *loads, uint32_t first, uint32_t last)
{
    return (loads->before >= first && may_load_shared(&program->code[loads->before])) ||
           (loads->after <= last && may_load_shared(&program->code[loads->after]));
}

/* Loops around the hint at pc. */
static void mark_loops(const struct program *program, uint8_t *marks, uint32_t pc, bool looks_near)
{
    uint32_t first, last = pc;
    bool found = find_loop(program, pc, &first, &last);
    if (found && last - pc < LOOP_SHORT && pc - first <= LOOP_SHORT)
        mark(marks, first, last, WAITS_LOOP);
    if (found)
        mark_before(program, marks, first);
    if (looks_near)
        return;
    const struct loads loads = find_loads(program, pc);
    while (found && !is_in(program, &loads, first, last)) {
        last++;
        found = find_loop(program, pc, &first, &last);
    }
    if (found)
        mark(marks, first, last, WAITS_LOOK);
}

void waits_find(const struct program *program, uint8_t *marks)
{
    for (uint32_t pc = 0; pc < program->count; pc++)
        if (is_yield(&program->code[pc]) && !(pc > 0 && is_yield(&program->code[pc - 1]))) /* one for many */
            mark_loops(program, marks, pc, mark_near(program, marks, pc));
}
