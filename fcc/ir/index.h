/* index.h - which subscripts lead to an address (ir.h, invariant 12): the parts of sums. In index.c. */
#ifndef FCC_IR_INDEX_H
#define FCC_IR_INDEX_H

#include "fcc/ir/ir.h"

/* The part that adds value / per * times. Unknown if that is not always an integer. */
struct ir_part ir_part_times(int64_t times, int64_t per);

/* The part of -x where x has this one. */
struct ir_part ir_part_opposite(struct ir_part part);

/* The part of a constant; false if unknown. */
bool ir_part_code(struct ir_part part, int32_t value, int64_t *code);

/* Unknown if one part is. */
struct ir_index ir_index_of(struct ir_part a, struct ir_part b);

/* a + b becomes b + a. */
void ir_index_swap(struct ir_index *index);

bool ir_index_is_same(const struct ir_index *x, const struct ir_index *y);

/* Of x + y, which replaces a sum s with index `sum`, where s alone was added by the part a of `outer`. */
struct ir_index ir_index_within(const struct ir_index *outer, const struct ir_index *sum);

/* Of x + (b + c), which replaces (x + b) + c. */
struct ir_index ir_index_of_sum(const struct ir_index *inner, int32_t b, const struct ir_index *outer,
                                int32_t c);

/* The part of `value` (a), and of constants (plus), if it replaces the result of the instruction, whose part
 * was to be followed. */
struct ir_index ir_index_instead(const struct ir_instr *instr, struct ir_operand value);

/* `value` with that index, if it replaces an operand without a part. */
struct ir_operand ir_operand_instead(struct ir_operand operand, const struct ir_index *index,
                                     struct ir_operand value);

/* The code of the sum of an address and a constant with this index; IR_CODE_UNKNOWN. */
int64_t ir_index_code(const struct ir_index *index, struct ir_operand a, int32_t b);

/* The operand with this part of the index may no longer be a register. */
void ir_index_settle(struct ir_index *index, struct ir_part *part, struct ir_operand operand);

/* Removes all indices that follow a register with an unknown code. Each register is written once. */
void ir_index_check(struct arena *arena, struct ir_function *function);

#endif
