/* lane.h - JIT compiler for single PPs: finds hot code, and runs its compiled code.
 *
 * The event core reports each place without code (lanes_request); after several visits it is hot, and the
 * region around it is compiled at once, which takes some microseconds per instruction. Compiled code does
 * exactly what the interpreter does, so nothing depends on when there is code. There is code for x86-64 only;
 * without code, or if memory is short, the interpreter runs everything.
 *
 * Knows operations and frames; no tiles and no event core. */
#ifndef PRAM_LANE_H
#define PRAM_LANE_H

#include "sim/jit/frame.h"
#include "sim/machine/machine.h"

struct operation;
struct lane_making; /* lane.c: lanes are a part of it */

/* A place in the program, for one form. */
struct lane_spot {
    uint16_t steps; /* executed instructions, in the last `runs` runs of code from there */
    uint16_t runs;  /* without code: visits */
    uint16_t rest;  /* not 0: it did not pay; the interpreter runs there for this number of visits */
};
#define LANE_REST_ALWAYS UINT16_MAX /* there is no code, and never will be any that begins a region */

struct lanes {
    /* by pc of the program, and one more: where code begins; `nowhere` if there is none */
    const uint8_t **places[LANE_FORMS];
    const uint8_t *nowhere;
    struct lane_spot *spots[LANE_FORMS]; /* the same places */
    uint32_t count;                      /* of instructions */
    struct lane_making *making;
};

static inline bool lanes_have_code(const struct lanes *lanes, uint32_t pc, enum lane_form form)
{
    return lanes->places[form][pc] != lanes->nowhere;
}

/* Whether there can be compiled code; false: with a line in `error`. */
bool lanes_are_available(char *error, size_t error_size);

/* NULL if there will be no compiled code, or memory is short: neither is an error. `code` must stay. `shadow`
 * has a word for each shared cell. wanted: by pc, bits: LANE_WANTED and the following
 * ones; NULL: there are none. */
struct lanes *lanes_create(const struct machine *machine, const struct operation *code,
                           const uint32_t *shadow, const uint8_t *wanted);
void lanes_destroy(struct lanes *lanes);

/* Writes its counters to the statistics; NULL: there is no code. */
void lanes_count(const struct lanes *lanes, struct machine *machine);

/* A PP is at a pc without code of this form. True if there is code now; there may be new code from *from to
 * *to - 1. */
bool lanes_request(struct lanes *lanes, uint32_t pc, enum lane_form form, uint32_t *from, uint32_t *to);

/* Code from a pc has executed `steps` instructions. Entering and leaving takes as long as interpreting a few:
 * false if that does not pay there for a while. */
bool lanes_weigh(struct lanes *lanes, uint32_t pc, enum lane_form form, uint32_t steps);

/* Runs code from a place of places[]. Changes the frame; returns where it has stopped. */
const struct lane_stop *lanes_run(const struct lanes *lanes, struct lane_frame *frame, const void *place);

/* LANE_CALL_COMPUTE: the result of an instruction for Rs = a and S = b, and its flags, which the frame has;
 * of a branch, whether it is taken. */
uint64_t lanes_compute(struct lane_frame *frame, uint32_t a, uint32_t b, uint32_t opcode, uint32_t pc);

#endif
