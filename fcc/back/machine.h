/* machine.h - machine instructions of one function, before and after register allocation.
 *
 * Between select.c, which makes them, and emit.c, which prints them: delay_slots.c, live.c, regalloc.c,
 * spill.c, frame.c and peephole.c work on this form. An instruction is a row of asm/tables/isa.def or one of
 * a few pseudo instructions (below); its register fields hold machine registers (R0..R31, X0..X15) or virtual
 * ones (from FIRST_VIRTUAL), which are of class word or real. Knows nothing of the intermediate
 * representation but its symbols.
 */
#ifndef FCC_MACHINE_H
#define FCC_MACHINE_H

#include <stdbool.h>
#include <stdint.h>

#include "common/arena.h"
#include "fcc/ir/index.h"

/* Machine registers by their role (asm/tables/abi.def): REGISTER_sp, ... */
enum machine_register {
#define ABI_REGISTER(number, name, who, text) REGISTER_##name = (number),
#include "asm/tables/abi.def"
    FIRST_REAL = 32, /* X0 to X15 of the precision unit have the numbers after R31 */
    REAL_REGISTERS = 16,
    MACHINE_REGISTERS = FIRST_REAL + REAL_REGISTERS,
    FIRST_VIRTUAL = MACHINE_REGISTERS
};

/* Sets of machine registers, a bit each. */
typedef uint64_t register_set;
#define REGISTER_BIT(number) ((register_set)1 << (number))

enum machine_op {
#define ISA_ROW(opcode, name, form, kind, delay, cost, text) MACHINE_##name,
#include "asm/tables/isa.def"
    MACHINE_SET,  /* rd = imm, or the address of a symbol or frame word plus imm: one or two instructions */
    MACHINE_COPY, /* rd = rs; removed if both become one register */
    MACHINE_RET,  /* leaves the function */
    MACHINE_KEEP, /* reads rs, so that rs keeps its value up to here; register allocation removes it */
    MACHINE_OPS
};

/* The use of a register field of an instruction. */
enum machine_role { ROLE_NONE, ROLE_READ, ROLE_WRITE, ROLE_BOTH };

/* One row: an instruction of the machine or a pseudo instruction. */
struct machine_row {
    const char *mnemonic;
    uint8_t form; /* enum machine_form */
    uint8_t rd;   /* enum machine_role */
    uint8_t rs;   /* enum machine_role */
    bool reads_s; /* has an operand S or Rt */
    bool delayed; /* rd is written at the end of the following cycle */
    bool reads_flags;
    bool writes_flags;
    bool memory_read;
    bool memory_write;
    bool fence; /* keeps its place: no access to memory crosses it */
    bool ends;  /* branch, jump, return */
};

/* The operand forms of asm/tables/isa.def. */
enum machine_form {
    FORM_RSD,
    FORM_RTD,
    FORM_RT,
    FORM_RD,
    FORM_S,
    FORM_D,
    FORM_KD,
    FORM_L,
    FORM_LD,
    FORM_K13,
    FORM_K19,
    FORM_RSX,
    FORM_XX,
    FORM_XXX,
    FORM_XT,
    FORM_RX,
    FORM_XR,
    FORM_XS,
    FORM_XD,
    FORM_RS,
    FORM_NONE,
    FORM_PSEUDO
};

extern const struct machine_row machine_rows[MACHINE_OPS];

/* The base of `imm`. */
enum machine_base {
    BASE_NONE,      /* a number */
    BASE_SYMBOL,    /* symbol + imm */
    BASE_SYMBOL_HI, /* %hi(symbol + imm), with gethi */
    BASE_SYMBOL_LO, /* %lo(symbol + imm), as S */
    BASE_NEAR,      /* word imm of the near part of the frame, in reach of 13-bit offsets */
    BASE_FAR,       /* word imm of the far part of the frame */
    BASE_ARGUMENTS  /* minus the words for arguments below sp */
};

struct machine_object;

/* Properties of the word that a load or store accesses; as in ir.h. */
struct machine_memory {
    uint32_t alias;
    bool own;
    bool constant;
    bool is_volatile;
    bool is_spill;                        /* a spill word: no other access touches it */
    bool is_masked;                       /* goes elsewhere in PPs that do not take part */
    bool is_rest;                         /* a load of a word before one of its fields is stored */
    uint16_t words;                       /* of the image of a real; 0: one plain word */
    uint32_t meant;                       /* 1 + the symbol of the variable that it is for; 0: unknown */
    const struct machine_object *object;  /* the frame variable that it is for; NULL: unknown. Of `add`: the
                                             variable whose address it makes */
    const struct ir_unwritten *unwritten; /* of SET: the variable without a value; or NULL */
};

struct machine_block;

/* A variable of the frame that labels describe (asm/tables/guard.h). */
struct machine_object {
    struct machine_object *next;
    const char *name;
    bool guarded; /* it lies between two guards */
    bool far;
    uint32_t word; /* in its part of the frame; after frame_build from fp */
    uint32_t words;
};

struct machine_instr {
    struct machine_instr *previous;
    struct machine_instr *next;
    uint16_t op; /* enum machine_op */
    uint8_t base;
    bool has_imm;  /* S is the constant */
    bool is_float; /* branch: on flags of fcmp, so it has no opposite */
    bool assigns;  /* COPY: gives a variable that debuggers show its value */
    bool is_alone; /* it is the only code of its line: it stays, so that PPs reach the line */
    uint32_t rd;
    uint32_t rs;
    uint32_t rt;
    int32_t imm;
    uint32_t symbol; /* index into the unit's symbols, for BASE_SYMBOL*, call */
    register_set implicit_reads;
    register_set implicit_writes; /* lost or set */
    struct machine_memory memory;
    uint32_t line;
    uint32_t file;
    uint32_t label;   /* for debuggers, its value of this number; 0: none. Set by fcc/dwarf/where.c */
    uint32_t value;   /* the register before allocation whose value rd gets; 0: none */
    uint32_t from;    /* COPY: the register before allocation that it copies */
    uint32_t stepped; /* pop or push: as value, of rs */
    struct machine_note *notes;   /* of removed copies; they precede the instruction */
    struct machine_note *after;   /* as `notes`, of its own value; they follow it */
    const struct ir_names *names; /* as in ir.h */
    struct machine_block *target; /* branches */
    struct ir_index index;        /* as in ir.h: of rs, and of S. Of a pop or push: S is for the
                                     register, and may be unknown */
    const struct ir_rows *rows;   /* as in ir.h */
    const struct ir_shared_object *shared_objects; /* as in ir.h */
};

/* A removed copy, whose registers have become one: `value` is the value of register `from`. */
struct machine_note {
    struct machine_note *next;
    uint32_t value;
    uint32_t from;
    uint32_t place; /* both, if that is a machine register; else 0 */
};

/* An empty block on a removed path. */
struct machine_ways {
    struct machine_ways *next;
    const struct machine_block *block;
};

struct machine_block {
    struct machine_block *next; /* layout order */
    struct machine_instr *first;
    struct machine_instr *last;
    struct machine_block *successor[2]; /* NULL: none */
    struct machine_note *notes;         /* at its end, before its jump */
    struct machine_ways *ways[2];       /* empty blocks on the paths to its successors */
    uint32_t line, file;                /* of the jump that ends it */
    const struct ir_names *names;       /* at its end */
    uint32_t id;
    uint32_t loop_depth;
    bool synchronous;
    bool is_target; /* a printed branch leads here: set by emit */
};

/* Where a slot of the intermediate code is in the frame. */
struct machine_slot {
    bool far;
    uint32_t word;
};

struct machine_function {
    struct arena *arena; /* owns all of it */
    const char *name;
    struct machine_block *first;
    uint32_t block_count;
    uint32_t register_limit; /* all registers are below this */
    bool *reals;             /* by register below real_capacity: is of class real */
    uint32_t real_capacity;
    uint32_t real_words; /* of the image of a real */

    /* the frame, in words from fp: header, saved registers, near part, far part, outgoing arguments */
    uint32_t near_words; /* slots and spills */
    uint32_t far_words;
    uint32_t outgoing_words;
    struct machine_object *objects;
    struct machine_slot
        *slots; /* by slot of the intermediate code: in words of their part, of fp after frame_build */
    uint32_t slot_count;
    bool moves_stack;      /* sp changes between prologue and epilogue */
    register_set received; /* registers of the parameters */
    uint32_t end_label;    /* after its last instruction, for debuggers; 0: none */
    register_set saved;    /* set of callee-saved registers in use; set after register allocation */
    bool calls;            /* an instruction overwrites ra */
    bool synchronous;
    bool keeps_lines;                 /* no instruction may pass one of another line of the source */
    bool is_named;                    /* every instruction has names */
    uint32_t line, file;              /* the place of the code before the first statement */
    const struct machine_instr *body; /* the first instruction of a statement, in the order of execution; set
                                         by body_find. NULL: none */
};

/* Moves an instruction's notes for debuggers to the next one: they keep their place when it moves. */
void machine_leave_notes(struct machine_block *block, struct machine_instr *instr);

/* Moves an instruction's notes for debuggers to the one that replaces it. */
void machine_inherit_notes(struct machine_instr *heir, struct machine_instr *instr);

/* Removes a copy whose source and target are one register now. */
void machine_drop_copy(struct machine_function *function, struct machine_block *block,
                       struct machine_instr *copy);

/* Corrects the index part of a register that was already stepped: it counts from the value before the
 * step. */
void machine_index_after(struct ir_index *index, struct ir_part part, const struct machine_instr *step);

/* A new register: for a word; for a real; of the class of another register. */
uint32_t machine_new_register(struct machine_function *function);
uint32_t machine_new_real(struct machine_function *function);
uint32_t machine_new_like(struct machine_function *function, uint32_t reg);
/* Makes a register below register_limit one of class real. */
void machine_set_real(struct machine_function *function, uint32_t reg);
/* Whether a register of any kind is of class real; whether a machine register is one of X0 to X15. */
bool machine_is_real(const struct machine_function *function, uint32_t reg);
bool machine_is_real_register(uint32_t reg);

/* A new instruction at the end of the block, or before `place` (NULL: at the end too). */
struct machine_instr *machine_append(struct machine_function *function, struct machine_block *block,
                                     enum machine_op op);
struct machine_instr *machine_insert(struct machine_function *function, struct machine_block *block,
                                     struct machine_instr *place, enum machine_op op);
void machine_remove(struct machine_block *block, struct machine_instr *instr);
/* Moves an instruction of the block before `place` (NULL: to the end). */
void machine_move(struct machine_block *block, struct machine_instr *instr, struct machine_instr *place);

/* Up to three registers an instruction reads and one or two it writes, R0 and R1 left out. */
struct machine_uses {
    uint32_t read[3];
    uint32_t written[2];
    unsigned reads;
    unsigned writes;
};

/* R0 is a constant and R1 the program counter: neither carries a value from one instruction to another. */
static inline bool machine_carries_value(uint32_t reg)
{
    return reg != REGISTER_zero && reg != REGISTER_pc;
}

/* The registers that an instruction reads and writes. Inline: this is the most frequent query. */
static inline void machine_uses(const struct machine_instr *instr, struct machine_uses *uses)
{
    const struct machine_row *row = &machine_rows[instr->op];
    uses->reads = 0;
    uses->writes = 0;
    if ((row->rs == ROLE_READ || row->rs == ROLE_BOTH) && machine_carries_value(instr->rs))
        uses->read[uses->reads++] = instr->rs;
    if (row->reads_s && !instr->has_imm && machine_carries_value(instr->rt))
        uses->read[uses->reads++] = instr->rt;
    if ((row->rd == ROLE_READ || row->rd == ROLE_BOTH) && machine_carries_value(instr->rd))
        uses->read[uses->reads++] = instr->rd;
    if ((row->rd == ROLE_WRITE || row->rd == ROLE_BOTH) && machine_carries_value(instr->rd))
        uses->written[uses->writes++] = instr->rd;
    if (row->rs == ROLE_BOTH && machine_carries_value(instr->rs))
        uses->written[uses->writes++] = instr->rs;
}

static inline bool machine_in_set(register_set set, uint32_t reg)
{
    return reg < MACHINE_REGISTERS && (set >> reg & 1) != 0;
}

static inline bool machine_is_among(const uint32_t *registers, unsigned count, uint32_t reg)
{
    for (unsigned i = 0; i < count; i++) {
        if (registers[i] == reg)
            return true;
    }
    return false;
}

/* Whether an operand of an instruction reads a register. */
static inline bool machine_reads(const struct machine_instr *instr, uint32_t reg)
{
    struct machine_uses uses;
    machine_uses(instr, &uses);
    return machine_is_among(uses.read, uses.reads, reg);
}

/* Whether an instruction writes a register, or overwrites it as a call does. */
static inline bool machine_writes(const struct machine_instr *instr, uint32_t reg)
{
    struct machine_uses uses;
    machine_uses(instr, &uses);
    return machine_is_among(uses.written, uses.writes, reg) || machine_in_set(instr->implicit_writes, reg);
}

/* Replaces register `from` where it is read (or written). */
void machine_replace_reads(struct machine_instr *instr, uint32_t from, uint32_t to);
void machine_replace_writes(struct machine_instr *instr, uint32_t from, uint32_t to);

/* Whether the instruction reads N Z C V. */
bool machine_reads_flags(const struct machine_instr *instr);

/* Whether `value` is a constant that the operand S takes. */
bool machine_fits(int64_t value);

/* Register sets of the ABI: lost over a call, kept over a call, available for allocation. */
register_set machine_caller_saved(void);
register_set machine_callee_saved(void);
register_set machine_allocatable(void);

#endif
