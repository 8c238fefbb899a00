/* mark.h - the marks of a PP's registers: what they hold depends on a word that was never written, or on a
 * variable that has no value yet.
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

/* The registers of a set are marked, and their marks have this origin. */
void mark_set(struct marks *marks, uint32_t registers, const struct origin_of_mark *origin);

/* Where the mark of one of the registers of a set comes from, of which at least one is marked. */
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

/* Whether one of them is marked. */
static inline bool mark_reads(const struct marks *marks, const struct instruction *i)
{
    return (marks->registers & mark_sources(i)) != 0;
}

/* The same instruction, with operands of these values: its targets are marked as these are. */
void mark_compute(struct marks *marks, const struct instruction *i, uint32_t a, uint32_t b);

/* ---- variable.c */

/* Fills variables. False if memory is short. */
bool variable_survey(struct check *check);
void variable_free(struct check *check);

/* Where the variable of a row begins. */
uint32_t variable_pc(const struct check *check, uint32_t row);

/* The PP executes such an instruction: its target is marked. */
void variable_begin(const struct check *check, const struct observer_step *step, struct marks *marks,
                    const struct instruction *i);

/* The PP does `what` with a value that depends on the variable of row `variable` - 1. */
void variable_warn(struct check *check, const struct observer_step *step, uint32_t variable,
                   const char *what);

#endif
