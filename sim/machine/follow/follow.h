/* follow.h - the future of a PP if no cell changes: whether it repeats a loop forever, and its place in a
 * later cycle.
 *
 * The machine is deterministic. If no PP stores, requests a multiprefix or a host call, or reads the clock,
 * the actions of a PP depend on its own state alone: registers, flags, the pending delayed value, the parity
 * of its cycle counter. A PP that returns to an earlier state repeats it forever. If each running PP does so,
 * no cell ever changes, and the run never ends.
 *
 * All engines use it, so they agree. Knows the machine and its memory; no engine.
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
    uint64_t cycle; /* of the next instruction; only its parity counts, except in follow_to */
};

/* The PP that a view shows. */
struct follow follow_view(const struct pp_view *view, uint32_t pp);

/* Maximum number of instructions that a PP is followed in its barrier. */
enum { FOLLOW_MOST = 512 };

/* Cells that a PP has changed, kept apart from memory; `index` is the host index. */
enum { FOLLOW_CELLS = 256, FOLLOW_SLOTS = 1024 };
struct follow_cells {
    uint32_t count;
    uint32_t index[FOLLOW_CELLS], value[FOLLOW_CELLS];
    uint16_t slot[FOLLOW_SLOTS]; /* 1 + number of a cell, found by its index; 0: free */
};

/* The number of a cell among them; FOLLOW_CELLS: it is not there. */
uint32_t follow_cell(const struct follow_cells *cells, uint32_t index);

/* Changes a cell to another word. False: there is no room. */
bool follow_set_cell(struct follow_cells *cells, uint32_t index, uint32_t word);

/* A state to which a PP may return, and the words of its first `count` changed cells; others were as in
 * memory. */
struct follow_seen {
    struct follow pp;
    uint32_t count, words[FOLLOW_CELLS];
};

/* Notes the present state. */
void follow_note(struct follow_seen *seen, const struct follow *now, const struct follow_cells *cells);

/* The word that cell number `cell` of the changed ones had in that state. */
uint32_t follow_seen_word(const struct machine *machine, const struct follow_seen *seen,
                          const struct follow_cells *cells, uint32_t cell);

/* The instructions after which the PP repeats a state; 0: it reaches no earlier state within `most`
 * instructions, on which it computes, branches, and loads from shared memory and its own areas, stores to its
 * own areas, and makes requests that leave shared memory as it is. in_barrier: the PP is in one. */
uint64_t follow_round(const struct machine *machine, const struct follow *from, bool in_barrier,
                      uint64_t most);

/* The cell that an instruction accesses. */
struct follow_access {
    uint8_t
        work; /* enum system_work: SYSTEM_LOAD, SYSTEM_STORE, SYSTEM_FOLD; SYSTEM_OTHER: it accesses none */
    bool is_shared;
    uint32_t index;
};

/* Executes the next instruction of a PP as if it were alone: its changes go to `cells`, and other cells stay.
 * False: not executed, because it enters or leaves a barrier, calls the host, ends the PP, belongs to the
 * precision unit, is a fault, accesses areas of other PPs, or changes too many cells. */
bool follow_alone(const struct machine *machine, struct follow *follow, struct follow_cells *cells,
                  struct follow_access *access);

/* Moves a PP that repeats a loop to the cycle, or, if it is beyond that, on to the place where its loop has
 * the state of that cycle. A PP in a very long loop stays. in_barrier: as for follow_round. */
void follow_to(const struct machine *machine, struct follow *follow, bool in_barrier, uint64_t cycle);

/* ---- runs that never end because all PPs repeat loops: a lock that is never released, a flag that no PP
 * sets
 *
 * The test depends on nothing but the state of the machine at the start of a cycle, and its cycles are fixed.
 * So all engines end a run in the same cycle, wherever it was stopped, moved or continued. */

/* The first cycle of the test that is not before `cycle`: 65,536, then four for each doubling. A run that
 * ends soon is never tested, and the time of tests is a small part of a longer one. Each is a cycle of the
 * test of barriers, too (deadlock.h). */
uint64_t circle_next(uint64_t cycle);

static inline bool circle_is_asked(uint64_t cycle)
{
    return circle_next(cycle) == cycle;
}

/* Most instructions of follow_round in the test before a cycle: the longer the run, the longer the loops may
 * be. If all running PPs have such rounds, the run never ends. */
uint64_t circle_steps(uint64_t cycle, uint32_t pps);

#endif
