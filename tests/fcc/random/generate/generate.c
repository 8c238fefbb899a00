/* generate.c - makes random programs that mean the same in C and in Fork: `generate FIRST COUNT [real]`.
 *
 * The text on standard output holds COUNT programs, numbers FIRST, FIRST+1, ..: each a set of variables and
 * functions with a prefix of its own, and a function pN_test(who) that runs them on data that depend on `who`
 * and returns a checksum. A host compiler's main calls them for who = 0..WHO-1 one after the other; in Fork
 * every PP calls them with its own number: in asynchronous mode, or with SYNC defined in synchronous mode,
 * where all the conditions and loops divide the group.
 *
 * There is no undefined behaviour but signed overflow, for which the host's compiler needs -fwrapv: shift
 * counts, array indices and divisors are masked, floats are converted to integers only when they fit, every
 * variable is initialised, every loop has a bound. NaNs enter the checksum as one value.
 *
 * With the third argument the programs compute with reals too; to the host's compiler a real is what REAL,
 * defined on its command line, says: 1 double, 2 long double, 3 __float128.
 */
#include "generate.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* `int *l0`, as a declaration; without the type its name. */
static void parameter(const struct generator *g, int number, int i, bool has_type)
{
    const enum type type = g->parameter[number][i];
    const bool is_array = g->parameter_array[number][i];
    printf("%s%s%s%c%d", has_type ? type_names[type] : "", has_type ? (is_array ? " *" : " ") : "",
           is_array ? "l" : "", letters[type], i);
}

/* The parameters up to the '{': sometimes as C had them first. */
static void parameters(struct generator *g, int number)
{
    const int count = g->parameter_count[number];
    const bool is_old = count > 0 && chance(g, 20);
    for (int i = 0; i < count; i++) {
        printf(i ? ", " : "");
        parameter(g, number, i, !is_old);
    }
    printf("%s)\n", count ? "" : "void");
    for (int i = 0; is_old && i < count; i++) {
        parameter(g, number, i, true);
        printf(";\n");
    }
    printf("{\n");
}

static void function(struct generator *g)
{
    int number = g->functions;
    enum type type = (enum type)pick(g, g->types);
    g->locals = 0;
    g->next_number = 0;
    g->parameter_count[number] = pick(g, MOST_PARAMETERS + 1);
    printf("\nstatic %sMODE %s p%u_f%d(", number % 2 == 0 ? "inline " : "", type_names[type], g->program,
           number);
    for (int i = 0; i < g->parameter_count[number]; i++) {
        enum type parameter = (enum type)pick(g, g->types);
        bool is_array = chance(g, 30);
        g->parameter[number][i] = parameter;
        g->parameter_array[number][i] = is_array;
        g->local[g->locals++] =
            (struct variable){.type = parameter, .number = g->next_number++, .array = is_array};
    }
    parameters(g, number);
    g->indent = 1;
    g->budget = 16;
    g->depth = 0;
    declaration(g);
    while (g->budget > 0)
        statement(g);
    if (chance(g, 30)) {
        line(g, "if (");
        condition(g, 2);
        printf(") return ");
        expression(g, type, 1);
        printf(";\n");
    }
    line(g, "return ");
    expression(g, type, 3);
    printf(";\n}\n");
    g->function_type[g->functions++] = type;
}

static void globals(const struct generator *g)
{
    for (int type = 0; type < g->types; type++) {
        for (int i = 0; i < GLOBALS; i++)
            printf("static %s p%u_g%c%d;\n", type_names[type], g->program, letters[type], i);
        for (int i = 0; i < ARRAYS; i++)
            printf("static %s p%u_a%c%d[%d];\n", type_names[type], g->program, letters[type], i, ARRAY_WORDS);
    }
}

/* What makes a word of a value of each type. */
static const char *const bits_of[TYPES] = {"(unsigned)", "(unsigned)", "BITS", "BITS_R"};

/* Everything that is reachable gets a value that depends on `who`, and everything enters the checksum. */
static void test_function(struct generator *g)
{
    printf("\nstatic MODE unsigned p%u_test(unsigned who)\n{\n    unsigned sum = 0;\n", g->program);
    for (int type = 0; type < g->types; type++) {
        for (int i = 0; i < GLOBALS; i++)
            printf("    p%u_g%c%d = (%s)(who * %u + %u);\n", g->program, letters[type], i, type_names[type],
                   next_random(g) >> 20, next_random(g) >> 16);
    }
    printf("    for (int i = 0; i < %d; i++) {\n", ARRAY_WORDS);
    for (int type = 0; type < g->types; type++) {
        for (int i = 0; i < ARRAYS; i++)
            printf("        p%u_a%c%d[i] = (%s)((i + 1) * %u + who);\n", g->program, letters[type], i,
                   type_names[type], next_random(g) >> 22);
    }
    printf("    }\n");
    for (int f = 0; f < g->functions; f++) {
        g->locals = 0;
        printf("    { %s result = ", type_names[g->function_type[f]]);
        call(g, f, 1);
        printf("; sum = sum * 31u + %s(result); }\n", bits_of[g->function_type[f]]);
    }
    for (int type = 0; type < g->types; type++) {
        const char *word = bits_of[type];
        for (int i = 0; i < GLOBALS; i++)
            printf("    sum = sum * 31u + %s(p%u_g%c%d);\n", word, g->program, letters[type], i);
        printf("    for (int i = 0; i < %d; i++)\n        sum = sum * 31u", ARRAY_WORDS);
        for (int i = 0; i < ARRAYS; i++)
            printf(" + %s(p%u_a%c%d[i])", word, g->program, letters[type], i);
        printf(";\n");
    }
    printf("    return sum;\n}\n");
}

static void program(unsigned number, int types)
{
    struct generator g = {.program = number, .types = types, .state = (number + 1) * 0x9e3779b97f4a7c15ull};
    for (int i = 0; i < 8; i++)
        next_random(&g);
    printf("\n/* ---- program %u */\n", number);
    globals(&g);
    for (int count = 1 + pick(&g, MOST_FUNCTIONS); count > 0; count--)
        function(&g);
    test_function(&g);
}

static void main_function(unsigned first, unsigned count)
{
    printf("\n#if defined __FORK__ && defined SYNC\n"
           "sh unsigned sums[4096];\n"
           "int main(void)\n"
           "{\n"
           "    start {\n");
    for (unsigned n = first; n < first + count; n++)
        printf("        sums[$] = p%u_test((unsigned)$);\n"
               "        seq { for (unsigned i = 0; i < (unsigned)__STARTED_PROCS__; i++) report(%uu, i, "
               "sums[i]); }\n",
               n, n);
    printf("    }\n"
           "    return 0;\n"
           "}\n"
           "#else\n"
           "int main(void)\n"
           "{\n");
    for (unsigned n = first; n < first + count; n++)
        printf("    for (unsigned who = 0; who < WHO; who++)\n        report(%uu, who, p%u_test(who));\n", n,
               n);
    printf("    return 0;\n"
           "}\n"
           "#endif\n");
}

int main(int argc, char **argv)
{
    bool reals = argc == 4 && strcmp(argv[3], "real") == 0;
    if (argc != 3 && !reals) {
        fprintf(stderr, "usage: generate FIRST COUNT [real]\n");
        return 2;
    }
    unsigned first = (unsigned)strtoul(argv[1], NULL, 10);
    unsigned count = (unsigned)strtoul(argv[2], NULL, 10);
    prologue(reals);
    for (unsigned n = first; n < first + count; n++)
        program(n, reals ? TYPES : REAL);
    main_function(first, count);
    return 0;
}
