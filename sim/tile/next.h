/* next.h - the parts of an instruction's execution (run.c, whole.c), in their order: its own results, where
 * the members go, the delayed result of the instruction before. */
#ifndef PRAM_TILE_NEXT_H
#define PRAM_TILE_NEXT_H

#include "sim/tile/inside.h"

/* Where the members go next: to the next instruction, all to one pc, some by a branch, or each to its own pc.
 * This is decided in the middle of a cycle; at its end they move. */
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

/* ---- the precision unit (real.c); X registers and accumulators belong to the bank */

/* Kind REAL; `a` is Rs. */
void tile_real_execute(struct tile *tile, struct strand *strand, const struct instruction *i,
                       struct operand a);

/* xcmp; xtoi and xtof. */
void tile_real_compare(struct tile *tile, struct strand *strand, const struct instruction *i);
void tile_real_out(struct tile *tile, struct strand *strand, const struct operation *operation,
                   struct next *next);

/* Loads or stores the images of the members, which are in these cells; `address`: of images in several areas.
 */
void tile_move_images(const struct tile *tile, const struct strand *strand, const struct instruction *i,
                      const struct request *cells, const struct address *address);

/* ---- a delayed result: a load's, which reaches its register when the instruction after it is over */

/* Writes it to its register `target`, not R1. It was taken from the strand before the present instruction,
 * which may have made the next one. */
static inline void late_land(struct tile *tile, struct strand *strand, unsigned target, struct operand value,
                             bool flags_live)
{
    tile_release_flags(tile, strand, target, flags_live);
    if (value.row == NULL || !strand_is_whole(tile, strand)) {
        tile_write(tile, strand, target, value);
        return;
    }
    const unsigned slot = value.row == tile->late[1];
    uint32_t *const row = tile->late[slot];
    tile->late[slot] = tile->row[target];
    tile->row[target] = row;
    tile_rows_change(tile, (uint64_t)1 << target);
}

#endif
