/* types.h - the types of Fork: all C types over one size of word, functions with their mode.
 *
 * Sharity is no part of a type: it belongs to objects (and to what a function returns). Sizes count words.
 */
#ifndef FCC_TYPES_H
#define FCC_TYPES_H

#include <stdbool.h>
#include <stdint.h>

#include "fcc/text/lex.h"

enum type_kind {
    TYPE_ERROR, /* type after an error: compatible with everything, so that no second error is reported */
    TYPE_VOID,
    TYPE_BOOL,
    TYPE_CHAR, /* a signed word, like all shorter integers than long long without `unsigned` */
    TYPE_SIGNED_CHAR,
    TYPE_UNSIGNED_CHAR,
    TYPE_SHORT,
    TYPE_UNSIGNED_SHORT,
    TYPE_INT,
    TYPE_UNSIGNED,
    TYPE_LONG,
    TYPE_UNSIGNED_LONG,
    TYPE_LONG_LONG, /* two words, the low one first */
    TYPE_UNSIGNED_LONG_LONG,
    TYPE_ENUM,
    TYPE_FLOAT,
    TYPE_DOUBLE,
    TYPE_LONG_DOUBLE,
    TYPE_REAL, /* a number of the precision unit: an image in memory */
    TYPE_POINTER,
    TYPE_ARRAY,
    TYPE_FUNCTION,
    TYPE_STRUCT,
    TYPE_UNION,
    TYPE_KIND_COUNT
};

/* The mode of a function and of a place in the program; the same order as enum ir_mode. */
enum mode { MODE_ASYNC, MODE_SYNC, MODE_STRAIGHT };

struct type;
struct scope;

struct member {
    struct member *next;
    struct name *name; /* NULL: anonymous struct or union, or padding */
    struct type *type;
    source_pos pos;
    uint32_t offset; /* words */
    bool is_bit_field;
    uint32_t first_bit; /* from the lowest bit */
    uint32_t bits;
};

struct enumerator {
    struct enumerator *next;
    struct name *name;
    uint32_t value;
};

/* A struct, union or enum, whatever its qualifiers. */
struct tag {
    struct name *name; /* NULL: none */
    enum type_kind kind;
    source_pos pos;
    bool complete;
    bool being_defined;
    bool has_negative; /* ENUM: an enumerator is negative */
    bool is_flexible;  /* STRUCT: its last member is an array without a size */
    uint32_t words;
    struct member *members;
    struct enumerator *enumerators; /* ENUM, the last one first */
    struct type *type;              /* the unqualified type */
    struct tag *shadowed;           /* see scope.h */
    struct tag *next_in_scope;
    uint32_t depth;
};

struct parameter {
    struct parameter *next;
    struct symbol *named; /* the expression of `extents` for it */
    struct name *name;    /* NULL in prototypes */
    struct type *type;
    source_pos pos;
    bool is_untyped; /* in the old style, while no declaration has given it a type */
    bool shared;     /* lives in the group's frame */
    bool is_used;    /* or counts as used */
};

struct type {
    enum type_kind kind;
    bool is_const;
    bool is_volatile;
    struct type *base;            /* POINTER, ARRAY: element; FUNCTION: result; REAL: the unqualified type */
    uint32_t length;              /* ARRAY: elements; REAL: words */
    bool incomplete_array;        /* ARRAY: [] */
    struct symbol *variable;      /* ARRAY: of variable size; holds its words. NULL: the length is known */
    struct tag *tag;              /* STRUCT, UNION, ENUM */
    struct parameter *parameters; /* FUNCTION */
    bool variadic;
    bool no_prototype; /* FUNCTION: () or (a, b): calls are not checked */
    bool is_old_style; /* FUNCTION: (a, b), with declarations before the body */
    struct expression
        *extents;        /* FUNCTION: compute `variable` of its parameters' types; during its definition */
    struct scope *scope; /* FUNCTION: scope of its parameters, where its definition finds their tags */
    enum mode mode;      /* FUNCTION */
    bool shared_result;
    struct type *pointer; /* cache: pointer to this */
};

/* The most words an object may have. */
#define TYPE_MOST_WORDS 0x3fffffffu

/* The basic types; unqualified; constant. */
extern struct type type_basic[TYPE_KIND_COUNT];

/* The type `real` of a unit whose numbers take `words` words. */
struct type *type_real(struct arena *arena, uint32_t words);
struct type *type_pointer(struct arena *arena, struct type *base);
/* Whether it is const or volatile; an array is if its elements are. */
struct type *type_array(struct arena *arena, struct type *element, uint32_t length, bool incomplete);
struct type *type_function(struct arena *arena, struct type *result);
/* The type with these qualifiers added; arrays qualify their elements. */
struct type *type_qualified(struct arena *arena, struct type *type, bool is_const, bool is_volatile);
struct type *type_unqualified(struct arena *arena, struct type *type);

bool type_is_integer(const struct type *type);
bool type_is_unsigned(const struct type *type); /* integers that compare and divide unsigned */
/* Whether a bit-field of this type is unsigned; an enum without negative enumerators is. */
bool type_field_is_unsigned(const struct type *type);
bool type_is_float(const struct type *type); /* float, double, real */
bool type_is_real(const struct type *type);
bool type_is_arithmetic(const struct type *type);
bool type_is_scalar(const struct type *type);
bool type_is_long_long(const struct type *type); /* signed or unsigned: an integer of two words */
bool type_is_record(const struct type *type);    /* struct or union */
bool type_is_error(const struct type *type);
bool type_is_void_pointer(const struct type *type);

/* Whether objects of it have a size. */
bool type_is_complete(const struct type *type);
/* Whether it is an array whose size is computed at run time; whether it or the type that it points to is
 * one. */
bool type_is_variable(const struct type *type);
bool type_has_variable(const struct type *type);
/* Words of an object; 0 if incomplete or variable. */
uint32_t type_words(const struct type *type);

/* Compatible types except for qualifiers at the top. An enum is compatible with int, two enums are not with
 * each other. */
bool type_same(const struct type *left, const struct type *right);
/* As above, including qualifiers below pointers and array lengths, as for declarations. */
bool type_compatible(const struct type *left, const struct type *right);
/* As above, and an enum is another type than int. */
bool type_identical(const struct type *left, const struct type *right);

/* The type of what has both of these types, which are the same (C99 6.2.7p3): an array has a size, a function
 * its parameters, if one of the two has. */
struct type *type_composite(struct arena *arena, struct type *left, struct type *right);

/* The member of a struct or union, anonymous ones searched too: *offset gets the words before it. NULL: none.
 */
const struct member *type_member(const struct type *type, const struct name *name, uint32_t *offset);

/* The type as it is written in C: `struct node *`, `sync int (*)(int)`. */
const char *type_text(struct arena *arena, const struct type *type);

/* The declaration of a name of that type: `struct node *next`, `int (*compare)(int, int)`. */
const char *type_declaration(struct arena *arena, const struct type *type, const char *name);

/* `async`, `sync`, `straight`; and in words: `asynchronous` ... */
const char *mode_text(enum mode mode);
const char *mode_adjective(enum mode mode);

#endif
