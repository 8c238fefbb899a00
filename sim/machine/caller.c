/* caller.c - see caller.h. */
#include "caller.h"

#include "asm/isa.h"
#include "machine.h"
#include "sim/isa/instruction.h"

enum { MOST_FRAMES = 64 }; /* of the library, one in the other */

enum place {
    IN_RA,    /* in ra, unless the function has called another one */
    IN_A1,    /* in a1: __fork_start and other entries */
    IN_FRAME, /* at fp + 1 */
    PUSHED    /* on the stack */
};

static bool is_call(const struct program *program, uint32_t pc)
{
    return pc < program->count && instruction_calls(&program->code[pc]);
}

struct caller_registers caller_registers(uint32_t pp, uint32_t pc, const uint32_t *reg)
{
    return (struct caller_registers){.pp = pp,
                                     .pc = pc,
                                     .a1 = reg[MACHINE_A1],
                                     .sp = reg[MACHINE_SP],
                                     .fp = reg[MACHINE_FP],
                                     .ra = reg[MACHINE_RA]};
}

struct caller_registers caller_observed(const struct observer_cycle *cycle, const struct observer_step *step)
{
    return (struct caller_registers){.pp = step->pp,
                                     .pc = step->pc,
                                     .a1 = observer_word(cycle, step, MACHINE_A1),
                                     .sp = observer_word(cycle, step, MACHINE_SP),
                                     .fp = observer_word(cycle, step, MACHINE_FP),
                                     .ra = observer_word(cycle, step, MACHINE_RA)};
}

/* ---- the survey */

static bool is_access(const struct instruction *i, unsigned opcode, unsigned base, int32_t offset,
                      unsigned rd)
{
    return i->opcode == opcode && i->rs == base && i->rt == 0 && (int32_t)i->constant == offset &&
           i->rd == rd;
}

/* Whether the instruction sets fp in a prologue (docs/internals/abi.md, section 2): from sp, or, for a large
 * frame, from a register that has been set to sp less the size. */
static bool sets_frame(const struct instruction *i)
{
    const int32_t words = (int32_t)i->constant;
    if (i->opcode != OP_add || i->target != MACHINE_FP || i->rt != 0)
        return false;
    return i->rs == MACHINE_SP ? words < 0 : i->rs != MACHINE_FP && words == 0;
}

/* The effect of the instruction on the return address, and on its frame. */
static void step(struct caller_place *walk, const struct caller_place *body, const struct instruction *i)
{
    const int32_t words = (int32_t)i->constant;
    if (is_access(i, OP_stg, MACHINE_FP, 1, MACHINE_RA)) {
        walk->place = IN_FRAME;
    } else if (i->opcode == OP_pshg && i->rs == MACHINE_SP &&
               (i->rd == MACHINE_RA || walk->place == PUSHED)) {
        walk->place = PUSHED;
        walk->pushed += words;
    } else if (i->opcode == OP_popng && i->rs == MACHINE_SP && walk->place == PUSHED) {
        walk->pushed += words;
        if (walk->pushed <= 0)
            *walk = (struct caller_place){.place = IN_RA};
    } else if (i->opcode == OP_add && i->rs == MACHINE_RA && i->target == MACHINE_A1 && words == 0) {
        walk->place = IN_A1;
    } else if (sets_frame(i)) {
        walk->has_frame = true;
    } else if (is_access(i, OP_ldg, MACHINE_FP, 0, MACHINE_FP)) {
        *walk = (struct caller_place){.place = IN_RA};
    } else if (instruction_returns_by(i, MACHINE_RA)) {
        *walk = *body; /* after an epilogue within a function */
    }
}

struct caller_place *caller_survey(struct arena *arena, const struct program *program)
{
    struct caller_place *places = ARENA_ARRAY(arena, struct caller_place, (size_t)program->count + 1);
    struct caller_place walk = {.place = IN_RA}, body = walk; /* state of the walk through a function */
    for (uint32_t pc = 0; pc < program->count; pc++) {
        if (program->functions[pc] == pc)
            body = walk = (struct caller_place){.place = IN_RA};
        if (walk.has_frame)
            body = walk;
        places[pc] = walk;
        step(&walk, &body, &program->code[pc]);
    }
    return places;
}

/* ---- from frame to frame */

bool caller_step(const struct machine *machine, struct caller_registers *at, bool is_innermost)
{
    const struct program *program = &machine->program;
    if (at->pc >= program->count)
        return false;
    const struct caller_place *place = &program->returns[at->pc];
    /* if no other place is known, ra belongs to the first frame: that of an inner call leads back to here */
    uint32_t back = is_innermost ? at->ra : 0;
    switch ((enum place)place->place) {
    case IN_FRAME:
        back = memory_word(&machine->memory, at->pp, at->fp + 1);
        break;
    case PUSHED:
        back = memory_word(&machine->memory, at->pp, at->sp - (uint32_t)place->pushed);
        break;
    case IN_A1:
        back = at->a1;
        break;
    case IN_RA:
        break;
    }
    if (place->has_frame) {
        at->sp = at->fp;
        at->fp = memory_word(&machine->memory, at->pp, at->fp);
    } else {
        at->sp -= (uint32_t)place->pushed;
    }
    at->pc = back - 1;
    return is_call(program, at->pc);
}

struct caller caller_find(const struct machine *machine, struct caller_registers at)
{
    const struct program *program = &machine->program;
    const uint32_t pc = at.pc;
    uint32_t inside = pc;
    for (unsigned depth = 0; depth < MOST_FRAMES && at.pc < program->count; depth++) {
        if (program->origins[at.pc] == ORIGIN_USER)
            return (struct caller){.pc = at.pc, .inside = inside};
        inside = at.pc;
        if (!caller_step(machine, &at, depth == 0))
            break;
    }
    return (struct caller){.pc = pc, .inside = pc};
}

const char *caller_routine(const struct machine *machine, const struct caller *caller)
{
    uint32_t offset;
    const char *name = NULL;
    if (caller->inside != caller->pc)
        name = object_find_function(&machine->object, caller->inside, &offset);
    return name != NULL && name[0] != '_' ? name : NULL;
}
