/* mark.h - the marks of a PP's registers: what a mark says that the register's value depends on a word that
 * was never written, or on a variable without a value.
 *
 *   mark.c      registers, and what instructions that compute do with their marks
 *   variable.c  variables that live in registers, and begin without a value: labels of fcc tell of them
 *               (asm/tables/guard.h)
 *
 * For written.c and word_access.c. Knows no memory.
 */
#ifndef PRAM_CHECK_MARK_H
#define PRAM_CHECK_MARK_H

#include "sim/check/written_inside.h"

/* ---- mark.c */

/* Marks the registers of a set; their marks have this origin. */
void mark_set(struct check *check, struct marks *marks, uint32_t registers,
              const struct origin_of_mark *origin);

/* The origin of a marked register of the set; at least one must be marked. */
const struct origin_of_mark *mark_origin(const struct marks *marks, uint32_t registers);

/* What an instruction that computes reads, and writes. */
static inline uint32_t mark_sources(const struct instruction *i)
{
    const uint32_t sources = (1u << i->rs | 1u << i->rt) & ~FLAGS;
    return (i->traits & DECODE_READS_FLAGS) != 0 ? sources | FLAGS : sources;
}

static inline uint32_t mark_targets(const struct instruction *i)
{
    return (i->target < DECODE_SINK ? 1u << i->target : 0) |
           ((i->traits & DECODE_SETS_FLAGS) != 0 ? FLAGS : 0);
}

/* Whether an operand is marked. */
static inline bool mark_reads(const struct marks *marks, const struct instruction *i)
{
    return (marks->registers & mark_sources(i)) != 0;
}

/* Executes the marks of the instruction, given the values of its operands: its targets get the marks of the
 * operands. */
void mark_compute(struct check *check, struct marks *marks, const struct instruction *i, enum effect effect,
                  uint32_t a, uint32_t b);

/* ---- variable.c */

/* Fills variables. */
void variable_survey(struct check *check);

/* The source position of the variable of a row. */
uint32_t variable_pc(const struct check *check, uint32_t row);

/* The PP executes an instruction where a variable begins: marks its target. */
void variable_begin(struct check *check, const struct observer_step *step, struct marks *marks,
                    const struct instruction *i);

/* Warns: the PP does `what` with a value that depends on the variable of row `variable` - 1. */
void variable_warn(struct check *check, const struct observer_step *step, uint32_t variable,
                   const char *what);

#endif
