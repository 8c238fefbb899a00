/* expression.c - random expressions of each type, and conditions. May use what is in scope and call functions
 * that are written already; knows nothing of statements.
 */
#include "generate.h"

#include <stdio.h>
#include <stdlib.h>

static void constant(struct generator *g, enum type type)
{
    static const int32_t edges[] = {0, 1, -1, 2, 31, 255, 4095, -4096, 4096, 65535, INT32_MAX, INT32_MIN + 1};
    int32_t value = chance(g, 50) ? edges[pick(g, (int)(sizeof edges / sizeof *edges))]
                                  : (int32_t)(next_random(g) >> pick(g, 31));
    if (type == FLOAT)
        printf("(%d.%d%df)", (int)(value % 1000), pick(g, 10), pick(g, 10));
    else if (type == REAL && chance(g, 20))
        printf("R(%d.)", abs((int)(value % 1000)));
    else if (type == REAL)
        printf("(-R(%d.%d%de-%d))", abs((int)(value % 1000)), pick(g, 10), pick(g, 10), pick(g, 20));
    else if (type == UNSIGNED)
        printf("%uu", (uint32_t)value);
    else
        printf("(%d)", value);
}

/* Prints a variable of the type that is in scope; a constant if there is none. */
static void variable(struct generator *g, enum type type)
{
    int first = g->locals ? pick(g, g->locals) : 0;
    if (chance(g, 75)) {
        for (int i = 0; i < g->locals; i++) {
            const struct variable *v = &g->local[(first + i) % g->locals];
            if (v->type == type && !v->array) {
                printf("%c%d", letters[type], v->number);
                return;
            }
        }
    }
    printf("p%u_g%c%d", g->program, letters[type], pick(g, GLOBALS));
}

/* The name of an array of the type: global, local, or what a pointer points to. */
static void array(struct generator *g, enum type type)
{
    int first = g->locals ? pick(g, g->locals) : 0;
    for (int i = 0; i < g->locals && chance(g, 70); i++) {
        const struct variable *v = &g->local[(first + i) % g->locals];
        if (v->type == type && v->array) {
            printf("l%c%d", letters[type], v->number);
            return;
        }
    }
    printf("p%u_a%c%d", g->program, letters[type], pick(g, ARRAYS));
}

void element(struct generator *g, enum type type, int depth)
{
    array(g, type);
    printf("[(");
    expression(g, chance(g, 50) ? INT : UNSIGNED, depth - 1);
    printf(") & %d]", ARRAY_WORDS - 1);
}

static void binary(struct generator *g, enum type type, const char *operator, int depth)
{
    bool mixed = type == REAL && chance(g, 30); /* the usual conversions make a real of the other operand */
    printf("(");
    expression(g, type, depth - 1);
    printf(" %s ", operator);
    expression(g, mixed ? (enum type)pick(g, TYPES) : type, depth - 1);
    printf(")");
}

/* Shifts and divisions: the second operand is made harmless. */
static void guarded(struct generator *g, enum type type, int depth)
{
    static const struct {
        const char *operator, * guard;
    } kinds[] = {{"<<", "& 31"}, {">>", "& 31"}, {"/", "& 1023 | 1"}, {"%", "& 1023 | 1"}};
    int kind = pick(g, 4);
    printf("(");
    expression(g, type, depth - 1);
    printf(" %s ((", kinds[kind].operator);
    expression(g, type, depth - 1);
    printf(") %s))", kinds[kind].guard);
}

static void comparison(struct generator *g, int depth)
{
    static const char *const operators[] = {"<", "<=", ">", ">=", "==", "!="};
    binary(g, (enum type)pick(g, g->types), operators[pick(g, 6)], depth);
}

void condition(struct generator *g, int depth)
{
    int kind = pick(g, 10);
    if (kind == 0 && depth > 1) {
        printf("(");
        condition(g, depth - 1);
        printf(chance(g, 50) ? " && " : " || ");
        condition(g, depth - 1);
        printf(")");
    } else if (kind == 1 && depth > 1) {
        printf("!");
        condition(g, depth - 1);
    } else if (kind == 2) {
        printf("(");
        expression(g, INT, depth - 1);
        printf(" & %d)", 1 << pick(g, 8));
    } else {
        comparison(g, depth);
    }
}

/* A value of one type made from another one. */
static void conversion(struct generator *g, enum type type, int depth)
{
    enum type from = (enum type)(((int)type + 1 + pick(g, g->types - 1)) % g->types);
    bool guarded_int = is_floating(from) && !is_floating(type);
    if (guarded_int)
        printf("%sTO_INT%s(", type == INT ? "" : "(unsigned)", from == REAL ? "_R" : "");
    else
        printf("((%s)(", type_names[type]);
    expression(g, from, depth - 1);
    printf(guarded_int ? ")" : "))");
}

void call(struct generator *g, int function, int depth)
{
    printf("p%u_f%d(", g->program, function);
    for (int i = 0; i < g->parameter_count[function]; i++) {
        printf(i ? ", " : "");
        if (g->parameter_array[function][i])
            array(g, g->parameter[function][i]);
        else
            expression(g, g->parameter[function][i], depth - 1);
    }
    printf(")");
}

static void choice(struct generator *g, enum type type, int depth)
{
    printf("(");
    condition(g, depth - 1);
    printf(" ? ");
    expression(g, type, depth - 1);
    printf(" : ");
    expression(g, type, depth - 1);
    printf(")");
}

static void unary(struct generator *g, enum type type, int depth)
{
    static const char *const operators[TYPES][3] = {
        {"-", "~", "+"}, {"-", "~", "+"}, {"-", "-", "+"}, {"-", "-", "+"}};
    printf("(%s(", operators[type][pick(g, 3)]);
    expression(g, type, depth - 1);
    printf("))");
}

/* What the unit has an instruction for. */
static void unit_function(struct generator *g, int depth)
{
    static const char *const names[] = {"SQRT", "FABS", "FMA"};
    int function = pick(g, 3);
    printf("%s(", names[function]);
    for (int i = 0; i < (function == 2 ? 3 : 1); i++) {
        printf(i ? ", " : "");
        expression(g, REAL, depth - 1);
    }
    printf(")");
}

/* A value that goes through an object: a compound literal, a variable of a statement expression (prologue.c),
 * the condition of a ?: whose middle is left out. */
static void kept(struct generator *g, enum type type, int depth)
{
    const int kind = pick(g, 4);
    if (kind == 0) {
        printf("KEPT(%s, ", type_names[type]);
        expression(g, type, depth - 1);
        printf(")");
    } else if (kind == 1) {
        printf("((%s){", type_names[type]);
        expression(g, type, depth - 1);
        printf("})");
    } else if (kind == 2) {
        printf("((%s[4]){", type_names[type]);
        expression(g, type, depth - 1);
        printf(", [3] = ");
        expression(g, type, depth - 1);
        printf("}[(");
        expression(g, INT, depth - 1);
        printf(") & 3])");
    } else {
        printf("(");
        expression(g, type, depth - 1);
        printf(" ?: ");
        expression(g, type, depth - 1);
        printf(")");
    }
}

void expression(struct generator *g, enum type type, int depth)
{
    static const char *const integer[] = {"+", "-", "*", "&", "|", "^"};
    static const char *const floating[] = {"+", "-", "*", "/"};
    if (depth <= 0) {
        if (chance(g, 65))
            variable(g, type);
        else
            constant(g, type);
        return;
    }
    int kind = pick(g, 22);
    if (kind < 9)
        binary(g, type, is_floating(type) ? floating[pick(g, 4)] : integer[pick(g, 6)], depth);
    else if (kind < 11 && type == REAL)
        unit_function(g, depth);
    else if (kind < 11 && type != FLOAT)
        guarded(g, type, depth);
    else if (kind < 13)
        element(g, type, depth);
    else if (kind < 14)
        unary(g, type, depth);
    else if (kind < 15)
        choice(g, type, depth);
    else if (kind < 16 && type == INT)
        comparison(g, depth);
    else if (kind < 18)
        conversion(g, type, depth);
    else if (kind < 20)
        kept(g, type, depth);
    else
        variable(g, type);
}
