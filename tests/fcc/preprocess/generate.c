/* generate.c - random programs of macros for preprocess.test: `generate SEED` prints one.
 *
 * Definitions of few names, object-like and function-like, that use each other, paste and stringise; then
 * uses of them, some made into strings, so that blanks are compared too; and conditions.
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static uint64_t state;

static uint32_t draw(uint32_t below)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (uint32_t)((state >> 20) % below);
}

static const char *const names[] = {"A", "B", "C", "D", "f", "g", "h", "k", "v"};
static const char *const tokens[] = {
    "1", "2.5e", "x",        "y", "\"s\"",    "'c'",    "+", "-",   ".",           "/", "<",    ">",
    "=", "&",    "0x1p",     "e", "\"a\\n\"", "E",      ";", "!",   "|",           "_", "'\"'", "\"q\\\"\"",
    "%", "##",   "__LINE__", "*", "^",        "(x, y)", "~", "...", "__COUNTER__", "L"};
static const char *const operators[] = {"+",  "-",  "*",  "/",  "%", "<<", ">>", "<",  ">",
                                        "<=", ">=", "==", "!=", "&", "|",  "^",  "&&", "||"};
static const char *const numbers[] = {
    "0",   "1",         "2",          "-1",   "3u",  "0x7fffffffffffffff",
    "zz",  "defined A", "defined(B)", "'a'",  "077", "18446744073709551615u",
    "5LL", "'\\n'",     "0x10",       "100u", "7",   "(-9223372036854775807-1)"};
#define COUNT(array) ((uint32_t)(sizeof(array) / sizeof *(array)))
#define ANY(array) ((array)[draw(COUNT(array))])

struct parameters {
    const char *names[4];
    uint32_t count;
};

static void put_blank(void)
{
    static const char *const blanks[] = {"", " ", " ", "  ", "/* */"};
    fputs(ANY(blanks), stdout);
}

static void put_sequence(const struct parameters *parameters, uint32_t count, uint32_t depth);

static void put_arguments(const struct parameters *parameters, uint32_t depth)
{
    for (uint32_t i = draw(4); i > 0; i--) {
        put_sequence(parameters, depth > 3 ? 1 : draw(4), depth + 1);
        fputs(i > 1 ? draw(2) ? "," : " , " : "", stdout);
    }
}

static void put_token(const struct parameters *parameters, uint32_t depth)
{
    uint32_t kind = draw(100);
    if (parameters->count > 0 && kind < 35) {
        fputs(parameters->names[draw(parameters->count)], stdout);
    } else if (kind < 60) {
        fputs(ANY(names), stdout);
    } else if (kind < 75 && depth < 4) {
        printf("%s%s", names[4 + draw(5)], draw(2) ? "(" : " (");
        put_arguments(parameters, depth + 1);
        putchar(')');
    } else {
        const char *token = ANY(tokens);
        fputs(parameters->count > 0 && *token == '#' ? "x"
              : *token == '#' && depth == 0          ? "y"
                                                     : token,
              stdout);
    }
}

static void put_sequence(const struct parameters *parameters, uint32_t count, uint32_t depth)
{
    for (; count > 0; count--) {
        put_token(parameters, depth);
        put_blank();
    }
}

/* A piece of the text of a macro with parameters that has # or ## in it. */
static void put_special(const struct parameters *parameters)
{
    const char *one = parameters->count > 0 ? parameters->names[draw(parameters->count)] : "x";
    const char *two = parameters->count > 0 ? parameters->names[draw(parameters->count)] : "A";
    const char *paste = draw(2) ? " ## " : "##";
    switch (draw(5)) {
    case 0:
        printf("%s%s ", parameters->count > 0 ? "#" : "", one);
        break;
    case 1:
        printf("%s%s%s ", one, paste, draw(2) ? two : "x");
        break;
    case 2:
        printf("%s%s%s ", draw(2) ? "A" : "x", paste, one);
        break;
    case 3:
        printf("%s%s%s%s%s ", one, paste, two, paste, one);
        break;
    default:
        printf("%s ", one);
        break;
    }
}

/* What stands in the text only if `...` stands for something. */
static void put_option(const struct parameters *parameters)
{
    static const char *const before[] = {"", "", "", "x ##", "#"};
    static const char *const after[] = {"", "", "", "## 1"};
    const char *first = ANY(before);
    printf("%s__VA_OPT__%s(", first, draw(2) ? "" : " ");
    for (uint32_t i = draw(4); i > 0; i--) {
        if (draw(3) == 0)
            put_special(parameters);
        else if (draw(3) == 0)
            fputs("x y ", stdout);
        else
            printf("%s ", parameters->names[draw(parameters->count)]);
    }
    printf(")%s ", *first == '#' ? "" : ANY(after));
}

static void put_definition(void)
{
    static const char *const all[] = {"a", "b", "c"};
    const char *name = ANY(names);
    printf("#undef %s\n#define %s", name, name);
    if ((*name >= 'f') == (draw(10) > 0)) {
        struct parameters parameters = {.count = draw(4)};
        bool variadic = draw(3) == 0;
        putchar('(');
        for (uint32_t i = 0; i < parameters.count; i++) {
            parameters.names[i] = all[i];
            printf("%s%s", i ? ", " : "", all[i]);
        }
        if (variadic) {
            printf("%s...", parameters.count ? ", " : "");
            parameters.names[parameters.count++] = "__VA_ARGS__";
        }
        fputs(") ", stdout);
        for (uint32_t i = draw(6); i > 0; i--) {
            if (draw(3) == 0)
                put_special(&parameters);
            else if (variadic && draw(8) == 0)
                fputs("x , ## __VA_ARGS__ ", stdout);
            else if (variadic && draw(3) == 0)
                put_option(&parameters);
            else
                put_token(&parameters, 1);
            put_blank();
        }
    } else {
        struct parameters none = {.count = 0};
        putchar(' ');
        if (draw(4) == 0)
            printf("x ## %s ", names[draw(4)]);
        put_sequence(&none, draw(6), 0);
    }
    putchar('\n');
}

static void put_condition(uint32_t depth)
{
    uint32_t kind = draw(10);
    if (depth > 3 || kind < 3) {
        fputs(ANY(numbers), stdout);
    } else if (kind < 4) {
        printf("%c ", "-~!+"[draw(4)]);
        put_condition(depth + 1);
    } else if (kind < 5) {
        putchar('(');
        put_condition(depth + 1);
        fputs(" ? ", stdout);
        put_condition(depth + 1);
        fputs(" : ", stdout);
        put_condition(depth + 1);
        putchar(')');
    } else if (kind < 7) {
        putchar('(');
        put_condition(depth + 1);
        putchar(')');
    } else {
        put_condition(depth + 1);
        printf(" %s ", ANY(operators));
        put_condition(depth + 1);
    }
}

static void put_use(uint32_t number)
{
    struct parameters none = {.count = 0};
    bool string = draw(2) == 0;
    fputs(string ? "XSV(" : "", stdout);
    put_sequence(&none, 1 + draw(5), 1);
    if (draw(4) == 0) {
        putchar('\n');
        put_sequence(&none, 1 + draw(3), 1);
    }
    printf("%s ;\n", string ? ")" : "");
    if (draw(5) == 0) {
        fputs("#if ", stdout);
        put_condition(0);
        printf("\nyes%u\n#elif ", number);
        put_condition(0);
        printf("\nperhaps%u\n#else\nno%u\n#endif\n", number, number);
    }
}

int main(int argc, char **argv)
{
    state = (strtoull(argc > 1 ? argv[1] : "1", NULL, 10) + 1) * 0x9e3779b97f4a7c15u;
    for (int i = 0; i < 8; i++)
        draw(2);
    for (uint32_t i = 4 + draw(6); i > 0; i--)
        put_definition();
    fputs("#define SV(...) #__VA_ARGS__\n#define XSV(...) SV(__VA_ARGS__)\n", stdout);
    for (uint32_t i = 3 + draw(6); i > 0; i--) {
        put_use(i);
        if (draw(6) == 0)
            put_definition();
    }
    return 0;
}
