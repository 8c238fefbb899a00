/* follow.h - what becomes of a PP if no cell changes: whether it goes round for ever, and where it is in a
 * later cycle.
 *
 * The machine is deterministic. Where no PP stores, asks for a multiprefix or the host, or looks at the
 * clock, what a PP does depends on its own state alone: registers, flags, the delayed value on its way, the
 * parity of its cycle counter. A PP that comes back to a state goes round for ever. If each of the running
 * PPs does so, no cell ever changes, and the run never ends.
 *
 * All engines ask here, so they find the same. Knows the machine and its memory; no engine.
 */
#ifndef PRAM_FOLLOW_H
#define PRAM_FOLLOW_H

#include <stdbool.h>
#include <stdint.h>

#include "sim/machine/machine.h"

/* A PP between two instructions. reg[1]: the pc; reg[DECODE_SINK] takes what is written to R0. late_target:
 * the register that late_value reaches after the next instruction; DECODE_SINK: none does. */
struct follow {
    uint32_t reg[DECODE_SINK + 1];
    uint32_t flags; /* N Z C V as in the status word */
    uint32_t late_target, late_value;
    uint32_t pp;
    uint64_t cycle; /* of the next instruction */
};

/* The most instructions for which a PP is followed. */
enum { FOLLOW_MOST = 512 };

/* Whether the PP comes back to a state in which it was, and on its way there has done nothing but to compute,
 * to branch and to load from shared memory and its own areas. False also if that takes too long. */
bool follow_finds_circle(const struct machine *machine, const struct follow *from);

/* Cells that a PP has changed on its way, kept apart from memory: `index` is that of the host. */
enum { FOLLOW_CELLS = 256, FOLLOW_SLOTS = 1024 };
struct follow_cells {
    uint32_t count;
    uint32_t index[FOLLOW_CELLS], value[FOLLOW_CELLS];
    uint16_t slot[FOLLOW_SLOTS]; /* 1 + number of a cell, found by its index; 0: free */
};

/* The number of a cell among them; FOLLOW_CELLS: it is not one of them. */
uint32_t follow_cell(const struct follow_cells *cells, uint32_t index);

/* Makes a cell another word. False: there is no room. */
bool follow_set_cell(struct follow_cells *cells, uint32_t index, uint32_t word);

/* The cell that an instruction has accessed. */
struct follow_access {
    uint8_t
        work; /* enum system_work: SYSTEM_LOAD, SYSTEM_STORE, SYSTEM_FOLD; SYSTEM_OTHER: it accesses none */
    bool is_shared;
    uint32_t index;
};

/* Executes the next instruction of a PP as if it were alone: its changes go to `cells`, and all other cells
 * stay as they are. False: it has not been executed, for it enters or leaves a barrier, asks the host, ends
 * the PP, belongs to the precision unit, is a fault, or accesses areas of other PPs. */
bool follow_alone(const struct machine *machine, struct follow *follow, struct follow_cells *cells,
                  struct follow_access *access);

/* Leads a PP for which follow_finds_circle is true to the cycle, or, if it is beyond that, on to where its
 * circle has it in the state that it had in the cycle. */
void follow_to(const struct machine *machine, struct follow *follow, uint64_t cycle);

#endif
