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
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
    int types;     /* the first so many of enum type are used */
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

static const char *const type_names[] = {"int", "unsigned", "float", "real"};
static const char letters[] = "iufr";

static bool is_floating(enum type type)
{
    return type == FLOAT || type == REAL;
}

/* xorshift64*: the same sequence everywhere. */
static uint32_t next_random(struct generator *g)
{
    g->state ^= g->state >> 12;
    g->state ^= g->state << 25;
    g->state ^= g->state >> 27;
    return (uint32_t)((g->state * 0x2545f4914f6cdd1dull) >> 32);
}

static int pick(struct generator *g, int count)
{
    return (int)(next_random(g) % (uint32_t)count);
}

static bool chance(struct generator *g, int percent)
{
    return pick(g, 100) < percent;
}

static void __attribute__((format(printf, 2, 3))) line(const struct generator *g, const char *format, ...)
{
    va_list arguments;
    printf("%*s", 4 * g->indent, "");
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
}

static void expression(struct generator *g, enum type type, int depth);

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

static void element(struct generator *g, enum type type, int depth)
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

static void condition(struct generator *g, int depth)
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

static void call(struct generator *g, int function, int depth)
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

static void expression(struct generator *g, enum type type, int depth)
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
    int kind = pick(g, 20);
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
    else
        variable(g, type);
}

/* ---- statements */

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

static void declaration(struct generator *g)
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
    /* the order in which an index and a call are evaluated is nobody's promise: first the call, then the rest
     */
    line(g, "{ %s result = ", type_names[type]);
    call(g, function, 3);
    printf("; ");
    target(g, type);
    printf(" = result; }\n");
}

static void statement(struct generator *g)
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
        printf("%s%s %s%c%d", i ? ", " : "", type_names[parameter], is_array ? "*l" : "", letters[parameter],
               g->next_number);
        g->parameter[number][i] = parameter;
        g->parameter_array[number][i] = is_array;
        g->local[g->locals++] =
            (struct variable){.type = parameter, .number = g->next_number++, .array = is_array};
    }
    printf("%s)\n{\n", g->parameter_count[number] ? "" : "void");
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

static const char prologue[] = "#ifdef __FORK__\n"
                               "#ifdef SYNC\n"
                               "#define MODE sync\n"
                               "#else\n"
                               "#define MODE\n"
                               "#endif\n"
                               "static MODE unsigned BITS(float x)\n"
                               "{\n"
                               "    return x != x ? 0x7fc00000u : __float_bits(x);\n"
                               "}\n"
                               "static void report(unsigned number, unsigned who, unsigned sum)\n"
                               "{\n"
                               "    __sys1(5, number);\n"
                               "    __sys1(2, ' ');\n"
                               "    __sys1(5, who);\n"
                               "    __sys1(2, ' ');\n"
                               "    __sys1(6, sum);\n"
                               "    __sys1(2, '\\n');\n"
                               "}\n"
                               "#else\n"
                               "#include <stdio.h>\n"
                               "#include <string.h>\n"
                               "#define MODE\n"
                               "static unsigned BITS(float x)\n"
                               "{\n"
                               "    unsigned bits;\n"
                               "    memcpy(&bits, &x, sizeof bits);\n"
                               "    return x != x ? 0x7fc00000u : bits;\n"
                               "}\n"
                               "static void report(unsigned number, unsigned who, unsigned sum)\n"
                               "{\n"
                               "    printf(\"%u %u %08x\\n\", number, who, sum);\n"
                               "}\n"
                               "#endif\n"
                               "#define TO_INT(x) to_int(x)\n"
                               "static MODE int to_int(float x)\n"
                               "{\n"
                               "    return x > -2.0e9f && x < 2.0e9f ? (int)x : 7;\n"
                               "}\n";

static const char real_prologue[] = "#ifdef __FORK__\n"
                                    "#define R(x) x##r\n"
                                    "#define SQRT(x) __sqrt(x)\n"
                                    "#define FABS(x) __fabs(x)\n"
                                    "#define FMA(x, y, z) __fma(x, y, z)\n"
                                    "#elif REAL == 1\n"
                                    "#include <math.h>\n"
                                    "typedef double real;\n"
                                    "#define R(x) x\n"
                                    "#define SQRT(x) sqrt(x)\n"
                                    "#define FABS(x) fabs(x)\n"
                                    "#define FMA(x, y, z) fma(x, y, z)\n"
                                    "#elif REAL == 2\n"
                                    "#include <math.h>\n"
                                    "typedef long double real;\n"
                                    "#define R(x) x##l\n"
                                    "#define SQRT(x) sqrtl(x)\n"
                                    "#define FABS(x) fabsl(x)\n"
                                    "#define FMA(x, y, z) fmal(x, y, z)\n"
                                    "#else\n"
                                    "#include <quadmath.h>\n"
                                    "typedef __float128 real;\n"
                                    "#define R(x) x##q\n"
                                    "#define SQRT(x) sqrtq(x)\n"
                                    "#define FABS(x) fabsq(x)\n"
                                    "#define FMA(x, y, z) fmaq(x, y, z)\n"
                                    "#endif\n"
                                    "#ifdef NO_SQRT\n"
                                    "#undef SQRT\n"
                                    "#define SQRT(x) FABS(x)\n"
                                    "#endif\n"
                                    "#define TO_INT_R(x) to_int_of_real(x)\n"
                                    "static MODE int to_int_of_real(real x)\n"
                                    "{\n"
                                    "    return x > -2.0e9f && x < 2.0e9f ? (int)x : 7;\n"
                                    "}\n"
                                    "static MODE unsigned BITS_R(real x)\n"
                                    "{\n"
                                    "    unsigned sum = 0;\n"
                                    "    for (int i = 0; i < 5; i++) {\n"
                                    "        float part = (float)x;\n"
                                    "        sum = sum * 31u + BITS(part);\n"
                                    "        x = x - part;\n"
                                    "    }\n"
                                    "    return sum;\n"
                                    "}\n";

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
    fputs(prologue, stdout);
    if (reals)
        fputs(real_prologue, stdout);
    for (unsigned n = first; n < first + count; n++)
        program(n, reals ? TYPES : REAL);
    main_function(first, count);
    return 0;
}
