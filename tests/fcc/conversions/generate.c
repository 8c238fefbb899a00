/* generate.c - writes a Fork program that converts border values between all pairs of types, in four ways,
 * and compares each result with what the rule of docs/fork.md, section 7, gives. The rule is computed here,
 * without any code of fcc.
 *
 *   ways   code: the value comes from memory; cast: the same, by a cast; folded: both are initial values of
 * static objects; known: a local variable has the value, so that the optimiser may compute with it
 *
 * The program prints a line for each wrong result, and at the end how many results it has compared. This
 * program prints that number on standard error. generate TYPES writes the program of the pairs whose first
 * type is one of TYPES (numbers from 0, separated by blanks); generate alone prints how many types there are.
 */
#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum kind { BOOL, SIGNED, UNSIGNED, FLOAT, REAL, POINTER };

static const struct type {
    const char *text;
    enum kind kind;
    unsigned bits;       /* of a bit-field; 0: it is none */
    bool unsigned_field; /* though its type is signed: an enum without negative enumerators */
} types[] = {
    {"_Bool", BOOL, 0, false},
    {"char", SIGNED, 0, false},
    {"signed char", SIGNED, 0, false},
    {"short", SIGNED, 0, false},
    {"int", SIGNED, 0, false},
    {"long", SIGNED, 0, false},
    {"long long", SIGNED, 0, false},
    {"enum with_negative", SIGNED, 0, false},
    {"enum without_negative", SIGNED, 0, false},
    {"unsigned char", UNSIGNED, 0, false},
    {"unsigned short", UNSIGNED, 0, false},
    {"unsigned", UNSIGNED, 0, false},
    {"unsigned long", UNSIGNED, 0, false},
    {"unsigned long long", UNSIGNED, 0, false},
    {"float", FLOAT, 0, false},
    {"double", FLOAT, 0, false},
    {"long double", FLOAT, 0, false},
    {"real", REAL, 0, false},
    {"int *", POINTER, 0, false},
    {"_Bool", BOOL, 1, false},
    {"int", SIGNED, 5, false},
    {"int", SIGNED, 32, false},
    {"enum with_negative", SIGNED, 3, false},
    {"enum without_negative", SIGNED, 3, true},
    {"unsigned char", UNSIGNED, 7, false},
    {"unsigned", UNSIGNED, 31, false},
    {"unsigned", UNSIGNED, 32, false},
};

enum { TYPES = sizeof types / sizeof *types, MOST_VALUES = 128 };

/* A value of some type: a whole number, or a number that a double holds. */
struct value {
    bool is_whole;
    bool is_natural; /* `whole` is unsigned */
    int64_t whole;
    double number;
};

static unsigned long compared;

static bool is_floating(const struct type *type)
{
    return type->kind == FLOAT || type->kind == REAL;
}

static unsigned width(const struct type *type)
{
    return strstr(type->text, "long long") != NULL ? 64 : 32;
}

/* ---- the rule */

/* The lowest bits of a word, as a number with or without a sign. */
static int64_t low_bits(int64_t whole, unsigned bits, bool has_sign)
{
    if (bits == 64)
        return whole;
    const uint64_t mask = (UINT64_C(1) << bits) - 1;
    const uint64_t low = (uint64_t)whole & mask;
    return has_sign && low >> (bits - 1) ? (int64_t)low - (int64_t)(mask + 1) : (int64_t)low;
}

/* Towards zero, the nearest end of the range; 0 for NaN. */
static int64_t whole_of(double number, bool has_sign, unsigned bits)
{
    const double end = ldexp(1, (int)(has_sign ? bits - 1 : bits)), least = has_sign ? -end : 0;
    const int64_t most = low_bits(-1, bits, false);
    if (isnan(number))
        return 0;
    number = trunc(number);
    if (number >= end)
        return has_sign ? (int64_t)((uint64_t)most >> 1) : most;
    return number <= least ? (int64_t)least : has_sign ? (int64_t)number : (int64_t)(uint64_t)number;
}

/* Rounded once. */
static float float_of(struct value from)
{
    return !from.is_whole    ? (float)from.number
           : from.is_natural ? (float)(uint64_t)from.whole
                             : (float)from.whole;
}

static struct value converted(struct value from, const struct type *to)
{
    struct value result = {.is_whole = !is_floating(to)};
    const double number = !from.is_whole    ? from.number
                          : from.is_natural ? (double)(uint64_t)from.whole
                                            : (double)from.whole;
    if (to->kind == FLOAT) {
        result.number = (double)float_of(from);
        return result;
    }
    if (to->kind == REAL) {
        result.number = number + 0.0; /* some formats have one zero only */
        return result;
    }
    if (to->kind == BOOL) {
        result.whole = number != 0; /* NaN is not 0 */
        return result;
    }
    const bool has_sign = to->kind == SIGNED;
    result.is_natural = !has_sign;
    result.whole = low_bits(from.is_whole ? from.whole : whole_of(from.number, has_sign, width(to)),
                            width(to), has_sign);
    if (to->bits != 0)
        result.whole = low_bits(result.whole, to->bits, has_sign && !to->unsigned_field);
    return result;
}

/* ---- values of each type */

/* NaNs are the same, both zeros are not. */
static bool is_same_number(double a, double b)
{
    return (isnan(a) && isnan(b)) || (a == b && signbit(a) == signbit(b));
}

static void add(struct value *values, unsigned *count, const struct type *type, struct value value)
{
    const struct value fitted = converted(value, type);
    for (unsigned i = 0; i < *count; i++) {
        const struct value *old = &values[i];
        const bool same =
            fitted.is_whole ? old->whole == fitted.whole : is_same_number(old->number, fitted.number);
        if (same)
            return;
    }
    if (*count == MOST_VALUES)
        abort();
    values[(*count)++] = fitted;
}

/* Whole numbers, floats, and reals that are no floats: around 0 and the ends of all ranges. */
static const int64_t wholes[] = {0,
                                 1,
                                 -1,
                                 2,
                                 3,
                                 -4,
                                 15,
                                 16,
                                 -16,
                                 63,
                                 64,
                                 127,
                                 128,
                                 255,
                                 256,
                                 -128,
                                 65535,
                                 65536,
                                 16777216,
                                 16777217,
                                 16777219,
                                 0x7fffff80,
                                 0x7fffffbf,
                                 0x7fffffc0,
                                 0x7fffffc1,
                                 0x7ffffffe,
                                 0x7fffffff,
                                 -0x7fffffff,
                                 -INT64_C(0x80000000),
                                 -0x7fffff80,
                                 0x80000000,
                                 0x80000001,
                                 0x80000080,
                                 0x80000081,
                                 0xffffff00,
                                 0xffffff7f,
                                 0xffffff80,
                                 0xfffffffe,
                                 0xffffffff,
                                 0x100000000,
                                 0x100000001,
                                 -INT64_C(0x100000000),
                                 0x7fffff4000000001,
                                 0x7fffffbfffffffff,
                                 0x7fffffc000000000,
                                 0x4000004000000000,
                                 0x4000004000000001,
                                 0x40000c0000000000,
                                 INT64_MAX,
                                 INT64_MIN,
                                 INT64_MIN + 1,
                                 -INT64_C(0x800000000001),
                                 INT64_C(-0x7fffffffff)};
static const double numbers[] = {0.0,
                                 -0.0,
                                 0.5,
                                 -0.5,
                                 1,
                                 -1,
                                 1.5,
                                 -1.5,
                                 5,
                                 -5,
                                 0x1.fffffep-1,
                                 -0x1.fffffep-1,
                                 0x1p-126,
                                 -0x1p-126,
                                 0x1p-149,
                                 -0x1p-149,
                                 0x1.fffffcp-127,
                                 31.75,
                                 32,
                                 -16.5,
                                 127.5,
                                 255.9375,
                                 256,
                                 -1e6,
                                 16777216,
                                 0x1.fffffep23,
                                 0x1.fffffep30,
                                 0x1p31,
                                 0x1.000002p31,
                                 -0x1p31,
                                 -0x1.fffffep30,
                                 -0x1.000002p31,
                                 0x1.8p31,
                                 0x1.fffffep31,
                                 0x1p32,
                                 0x1.000002p32,
                                 -0x1p32,
                                 0x1p33,
                                 0x1.8p40,
                                 -0x1.fffffep62,
                                 0x1p63,
                                 -0x1p63,
                                 -0x1.000002p63,
                                 0x1.fffffep63,
                                 0x1p64,
                                 1e30,
                                 -1e30,
                                 0x1.fffffep127,
                                 -0x1.fffffep127,
                                 INFINITY,
                                 -INFINITY,
                                 NAN};
static const double wide[] = {0.1,          -0.1,         2147483647,          2147483647.5, -2147483648.5,
                              -2147483649,  2147483648.5, 4294967294.75,       4294967295,   4294967295.5,
                              4294967296.5, 16777217,     0x1.0000010000001p0, 0x1p-150,     0x1.8p-150,
                              1e300,        -1e300};

static unsigned values_of(const struct type *type, struct value *values)
{
    unsigned count = 0;
    for (unsigned i = 0; !is_floating(type) && i < sizeof wholes / sizeof *wholes; i++)
        add(values, &count, type, (struct value){.is_whole = true, .whole = wholes[i]});
    for (unsigned i = 0; is_floating(type) && i < sizeof numbers / sizeof *numbers; i++)
        add(values, &count, type, (struct value){.number = (double)(float)numbers[i]});
    for (unsigned i = 0; type->kind == REAL && i < sizeof wide / sizeof *wide; i++)
        add(values, &count, type, (struct value){.number = wide[i]});
    return count;
}

/* ---- text */

/* The value as a constant of its type. */
static const char *constant(const struct type *type, struct value value)
{
    static char text[4][80];
    static unsigned next;
    char *out = text[next++ % 4];
    const size_t size = sizeof *text;
    if (is_floating(type)) {
        if (isnan(value.number))
            return "(0.0 / 0.0)";
        if (isinf(value.number))
            return value.number < 0 ? "(-1.0 / 0.0)" : "(1.0 / 0.0)";
        snprintf(out, size, "%a%s", value.number, type->kind == REAL ? "r" : "f");
    } else if (type->kind == POINTER) {
        snprintf(out, size, "(int *)%" PRIu64 "u", (uint64_t)value.whole);
    } else if (type->kind == UNSIGNED) {
        snprintf(out, size, "(%s)%" PRIu64 "u", type->text, (uint64_t)value.whole);
    } else if (value.whole == INT64_MIN) {
        snprintf(out, size, "(%s)(-9223372036854775807 - 1)", type->text);
    } else {
        snprintf(out, size, "(%s)%" PRId64, type->text, value.whole);
    }
    return out;
}

static uint32_t float_bits(double number)
{
    const float single = (float)number;
    uint32_t bits;
    memcpy(&bits, &single, sizeof bits);
    return isnan(number) ? 0x7fc00000 : bits;
}

/* The word that a result is compared by; of a real 1, if it is the one expected. */
static uint32_t word_of(const struct type *type, struct value value)
{
    if (width(type) == 64)
        return (uint32_t)value.whole + 31 * (uint32_t)((uint64_t)value.whole >> 32);
    return type->kind == FLOAT ? float_bits(value.number) : type->kind == REAL ? 1 : (uint32_t)value.whole;
}

/* "NAME" declared to hold the value: a bit-field lies in a struct. */
static void declare(const struct type *type, const char *before, const char *name)
{
    if (type->bits != 0)
        printf("%sstruct { %s f : %u; } %s", before, type->text, type->bits, name);
    else
        printf("%s%s %s", before, type->text, name);
}

static const char *part(const struct type *type)
{
    return type->bits != 0 ? ".f" : "";
}

/* `static TYPE NAME[] = { values };` the values being constants of `of`. */
static void write_array(const struct type *type, const char *name, const struct type *of,
                        const struct value *values, unsigned count)
{
    declare(type, "static ", name);
    printf("[] = {");
    for (unsigned i = 0; i < count; i++)
        printf(type->bits != 0 ? "%s{%s}" : "%s%s", i > 0 ? ", " : "", constant(of, values[i]));
    puts("};");
}

/* compare(...) of the result in `at`. */
static void write_comparison(const char *way, const struct type *from, const struct type *to,
                             const char *index, const char *at)
{
    printf("compare(\"%s, %s:%u to %s:%u\", %s, expected[%s], ", way, from->text, from->bits, to->text,
           to->bits, index, index);
    if (to->kind == FLOAT)
        printf("__float_bits(%s%s)", at, part(to));
    else if (to->kind == REAL)
        printf("is_same(%s, wanted[%s])", at, index);
    else if (width(to) == 64)
        printf("(unsigned)%s + 31 * (unsigned)(%s >> 32)", at, at);
    else
        printf("(unsigned)%s%s", at, part(to));
    puts(");");
}

/* ---- the program */

static bool has_conversion(const struct type *from, const struct type *to)
{
    return !(from->kind == POINTER && is_floating(to)) && !(to->kind == POINTER && is_floating(from));
}

/* A cast to the type; it must be written where a pointer becomes an integer or the other way round. */
static const char *cast(const struct type *from, const struct type *to)
{
    static char text[40];
    bool must = (from->kind == POINTER) != (to->kind == POINTER) && to->kind != BOOL;
    snprintf(text, sizeof text, "(%s)", to->text);
    return must ? text : "";
}

static void write_pair(unsigned s, unsigned d)
{
    const struct type *from = &types[s];
    const struct type *to = &types[d];
    struct value values[MOST_VALUES];
    struct value results[MOST_VALUES];
    const unsigned count = values_of(from, values);
    for (unsigned i = 0; i < count; i++)
        results[i] = converted(values[i], to);
    printf("static void pair_%u_%u(void)\n{\n", s, d);
    write_array(from, "values", from, values, count);
    printf("static const unsigned expected[] = {");
    for (unsigned i = 0; i < count; i++)
        printf("%" PRIu32 "u, ", word_of(to, results[i]));
    puts("};");
    if (to->kind == REAL)
        write_array(to, "wanted", to, results, count);
    printf("int i;\nfor (i = 0; i < %u; i++) {\n", count);
    declare(to, "", "x;\n");
    printf("x%s = %svalues[i]%s;\n", part(to), cast(from, to), part(from));
    write_comparison("code", from, to, "i", "x");
    printf("x%s = (%s)values[i]%s;\n", part(to), to->text, part(from));
    write_comparison("cast", from, to, "i", "x");
    puts("}");
    compared += 2 * count;
    if (from->kind != REAL || to->kind == REAL) {
        struct type written = *to; /* with the cast that it needs */
        declare(&written, "static ", "folded[] = {");
        for (unsigned i = 0; i < count; i++)
            printf(to->bits != 0 ? "{%s%s}, " : "%s%s, ", cast(from, to), constant(from, values[i]));
        printf("};\nfor (i = 0; i < %u; i++)\n", count);
        write_comparison("folded", from, to, "i", "folded[i]");
        compared += count;
    }
    for (unsigned i = 0; i < count; i++) {
        char index[12];
        snprintf(index, sizeof index, "%u", i);
        puts("{");
        declare(from, "", "y;\n");
        declare(to, "", "x;\n");
        printf("y%s = %s;\nx%s = %sy%s;\n", part(from), constant(from, values[i]), part(to), cast(from, to),
               part(from));
        write_comparison("known", from, to, index, "x");
        puts("}");
        compared++;
    }
    puts("}\n");
}

static void write_beginning(void)
{
    puts("#include <io.h>\n#include <real.h>\n"
         "enum with_negative { LEAST = -1, MOST = 1 };\n"
         "enum without_negative { NONE, SOME };\n"
         "static unsigned compared, wrong;\n"
         "static int is_same(real a, real b) { return a == b || (a != a && b != b); }\n"
         "static void compare(const char *what, int index, unsigned expected, unsigned got)\n{\n"
         "    compared++;\n"
         "    if (expected != got && wrong++ < 50)\n"
         "        printf(\"%s, value %d: expected %08x, got %08x\\n\", what, index, expected, got);\n}\n");
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        printf("%d\n", TYPES);
        return 0;
    }
    write_beginning();
    for (int i = 1; i < argc; i++)
        for (unsigned d = 0; d < TYPES; d++)
            if (has_conversion(&types[atoi(argv[i])], &types[d]))
                write_pair((unsigned)atoi(argv[i]), d);
    puts("int main(void)\n{\nif (__PROC_NR__ != 0)\n    return 0;");
    for (int i = 1; i < argc; i++)
        for (unsigned d = 0; d < TYPES; d++)
            if (has_conversion(&types[atoi(argv[i])], &types[d]))
                printf("pair_%d_%u();\n", atoi(argv[i]), d);
    puts("printf(\"%u compared, %u wrong\\n\", compared, wrong);\nreturn 0;\n}");
    fprintf(stderr, "%lu compared, 0 wrong\n", compared);
    return 0;
}
