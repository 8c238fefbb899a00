/* caller.c - see caller.h. */
#include "caller.h"

#include <stdlib.h>
#include <string.h>

#include "asm/isa.h"
#include "common/memory.h"
#include "machine.h"
#include "sim/isa/instruction.h"

enum {
    MOST_FRAMES = 64, /* of the library, one in the other */
    MOST_PUSHED = 15  /* words after a return address on the stack */
};

/* Place of the function's return address, by pc. */
enum place {
    IN_RA,    /* in ra, unless the function has called another one */
    IN_A1,    /* in a1: __fork_start and other entries */
    IN_FRAME, /* at fp + 1 */
    PUSHED    /* on the stack */
};

/* One byte of the survey. */
enum { PLACE_MASK = 3, HAS_FRAME = 4, PUSHED_SHIFT = 4 };

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

/* State during the walk through a function. */
struct walk {
    enum place place;
    bool has_frame;
    int pushed; /* words on the stack from the return address on */
};

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
static void step(struct walk *walk, const struct walk *body, const struct instruction *i)
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
            *walk = (struct walk){.place = IN_RA};
    } else if (i->opcode == OP_add && i->rs == MACHINE_RA && i->target == MACHINE_A1 && words == 0) {
        walk->place = IN_A1;
    } else if (sets_frame(i)) {
        walk->has_frame = true;
    } else if (is_access(i, OP_ldg, MACHINE_FP, 0, MACHINE_FP)) {
        *walk = (struct walk){.place = IN_RA};
    } else if (instruction_returns_by(i, MACHINE_RA)) {
        *walk = *body; /* after an epilogue within a function */
    }
}

uint8_t *caller_survey(struct arena *arena, const struct object *object, const struct program *program)
{
    uint8_t *places = ARENA_ARRAY(arena, uint8_t, (size_t)program->count + 1);
    uint8_t *begins = memory_take((size_t)program->count + 1, sizeof *begins);
    struct walk walk = {.place = IN_RA}, body = walk;
    for (size_t k = 0; k < object->symbol_count; k++)
        if (object->symbols[k].section == SECTION_TEXT && object->symbols[k].function)
            begins[object->symbols[k].value] = 1;
    for (uint32_t pc = 0; pc < program->count; pc++) {
        if (begins[pc])
            body = walk = (struct walk){.place = IN_RA};
        if (walk.has_frame)
            body = walk;
        const unsigned pushed = walk.pushed < MOST_PUSHED ? (unsigned)walk.pushed : MOST_PUSHED;
        places[pc] = (uint8_t)(walk.place | (walk.has_frame ? HAS_FRAME : 0u) | pushed << PUSHED_SHIFT);
        step(&walk, &body, &program->code[pc]);
    }
    free(begins);
    return places;
}

/* ---- from frame to frame */

/* Walks back to the call of the function that contains `at`. False: unknown. *by_registers becomes false if
 * memory is read. */
static bool go_back(const struct machine *machine, struct caller_registers *at, bool is_innermost,
                    bool *by_registers)
{
    const struct program *program = &machine->program;
    const uint32_t place = program->returns[at->pc];
    const uint32_t pushed = place >> PUSHED_SHIFT;
    /* ra of an inner call leads back to the present place: if no other place is known, it belongs to the
     * first frame only */
    uint32_t back = is_innermost ? at->ra : 0;
    switch ((enum place)(place & PLACE_MASK)) {
    case IN_FRAME:
        back = memory_word(&machine->memory, at->pp, at->fp + 1);
        break;
    case PUSHED:
        back = memory_word(&machine->memory, at->pp, at->sp - pushed);
        break;
    case IN_A1:
        back = at->a1;
        break;
    case IN_RA:
        break;
    }
    *by_registers &= (place & PLACE_MASK) == IN_A1 || (place & PLACE_MASK) == IN_RA;
    if (place & HAS_FRAME) {
        at->sp = at->fp;
        at->fp = memory_word(&machine->memory, at->pp, at->fp);
    } else {
        at->sp -= pushed;
    }
    at->pc = back - 1;
    return is_call(program, at->pc);
}

bool caller_step(const struct machine *machine, struct caller_registers *at, bool is_innermost)
{
    bool by_registers = true;
    return at->pc < machine->program.count && go_back(machine, at, is_innermost, &by_registers);
}

struct caller caller_find_by(const struct machine *machine, const struct caller_registers *registers,
                             bool *by_registers)
{
    const struct program *program = &machine->program;
    struct caller_registers at = *registers;
    uint32_t inside = registers->pc;
    *by_registers = true;
    for (unsigned depth = 0; depth < MOST_FRAMES && at.pc < program->count; depth++) {
        if (program->origins[at.pc] == ORIGIN_USER)
            return (struct caller){.pc = at.pc, .inside = inside};
        inside = at.pc;
        if (!go_back(machine, &at, depth == 0, by_registers))
            break;
    }
    return (struct caller){.pc = registers->pc, .inside = registers->pc};
}

struct caller caller_find(const struct machine *machine, const struct caller_registers *at)
{
    bool by_registers;
    return caller_find_by(machine, at, &by_registers);
}

const char *caller_routine(const struct machine *machine, const struct caller *caller)
{
    uint32_t offset;
    const char *name = NULL;
    if (caller->inside != caller->pc)
        name = object_find_function(&machine->object, caller->inside, &offset);
    return name != NULL && name[0] != '_' ? name : NULL;
}
