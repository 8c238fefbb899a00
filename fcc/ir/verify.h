/* verify.h - checks the invariants of the intermediate representation: the rows of invariant.def. */
#ifndef FCC_IR_VERIFY_H
#define FCC_IR_VERIFY_H

#include "fcc/ir/ir.h"

enum ir_invariant {
    IR_INVARIANT_none,
#define IR_INVARIANT(name, sentence) IR_INVARIANT_##name,
#include "fcc/ir/invariant.def"
    IR_INVARIANT_COUNT
};

/* The name of a row; its sentence. */
const char *ir_invariant_name(enum ir_invariant invariant);
const char *ir_invariant_sentence(enum ir_invariant invariant);

enum ir_form { IR_FORM_PLAIN, IR_FORM_SSA };

/* Where an invariant is broken. */
struct ir_breach {
    enum ir_invariant invariant;
    char text[400]; /* function, block, instruction, error, the row's name and sentence */
};

/* Checks one function of the unit, or a copy of one; false: `breach` describes the error. */
bool ir_verify_function(const struct ir_unit *unit, const struct ir_function *function, enum ir_form form,
                        struct ir_breach *breach);

/* Checks data and all functions of a unit, none of them in SSA form. */
bool ir_verify(const struct ir_unit *unit, struct ir_breach *breach);

/* Ends fcc with a message if a function is invalid after the pass of that name. modes: with the invariants of
 * modes. */
void ir_verify_after(const struct ir_unit *unit, const struct ir_function *function, enum ir_form form,
                     bool modes, const char *pass);

/* ---- between verify.c, verify_flow.c, verify_mode.c and breach.c */

struct ir_verifier {
    const struct ir_unit *unit;
    const struct ir_function *function;
    enum ir_form form;
    bool modes;                   /* the invariants of modes, too */
    const struct ir_block *block; /* under examination, or NULL */
    const struct ir_instr *instr; /* under examination, or NULL */
    struct ir_breach *breach;
};

/* Notes a breach at the place under examination; returns false. */
bool ir_breach_here(const struct ir_verifier *v, enum ir_invariant invariant, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The invariants of values, of a function whose form is valid. */
bool ir_verify_flow(struct ir_verifier *v);

/* The invariants of modes, of such a function. */
bool ir_verify_mode(struct ir_verifier *v);

#endif
