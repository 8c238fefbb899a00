/* sprint.h - PPs that only compute run ahead of the cycle.
 *
 * What an instruction does that only reads and writes registers depends on no other PP, and no other PP sees
 * it until the PP accesses memory. So members of a small strand execute such instructions in one go, up to
 * the first other one, and rest in a calendar until its cycle. Each of these instructions leaves a note of
 * what it has overwritten: when the run stops in between, PPs go back to the cycle in which it stops. Called
 * where strands are placed; knows rows, strands and the profile.
 */
#ifndef PRAM_CYCLE_SPRINT_H
#define PRAM_CYCLE_SPRINT_H

#include <stdbool.h>
#include <stdint.h>

struct cycle_state;
struct strand;

enum {
    SPRINT_MOST_PPS = 8, /* members of a strand whose members run ahead; more are faster as a strand */
    SPRINT_LONGEST = 32, /* instructions in one go */
    SPRINT_DAYS = 64     /* cycles of the calendar: a power of two, more than SPRINT_LONGEST + 1 */
};

struct runner;
struct sprint_code;
struct sprint_note;

/* Executes the instruction and what follows (sprint.c). */
typedef void sprint_work(struct runner *runner, uint32_t *registers, uint32_t *flags,
                         const struct sprint_code *code, struct sprint_note *notes, uint32_t left);

/* An instruction, ready for one PP. Registers are offsets of their rows. */
struct sprint_code {
    sprint_work *works, *works_alone; /* of several PPs, of one */
    uint32_t a, b, target;
    uint32_t constant;
    uint32_t pc;
    bool is_call; /* or the return from one, perhaps */
};

/* What an instruction has overwritten, and where it stands. */
struct sprint_note {
    uint32_t value;    /* of the target */
    uint32_t pc_flags; /* pc * 16 + flags / 2 */
};

struct sprint {
    struct sprint_code *code;  /* owned; by pc, one more that stops; NULL: no PP runs ahead */
    struct sprint_note *notes; /* owned; by PP, SPRINT_LONGEST of each: of its last sprint */
    uint32_t *landed; /* owned; by PP: what the delayed value of its first instruction has overwritten */
    struct strand *days[SPRINT_DAYS]; /* owned; by the cycle, modulo SPRINT_DAYS, in which PPs are due */
    uint32_t count;                   /* PPs in the calendar */
};

/* False if memory is short. */
bool sprint_create(struct cycle_state *state);
void sprint_destroy(struct cycle_state *state);

/* In a cycle: the strand goes on at `pc` in the next one, and the values of its delayed register are known.
 * It is placed, or its members run ahead. */
void sprint_place(struct cycle_state *state, struct strand *strand, uint32_t pc);

/* At the end of a cycle: PPs that are due in the next one are placed there. */
void sprint_turn(struct cycle_state *state);

/* Before a cycle: all PPs are back in it, in current strands. */
void sprint_interrupt(struct cycle_state *state);

/* For invariant.c: counts the PPs that have run ahead in seen[pp]; false: one was there already, or is not
 * due in the cycles to come. */
bool sprint_marks(const struct cycle_state *state, uint8_t *seen);

#endif
