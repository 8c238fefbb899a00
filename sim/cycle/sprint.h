/* sprint.h - PPs that only compute run ahead of the cycle.
 *
 * An instruction that only reads and writes registers depends on no other PP, and no other PP sees its effect
 * until the PP accesses memory. So members of a small strand execute such instructions in one go, up to the
 * first other instruction, and wait in a calendar for its cycle. Each of these instructions notes the values
 * that it overwrites: if the run stops in between, PPs go back to the cycle of the stop. Called where strands
 * are placed; knows rows, strands and the profile.
 */
#ifndef PRAM_CYCLE_SPRINT_H
#define PRAM_CYCLE_SPRINT_H

#include <stdbool.h>
#include <stdint.h>

struct cycle_state;
struct strand;

enum {
    SPRINT_MOST_PPS = 8, /* members of a strand that runs ahead; larger strands are faster without */
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
    sprint_work *works, *works_alone; /* for several PPs, for one */
    uint32_t a, b, target;
    uint32_t constant;
    uint32_t pc;
    bool is_call; /* a call, or perhaps the return from one */
};

/* The state before an instruction, and its place. */
struct sprint_note {
    uint32_t value;    /* value of the target */
    uint32_t pc_flags; /* pc * 16 + flags / 2 */
};

struct sprint {
    struct sprint_code *code;  /* owned; by pc, and one more entry that stops; NULL: no PP runs ahead */
    struct sprint_note *notes; /* owned; by PP, SPRINT_LONGEST each: notes of its last sprint */
    uint32_t *landed;          /* owned; by PP: what the first instruction's delayed value overwrote */
    struct strand *days[SPRINT_DAYS]; /* owned; PPs by the cycle, modulo SPRINT_DAYS, in which they are due */
    uint32_t count;                   /* PPs in the calendar */
};

/* False if memory is short. */
bool sprint_create(struct cycle_state *state);
void sprint_destroy(struct cycle_state *state);

/* In a cycle: the strand continues at `pc` in the next one, and the values of its delayed register are known.
 * Places it, or lets its members run ahead. */
void sprint_place(struct cycle_state *state, struct strand *strand, uint32_t pc);

/* At the end of a cycle: places PPs that are due in the next one. */
void sprint_turn(struct cycle_state *state);

/* Before a cycle: takes all PPs back to it, into current strands. */
void sprint_interrupt(struct cycle_state *state);

/* For invariant.c: counts the PPs that have run ahead in seen[pp]; false: one was counted already, or is not
 * due in the coming cycles. */
bool sprint_marks(const struct cycle_state *state, uint8_t *seen);

#endif
