/* generate.c - writes a program of random expressions of int, unsigned, long long, unsigned long long and
 * float.
 *
 *   generate SEED COUNT
 *
 * The program means the same to the host's compiler (with -fwrapv) and to fcc. Each expression is computed
 * ROUNDS times, from values that the program takes from a table. Asynchronously each result is printed; with
 * -DSYNC all PPs of a group compute in synchronous mode, with values of their own, and print a checksum each.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 3, VALUES = 67, PER_FUNCTION = 8, DEEPEST = 4, ROOM = 1 << 16 };

/* In the order of conversions. */
enum type { INT, UNSIGNED, LONG, ULONG, TYPES };

static const char *const names[TYPES] = {"int", "unsigned", "long long", "unsigned long long"};
static const char variables[TYPES] = {'i', 'u', 'l', 'm'};

static uint64_t state;

static uint32_t draw(uint32_t below)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((state >> 33) % below);
}

static uint64_t draw_bits(void)
{
    const uint64_t high = draw(1u << 30), middle = draw(1u << 30), low = draw(16);
    return high << 34 | middle << 4 | low;
}

/* Numbers of all sizes, those at the edges of words often. */
static uint64_t draw_value(void)
{
    static const uint64_t edges[] = {0,
                                     1,
                                     2,
                                     0x7fffffff,
                                     0x80000000,
                                     0xffffffff,
                                     0x100000000,
                                     0x7fffffffffffffff,
                                     0x8000000000000000,
                                     0xffffffffffffffff,
                                     0xffffffff80000000,
                                     0xffffffff00000000};
    if (draw(3) == 0)
        return edges[draw(sizeof edges / sizeof *edges)] + draw(3) - 1;
    const uint64_t value = draw_bits() >> draw(64);
    return draw(2) == 0 ? 0 - value : value;
}

/* ---- expressions: each function appends its text and returns its type */

static char text[ROOM];
static size_t used;

static void put(const char *part)
{
    const size_t length = strlen(part);
    if (used + length + 1 > sizeof text)
        abort();
    memcpy(text + used, part, length + 1);
    used += length;
}

static void put_number(enum type type, uint64_t value)
{
    char number[64];
    switch (type) {
    case INT:
        snprintf(number, sizeof number, "(%d - 1)", (int32_t)value == INT32_MIN ? 0 : (int32_t)value);
        break;
    case UNSIGNED:
        snprintf(number, sizeof number, draw(2) == 0 ? "%uu" : "0x%xu", (uint32_t)value);
        break;
    case LONG:
        snprintf(number, sizeof number, "(%lldLL - 1)", (int64_t)value == INT64_MIN ? 0 : (long long)value);
        break;
    default:
        snprintf(number, sizeof number, draw(2) == 0 ? "%lluuLL" : "0x%llxULL", (unsigned long long)value);
    }
    put(number);
}

static enum type put_leaf(void)
{
    const enum type type = (enum type)draw(TYPES);
    char name[64];
    switch (draw(6)) {
    case 0:
        put_number(type, draw_value());
        return type;
    case 1:
        snprintf(name, sizeof name, "record.%c", variables[type]);
        break;
    case 2:
        snprintf(name, sizeof name, "v%c[%c[%u] & 3]", variables[type], variables[draw(TYPES)], draw(4));
        break;
    case 3:
        snprintf(name, sizeof name, "*p%c", variables[type]);
        break;
    case 4:
        snprintf(name, sizeof name, "x%c", variables[type]);
        break;
    default:
        snprintf(name, sizeof name, "v%c[%u]", variables[type], draw(4));
    }
    for (char *at = name; *at != '\0'; at++) { /* an index names an array, too */
        if (at[0] == '[' && at[2] == '[') {
            char rest[64];
            snprintf(rest, sizeof rest, "%s", at + 1);
            snprintf(at + 1, sizeof name - (size_t)(at + 1 - name), "v%s", rest);
            break;
        }
    }
    put(name);
    return type;
}

static enum type common(enum type left, enum type right)
{
    return left > right ? left : right;
}

static enum type put_expression(int depth);

static enum type put_unary(int depth)
{
    static const char *const operators[] = {"-", "~", "+", "!"};
    const uint32_t operator= draw(4);
    put(operators[operator]);
    put("(");
    const enum type type = put_expression(depth - 1);
    put(")");
    return operator== 3 ? INT : type;
}

static enum type put_cast(int depth)
{
    const enum type type = (enum type)draw(TYPES);
    put("(");
    put(names[type]);
    put(")(");
    put_expression(depth - 1);
    put(")");
    return type;
}

/* Through float: within the range of a long long; an unsigned one is not negative. */
static enum type put_float(int depth)
{
    const uint32_t is_unsigned = draw(2);
    put(is_unsigned ? "(unsigned long long)(float)((unsigned long long)("
                    : "(long long)(float)((long long)(");
    put_expression(depth - 1);
    put(draw(2) == 0 ? ") >> 1)" : ") >> 33)");
    return is_unsigned ? ULONG : LONG;
}

static enum type put_arithmetic(int depth)
{
    static const char *const operators[] = {" + ", " - ", " * ", " & ", " | ", " ^ "};
    put("(");
    const enum type left = put_expression(depth - 1);
    put(operators[draw(6)]);
    const enum type right = put_expression(depth - 1);
    put(")");
    return common(left, right);
}

static enum type put_comparison(int depth)
{
    static const char *const operators[] = {" < ", " <= ", " > ", " >= ", " == ", " != ", " && ", " || "};
    put("(");
    put_expression(depth - 1);
    put(operators[draw(8)]);
    put_expression(depth - 1);
    put(")");
    return INT;
}

/* The count is below the width of the left operand. */
static enum type put_shift(int depth)
{
    put("(");
    const enum type type = put_expression(depth - 1);
    put(draw(2) == 0 ? " << (" : " >> (");
    put_expression(depth - 1);
    put(type >= LONG ? " & 63))" : " & 31))");
    return type;
}

/* Without 0 and, of signed types, -1. */
static enum type put_division(int depth)
{
    const enum type type = (enum type)draw(TYPES);
    put(draw(2) == 0 ? "divide_" : "remainder_");
    const char letter[2] = {variables[type], '\0'};
    put(letter);
    put("(");
    put_expression(depth - 1);
    put(", ");
    put_expression(depth - 1);
    put(")");
    return type;
}

static enum type put_choice(int depth)
{
    put("(");
    put_expression(depth - 1);
    put(" ? ");
    const enum type yes = put_expression(depth - 1);
    put(" : ");
    const enum type no = put_expression(depth - 1);
    put(")");
    return common(yes, no);
}

static enum type put_call(int depth)
{
    const uint32_t is_mixed = draw(2);
    put(is_mixed ? "mixed(" : "many(");
    for (int i = 0; i < (is_mixed ? 3 : 6); i++) {
        if (i > 0)
            put(", ");
        put_expression(depth > 2 ? 1 : 0);
    }
    put(")");
    return is_mixed ? ULONG : LONG;
}

static enum type put_expression(int depth)
{
    static enum type (*const forms[])(int) = {put_unary,      put_cast,       put_float, put_arithmetic,
                                              put_arithmetic, put_comparison, put_shift, put_division,
                                              put_choice,     put_call};
    return depth <= 0 ? put_leaf() : forms[draw(sizeof forms / sizeof *forms)](depth);
}

/* ---- the program */

static void write_prologue(void)
{
    puts("#ifdef SYNC\n#include <fork.h>\n#include <io.h>\n#define FN sync\n#define STRAIGHT straight\n"
         "#else\n#include <stdio.h>\n#define FN\n#define STRAIGHT\n#endif\n"
         "#ifndef PPS\n#define PPS 1\n#endif");
    for (int type = 0; type < TYPES; type++)
        printf("static %s v%c[4];\n", names[type], variables[type]);
    puts("static struct { int i; long long l; unsigned u; unsigned long long m; } record;");
    puts("static unsigned sum;");
    for (int type = 0; type < TYPES; type++) {
        const char *guard = type == INT || type == LONG ? "b == 0 || b == -1" : "b == 0";
        printf("static STRAIGHT %s divide_%c(%s a, %s b) { return a / (%s ? 3 : b); }\n", names[type],
               variables[type], names[type], names[type], guard);
        printf("static STRAIGHT %s remainder_%c(%s a, %s b) { return a %% (%s ? 3 : b); }\n", names[type],
               variables[type], names[type], names[type], guard);
    }
    puts("static STRAIGHT unsigned long long mixed(int a, unsigned long long b, unsigned c)\n"
         "{ return b * a + c; }\n"
         "static STRAIGHT long long many(long long a, int b, unsigned long long c, long long d, unsigned e, "
         "long long f)\n"
         "{ return (a - b) ^ (c + d) ^ (e - f); }");
    printf("static const unsigned long long values[%d] = {", VALUES);
    for (int i = 0; i < VALUES; i++)
        printf("%lluULL,%s", (unsigned long long)draw_value(), i % 4 == 3 ? "\n" : " ");
    puts("};");
    puts("static void set(int from)\n{\n    for (int k = 0; k < 4; k++) {");
    for (int type = 0; type < TYPES; type++)
        printf("        v%c[k] = (%s)values[(from * 16 + %d + k) %% %d];\n", variables[type], names[type],
               4 * type, VALUES);
    printf("    }\n    record.i = vi[2]; record.l = vu[1] * vl[0]; record.u = vm[3]; record.m = vl[1] + "
           "vi[0];\n}\n");
    puts("static STRAIGHT void tell(int number, long long value)\n{\n#ifdef SYNC\n"
         "    sum = sum * 31 + (unsigned)value * 7 + (unsigned)(value >> 32);\n#else\n"
         "    if (PPS == 1)\n        printf(\"%d: %lld %llu %llx\\n\", number, value, (unsigned long "
         "long)value, value);\n"
         "    sum = sum * 31 + (unsigned)value * 7 + (unsigned)(value >> 32);\n#endif\n}");
}

static void write_update(int number)
{
    static const char *const operators[] = {"=", "+=", "-=", "*=", "&=", "|=", "^="};
    const enum type type = (enum type)draw(TYPES);
    const char letter = variables[type];
    used = 0;
    text[0] = '\0';
    put_expression(2);
    switch (draw(3)) {
    case 0:
        printf("    tell(%d, x%c %s %s);\n", number, letter, operators[draw(7)], text);
        break;
    case 1:
        printf("    x%c %s= (%s) & 31;\n", letter, draw(2) == 0 ? "<<" : ">>", text);
        break;
    default:
        printf(
            "    tell(%d, %s);\n", number,
            (const char *const[]){"xl++", "--xm", "vl[1]++", "++record.l", "record.m--", "(*pm)++"}[draw(6)]);
    }
    printf("    tell(%d, x%c);\n", number, letter);
}

/* A switch, and a condition with a branch. */
static void write_branch(int number)
{
    used = 0;
    text[0] = '\0';
    put_expression(2);
    printf("    if (%s)\n        tell(%d, 1);\n    else\n        xl = xl * 3;\n", text, number);
    printf("    switch (vl[%u]) {\n    case 0: tell(%d, 2); break;\n    case -1: xl++;\n"
           "    case 0x7fffffffffffffff: tell(%d, 3); break;\n    case 0x80000000: case 0x100000000:\n"
           "    case -9223372036854775807LL - 1: tell(%d, 4); break;\n    default: xm += 5;\n    }\n",
           draw(4), number, number, number);
}

static void write_function(int function, int first, int count)
{
    printf("static FN void group_%d(void)\n{\n", function);
    for (int type = 0; type < TYPES; type++)
        printf("    %s x%c = v%c[%u], *p%c = &v%c[%u];\n", names[type], variables[type], variables[type],
               draw(4), variables[type], variables[type], draw(4));
    for (int i = 0; i < count; i++) {
        used = 0;
        text[0] = '\0';
        put_expression(1 + (int)draw(DEEPEST));
        printf("    tell(%d, %s);\n", first + i, text);
        if (draw(3) == 0)
            write_update(first + i);
        if (draw(6) == 0)
            write_branch(first + i);
    }
    puts("}");
}

static void write_main(int functions)
{
    puts("static FN void all(void)\n{");
    for (int i = 0; i < functions; i++)
        printf("    group_%d();\n", i);
    puts("}\n#ifdef SYNC\nint main(void)\n{\n    start (PPS) {");
    printf("        int round;\n        for (round = 0; round < %d; round++) {\n"
           "            farm set(round * PPS + $);\n            all();\n        }\n"
           "        farm pprintf(\"%%u\\n\", sum);\n    }\n    return 0;\n}\n#else\nint main(void)\n{\n",
           ROUNDS);
    printf("    for (int pp = 0; pp < PPS; pp++) {\n        sum = 0;\n"
           "        for (int round = 0; round < %d; round++) {\n            set(round * PPS + pp);\n"
           "            all();\n        }\n        if (PPS > 1)\n            printf(\"PP %%d: %%u\\n\", pp, "
           "sum);\n"
           "    }\n    return 0;\n}\n#endif\n",
           ROUNDS);
}

int main(int argc, char **argv)
{
    if (argc != 3)
        return 2;
    const int count = atoi(argv[2]);
    state = strtoull(argv[1], NULL, 10) * 2654435761u + 12345;
    int functions = 0;
    write_prologue();
    for (int first = 0; first < count; first += PER_FUNCTION)
        write_function(functions++, first, count - first < PER_FUNCTION ? count - first : PER_FUNCTION);
    write_main(functions);
    return 0;
}
