/* region.h - the region around a pc: the blocks that native code is made of, and where it may be entered.
 *
 * A block is a run of instructions, each after the one before, of which only the last one goes elsewhere.
 * Blocks are known by pc and by the register that a delayed value is on its way to: what lands after the
 * first instruction of a block is part of its code. Where a region stops (an instruction that is not for
 * native code, a place too far away) the interpreter goes on; where it may come back the region has an entry.
 * Knows operations; no LLVM.
 */
#ifndef PRAM_NATIVE_REGION_H
#define PRAM_NATIVE_REGION_H

#include "sim/bsp/native/plugin.h"

/* No block: the code stops there, at the pc that it leads to. */
#define REGION_OUTSIDE UINT32_MAX

/* So long a block is at most: its instructions are executed all, or none if too few may be. */
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
    uint32_t count;     /* instructions; 0: none, it stops at once */
    uint8_t late;       /* register of the delayed value when it begins, .. */
    uint8_t late_after; /* .. and when it ends; DECODE_SINK: there is none */
    uint8_t end;        /* enum region_end */
    bool is_entry;      /* it may be entered from outside */
    bool is_return;     /* it comes after a call */
    uint32_t ways_in;   /* from blocks of the region; those of jumps count as 2 */
    uint32_t next, taken;
};

struct region {
    const struct native_subject *subject;
    enum native_form form;
    struct region_block *blocks;
    uint32_t count, room;
    uint32_t instructions;
};

/* What an instruction is to native code of a form. */
enum region_class {
    REGION_PLAIN,     /* it is executed, and the next one is executed after it */
    REGION_GOES_AWAY, /* it is executed, and says what comes after it */
    REGION_STOPS
};
enum region_class region_class(const struct operation *operation, enum native_form form);

/* Finds the region, of about `most` instructions at most. False: there is none, or memory is short. */
bool region_find(struct region *region, const struct native_subject *subject, enum native_form form,
                 uint32_t pc, uint32_t most);
void region_destroy(struct region *region);

#endif
