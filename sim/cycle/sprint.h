/* sprint.h - PPs that only compute run ahead of the cycle.
 *
 * An instruction that only reads and writes registers depends on no other PP, and no other PP sees its effect
 * until the PP accesses memory. So members of a small strand execute such instructions in one go, one member
 * after the other, up to the first other instruction, and wait in a calendar for its cycle. Each of these
 * instructions notes the values that it overwrites: if the run stops in between, PPs go back to the cycle of
 * the stop. Called where strands are placed; knows rows, strands and the profile.
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

/* Executes the instruction and what follows (sprint.c). */
typedef void sprint_work(struct runner *runner, uint32_t *registers, const struct sprint_code *code,
                         uint32_t *notes, uint32_t flags);

/* The place of an instruction stands above the bits of the flags and the lowest bit, which says that it may
 * be a call or the return from one. */
enum { SPRINT_PLACE = 5, SPRINT_LINKS = 1 };

/* An instruction, ready for one PP. Registers are offsets of their rows. */
struct sprint_code {
    sprint_work *work;
    const struct sprint_code *to; /* of a branch or call: where it leads */
    uint32_t a, b, target;
    uint32_t constant;
    uint32_t place;
};

struct sprint {
    struct sprint_code *code; /* owned; by pc, and one more entry that stops; NULL: no PP runs ahead */
    uint32_t *notes;  /* owned; by PP, of its last sprint: SPRINT_LONGEST words that its instructions have
                         overwritten, then their places with the flags before them */
    uint32_t *landed; /* owned; by PP: what a delayed value overwrote at the sprint's beginning */
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
