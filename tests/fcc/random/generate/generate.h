/* generate.h - what the parts of the generator of random programs share: the state of the program that is
 * being written, and what writes its expressions, statements and prologues. All of them print to standard
 * output and draw from the one sequence of random numbers; they know nothing of each other's choices but what
 * is in struct generator.
 */
#ifndef TESTS_FCC_RANDOM_GENERATE_H
#define TESTS_FCC_RANDOM_GENERATE_H

#include <stdbool.h>
#include <stdint.h>

enum type { INT, UNSIGNED, FLOAT, REAL, TYPES };
enum { GLOBALS = 3, ARRAYS = 2, ARRAY_WORDS = 16, MOST_LOCALS = 24, MOST_FUNCTIONS = 4, MOST_PARAMETERS = 8 };

struct variable {
    enum type type;
    int number;
    bool counter; /* of a loop: may be read only */
    bool array;   /* an array of ARRAY_WORDS, or a pointer to one */
};

struct generator {
    uint64_t state;
    unsigned program;
    int types;     /* this number of the first of enum type is used */
    int functions; /* written so far: they may be called */
    enum type function_type[MOST_FUNCTIONS];
    int parameter_count[MOST_FUNCTIONS];
    enum type parameter[MOST_FUNCTIONS][MOST_PARAMETERS];
    bool parameter_array[MOST_FUNCTIONS][MOST_PARAMETERS];
    struct variable local[MOST_LOCALS];
    int locals;      /* in scope */
    int next_number; /* of a local */
    int depth;       /* of loops */
    int indent;
    int budget;     /* statements left in this function */
    bool breakable; /* the innermost loop may be left */
};

/* By type; the letter begins the names of its variables. */
extern const char *const type_names[TYPES];
extern const char letters[];

bool is_floating(enum type type);

/* ---- draw.c */

/* xorshift64*: the same sequence everywhere. */
uint32_t next_random(struct generator *g);
/* 0 .. count - 1 */
int pick(struct generator *g, int count);
bool chance(struct generator *g, int percent);
/* Prints with the indent of the statement. */
void line(const struct generator *g, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* ---- expression.c: at most `depth` operators deep */

void expression(struct generator *g, enum type type, int depth);
void condition(struct generator *g, int depth);
void element(struct generator *g, enum type type, int depth);
void call(struct generator *g, int function, int depth);

/* ---- statement.c */

void declaration(struct generator *g);
/* Any statement that may stand here; takes from g->budget. */
void statement(struct generator *g);

/* ---- prologue.c: what makes the same of both languages; with reals, too */

void prologue(bool reals);

#endif
