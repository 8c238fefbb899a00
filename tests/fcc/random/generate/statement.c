/* statement.c - random statements: one function for each kind, and `statement`, which picks one. A new kind
 * gets a function here, or a file of its own, and a share in `statement`.
 */
#include "generate.h"

#include <stdio.h>

static void block(struct generator *g);

/* What may be assigned to: a variable that is no counter, or an array element. */
static void target(struct generator *g, enum type type)
{
    if (chance(g, 35)) {
        element(g, type, 2);
        return;
    }
    int first = g->locals ? pick(g, g->locals) : 0;
    for (int i = 0; i < g->locals; i++) {
        const struct variable *v = &g->local[(first + i) % g->locals];
        if (v->type == type && !v->counter && !v->array) {
            printf("%c%d", letters[type], v->number);
            return;
        }
    }
    printf("p%u_g%c%d", g->program, letters[type], pick(g, GLOBALS));
}

static void assignment(struct generator *g)
{
    static const char *const integer[] = {"=", "=", "=", "+=", "-=", "*=", "^=", "|=", "&="};
    static const char *const floating[] = {"=", "=", "+=", "-=", "*="};
    enum type type = (enum type)pick(g, g->types);
    line(g, "%s", "");
    target(g, type);
    printf(" %s ", is_floating(type) ? floating[pick(g, 5)] : integer[pick(g, 9)]);
    expression(g, type, 3);
    printf(";\n");
}

static void step(struct generator *g)
{
    line(g, "%s", "");
    if (chance(g, 50)) {
        printf(chance(g, 50) ? "++" : "--");
        target(g, INT);
        printf(";\n");
    } else {
        target(g, INT);
        printf(chance(g, 50) ? "++;\n" : "--;\n");
    }
}

void declaration(struct generator *g)
{
    if (g->locals == MOST_LOCALS)
        return;
    struct variable v = {.type = (enum type)pick(g, g->types), .number = g->next_number++};
    if (chance(g, 25)) {
        v.array = true;
        line(g, "%s l%c%d[%d] = {", type_names[v.type], letters[v.type], v.number, ARRAY_WORDS);
        for (int i = 0; i < 3; i++) {
            printf(i ? ", " : "");
            expression(g, v.type, 1);
        }
        printf("};\n");
        g->local[g->locals++] = v;
        return;
    }
    if (chance(g, 15)) { /* an array of variable size, where there are any (prologue.c) */
        v.array = true;
        line(g, "%s l%c%d[ROOM(%d, ", type_names[v.type], letters[v.type], v.number, ARRAY_WORDS);
        expression(g, INT, 1);
        printf(")];\n");
        line(g, "for (int k = 0; k < %d; k++) l%c%d[k] = ", ARRAY_WORDS, letters[v.type], v.number);
        expression(g, v.type, 1);
        printf(";\n");
        g->local[g->locals++] = v;
        return;
    }
    line(g, "%s %c%d = ", type_names[v.type], letters[v.type], v.number);
    expression(g, v.type, 2);
    printf(";\n");
    g->local[g->locals++] = v;
}

static void branch(struct generator *g)
{
    line(g, "if (");
    condition(g, 2);
    printf(")");
    block(g);
    if (chance(g, 50)) {
        line(g, "else");
        block(g);
    }
}

static void leave(struct generator *g)
{
    line(g, "if (");
    condition(g, 2);
    printf(") %s;\n", chance(g, 50) ? "break" : "continue");
}

static void loop(struct generator *g)
{
    if (g->depth >= 2 || g->locals == MOST_LOCALS)
        return;
    bool was_breakable = g->breakable;
    int locals = g->locals;
    int kind = pick(g, 3);
    struct variable counter = {.type = INT, .number = g->next_number++, .counter = true};
    int trips = 1 + pick(g, 6);
    g->depth++;
    g->breakable = kind == 0;
    if (kind == 0 && chance(g, 30)) {
        line(g, "for (int i%d = %d; i%d > 0; i%d -= %d)", counter.number, trips * 3, counter.number,
             counter.number, 1 + pick(g, 4));
    } else if (kind == 0) {
        line(g, "for (int i%d = %d; i%d < %d; i%d++)", counter.number, pick(g, 3), counter.number, trips + 2,
             counter.number);
    } else {
        line(g, "int i%d = %d;\n", counter.number, trips);
        line(g, kind == 1 ? "while (i%d-- > 0)" : "do", counter.number);
    }
    g->local[g->locals++] = counter;
    block(g);
    if (kind == 2)
        line(g, "while (--i%d > 0);\n", counter.number);
    g->locals = kind == 0 ? locals : g->locals;
    g->depth--;
    g->breakable = was_breakable;
}

static void selection(struct generator *g)
{
    int cases = 2 + pick(g, 4);
    bool was_breakable = g->breakable;
    g->breakable = false;
    line(g, "switch ((");
    expression(g, INT, 2);
    printf(") & 7) {\n");
    if (chance(g, 30)) {
        line(g, "case 2 ... 3:\n");
        g->indent++;
        assignment(g);
        g->indent--;
    }
    for (int i = 0; i < cases; i++) {
        line(g, "case %d:\n", i * 2 - (i & 1));
        g->indent++;
        assignment(g);
        if (chance(g, 70))
            line(g, "break;\n");
        g->indent--;
    }
    line(g, "default:\n");
    g->indent++;
    assignment(g);
    g->indent--;
    line(g, "}\n");
    g->breakable = was_breakable;
}

static void call_statement(struct generator *g)
{
    if (g->functions == 0 || g->depth > 1) {
        assignment(g);
        return;
    }
    int function = pick(g, g->functions);
    enum type type = g->function_type[function];
    /* the order in which an index and a call are evaluated is unspecified: first the call, then the rest
     */
    line(g, "{ %s result = ", type_names[type]);
    call(g, function, 3);
    printf("; ");
    target(g, type);
    printf(" = result; }\n");
}

void statement(struct generator *g)
{
    int kind = pick(g, 20);
    g->budget--;
    if (kind < 8)
        assignment(g);
    else if (kind < 9)
        step(g);
    else if (kind < 11)
        declaration(g);
    else if (kind < 14)
        branch(g);
    else if (kind < 16)
        loop(g);
    else if (kind < 17)
        selection(g);
    else if (kind < 18 && g->breakable)
        leave(g);
    else
        call_statement(g);
}

static void block(struct generator *g)
{
    int locals = g->locals;
    printf(" {\n");
    g->indent++;
    for (int i = 1 + pick(g, 4); i > 0 && g->budget > 0; i--)
        statement(g);
    g->indent--;
    g->locals = locals;
    line(g, "}\n");
}
