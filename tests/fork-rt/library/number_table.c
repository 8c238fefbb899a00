/* number_table.c - the host's C library's results for numbers in strings, for tests/fork-rt/numbers.test.
 *
 *   number_table random SEED COUNT     COUNT cases of hostile numbers
 *   number_table expect                reads cases, prints a line for each function, as numbers.fork does
 *
 * A case is a line T|TEXT, for strtof and similar functions, or S|FORMAT|TEXT, for sscanf and fscanf; \n, \t
 * and \\ stand for a line end, a tabulator and a backslash. S|FORMAT|TEXT|RESULT has the result where the C
 * standard and glibc differ. The machine's int has 32 bits: integers are read with 64 and cut to the nearest
 * one. */
#include <ctype.h>
#include <fenv.h>
#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_SIZE = 4000, TARGETS = 4, TARGET_SIZE = 256, NOT_SET = -77 };

/* ---- cases at random */

static uint64_t state;

static unsigned below(unsigned limit)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(state >> 33) % limit;
}

/* Pieces of numbers in any order. */
static void print_pieces(void)
{
    static const char *const pieces[] = {
        "0",          "00",         "1",        "9",        "12345", "4294967295", "4294967296",
        "2147483647", "2147483648", "7fffffff", "80000000", "x",     "0x",         "X",
        "e",          "E",          "p",        "P",        "+",     "-",          ".",
        "inf",        "INF",        "inity",    "nan",      "NaN",   "(",          ")",
        "_1a",        " ",          "e+",       "e-3",      "p-1",   "p+10",       "f",
        "g",          "z",          "e38",      "e-45",     "p127",  "p-149",      "99999999999999999999",
        "000000",     "\\t"};
    printf("T|");
    for (unsigned k = 1 + below(6); k > 0; k--)
        fputs(pieces[below(sizeof pieces / sizeof pieces[0])], stdout);
    putchar('\n');
}

static float any_float(void)
{
    const uint32_t bits = below(0x7f800000);
    float number;
    memcpy(&number, &bits, sizeof number);
    return number;
}

/* A float, or the middle between two, written exactly; and numbers a little larger or smaller than that. */
static void print_middle(void)
{
    const float number = below(4) == 0 ? ldexpf((float)below(16), -149) : any_float();
    const double next = nextafterf(number, INFINITY),
                 middle = isinf(next) ? (double)number : (number + next) / 2;
    char text[400];
    snprintf(text, sizeof text, below(2) ? "%.200e" : "%.160f", below(8) == 0 ? (double)number : middle);
    char *exponent = strchr(text, 'e');
    const size_t length = exponent != NULL ? (size_t)(exponent - text) : strlen(text);
    const char *const tails[] = {"", "1",
                                 "00000000000000000000000000000000000000000000000000000000000000001"};
    printf("T|%s%.*s%s%s\n", below(3) == 0 ? "-" : "", (int)length, text, tails[below(3)],
           exponent != NULL ? exponent : "");
}

static void print_hexadecimal(void)
{
    const int shift = (int)below(40) - 20, power = (int)below(320) - 170;
    printf("T|0x");
    for (int k = shift; k < 0; k++)
        putchar('0');
    printf("%x", below(2) ? below(1u << 31) : 0x1000000 | below(4));
    if (below(2))
        printf(".%s%x%s", below(2) ? "" : "0000", below(1u << 20), below(2) ? "" : "000000000000000001");
    if (below(4) != 0)
        printf("p%d", power);
    putchar('\n');
}

static void print_cases(uint64_t seed, unsigned count)
{
    static void (*const kinds[])(void) = {print_pieces, print_middle, print_hexadecimal};
    state = seed;
    for (unsigned k = 0; k < count; k++)
        kinds[k % 3]();
}

/* ---- what is expected */

static int as_int(long long number)
{
    return number > INT_MAX ? INT_MAX : number < INT_MIN ? INT_MIN : (int)number;
}

/* The negative numbers down to -(2^32 - 1) are the largest ones of 64 bits. */
static unsigned as_unsigned(unsigned long long number)
{
    return number <= UINT_MAX || number > ULLONG_MAX - UINT_MAX ? (unsigned)number : UINT_MAX;
}

static void print_float(float number)
{
    uint32_t bits;
    memcpy(&bits, &number, sizeof bits);
    if (isnan(number))
        printf("%snan", signbit(number) ? "-" : "");
    else
        printf("%08x", bits);
}

/* The nearest float, by strtold: glibc's strtof is a step off for some subnormal results ("0x1000003p-151").
 * Of the neighbours of a number that long double has not, the odd one is rounded to what the number itself
 * is. */
static float nearest_float(const char *text, char **end)
{
    fesetround(FE_DOWNWARD);
    volatile long double lower = strtold(text, end);
    fesetround(FE_UPWARD);
    volatile long double upper = strtold(text, end);
    fesetround(FE_TONEAREST);
    unsigned char lowest;
    memcpy(&lowest, (const void *)&lower, 1);
    return (float)(isinf(upper) || (lowest & 1) != 0 ? lower : upper);
}

static void print_numbers(const char *line, const char *text)
{
    static const int bases[] = {10, 0, 16, 8, 2, 36};
    char *end;
    const float number = nearest_float(text, &end);
    static const char *const names[] = {"strtof", "strtod", "atof"}; /* double is float there */
    for (int k = 0; k < 3; k++) {
        printf("%s %s => ", names[k], line);
        print_float(number);
        printf(k < 2 ? " %d\n" : "\n", (int)(end - text));
    }
    for (int k = 0; k < 6; k++) {
        const int signed_one = as_int(strtoll(text, &end, bases[k]));
        printf("strtol %d %s => %d %d\n", bases[k], line, signed_one, (int)(end - text));
        const unsigned unsigned_one = as_unsigned(strtoull(text, &end, bases[k]));
        printf("strtoul %d %s => %u %d\n", bases[k], line, unsigned_one, (int)(end - text));
    }
    printf("atoi %s => %d\n", line, as_int(strtoll(text, NULL, 10)));
    printf("atol %s => %d\n", line, as_int(strtoll(text, NULL, 10)));
}

/* The format for 64 bits, and the letters of the conversions that assign. */
static void read_format(const char *format, char *wide, char *letters)
{
    while (*format != '\0') {
        *wide++ = *format;
        if (*format++ != '%')
            continue;
        const int assigns = *format != '*';
        while (*format == '*' || isdigit((unsigned char)*format))
            *wide++ = *format++;
        format += strspn(format, "hlLztj");
        if (*format != '\0' && strchr("diuxXo", *format) != NULL)
            *wide++ = 'l';
        if (assigns && *format != '%' && *format != '\0')
            *letters++ = *format;
        if (*format == '[')
            do
                *wide++ = *format++;
            while (*format != ']' && *format != '\0');
        if (*format != '\0')
            *wide++ = *format++;
    }
    *wide = *letters = '\0';
}

static void print_text(const char *text)
{
    printf(" <");
    for (; *text != '\0'; text++)
        if (*text == '\n')
            printf("\\n");
        else
            putchar(*text);
    printf(">");
}

static void print_target(int letter, const void *target)
{
    if (strchr("di", letter) != NULL)
        printf(" %d", as_int(*(const long *)target));
    else if (strchr("uxXo", letter) != NULL)
        printf(" %u", as_unsigned(*(const unsigned long *)target));
    else if (strchr("efgaEFGA", letter) != NULL)
        putchar(' '), print_float(*(const float *)target);
    else if (letter == 'n')
        printf(" n%d", *(const int *)target);
    else
        print_text(target);
}

static void print_scan(const char *line, const char *format, const char *text, const char *said)
{
    static union {
        long number;
        char text[TARGET_SIZE];
    } to[TARGETS];
    char wide[2 * LINE_SIZE], letters[LINE_SIZE] = "";
    printf("scanf %s => ", line);
    if (said != NULL) {
        puts(said);
        return;
    }
    read_format(format, wide, letters);
    memset(to, 0, sizeof to);
    for (int k = 0; k < TARGETS; k++)
        if (letters[k] == 'n')
            *(int *)&to[k] = NOT_SET;
    FILE *stream = fmemopen((char *)text, strlen(text), "r");
    int assigned = fscanf(stream, wide, &to[0], &to[1], &to[2], &to[3]), left = 0;
    printf("%d", assigned);
    for (const char *letter = letters; *letter != '\0'; letter++) {
        const void *target = &to[letter - letters];
        if (*letter != 'n' ? assigned-- > 0 : *(const int *)target != NOT_SET)
            print_target(*letter, target);
    }
    while (fgetc(stream) != EOF)
        left++;
    printf(" left %d\n", left);
    fclose(stream);
}

static void unescape(char *text)
{
    char *to = text;
    for (; *text != '\0'; text++)
        *to++ = *text != '\\' ? *text : *++text == 'n' ? '\n' : *text == 't' ? '\t' : *text;
    *to = '\0';
}

static void print_expected(void)
{
    static char line[LINE_SIZE];
    while (fgets(line, sizeof line, stdin) != NULL) {
        char shown[LINE_SIZE], *said = NULL;
        line[strcspn(line, "\n")] = '\0';
        char *text = strchr(line + 2, '|');
        if (line[0] == 'S' && text != NULL && (said = strchr(text + 1, '|')) != NULL)
            *said++ = '\0';
        snprintf(shown, sizeof shown, "%s", line + 2);
        if (line[0] == 'T') {
            unescape(line + 2);
            print_numbers(shown, line + 2);
        } else if (line[0] == 'S' && text != NULL) {
            *text++ = '\0';
            unescape(line + 2);
            unescape(text);
            print_scan(shown, line + 2, text, said);
        }
    }
}

int main(int argc, char **argv)
{
    if (argc == 4 && strcmp(argv[1], "random") == 0)
        print_cases(strtoull(argv[2], NULL, 10), (unsigned)strtoul(argv[3], NULL, 10));
    else if (argc == 2 && strcmp(argv[1], "expect") == 0)
        print_expected();
    else
        return 2;
    return 0;
}
