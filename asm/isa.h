/* isa.h - the instruction word: encode, decode, print; all driven by the rows of isa.def.
 *
 * The only interface to machine code for the rest of the project.
 */
#ifndef PRAM_ISA_H
#define PRAM_ISA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum isa_form {
    ISA_RSD,
    ISA_RTD,
    ISA_RT,
    ISA_RD,
    ISA_S,
    ISA_D,
    ISA_KD,
    ISA_L,
    ISA_LD,
    ISA_K13,
    ISA_K19,
    ISA_RSX,
    ISA_XX,
    ISA_XXX,
    ISA_XT,
    ISA_RX,
    ISA_XR,
    ISA_XS,
    ISA_XD,
    ISA_RS,
    ISA_NONE
};

enum isa_kind {
    ISA_KIND_ALU,
    ISA_KIND_ALUFLAGS,
    ISA_KIND_FLOAT,
    ISA_KIND_FLOATCMP,
    ISA_KIND_CONST,
    ISA_KIND_LOAD,
    ISA_KIND_STORE,
    ISA_KIND_PUSH,
    ISA_KIND_POP,
    ISA_KIND_MULTIPREFIX,
    ISA_KIND_SYNC,
    ISA_KIND_BRANCH,
    ISA_KIND_JUMP,
    ISA_KIND_CALL,
    ISA_KIND_IDENTITY,
    ISA_KIND_HOST,
    ISA_KIND_HINT,
    ISA_KIND_REAL,      /* the precision unit: X registers and the accumulator alone, or set from Rs */
    ISA_KIND_REALCMP,   /* sets flags */
    ISA_KIND_REALOUT,   /* writes Rd */
    ISA_KIND_REALLOAD,  /* reads an image */
    ISA_KIND_REALSTORE, /* writes an image */
    ISA_KIND_NONE
};

/* OP_add = 0x00, OP_adds = 0x01, ... the opcode field of the word */
enum isa_opcode {
#define ISA_ROW(opcode, name, form, kind, delay, cost, text) OP_##name = (opcode),
#include "asm/tables/isa.def"
    ISA_OPCODES = 256
};

/* One row of isa.def. */
struct isa_row {
    const char *mnemonic;
    const char *text; /* the documentation column */
    uint8_t opcode;
    uint8_t form; /* enum isa_form */
    uint8_t kind; /* enum isa_kind */
    uint8_t delay;
    uint8_t cost;
};

/* A decoded instruction. Fields that the form does not use are 0. */
struct isa_instruction {
    uint8_t opcode;
    uint8_t rd;
    uint8_t rs;
    uint8_t rt;       /* S as a register, if !immediate */
    bool immediate;   /* S is `constant` */
    int32_t constant; /* S, the wide constant (sign-extended where the form is signed), or the displacement */
};

#define ISA_S_MAX 4095
#define ISA_WIDE_MIN (-262144)
#define ISA_WIDE_MAX 262143
#define ISA_REAL_REGISTERS 16 /* X0 to X15 */

/* The word at code address 0 of a program: not an instruction, so that no function has the address of a null
 * pointer. */
#define ISA_NULL_TRAP 0xfa000000u

/* The row of an opcode, NULL if there is none. */
const struct isa_row *isa_row(unsigned opcode);

/* The row of a mnemonic (exact, lower case), NULL if there is none. */
const struct isa_row *isa_find(const char *mnemonic);

/* All rows in the table's order; *count gets their number. */
const struct isa_row *isa_rows(size_t *count);

/* The word of an instruction whose fields are in range (the caller checks them with isa_fits). */
uint32_t isa_encode(const struct isa_instruction *instruction);

/* Decodes a word; false if it is illegal (then *out is all zero). isa_encode(isa_decode(w)) == w. */
bool isa_decode(uint32_t word, struct isa_instruction *out);

/* Whether the constant fits the field that `form` has for it. */
bool isa_fits(enum isa_form form, int64_t constant);

/* The operands of a form in source order, a letter each:
 *   s t d  register Rs, Rt, Rd     S  register or narrow constant     k  wide signed constant
 *   x y z  register Xs, Xt, Xd in the fields of Rs, Rt, Rd
 *   l      branch target           c  unsigned 13 bits                C  unsigned 19 bits */
const char *isa_operands(enum isa_form form);

/* The ABI roles of the general registers: "sp". */
extern const char *const isa_register_roles[32];
/* The number of a general register ("R7", or its ABI role: "sp"; any case), or -1. */
int isa_register_number(const char *name, size_t length);

/* The number of a register of the precision unit ("X7", any case), or -1. */
int isa_real_register_number(const char *name, size_t length);

/* Prints the instruction as prasm reads it. `target` is printed as the operand of branches and calls; NULL:
 * the displacement is printed as `.+N`. Returns the length, as snprintf does. */
int isa_print(char *text, size_t size, const struct isa_instruction *instruction, const char *target);

#endif
