/* next.h - where the members of a strand go after an instruction: to the next one, all to one pc, some by a
 * branch, or each to its own pc.
 *
 * For run.c, which decides in the middle of a cycle and moves at its end. */
#ifndef PRAM_TILE_NEXT_H
#define PRAM_TILE_NEXT_H

#include "sim/tile/inside.h"

/* Where the members go next. */
enum next_kind { NEXT_FOLLOWING, NEXT_ALL, NEXT_TAKEN, NEXT_EACH };
struct next {
    enum next_kind kind;
    uint32_t pc;           /* of all, or of those that take the branch */
    struct operand target; /* of each */
    uint16_t taken[TILE_BLOCKS];
};

static inline void next_all(struct next *next, uint32_t pc)
{
    next->kind = NEXT_ALL;
    next->pc = pc;
}

static inline void next_each(struct next *next, struct operand target)
{
    next->kind = NEXT_EACH;
    next->target = target;
}

/* Whether members may go to different places. */
static inline bool next_may_part(const struct next *next)
{
    return next->kind == NEXT_TAKEN || next->kind == NEXT_EACH;
}

/* Jumps to a value. A row is copied to where nothing changes it before the jump. */
void next_jump(struct tile *tile, const struct strand *strand, struct operand target, struct next *next);

/* A conditional branch decides for all members: by the flags, by the modulo bit. */
void next_branch(struct tile *tile, struct strand *strand, const struct operation *operation,
                 struct next *next);
void next_branch_modulo(struct tile *tile, struct strand *strand, const struct operation *operation,
                        struct next *next);

/* Writes a result of an instruction to a register; if that is R1, the members jump there. next_written: the
 * same of a row that a kernel has written to tile_target. */
void next_write(struct tile *tile, struct strand *strand, const struct operation *operation, unsigned number,
                struct operand value, struct next *next);
void next_written(struct tile *tile, struct strand *strand, unsigned number, const uint32_t *row,
                  struct next *next);

/* Computes a register from registers and constants (compute.c). next: NULL if the register is not R1. */
void strand_operate(struct tile *tile, struct strand *strand, const struct operation *operation,
                    struct next *next);

/* Moves the strand where next_may_part: splits members that go elsewhere. */
void next_part(struct tile *tile, struct strand *strand, const struct next *next);

#endif
