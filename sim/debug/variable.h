/* variable.h - frames of a PP, and its variables as trees of values, for faces that list them.
 *
 * A node is one value: a variable, a member, an element, what a pointer points to. Nodes are small, hold no
 * memory, and are valid as long as the session stands where it stands. Children are counted without being
 * made, so that an array of 100,000 elements is shown a page at a time.
 */
#ifndef PRAM_DEBUG_VARIABLE_H
#define PRAM_DEBUG_VARIABLE_H

#include "sim/debug/source/symbols.h"

struct session;

enum { FRAMES_MOST = 64, NODE_NAME = 80, NODE_TEXT = 400 };

/* A function that a PP is in. */
struct debug_frame {
    uint32_t pc;              /* where the PP stands, or its call there */
    uint32_t sp, fp;          /* of the function */
    const char *function;     /* not owned; NULL: not known */
    bool is_told;             /* which functions have taken the place of calls here is known */
    const char *mode;         /* "async", "sync" or "straight"; NULL: not known */
    struct debug_place place; /* line 0: not known */
};

/* The functions that a PP is in, innermost first; returns how many, at most `room`. */
size_t session_frames(const struct session *session, uint32_t pp, struct debug_frame *frames, size_t room);

/* The mode of the function whose source an instruction is made of, as debug_frame.mode. */
const char *session_mode(const struct session *session, uint32_t pc);

struct debug_node;

/* Stores the value of an expression to the word that `name` means, for a PP in a frame, where the session
 * stands (session_write). *node is that word. False with one line in `error`. */
bool session_assign(struct session *session, uint32_t pp, size_t frame, const char *name, const char *value,
                    struct debug_node *node, char *error, size_t error_room);

enum node_place {
    NODE_MEMORY, /* at `number` */
    NODE_VALUE,  /* its value is `number`; it is in a register or a constant */
    /* It is not known: */
    NODE_LOST,     /* optimised out */
    NODE_NOT_KEPT, /* in a register that a called function has not kept */
    NODE_NOWHERE,  /* where there is no memory */
    NODE_DAMAGED   /* the debug information is damaged there */
};

struct debug_node {
    char name[NODE_NAME]; /* "i", "[3]", "*" */
    const struct info_type *type;
    enum node_place place;
    uint32_t number;
    uint32_t bits, first_bit; /* bits 0: no bit-field */
    uint32_t pp;
    bool is_shared; /* one for all PPs, or for all members of the group */
};

enum debug_scope { SCOPE_ARGUMENTS, SCOPE_LOCALS, SCOPE_SHARED, SCOPE_PRIVATE };

/* Calls `visit` for the variables of a scope, in the frame of that number, until it returns false. Returns
 * how often. Of those of one name the innermost comes first. */
size_t session_variables(const struct session *session, uint32_t pp, size_t frame, enum debug_scope scope,
                         bool (*visit)(void *context, const struct debug_node *node), void *context);

/* How many children a node has: elements, members, 1 for a pointer that can be followed, 0. */
uint32_t node_count(const struct session *session, const struct debug_node *node);
/* One of them. False: there is none of that number. */
bool node_child(const struct session *session, const struct debug_node *node, uint32_t number,
                struct debug_node *child);
/* Its value on one line: "3", "2.5", "0x1000 <a>", "{x = 1, y = 2}", "{1, 2, 3, ..}", "<optimised out>".
 * Returns `text`. */
const char *node_value(const struct session *session, const struct debug_node *node, char text[NODE_TEXT]);
/* The same with `room` bytes; returns how many are used. */
size_t node_text(const struct session *session, const struct debug_node *node, char *text, size_t room);
/* The word that a node of one word or less has. False: it is not known. */
bool node_read(const struct session *session, const struct debug_node *node, uint32_t *word);

/* Whether values of the type are integers of two words, the low one first; the value of such a node. False:
 * it is not known. */
bool type_is_long_long(const struct info_type *type);
bool node_read_long_long(const struct session *session, const struct debug_node *node, uint64_t *value);
/* What a word of a variable of that type is called: "[3].at[1].x" for that many words behind its first one.
 * A part of the bare type `until` that begins there is not taken apart; NULL: the word itself is named.
 * Returns the type of the part; NULL: it is only known as a word. */
const struct info_type *type_path(const struct info_type *type, uint32_t word, const struct info_type *until,
                                  char *text, size_t room);
/* Its type: "int", "struct pair *", "int [4][5]". Returns `text`. */
const char *node_type_text(const struct info_type *type, char text[NODE_TEXT]);
/* The value of an expression for a PP in a frame. False with one line in `error`. */
bool session_node(const struct session *session, uint32_t pp, size_t frame, const char *text,
                  struct debug_node *node, char *error, size_t error_room);

#endif
