/* index.h - which subscripts lead to an address (ir.h, invariant 12): the parts of sums. In index.c. */
#ifndef FCC_IR_INDEX_H
#define FCC_IR_INDEX_H

#include "fcc/ir/ir.h"

/* The part that adds value / per * times. Unknown where that is no whole number for each value. */
struct ir_part ir_part_times(int64_t times, int64_t per);

/* The part of -x where x has this one. */
struct ir_part ir_part_opposite(struct ir_part part);

/* What a constant adds; false if that is not known. */
bool ir_part_code(struct ir_part part, int32_t value, int64_t *code);

/* Not known if one part is not. */
struct ir_index ir_index_of(struct ir_part a, struct ir_part b);

/* a + b becomes b + a. */
void ir_index_swap(struct ir_index *index);

bool ir_index_is_same(const struct ir_index *x, const struct ir_index *y);

/* Of x + y, which takes the place of a sum s with index `sum` where s alone was added by the part a of
 * `outer`.
 */
struct ir_index ir_index_within(const struct ir_index *outer, const struct ir_index *sum);

/* Of x + (b + c), which takes the place of (x + b) + c. */
struct ir_index ir_index_of_sum(const struct ir_index *inner, int32_t b, const struct ir_index *outer,
                                int32_t c);

/* The part of `value` (a), and what constants add (plus), where it takes the place of what the instruction
 * makes, and that part was to follow. */
struct ir_index ir_index_instead(const struct ir_instr *instr, struct ir_operand value);

/* `value`, where it takes the place of an operand that has no part, by that index. */
struct ir_operand ir_operand_instead(struct ir_operand operand, const struct ir_index *index,
                                     struct ir_operand value);

/* The code of the sum of an address and a constant, which have this index; IR_CODE_UNKNOWN. */
int64_t ir_index_code(const struct ir_index *index, struct ir_operand a, int32_t b);

/* The operand with this part of the index is no register any more, perhaps. */
void ir_index_settle(struct ir_index *index, struct ir_part *part, struct ir_operand operand);

/* Takes away all indices that follow a register whose code is not known. Each register is written once. */
void ir_index_check(struct arena *arena, struct ir_function *function);

#endif
