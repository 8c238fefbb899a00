/* make_places.c - a random program for places.c: variables of all kinds change, and `see` is called with
 * them.
 *
 *   make_places SEED
 *
 * Prints a source file. The program ends: loops have bounds, and no function calls itself.
 */
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

enum { FUNCTIONS = 3, PARAMETERS = 3, LOCALS = 5, MOST_DEPTH = 4, MOST_SCOPE = 24 };

static uint64_t state;
static unsigned variables; /* so far, to number their names */
static unsigned scope[MOST_SCOPE], in_scope, first_writable;
static unsigned function;

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

static void expression(unsigned depth)
{
    static const char *const operators[] = {"+", "-", "*", "&", "|", "^", "<", "==", "<< 1 +", ">> 2 ^"};
    switch (depth > 2 ? below(2) : below(6)) {
    case 0:
        printf("%d", (int)below(40) - 9);
        break;
    case 1:
        printf("v%u", readable());
        break;
    case 2:
        printf("(v%u ? v%u : v%u)", readable(), readable(), readable());
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
    indent(depth);
    printf("see(v%u);\n", readable());
}

static void statements(unsigned depth, bool is_loop);

static void declare(unsigned depth)
{
    if (in_scope == MOST_SCOPE)
        return;
    indent(depth);
    printf("int v%u = ", variables);
    expression(0);
    puts(";");
    scope[in_scope++] = variables++;
}

static void block(unsigned depth, bool is_loop)
{
    const unsigned outer = in_scope;
    puts(" {");
    statements(depth + 1, is_loop);
    in_scope = outer;
    indent(depth);
    putchar('}');
}

static void loop(unsigned depth)
{
    const unsigned counter = variables++;
    if (in_scope == MOST_SCOPE)
        return;
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
    block(depth, true);
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
    indent(depth);
    printf("v%u = f%u(", writable(), below(function));
    for (unsigned i = 0; i < PARAMETERS; i++) {
        printf("%s", i > 0 ? ", " : "");
        expression(1);
    }
    puts(");");
}

static void statement(unsigned depth, bool is_loop)
{
    switch (below(depth < MOST_DEPTH ? 10 : 6)) {
    case 0:
    case 1:
        see(depth);
        break;
    case 2:
        declare(depth);
        break;
    case 3:
        indent(depth);
        printf("array[v%u & 7] = v%u;\n", readable(), readable());
        break;
    case 4:
        indent(depth);
        printf("v%u = array[v%u & 7];\n", writable(), readable());
        break;
    case 5:
        indent(depth);
        printf("v%u %s= ", writable(), below(3) != 0 ? "" : below(2) != 0 ? "+" : "^");
        expression(0);
        puts(";");
        break;
    case 6:
        loop(depth);
        break;
    case 7:
        call(depth);
        break;
    default:
        indent(depth);
        printf("if (");
        expression(1);
        putchar(')');
        block(depth, false);
        if (below(2) != 0) {
            printf(" else");
            block(depth, false);
        }
        putchar('\n');
        if (is_loop && below(6) == 0) {
            indent(depth);
            printf("if (v%u == %u)\n", readable(), below(9));
            indent(depth + 1);
            puts(below(2) != 0 ? "break;" : "continue;");
        }
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
    printf("int f%u(int v%u, int v%u, int v%u)\n{\n", function, variables, variables + 1, variables + 2);
    for (unsigned i = 0; i < PARAMETERS; i++)
        scope[in_scope++] = variables++;
    for (unsigned i = 0; i < LOCALS; i++)
        declare(0);
    statements(0, false);
    statements(0, false);
    see(0);
    printf("    return v%u;\n}\n", readable());
}

int main(int argc, char **argv)
{
    state = argc > 1 ? strtoull(argv[1], NULL, 10) : 1;
    printf("/* made by make_places %" PRIu64 " */\nstraight void see(int value);\nint array[8];\n", state);
    for (int i = 0; i < 10; i++)
        below(2);
    for (function = 0; function < FUNCTIONS; function++)
        make_function();
    puts("int main(void)\n{");
    for (unsigned i = 0; i < FUNCTIONS; i++)
        printf("    f%u(__PROC_NR__, %u, %d);\n", i, below(20), (int)below(9) - 4);
    puts("    return 0;\n}");
    return 0;
}
