/* region.h - the region around a pc: the blocks that are compiled together, and where they may be entered.
 *
 * A block is a sequence of instructions of which only the last one jumps. No delayed value is pending between
 * two blocks: a block goes on as far as the instruction after which its last one is written, though another
 * block may begin there, too. A region ends at instructions that are not compiled, at places too far away,
 * and at places with existing code; where the interpreter may return it has an entry. Knows operations. */
#ifndef PRAM_LANE_REGION_H
#define PRAM_LANE_REGION_H

#include "sim/tile/code/level.h"
#include "sim/jit/frame.h"

/* No block: the code leads to a pc outside. */
#define REGION_OUTSIDE UINT32_MAX

/* Maximum length of a block, without pending values: all of its instructions are executed, or none if fewer
 * are allowed. */
#define REGION_BLOCK_MOST 24u

enum region_end {
    REGION_GOES_ON, /* to `next` */
    REGION_BRANCH,  /* to `next`, or to `taken` */
    REGION_CALL,    /* to `taken` */
    REGION_JUMP,    /* anywhere: jmp, callr */
    REGION_STOP     /* before the instruction after the last one */
};

struct region_block {
    uint32_t pc;
    uint32_t count;    /* instructions; 0: none, it stops at once */
    uint8_t end;       /* enum region_end */
    bool is_entry;     /* the interpreter stops before it */
    bool is_reachable; /* from outside, by its pc */
    uint32_t ways_in;  /* from blocks of the region */
    uint32_t next, taken;
};

/* Where a region is searched. */
struct region_ground {
    const struct operation *code;
    uint32_t count;      /* of instructions */
    void *const *places; /* by pc: code that is there already, or `nowhere` */
    const void *nowhere;
    bool is_alone;         /* there is one PP: no other waits for it in barriers */
    const uint8_t *wanted; /* by pc, bits: LANE_WANTED and the following ones; NULL: there are none */
};

static inline bool region_has_code(const struct region_ground *ground, uint32_t pc)
{
    return ground->places[pc] != ground->nowhere;
}

struct region {
    const struct region_ground *ground;
    enum lane_form form;
    struct region_block *blocks;
    uint32_t *block_at; /* by pc: a block, or REGION_OUTSIDE */
    uint32_t count, room;
    uint32_t instructions;
};

/* How an instruction is compiled for a form. */
enum region_class {
    REGION_PLAIN,     /* executed, then the next one */
    REGION_GOES_AWAY, /* executed, and decides what comes next */
    REGION_STOPS
};
enum region_class lane_class(const struct region_ground *ground, uint32_t pc, enum lane_form form);

/* Whether an instruction is a hint that changes the state of a single PP. */
bool lane_is_hint(const struct instruction *i);

/* Finds the region, of at most about `most` instructions. False: there is none, or memory is short. */
bool lane_find_region(struct region *region, const struct region_ground *ground, enum lane_form form,
                      uint32_t pc, uint32_t most);
void lane_drop_region(struct region *region);

#endif
