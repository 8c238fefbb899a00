/* inside.h - private to the compiler of single PPs: a piece of code under construction.
 *
 * rbp  registers of the PP: R0 is at -128, and a register that is never read at 0
 * rbx  shared cells, and their shadow lane_maker.shadow bytes further
 * r13  the frame
 * r14  frame.left
 * rax rcx rdx  temporary
 *
 * The other registers hold registers of the PP, those that the region uses most. Writes go to memory, too, so
 * that the many places where code stops only need their number. */
#ifndef PRAM_LANE_INSIDE_H
#define PRAM_LANE_INSIDE_H

#include <stddef.h>

#include "asm/isa.h"
#include "sim/jit/assemble.h"
#include "sim/jit/region.h"
#include "sim/isa/instruction.h"
#include "sim/machine/machine.h"

/* Code that all regions share. */
struct lane_routines {
    const uint8_t *leave;      /* eax: the number of the stop */
    const uint8_t *nowhere;    /* ecx: a pc without code */
    const uint8_t *go;         /* ecx: a pc: to its code */
    const uint8_t *note_read;  /* speculative. ecx: a shared cell; edx: undone instructions. eax: its word;
                                  carry: not noted; otherwise ecx and edx are lost */
    const uint8_t *note_store; /* speculative. ecx: a shared cell; eax: its new word; edx: undone
                                  instructions. Carry: not stored early; keeps ecx */
};

/* What a slow path does. DETOUR_STOP and DETOUR_ELSEWHERE do not return. */
enum detour_kind { DETOUR_CALL, DETOUR_NOTE, DETOUR_ELSEWHERE, DETOUR_STOP };

/* A slow path, whose code comes after the common one. */
struct detour {
    enum detour_kind kind;
    enum lane_call call;  /* DETOUR_CALL */
    uint32_t label, back; /* where it begins, and where it returns to */
    uint32_t fails;       /* label: what follows if it cannot be done */
    uint32_t pc, hint;
    uint32_t stop; /* DETOUR_STOP: its number */
    bool on_stack; /* the address is rcx plus frame.stack_address, not rcx */
    uint8_t datum; /* register to be stored */
};

/* Where the flags are. */
enum flags_place {
    FLAGS_IN_FRAME,
    FLAGS_OF_COMPARISON, /* the host's own flags, before a branch */
    FLAGS_OF_FLOATS      /* those that a comparison of xmm0 and xmm1 will give, before a branch */
};

struct lane_maker {
    /* what code is made for */
    const struct memory *memory;
    const uint8_t *wanted; /* by pc, bits: LANE_WANTED and the following ones; NULL: there are none */
    int32_t shadow;        /* in bytes from the cells */
    struct assembler code;
    struct lane_routines routines;
    struct lane_stop *stops; /* of all code */
    uint32_t stop_count;
    size_t stop_room, detour_room;
    struct detour *detours; /* of the region */
    uint32_t detour_count;
    struct region region;
    uint8_t host[DECODE_SINK +
                 1]; /* enum host_number: the host register of a register; HOST_NONE: only in memory */
    uint32_t calls[LANE_CALLS]; /* labels: calls of functions of the frame, with their parameters */
    /* of the block */
    const struct region_block *block;
    uint32_t pc, done; /* instructions of the block before the present one */
    uint8_t late;      /* the register of the pending value */
    struct lane_stop counts;
    enum flags_place flags;
};

/* ---- state.c: registers, the delayed value, slow paths, places where the code stops */

static inline struct operand home_of(unsigned number)
{
    return host_memory(RBP, (int32_t)number * 4 - 128);
}

static inline struct operand frame_field(size_t offset)
{
    return host_memory(R13, (int32_t)offset);
}
#define FIELD(name) frame_field(offsetof(struct lane_frame, name))

/* The shared cell at rcx, and its shadow. */
static inline struct operand lane_cell(void)
{
    return host_indexed(RBX, RCX, 2, 0);
}

static inline struct operand lane_shadow(const struct lane_maker *maker)
{
    return host_indexed(RBX, RCX, 2, maker->shadow);
}

/* Chooses the registers that are kept in host registers. */
void lane_allot(struct lane_maker *maker);
void lane_load_registers(struct lane_maker *maker, bool all);

/* A register as a second operand; not R0. */
static inline struct operand lane_operand(const struct lane_maker *maker, unsigned number)
{
    return maker->host[number] != HOST_NONE ? host_register(maker->host[number]) : home_of(number);
}

/* Whether S is a constant, and not a register. */
static inline bool lane_has_constant(const struct instruction *i)
{
    return i->rt == 0;
}

/* host = a register, host = S */
void lane_take(struct lane_maker *maker, unsigned host, unsigned number);
void lane_take_second(struct lane_maker *maker, unsigned host, const struct instruction *i);

/* The host register of a register, which is loaded to `work` if it is in none. */
unsigned lane_hold(struct lane_maker *maker, unsigned work, unsigned number);

/* Sets a register to `host`, or through rax to a constant. */
void lane_put(struct lane_maker *maker, unsigned number, unsigned host);
void lane_put_constant(struct lane_maker *maker, unsigned number, uint32_t value);

/* Ends an instruction without a delayed result: writes the pending value. Destroys rdx. */
void lane_land(struct lane_maker *maker);

/* Ends an instruction whose result, in rax, is delayed, to `target`. */
void lane_delay(struct lane_maker *maker, unsigned target);

/* The number of a place where the code stops: at a pc, when `undone` instructions that were subtracted from
 * `left` have not been executed. lane_exit: the label of a jump there. */
uint32_t lane_note_stop(struct lane_maker *maker, uint32_t pc, uint32_t undone);
uint32_t lane_exit(struct lane_maker *maker, uint32_t pc, uint32_t undone);

static inline uint32_t lane_undone(const struct lane_maker *maker)
{
    return maker->block->count - maker->done;
}

/* The same before the present instruction. */
static inline uint32_t lane_exit_here(struct lane_maker *maker)
{
    return lane_exit(maker, maker->pc, lane_undone(maker));
}

/* A slow path of the present instruction; lane_postpone: its code is made later. */
struct detour lane_detour(struct lane_maker *maker, enum detour_kind kind);
void lane_postpone(struct lane_maker *maker, const struct detour *detour);

/* Counts the effects of the block. Changes the host's flags. */
void lane_settle(struct lane_maker *maker);

/* ---- compute.c, flags.c, access.c: instructions, complete except for the delayed value */

void lane_compute_one(struct lane_maker *maker, const struct operation *operation);
void lane_load_one(struct lane_maker *maker, const struct operation *operation);
void lane_store_one(struct lane_maker *maker, const struct operation *operation);
void lane_fold_one(struct lane_maker *maker, const struct operation *operation);
void lane_hint_one(struct lane_maker *maker, const struct instruction *i);
void lane_make_detour(struct lane_maker *maker, const struct detour *detour);

/* Whether the next instruction is the branch that ends the block, and no PP reads the flags after it. */
bool lane_is_before_branch(const struct lane_maker *maker);

/* lane_flags_compare: subs, before its result is computed, which must be done by a subtraction.
 * lane_flags_float: fcmp. lane_flags_test: before a branch, flags set by the result in `host` alone. */
void lane_flags_compare(struct lane_maker *maker, const struct instruction *i);
void lane_flags_float(struct lane_maker *maker, const struct instruction *i);
void lane_flags_test(struct lane_maker *maker, unsigned host);

/* Jumps to a label if the branch is taken. Ends the block. */
void lane_branch(struct lane_maker *maker, const struct instruction *i, uint32_t taken);

/* LANE_CALL_COMPUTE: the result in rax. */
void lane_call_compute(struct lane_maker *maker, const struct instruction *i);

/* ---- block.c */

/* Makes the code of the region. False: the code is unusable. */
bool lane_make_region(struct lane_maker *maker);

/* ---- routine.c: made once, before all regions */

typedef uint32_t lane_enter(struct lane_frame *frame, const void *place);
const uint8_t *lane_make_enter(struct assembler *code);
void lane_make_routines(struct lane_maker *maker);

#endif
