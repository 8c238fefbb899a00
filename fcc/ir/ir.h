/* ir.h - the intermediate representation: three-address code over 32-bit words, one graph of blocks a
 * function.
 *
 * This is the whole contract between the front end (lex, parse, check, lower) and the back end (opt,
 * regalloc, emit). Nothing else passes: the back end knows no types, no sharity, no Fork constructs.
 *
 * The picture: a unit (one source file) has symbols, data definitions and functions. A function has virtual
 * registers, slots (private memory in its stack frame) and blocks in layout order; a block has instructions,
 * the last and only the last of which is flagged IR_ENDS (JUMP, BRANCH, RETURN).
 *
 * Invariants (the rows of invariant.def are those that the verifier checks):
 *  1. Virtual registers are of one of two classes: 32-bit words (a float is its bit pattern), or reals,
 *     numbers of the precision unit (ir_is_real). Register 0 is "none"; the others count from 1. A float
 *     operation on reals is the operation of the precision unit; the result of a comparison is a word. This
 *     is not SSA: a register may be written many times. Every register that is read has been written on every
 *     path before; for a variable without a value the front end writes UNWRITTEN.
 *  2. Any source operand may be of any kind: register, constant, address of a symbol plus an offset, address
 *     of a slot plus an offset. The code generator materialises operands that the machine cannot take. The
 *     front end does not fold or fuse: `p[i]` is an ADD and a LOAD with offset 0; that is the optimiser's
 *     work.
 *  3. The entry is the first block; it has no predecessors. Parameter i is in function->params[i] on entry.
 *  4. IR_FENCE operations keep their order relative to each other and to every memory access. A CALL may read
 *     and write anything except registers and slots whose address is never taken. Calls to runtime entry
 *     points, such as barriers, group enter and leave, are ordinary CALLs.
 *  5. Synchronous code (block->synchronous): all PPs of a group execute the same instructions in the same
 *     cycles. So
 *        - the number of cycles of an operation must not depend on its operands: no expansion into branches;
 *        - a LOAD that is not IR_MEM_OWN must not change places with a STORE that is not IR_MEM_OWN to the
 *          same object, or to an unknown one (alias 0), whatever the addresses: the other PPs store in the
 *          same cycle as this PP, at addresses of their own;
 *        - a LOAD and a STORE of different objects (alias, below) may change places, and so may two STOREs.
 *          All members of the group execute each of them in one cycle, before and after the change. No word
 *          belongs to both objects, so every word sees the group's accesses in the same order as before. PPs
 *          outside the group run at their own times; only barriers, calls and multiprefix operations
 *          (IR_FENCE) and IR_MEM_VOLATILE order accesses for them, in both modes;
 *        - spills and frame accesses may move freely.
 *     Equal instructions of several predecessors may be merged, and tails duplicated (jump threading), only
 *     if every path keeps its number of instructions.
 *  6. In either mode, a LOAD without IR_MEM_OWN or IR_MEM_CONSTANT may be merged with an earlier one only if
 *     no instruction between them is flagged IR_WRITES or IR_FENCE. STOREs to other objects (alias, below),
 *     OWN STOREs, and, in blocks that are not synchronous, STOREs to other words of the object do not count.
 *     Such a LOAD never leaves a loop: another PP may write the word. No instruction is between two blocks if
 *     one is the only predecessor of the other. IR_MEM_VOLATILE accesses are never merged, deleted or
 *     reordered with each other.
 *  7. alias: two accesses with different nonzero aliases never touch the same word. Alias 0 may touch any
 *     word except those of aliases with the bit IR_ALIAS_ALONE, which no pointer leads to (ir_may_meet).
 *     Accesses to slots whose address is only used in [a+b] need no alias: the base SLOT suffices.
 *  8. Calls: arguments and result are words, at most one result word. Structures are passed by hidden
 *     pointers that the front end makes, and so are variable arguments: a variadic function has one more
 *     parameter that points to them. The callee preserves gp, ssp, sfp, fp, sp. A call clobbers the
 *     caller-saved registers of asm/tables/abi.def, also for runtime entry points. If docs/internals/abi.md
 *     promises that a routine clobbers fewer, `call_clobbers` is the set, including gp and ssp if it changes
 *     them.
 *  9. gp, ssp, sfp are no virtual registers; only READ and WRITE access them. STACK moves sp, and WRITE moves
 *     it back.
 * 10. meant: the symbol or slot of the variable that a LOAD, STORE or multiprefix is for by the text of the
 *     program; none: unknown, or certainly there. For pramsim --check; it does not change code, nor does
 *     shared_objects. When two accesses are merged, the remaining one keeps its own; accesses for different
 *     variables must not be merged into one at another place.
 * 11. UNWRITTEN: a value about which nothing may be assumed, though it is 0. pramsim --check follows it to
 *     the places that depend on it.
 * 12. index, rows: in an address of a[i][j].list[k] each subscript counts the words that it leads past: i
 *     those of rows, j those of structures, k those of elements. The code of the subscripts is i + (j << 21)
 *     + (k << 42) in these words, so each can be recovered from it, however the address is computed. An
 *     instruction with a known index computes the code of its result from the codes of its operands. rows are
 *     the arrays of an access. Both are for pramsim --check and do not change code. A pass that changes the
 *     operands of an instruction changes its index, too, or removes it (is_known): then its code is unknown.
 * 13. KEEP: a read without code, only at -Og (pass_options.keep). It keeps the value of a variable where
 *     debuggers find it until the scope ends or the variable gets another value.
 */
#ifndef FCC_IR_H
#define FCC_IR_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "asm/tables/guard.h"
#include "common/arena.h"

enum ir_op {
#define IR_OP(name, shape, flags, text) IR_##name,
#include "fcc/ir/ir.def"
    IR_OP_COUNT
};

enum ir_flag {
    IR_PURE = 1,
    IR_COMMUTES = 2,
    IR_TRAPS = 4,
    IR_READS = 8,
    IR_WRITES = 16,
    IR_FENCE = 32,
    IR_ENDS = 64
};

enum ir_shape {
    IR_SHAPE_NONE,
    IR_SHAPE_D,
    IR_SHAPE_DA,
    IR_SHAPE_DAB,
    IR_SHAPE_DABC,
    IR_SHAPE_AB,
    IR_SHAPE_A,
    IR_SHAPE_ADDRESS,
    IR_SHAPE_LOAD,
    IR_SHAPE_STORE,
    IR_SHAPE_MULTI,
    IR_SHAPE_CALL,
    IR_SHAPE_SYS,
    IR_SHAPE_READ,
    IR_SHAPE_WRITE,
    IR_SHAPE_CONSTANT,
    IR_SHAPE_JUMP,
    IR_SHAPE_BRANCH,
    IR_SHAPE_RETURN,
    IR_SHAPE_PHI
};

/* One row of ir.def. */
struct ir_op_row {
    const char *name; /* lower case */
    enum ir_shape shape;
    unsigned flags; /* of enum ir_flag */
};

extern const struct ir_op_row ir_ops[IR_OP_COUNT];

/* Conditions of BRANCH and of comparisons: the rows of instruction.def. The opposite of a float comparison is
 * not a condition (NaN): ir_condition_negate returns false for it. */
enum ir_condition {
#define IR_CONDITION(name, text, negated, swapped, comparison, branch) IR_##name,
#include "fcc/ir/instruction.def"
    IR_CONDITION_COUNT
};

/* Operands of READ and WRITE. WRITE accepts only gp, ssp, sfp, and sp to lower it again after STACK. */
enum ir_special {
    IR_SPECIAL_CT, /* getct: cycle counter */
    IR_SPECIAL_PN, /* getpn: own PP number */
    IR_SPECIAL_NP, /* getnp: number of PPs */
    IR_SPECIAL_SR, /* getsr: status word */
    IR_SPECIAL_GP, /* registers of asm/tables/abi.def from here on */
    IR_SPECIAL_SSP,
    IR_SPECIAL_SFP,
    IR_SPECIAL_SP,
    IR_SPECIAL_FP,
    IR_SPECIAL_RA,
    IR_SPECIAL_COUNT
};

/* Properties of the word that a LOAD or STORE accesses. */
enum ir_memory {
    IR_MEM_OWN = 1,      /* this PP's own word: a private object whose address no other PP knows, or a slot */
    IR_MEM_SHARED = 2,   /* certainly in shared memory: neither in a private partition nor in a stack */
    IR_MEM_CONSTANT = 4, /* never written (string literals, const data) while the function runs (arguments) */
    IR_MEM_VOLATILE = 8
};

/* Bit of an alias: see invariant 7. */
#define IR_ALIAS_ALONE (1u << 31)

enum ir_operand_kind { IR_NONE, IR_VREG, IR_CONST, IR_SYMBOL, IR_SLOT, IR_REAL_ZERO };

#define IR_CODE_UNKNOWN INT64_MIN

struct ir_operand {
    enum ir_operand_kind kind;
    uint32_t id;   /* register; symbol: index into unit->symbols; slot: index into function->slots */
    int32_t value; /* constant; offset in words from the symbol or slot */
    bool has_code; /* register: the index part below is the value's code */
    int64_t code;  /* of the subscripts that lead to it, or IR_CODE_UNKNOWN: symbol, slot; see invariant 12 */
};

struct ir_block;
struct dwarf_unit;
struct dwarf_entry;

/* Where a variable of the source is, for debuggers. */
enum ir_variable_kind {
    IR_VARIABLE_REGISTER, /* in register `id`, or in the value that replaced it */
    IR_VARIABLE_SLOT,     /* in slot `id` */
    IR_VARIABLE_AT        /* at the address in register `id`, + offset */
};

struct ir_inlined;

struct ir_variable {
    struct ir_variable *next;
    struct dwarf_entry *entry;        /* of its declaration */
    const struct ir_inlined *inlined; /* of a function that has taken the place of this call; NULL: none */
    enum ir_variable_kind kind;
    uint32_t id;
    uint32_t offset;
};

/* Registers from here on stand for variables of functions that were inlined after their own optimisation. No
 * instruction has them; the names of an instruction say which register each variable is in. */
#define IR_INLINED_FIRST (1u << 30)

/* A call that was replaced by the body of its function, for debuggers. */
struct ir_inlined {
    const struct ir_inlined *outer;   /* the inlined call that contains this one; or NULL */
    const struct dwarf_entry *callee; /* the function */
    uint32_t line, file;              /* of the call */
    struct dwarf_entry *entry;        /* for fcc/dwarf */
};

/* For each register, the value that another register had before SSA form renamed every write: given by the
 * innermost entry of `reg`. Unchanged registers have no entry; the outermost entry is for register 0. */
struct ir_names {
    const struct ir_names *outer;
    uint32_t reg;
    uint32_t name;
};

/* What became of a register in SSA form. */
struct ir_fate {
    bool is_changed;           /* a pass has changed its value */
    struct ir_operand instead; /* kind IR_NONE: it is what it was */
};

/* A variable in a register that begins without a value. */
struct ir_unwritten {
    const char *name;
    uint32_t line; /* of its declaration */
};

/* A shared variable in the words of a call of __fork_shared_frame. */
struct ir_shared_object {
    const struct ir_shared_object *next;
    const char *name;
    uint32_t offset; /* offset from the call's result */
    uint32_t words;
    bool guarded; /* it lies between two guards (asm/tables/guard.h) */
};

/* What an operand of a sum adds to the code of the subscripts of the sum; see invariant 12. */
enum ir_part_kind {
    IR_PART_FOLLOWS, /* the code that the register has */
    IR_PART_TIMES,   /* its value / per * times; nothing if `times` is 0 */
    IR_PART_UNKNOWN
};

struct ir_part {
    uint8_t kind; /* enum ir_part_kind */
    int32_t per;
    int64_t times;
};

/* Of an ADD or SUB, and of the a + b of an access: the parts of a and of b. */
struct ir_index {
    bool is_known;
    struct ir_part a, b;
    int64_t plus; /* the share of constants that moved elsewhere */
};

/* An array of an access and its subscripts: those of one level of the code. */
struct ir_row {
    const char *name; /* name of the variable or member that it is, or is a row of */
    char kind;        /* as in asm/tables/guard.h: v m r */
    uint32_t words;   /* of the array */
    uint32_t element; /* words of each */
};

struct ir_rows {
    uint32_t count;
    struct ir_row rows[GUARD_LEVELS]; /* outermost array first; without words: unknown */
};

struct ir_instr {
    struct ir_instr *previous;
    struct ir_instr *next;
    enum ir_op op;
    uint8_t memory;            /* sum of enum ir_memory */
    uint8_t special;           /* enum ir_special */
    uint8_t condition;         /* enum ir_condition */
    bool is_masked;            /* LOAD, STORE, multiprefix: goes elsewhere in PPs that do not take part */
    bool is_rest;              /* LOAD: of a word before one of its fields is stored */
    bool keeps_own;            /* CALL: of a routine that writes no OWN word */
    bool is_alone;             /* ASSIGN: nothing else in its statement computes the value */
    uint16_t words;            /* LOAD, STORE: words of the image of a real; 0: one plain word */
    uint32_t dst;              /* register, 0: none */
    struct ir_operand a, b, c; /* kind IR_NONE: unused; b of [a+b] is never IR_NONE */
    struct ir_operand *args;   /* CALL, SYS */
    uint32_t arg_count;
    uint32_t
        call_clobbers; /* CALL: bit r set: Rr is lost or, gp and ssp, changed; 0: all caller-saved ones */
    const struct ir_shared_object *shared_objects; /* CALL of __fork_shared_frame: what lies there; ADD to its
                                                      result: the one whose address that is, if known; LOAD,
                                                      STORE, multiprefix: the one that it is for */
    uint32_t alias;                                /* see invariant 7 */
    struct ir_operand meant;                       /* LOAD, STORE, multiprefix: see invariant 10 */
    const struct ir_unwritten *unwritten;          /* UNWRITTEN: the variable */
    struct ir_index index;                         /* ADD, SUB, LOAD, STORE, multiprefix: see invariant 12 */
    const struct ir_rows *rows;                    /* LOAD, STORE, multiprefix: as index; NULL: none */
    uint32_t line;                                 /* source line, 0: none */
    uint32_t file;                                 /* index into unit->files */
    const struct ir_names *names;                  /* in SSA form: before the instruction. Before SSA form:
                                                       of variables from IR_INLINED_FIRST on, and of those
                                                       that are to be hidden. Or NULL */
    struct ir_block *target[2];
};

struct ir_block {
    struct ir_block *next; /* layout order: a good order to emit */
    struct ir_instr *first;
    struct ir_instr *last;
    uint32_t id;         /* unique in the function, less than function->block_count */
    uint32_t loop_depth; /* 0: outside of loops */
    bool synchronous;    /* invariant 5 */
};

/* Private memory in the stack frame: arrays, structures, variables whose address is taken. */
struct ir_slot {
    const char *name; /* for reading listings; may be NULL */
    uint32_t words;
    bool guarded; /* a variable of the program, between two guards (asm/tables/guard.h) */
    bool is_word; /* a variable of one word, without guards */
};

enum ir_mode { IR_ASYNC, IR_SYNC, IR_STRAIGHT };

struct ir_function {
    struct ir_function *next;
    uint32_t symbol; /* index into unit->symbols */
    enum ir_mode mode;
    bool is_inline;      /* declared inline: it should replace its calls */
    uint32_t call_count; /* calls in the unit, counted by back_optimise */
    uint32_t *params;    /* registers */
    uint32_t param_count;
    uint32_t vreg_count; /* registers are 1..vreg_count */
    bool *reals;         /* by register, those below real_capacity: is of class real; see ir_is_real */
    uint32_t real_capacity;
    struct ir_slot *slots;
    uint32_t slot_count;
    uint32_t slot_capacity;
    struct ir_block *first;
    struct ir_block *last;
    uint32_t block_count;
    uint32_t line; /* line and file: the place of the code before the first statement */
    uint32_t file;
    uint32_t left_out; /* bit p: the optimiser has left out enum pass p of pass.h */
    bool keeps_near;   /* and pass_options.near was true */
    /* for debuggers; does not change code */
    struct dwarf_entry *entry;
    struct ir_variable *variables;
    uint32_t inlined_count; /* variables from IR_INLINED_FIRST on */
    bool is_renamed;        /* SSA form has been made; instr->names has original names */
    struct ir_fate *fates;  /* by register below fate_count; others are unchanged */
    uint32_t fate_count;
};

enum ir_section {
    IR_SECTION_EXTERN, /* defined elsewhere */
    IR_SECTION_TEXT,
    IR_SECTION_DATA,        /* shared, initialised */
    IR_SECTION_BSS,         /* shared, zero */
    IR_SECTION_PRIVATE,     /* one for each PP, initialised */
    IR_SECTION_PRIVATE_BSS, /* one for each PP, zero */
    IR_SECTION_COUNT
};

struct ir_symbol {
    const char *name; /* as in assembly text; unique in the unit */
    enum ir_section section;
    bool global;                    /* visible to the linker */
    bool function;                  /* a code address */
    bool used;                      /* an instruction or data word refers to it */
    bool literal;                   /* a string literal: unused unless something refers to it */
    uint32_t words;                 /* size of a data object */
    struct ir_lock_path *locks;     /* in a data object */
    struct ir_function *definition; /* of a function of this unit; else NULL */
};

/* The path from a variable to locks in it, as a label describes it (asm/tables/guard.h). */
struct ir_lock_path {
    struct ir_lock_path *next;
    const char *parts;
};

/* One word of initialised data, or the address of a symbol. */
struct ir_data_word {
    uint32_t value;  /* number, or offset from the symbol */
    uint32_t symbol; /* index + 1; 0: no symbol */
    bool is_float;   /* the number is the image of a float: for reading listings */
};

struct ir_data {
    struct ir_data *next;
    uint32_t symbol;
    struct ir_data_word *words; /* symbol.words of them; NULL in the zero sections */
    const char *comment;        /* the text of a string literal, for reading listings; may be NULL */
};

/* A place in the source without its line: file, column and scope. A function inlined at a call has separate
 * files for its copied lines. */
struct ir_file {
    const char *name;
    const char *copied_from;         /* NULL: the function that contains the instructions */
    uint32_t column;                 /* 0: unknown */
    const struct dwarf_entry *scope; /* the block of the source; NULL: the function itself */
    struct ir_inlined *inlined;      /* the call in whose place its lines stand; NULL: none */
    bool is_entry;                   /* of the code before the first statement of a function */
};

struct ir_unit {
    struct arena *arena; /* owns everything below */
    struct ir_symbol *symbols;
    uint32_t symbol_count;
    uint32_t symbol_capacity;
    struct ir_function *functions;
    struct ir_function *last_function;
    const struct ir_function *compiled; /* the function that the back end works on; NULL: none yet */
    struct ir_data *data;
    struct ir_data *last_data;
    struct arena *file_arena; /* owns the following three, also while `arena` is replaced for a trial */
    struct ir_file *files;    /* that the lines refer to */
    uint32_t file_count;
    uint32_t file_capacity;
    uint32_t *file_slots;     /* hash table by name: index + 1 of the file; half of it is free */
    uint32_t real_words;      /* of the image of a real in memory */
    bool uses_reals;          /* objects of the program must agree on real_words */
    struct dwarf_unit *debug; /* description for debuggers; NULL: none */
};

/* An empty unit in the arena. */
struct ir_unit *ir_unit_new(struct arena *arena);

/* Add something to the unit and return its index or itself. Nothing is checked; verify.c does that. */
uint32_t ir_add_file(struct ir_unit *unit, const char *name); /* returns an existing equal name */
uint32_t ir_add_place(struct ir_unit *unit, const char *name, uint32_t column,
                      const struct dwarf_entry *scope);
/* The place of the code before the first statement of a function, which no statement has. */
uint32_t ir_add_entry_place(struct ir_unit *unit, const char *name, uint32_t column);

/* The file for lines copied from that function in place of a call (NULL: unknown to debuggers); for copies of
 * copies, their file. */
uint32_t ir_add_copied_file(struct ir_unit *unit, uint32_t file, const char *function,
                            struct ir_inlined *inlined);
uint32_t ir_add_symbol(struct ir_unit *unit, const char *name, enum ir_section section);
struct ir_function *ir_add_function(struct ir_unit *unit, uint32_t symbol, enum ir_mode mode);
struct ir_data *ir_add_data(struct ir_unit *unit, uint32_t symbol);
uint32_t ir_add_slot(struct ir_unit *unit, struct ir_function *function, const char *name, uint32_t words);
uint32_t ir_add_vreg(struct ir_function *function);
/* A register of class real; one of the same class as another. */
uint32_t ir_add_real(struct ir_unit *unit, struct ir_function *function);
uint32_t ir_add_vreg_like(struct ir_unit *unit, struct ir_function *function, uint32_t vreg);
bool ir_is_real(const struct ir_function *function, uint32_t vreg);
bool ir_operand_is_real(const struct ir_function *function, struct ir_operand operand);

/* Notes that the register no longer has the value of its name before SSA form; or that `instead` has replaced
 * it. */
void ir_note_change(struct ir_function *function, struct arena *arena, uint32_t reg);
void ir_note_instead(struct ir_function *function, struct arena *arena, uint32_t reg,
                     struct ir_operand instead);

/* A copy of the function in the unit's arena, not among its functions; changes of one do not affect the
 * other. */
struct ir_function *ir_copy_function(struct ir_unit *unit, const struct ir_function *function);

/* A new block, not in the layout order yet. */
struct ir_block *ir_new_block(struct ir_unit *unit, struct ir_function *function);
/* Appends it to the layout order. */
void ir_place_block(struct ir_function *function, struct ir_block *block);

/* A new instruction at the end of a block, all fields but op empty. Only before SSA form: in it, each
 * instruction has names. */
struct ir_instr *ir_append(struct ir_unit *unit, struct ir_block *block, enum ir_op op);
/* As above before an instruction of the block, with its line, file and names. */
struct ir_instr *ir_insert_before(struct ir_unit *unit, struct ir_block *block, struct ir_instr *place,
                                  enum ir_op op);
void ir_remove(struct ir_block *block, struct ir_instr *instr);

struct ir_operand ir_none(void);
struct ir_operand ir_vreg(uint32_t vreg);
struct ir_operand ir_const(int32_t value);
struct ir_operand ir_symbol_address(uint32_t symbol, int32_t offset);
struct ir_operand ir_slot_address(uint32_t slot, int32_t offset);
struct ir_operand ir_real_zero(void);
/* The constant 0 of the class of a register. */
struct ir_operand ir_zero_like(const struct ir_function *function, uint32_t vreg);

/* Whether accesses with these aliases may touch the same word. */
static inline bool ir_may_meet(uint32_t alias, uint32_t other)
{
    bool alone = ((alias | other) & IR_ALIAS_ALONE) != 0;
    return alias == other || (!alone && (alias == 0 || other == 0));
}

/* Whether two operands are the same register, constant or address. */
bool ir_same(struct ir_operand left, struct ir_operand right);

/* Calls `visit` with every source operand of an instruction, in the order a b c args; `visit` may change
 * them. */
void ir_each_source(struct ir_instr *instr, void (*visit)(void *context, struct ir_operand *operand),
                    void *context);

/* By symbol: whether the unit's global functions or objects (without string literals) refer to it, directly
 * or indirectly. */
bool *ir_find_reached(struct arena *arena, const struct ir_unit *unit);

/* The opposite condition; false if there is none (float orderings, NaN). */
bool ir_condition_negate(enum ir_condition condition, enum ir_condition *negated);
/* The condition with a and b changed places. */
enum ir_condition ir_condition_swap(enum ir_condition condition);
const char *ir_condition_name(enum ir_condition condition);

/* Prints as text, for people and tests (fcc --dump-ir): one line an instruction. */
void ir_print(FILE *stream, const struct ir_unit *unit);
void ir_print_function(FILE *stream, const struct ir_unit *unit, const struct ir_function *function);

#endif
