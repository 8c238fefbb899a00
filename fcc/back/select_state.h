/* select_state.h - internal interface of code selection. */
#ifndef FCC_SELECT_STATE_H
#define FCC_SELECT_STATE_H

#include "fcc/ir/ir.h"
#include "fcc/back/machine.h"

/* Slots are placed in reach of 13-bit offsets while they take less than this; the rest of the reach is for
 * saved registers and spills. */
enum { NEAR_SLOT_WORDS = 2048 };

/* Where a slot lies in the frame. */
struct slot_place {
    bool placed;
    bool far;
    uint32_t word;                       /* in its part of the frame */
    const struct machine_object *object; /* the variable between guards in it, or NULL */
};

struct selector {
    const struct ir_unit *unit;
    const struct ir_function *source;
    struct machine_function *function;
    struct machine_block **blocks; /* by IR block id */
    struct slot_place *slots;
    struct machine_block *block;  /* the block under construction */
    const struct ir_instr *instr; /* the instruction under translation */
    struct ir_instr parameters;   /* represents the copies of parameters */
};

/* An address for loads and stores: register rs plus S. */
struct select_address {
    uint32_t rs;
    uint32_t rt;
    int32_t imm;
    uint32_t symbol;
    enum machine_base base;
    bool has_imm;
    struct ir_index index; /* of rs and S */
};

/* The machine-level register of an IR register; a new one. */
uint32_t select_register(uint32_t ir_register);
uint32_t select_fresh(struct selector *s);

/* New instructions at the end of the block, with the current instruction's line: bare; with Rs, Rt, Rd; with
 * Rs, a constant, Rd; a copy; a constant in a register. */
struct machine_instr *select_op(struct selector *s, enum machine_op op);
struct machine_instr *select_rrr(struct selector *s, enum machine_op op, uint32_t rs, uint32_t rt,
                                 uint32_t rd);
struct machine_instr *select_rir(struct selector *s, enum machine_op op, uint32_t rs, int32_t imm,
                                 uint32_t rd);
void select_copy_register(struct selector *s, uint32_t from, uint32_t to);
struct machine_instr *select_set(struct selector *s, int32_t value, uint32_t rd);

/* rd = the operand; a register with the operand (R0 for 0); as above for the datum of a store, where R0 would
 * mean the status word. */
void select_into(struct selector *s, struct ir_operand operand, uint32_t rd);
uint32_t select_use(struct selector *s, struct ir_operand operand);
uint32_t select_datum(struct selector *s, struct ir_operand operand);

/* With `b` as S: a constant if it fits, else a register. */
struct machine_instr *select_with_s(struct selector *s, enum machine_op op, uint32_t rs, struct ir_operand b,
                                    uint32_t rd);

/* Reals (select_real.c): a register that holds the operand; whether an operand is one; the operations. */
uint32_t select_use_real(struct selector *s, struct ir_operand operand);
bool select_is_real(const struct selector *s, struct ir_operand operand);
void select_real_operation(struct selector *s);
void select_fma(struct selector *s);
void select_to_real(struct selector *s);
void select_from_real(struct selector *s);
void select_accumulate(struct selector *s);

/* The registers that callees and the simulator may read. */
#define GROUP_REGISTERS                                                                                      \
    (REGISTER_BIT(REGISTER_gp) | REGISTER_BIT(REGISTER_ssp) | REGISTER_BIT(REGISTER_sfp) |                   \
     REGISTER_BIT(REGISTER_sp) | REGISTER_BIT(REGISTER_fp))

/* Calls (select_call.c). */
void select_call(struct selector *s);
void select_sys(struct selector *s);
void select_return(struct selector *s);
void select_receive_parameters(struct selector *s);

/* The address a + b, and an access to it with the memory properties of the current instruction. */
struct select_address select_make_address(struct selector *s, struct ir_operand a, struct ir_operand b);
void select_access(struct selector *s, enum machine_op op, struct select_address address, uint32_t rd);

#endif
