/* state.h - the values in registers and spill words of a function before each instruction. */
#ifndef FCC_DWARF_STATE_H
#define FCC_DWARF_STATE_H

#include "fcc/back/machine.h"

/* A place of a value: a machine register, or the word of the frame at fp + place - STATE_WORD. Arguments on
 * the stack have words below fp. */
enum { STATE_ARGUMENTS = 4096, STATE_WORD = MACHINE_REGISTERS + STATE_ARGUMENTS };

/* A place holds the value of register `value` before register allocation. */
struct state_pair {
    uint32_t place;
    uint32_t value;
};

struct state {
    struct state_pair *pairs; /* in the order of values and places */
    uint32_t count, capacity;
    bool is_reached;
};

/* The state at the start of every block, by its id; NULL: the function has too many variables and blocks. */
struct state *state_find(struct arena *arena, const struct machine_function *function);

void state_copy(struct arena *arena, struct state *to, const struct state *from);

/* What is known before the instruction, from what was known after the one before it; NULL: at the end of a
 * block that has no jump. Then what the instruction does. */
void state_before(struct arena *arena, struct state *state, const struct machine_block *block,
                  const struct machine_instr *instr);
void state_after(struct arena *arena, struct state *state, const struct machine_instr *instr);

/* A place that holds the value, a register if possible; false: none does. */
bool state_place(const struct state *state, uint32_t value, uint32_t *place);

#endif
