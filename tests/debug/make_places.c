/* make_places.c - a random program for places.c: variables of all kinds change, and `see` is called with
 * them.
 *
 *   make_places SEED
 *
 * Prints a source file. The program ends: loops have bounds, and no function calls itself. Some variables
 * have a copy of their value in `copies`, so that see can have it where nothing reads the variable any more.
 * Every other seed has synchronous functions.
 */
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    SMALL = 2, /* functions that take the place of their calls */
    FUNCTIONS = SMALL + 3,
    PARAMETERS = 3,
    LOCALS = 5,
    MOST_DEPTH = 4,
    MOST_SCOPE = 24,
    MOST_VARIABLES = 1000
};

static uint64_t state;
static unsigned variables;                                   /* so far, to number their names */
static unsigned scope[MOST_SCOPE], in_scope, first_writable; /* counters of loops come first */
static bool has_copy[MOST_VARIABLES];
static unsigned function;
static bool is_synchronous;

static unsigned below(unsigned limit)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(state >> 33) % limit;
}

static void indent(unsigned depth)
{
    printf("%*s", 4 * ((int)depth + 1), "");
}

static unsigned readable(void)
{
    return scope[below(in_scope)];
}

static unsigned writable(void)
{
    return scope[first_writable + below(in_scope - first_writable)];
}

/* A new variable, whose first value is given next. */
static unsigned new_variable(void)
{
    if (variables == MOST_VARIABLES) {
        fputs("make_places: too many variables\n", stderr);
        exit(1);
    }
    has_copy[variables] = below(3) == 0;
    return variables++;
}

/* After a variable has got a value: ends the line. */
static void keep_copy(unsigned variable)
{
    if (has_copy[variable])
        printf(" copies[%u] = v%u;", variable, variable);
    putchar('\n');
}

/* An element of an array, at the counter of a loop if there is one. */
static void element(void)
{
    if (first_writable > 1 && below(2) != 0)
        printf("table[v%u * 8 + v%u]", scope[below(first_writable)], scope[below(first_writable)]);
    else if (first_writable > 0 && below(3) != 0)
        printf("array[v%u%s]", scope[below(first_writable)], below(3) != 0 ? "" : " + 1");
    else
        printf("array[v%u & 7]", readable());
}

static void expression(unsigned depth)
{
    static const char *const operators[] = {"+", "-", "*", "&", "|", "^", "<", "==", "<< 1 +", ">> 2 ^"};
    switch (depth > 2 ? below(2) : below(8)) {
    case 0:
        printf("%d", (int)below(40) - (below(6) != 0 ? 9 : 100000));
        break;
    case 1:
        printf("v%u", readable());
        break;
    case 2:
        printf("(v%u ? v%u : v%u)", readable(), readable(), readable());
        break;
    case 3:
        printf("(-(v%u < v%u) & ", readable(), readable());
        expression(depth + 1);
        putchar(')');
        break;
    case 4:
        if (function > 0)
            printf("f%u(v%u, v%u, ", below(function < SMALL ? function : SMALL), readable(), readable());
        else
            printf("(v%u + ", readable());
        expression(depth + 1);
        putchar(')');
        break;
    default:
        putchar('(');
        expression(depth + 1);
        printf(" %s ", operators[below(sizeof operators / sizeof *operators)]);
        expression(depth + 1);
        putchar(')');
        break;
    }
}

static void see(unsigned depth)
{
    const unsigned variable = readable();
    indent(depth);
    if (has_copy[variable] && below(2) != 0)
        printf("/* see(v%u) */ see(copies[%u]);\n", variable, variable);
    else
        printf("see(v%u);\n", variable);
}

static void statements(unsigned depth, bool is_loop);

static void declare(unsigned depth)
{
    if (in_scope == MOST_SCOPE)
        return;
    const unsigned variable = new_variable();
    indent(depth);
    printf("int v%u = ", variable);
    expression(0);
    putchar(';');
    keep_copy(variable);
    scope[in_scope++] = variable;
}

/* `counter`: of the loop; -1: none. */
static void block(unsigned depth, bool is_loop, int counter)
{
    const unsigned outer = in_scope;
    fputs(" {", stdout);
    if (counter >= 0)
        keep_copy((unsigned)counter);
    else
        putchar('\n');
    statements(depth + 1, is_loop);
    in_scope = outer;
    indent(depth);
    putchar('}');
}

static void loop(unsigned depth)
{
    if (in_scope == MOST_SCOPE)
        return;
    const unsigned counter = new_variable();
    indent(depth);
    printf("for (int v%u = %u; v%u < %u; v%u += %u)", counter, below(3), counter, 2 + below(5), counter,
           1 + below(2));
    /* the counter may be read, but nothing else may write it */
    const unsigned outer = in_scope, writable_from = first_writable;
    for (unsigned i = in_scope; i > first_writable; i--)
        scope[i] = scope[i - 1];
    scope[first_writable] = counter;
    in_scope++;
    first_writable++;
    block(depth, true, (int)counter);
    putchar('\n');
    for (unsigned i = writable_from; i + 1 < in_scope; i++)
        scope[i] = scope[i + 1];
    first_writable = writable_from;
    in_scope = outer;
}

static void call(unsigned depth)
{
    if (function == 0)
        return;
    const unsigned variable = writable();
    indent(depth);
    printf("v%u = f%u(", variable, below(function));
    for (unsigned i = 0; i < PARAMETERS; i++) {
        printf("%s", i > 0 ? ", " : "");
        expression(1);
    }
    fputs(");", stdout);
    keep_copy(variable);
}

/* A pointer goes along an array. */
static void walk(unsigned depth)
{
    const unsigned pointer = new_variable(), variable = writable();
    indent(depth);
    printf("int *v%u = array;\n", pointer);
    indent(depth);
    printf("for (int i = 0; i < %u; i++) {\n", 2 + below(6));
    indent(depth + 1);
    if (below(2) != 0)
        printf("v%u += *v%u++;", variable, pointer);
    else
        printf("*v%u++ = v%u;", pointer, variable);
    keep_copy(variable);
    see(depth + 1);
    if (below(2) != 0) {
        indent(depth + 1);
        printf("/* see(v%u) */ see((int)v%u);\n", pointer, pointer);
    }
    indent(depth);
    puts("}");
}

static void assign(unsigned depth)
{
    const unsigned variable = writable();
    indent(depth);
    printf("v%u %s= ", variable, below(3) != 0 ? "" : below(2) != 0 ? "+" : "^");
    if (below(3) == 0)
        element();
    else
        expression(0);
    putchar(';');
    keep_copy(variable);
}

static void choose(unsigned depth, bool is_loop)
{
    indent(depth);
    printf("if (");
    expression(1);
    putchar(')');
    block(depth, false, -1);
    if (below(2) != 0) {
        printf(" else");
        block(depth, false, -1);
    }
    putchar('\n');
    if (is_loop && below(6) == 0) {
        indent(depth);
        printf("if (v%u == %u)\n", readable(), below(9));
        indent(depth + 1);
        puts(below(2) != 0 ? "break;" : "continue;");
    }
}

static void statement(unsigned depth, bool is_loop)
{
    switch (below(depth >= MOST_DEPTH ? 6 : function < SMALL ? 7 : 12)) {
    case 0:
    case 1:
        see(depth);
        break;
    case 2:
        declare(depth);
        break;
    case 3:
        indent(depth);
        element();
        printf(" = v%u;\n", readable());
        break;
    case 4:
    case 5:
        assign(depth);
        break;
    case 7:
    case 8:
        loop(depth);
        break;
    case 9:
        call(depth);
        break;
    case 10:
        walk(depth);
        break;
    default:
        choose(depth, is_loop);
        break;
    }
}

static void statements(unsigned depth, bool is_loop)
{
    for (unsigned i = 0, count = 2 + below(5); i < count; i++) {
        statement(depth, is_loop);
        if (below(3) == 0)
            see(depth);
    }
}

static void make_function(void)
{
    in_scope = 0;
    first_writable = 0;
    for (unsigned i = 0; i < PARAMETERS; i++)
        scope[in_scope++] = new_variable();
    printf("%s%sint f%u(int v%u, int v%u, int v%u)\n{\n", function < SMALL ? "static " : "",
           is_synchronous ? "sync " : "", function, scope[0], scope[1], scope[2]);
    for (unsigned i = 0; i < PARAMETERS; i++) {
        if (has_copy[scope[i]])
            printf("    copies[%u] = v%u;\n", scope[i], scope[i]);
    }
    for (unsigned i = 0; i < LOCALS && function >= SMALL; i++)
        declare(0);
    statements(0, false);
    if (function >= SMALL)
        statements(0, false);
    see(0);
    printf("    return v%u;\n}\n", readable());
}

int main(int argc, char **argv)
{
    state = argc > 1 ? strtoull(argv[1], NULL, 10) : 1;
    printf("/* made by make_places %" PRIu64 " */\n#include <fork.h>\nstraight void see(int value);\n",
           state);
    printf("int array[16], table[128], copies[%d];\n", MOST_VARIABLES);
    is_synchronous = state % 2 != 0;
    for (int i = 0; i < 10; i++)
        below(2);
    for (function = 0; function < FUNCTIONS; function++)
        make_function();
    printf("int main(void)\n{\n%s", is_synchronous ? "    start {\n" : "");
    for (unsigned i = 0; i < FUNCTIONS; i++)
        printf("    f%u(__PROC_NR__, %u, %d);\n", i, below(20), (int)below(9) - 4);
    printf("%s    return 0;\n}\n", is_synchronous ? "    }\n" : "");
    return 0;
}
