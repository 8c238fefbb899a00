/* clang-format off */
/* state.h - internal interface of the lowering: its state and steps.
 *
 * lower.c      file, functions              emit.c      instructions, blocks, lines, variables
 * symbol.c     symbols of source, runtime,  if_convert.c   small ifs without a group
 *              strings                      place.c     lvalues: where a value lives
 * data.c       objects of the whole run
 * expression.c values                       operator.c  arithmetic, comparisons, conversions
 * condition.c  && || ?: and branches        call.c      calls, special values
 * builtin.c    functions that fcc knows     real.c      constants and conversions of reals, sums
 * long_long.c  integers of two words
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

/* A group that the current code runs in, created by this function. docs/internals/abi.md, section 7, has the
 * sequences. */
struct level {
    struct level *outer;
    struct ir_block *end;   /* where its members rejoin the parent group */
    struct ir_block *leave; /* target of members that leave it early; made on demand */
    bool is_group;          /* false: the group of the caller, or asynchronous code */
    struct ir_operand parent_gp;
    struct ir_operand parent_ssp;
    struct ir_operand gp;   /* its own, if it is kept in a register */
    bool is_steady;         /* no PP leaves it early: # stays constant */
    struct ir_operand size; /* then: # in a register, if a loop needs it; kind IR_NONE: not yet */
    uint32_t loop_depth;    /* place of its beginning */
    struct ir_block *skip;  /* target of PPs that are not in it */
    /* the words for shared objects declared in it */
    struct ir_instr *frame; /* the call that allocates them; removed if there are none */
    struct ir_block *frame_block;
    uint32_t frame_words;
};

/* Aliases of the words of __fork_pp and of group frames, which no store of the program touches; those of
 * variables follow. */
#define LOWER_PP_ALIAS (IR_ALIAS_ALONE | 1)
#define LOWER_SIZE_ALIAS (IR_ALIAS_ALONE | 2)
enum { LOWER_FIRST_ALIAS = 3 };

/* Number of arguments of type real in registers; the others are passed as addresses of images
 * (docs/internals/abi.md, section 2). */
enum { LOWER_REAL_ARGUMENTS = 8 };

/* A variable described for debuggers; its place is known at the end of its function. */
struct told_variable {
    struct told_variable *next;  /* in the list of the function */
    struct told_variable *outer; /* in the list of variables in scope */
    const struct symbol *symbol;
    struct dwarf_entry *entry;
};

/* Targets of break and continue. */
struct jumps {
    struct jumps *outer;
    struct ir_block *break_to; /* if the level is the current one */
    struct ir_block *continue_to;
    struct level *break_level;
    struct level *continue_level;
    uint32_t inside; /* private switch: register, 1 for PPs that run its cases; 0: none */
    const struct told_variable *in_scope; /* as in struct lower, around the statement */
};

/* The note of PPs that leave early: which target they need. */
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
    uint32_t aliases; /* next free one */
    uint32_t strings; /* number their names */
    uint32_t buses;
    struct string_symbol *string_symbols[LOWER_STRING_BUCKETS]; /* by the literal's place in memory */
    struct real_literals *real_literals;
    struct describer *describer;

    struct symbol *symbol; /* the function */
    struct ir_function *function;
    struct ir_block *block;                 /* the current one; NULL: the code here is unreachable */
    source_pos pos;                         /* of the code at hand */
    const struct dwarf_entry *pos_scope;    /* the block of `pos`: the jump behind a block keeps both */
    source_pos placed_pos;                  /* file and line of the current code */
    const struct dwarf_entry *placed_scope; /* likewise */
    uint32_t file, line;
    bool in_body;                    /* the code at hand is that of statements */
    struct dwarf_entry *scope;       /* the innermost block with variables; NULL: none */
    struct dwarf_entry *outer_scope; /* that of the enclosing block */
    uint32_t block_depth;            /* nesting of blocks; 1: the function's body */
    struct told_variable *told;      /* variables of the function */
    struct told_variable *in_scope;  /* those of the block and the blocks around it */
    uint32_t keeps;                  /* in the function */
    bool has_labels;                 /* jumps may lead past declarations */
    uint32_t loop_depth;
    enum mode mode;
    /* register: -1 or 0; where it is 0, results of expressions without effects and of the statements of a
     * converted `if` are discarded. 0: no predicate */
    uint32_t predicate;
    bool converts; /* the predicate is that of a converted `if` */
    /* In an operand that only some PPs of the group compute: # and $$ of the group that computes the whole
     * expression, if the operand uses them. Else IR_NONE. */
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
    uint32_t variable_args;  /* register: their address */
    uint32_t stack_end;      /* register: value of sp without arrays of variable size; 0: there are none */
    uint32_t safe_slot;      /* + 1: a word that a predicated load may read */
    uint32_t safe_real;      /* + 1: a real that it may read */
};

/* Where a value lives. */
struct place {
    uint32_t vreg; /* a variable in a register; 0: memory */
    struct ir_operand base;
    int32_t offset; /* added to a base that is a register */
    uint8_t memory; /* enum ir_memory */
    uint32_t alias;
    const struct member *field;  /* a bit-field, or NULL */
    bool is_own;                 /* of the PP itself: its frame or its private objects */
    bool is_predicated;          /* the address may be invalid while the predicate is 0 */
    uint32_t predicate;          /* a variable in a register: the predicate under which it was declared */
    struct symbol *held;         /* the shared variable that `vreg` is this PP's copy of; NULL: none */
    struct symbol *shared_local; /* the base is the address of the words of its group's frame; or NULL */
    struct symbol *shared_meant; /* the shared local that the text names for the word; or NULL */
    struct ir_operand meant;     /* as in ir.h */
    uint32_t meant_words;        /* of that variable; 0: unknown */
    bool follows;                /* the base is a register with a subscript code (ir.h, invariant 12) */
    const struct ir_rows *rows;  /* as in ir.h */
};

/* A value: a word or a real in `low`, or the two words of a long long. */
struct words {
    struct ir_operand low;
    struct ir_operand high; /* kind IR_NONE: one word */
};

/* ---- emit.c */
struct ir_instr *lower_emit(struct lower *l, enum ir_op op);
struct ir_operand lower_unary_op(struct lower *l, enum ir_op op, struct ir_operand a);
struct ir_operand lower_binary_op(struct lower *l, enum ir_op op, struct ir_operand a, struct ir_operand b);
void lower_copy(struct lower *l, uint32_t vreg, struct ir_operand value);
/* The same for a variable, or for the value that the function returns. */
void lower_assign(struct lower *l, uint32_t vreg, struct ir_operand value);
struct ir_operand lower_read(struct lower *l, enum ir_special special);
void lower_write(struct lower *l, enum ir_special special, struct ir_operand value);
void lower_hint(struct lower *l, int32_t number);
struct ir_operand lower_load(struct lower *l, struct ir_operand base, int32_t offset, uint8_t memory,
                             uint32_t alias);
struct ir_operand lower_load_real(struct lower *l, struct ir_operand base, int32_t offset, uint8_t memory,
                                  uint32_t alias);
void lower_store(struct lower *l, struct ir_operand base, int32_t offset, uint8_t memory, uint32_t alias,
                 struct ir_operand value);
/* Calls a routine of the runtime; has_result: returns its result. */
struct ir_operand lower_runtime(struct lower *l, enum runtime routine, bool has_result, uint32_t count,
                                const struct ir_operand *args);
struct ir_operand lower_vreg(struct lower *l);
/* A register for a value of the type; its 0; whether a value is a real. */
struct ir_operand lower_vreg_of(struct lower *l, const struct type *type);
struct ir_operand lower_zero(const struct type *type);
bool lower_is_real(const struct lower *l, struct ir_operand value);
struct ir_operand lower_fma(struct lower *l, struct ir_operand a, struct ir_operand b, struct ir_operand c);
struct ir_block *lower_new_block(struct lower *l);
/* Appends the block to the layout and makes it current; the current block continues in it. */
void lower_place_block(struct lower *l, struct ir_block *block);
void lower_jump(struct lower *l, struct ir_block *target);
void lower_branch(struct lower *l, enum ir_condition condition, struct ir_operand a, struct ir_operand b,
                  struct ir_block *yes, struct ir_block *no);
void lower_at(struct lower *l, source_pos pos);
/* Adds the words of a variable to its frame, private or of the group. If the frame exceeds the size limit of
 * objects: a message, and the compilation ends. */
void lower_add_words(struct lower *l, uint32_t *frame_words, uint32_t words);
/* A slot for a value of that many words, valid until the statement ends. */
uint32_t lower_temporary(struct lower *l, uint32_t words);
void lower_release_temporaries(struct lower *l);
/* For debuggers: describes a local variable or parameter; at the end of the function, describes where all of
 * them are. */
void lower_tell_of_variable(struct lower *l, const struct symbol *symbol);
void lower_place_variables(struct lower *l);
/* The scope of the variables declared after `outer` (NULL: of all) ends here. */
void lower_keep(struct lower *l, const struct told_variable *outer);
/* Before an assignment: if `left` is a variable, it keeps its value up to here. */
void lower_keep_old(struct lower *l, const struct expression *left);
/* Whether the variable has to keep its old value while the new one is computed: that calls a function. */
bool lower_keeps_over(const struct lower *l, const struct expression *value);
/* At the end of the function: ir_define_values. */
void lower_define_values(struct lower *l);

/* ---- symbol.c */
uint32_t lower_symbol(struct lower *l, struct symbol *symbol);
/* A routine (`function`) or an object of the runtime. */
uint32_t lower_external(struct lower *l, const char *name, bool function);
uint32_t lower_string(struct lower *l, const struct string_literal *string);
/* A name as part of a label: é is _u00e9. */
const char *lower_plain_name(const struct lower *l, const char *name);

/* ---- data.c */
void lower_data(struct lower *l);

/* ---- place.c */
struct place lower_place(struct lower *l, const struct expression *e);
struct ir_operand lower_load_place(struct lower *l, const struct place *place, const struct type *type);
void lower_store_place(struct lower *l, const struct place *place, struct ir_operand value);
/* Whether the name or a shared pointer decides whether the lvalue is the PP's own or shared memory. */
bool lower_knows_memory(const struct expression *e);
/* The address; while the predicate is 0, that of one of the PP's own words. */
struct ir_operand lower_predicated_address(struct lower *l, struct ir_operand address);
/* The last instruction accesses a word through the pointer: if the text names its variable, the access is
 * meant for that. */
void lower_note_variable(struct lower *l, const struct expression *pointer);
/* The value of an assignment to the place: the part that fits, whatever others store there. */
struct ir_operand lower_stored_value(struct lower *l, const struct place *place, struct ir_operand value);
struct ir_operand lower_address(struct lower *l, const struct place *place);
/* The words of a struct, union or array. */
void lower_copy_words(struct lower *l, const struct place *to, const struct place *from, uint32_t words);
void lower_clear_words(struct lower *l, const struct place *to, uint32_t words);
struct place lower_memory_place(struct ir_operand base);
struct place lower_symbol_place(struct lower *l, struct symbol *symbol);
/* Whether each PP has a shared local or parameter in a register; loads such a parameter into it. */
bool lower_holds(const struct lower *l, const struct symbol *symbol);
void lower_hold_parameter(struct lower *l, struct symbol *symbol);
/* Of the values of all PPs, the one that a store of all leaves in the held variable's word. */
struct ir_operand lower_resolve_write(struct lower *l, const struct place *place, struct ir_operand value);

/* ---- expression.c */
struct ir_operand lower_value(struct lower *l, const struct expression *e);
void lower_effect(struct lower *l, const struct expression *e);
/* The value of `left operation= right`, ++ and --. */
struct words lower_update(struct lower *l, const struct expression *e);
/* The address of a struct or union. */
struct place lower_record(struct lower *l, const struct expression *e);

/* ---- long_long.c: integers of two words; with other types, as the functions of one word */
/* The value of an expression of any type that is no record. */
struct words lower_words(struct lower *l, const struct expression *e);
struct words lower_load_words(struct lower *l, const struct place *place, const struct type *type);
void lower_store_words(struct lower *l, const struct place *place, struct words value);
/* Registers for a value of the type; gives them a value. */
struct words lower_words_registers(struct lower *l, const struct type *type);
void lower_copy_to_registers(struct lower *l, struct words registers, struct words value);
/* `type`: of the operands; of the left one of a shift, whose right one is a word. */
struct words lower_words_arithmetic(struct lower *l, enum binary_op operation, const struct type *type,
                                    struct words a, struct words b);
struct words lower_convert_words(struct lower *l, struct words value, const struct type *from,
                                 const struct type *to);
struct words lower_select_words(struct lower *l, struct ir_operand mask, struct words yes, struct words no);
/* 0 or 1, for operands of type long long. */
struct ir_operand lower_compare_words(struct lower *l, enum binary_op operation, const struct type *type,
                                      struct words a, struct words b);
/* A word that is 0 if the integer is. */
struct ir_operand lower_any_bit(struct lower *l, struct words value);

/* ---- operator.c */
/* The index of a pointer plus or minus a number of words; `follows`: the pointer's code is known. */
struct ir_index lower_sum_index(const struct expression *sum, bool follows);
/* Whether the pointer is a subscript of an array; the arrays on the path to an lvalue, NULL if only its
 * variable is known. */
bool lower_is_subscript(const struct expression *pointer);
const struct ir_rows *lower_rows(const struct lower *l, const struct expression *e);
struct ir_operand lower_arithmetic(struct lower *l, enum binary_op operation, const struct type *type,
                                   struct ir_operand a, struct ir_operand b);
struct ir_operand lower_conversion(struct lower *l, struct ir_operand value, const struct type *from,
                                   const struct type *to);
/* 0 or 1 */
struct ir_operand lower_truth(struct lower *l, struct ir_operand value, const struct type *type);
/* mask is -1 or 0: selects yes or no, without a branch */
struct ir_operand lower_select(struct lower *l, struct ir_operand mask, struct ir_operand yes,
                               struct ir_operand no);

/* ---- real.c: constants, conversions, sums */
struct ir_operand lower_real_constant(struct lower *l, const struct expression *e);
/* Converts to or from real. */
struct ir_operand lower_real_conversion(struct lower *l, struct ir_operand value, const struct type *from,
                                        const struct type *to);
struct ir_operand lower_select_real(struct lower *l, struct ir_operand mask, struct ir_operand yes,
                                    struct ir_operand no);
/* The sums over arrays: __dot and __sum. */
struct ir_operand lower_sum(struct lower *l, enum ir_op op, const struct ir_operand *values, uint32_t count);
/* Notes that the words of an object are set from a number when the program starts. */
void lower_real_initialiser(struct lower *l, struct symbol *symbol, uint32_t offset, const char *digits);
/* Writes the table of all these numbers to the data; once, at the end. */
void lower_real_table(struct lower *l);

/* ---- condition.c */
/* Branches on a condition that is equal in the whole group, or in asynchronous code. */
void lower_condition(struct lower *l, const struct expression *e, struct ir_block *yes, struct ir_block *no);
/* 0 or 1 of a private condition, without a branch. */
struct ir_operand lower_bool(struct lower *l, const struct expression *e);
struct ir_operand lower_logical(struct lower *l, const struct expression *e);
/* For records the address of one. */
struct words lower_conditional_words(struct lower *l, const struct expression *e);
struct place lower_conditional_record(struct lower *l, const struct expression *e);

/* From here on, results are discarded where the mask (-1 or 0) is 0; returns the enclosing predicate, for
 * lower_leave_predicate. */
/* All ones if the truth value, 0 or 1, is 1; else 0. */
struct ir_operand lower_mask(struct lower *l, struct ir_operand truth);
uint32_t lower_enter_predicate(struct lower *l, struct ir_operand mask);
void lower_leave_predicate(struct lower *l, uint32_t outer);

/* ---- if_convert.c */
/* Whether an `if` with a private condition in synchronous code is predicated: all PPs compute it; lowers it
 * so. */
bool lower_converts(const struct lower *l, const struct statement *s);
void lower_converted_if(struct lower *l, struct statement *s);

/* ---- call.c */
/* Whether a function gets the address of its result as its first argument: records, long long. */
bool lower_returns_in_memory(const struct type *result);
/* The result; *record gets its place if it is in memory. */
struct ir_operand lower_call(struct lower *l, const struct expression *e, struct place *record);
struct ir_operand lower_special(struct lower *l, const struct expression *e);

/* ---- builtin.c */
struct ir_operand lower_builtin(struct lower *l, const struct expression *e);

/* ---- statement.c */
void lower_statement(struct lower *l, struct statement *s);
/* The statements of an expression. */
void lower_body(struct lower *l, struct statement *body);
/* Where a label stands. */
struct ir_block *lower_label_block(struct lower *l, struct label *label);
/* Sets all words of an object to 0. */
void lower_clear(struct lower *l, struct symbol *symbol);

/* ---- switch.c, loop.c, construct.c */
void lower_switch(struct lower *l, struct statement *s);
/* `goto *`: to the label of the number. */
void lower_computed_goto(struct lower *l, struct statement *s);
void lower_loop(struct lower *l, struct statement *s);
void lower_construct(struct lower *l, struct statement *s);

/* ---- group.c */
/* Saves gp and ssp for the rejoin. */
void lower_enter_level(struct lower *l, struct level *level);
/* Whether no PP leaves the statement's group before its end. */
bool lower_is_steady(const struct statement *s);
/* #, the number of members of the group. */
struct ir_operand lower_group_size(struct lower *l);
/* A level that makes no group: asynchronous code, or the group of the caller. */
void lower_enter_base(struct lower *l, struct level *level);
/* Inside a new group: allocates the frame for its shared objects. */
void lower_open_frame(struct lower *l);
/* Adds a variable to the level's frame, at symbol->offset. */
void lower_emit_frame_note(struct lower *l, struct level *level, const struct symbol *symbol, bool guarded);
struct ir_operand lower_close_frame(struct lower *l); /* its base; kind IR_NONE: unused */
/* Places level->end with the rejoin and returns to the outer level. */
void lower_leave_level(struct lower *l, struct level *level);
/* After the rejoin of a construct that PPs may leave further: PPs with a note leave the group. */
void lower_check_notes(struct lower *l, const struct statement *s);
struct ir_block *lower_leave_block(struct lower *l, struct level *level);
/* For the PPs that stay while others leave: updates #. */
void lower_stay(struct lower *l, bool settle);
void lower_clear_note(struct lower *l, int32_t notes);
void lower_split_if(struct lower *l, struct statement *s);
/* One subgroup of all; ends with lower_end_part. */
void lower_split_all(struct lower *l, struct level *level);
/* A subgroup of the PPs with `enters` == 1; the others wait at its end. */
void lower_begin_part(struct lower *l, struct level *level, struct ir_operand enters);
void lower_end_part(struct lower *l, struct level *level);
/* Two subgroups: the PPs with `condition` == 1, then the others, whose block is returned. */
struct ir_block *lower_begin_many(struct lower *l, struct level *level, struct ir_operand condition);
void lower_other_part(struct lower *l, struct level *level, struct ir_block *other);
void lower_end_many(struct lower *l, struct level *level);
/* break, continue, return: the jump itself */
void lower_jump_out(struct lower *l, enum note note);
/* Whether the statements can read the size of their group. */
bool lower_sees_size(struct lower *l, const struct statement *s);
bool lower_expression_sees_size(const struct expression *e);
/* Whether asynchronous code may read $$: by name, or in a function that it calls and that is unknown or reads
 * it. `own`: the function whose body is examined, or NULL. */
bool lower_wants_rank(const struct statement *s, struct symbol *own);

#endif
