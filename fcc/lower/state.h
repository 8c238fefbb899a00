/* clang-format off */
/* state.h - what the files of the lowering share: its state and the steps that they offer each other.
 *
 * lower.c      file, functions              emit.c      instructions, blocks, source lines
 * symbol.c     symbols of source, runtime,  if_convert.c   small ifs without a group
 *              strings                      place.c     lvalues: where a value lives
 * data.c       objects of the whole run
 * expression.c values                       operator.c  arithmetic, comparisons, conversions
 * condition.c  && || ?: and branches        call.c      calls, special values
 * builtin.c    functions that fcc knows     real.c      constants and conversions of reals, sums
 * statement.c  C's statements               switch.c    switch
 * loop.c       loops                        group.c     groups, splits, leaving them early
 * construct.c  start farm seq fork join
 */
/* clang-format on */
#ifndef FCC_LOWER_STATE_H
#define FCC_LOWER_STATE_H

#include "fcc/check/check.h"
#include "fcc/describe/describe.h"
#include "fcc/text/scope.h"
#include "fcc/lower/lower.h"
#include "fcc/ir/runtime.h"

/* A group that code runs in, as far as this function has made it. docs/internals/abi.md, section 7, has the
 * sequences.
 */
struct level {
    struct level *outer;
    struct ir_block *end;   /* where its members rejoin the parent group */
    struct ir_block *leave; /* where members go that leave it before the others; made when wanted */
    bool is_group;          /* false: the group that the function was called in, or asynchronous code */
    struct ir_operand parent_gp;
    struct ir_operand parent_ssp;
    struct ir_operand gp;   /* its own, if it is kept in a register */
    bool is_steady;         /* no PP leaves it before its end: # stays what it is at the beginning */
    struct ir_operand size; /* then: that #, if a loop wants it; kind IR_NONE: not yet */
    uint32_t loop_depth;    /* of its beginning */
    struct ir_block *skip;  /* where those go that are not in it at all */
    /* the words for shared objects declared in it */
    struct ir_instr *frame; /* the call that takes them; dropped if there are none */
    struct ir_block *frame_block;
    uint32_t frame_words;
};

/* The aliases of the words of __fork_pp and of the group frames, which no program's store meets; those of
 * variables follow. */
#define LOWER_PP_ALIAS (IR_ALIAS_ALONE | 1)
#define LOWER_SIZE_ALIAS (IR_ALIAS_ALONE | 2)
enum { LOWER_FIRST_ALIAS = 3 };

/* How many arguments of type real go in registers; the others as addresses of images (docs/internals/abi.md,
 * section 2). */
enum { LOWER_REAL_ARGUMENTS = 8 };

/* Where break and continue go. */
struct jumps {
    struct jumps *outer;
    struct ir_block *break_to; /* if the level is the same as here */
    struct ir_block *continue_to;
    struct level *break_level;
    struct level *continue_level;
    uint32_t inside; /* private switch: register, 1 for those that run its cases; 0: it is none */
};

/* What PPs that leave early note: which of these they want. */
enum note { NOTE_CONTINUE = 1, NOTE_BREAK = 2, NOTE_RETURN = 4 };

struct temporary {
    struct temporary *next;
    uint32_t slot;
    uint32_t words;
    bool busy;
};

struct case_block {
    struct statement *statement;
    struct ir_block *block;
};

#define LOWER_STRING_BUCKETS (1u << 15)

struct lower {
    struct unit *unit;
    struct ir_unit *ir;
    uint32_t aliases; /* given out */
    uint32_t strings; /* number their names */
    uint32_t buses;
    struct string_symbol *string_symbols[LOWER_STRING_BUCKETS]; /* by the literal's place in memory */
    struct real_literals *real_literals;
    struct describer *describer;

    struct symbol *symbol; /* the function */
    struct ir_function *function;
    struct ir_block *block; /* the current one; NULL: control does not come here */
    source_pos pos;
    source_pos placed_pos;                  /* what file and line belong to */
    const struct dwarf_entry *placed_scope; /* likewise */
    uint32_t file, line;
    struct dwarf_entry *scope;       /* the innermost block with variables; NULL: none */
    struct dwarf_entry *outer_scope; /* that of the block around */
    uint32_t block_depth;            /* of blocks; 1: the function's body */
    struct told_variable *told;      /* variables of the function */
    uint32_t loop_depth;
    enum mode mode;
    /* register: -1 or 0; expressions without effects, and the statements of a converted `if`, are computed
     * for show if it is 0. 0: none */
    uint32_t predicate;
    bool converts; /* the predicate is that of a converted `if` */
    /* In an operand that only some PPs of the group compute: # and $$ of the group that computes the whole
     * expression, if the operand names them. Else IR_NONE. */
    struct ir_operand whole_size;
    struct ir_operand whole_rank;
    struct level *level;
    struct jumps *jumps;
    uint32_t private_words; /* of the function's slots */
    struct temporary *temporaries;
    uint32_t note; /* register; 0: none yet */
    struct ir_block *return_block;
    struct level *return_level;
    uint32_t return_value;   /* register */
    uint32_t result_address; /* register: where a record result goes */
    uint32_t variable_args;  /* register: where they are */
    uint32_t stack_end;      /* register: sp as it is without arrays of variable size; 0: there are none */
    uint32_t safe_slot;      /* + 1: a word that a predicated load may read */
    uint32_t safe_real;      /* + 1: a real that it may read */
};

/* Where a value lives. */
struct place {
    uint32_t vreg; /* a variable in a register; 0: memory */
    struct ir_operand base;
    int32_t offset; /* in addition to a base that is a register */
    uint8_t memory; /* enum ir_memory */
    uint32_t alias;
    const struct member *field;  /* a bit-field, or NULL */
    bool is_own;                 /* of the PP's own: its frame or its private objects */
    bool is_predicated;          /* the address may be nonsense while the predicate is 0 */
    uint32_t predicate;          /* a variable in a register: the predicate under which it was declared */
    struct symbol *held;         /* the shared variable that `vreg` is this PP's copy of; NULL: none */
    struct symbol *shared_local; /* the base is that of the words of its group's frame; NULL: it is not */
    struct symbol
        *shared_meant;       /* the shared local that it is a word of by the text, or not by much; or NULL */
    struct ir_operand meant; /* as in ir.h */
    uint32_t meant_words;    /* of that variable; 0: not known */
    bool follows;            /* the base is a register that has the code of subscripts (ir.h, invariant 12) */
    const struct ir_rows *rows; /* as in ir.h */
};

/* ---- emit.c */
struct ir_instr *lower_emit(struct lower *l, enum ir_op op);
struct ir_operand lower_unary_op(struct lower *l, enum ir_op op, struct ir_operand a);
struct ir_operand lower_binary_op(struct lower *l, enum ir_op op, struct ir_operand a, struct ir_operand b);
void lower_copy(struct lower *l, uint32_t vreg, struct ir_operand value);
struct ir_operand lower_read(struct lower *l, enum ir_special special);
void lower_write(struct lower *l, enum ir_special special, struct ir_operand value);
void lower_hint(struct lower *l, int32_t number);
struct ir_operand lower_load(struct lower *l, struct ir_operand base, int32_t offset, uint8_t memory,
                             uint32_t alias);
struct ir_operand lower_load_real(struct lower *l, struct ir_operand base, int32_t offset, uint8_t memory,
                                  uint32_t alias);
void lower_store(struct lower *l, struct ir_operand base, int32_t offset, uint8_t memory, uint32_t alias,
                 struct ir_operand value);
/* A call of a routine of the runtime; has_result: returns its result. */
struct ir_operand lower_runtime(struct lower *l, enum runtime routine, bool has_result, uint32_t count,
                                const struct ir_operand *args);
struct ir_operand lower_vreg(struct lower *l);
/* A register for a value of the type; its 0; whether a value is a real. */
struct ir_operand lower_vreg_of(struct lower *l, const struct type *type);
struct ir_operand lower_zero(const struct type *type);
bool lower_is_real(const struct lower *l, struct ir_operand value);
struct ir_operand lower_fma(struct lower *l, struct ir_operand a, struct ir_operand b, struct ir_operand c);
struct ir_block *lower_new_block(struct lower *l);
/* Makes it the current block, at the end of the layout; control falls into it from the current one. */
void lower_place_block(struct lower *l, struct ir_block *block);
void lower_jump(struct lower *l, struct ir_block *target);
void lower_branch(struct lower *l, enum ir_condition condition, struct ir_operand a, struct ir_operand b,
                  struct ir_block *yes, struct ir_block *no);
void lower_at(struct lower *l, source_pos pos);
/* Tells debuggers of a local variable or parameter; and, at the end of the function, where all of them are.
 */
void lower_tell_of_variable(struct lower *l, const struct symbol *symbol);
void lower_place_variables(struct lower *l);
/* Adds the words of a variable to those of its frame, private or of the group; ends the compilation, with a
 * message, if the frame becomes larger than an object may be. */
void lower_add_words(struct lower *l, uint32_t *frame_words, uint32_t words);
/* A slot for a value of this many words until the statement ends. */
uint32_t lower_temporary(struct lower *l, uint32_t words);
void lower_release_temporaries(struct lower *l);

/* ---- symbol.c */
uint32_t lower_symbol(struct lower *l, struct symbol *symbol);
/* A routine (`function`) or an object of the runtime. */
uint32_t lower_external(struct lower *l, const char *name, bool function);
uint32_t lower_string(struct lower *l, const struct string_literal *string);
/* A name as part of a label: é is _u00e9. */
const char *lower_plain_name(const struct lower *l, const char *name);

/* ---- data.c */
void lower_data(struct lower *l);

/* ---- drop_unreachable.c: the last step */
void lower_drop_unreachable(struct lower *l);

/* ---- place.c */
struct place lower_place(struct lower *l, const struct expression *e);
struct ir_operand lower_load_place(struct lower *l, const struct place *place, const struct type *type);
void lower_store_place(struct lower *l, const struct place *place, struct ir_operand value);
/* Whether it is known of an lvalue whether it is the PP's own or shared memory: by its name, or because a
 * shared pointer leads there. */
bool lower_knows_memory(const struct expression *e);
/* The address, or while the predicate is 0 that of a word of the PP's own. */
struct ir_operand lower_predicated_address(struct lower *l, struct ir_operand address);
/* The instruction that was just made accesses a word by the pointer: if the text names its variable, that is
 * the one that the access is for. */
void lower_note_variable(struct lower *l, const struct expression *pointer);
/* What an assignment of the value to the place is worth: what of it fits, whatever others store there. */
struct ir_operand lower_stored_value(struct lower *l, const struct place *place, struct ir_operand value);
struct ir_operand lower_address(struct lower *l, const struct place *place);
/* The words of a struct, union or array. */
void lower_copy_words(struct lower *l, const struct place *to, const struct place *from, uint32_t words);
void lower_clear_words(struct lower *l, const struct place *to, uint32_t words);
struct place lower_memory_place(struct ir_operand base);
struct place lower_symbol_place(struct lower *l, struct symbol *symbol);
/* Whether a shared local or parameter lives in a register of every PP; loads a parameter that does into it.
 */
bool lower_holds(const struct lower *l, const struct symbol *symbol);
void lower_hold_parameter(struct lower *l, struct symbol *symbol);
/* The one of the values of all PPs that a store of them leaves in the held variable's word. */
struct ir_operand lower_resolve_write(struct lower *l, const struct place *place, struct ir_operand value);

/* ---- expression.c */
struct ir_operand lower_value(struct lower *l, const struct expression *e);
void lower_effect(struct lower *l, const struct expression *e);
/* A struct or union: where it is. */
struct place lower_record(struct lower *l, const struct expression *e);

/* ---- operator.c */
/* The index of a pointer and a number of words, added or subtracted; `follows`: the pointer's code is known.
 */
struct ir_index lower_sum_index(const struct expression *sum, bool follows);
/* Whether the pointer is a subscript of an array; the arrays on the way to an lvalue, NULL if there is no
 * more to know of them than the variable that it is of. */
bool lower_is_subscript(const struct expression *pointer);
const struct ir_rows *lower_rows(const struct lower *l, const struct expression *e);
struct ir_operand lower_arithmetic(struct lower *l, enum binary_op operation, const struct type *type,
                                   struct ir_operand a, struct ir_operand b);
struct ir_operand lower_conversion(struct lower *l, struct ir_operand value, const struct type *from,
                                   const struct type *to);
/* 0 or 1 */
struct ir_operand lower_truth(struct lower *l, struct ir_operand value, const struct type *type);
/* mask is -1 or 0: yes or no, without a branch */
struct ir_operand lower_select(struct lower *l, struct ir_operand mask, struct ir_operand yes,
                               struct ir_operand no);

/* ---- real.c */
struct ir_operand lower_real_constant(struct lower *l, const struct expression *e);
/* To or from real. */
struct ir_operand lower_real_conversion(struct lower *l, struct ir_operand value, const struct type *from,
                                        const struct type *to);
struct ir_operand lower_select_real(struct lower *l, struct ir_operand mask, struct ir_operand yes,
                                    struct ir_operand no);
/* The sums over arrays: __dot and __sum. */
struct ir_operand lower_sum(struct lower *l, enum ir_op op, const struct ir_operand *values, uint32_t count);
/* Notes that the words of an object get the value of a number when the program starts. */
void lower_real_initialiser(struct lower *l, struct symbol *symbol, uint32_t offset, const char *digits);
/* Puts the table of all these numbers into the data; once, at the end. */
void lower_real_table(struct lower *l);

/* ---- condition.c */
/* Branches on a condition that is the same for the whole group, or in asynchronous code. */
void lower_condition(struct lower *l, const struct expression *e, struct ir_block *yes, struct ir_block *no);
/* 0 or 1 without a branch that private values decide. */
struct ir_operand lower_bool(struct lower *l, const struct expression *e);
struct ir_operand lower_logical(struct lower *l, const struct expression *e);
struct ir_operand lower_conditional(struct lower *l, const struct expression *e);
struct place lower_conditional_record(struct lower *l, const struct expression *e);

/* From here on things are computed for show where the mask (-1 or 0) is 0; returns the predicate around, for
 * lower_leave_predicate. */
/* All ones if the truth, 0 or 1, is 1, else 0. */
struct ir_operand lower_mask(struct lower *l, struct ir_operand truth);
uint32_t lower_enter_predicate(struct lower *l, struct ir_operand mask);
void lower_leave_predicate(struct lower *l, uint32_t outer);

/* ---- if_convert.c */
/* Whether an `if` with a private condition in synchronous code is computed by all PPs, for show where the
 * condition does not hold; that. */
bool lower_converts(const struct lower *l, const struct statement *s);
void lower_converted_if(struct lower *l, struct statement *s);

/* ---- call.c */
struct ir_operand lower_call(struct lower *l, const struct expression *e, struct place *record);
struct ir_operand lower_special(struct lower *l, const struct expression *e);

/* ---- builtin.c */
struct ir_operand lower_builtin(struct lower *l, const struct expression *e);

/* ---- statement.c */
void lower_statement(struct lower *l, struct statement *s);
/* The statements of an expression. */
void lower_body(struct lower *l, struct statement *body);
/* Sets all words of an object to 0. */
void lower_clear(struct lower *l, struct symbol *symbol);

/* ---- switch.c, loop.c, construct.c */
void lower_switch(struct lower *l, struct statement *s);
void lower_loop(struct lower *l, struct statement *s);
void lower_construct(struct lower *l, struct statement *s);

/* ---- group.c */
/* Notes gp and ssp, for the rejoin. */
void lower_enter_level(struct lower *l, struct level *level);
/* Whether no PP leaves a group that is made for the statement before its end. */
bool lower_is_steady(const struct statement *s);
/* #, the number of members of the group. */
struct ir_operand lower_group_size(struct lower *l);
/* A level that is no group of its own: asynchronous code, the group of the caller. */
void lower_enter_base(struct lower *l, struct level *level);
/* Inside a group that was just made: the frame for its shared objects. */
void lower_open_frame(struct lower *l);
/* The level's frame has a variable, at symbol->offset. */
void lower_emit_frame_note(struct lower *l, struct level *level, const struct symbol *symbol, bool guarded);
struct ir_operand lower_close_frame(struct lower *l); /* its base; kind IR_NONE if it was not needed */
/* Places level->end with the rejoin, goes back to the outer level. */
void lower_leave_level(struct lower *l, struct level *level);
/* Behind a rejoin of a construct out of which PPs may leave further: those with a note part from the group.
 */
void lower_check_notes(struct lower *l, const struct statement *s);
struct ir_block *lower_leave_block(struct lower *l, struct level *level);
/* Those that stay, where others leave: keeps # right. */
void lower_stay(struct lower *l, bool settle);
void lower_clear_note(struct lower *l, int32_t notes);
void lower_split_if(struct lower *l, struct statement *s);
/* One subgroup of all; ends with lower_end_part. */
void lower_split_all(struct lower *l, struct level *level);
/* A subgroup of the PPs with `enters` 1; the others wait at its end. */
void lower_begin_part(struct lower *l, struct level *level, struct ir_operand enters);
void lower_end_part(struct lower *l, struct level *level);
/* Two subgroups: the PPs with `condition` 1, then the others, whose block is returned. */
struct ir_block *lower_begin_many(struct lower *l, struct level *level, struct ir_operand condition);
void lower_other_part(struct lower *l, struct level *level, struct ir_block *other);
void lower_end_many(struct lower *l, struct level *level);
/* break, continue, return: the jump itself */
void lower_jump_out(struct lower *l, enum note note);
/* Whether the statements can see the size of their group. */
bool lower_sees_size(struct lower *l, const struct statement *s);
bool lower_expression_sees_size(const struct expression *e);
/* Whether asynchronous code may read $$: by name, or in a function that it calls, of which nothing is known
 * or just that. `own`: a function that need not be asked, as its body is what is asked about; or NULL. */
bool lower_wants_rank(const struct statement *s, struct symbol *own);

#endif
