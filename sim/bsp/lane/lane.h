/* lane.h - native code for PPs that run one by one: where the program is hot, and where its code is.
 *
 * The event core asks at each place where there is no code (lanes_look); one that it has come to several
 * times is hot, and code is made of the region around it at once, which takes some microseconds an
 * instruction. What is executed natively is what the interpreter would execute, so nothing depends on when
 * there is code. Code is made for x86-64; elsewhere there is none. If there is none, or memory is short, that
 * is all.
 *
 * Knows operations and frames; no tiles and no event core.
 */
#ifndef PRAM_LANE_H
#define PRAM_LANE_H

#include "sim/bsp/lane/frame.h"
#include "sim/machine/machine.h"

struct operation;
struct lane_making; /* lane.c */

/* What native code that begins at a place has brought lately. */
struct lane_yield {
    uint16_t steps; /* instructions executed, in so many runs: */
    uint16_t runs;
    uint16_t rest; /* not 0: it did not pay; the interpreter is to go on there, so many times from now on */
};
#define LANE_REST_ALWAYS UINT16_MAX /* there is no code, and will be none that begins a region */

struct lanes {
    /* by pc of the program, and one more: where code begins; `nowhere` of the form if there is none */
    void **places[LANE_FORMS];
    const void *nowhere[LANE_FORMS];
    bool *heads[LANE_FORMS]; /* the interpreter is to stop there, for there is code */
    struct lane_yield *yields[LANE_FORMS];
    const struct lane_stop *stops;
    uint32_t count; /* of instructions */
    struct lane_making *making;
};

/* Whether there can be native code; false: with a line in `error`. */
bool lanes_are_available(char *error, size_t error_size);

/* NULL if there is to be no native code, or memory is short: both are no failure. `code` stays. `shadow` has
 * a word for each shared cell. told: hints that frame.hear is called for whatever they say, and heard: what
 * is to be told of accesses, and wanted, as in region_ground. */
struct lanes *lanes_create(const struct machine *machine, const struct operation *code,
                           const uint32_t *shadow, uint32_t told, const uint8_t *heard,
                           const uint8_t *wanted);
void lanes_destroy(struct lanes *lanes);

/* What has been done, for the statistics. */
void lanes_count(const struct lanes *lanes, struct machine *machine);

/* A PP goes on at a pc in a form for which there is no code there. True if there is now; heads may be new
 * from *from to *to - 1. */
bool lanes_look(struct lanes *lanes, uint32_t pc, enum lane_form form, uint32_t *from, uint32_t *to);

/* Code that began at a pc has executed so many instructions. To go in and out takes as long as to interpret
 * a few of them: false if that is not worth while there, for a time. */
bool lanes_weigh(struct lanes *lanes, uint32_t pc, enum lane_form form, uint32_t steps);

/* Runs code from a place of places[]. It changes the frame; the answer says where it has stopped. */
const struct lane_stop *lanes_run(const struct lanes *lanes, struct lane_frame *frame, const void *place);

/* lane_frame.compute. */
extern lane_compute *const lanes_compute;

#endif
