/* variable.h - frames of a PP, and its variables as trees of values, for faces that list them.
 *
 * A node is one value: a variable, a member, an element, or the target of a pointer. Nodes are small, own no
 * memory, and are valid until the session moves. Children are counted without being created, so an array of
 * 100,000 elements can be shown page by page.
 */
#ifndef PRAM_DEBUG_VARIABLE_H
#define PRAM_DEBUG_VARIABLE_H

#include "sim/debug/session.h"

enum { FRAMES_MOST = 64, NODE_NAME = 80, NODE_TEXT = 400 };

/* A frame: a function that a PP is in. */
struct debug_frame {
    uint32_t pc;            /* pc of the PP, or of the call */
    uint32_t sp, fp;        /* of the function */
    const char *function;   /* not owned; NULL: not known */
    bool is_told;           /* whether inlined functions are known here */
    const char *mode;       /* "async", "sync" or "straight"; NULL: not known */
    struct info_line place; /* line 0: not known */
};

/* The frames of a PP, innermost first, at most `room`. Returns their number. */
size_t session_frames(const struct session *session, uint32_t pp, struct debug_frame *frames, size_t room);

/* The mode of the function whose source has made an instruction, as debug_frame.mode. */
const char *session_mode(const struct session *session, uint32_t pc);

/* The words of a place in memory. */
struct debug_cells {
    const struct info_type *type;
    uint32_t address, words;
};
/* The words that an expression names for a PP, to watch them. False with one line in `error`. */
bool session_cells(const struct session *session, uint32_t pp, const char *text, struct debug_cells *cells,
                   char error[SESSION_ERROR]);

struct debug_node;

/* Stores the value of an expression in the variable or word `name`, for a PP in a frame (session_write).
 * *node becomes that word. False with one line in `error`. */
bool session_assign(struct session *session, uint32_t pp, size_t frame, const char *name, const char *value,
                    struct debug_node *node, char error[SESSION_ERROR]);

struct debug_node {
    char name[NODE_NAME]; /* "i", "[3]", "*" */
    const struct info_type *type;
    uint8_t fault;  /* enum expression_fault: why place and value are unknown */
    bool is_memory; /* it lies at the address `number`; otherwise its value is `number` */
    uint32_t number;
    uint32_t bits, first_bit; /* bits 0: no bit-field */
    uint32_t pp;
};

enum debug_scope { SCOPE_ARGUMENTS, SCOPE_LOCALS, SCOPE_SHARED, SCOPE_PRIVATE };

/* The variables of a scope in a frame; those of inner blocks come first. The caller frees them. */
struct debug_node *session_variables(const struct session *session, uint32_t pp, size_t frame,
                                     enum debug_scope scope, size_t *count);

/* The number of children: elements, members, or 1 for a pointer that can be followed. */
uint32_t node_count(const struct session *session, const struct debug_node *node);
/* The child with a number. False: there is none. */
bool node_child(const struct session *session, const struct debug_node *node, uint32_t number,
                struct debug_node *child);
/* The value on one line: "3", "2.5", "0x1000 <a>", "{x = 1, y = 2}", "{1, 2, 3, ..}", "<optimised out>".
 * Returns `text`. */
const char *node_value(const struct session *session, const struct debug_node *node, char text[NODE_TEXT]);
/* As node_value, in at most `room` bytes. Returns the number of bytes. */
size_t node_text(const struct session *session, const struct debug_node *node, char *text, size_t room);
/* The value of a node of at most one word. False: unknown. */
bool node_read(const struct session *session, const struct debug_node *node, uint32_t *word);

/* The value of a node whose type is a long long. False: unknown. */
bool node_read_long_long(const struct session *session, const struct debug_node *node, uint64_t *value);
/* Writes the name of a part of a variable: "[3].at[1].x" for the word at that offset. Stops at a part of
 * the bare type `until`; NULL: at the word itself. Returns the type of the part; NULL: the part is known
 * as a word only. */
const struct info_type *type_path(const struct info_type *type, uint32_t word, const struct info_type *until,
                                  char *text, size_t room);
/* The name of an enumerator with that value; NULL: there is none, or the type is no enumeration. */
const char *node_enumerator(const struct info_type *type, uint32_t word);
/* The text of a type: "int", "struct pair *", "int [4][5]". Returns `text`. */
const char *node_type_text(const struct info_type *type, char text[NODE_TEXT]);
/* Evaluates an expression for a PP in a frame. False with one line in `error`. */
bool session_node(const struct session *session, uint32_t pp, size_t frame, const char *text,
                  struct debug_node *node, char error[SESSION_ERROR]);

#endif
