/* clang-format off */
/* opt.h - the optimiser of the intermediate representation: its passes in their order, and shared functions.
 *
 *     inline        replace calls of small functions by their bodies                      inline.c
 *     layout        remove empty blocks, and merge chains of blocks                       layout.c
 *     loop_rotate   move the test of a loop to its end, and add a block before the loop   loop_rotate.c
 *     ssa_build     enter SSA form: write every register once, with PHIs                  ssa.c
 *     propagate     propagate constants and copies, simplify, resolve decided branches    propagate.c, fold.c
 *     cse           compute equal expressions once                                        cse.c
 *     hoist         compute before a loop what does not change in it                      hoist.c
 *     reassociate   rebuild sums that are addresses as base + constant                    reassociate.c
 *     dead          delete unused computations                                            dead.c
 *     induction     step addresses that grow in a loop by addition,                       induction.c
 *                   and numbers that are part of an address                               merge_index.c
 *     constants     set constants that do not fit an operand before loops                 constants.c
 *     address_modes move sums that are only addresses into the accesses                   address_modes.c
 *     ssa_leave     leave SSA form: replace PHIs by copies                                ssa.c
 *
 * Some run more than once: fcc/ir/pipeline.def has their order. fcc/ir/pass.def has their names; options can omit
 * all that are not FIXED there, in any combination.
 *
 * All passes keep the invariants of ir.h. None moves anything across an operation flagged IR_FENCE, executes
 * a division or a load that the program would not have executed, or changes the order of accesses to shared
 * memory.
 */
/* clang-format on */
#ifndef FCC_OPT_H
#define FCC_OPT_H

#include "fcc/ir/ir.h"
#include "fcc/ir/pass.h"
#include "fcc/opt/graph.h"

/* Data shared by the passes of one function. */
struct opt {
    struct arena *arena; /* for the running pass only */
    struct ir_unit *unit;
    struct ir_function *function;
    struct graph *graph; /* of the present function */
    const struct pass_options *options;
};

/* Runs all passes over one function, except those that the options leave out; prints the function to `dump`
 * after the pass that they name. Each pass allocates in an arena with the limit of `scratch`. */
void opt_function(const struct arena *scratch, struct ir_unit *unit, struct ir_function *function,
                  const struct pass_options *options, FILE *dump);

void opt_inline(struct opt *opt);
void opt_loop_rotate(struct opt *opt);
void opt_ssa_build(struct opt *opt);
void opt_ssa_leave(struct opt *opt);
void opt_propagate(struct opt *opt);
void opt_reassociate(struct opt *opt);
void opt_cse(struct opt *opt);
void opt_hoist(struct opt *opt);
void opt_induction(struct opt *opt);
void opt_constants(struct opt *opt);
void opt_address_modes(struct opt *opt);
void opt_dead(struct opt *opt);
void opt_layout(struct opt *opt);

/* Whether calls of the function may be inlined (inline.c): then its loops may become inner loops of
 * others. */
bool opt_may_be_copied(const struct ir_function *function);

/* A part of opt_induction. */
struct opt_definitions;
void opt_merge_index(struct opt *opt, struct opt_definitions *definitions);

/* ---- shared by the passes (ir_edit.c) */

/* Appends a copy of `instr` (with its arguments) to `block`. */
struct ir_instr *opt_copy_instr(struct opt *opt, struct ir_block *block, const struct ir_instr *instr);

/* Moves an instruction to the end of `to`, before its last one; or before `place`, which is in `to`. */
void opt_move_instr(struct ir_block *from, struct ir_instr *instr, struct ir_block *to);
void opt_move_before(struct ir_block *from, struct ir_instr *instr, struct ir_block *to,
                     struct ir_instr *place);

/* How many operands of the instruction are the register. */
uint32_t opt_uses_by(struct ir_instr *instr, uint32_t reg);
/* As above for all instructions of a block. */
uint32_t opt_uses_in(const struct ir_block *block, uint32_t reg);

/* The definition of every register: for SSA form. Indexed by register; NULL: a parameter or none. */
struct opt_definitions {
    struct ir_instr **instr;
    struct ir_block **block;
    uint32_t *uses; /* number of operands that are the register */
    uint32_t count; /* entries */
    uint32_t capacity;
};
struct opt_definitions opt_find_definitions(struct opt *opt);
/* Enters one new instruction of a block. */
void opt_add_definition(struct opt *opt, struct opt_definitions *definitions, struct ir_block *block,
                        struct ir_instr *instr);

/* Replacements of registers by operands, applied lazily: value[register] replaces a register unless it is
 * IR_NONE. */
struct opt_values {
    struct ir_index *index; /* by register with such a value: of ir_index_instead */
    struct ir_operand *value;
    uint32_t count;
};
struct opt_values opt_no_values(struct opt *opt);
/* Replaces all sources of an instruction; true if one changed. */
bool opt_resolve_sources(const struct opt_values *values, struct ir_instr *instr);
/* Replaces sources in the whole function. */
void opt_apply(struct opt *opt, const struct opt_values *values);

/* Folds one instruction (fold.c). Returns the operand that equals its result, or IR_NONE; may rewrite the
 * instruction to a cheaper or canonical form. A decided BRANCH becomes a JUMP; *dropped is the target that is
 * no longer reached. */
struct ir_operand opt_fold(struct ir_instr *instr, const struct opt_definitions *definitions);
bool opt_decide_branch(struct ir_instr *branch, struct ir_block **dropped);

#endif
